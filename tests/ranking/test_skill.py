"""Rule 26, with the worked example of the rulebook and row 18 of the list of faults."""

from dataclasses import replace

import pytest

from ranking.skill import QueenEvent, QueenHand, WhyNot, display_skill, queen_event, skill_tenths

pytestmark = pytest.mark.pure

# Seat 1 is the low man; seat 0 plays the queen, and it takes her itself.
HAND = QueenHand(
    number=3, totals=(40, 10, 25, 29), holder=0, taker=0, shooter=None, by_ranked_player=True
)
HOLD = QueenEvent(None, 1, drop=False)


def test_the_queen_dropped_on_the_low_man_is_a_hold_and_a_drop() -> None:
    event = queen_event(replace(HAND, taker=1))

    assert event == QueenEvent(None, 1, drop=True)
    assert event.hold


@pytest.mark.parametrize("taker", [2, 3])
def test_the_queen_dropped_on_another_is_a_hold(taker: int) -> None:
    assert queen_event(replace(HAND, taker=taker)) == HOLD


def test_taking_the_own_queen_is_a_hold() -> None:
    assert queen_event(HAND) == HOLD


@pytest.mark.parametrize("taker", [0, 1, 2, 3])
def test_the_low_man_can_only_hold_the_queen_whoever_takes_her(taker: int) -> None:
    assert queen_event(replace(HAND, holder=1, taker=taker)) == HOLD


def test_the_first_hand_is_not_recorded() -> None:
    event = queen_event(replace(HAND, number=1, totals=(0, 0, 0, 0)))

    assert event == QueenEvent(WhyNot.FIRST_HAND, None, drop=False)
    assert not event.hold


def test_a_hand_with_a_shared_lowest_total_is_not_recorded() -> None:
    event = queen_event(replace(HAND, totals=(10, 10, 25, 33), taker=1))

    assert event == QueenEvent(WhyNot.SHARED_LOW, None, drop=False)


@pytest.mark.parametrize("shooter", [0, 1, 2, 3])
def test_a_hand_with_a_moon_is_not_recorded(shooter: int) -> None:
    event = queen_event(replace(HAND, taker=1, shooter=shooter))

    assert event == QueenEvent(WhyNot.MOON, 1, drop=False)


def test_a_queen_played_by_a_bot_or_substitute_is_not_recorded() -> None:
    event = queen_event(replace(HAND, taker=1, by_ranked_player=False))

    assert event == QueenEvent(WhyNot.NOT_RANKED_PLAYER, 1, drop=False)


def test_three_and_five_seats_count_alike() -> None:
    three = replace(HAND, totals=(26, 20, 6), taker=2)
    five = replace(HAND, totals=(26, 20, 6, 7, 19), holder=4, taker=2)

    assert queen_event(three) == QueenEvent(None, 2, drop=True)
    assert queen_event(five) == QueenEvent(None, 2, drop=True)


@pytest.mark.parametrize(
    ("holds", "drops", "shown"),
    [
        (0, 0, "–"),
        (7, 0, "0.0%"),
        (3, 1, "33.3%"),
        (3, 2, "66.7%"),
        (16, 1, "6.3%"),
        (80, 1, "1.3%"),
        (2000, 1, "0.1%"),
        (2001, 1, "0.0%"),
        (8, 8, "100.0%"),
    ],
)
def test_skill_is_shown_in_percent_with_one_decimal_half_up(
    holds: int, drops: int, shown: str
) -> None:
    assert display_skill(skill_tenths(holds, drops)) == shown
