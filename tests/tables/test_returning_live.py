"""Rule 19 on the real site, with short limits: going, coming back by a page, and staying away."""

import asyncio
import json
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed

from tests.live import ServicesSite, Site, Visitor
from tests.members import logged_in, make_members

NAMES = ("Alice", "Bob", "Carol", "Dave")
ABSENCE_S, CONNECT_S = 6, 3
LIMITS = {
    "RANKED_START_S": "1",
    "ABSENCE_S": str(ABSENCE_S),
    "ABSENCES_S": "60",
    "CONNECT_S": str(CONNECT_S),
}
LOGIN_CHANGED = 4401


@pytest.fixture
def embedded(tmp_path: Path) -> Iterator[Site]:
    site = Site(tmp_path, LIMITS)
    site.start()
    yield site
    site.stop()


@pytest.fixture
def services(tmp_path: Path) -> Iterator[ServicesSite]:
    site = ServicesSite(tmp_path, LIMITS)
    site.start()
    yield site
    site.stop()


class Tab:
    """A page of the table: it shows the last view, and knows how its socket was closed."""

    def __init__(self, visitor: Visitor, base: str, code: str) -> None:
        self.view: dict[str, Any] = {}
        self.closed: int | None = None
        self._task = asyncio.create_task(self._read(visitor, base, code))

    async def _read(self, visitor: Visitor, base: str, code: str) -> None:
        try:
            async with visitor.socket(base, code) as socket:
                while True:
                    message = json.loads(await socket.recv())
                    if message["type"] == "update":
                        self.view = message["view"]
        except ConnectionClosed as closed:
            self.closed = closed.rcvd.code if closed.rcvd else 1006

    async def close(self) -> None:
        self._task.cancel()
        await asyncio.gather(self._task, return_exceptions=True)

    def seat(self, number: int) -> dict[str, Any]:
        seat: dict[str, Any] = self.view["seats"][number]
        return seat


async def seen(what: Callable[[], bool], within: float = 15) -> float:
    """Waits until it is so; returns how long that took, in s."""
    begun = time.monotonic()
    async with asyncio.timeout(within):
        while not what():
            await asyncio.sleep(0.05)
    return time.monotonic() - begun


def is_running(tab: Tab) -> bool:
    return bool(tab.view) and tab.view["table"]["state"] == "running"


async def players_come_and_go(site: Site) -> None:
    make_members(site, *NAMES)
    first, last = site.urls[0], site.urls[-1]
    people = {name: await asyncio.to_thread(logged_in, first, name) for name in NAMES}
    for visitor in people.values():
        url = await asyncio.to_thread(visitor.post, f"{first}/tables/ranked/")
    code = url.rstrip("/")[-6:]
    bases = dict(zip(NAMES, (first, last, first, first), strict=True))
    tabs = {name: Tab(people[name], bases[name], code) for name in NAMES}
    alice, bob, dave = tabs["Alice"], people["Bob"], people["Dave"]
    await seen(lambda: is_running(alice))

    # Bob goes, and asks for a page: the others see him, though no table is connected yet.
    await tabs["Bob"].close()
    await seen(lambda: not alice.seat(1)["connected"])
    page = await asyncio.to_thread(bob.get, f"{last}/tables/way-back/")
    assert "Return to your game, by" in page
    await asyncio.to_thread(bob.get, f"{last}/rules/")
    assert bob.url == f"{last}/tables/{code}/"
    await seen(lambda: alice.seat(1)["connected"], within=2)

    # No table connects, so that he is away again since the request.
    waited = await seen(lambda: not alice.seat(1)["connected"])
    assert waited > CONNECT_S - 1
    assert alice.seat(1)["kind"] == "player"

    # The process that brings him back is killed: another one, or its successor, lets him in.
    await asyncio.to_thread(bob.get, f"{last}/rules/")
    assert bob.url == f"{last}/tables/{code}/"
    await asyncio.to_thread(site.restart, len(site.urls) - 1)
    if alice.closed is not None:
        for name in ("Alice", "Carol", "Dave"):
            tabs[name] = Tab(people[name], first, code)
        alice = tabs["Alice"]
    tabs["Bob"] = Tab(bob, site.urls[0], code)
    await seen(lambda: bool(alice.view) and alice.seat(1)["connected"])
    await asyncio.sleep(CONNECT_S + 1)
    assert alice.seat(1)["connected"]
    assert alice.seat(1)["kind"] == "player"

    # Row 26: Dave logs out in another browser, which ends nothing here.
    second = await asyncio.to_thread(logged_in, first, "Dave")
    await asyncio.to_thread(second.post, f"{first}/accounts/logout/")
    await asyncio.sleep(5)
    assert tabs["Dave"].closed is None
    assert alice.seat(3)["connected"]

    # He logs out in this one, and stays away: he has quit. Bob just stays away.
    await asyncio.to_thread(dave.post, f"{first}/accounts/logout/")
    await tabs["Bob"].close()
    await seen(lambda: tabs["Dave"].closed is not None, within=6)
    assert tabs["Dave"].closed == LOGIN_CHANGED
    await seen(lambda: not alice.seat(1)["connected"])
    waited = await seen(lambda: alice.seat(1)["kind"] == "bot")
    assert waited > ABSENCE_S - 4
    await seen(lambda: alice.seat(3)["kind"] == "bot")

    page = await asyncio.to_thread(bob.get, f"{first}/rules/")
    assert bob.url == f"{first}/rules/"
    assert "Return to your game" not in page
    page = await asyncio.to_thread(bob.get, f"{first}/settings/bans/")
    assert "before its end" in page
    for tab in tabs.values():
        await tab.close()


async def test_with_one_process(embedded: Site) -> None:
    await players_come_and_go(embedded)


@pytest.mark.services
async def test_with_two_processes(services: ServicesSite) -> None:
    await players_come_and_go(services)
