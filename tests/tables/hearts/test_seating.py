"""Who may sit where, free whose seat, and start: rules 11, 16, 18 and 20."""

import pytest

from tables.hearts import events as ev
from tables.hearts import seating
from tables.hearts.errors import TableError
from tables.hearts.table import State, Table
from tests.tables.hearts.positions import (
    ALICE,
    BOB,
    CAROL,
    DAVE,
    ERIN,
    SEED,
    VICTOR,
    Log,
    opened,
    seated,
)

pytestmark = pytest.mark.pure


def started(*players: int, size: int = 4) -> Log:
    """A running game of these players, bots on the other seats, the first hand just dealt."""
    log = seated(players, size)
    log.then(*(ev.BotAdded(seat) for seat in range(len(players), size)))
    log.then(ev.GameStarted(), ev.Dealt(1, SEED))
    return log


def refused(table: Table, player: int, seat: int | None = None) -> type[TableError]:
    """The error that forbids the player to sit there."""
    with pytest.raises(TableError) as refusal:
        seating.check_sit(table, player, seat)
    return refusal.type


# Before the start


def test_who_comes_gets_the_seat_asked_for() -> None:
    assert seating.check_sit(seated([ALICE], size=4).then(), BOB, 3) == 3


def test_who_asks_for_no_seat_gets_the_first_open_one() -> None:
    table = seated([ALICE], size=4).then(ev.BotAdded(1))
    assert seating.check_sit(table, BOB, None) == 2


def test_a_taken_seat_is_refused() -> None:
    table = seated([ALICE], size=4).then(ev.BotAdded(1))
    assert refused(table, BOB, 0) is seating.SeatNotFree
    assert refused(table, BOB, 1) is seating.SeatNotFree


@pytest.mark.parametrize("seat", [-1, 3, 4, 2**53])
def test_a_seat_that_the_table_does_not_have_is_refused(seat: int) -> None:
    assert refused(opened(size=3).then(), BOB, seat) is seating.NoSuchSeat


def test_a_full_table_is_refused_and_bots_keep_their_seats_until_the_start() -> None:
    table = seated([ALICE], size=3).then(ev.BotAdded(1), ev.BotAdded(2))
    assert refused(table, BOB) is seating.TableFull
    assert refused(table, BOB, 1) is seating.TableFull


def test_nobody_takes_a_second_seat_at_a_table() -> None:
    assert refused(seated([ALICE], size=4).then(), ALICE, 2) is seating.AlreadySeatedHere


def test_who_left_before_the_start_may_take_any_open_seat() -> None:
    table = seated([ALICE, BOB], size=4).then(ev.SeatFreed(1, BOB, ev.Freed.LEFT))
    assert seating.seats_to_take(table, BOB) == [1, 2, 3]
    assert seating.check_sit(table, BOB, 3) == 3


def test_whose_seat_was_freed_by_the_host_may_not_sit_there_again() -> None:
    table = seated([ALICE, BOB], size=4).then(ev.SeatFreed(1, BOB, ev.Freed.REMOVED))
    assert seating.seats_to_take(table, BOB) == []
    assert refused(table, BOB) is seating.Barred
    assert refused(table, BOB, 3) is seating.Barred


def test_whose_seat_was_freed_while_away_may_sit_there_again() -> None:
    table = seated([ALICE, BOB], size=4).then(ev.SeatFreed(1, BOB, ev.Freed.AWAY))
    assert seating.check_sit(table, BOB, 1) == 1


# In the game


def test_a_bots_seat_may_be_taken_in_the_game() -> None:
    table = started(ALICE, BOB).then()
    assert seating.open_seats(table) == [2, 3]
    assert seating.check_sit(table, CAROL, 3) == 3


def test_a_persons_seat_may_not_be_taken_in_the_game() -> None:
    assert refused(started(ALICE, BOB).then(), CAROL, 1) is seating.SeatNotFree


def test_an_absent_persons_seat_is_theirs_until_a_bot_stands_in() -> None:
    table = started(ALICE, BOB).then(ev.PlayerAway(1, since=1))
    assert refused(table, CAROL, 1) is seating.SeatNotFree


def test_the_seat_of_an_absent_person_may_be_taken_once_a_bot_stands_in() -> None:
    table = started(ALICE, BOB).then(ev.PlayerAway(1, since=1), ev.BotStoodIn(1))
    assert seating.check_sit(table, CAROL, 1) == 1


def test_who_asks_for_no_seat_drives_nobody_out_while_a_bots_seat_is_free() -> None:
    table = started(ALICE, BOB).then(ev.PlayerAway(0, since=1), ev.BotStoodIn(0))
    assert seating.check_sit(table, CAROL, None) == 2


def test_who_asks_for_no_seat_gets_an_absent_persons_if_no_other_is_left() -> None:
    table = started(ALICE, BOB, DAVE, size=3).then(ev.PlayerAway(0, since=1), ev.BotStoodIn(0))
    assert seating.check_sit(table, CAROL, None) == 0


def test_a_table_full_of_people_is_refused_in_the_game() -> None:
    assert refused(started(ALICE, BOB, CAROL, size=3).then(), DAVE) is seating.TableFull


def test_who_left_a_seat_may_take_it_again_but_no_other() -> None:
    table = started(ALICE, BOB).then(ev.SeatFreed(1, BOB, ev.Freed.LEFT))
    assert seating.seats_to_take(table, BOB) == [1]
    assert seating.check_sit(table, BOB, 1) == 1
    assert seating.check_sit(table, BOB, None) == 1
    assert refused(table, BOB, 2) is seating.HeldAnotherSeat


def test_who_took_a_seat_in_the_game_and_left_may_take_no_other() -> None:
    table = started(ALICE, BOB).then(
        ev.SeatTaken(3, CAROL, True), ev.SeatFreed(3, CAROL, ev.Freed.LEFT)
    )
    assert refused(table, CAROL, 2) is seating.HeldAnotherSeat
    assert seating.check_sit(table, CAROL, 3) == 3


def test_whose_only_seat_is_held_by_another_may_take_none() -> None:
    table = started(ALICE, BOB).then(
        ev.SeatFreed(1, BOB, ev.Freed.LEFT), ev.SeatTaken(1, CAROL, True)
    )
    assert seating.seats_to_take(table, BOB) == []
    assert refused(table, BOB, 1) is seating.SeatNotFree
    assert refused(table, BOB, 2) is seating.HeldAnotherSeat
    assert refused(table, BOB) is seating.HeldAnotherSeat


def test_who_was_freed_by_the_host_may_not_come_back_in_the_game() -> None:
    log = seated([ALICE, BOB], size=3)
    log.then(ev.SeatFreed(1, BOB, ev.Freed.REMOVED), ev.BotAdded(1), ev.BotAdded(2))
    assert refused(log.then(ev.GameStarted()), BOB) is seating.Barred


@pytest.mark.parametrize(
    "end", [ev.TableClosed(ev.Closed.LEFT), ev.TableClosed(ev.Closed.DESERTED)]
)
def test_nobody_sits_down_at_a_closed_table(end: ev.TableClosed) -> None:
    table = started(ALICE).then(end)
    assert table.state is State.CLOSED
    assert refused(table, BOB) is seating.TableIsOver
    assert refused(table, BOB, 2) is seating.TableIsOver


def test_somebody_new_is_offered_every_open_seat() -> None:
    assert seating.seats_to_take(started(ALICE).then(), None) == [1, 2, 3]


# Freeing and starting


def test_the_opener_may_free_the_seats_of_others_but_not_of_bots() -> None:
    table = seated([ALICE, BOB, CAROL], size=5).then(ev.BotAdded(3))
    assert seating.seats_to_free(table, 0) == [1, 2]


def test_only_the_host_may_free_seats() -> None:
    table = seated([ALICE, BOB, CAROL], size=5).then()
    assert seating.seats_to_free(table, 1) == []
    assert seating.seats_to_free(table, None) == []


def test_when_the_opener_leaves_the_longest_seated_is_the_host() -> None:
    table = opened(size=5).then(
        ev.SeatTaken(2, ALICE, True),
        ev.SeatTaken(4, BOB, True),
        ev.SeatTaken(0, CAROL, True),
        ev.SeatFreed(2, ALICE, ev.Freed.LEFT),
    )
    assert table.host == 4
    assert seating.seats_to_free(table, 4) == [0]
    assert seating.seats_to_free(table, 0) == []


def test_nobody_frees_a_seat_after_the_start() -> None:
    assert seating.seats_to_free(started(ALICE, BOB).then(), 0) == []


def test_anyone_seated_may_start_once_every_seat_is_taken() -> None:
    log = seated([ALICE, BOB], size=3)
    assert not seating.may_start(log.then(), 0)
    full = log.then(ev.BotAdded(2))
    assert seating.may_start(full, 0)
    assert seating.may_start(full, 1)


def test_who_watches_may_not_start() -> None:
    full = seated([ALICE, BOB, ERIN], size=3).then()
    assert not seating.may_start(full, full.seat_of(VICTOR))


def test_a_game_starts_once() -> None:
    assert not seating.may_start(started(ALICE).then(), 0)
