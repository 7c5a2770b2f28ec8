"""Row 32 of the faults: Redis restarts in mid-trick while two servers play one game."""

import asyncio
import os
import urllib.parse
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
import redis

from tests.live import ServicesSite
from tests.relay import Relay
from tests.tables.test_killed import moves_in, start, stored_log, table_of_four

pytestmark = pytest.mark.services

AWAY_S = 4
RIGHT_WITHIN_S = 10
FEW_LINES = 6
BY_NEWS_ALONE = 40


@pytest.fixture
def relay() -> Iterator[Relay]:
    """The line to Redis: what its end does to the site is what a restart of Redis does."""
    line = Relay()
    line.lead_to(os.environ["REDIS_URL"])
    yield line
    line.close()


@pytest.fixture
def site(tmp_path: Path, relay: Relay) -> Iterator[ServicesSite]:
    running = ServicesSite(tmp_path)
    running.environment["REDIS_URL"] = through(relay)
    running.start()
    yield running
    running.stop()


def through(relay: Relay) -> str:
    """The address of Redis by way of the relay."""
    parts = urllib.parse.urlsplit(os.environ["REDIS_URL"])
    port = urllib.parse.urlsplit(relay.url).port
    return parts._replace(netloc=f"127.0.0.1:{port}").geturl()


async def until(done: Callable[[], bool], within_s: float) -> float:
    """Waits; returns how long it took."""
    clock = asyncio.get_running_loop().time
    begun = clock()
    async with asyncio.timeout(within_s):
        while not done():
            await asyncio.sleep(0.02)
    return clock() - begun


async def test_play_goes_on_while_redis_restarts(site: ServicesSite, relay: Relay) -> None:
    players = table_of_four(site, 30)
    lines = {server.pid: len(server.lines) for server in site.servers}
    await start(players[0])
    playing = [asyncio.create_task(player.play()) for player in players]

    def accepted() -> int:
        return sum(len(player.accepted) for player in players)

    await until(lambda: accepted() > 40, 30)

    relay.stop()
    with pytest.raises(redis.ConnectionError), redis.Redis.from_url(through(relay)) as server:
        server.ping()
    before = accepted()
    await asyncio.sleep(AWAY_S)
    meanwhile = accepted() - before
    assert meanwhile > 0
    relay.mend()
    newest, count = max(player.version for player in players), accepted()
    right = await until(lambda: all(p.version >= newest for p in players), RIGHT_WITHIN_S)
    # Without news a move is seen at the other server by the comparison of each third second.
    heard = await until(lambda: accepted() > count + BY_NEWS_ALONE, RIGHT_WITHIN_S - right)
    print(f"{meanwhile} moves in {AWAY_S} s without Redis; then right after {right:.1f} s,")
    print(f"and {BY_NEWS_ALONE} moves within {heard:.1f} s")
    for task in playing:
        task.cancel()
    await asyncio.gather(*playing, return_exceptions=True)
    stored = moves_in(stored_log(site, players[0].code))
    moves = [move for player in players for move in player.accepted]
    assert set(moves) <= set(stored)
    assert len(set(stored)) == len(stored)
    printed = [line for server in site.servers for line in server.lines[lines[server.pid] :]]
    print(*printed, sep="\n")
    assert [gap for player in players for gap in player.gaps] == []
    for server in site.servers:
        assert len(server.lines) - lines[server.pid] <= FEW_LINES, server.lines
