"""A table as the fold of its events: who sits where, before the start and in the game."""

import pytest

from tables.hearts import events as ev
from tables.hearts.events import Closed, Freed, Logged
from tables.hearts.table import Seat, State, fold
from tests.tables.hearts.positions import (
    ALICE,
    BOB,
    CAROL,
    DAVE,
    ERIN,
    in_play,
    opened,
    seated,
    started,
)

pytestmark = pytest.mark.pure


# Before the start


@pytest.mark.parametrize("size", [3, 4, 5])
def test_a_table_opens_with_all_its_seats_open(size: int) -> None:
    table = fold([Logged(1, 5000, 5000, ev.TableOpened(size, 60, ranked=False, private=True))])
    assert (table.size, table.target, table.ranked, table.private) == (size, 60, False, True)
    assert (table.version, table.state, table.changed_at) == (1, State.WAITING, 5000)
    assert table.seats == (Seat(),) * size
    assert all(seat.is_open for seat in table.seats)
    assert table.totals == (0,) * size
    assert (table.hand, table.winner, table.host, table.players) == (None, None, None, ())
    assert not table.is_awake


def test_who_sits_down_holds_the_seat_and_is_connected_since_then() -> None:
    table = opened().then(ev.SeatTaken(2, ALICE, True))
    assert table.seats[2] == Seat(player=ALICE, here_since=2000, taken_at=2000)
    assert (table.seat_of(ALICE), table.seat_of(BOB), table.seat_of(None)) == (2, None, None)
    assert table.players == (ALICE,)
    assert table.is_awake
    assert not table.seats[2].is_open
    assert not table.seats[2].played_by_bot


def test_who_sits_down_on_a_plain_page_is_away_until_its_socket_opens() -> None:
    log = opened()
    table = log.then(ev.SeatTaken(0, ALICE, False))
    assert (table.seats[0].is_connected, table.seats[0].away_since) == (False, 2000)
    assert not table.is_awake
    table = log.then(ev.PlayerBack(0))
    assert (table.seats[0].here_since, table.seats[0].away_since) == (3000, None)
    assert table.is_awake


@pytest.mark.parametrize("reason", [Freed.LEFT, Freed.AWAY])
def test_a_seat_freed_before_the_start_is_open_and_may_be_taken_again(reason: Freed) -> None:
    log = seated([ALICE, BOB], size=4)
    table = log.then(ev.SeatFreed(1, BOB, reason))
    assert table.seats[1] == Seat()
    assert table.barred == frozenset()
    assert log.then(ev.SeatTaken(1, BOB, True)).seat_of(BOB) == 1


def test_who_was_removed_from_a_seat_is_barred() -> None:
    table = seated([ALICE, BOB], size=4).then(ev.SeatFreed(1, BOB, Freed.REMOVED))
    assert table.seats[1] == Seat()
    assert table.barred == {BOB}


def test_bots_are_added_and_removed() -> None:
    log = seated([ALICE], size=3)
    table = log.then(ev.BotAdded(1), ev.BotAdded(2))
    assert [seat.played_by_bot for seat in table.seats] == [False, True, True]
    assert table.seats[1] == Seat(bot=True)
    assert table.players == (ALICE,)
    table = log.then(ev.BotRemoved(1))
    assert table.seats[1] == Seat()


def test_the_host_is_who_opened_the_table_then_the_longest_seated() -> None:
    log = opened(5)
    log.then(*(ev.SeatTaken(seat, who, True) for seat, who in ((3, ALICE), (1, BOB), (0, CAROL))))
    assert log.then().host == 3
    assert log.then(ev.SeatFreed(3, ALICE, Freed.LEFT)).host == 1
    assert log.then(ev.SeatTaken(2, DAVE, True)).host == 1
    assert log.then(ev.SeatFreed(1, BOB, Freed.AWAY)).host == 0
    assert log.then(ev.SeatFreed(0, CAROL, Freed.LEFT)).host == 2


def test_a_bot_is_never_the_host() -> None:
    log = seated([ALICE, BOB], size=3)
    log.then(ev.BotAdded(2), ev.SeatFreed(0, ALICE, Freed.LEFT))
    assert log.then().host == 1
    assert log.then(ev.SeatFreed(1, BOB, Freed.LEFT)).host is None


def test_who_opened_the_table_and_comes_back_to_it_is_its_host_again() -> None:
    log = seated([ALICE, BOB], size=3)
    log.then(ev.SeatFreed(0, ALICE, Freed.AWAY))
    assert log.then(ev.SeatTaken(2, ALICE, True)).host == 2


def test_a_table_is_closed() -> None:
    log = seated([ALICE], size=3)
    assert log.then(ev.SeatFreed(0, ALICE, Freed.LEFT)).state is State.WAITING
    assert log.then(ev.TableClosed(Closed.DESERTED)).state is State.CLOSED


# The running game: who plays a seat


def test_the_start_notes_who_holds_which_seat() -> None:
    log = seated([ALICE, BOB], size=3)
    table = log.then(ev.BotAdded(2), ev.GameStarted())
    assert table.state is State.RUNNING
    assert table.held == {(ALICE, 0), (BOB, 1)}


def test_who_left_before_the_start_has_held_no_seat() -> None:
    log = seated([ALICE, BOB], size=3)
    log.then(ev.SeatFreed(1, BOB, Freed.LEFT), ev.SeatTaken(1, CAROL, True), ev.BotAdded(2))
    assert log.then(ev.GameStarted()).held == {(ALICE, 0), (CAROL, 1)}


def test_a_seat_left_in_a_running_game_is_played_by_a_bot_and_may_be_taken_over() -> None:
    log = started(ALICE, BOB, CAROL)
    table = log.then(ev.SeatFreed(1, BOB, Freed.LEFT))
    assert table.seats[1] == Seat(bot=True)
    assert table.held == {(ALICE, 0), (BOB, 1), (CAROL, 2)}
    table = log.then(ev.SeatTaken(1, ERIN, True))
    assert table.seats[1].player == ERIN
    assert not table.seats[1].played_by_bot
    assert table.held == {(ALICE, 0), (BOB, 1), (CAROL, 2), (ERIN, 1)}


def test_whoever_takes_a_seat_over_at_its_turn_has_the_whole_limit() -> None:
    log = in_play()
    assert log.then().turn_since == 12_000
    log.then(ev.SeatFreed(2, CAROL, Freed.LEFT))
    assert log.then(ev.SeatTaken(2, ERIN, True)).turn_since == 14_000


def test_whoever_takes_another_seat_over_does_not_prolong_the_running_turn() -> None:
    log = in_play()
    log.then(ev.SeatFreed(1, BOB, Freed.LEFT))
    assert log.then(ev.SeatTaken(1, ERIN, True)).turn_since == 12_000


def test_an_away_player_keeps_the_seat_and_nobody_plays_its_cards() -> None:
    table = started(ALICE, BOB, CAROL).then(ev.PlayerAway(1, since=4500))
    bob = table.seats[1]
    assert (bob.player, bob.is_connected, bob.away_since) == (BOB, False, 4500)
    assert not bob.played_by_bot
    assert table.is_awake


def test_a_bot_stands_in_for_an_absent_player_until_the_player_is_back() -> None:
    log = started(ALICE, BOB, CAROL)
    table = log.then(ev.PlayerAway(1, since=4500), ev.BotStoodIn(1))
    assert table.seats[1].played_by_bot
    assert (table.seats[1].player, table.seats[1].stand_in) == (BOB, True)
    table = log.then(ev.PlayerBack(1))
    assert not table.seats[1].played_by_bot
    assert (table.seats[1].here_since, table.seats[1].away_since) == (8000, None)
    assert table.seats[1].taken_at == 3000


def test_a_player_who_was_replaced_has_lost_the_seat() -> None:
    log = started(ALICE, BOB, CAROL)
    log.then(ev.PlayerAway(1, since=4500), ev.BotStoodIn(1))
    table = log.then(ev.SeatFreed(1, BOB, Freed.REPLACED), ev.SeatTaken(1, ERIN, True))
    assert table.seat_of(BOB) is None
    assert table.seat_of(ERIN) == 1
    assert (table.seats[1].stand_in, table.barred) == (False, frozenset())


def test_a_game_without_a_connected_person_is_asleep() -> None:
    log = seated([ALICE, BOB], size=3)
    log.then(ev.BotAdded(2), ev.GameStarted())
    assert log.then(ev.PlayerAway(0, since=5000)).is_awake
    assert not log.then(ev.PlayerAway(1, since=6000)).is_awake
    assert log.then(ev.PlayerBack(0)).is_awake


def test_a_seat_is_awaited_since_the_first_other_person_is_here() -> None:
    log = seated([ALICE, BOB], size=4)
    table = log.then(ev.BotAdded(2), ev.BotAdded(3), ev.GameStarted())
    assert [table.awaited_since(seat) for seat in range(4)] == [3000, 2000, 2000, 2000]
    table = log.then(ev.PlayerAway(0, since=6500))
    assert [table.awaited_since(seat) for seat in range(4)] == [3000, None, 3000, 3000]
    table = log.then(ev.PlayerBack(0))
    assert [table.awaited_since(seat) for seat in range(4)] == [3000, 8000, 3000, 3000]


# After an outage


def test_when_limits_restart_the_turn_and_every_absence_begin_anew() -> None:
    log = in_play()
    log.then(ev.PlayerAway(1, since=5_000))
    before = log.then()

    after = log.then(ev.LimitsRestarted())

    assert before.seats[1].away_since == 5_000
    assert after.seats[1].away_since == after.turn_since == after.restarted_at == after.changed_at
    assert after.turn_since == before.changed_at + 1000
    assert after.seats[0] == before.seats[0]
    assert after.hand == before.hand


def test_a_turn_that_browsers_have_yet_to_see_begins_no_earlier_when_limits_restart() -> None:
    table = in_play().then()._replace(turn_since=90_000, shown_at=90_000)
    logged = Logged(table.version + 1, 50_000, 50_000, ev.LimitsRestarted())
    assert fold([logged], table).turn_since == 90_000
