"""Ratings at ranked tables: read off the event loop, and shown by every process."""

import asyncio
from typing import Any

import pytest
from django.db import OperationalError

from accounts.commands import turn_leaderboards_off
from accounts.models import Player
from ranking.commands import void_game
from tables import hub
from tables.commands import seats
from tests.conftest import FixedClock
from tests.tables import playing
from tests.tables.commands.test_ranked import finish, full_table, member, ranked_game
from tests.tables.sockets import Browser, db, elsewhere, serving
from tests.tables.test_hub import Screen, joined

pytestmark = pytest.mark.django_db(transaction=True)

NAMES = ("Alice", "Bob", "Carol", "Dave", "Erin")


@pytest.fixture
def five(fixed_clock: FixedClock) -> list[Player]:
    return [member(name) for name in NAMES]


async def last(screen: Screen) -> dict[str, Any]:
    """What the screen shows once nothing more comes."""
    shown: dict[str, Any] = {}
    while True:
        try:
            shown = await asyncio.wait_for(screen.connection.sent.get(), 0.5 if shown else 10)
        except TimeoutError:
            view: dict[str, Any] = shown["view"]
            return view


async def test_a_watcher_who_joins_is_shown_the_stakes_at_once(five: list[Player]) -> None:
    code = await db(full_table, *five[:3])
    await db(seats.leave, code, five[2].pk)
    async with serving() as running:
        screen = Screen(five[3])
        await running.hub.join(code, screen)
        view = (await screen.next())["view"]
    assert view["you"]["stake"]["chance"] == pytest.approx(1 / 3)
    assert [seat["elo"] for seat in view["seats"]] == [1500, 1500, None]


async def test_the_stakes_follow_who_sits_down(five: list[Player]) -> None:
    code = await db(full_table, *five[:3])
    await db(seats.leave, code, five[2].pk)
    async with serving() as running:
        screens = await joined(running.hub, code, five[0], five[3])
        await db(seats.sit, code, five[3].pk, connected=True)
        view = await last(screens[0])
        assert view["seats"][2]["stake"]["loss"] == pytest.approx(25 / 3)
        await elsewhere(seats.leave, code, five[3].pk)
        running.hub.hear_versions([(code, await db(playing.version_of, code))])
        view = await last(screens[1])
        assert view["you"]["may_sit"] == [2]
        assert view["you"]["stake"]["loss"] == pytest.approx(25 / 3)


async def test_who_may_not_sit_down_is_told_why(five: list[Player]) -> None:
    code = await db(full_table, *five[:3])
    await db(seats.leave, code, five[2].pk)
    novice = await db(member, "Victor", 3)
    async with serving() as running:
        async with Browser(code, novice) as browser:
            await browser.update()
            [why] = browser.view["you"]["may_not_sit"]
        assert why["code"] == "not_experienced"
        assert running.hub.sockets == 0


async def test_both_the_process_that_ends_a_game_and_another_show_what_it_has_meant(
    five: list[Player], fixed_clock: FixedClock
) -> None:
    code = await db(ranked_game, fixed_clock, *five[:3])
    await db(seats.leave, code, five[1].pk, confirmed=True)
    async with serving() as running:
        here, watcher = await joined(running.hub, code, five[0], None)
        await db(finish, code, five[0], five[2])
        view = await last(here)
    lines = view["result"]["rated"]["lines"]
    assert [line["place"] for line in lines].count(None) == 1
    assert lines[1]["after"] == pytest.approx(1500 - 25 / 3 - 15)
    assert view["you"]["rating"] == lines[0]
    assert (await last(watcher))["result"] == view["result"]


async def test_a_process_that_only_hears_of_the_end_shows_it_too(
    five: list[Player], fixed_clock: FixedClock
) -> None:
    code = await db(ranked_game, fixed_clock, *five[:3])
    async with serving() as running:
        [screen] = await joined(running.hub, code, five[0])
        await elsewhere(finish, code, *five[:3])
        running.hub.hear_versions([(code, await db(playing.version_of, code))])
        view = await last(screen)
    assert sum(line["delta"] for line in view["result"]["rated"]["lines"]) == pytest.approx(0)


async def test_a_page_opened_later_shows_it_and_what_has_become_of_it(
    five: list[Player], fixed_clock: FixedClock
) -> None:
    code = await db(ranked_game, fixed_clock, *five[:3])
    await db(finish, code, *five[:3])
    await db(turn_leaderboards_off, five[1], fixed_clock.ms)
    await db(void_game, code, fixed_clock.ms)
    async with serving() as running:
        [own, other] = await joined(running.hub, code, five[1], None)
        del own, other
        screen = Screen(five[1])
        await running.hub.join(code, screen)
        view = (await screen.next())["view"]
    rated = view["result"]["rated"]
    assert rated["voided"]
    assert rated["lines"][1]["after"] is None
    assert rated["lines"][0]["after"] is not None
    assert view["you"]["rating"]["after"] is not None


async def test_ratings_that_could_not_be_read_are_read_at_the_next_comparison(
    five: list[Player], monkeypatch: pytest.MonkeyPatch
) -> None:
    def away(*_: object) -> None:
        raise OperationalError

    monkeypatch.setattr(hub, "COMPARE_EVERY_S", 0.05)
    code = await db(full_table, *five[:3])
    await db(seats.leave, code, five[2].pk)
    async with serving() as running:
        [screen] = await joined(running.hub, code, five[0])
        with monkeypatch.context() as broken:
            broken.setattr(hub, "ratings_at", away)
            await db(seats.sit, code, five[3].pk, connected=True)
            assert (await last(screen))["seats"][2]["stake"] is None
        assert (await last(screen))["seats"][2]["stake"] is not None


async def test_the_price_of_quitting_is_told_before_it_is_paid(
    five: list[Player], fixed_clock: FixedClock
) -> None:
    code = await db(ranked_game, fixed_clock, *five[:4])
    async with serving(), Browser(code, five[0]) as browser:
        answer = await browser.ask(type="leave")
        assert answer["code"] == "quit_not_confirmed"
        assert answer["price"] == {
            "loss": 6.25,
            "fine": 15.0,
            "elo": 1500.0,
            "elo_after": 1478.75,
            "ban_until": fixed_clock.ms + 3_600_000,
        }
        assert (await browser.ask(type="leave", confirm=True))["type"] == "ok"
        await browser.look()
        assert browser.view["seats"][0]["quit"]
        assert [why["code"] for why in browser.view["you"]["may_not_sit"]] == ["quit_this_game"]
