"""Who is connected where: sockets, processes, and what is told to tables and when."""

import uuid

import pytest

from accounts.models import Player
from tables import models, presence
from tables.commands import seats
from tables.hearts import events as ev
from tables.store import NoSuchTable
from tests.conftest import FixedClock
from tests.tables import playing

pytestmark = pytest.mark.django_db


class Server:
    """A server process as the database knows it."""

    def __init__(self, clock: FixedClock) -> None:
        self.id = uuid.uuid4()
        self.clock = clock
        self.beat()

    def beat(self) -> bool:
        return presence.beat(self.id, self.clock.ms)

    def open(self, code: str, player: Player) -> uuid.UUID:
        socket = uuid.uuid4()
        presence.socket_opened(self.id, socket, code, player.pk)
        return socket


@pytest.fixture
def server(db: None, fixed_clock: FixedClock) -> Server:
    return Server(fixed_clock)


def lose(socket: uuid.UUID, code: str, player: Player, clock: FixedClock) -> None:
    """The player's socket is lost now."""
    presence.socket_closed(socket, code, player.pk, clock.ms)


def told(code: str, after: int) -> list[str]:
    return playing.kinds(code, after=after)


def test_who_opens_a_socket_at_their_seat_is_back(
    alice: Player, bob: Player, server: Server
) -> None:
    code = playing.table_of(alice, bob, away=True)
    version = playing.version_of(code)

    server.open(code, alice)

    assert playing.events(code, after=version) == [ev.PlayerBack(0)]
    assert models.OpenSocket.objects.get().player == alice


def test_who_watches_is_noted_and_nobody_is_told(
    alice: Player, victor: Player, server: Server
) -> None:
    code = playing.table_of(alice)
    version = playing.version_of(code)

    socket = server.open(code, victor)
    lose(socket, code, victor, server.clock)

    assert told(code, version) == []
    assert not models.OpenSocket.objects.exists()


def test_a_socket_at_a_table_that_does_not_exist_is_refused(alice: Player, server: Server) -> None:
    with pytest.raises(NoSuchTable):
        server.open("NOTHERE", alice)


def test_a_lost_player_is_away_since_the_last_sign_of_life(
    alice: Player, bob: Player, server: Server
) -> None:
    code = playing.table_of(alice, bob)
    socket = server.open(code, bob)
    version = playing.version_of(code)
    last_seen = server.clock.ms - 7_000

    presence.socket_closed(socket, code, bob.pk, last_seen)
    presence.sweep(server.clock.ms)

    assert playing.events(code, after=version) == [ev.PlayerAway(1, last_seen)]


def test_a_reload_within_two_seconds_is_not_told(
    alice: Player, bob: Player, server: Server
) -> None:
    code = playing.table_of(alice, bob)
    socket = server.open(code, bob)
    version = playing.version_of(code)

    lose(socket, code, bob, server.clock)
    presence.sweep(server.clock.advance(seconds=1.999))
    server.open(code, bob)
    presence.sweep(server.clock.advance(seconds=6))

    assert told(code, version) == []
    assert models.Seat.objects.get(player=bob).lost_ms is None


def test_after_two_seconds_the_others_are_told(alice: Player, bob: Player, server: Server) -> None:
    code = playing.table_of(alice, bob)
    socket = server.open(code, bob)
    version = playing.version_of(code)

    lose(socket, code, bob, server.clock)
    presence.sweep(server.clock.advance(seconds=1.999))
    assert told(code, version) == []
    presence.sweep(server.clock.advance(seconds=0.001))
    assert told(code, version) == ["player_away"]
    presence.sweep(server.clock.advance(seconds=1))
    assert told(code, version) == ["player_away"]


def test_row_27_with_two_tabs_closing_one_changes_nothing(
    alice: Player, bob: Player, server: Server
) -> None:
    code = playing.table_of(alice, bob)
    first, second = server.open(code, bob), server.open(code, bob)
    version = playing.version_of(code)

    lose(first, code, bob, server.clock)
    presence.sweep(server.clock.advance(seconds=5))
    assert told(code, version) == []

    lose(second, code, bob, server.clock)
    presence.sweep(server.clock.advance(seconds=5))
    assert told(code, version) == ["player_away"]


def test_a_socket_at_another_table_keeps_nobody_here(
    alice: Player, bob: Player, server: Server
) -> None:
    code, other = playing.table_of(alice, bob), playing.table_of(playing.guest(1))
    server.open(other, bob)
    socket = server.open(code, bob)
    version = playing.version_of(code)

    lose(socket, code, bob, server.clock)
    presence.sweep(server.clock.advance(seconds=5))

    assert told(code, version) == ["player_away"]


def test_a_socket_that_is_closed_twice_is_lost_once(
    alice: Player, bob: Player, server: Server
) -> None:
    code = playing.table_of(alice, bob)
    socket = server.open(code, bob)

    first = server.clock.ms
    lose(socket, code, bob, server.clock)
    server.clock.advance(seconds=1)
    lose(socket, code, bob, server.clock)

    assert models.Seat.objects.get(player=bob).lost_ms == first


def test_a_socket_that_is_noted_twice_is_noted_once(
    alice: Player, bob: Player, server: Server
) -> None:
    code = playing.table_of(alice, bob)
    socket = server.open(code, bob)

    presence.socket_opened(server.id, socket, code, bob.pk)

    assert models.OpenSocket.objects.count() == 1


def test_who_stays_at_a_table_that_is_over_is_not_told_of(
    alice: Player, bob: Player, server: Server
) -> None:
    code = playing.game_of(alice, bob, target=10)
    socket = server.open(code, bob)
    playing.play_on(code, alice, bob, until=lambda table: False)
    version = playing.version_of(code)

    lose(socket, code, bob, server.clock)
    presence.sweep(server.clock.advance(seconds=6))
    server.open(code, bob)

    assert told(code, version) == []


# Races between coming and going


def test_who_came_in_the_moment_of_being_told_away_is_back_soon(
    alice: Player, bob: Player, server: Server
) -> None:
    """The socket's process saw nobody away yet, and the clock saw no socket yet."""
    code = playing.table_of(alice, bob)
    version = playing.version_of(code)
    models.OpenSocket.objects.create(
        id=uuid.uuid4(),
        process_id=server.id,
        table=models.Table.objects.get(code=code),
        player=bob,
    )
    seats.go_away(code, bob.pk, since=server.clock.ms)

    presence.sweep(server.clock.ms)
    presence.sweep(server.clock.ms)

    assert told(code, version) == ["player_away", "player_back"]
    row = models.Seat.objects.get(player=bob)
    assert (row.away, row.lost_ms) == (False, None)


def test_who_lost_a_tab_while_another_came_is_not_lost(
    alice: Player, bob: Player, server: Server
) -> None:
    code = playing.table_of(alice, bob)
    version = playing.version_of(code)
    server.open(code, bob)
    models.Seat.objects.filter(player=bob).update(lost_ms=server.clock.ms)

    presence.sweep(server.clock.advance(seconds=3))

    assert models.Seat.objects.get(player=bob).lost_ms is None
    assert told(code, version) == []


def test_a_fault_at_one_table_does_not_keep_the_others_in_the_dark(
    four: list[Player],
    server: Server,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    alice, bob, carol, dave = four
    broken, sound = playing.table_of(alice, bob), playing.table_of(carol, dave)
    for code, player in ((broken, bob), (sound, dave)):
        lose(server.open(code, player), code, player, server.clock)
    version = playing.version_of(sound)

    def faulty(code: str, player: int, since: int) -> object:
        if code == broken:
            raise ZeroDivisionError
        return seats.go_away(code, player, since)

    monkeypatch.setattr("tables.presence.go_away", faulty)
    presence.sweep(server.clock.advance(seconds=5))

    assert told(sound, version) == ["player_away"]
    assert broken in caplog.text


# Processes


def test_the_first_beat_of_a_process_is_told_from_the_others(
    db: None, fixed_clock: FixedClock
) -> None:
    process = uuid.uuid4()
    assert presence.beat(process, fixed_clock.ms)
    assert not presence.beat(process, fixed_clock.advance(seconds=1))
    assert models.ServerProcess.objects.get(id=process).beat_ms == fixed_clock.ms


def test_a_dead_process_is_swept_after_10_seconds_and_its_last_beat_counts(
    alice: Player, bob: Player, server: Server
) -> None:
    code = playing.table_of(alice, bob)
    other = Server(server.clock)
    other.open(code, bob)
    version = playing.version_of(code)
    last_beat = server.clock.ms

    server.clock.advance(seconds=10)
    server.beat()
    presence.sweep(server.clock.ms)
    assert told(code, version) == []

    server.clock.advance(seconds=0.001)
    server.beat()
    presence.sweep(server.clock.ms)
    assert playing.events(code, after=version) == [ev.PlayerAway(1, last_beat)]
    assert list(models.ServerProcess.objects.values_list("id", flat=True)) == [server.id]
    assert not models.OpenSocket.objects.exists()


def test_who_has_a_socket_in_a_living_process_is_not_lost_with_the_dead_one(
    alice: Player, bob: Player, server: Server
) -> None:
    code = playing.table_of(alice, bob)
    other = Server(server.clock)
    other.open(code, bob)
    server.open(code, bob)
    version = playing.version_of(code)

    server.clock.advance(seconds=60)
    server.beat()
    presence.sweep(server.clock.ms)

    assert told(code, version) == []
    assert models.OpenSocket.objects.count() == 1


def test_a_process_that_was_swept_by_mistake_writes_its_rows_again(
    alice: Player, bob: Player, server: Server
) -> None:
    code = playing.table_of(alice, bob)
    socket = server.open(code, bob)
    version = playing.version_of(code)

    presence.sweep(server.clock.advance(seconds=11))
    assert told(code, version) == ["player_away"]

    assert server.beat()
    presence.socket_opened(server.id, socket, code, bob.pk)
    assert told(code, version) == ["player_away", "player_back"]


def test_a_process_that_stops_in_good_order_loses_its_sockets_now(
    alice: Player, bob: Player, server: Server
) -> None:
    code = playing.table_of(alice, bob)
    server.open(code, bob)
    other = Server(server.clock)

    presence.end(server.id, server.clock.advance(seconds=0.4))

    assert models.Seat.objects.get(player=bob).lost_ms == server.clock.ms
    assert list(models.ServerProcess.objects.values_list("id", flat=True)) == [other.id]


def test_the_only_process_buries_all_that_were_before_it(
    alice: Player, bob: Player, server: Server
) -> None:
    code = playing.table_of(alice, bob)
    server.open(code, bob)
    last_beat = server.clock.ms
    server.clock.advance(seconds=3)
    after_restart = Server(server.clock)

    presence.bury_all_but(after_restart.id)

    assert models.Seat.objects.get(player=bob).lost_ms == last_beat
    assert list(models.ServerProcess.objects.values_list("id", flat=True)) == [after_restart.id]


def test_a_server_is_known_alive_up_to_the_last_beat_of_any(
    db: None, fixed_clock: FixedClock
) -> None:
    assert presence.last_alive(fixed_clock.ms) == 0
    first, second = Server(fixed_clock), Server(fixed_clock)
    fixed_clock.advance(seconds=4)
    second.beat()
    beat = fixed_clock.ms
    fixed_clock.advance(seconds=4)
    assert presence.last_alive(fixed_clock.ms) == beat
    assert presence.last_alive(beat - 1) == beat - 1
    assert not first.beat()
    assert presence.last_alive(fixed_clock.ms) == fixed_clock.ms
