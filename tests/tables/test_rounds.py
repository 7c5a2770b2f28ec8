"""The clock's rounds."""

import uuid

import pytest

from accounts.models import Player
from tables import models, presence, rounds, store
from tables.commands import run, seats
from tests.conftest import FixedClock
from tests.tables import playing

pytestmark = pytest.mark.django_db


@pytest.fixture
def process(db: None, fixed_clock: FixedClock) -> uuid.UUID:
    """A server process that has just beaten."""
    process = uuid.uuid4()
    presence.beat(process, fixed_clock.ms)
    return process


def absent_table(alice: Player, bob: Player, clock: FixedClock) -> str:
    """A table whose second seat falls due in 60 seconds."""
    code = playing.table_of(alice, bob)
    seats.go_away(code, bob.pk, since=clock.ms)
    return code


def test_a_round_applies_what_has_fallen_due(
    alice: Player, bob: Player, process: uuid.UUID, fixed_clock: FixedClock
) -> None:
    code = absent_table(alice, bob, fixed_clock)

    presence.beat(process, fixed_clock.advance(seconds=59.999))
    assert rounds.go_round() == 0
    presence.beat(process, fixed_clock.advance(seconds=0.001))
    assert rounds.go_round() == 1
    assert rounds.go_round() == 0

    assert playing.kinds(code)[-1] == "seat_freed"


def test_what_fell_due_while_no_server_was_alive_is_not_applied(
    alice: Player, bob: Player, process: uuid.UUID, fixed_clock: FixedClock
) -> None:
    code = absent_table(alice, bob, fixed_clock)
    presence.beat(process, fixed_clock.advance(seconds=55))
    fixed_clock.advance(seconds=8)

    assert rounds.go_round() == 0
    assert playing.kinds(code)[-1] == "player_away"


def test_without_any_server_nothing_is_applied(
    alice: Player, bob: Player, fixed_clock: FixedClock
) -> None:
    absent_table(alice, bob, fixed_clock)
    fixed_clock.advance(seconds=3600)
    assert rounds.go_round() == 0


def test_a_round_tells_of_the_lost(
    alice: Player, bob: Player, process: uuid.UUID, fixed_clock: FixedClock
) -> None:
    code = playing.table_of(alice, bob)
    socket = uuid.uuid4()
    presence.socket_opened(process, socket, code, bob.pk)
    presence.socket_closed(socket, code, bob.pk, fixed_clock.ms)
    presence.beat(process, fixed_clock.advance(seconds=2))

    rounds.go_round()

    assert playing.kinds(code)[-1] == "player_away"


def test_a_fault_at_one_table_does_not_stop_the_others(
    four: list[Player],
    process: uuid.UUID,
    fixed_clock: FixedClock,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    alice, bob, carol, dave = four
    broken = absent_table(alice, bob, fixed_clock)
    sound = absent_table(carol, dave, fixed_clock)
    presence.beat(process, fixed_clock.advance(seconds=60))

    def faulty(code: str, decide: object, *, until: int) -> object:
        if code == broken:
            raise ZeroDivisionError
        return run.execute(code, rounds._nothing_more, until=until)

    monkeypatch.setattr(rounds, "execute", faulty)

    assert rounds.go_round() == 2
    assert playing.kinds(sound)[-1] == "seat_freed"
    assert f"table {broken}" in caplog.text


def test_who_fell_due_first_comes_first_and_a_round_has_an_end(
    four: list[Player],
    process: uuid.UUID,
    fixed_clock: FixedClock,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    alice, bob, carol, dave = four
    monkeypatch.setattr(rounds, "TABLES_A_ROUND", 1)
    first = absent_table(alice, bob, fixed_clock)
    fixed_clock.advance(seconds=1)
    second = absent_table(carol, dave, fixed_clock)
    presence.beat(process, fixed_clock.advance(seconds=100))

    assert rounds.go_round() == 1
    assert playing.kinds(first)[-1] == "seat_freed"
    assert playing.kinds(second)[-1] == "player_away"
    assert rounds.go_round() == 1
    assert playing.kinds(second)[-1] == "seat_freed"


@pytest.mark.django_db(transaction=True)
def test_a_clock_that_knows_an_old_table_applies_what_the_new_one_owes(
    alice: Player, bob: Player, carol: Player, process: uuid.UUID, fixed_clock: FixedClock
) -> None:
    """A clock in a process of its own keeps what it saw last; others have played on since."""
    code = playing.game_of(alice, bob)
    for player in (alice, bob):
        seats.go_away(code, player.pk, since=fixed_clock.ms)
    known = store.load(code)
    fixed_clock.advance(seconds=100)
    seats.come_back(code, alice.pk)
    store.cache.clear()
    store.cache.put(known)
    presence.beat(process, fixed_clock.advance(seconds=30))

    assert rounds.go_round() == 1
    assert playing.kinds(code)[-2:] == ["bot_stood_in", "passed"]
    assert models.Table.objects.get(code=code).due_ms is None
