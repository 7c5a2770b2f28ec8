"""After an outage all running limits start again in full, once (rule 22)."""

import uuid

import pytest
from django.db import DatabaseError

from accounts.models import Player
from tables import life, models, presence, rounds
from tables.commands import outages, run, seats
from tables.hearts.duties import turn_deadline
from tables.hearts.table import Table
from tables.timing import limits
from tests.conftest import FixedClock
from tests.tables import playing
from tests.tables.threads import at_once

pytestmark = pytest.mark.django_db


class Server:
    """A server process that has beaten once."""

    def __init__(self, clock: FixedClock) -> None:
        self.id = uuid.uuid4()
        self.clock = clock
        self.beat()

    def beat(self) -> None:
        presence.live(self.id, self.clock.ms)

    def beat_for(self, seconds: int) -> None:
        """Lives on for so long, with a beat and a round of the clock each second."""
        for _ in range(seconds):
            self.clock.advance(seconds=1)
            self.beat()
            rounds.go_round()

    def open(self, code: str, player: Player) -> uuid.UUID:
        socket = uuid.uuid4()
        presence.socket_opened(self.id, socket, code, player.pk)
        return socket


@pytest.fixture
def server(db: None, fixed_clock: FixedClock) -> Server:
    return Server(fixed_clock)


def restarted_embedded(old: Server, *, after: float) -> Server:
    """The embedded server is killed, and started again after so many seconds."""
    old.clock.advance(seconds=after)
    new = Server(old.clock)
    presence.bury_all_but(new.id)
    return new


def restarts(code: str) -> int:
    return playing.kinds(code).count("limits_restarted")


def deadline_of(table: Table) -> int | None:
    assert table.hand is not None
    assert table.hand.turn is not None
    return turn_deadline(table, table.hand.turn, limits())


def test_the_first_beat_ever_restarts_nothing(alice: Player, fixed_clock: FixedClock) -> None:
    code = playing.table_of(alice)
    fixed_clock.advance(seconds=3600)
    Server(fixed_clock)
    assert restarts(code) == 0
    assert models.Pulse.objects.get().last_alive_ms == fixed_clock.ms


@pytest.mark.parametrize(("gap", "expected"), [(1, 0), (6, 0), (6.001, 1), (60, 1)])
def test_more_than_6_seconds_without_any_beat_are_an_outage(
    alice: Player, server: Server, gap: float, expected: int
) -> None:
    code = playing.table_of(alice)
    server.clock.advance(seconds=gap)
    server.beat()
    assert restarts(code) == expected


def test_limits_restart_once_and_only_at_unfinished_tables(
    alice: Player, bob: Player, carol: Player, server: Server
) -> None:
    waiting, running, closed = (
        playing.table_of(alice),
        playing.game_of(bob),
        playing.table_of(carol),
    )
    seats.leave(closed, carol.pk)

    server.clock.advance(seconds=60)
    server.beat()
    server.beat_for(3)

    assert [restarts(code) for code in (waiting, running, closed)] == [1, 1, 0]
    server.clock.advance(seconds=60)
    server.beat()
    assert [restarts(code) for code in (waiting, running, closed)] == [2, 2, 0]


def test_one_process_of_several_dying_is_no_outage(alice: Player, server: Server) -> None:
    code = playing.table_of(alice)
    other = Server(server.clock)
    server.beat_for(60)
    other.beat()
    assert restarts(code) == 0


def test_of_two_processes_that_come_back_one_restarts_the_limits(
    alice: Player, server: Server
) -> None:
    other = Server(server.clock)
    code = playing.table_of(alice)
    server.clock.advance(seconds=60)
    other.beat()
    server.beat()
    assert restarts(code) == 1


def test_a_beat_that_was_read_before_another_one_does_not_turn_time_back(server: Server) -> None:
    late = server.clock.ms - 500
    presence.live(uuid.uuid4(), late)
    assert models.Pulse.objects.get().last_alive_ms == server.clock.ms


@pytest.mark.django_db(transaction=True)
def test_two_processes_that_come_back_in_the_same_moment_restart_the_limits_once(
    alice: Player, server: Server
) -> None:
    other = Server(server.clock)
    code = playing.table_of(alice)
    server.clock.advance(seconds=60)
    assert at_once(server.beat, other.beat) == [None, None]
    assert restarts(code) == 1


@pytest.mark.django_db(transaction=True)
def test_a_restart_of_limits_that_is_cut_off_is_done_whole_by_the_next_beat(
    alice: Player, bob: Player, server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    codes = [playing.table_of(alice), playing.table_of(bob)]
    execute = run.execute

    def cut_off(code: str, *args: object, **kwargs: object) -> None:
        if code == codes[1]:
            raise DatabaseError
        execute(code, *args, **kwargs)  # type: ignore[arg-type]

    server.clock.advance(seconds=60)
    with monkeypatch.context() as patch:
        patch.setattr(outages, "execute", cut_off)
        with pytest.raises(DatabaseError):
            server.beat()
    assert [restarts(code) for code in codes] == [0, 0]

    server.beat()
    assert [restarts(code) for code in codes] == [1, 1]


def test_a_fault_of_one_table_does_not_keep_the_others_from_it(
    alice: Player,
    bob: Player,
    server: Server,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    broken, sound = playing.table_of(alice), playing.table_of(bob)
    execute = run.execute

    def faulty(code: str, *args: object, **kwargs: object) -> None:
        if code == broken:
            raise ZeroDivisionError
        execute(code, *args, **kwargs)  # type: ignore[arg-type]

    monkeypatch.setattr(outages, "execute", faulty)
    server.clock.advance(seconds=60)
    server.beat()

    assert restarts(sound) == 1
    assert f"table {broken}: limits not restarted" in caplog.text


# What starts again


def test_a_turn_has_its_whole_limit_after_an_outage(
    alice: Player, bob: Player, server: Server
) -> None:
    code = playing.game_of(alice, bob)
    for player in (alice, bob):
        server.open(code, player)
        playing.pass_any(code, player)
    server.beat_for(20)
    assert deadline_of(playing.state_of(code)) == server.clock.ms + 10_000

    server.clock.advance(seconds=9.5)
    server.beat()

    assert deadline_of(playing.state_of(code)) == server.clock.ms + 30_000
    assert models.Table.objects.get(code=code).due_ms == server.clock.ms + 30_000


def test_an_embedded_restart_after_4_seconds_changes_no_limit(
    alice: Player, bob: Player, server: Server
) -> None:
    code = playing.table_of(alice, bob)
    server.open(code, alice)
    server.open(code, bob)
    server.beat_for(5)
    last_beat = server.clock.ms

    new = restarted_embedded(server, after=4)
    new.open(code, alice)
    new.beat_for(1)

    table = playing.state_of(code)
    assert restarts(code) == 0
    assert (table.seats[0].away_since, table.seats[1].away_since) == (None, last_beat)
    new.beat_for(54)
    assert "seat_freed" not in playing.kinds(code)
    new.beat_for(1)
    assert playing.kinds(code)[-1] == "seat_freed"


def test_after_an_embedded_restart_of_60_seconds_the_away_time_counts_anew(
    alice: Player, bob: Player, server: Server
) -> None:
    code = playing.table_of(alice, bob)
    server.open(code, alice)
    server.open(code, bob)
    server.beat_for(5)

    new = restarted_embedded(server, after=60)
    back = server.clock.ms
    new.open(code, alice)
    new.beat_for(1)

    assert restarts(code) == 1
    assert playing.state_of(code).seats[1].away_since == back
    assert models.Seat.objects.get(player=bob, held=True).lost_ms == back
    new.beat_for(58)
    assert "seat_freed" not in playing.kinds(code)
    new.beat_for(1)
    assert playing.kinds(code)[-1] == "seat_freed"


def test_who_was_away_before_an_outage_has_the_whole_limit_after_it(
    alice: Player, bob: Player, server: Server
) -> None:
    code = playing.game_of(alice, bob)
    server.open(code, alice)
    seats.go_away(code, bob.pk, since=server.clock.ms)
    server.beat_for(25)

    server.clock.advance(seconds=60)
    server.beat()
    server.beat_for(29)
    assert "bot_stood_in" not in playing.kinds(code)
    server.beat_for(1)
    assert "bot_stood_in" in playing.kinds(code)


def test_what_fell_due_before_an_outage_still_counts(
    alice: Player, bob: Player, server: Server
) -> None:
    code = playing.table_of(alice, bob)
    server.open(code, alice)
    seats.go_away(code, bob.pk, since=server.clock.ms - 60_000)

    server.clock.advance(seconds=60)
    server.beat()

    assert playing.kinds(code)[-2:] == ["seat_freed", "limits_restarted"]


def test_a_command_that_comes_before_the_first_beat_holds_no_deadline_against_anybody(
    alice: Player, bob: Player, server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(life, "_kept", server.clock.ms)
    code = playing.table_of(alice, bob)
    seats.go_away(code, bob.pk, since=server.clock.ms)

    server.clock.advance(seconds=61)
    seats.add_bot(code, alice.pk)
    assert playing.kinds(code)[-1] == "bot_added"

    server.beat()
    life.keep(server.clock.ms)
    server.beat_for(59)
    assert "seat_freed" not in playing.kinds(code)


def test_a_clock_that_is_back_before_the_servers_applies_only_what_was_due_before(
    alice: Player, bob: Player, carol: Player, server: Server
) -> None:
    code = playing.table_of(alice, bob, carol)
    seats.go_away(code, carol.pk, since=server.clock.ms - 55_000)
    seats.go_away(code, bob.pk, since=server.clock.ms - 60_000)

    server.clock.advance(seconds=9)
    rounds.go_round()

    assert [seat.player for seat in playing.state_of(code).seats[:3]] == [
        alice.pk,
        None,
        carol.pk,
    ]
