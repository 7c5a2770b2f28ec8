"""Row 24 of the faults: a Wi-Fi that is turned off, so that packets vanish and nothing closes."""

import asyncio
import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from config.server.limits import Limits
from tests.live import ServicesSite, Site, Visitor, receive
from tests.relay import Relay

SEEN_WITHIN_S = 25
# Machines that run tests are busy; the limits themselves are checked to the second below.
PATIENCE = 3
STAND_IN_MS = 30_000


@pytest.fixture
def relay() -> Iterator[Relay]:
    line = Relay()
    yield line
    line.close()


@pytest.fixture
def embedded(tmp_path: Path, relay: Relay) -> Iterator[Site]:
    site = Site(tmp_path, {"ALLOWED_ORIGINS": relay.url})
    site.start()
    yield site
    site.stop()


@pytest.fixture
def services(tmp_path: Path, relay: Relay) -> Iterator[ServicesSite]:
    site = ServicesSite(tmp_path, {"ALLOWED_ORIGINS": relay.url})
    site.start()
    yield site
    site.stop()


def test_the_limits_of_sockets_leave_time_for_the_news() -> None:
    limits, checks, round_of_the_clock = Limits(), 2, 1
    silent = limits.ping_after + limits.ping_timeout + checks
    assert silent + round_of_the_clock < SEEN_WITHIN_S


async def a_dead_line_is_seen(site: Site, relay: Relay) -> None:
    """Alice's line goes dead; Bob, at another server where there is one, sees it in time."""
    alice, bob = Visitor(), Visitor()
    code = alice.open_table(site.urls[0])
    bob.post(f"{site.urls[0]}/tables/{code}/sit/")
    relay.lead_to(site.urls[0])
    clock = asyncio.get_running_loop().time
    async with alice.socket(relay.url, code) as hers, bob.socket(site.urls[-1], code) as his:
        await hers.send(json.dumps({"id": 1, "type": "start", "fill": True}))
        await receive(hers, "ok")
        await hers.send(json.dumps({"id": 2, "type": "ping"}))
        await receive(hers, "pong")
        relay.cut()
        last_sign = clock()

        seen = await receive(his, "update")
        while seen["view"]["seats"][0]["connected"]:
            seen = await receive(his, "update", within=PATIENCE * SEEN_WITHIN_S)
        after_s = clock() - last_sign
        print(f"the others saw a dead line after {after_s:.1f} s")

        assert after_s > Limits().ping_after
        seat = seen["view"]["seats"][0]
        silent_ms = seen["now"] - seat["away_since"]
        assert silent_ms == pytest.approx(after_s * 1000, abs=1500)
        assert seat["stand_in_at"] == seat["away_since"] + STAND_IN_MS

        relay.mend()
        async with alice.socket(relay.url, code):
            while not seen["view"]["seats"][0]["connected"]:
                seen = await receive(his, "update")


async def test_the_others_see_a_dead_line_and_the_away_time_runs_from_the_last_sign_of_life(
    embedded: Site, relay: Relay
) -> None:
    await a_dead_line_is_seen(embedded, relay)


@pytest.mark.services
async def test_players_at_another_server_see_a_dead_line_too(
    services: ServicesSite, relay: Relay
) -> None:
    await a_dead_line_is_seen(services, relay)
