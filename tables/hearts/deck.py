"""The deck, its shuffle from a seed, and the deal (rule 1).

The order of the deck follows from a hand's 256-bit seed alone, so that anyone can verify a deal:

1. Random bytes: SHA-256(seed ‖ counter) for counter = 0, 1, 2 … as 4 bytes big-endian, joined.
2. A number below k: take the next 2 bytes big-endian; refuse values of ``65536 - 65536 % k`` or
   more (take the next 2 bytes instead), else the value modulo k. So every number is as likely.
3. Fisher–Yates: for i from the last place down to 1, swap place i with place ``number(i + 1)``.
4. Card i of the order goes to seat ``i mod n``.

The commitment published before the pass is the SHA-256 of the seed, in hex.
"""

import hashlib
from functools import cache
from itertools import chain, count
from struct import unpack

from tables.hearts.cards import CARDS, mask_of

SEED_BYTES = 32
REMOVED = {3: ("2D",), 4: (), 5: ("2D", "2C")}


@cache
def deck(players: int) -> tuple[int, ...]:
    """The cards in use, before the shuffle: 51, 52 or 50 of them."""
    removed = {CARDS[name] for name in REMOVED[players]}
    return tuple(card for card in range(52) if card not in removed)


@cache
def first_lead(players: int) -> int:
    """The card that opens a hand: the lowest club in use (rule 3)."""
    return deck(players)[0]


def cards_each(players: int) -> int:
    """Cards that each seat is dealt, which is also the number of tricks: 17, 13 or 10."""
    return len(deck(players)) // players


def commitment(seed: bytes) -> str:
    """What is published before the pass: SHA-256 of the seed, hex."""
    return hashlib.sha256(seed).hexdigest()


def shuffled(seed: bytes, players: int) -> list[int]:
    """The deck in the order that the seed (32 bytes) gives."""
    order = list(deck(players))
    words = chain.from_iterable(_words(seed, counter) for counter in count())
    for bound in range(len(order), 1, -1):
        word = next(words)
        while word >= 65536 - 65536 % bound:
            word = next(words)
        place, other = bound - 1, word % bound
        order[place], order[other] = order[other], order[place]
    return order


def deal(seed: bytes, players: int) -> tuple[int, ...]:
    """Seat → set of cards."""
    order = shuffled(seed, players)
    return tuple([mask_of(order[seat::players]) for seat in range(players)])


def _words(seed: bytes, counter: int) -> tuple[int, ...]:
    return unpack(">16H", hashlib.sha256(seed + counter.to_bytes(4, "big")).digest())
