"""What falls due at a table, and when: rules 16, 20 and 21. Times are ms."""

import pytest

from tables.hearts.duties import (
    Due,
    Duty,
    Limits,
    next_due,
    stand_in_time,
    turn_deadline,
    waited_for,
)
from tables.hearts.hand import Hand, dealt_hand
from tables.hearts.table import Seat, State, Table
from tests.tables.hearts.positions import ALICE, BOB, CAROL, SEED, hand_in_play

pytestmark = pytest.mark.pure

LIMITS = Limits()
BOT = Seat(bot=True)
OPEN = Seat()


def here(player: int, since: int = 0) -> Seat:
    return Seat(player=player, here_since=since)


def away(player: int, since: int, *, stand_in: bool = False) -> Seat:
    return Seat(player=player, away_since=since, stand_in=stand_in)


def waiting(*seats: Seat) -> Table:
    return Table(len(seats), 100, ranked=False, private=False, seats=seats)


def running(*seats: Seat, hand: Hand | None = None, turn_since: int = 0, shown: int = 0) -> Table:
    """A running four-handed table; unless another hand is given, it is the turn of seat 0."""
    return waiting(*seats)._replace(
        state=State.RUNNING,
        hand=hand or hand_in_play("5C", "6C", "7C", "8C"),
        turn_since=turn_since,
        shown_at=shown,
    )


def passing() -> Hand:
    return dealt_hand(1, 4, SEED)


def test_the_limits_are_those_of_the_rulebook() -> None:
    assert LIMITS.play == 30_000
    assert LIMITS.passing == 60_000
    assert LIMITS.stand_in == 30_000
    assert LIMITS.waiting_seat == 60_000
    assert LIMITS.close == 24 * 3_600_000


# Rule 16


def test_a_waiting_seat_is_freed_after_60_seconds_without_connection() -> None:
    table = waiting(here(ALICE), away(BOB, since=5_000), OPEN, BOT)
    assert next_due(table, LIMITS) == Due(65_000, Duty.FREE_SEAT, 1)


def test_of_two_absent_people_who_has_been_away_longer_loses_the_seat_first() -> None:
    table = waiting(away(ALICE, since=9_000), away(BOB, since=5_000), OPEN, OPEN)
    assert next_due(table, LIMITS) == Due(65_000, Duty.FREE_SEAT, 1)


def test_nothing_falls_due_at_a_waiting_table_whose_people_are_all_here() -> None:
    assert next_due(waiting(here(ALICE), here(BOB), OPEN, BOT), LIMITS) is None


@pytest.mark.parametrize("state", [State.OVER, State.CLOSED])
def test_nothing_falls_due_at_a_table_that_is_over(state: State) -> None:
    table = running(here(ALICE), away(BOB, since=0), BOT, BOT)._replace(state=state)
    assert next_due(table, LIMITS) is None
    assert waited_for(table) == []


# Rule 20


def test_a_bot_stands_in_30_seconds_after_the_last_sign_of_life() -> None:
    table = running(here(ALICE), away(BOB, since=5_000), BOT, BOT)
    assert stand_in_time(table, 1, LIMITS) == 35_000
    assert next_due(table, LIMITS) == Due(35_000, Duty.STAND_IN, 1)


def test_no_bot_stands_in_while_no_other_person_is_here() -> None:
    table = running(away(ALICE, since=5_000), away(BOB, since=6_000), BOT, BOT)
    assert stand_in_time(table, 0, LIMITS) is None
    assert stand_in_time(table, 1, LIMITS) is None


def test_the_30_seconds_begin_when_another_person_comes_to_wait() -> None:
    table = running(away(ALICE, since=5_000), here(BOB, since=100_000), BOT, BOT)
    assert stand_in_time(table, 0, LIMITS) == 130_000


def test_the_30_seconds_count_from_whoever_has_waited_longest() -> None:
    table = running(
        away(ALICE, since=5_000), here(BOB, since=100_000), here(CAROL, since=50_000), BOT
    )
    assert stand_in_time(table, 0, LIMITS) == 80_000


def test_a_bot_stands_in_once() -> None:
    table = running(here(ALICE), away(BOB, since=5_000, stand_in=True), BOT, BOT)
    assert stand_in_time(table, 1, LIMITS) is None


def test_no_bot_stands_in_before_the_start() -> None:
    table = waiting(here(ALICE), away(BOB, since=5_000), BOT, BOT)
    assert stand_in_time(table, 1, LIMITS) is None


def test_no_bot_stands_in_for_somebody_who_is_here() -> None:
    assert stand_in_time(running(here(ALICE), here(BOB), BOT, BOT), 0, LIMITS) is None


def test_a_game_without_anyone_is_closed_24_hours_after_the_last_one_was_lost() -> None:
    table = running(away(ALICE, since=5_000), away(BOB, since=7_000), BOT, BOT)
    assert next_due(table, LIMITS) == Due(86_407_000, Duty.CLOSE)


def test_a_game_without_anyone_is_paused_and_owes_no_move() -> None:
    table = running(BOT, away(BOB, since=7_000), BOT, BOT, shown=9_000)
    assert next_due(table, LIMITS) == Due(86_407_000, Duty.CLOSE)


# Rule 21


def test_a_play_is_limited_to_30_seconds_while_another_person_waits() -> None:
    table = running(here(ALICE), here(BOB), BOT, BOT, turn_since=40_000)
    assert turn_deadline(table, 0, LIMITS) == 70_000
    assert next_due(table, LIMITS) == Due(70_000, Duty.MOVE, 0)


def test_a_pass_is_limited_to_60_seconds_while_another_person_waits() -> None:
    table = running(here(ALICE), here(BOB), BOT, BOT, hand=passing(), turn_since=40_000)
    assert turn_deadline(table, 0, LIMITS) == 100_000
    assert turn_deadline(table, 1, LIMITS) == 100_000


def test_who_plays_with_bots_alone_has_no_limit() -> None:
    table = running(here(ALICE), BOT, BOT, BOT, turn_since=40_000)
    assert turn_deadline(table, 0, LIMITS) is None
    assert next_due(table, LIMITS) is None


def test_an_absent_person_does_not_wait() -> None:
    table = running(here(ALICE), away(BOB, since=0), BOT, BOT, turn_since=40_000)
    assert turn_deadline(table, 0, LIMITS) is None


def test_the_limit_begins_when_another_person_comes_to_wait() -> None:
    table = running(here(ALICE), here(BOB, since=90_000), BOT, BOT, turn_since=40_000)
    assert turn_deadline(table, 0, LIMITS) == 120_000


def test_an_absent_person_whose_turn_it_is_has_the_limit_too() -> None:
    table = running(away(ALICE, since=39_000), here(BOB), BOT, BOT, turn_since=35_000)
    assert next_due(table, LIMITS) == Due(65_000, Duty.MOVE, 0)


def test_no_limit_runs_for_a_seat_that_a_bot_plays() -> None:
    table = running(away(ALICE, since=0, stand_in=True), here(BOB), BOT, BOT)
    assert turn_deadline(table, 0, LIMITS) is None


def test_a_bot_that_owes_a_move_goes_on_once_all_has_been_shown() -> None:
    table = running(BOT, here(BOB), here(CAROL), BOT, shown=12_300)
    assert next_due(table, LIMITS) == Due(12_300, Duty.GO_ON)


def test_a_bot_that_stood_in_owes_its_moves_like_any_other() -> None:
    table = running(away(ALICE, since=0, stand_in=True), here(BOB), BOT, BOT, shown=12_300)
    assert next_due(table, LIMITS) == Due(12_300, Duty.GO_ON)


# Who is waited for


def test_in_play_the_table_waits_for_whose_turn_it_is() -> None:
    table = running(BOT, BOT, here(CAROL), BOT, hand=hand_in_play("5C", "6C", "7C", "8C", leader=2))
    assert waited_for(table) == [2]


def test_while_passing_the_table_waits_for_all_who_have_not_passed() -> None:
    hand = passing()
    for seat in (0, 2):
        hand = hand.with_pass(seat, 0b111)
    assert waited_for(running(here(ALICE), BOT, BOT, BOT, hand=hand)) == [1, 3]


def test_nobody_is_waited_for_before_the_start() -> None:
    assert waited_for(waiting(here(ALICE), BOT, BOT, BOT)) == []
