"""Invariant 2 on the real site: killing a server at any instant loses no accepted move."""

import asyncio
import json
import random
import sqlite3
from collections.abc import Iterator
from pathlib import Path

import psycopg
import pytest

from tests.live import ServicesSite, Site, Visitor
from tests.players import ScriptedPlayer

KILLS = 20


@pytest.fixture
def embedded(tmp_path: Path) -> Iterator[Site]:
    site = Site(tmp_path)
    site.start()
    yield site
    site.stop()


@pytest.fixture
def services(tmp_path: Path) -> Iterator[ServicesSite]:
    site = ServicesSite(tmp_path)
    site.start()
    yield site
    site.stop()


def table_of_four(site: Site, seed: int) -> list[ScriptedPlayer]:
    """Four guests at a table that plays on for long, each at another server than the next."""
    visitors = [Visitor() for _ in range(4)]
    code = visitors[0].open_table(site.urls[0], target=500)
    for visitor in visitors[1:]:
        visitor.post(f"{site.urls[0]}/tables/{code}/sit/")
    return [
        ScriptedPlayer(site, visitor, code, random.Random(seed + n), server=n, think_s=0.01)
        for n, visitor in enumerate(visitors)
    ]


async def start(player: ScriptedPlayer) -> None:
    async with player.visitor.socket(player.site.urls[0], player.code) as socket:
        await socket.send(json.dumps({"type": "start"}))
        await asyncio.sleep(0.3)


async def play_while_killing(site: Site, tables: list[list[ScriptedPlayer]]) -> None:
    """All play; at random moments one server is killed and started again."""
    rng = random.Random(7)
    everybody = [player for table in tables for player in table]
    for table in tables:
        await start(table[0])
    playing = [asyncio.create_task(player.play()) for player in everybody]
    for _ in range(KILLS):
        before = sum(len(player.accepted) for player in everybody)
        async with asyncio.timeout(30):
            while sum(len(player.accepted) for player in everybody) < before + 20:
                await asyncio.sleep(0.01)
        await asyncio.sleep(rng.uniform(0, 0.2))
        await asyncio.to_thread(site.restart, rng.randrange(len(site.servers)))
    for task in playing:
        task.cancel()
    await asyncio.gather(*playing, return_exceptions=True)


def moves_in(log: list[tuple[int, str, str]]) -> list[tuple[int, int, str]]:
    """The moves of people in a table's stored log, in order: (hand, trick, card)."""
    assert [number for number, _, _ in log] == list(range(1, len(log) + 1))
    moves, hand, trick = [], 0, 0
    for _, kind, text in log:
        data = json.loads(text)
        match kind:
            case "dealt":
                hand, trick = data["hand"], 1
            case "trick_taken":
                trick += 1
            case "passed" if not data["by_bot"]:
                moves += [(hand, 0, card) for card in data["cards"]]
            case "played" if not data["by_bot"]:
                moves.append((hand, trick, data["card"]))
    return moves


QUERY = """SELECT number, kind, data FROM tables_event JOIN tables_table
    ON tables_table.id = table_id WHERE code = '{}' ORDER BY number"""


def stored_log(site: Site, code: str) -> list[tuple[int, str, str]]:
    if isinstance(site, ServicesSite):
        with psycopg.connect(site.environment["DATABASE_URL"]) as database:
            return database.execute(QUERY.format(code)).fetchall()
    with sqlite3.connect(Path(site.environment["DATA_DIR"]) / "low-man.sqlite3") as file:
        return file.execute(QUERY.format(code)).fetchall()


async def no_accepted_move_is_lost_nor_doubled(site: Site) -> None:
    tables = [table_of_four(site, seed) for seed in (10, 20)]
    await play_while_killing(site, tables)
    longest = 0.0
    for table in tables:
        stored = moves_in(stored_log(site, table[0].code))
        accepted = [move for player in table for move in player.accepted]
        assert len(accepted) > KILLS
        assert len(set(stored)) == len(stored)
        assert set(accepted) <= set(stored)
        assert len(set(accepted)) == len(accepted)
        longest = max(longest, *(gap for player in table for gap in player.gaps))
    print(f"{KILLS} kills; the longest gap of a player's line was {longest:.1f} s")


async def test_a_killed_embedded_server_loses_no_accepted_move(embedded: Site) -> None:
    await no_accepted_move_is_lost_nor_doubled(embedded)


@pytest.mark.services
async def test_two_servers_killed_in_turn_lose_no_accepted_move(services: ServicesSite) -> None:
    await no_accepted_move_is_lost_nor_doubled(services)
