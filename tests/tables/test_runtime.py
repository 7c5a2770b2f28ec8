"""What runs in a server process beside the pages."""

import asyncio
import threading
import uuid
from collections.abc import Callable

import pytest
from django.db import OperationalError

from accounts import clock
from accounts.models import Player
from tables import models, presence, runtime
from tables.commands import seats
from tables.rounds import go_round
from tables.threads import in_thread
from tests.tables import playing
from tests.tables.sockets import Browser, db, serving

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture(autouse=True)
def _haste(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(runtime, "BEAT_EVERY_S", 0.02)
    monkeypatch.setattr(runtime, "ROUND_EVERY_S", 0.02)


async def until(is_so: Callable[[], bool]) -> None:
    """Waits until the database says so."""
    async with asyncio.timeout(10):
        while not await db(is_so):
            await asyncio.sleep(0.02)


def beats() -> list[int]:
    return list(models.ServerProcess.objects.values_list("beat_ms", flat=True))


async def test_a_server_beats_while_it_runs_and_takes_its_rows_with_it(alice: Player) -> None:
    code = await db(playing.table_of, alice)
    async with serving():
        [first] = await db(beats)
        async with Browser(code, alice) as browser:
            await browser.update()
            await until(lambda: beats()[0] > first)
            assert await db(models.OpenSocket.objects.count) == 1
        assert "heartbeat" in [thread.name for thread in threading.enumerate()]
    assert await db(beats) == []
    assert "heartbeat" not in [thread.name for thread in threading.enumerate()]
    with pytest.raises(RuntimeError):
        runtime.current()


async def test_a_server_that_stops_loses_its_sockets_now(alice: Player, bob: Player) -> None:
    code = await db(playing.table_of, alice, bob)
    browser = Browser(code, bob)
    async with serving():
        await browser.__aenter__()
        await browser.update()
    lost = (await db(models.Seat.objects.get, player=bob)).lost_ms
    assert lost is not None
    assert await db(clock.now_ms) - lost < 5_000
    await browser.__aexit__()


async def test_stopping_twice_is_no_fault() -> None:
    async with serving():
        pass
    await runtime.stop()


async def test_the_clock_of_the_embedded_server_applies_deadlines(
    alice: Player, bob: Player
) -> None:
    code = await db(playing.table_of, alice, bob)
    await db(seats.go_away, code, bob.pk, since=await db(clock.now_ms) - 59_900)
    await runtime.start(with_clock=True)
    try:
        await until(lambda: playing.kinds(code)[-1] == "seat_freed")
    finally:
        await runtime.stop()


async def test_the_embedded_server_buries_its_predecessor(alice: Player, bob: Player) -> None:
    dead = uuid.uuid4()
    await db(presence.beat, dead, await db(clock.now_ms))
    await runtime.start(with_clock=True)
    try:
        assert not await db(models.ServerProcess.objects.filter(id=dead).exists)
    finally:
        await runtime.stop()


async def test_one_server_of_several_leaves_the_others_alone() -> None:
    other = uuid.uuid4()
    await db(presence.beat, other, await db(clock.now_ms))
    async with serving():
        assert await db(models.ServerProcess.objects.count) == 2
    assert await db(lambda: list(models.ServerProcess.objects.values_list("id", flat=True))) == [
        other
    ]


async def test_a_clock_beside_servers_does_not_beat_and_applies_deadlines(
    alice: Player, bob: Player
) -> None:
    code = await db(playing.table_of, alice, bob)
    await db(seats.go_away, code, bob.pk, since=await db(clock.now_ms) - 60_000)
    await runtime.start_clock()
    try:
        await asyncio.sleep(0.1)
        assert await db(beats) == []
        assert (await db(playing.kinds, code))[-1] == "player_away"
        await db(presence.beat, uuid.uuid4(), await db(clock.now_ms))
        await until(lambda: playing.kinds(code)[-1] == "seat_freed")
    finally:
        await runtime.stop()


async def test_a_round_that_fails_is_followed_by_the_next(
    alice: Player, bob: Player, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    failures: list[int] = []

    def faulty() -> int:
        if len(failures) < 3:
            failures.append(1)
            raise OperationalError
        return go_round()

    monkeypatch.setattr(runtime, "go_round", faulty)
    code = await db(playing.table_of, alice, bob)
    await db(seats.go_away, code, bob.pk, since=await db(clock.now_ms) - 60_000)
    await runtime.start(with_clock=True)
    try:
        await until(lambda: playing.kinds(code)[-1] == "seat_freed")
    finally:
        await runtime.stop()
    assert caplog.text.count("the clock missed a round: OperationalError") == 3


async def test_a_beat_that_fails_is_followed_by_the_next(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async with serving():
        beat = presence.beat
        failures: list[int] = []

        def faulty(process: uuid.UUID, now: int) -> bool:
            if len(failures) < 3:
                failures.append(1)
                raise OperationalError
            return beat(process, now)

        monkeypatch.setattr(presence, "beat", faulty)
        [before] = await db(beats)
        await until(lambda: len(failures) == 3 and beats()[0] > before)
    assert "no heartbeat: OperationalError" in caplog.text


async def test_a_swept_server_that_could_not_write_all_its_rows_goes_on_with_the_next_beat(
    alice: Player, bob: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    code = await db(playing.table_of, alice, bob)
    async with serving(), Browser(code, alice) as first, Browser(code, bob) as second:
        await first.update()
        await second.update()
        socket_opened = presence.socket_opened
        failures: list[int] = []

        def faulty(process: uuid.UUID, socket: uuid.UUID, code: str, player: int) -> None:
            if player == bob.pk and len(failures) < 2:
                failures.append(1)
                raise OperationalError
            socket_opened(process, socket, code, player)

        monkeypatch.setattr(presence, "socket_opened", faulty)
        await db(presence.bury_all_but, uuid.uuid4())
        await until(lambda: len(failures) == 2 and models.OpenSocket.objects.count() == 2)


async def test_a_beat_does_not_wait_for_the_threads_of_the_sockets(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    let_go = threading.Event()
    async with serving():
        busy = [asyncio.ensure_future(in_thread(let_go.wait, 10)) for _ in range(20)]
        [before] = await db(beats)
        await until(lambda: beats()[0] > before + 50)
        let_go.set()
        await asyncio.gather(*busy)
