"""Rule 1: the decks, and the deal that a seed gives."""

import hashlib
import random
from collections import Counter

import pytest

from tables.hearts.cards import NAMES, names_of
from tables.hearts.deck import cards_each, commitment, deal, deck, first_lead, shuffled

pytestmark = pytest.mark.pure

ORDER = """2C 3C 4C 5C 6C 7C 8C 9C TC JC QC KC AC 2D 3D 4D 5D 6D 7D 8D 9D TD JD QD KD AD
2H 3H 4H 5H 6H 7H 8H 9H TH JH QH KH AH 2S 3S 4S 5S 6S 7S 8S 9S TS JS QS KS AS"""
FULL = ORDER.split()
DECKS = {
    3: [name for name in FULL if name != "2D"],
    4: FULL,
    5: [name for name in FULL if name not in ("2D", "2C")],
}
FROZEN = {  # of the seed 00 01 02 … 1f
    3: [
        "5C 8C JC QC 3D 5D 7D 8D QD KD AD 9H JH 5S TS JS QS",
        "2C 4C 7C KC 6D TD JD 2H 3H 5H 6H 7H 2S 7S 8S 9S KS",
        "3C 6C 9C TC AC 4D 9D 4H 8H TH QH KH AH 3S 4S 6S AS",
    ],
    4: [
        "5C 9C 2D 3D 7D JD AD 7H 3S 4S 7S QS KS",
        "2C 8C KC 4D 9D KD 4H 5H JH AH 2S 6S TS",
        "7C TC QC AC 6D 8D 3H 6H 8H TH QH 9S AS",
        "3C 4C 6C JC 5D TD QD 2H 9H KH 5S 8S JS",
    ],
    5: [
        "8C 5D 8D KD 4H TH QH AH 6S JS",
        "4C 6C TC KC AC QD 8H 3S 4S KS",
        "9C 9D 3H 5H KH 5S 7S 9S QS AS",
        "3C 5C JC 3D JD 2H 7H 9H 2S TS",
        "7C QC 4D 6D 7D TD AD 6H JH 8S",
    ],
}


def numbers(seed: bytes) -> list[int]:
    """The first 256 two-byte numbers of a seed, as the method of the deal describes them."""
    blocks = [hashlib.sha256(seed + bytes([0, 0, 0, counter])).digest() for counter in range(16)]
    stream = b"".join(blocks)
    return [256 * stream[at] + stream[at + 1] for at in range(0, len(stream), 2)]


def order_by_the_book(seed: bytes, names: list[str]) -> tuple[list[str], int]:
    """The order of a deck by the described method, and how many numbers were refused."""
    order, left, refused = list(names), numbers(seed), 0
    for i in reversed(range(1, len(order))):
        choices = i + 1
        while left[0] >= 65536 // choices * choices:
            left.pop(0)
            refused += 1
        j = left.pop(0) % choices
        order[i], order[j] = order[j], order[i]
    return order, refused


def seeds(count: int) -> list[bytes]:
    chance = random.Random(1)
    return [chance.randbytes(32) for _ in range(count)]


@pytest.mark.parametrize(("players", "cards", "each"), [(3, 51, 17), (4, 52, 13), (5, 50, 10)])
def test_the_deck_has_51_52_or_50_cards_and_leaves_no_rest(
    players: int, cards: int, each: int
) -> None:
    assert len(deck(players)) == cards
    assert cards_each(players) == each
    assert cards == players * each


@pytest.mark.parametrize("players", [3, 4, 5])
def test_the_deck_before_the_shuffle_goes_by_suit_and_rank_less_the_cards_removed(
    players: int,
) -> None:
    assert [NAMES[card] for card in deck(players)] == DECKS[players]


@pytest.mark.parametrize(("players", "card"), [(3, "2C"), (4, "2C"), (5, "3C")])
def test_the_lowest_club_in_use_opens_a_hand(players: int, card: str) -> None:
    assert NAMES[first_lead(players)] == card


@pytest.mark.parametrize("players", [3, 4, 5])
def test_a_seed_gives_the_same_deal_for_ever(players: int) -> None:
    dealt = deal(bytes(range(32)), players)
    assert [" ".join(names_of(cards)) for cards in dealt] == FROZEN[players]


@pytest.mark.parametrize("players", [3, 4, 5])
def test_the_order_follows_from_the_seed_by_the_described_method(players: int) -> None:
    refusals = 0
    for seed in seeds(300):
        order, refused = order_by_the_book(seed, DECKS[players])
        refusals += refused
        assert [NAMES[card] for card in shuffled(seed, players)] == order
    assert refusals > 0  # so that this branch of the method is tried too


@pytest.mark.parametrize("players", [3, 4, 5])
def test_card_i_of_the_order_goes_to_seat_i_mod_n(players: int) -> None:
    seed = seeds(1)[0]
    order = [NAMES[card] for card in shuffled(seed, players)]
    for seat, cards in enumerate(deal(seed, players)):
        assert set(names_of(cards)) == set(order[seat::players])


@pytest.mark.parametrize("players", [3, 4, 5])
def test_every_card_comes_to_every_seat_about_equally_often(players: int) -> None:
    deals = 3000
    times = Counter(
        (seat, name)
        for seed in seeds(deals)
        for seat, cards in enumerate(deal(seed, players))
        for name in names_of(cards)
    )
    share = 1 / players
    six_sigma = 6 * (deals * share * (1 - share)) ** 0.5
    assert len(times) == players * len(DECKS[players])
    assert all(abs(count - deals * share) < six_sigma for count in times.values())


def test_every_card_comes_to_every_place_about_equally_often() -> None:
    deals = 6000
    orders = [shuffled(seed, 5) for seed in seeds(deals)]
    six_sigma = 6 * (deals * 0.02 * 0.98) ** 0.5
    for place in range(50):
        times = Counter(order[place] for order in orders)
        assert len(times) == 50
        assert all(abs(count - deals / 50) < six_sigma for count in times.values())


def test_the_commitment_is_the_sha_256_of_the_seed_in_hex() -> None:
    published = "66687aadf862bd776c8fc18b8e9f8e20089714856ee233b3902a591d0d5f2925"
    assert commitment(bytes(32)) == published
