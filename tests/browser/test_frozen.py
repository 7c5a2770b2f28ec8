"""Row 31 of the faults: a tab that the browser has frozen while 150 updates come."""

import asyncio
import os
import random
import signal
import statistics
import time
from collections.abc import Coroutine, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Page, expect

from tests.browser.conftest import NewPage, Watch
from tests.live import Site, Visitor, receive
from tests.players import ScriptedPlayer

UPDATES = 150
BUSY_S = 0.05


@dataclass(eq=False)
class TimedPlayer(ScriptedPlayer):
    """A scripted player who counts updates, and how long (s) each answer took."""

    updates: int = 0
    waits: list[float] = field(default_factory=list)
    _asked_at: float = 0.0

    async def look(self) -> None:
        """Sees how the table stands, from a new socket."""
        async with self.visitor.socket(self.site.urls[0], self.code) as socket:
            self.view = (await receive(socket, "update"))["view"]

    async def _take(self, socket: Any, message: dict[str, Any]) -> None:
        self.updates += message["type"] == "update"
        if message["type"] == "ok":
            self.waits.append(time.monotonic() - self._asked_at)
        await super()._take(socket, message)

    async def _move(self, socket: Any) -> None:
        before = self._id
        await super()._move(socket)
        if self._id > before:
            self._asked_at = time.monotonic()


async def play_on(players: list[TimedPlayer], *, updates: int) -> None:
    """All play until each has seen so many updates more."""
    wanted = [player.updates + updates for player in players]
    playing = [asyncio.create_task(player.play()) for player in players]
    async with asyncio.timeout(120):
        while any(player.updates < n for player, n in zip(players, wanted, strict=True)):
            await asyncio.sleep(0.01)
    for task in playing:
        task.cancel()
    await asyncio.gather(*playing, return_exceptions=True)


def on_its_own_loop(work: Coroutine[Any, Any, None]) -> None:
    """Runs a coroutine to its end; this thread's loop is the browser's."""
    with ThreadPoolExecutor(1) as thread:
        thread.submit(asyncio.run, work).result()


@contextmanager
def frozen(browser: Browser) -> Iterator[None]:
    """Stops the processes that run the pages' code, as if the machine had put them to sleep."""
    processes = browser.new_browser_cdp_session().send("SystemInfo.getProcessInfo")["processInfo"]
    pages = [process["id"] for process in processes if process["type"] == "renderer"]
    assert pages
    for pid in pages:
        os.kill(pid, signal.SIGSTOP)
    yield
    for pid in pages:
        state = Path(f"/proc/{pid}/stat").read_text().rpartition(") ")[2][0]
        os.kill(pid, signal.SIGCONT)
        assert state == "T"


def cards_in(page: Page) -> set[str | None]:
    return {card.get_attribute("data-card") for card in page.locator("#hand .card").all()}


def test_a_frozen_tab_is_right_when_it_wakes_and_the_others_never_noticed(
    new_page: NewPage, browser: Browser, site: Site, watch: Watch
) -> None:
    watch.expect("WebSocket")  # who does not read for long may be dropped, and comes back
    alice, bob = Visitor(), Visitor()
    code = alice.open_table(site.urls[0], target=500)
    bob.post(f"{site.urls[-1]}/tables/{code}/sit/")
    page = new_page()
    cookies = [{"name": c.name, "value": c.value, "url": site.urls[0]} for c in alice.cookies]
    page.context.add_cookies(cookies)  # type: ignore[arg-type]
    page.goto(f"/tables/{code}/")
    page.locator("[data-do=fill]").click()
    page.wait_for_selector("#hand .card")
    # Alice plays on with another device; her tab only shows the table.
    her_phone = TimedPlayer(site, alice, code, random.Random(1), think_s=0.04)
    his = TimedPlayer(site, bob, code, random.Random(2), server=len(site.urls) - 1, think_s=0.04)
    on_its_own_loop(play_on([her_phone, his], updates=UPDATES // 3))
    usual = his.waits.copy()

    with frozen(browser):
        on_its_own_loop(play_on([her_phone, his], updates=UPDATES))
    meanwhile = his.waits[len(usual) :]

    woken = time.monotonic()
    expect(page.locator("#game:not(.offline)")).to_have_count(1)
    on_its_own_loop(her_phone.look())
    hand, cards = her_phone.view["hand"], her_phone.view["you"]["cards"]
    expect(page.locator("#info")).to_contain_text(f"Hand {hand['number']} ")
    expect(page.locator("#info")).to_contain_text(f"Trick {hand['trick']} of")
    expect(page.locator("#hand .card")).to_have_count(len(cards))
    print(f"the tab was right {time.monotonic() - woken:.1f} s after it woke")
    assert cards_in(page) == set(cards)
    before, after = statistics.median(usual), statistics.median(meanwhile)
    print(f"an answer took {before * 1000:.0f} ms, beside a frozen tab {after * 1000:.0f} ms")
    assert after < 2 * before + BUSY_S
    assert his.gaps == []
