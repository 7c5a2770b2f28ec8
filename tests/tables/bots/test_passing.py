"""What the bot passes."""

import pytest

from tables.hearts.cards import parse_cards
from tables.hearts.passing import Direction
from tests.tables.bots.seats import before_pass, passes

pytestmark = pytest.mark.pure


def given(cards: str, players: int = 4) -> set[str]:
    """What is passed of these cards."""
    return set(passes(before_pass(cards, players=players)).split())


def test_a_queen_of_spades_with_few_low_spades_is_passed() -> None:
    assert "QS" in given("3C 6C 9C 4D 7D TD 5H 6H 8H JH 2S 7S QS")


def test_a_queen_with_four_low_spades_is_kept() -> None:
    assert "QS" not in given("3C 6C 9C KC 4D QD AD 5H 2S 4S 6S 9S QS")


def test_high_spades_without_low_ones_are_passed() -> None:
    assert {"KS", "AS"} <= given("3C 6C 9C 4D 7D TD 5H 6H 8H JH 2S KS AS")


def test_high_spades_with_many_low_ones_are_kept() -> None:
    assert not {"KS", "AS"} & given("3C 6C KC 4D QD AD 5H KH 2S 4S 6S KS AS")


def test_low_spades_are_kept_whatever_comes() -> None:
    assert not {"2S", "4S", "6S"} & given("3C 6C 9C 4D 7D TD JD 5H 6H 8H 2S 4S 6S")


def test_high_hearts_go_rather_than_low_ones() -> None:
    cards = given("3C 5C 9C 4D 6D 8D 2H 3H 4H KH AH 4S 6S")
    assert {"KH", "AH"} <= cards
    assert not {"2H", "3H", "4H"} & cards


def test_a_short_suit_is_emptied() -> None:
    assert {"JD", "KD"} <= given("3C 4C 5C 7C 9C JD KD 2H 3H 5H 4S 6S 8S")


def test_a_hand_that_can_take_all_passes_what_would_lose() -> None:
    cards = given("AC KC QC JC 3D 6D AH KH QH JH AS KS 2S")
    assert cards == {"3D", "6D", "2S"}


def test_a_moon_that_ends_the_game_for_another_is_not_passed_for() -> None:
    hand = before_pass("AC KC QC JC 3D 6D AH KH QH JH AS KS 2S")
    assert passes(hand, totals=(95, 80, 64, 99)) != passes(hand)


@pytest.mark.parametrize(
    ("players", "cards"),
    [
        (3, "3C 6C 8C 9C JC 4D 7D TD QD 5H 6H 8H TH JH 2S 7S QS"),
        (5, "3C 6C 9C 4D 7D TD 5H 8H 2S QS"),
    ],
)
def test_the_queen_goes_at_three_and_five_seats_too(players: int, cards: str) -> None:
    assert "QS" in given(cards, players)


def test_the_pass_does_not_depend_on_the_order_of_seats() -> None:
    cards = "3C 6C 9C 4D 7D TD 5H 6H 8H JH 2S 7S QS"
    left = passes(before_pass(cards, Direction.LEFT))
    assert left == passes(before_pass(cards, Direction.ACROSS))
    assert parse_cards(left).bit_count() == 3
