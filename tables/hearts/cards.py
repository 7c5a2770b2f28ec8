"""Cards as small ints, sets of cards as bit masks, text only at the border.

A card is ``suit * 13 + rank`` with the suits in the order C D H S and the ranks 2 … A, so that
counting up from 0 walks the deck in the order of rule 1. A set of cards has bit ``1 << card``.
"""

from collections.abc import Iterable, Iterator

RANKS = "23456789TJQKA"
SUITS = "CDHS"
SUIT_NAMES = ("clubs", "diamonds", "hearts", "spades")
SUIT_SINGULAR = ("club", "diamond", "heart", "spade")

CLUBS, DIAMONDS, HEARTS, SPADES = range(4)
SUIT_MASKS = tuple(0x1FFF << (13 * suit) for suit in range(4))
HEART_MASK = SUIT_MASKS[HEARTS]

NAMES = tuple(rank + suit for suit in SUITS for rank in RANKS)
CARDS = {name: card for card, name in enumerate(NAMES)}

QUEEN_OF_SPADES = CARDS["QS"]
QUEEN_MASK = 1 << QUEEN_OF_SPADES
POINT_MASK = HEART_MASK | QUEEN_MASK


def suit_of(card: int) -> int:
    """0 clubs, 1 diamonds, 2 hearts, 3 spades."""
    return card // 13


def rank_of(card: int) -> int:
    """0 for a two … 12 for an ace."""
    return card % 13


def points_of(cards: int) -> int:
    """Points in a set of cards: 1 for each heart, 13 for the queen of spades (rule 8)."""
    return (cards & HEART_MASK).bit_count() + (13 if cards & QUEEN_MASK else 0)


POINTS_OF_CARD = tuple(points_of(1 << card) for card in range(52))


def mask_of(cards: Iterable[int]) -> int:
    mask = 0
    for card in cards:
        mask |= 1 << card
    return mask


def cards_in(mask: int) -> Iterator[int]:
    """The cards of a set, upwards: clubs first, twos first."""
    while mask:
        low = mask & -mask
        yield low.bit_length() - 1
        mask ^= low


def parse_cards(text: str) -> int:
    """``"QS 3C"`` → set of cards. KeyError for anything that is not a card."""
    return mask_of(CARDS[name] for name in text.split())


def names_of(mask: int) -> tuple[str, ...]:
    """A set of cards as text, sorted by suit and rank."""
    return tuple(NAMES[card] for card in cards_in(mask))
