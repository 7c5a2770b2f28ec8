"""Limits that run out: rules 16, 20 and 21, row 28. The clock's rounds are in test_rounds."""

import pytest
from pytest_django import Settings

from accounts.models import Player
from tables import models, store
from tables.commands import play, run, seats
from tables.commands.draft import Draft
from tables.hearts import errors
from tables.hearts import events as ev
from tables.hearts.cards import CARDS
from tables.hearts.table import Seat, Table
from tables.store import Folded
from tests.conftest import FixedClock
from tests.tables import playing
from tests.tables.hearts.positions import hand_in_play

pytestmark = pytest.mark.django_db


def nothing(draft: Draft) -> None:
    pass


def due_s(code: str, clock: FixedClock) -> float | None:
    """In how many seconds something falls due at the table, as its row says."""
    due = models.Table.objects.get(code=code).due_ms
    return None if due is None else (due - clock.ms) / 1000


def after(code: str, clock: FixedClock, seconds: float) -> list[str]:
    """The kinds of events that the clock adds when it comes after so many seconds."""
    clock.advance(seconds=seconds)
    version = playing.version_of(code)
    run.execute(code, nothing)
    return playing.kinds(code, after=version)


def turn_of(code: str, player: Player, *others: Player) -> Table:
    """Plays on until it is this player's turn, others waiting."""

    def is_turn(table: Table) -> bool:
        return table.hand is not None and table.hand.turn == table.seat_of(player.pk)

    return playing.play_on(code, player, *others, until=is_turn)


# Rule 16: waiting seats


def test_a_waiting_seat_is_freed_after_60_seconds(
    alice: Player, bob: Player, fixed_clock: FixedClock
) -> None:
    code = playing.table_of(alice, bob)
    seats.go_away(code, bob.pk, since=fixed_clock.ms)

    assert due_s(code, fixed_clock) == 60
    assert after(code, fixed_clock, 59.999) == []
    assert after(code, fixed_clock, 0.001) == ["seat_freed"]
    assert playing.events(code)[-1] == ev.SeatFreed(1, bob.pk, ev.Freed.AWAY)
    assert due_s(code, fixed_clock) is None
    assert seats.seat_elsewhere(bob.pk) is None


def test_who_comes_back_in_time_keeps_the_waiting_seat(
    alice: Player, bob: Player, fixed_clock: FixedClock
) -> None:
    code = playing.table_of(alice, bob)
    seats.go_away(code, bob.pk, since=fixed_clock.ms)
    fixed_clock.advance(seconds=59)
    seats.come_back(code, bob.pk)

    assert due_s(code, fixed_clock) is None
    assert after(code, fixed_clock, 3600) == []


def test_who_never_connects_after_sitting_down_loses_the_seat(
    alice: Player, bob: Player, fixed_clock: FixedClock
) -> None:
    code = playing.table_of(alice)
    seats.sit(code, bob.pk, connected=False)

    assert after(code, fixed_clock, 60) == ["seat_freed"]


def test_a_waiting_table_that_all_have_left_alone_is_closed(
    alice: Player, bob: Player, fixed_clock: FixedClock
) -> None:
    code = playing.table_of(alice, bob, away=True)
    seats.add_bot(code, alice.pk)

    assert after(code, fixed_clock, 60) == ["seat_freed", "seat_freed", "table_closed"]
    assert playing.events(code)[-1] == ev.TableClosed(ev.Closed.DESERTED)
    assert models.Table.objects.get(code=code).state == "closed"
    assert not models.Seat.objects.filter(held=True).exists()


# Rule 20: dropping out of a regular game


def test_a_bot_plays_on_after_30_seconds_if_another_person_waits(
    alice: Player, bob: Player, fixed_clock: FixedClock
) -> None:
    code = playing.trick_of(alice, bob)
    turn_of(code, bob, alice)
    fixed_clock.advance(seconds=1)
    seats.go_away(code, bob.pk, since=fixed_clock.ms)
    fixed_clock.advance(seconds=28)
    seats.sit(code, playing.guest(1).pk, 2, connected=True)

    # The turn's own limit comes first, and is for this one move.
    assert after(code, fixed_clock, 1)[0] == "played"
    assert not playing.state_of(code).seats[1].stand_in
    assert after(code, fixed_clock, 1)[0] == "bot_stood_in"
    assert playing.state_of(code).seats[1].stand_in


def test_a_bot_that_stands_in_before_the_pass_passes_at_once(
    alice: Player, bob: Player, fixed_clock: FixedClock
) -> None:
    code = playing.game_of(alice, bob)
    seats.go_away(code, bob.pk, since=fixed_clock.ms)

    assert due_s(code, fixed_clock) == 30
    assert after(code, fixed_clock, 30) == ["bot_stood_in", "passed"]
    assert isinstance(passed := playing.events(code)[-1], ev.Passed)
    assert (passed.seat, passed.by_bot) == (1, True)


def test_no_bot_stands_in_while_nobody_waits(
    alice: Player, bob: Player, fixed_clock: FixedClock
) -> None:
    code = playing.game_of(alice, bob)
    for player in (alice, bob):
        seats.go_away(code, player.pk, since=fixed_clock.ms)

    assert after(code, fixed_clock, 3600) == []

    seats.come_back(code, alice.pk)
    assert due_s(code, fixed_clock) == 30
    assert after(code, fixed_clock, 29.999) == []
    assert after(code, fixed_clock, 0.001) == ["bot_stood_in", "passed"]


def test_by_returning_one_takes_the_seat_back(
    alice: Player, bob: Player, fixed_clock: FixedClock
) -> None:
    code = playing.game_of(alice, bob)
    seats.go_away(code, bob.pk, since=fixed_clock.ms)
    after(code, fixed_clock, 30)
    fixed_clock.advance(seconds=3000)

    seats.come_back(code, bob.pk)

    seat = playing.state_of(code).seats[1]
    assert (seat.player, seat.is_connected, seat.stand_in) == (bob.pk, True, False)
    assert playing.state_of(code).held == {(alice.pk, 0), (bob.pk, 1)}


@pytest.mark.django_db(transaction=True)
def test_a_game_that_nobody_is_at_is_paused_and_goes_on_when_one_returns(
    alice: Player, bob: Player, fixed_clock: FixedClock
) -> None:
    code = playing.game_of(alice, bob)
    hand = hand_in_play("2D 5C", "3D JD", "4D 7C", "6D 8C", leader=1)
    playing.put_hand(code, hand)
    seats.go_away(code, alice.pk, since=fixed_clock.ms)
    seats.leave(code, bob.pk)

    assert not playing.believed(code).is_awake
    assert after(code, fixed_clock, 3600) == []

    version = playing.version_of(code)
    seats.come_back(code, alice.pk)
    assert playing.kinds(code, after=version) == ["player_back", "played", "played", "played"]


def test_after_24_hours_without_anyone_a_game_is_closed(
    alice: Player, bob: Player, fixed_clock: FixedClock
) -> None:
    code = playing.game_of(alice, bob)
    seats.go_away(code, bob.pk, since=fixed_clock.ms)
    fixed_clock.advance(seconds=10)
    seats.go_away(code, alice.pk, since=fixed_clock.ms)

    assert due_s(code, fixed_clock) == 24 * 3600
    assert after(code, fixed_clock, 24 * 3600 - 1) == []
    assert after(code, fixed_clock, 1) == ["table_closed"]
    assert playing.events(code)[-1] == ev.TableClosed(ev.Closed.DESERTED)
    assert not models.Seat.objects.filter(held=True).exists()


# Row 28: come back while a bot stood in


@pytest.mark.django_db(transaction=True)
def test_row_28_who_comes_back_while_a_bot_thinks_plays_no_second_card(
    alice: Player, bob: Player, fixed_clock: FixedClock, settings: Settings
) -> None:
    settings.PACE_CARD_MS = 700
    code = playing.game_of(alice, bob)
    hand = hand_in_play("KD 5C", "3D JD", "4D 7C", "6D 8C")
    version = playing.put_hand(code, hand).version
    seats.go_away(code, bob.pk, since=fixed_clock.ms)
    fixed_clock.advance(seconds=29)

    play.play_card(code, alice.pk, hand=1, trick=2, card=CARDS["KD"])
    fixed_clock.advance(seconds=1)
    run.execute(code, nothing)
    fixed_clock.advance(seconds=0.2)  # the bot's card is not shown yet
    seats.come_back(code, bob.pk)
    with pytest.raises(errors.RuleError):
        play.play_card(code, bob.pk, hand=1, trick=2, card=CARDS["JD"])

    assert playing.kinds(code, after=version) == [
        "player_away",
        "played",
        "bot_stood_in",
        "played",
        "played",
        "played",
        "trick_taken",
        "player_back",
    ]
    own = [e for e in playing.events(code, after=version) if isinstance(e, ev.Played)]
    assert [e.seat for e in own].count(1) == 1
    seat = playing.believed(code).seats[1]
    assert seat.is_connected
    assert not seat.played_by_bot


def test_row_28_the_bot_that_stood_in_plays_no_card_after_the_return(
    alice: Player, bob: Player, fixed_clock: FixedClock
) -> None:
    code = playing.trick_of(alice, bob)
    turn_of(code, bob, alice)
    seats.go_away(code, bob.pk, since=fixed_clock.ms)
    after(code, fixed_clock, 30)
    seats.come_back(code, bob.pk)
    version = playing.version_of(code)

    turn_of(code, bob, alice)
    playing.play_any(code, bob)
    turn_of(code, bob, alice)

    plays = [e for e in playing.events(code, after=version) if isinstance(e, ev.Played)]
    assert [e.by_bot for e in plays if e.seat == 1] == [False]


# Rule 21: the turn limit


def test_a_bot_makes_the_one_move_after_30_seconds_if_another_waits(
    alice: Player, bob: Player, fixed_clock: FixedClock
) -> None:
    code = playing.trick_of(alice, bob)
    turn_of(code, bob, alice)

    assert due_s(code, fixed_clock) == 30
    assert after(code, fixed_clock, 29.999) == []
    version = playing.version_of(code)
    assert after(code, fixed_clock, 0.001)[0] == "played"
    first = playing.events(code, after=version)[0]
    assert isinstance(first, ev.Played)
    assert (first.seat, first.by_bot) == (1, True)
    assert playing.state_of(code).seats[1].is_connected

    turn_of(code, bob, alice)
    assert due_s(code, fixed_clock) == 30
    playing.play_any(code, bob)


def test_a_bot_passes_after_60_seconds_for_all_who_have_not(
    alice: Player, bob: Player, carol: Player, fixed_clock: FixedClock
) -> None:
    code = playing.game_of(alice, bob, carol)
    playing.pass_any(code, carol)

    assert due_s(code, fixed_clock) == 60
    assert after(code, fixed_clock, 59.999) == []
    kinds = after(code, fixed_clock, 0.001)
    assert kinds[:3] == ["passed", "passed", "cards_exchanged"]


def test_who_plays_with_bots_alone_has_all_the_time_in_the_world(
    alice: Player, fixed_clock: FixedClock
) -> None:
    code = playing.game_of(alice)
    assert due_s(code, fixed_clock) is None
    assert after(code, fixed_clock, 100_000) == []
    playing.pass_any(code, alice)
    assert due_s(code, fixed_clock) is None
    assert after(code, fixed_clock, 100_000) == []


def test_the_limit_begins_when_another_person_comes_to_wait(
    alice: Player, bob: Player, fixed_clock: FixedClock
) -> None:
    code = playing.trick_of(alice)
    turn_of(code, alice)
    fixed_clock.advance(seconds=3600)

    seats.sit(code, bob.pk, 2, connected=True)

    assert due_s(code, fixed_clock) == 30
    assert after(code, fixed_clock, 30)[0] == "played"


@pytest.mark.django_db(transaction=True)
def test_the_limit_begins_after_the_bots_cards_have_been_shown(
    alice: Player, bob: Player, fixed_clock: FixedClock, settings: Settings
) -> None:
    settings.PACE_CARD_MS, settings.PACE_TRICK_MS = 700, 1_100
    code = playing.game_of(alice, bob)
    playing.put_hand(code, hand_in_play("4D 5C", "6D 7C", "2D JC", "3D 8C"))

    play.play_card(code, alice.pk, hand=1, trick=2, card=CARDS["4D"])
    assert due_s(code, fixed_clock) == 30

    play.play_card(code, bob.pk, hand=1, trick=2, card=CARDS["6D"])
    assert due_s(code, fixed_clock) == 0.7 + 0.7 + 1.1 + 30


@pytest.mark.django_db(transaction=True)
def test_the_pass_limit_begins_after_the_score_has_been_shown(
    alice: Player, bob: Player, fixed_clock: FixedClock, settings: Settings
) -> None:
    settings.PACE_CARD_MS, settings.PACE_TRICK_MS, settings.PACE_SCORE_MS = 700, 1_100, 6_000
    code = playing.game_of(alice, bob, size=3)
    taken = hand_in_play("AD", "2D", "3D", earlier="QS KS AS")
    playing.put_hand(code, taken)

    play.play_card(code, alice.pk, hand=1, trick=2, card=CARDS["AD"])
    play.play_card(code, bob.pk, hand=1, trick=2, card=CARDS["2D"])

    assert playing.kinds(code)[-5:] == ["played", "trick_taken", "hand_scored", "dealt", "passed"]
    assert due_s(code, fixed_clock) == 0.7 + 1.1 + 0.7 + 6 + 60


# Bots that owe a move


def all_bots(code: str, player: Player, clock: FixedClock) -> None:
    """Makes this process believe that bots hold every turn, and that somebody is there to see."""
    folded = store.cache.get(code)
    assert folded is not None
    waits = Seat(player=player.pk, here_since=clock.ms, stand_in=True)
    table = folded.table._replace(seats=(waits, *folded.table.seats[1:]))
    store.cache.clear()
    store.cache.put(Folded(folded.id, code, "", table))


@pytest.mark.django_db(transaction=True)
def test_bots_go_on_in_portions_of_two_tricks_each_time_the_clock_comes(
    alice: Player, fixed_clock: FixedClock
) -> None:
    code = playing.trick_of(alice, size=3)
    all_bots(code, alice, fixed_clock)

    for _ in range(3):
        assert after(code, fixed_clock, 1).count("played") == 6


@pytest.mark.django_db(transaction=True)
def test_bots_wait_with_the_next_portion_until_the_last_one_has_been_shown(
    alice: Player, fixed_clock: FixedClock, settings: Settings
) -> None:
    settings.PACE_CARD_MS = 700
    code = playing.trick_of(alice, size=3)
    all_bots(code, alice, fixed_clock)

    assert after(code, fixed_clock, 10).count("played") == 6
    assert due_s(code, fixed_clock) == pytest.approx(6 * 0.7)
    assert after(code, fixed_clock, 6 * 0.7).count("played") == 6


@pytest.mark.django_db(transaction=True)
def test_what_a_person_does_comes_after_the_bots_that_are_overdue(
    alice: Player, bob: Player, fixed_clock: FixedClock
) -> None:
    code = playing.trick_of(alice, size=3)
    all_bots(code, alice, fixed_clock)
    version = playing.version_of(code)

    seats.sit(code, bob.pk, 1, connected=True)

    kinds = playing.kinds(code, after=version)
    assert kinds.index("seat_taken") > kinds.index("played")
