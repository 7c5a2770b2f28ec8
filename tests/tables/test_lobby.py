"""The live list of open tables."""

import asyncio
import json
from typing import Any

import pytest
from django.db import OperationalError

from accounts.models import Player
from tables import lobby
from tables.commands import seats
from tables.hearts.table import Table
from tables.lobby import Lobby
from tests.tables import playing
from tests.tables.sockets import Connection, db, elsewhere, serving

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture(autouse=True)
def _haste(monkeypatch: pytest.MonkeyPatch) -> None:
    """Reads at once, and by itself so rarely that no test meets it unless it wants to."""
    monkeypatch.setattr(lobby, "GATHER_S", 0.01)
    monkeypatch.setattr(lobby, "READ_EVERY_S", 3600)


class Screen:
    """A lobby socket that keeps the lists it is given."""

    def __init__(self) -> None:
        self.connection = Connection()

    def deliver(self, message: bytes) -> None:
        self.connection.send(message)

    async def next(self) -> dict[str, list[str]]:
        """Code → the kinds of its seats."""
        message = await asyncio.wait_for(self.connection.sent.get(), 10)
        assert message["type"] == "tables"
        return {t["code"]: [seat["kind"] for seat in t["seats"]] for t in message["tables"]}


async def joined(running: Any) -> tuple[Lobby, Screen]:
    room: Lobby = running.lobby
    screen = Screen()
    await room.join(screen)
    return room, screen


async def test_who_joins_is_shown_the_list(alice: Player) -> None:
    code = await db(playing.table_of, alice, size=3)
    async with serving() as running:
        _, screen = await joined(running)
        assert await screen.next() == {code: ["player", "open", "open"]}


async def test_changes_of_seats_are_shown(alice: Player, bob: Player) -> None:
    code = await db(playing.table_of, alice, size=3)
    async with serving() as running:
        _, screen = await joined(running)
        await screen.next()
        await db(seats.sit, code, bob.pk, connected=True)
        assert await screen.next() == {code: ["player", "player", "open"]}


async def test_a_table_that_opens_or_closes_is_shown(alice: Player) -> None:
    async with serving() as running:
        _, screen = await joined(running)
        assert await screen.next() == {}
        code = await db(playing.table_of, alice, size=3)
        assert list(await screen.next()) == [code]
        await db(seats.leave, code, alice.pk)
        assert await screen.next() == {}


def is_in_fourth_trick(table: Table) -> bool:
    return table.hand is not None and table.hand.trick_number >= 4


async def test_cards_are_no_news_for_the_list(
    alice: Player, bob: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    code = await db(playing.trick_of, alice, bob)
    async with serving() as running:
        _, screen = await joined(running)
        await screen.next()
        monkeypatch.setattr(lobby, "_read_message", None)
        await db(playing.play_on, code, alice, bob, until=is_in_fourth_trick)
        await asyncio.sleep(0.05)
        assert screen.connection.sent.empty()


async def test_a_list_that_has_not_changed_is_not_sent_again(alice: Player, bob: Player) -> None:
    code = await db(playing.table_of, alice, bob)
    async with serving() as running:
        room, screen = await joined(running)
        await screen.next()
        await db(seats.go_away, code, bob.pk, since=1)
        room.poke()
        await asyncio.sleep(0.05)
        assert screen.connection.sent.empty()
        room.show(screen)
        assert await screen.next()


async def test_what_nobody_told_is_found_by_reading_now_and_then(
    alice: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert lobby.READ_EVERY_S == 3600
    monkeypatch.setattr(lobby, "READ_EVERY_S", 0.05)
    async with serving() as running:
        _, screen = await joined(running)
        await screen.next()
        code = await elsewhere(playing.table_of, alice, size=3)
        assert list(await screen.next()) == [code]


async def test_who_has_left_is_sent_nothing(alice: Player) -> None:
    async with serving() as running:
        room, gone = await joined(running)
        await gone.next()
        _, screen = await joined(running)
        await screen.next()
        room.leave(gone)
        room.leave(gone)
        await db(playing.table_of, alice)
        await screen.next()
        assert gone.connection.sent.empty()


async def test_a_failing_socket_does_not_end_the_round_of_the_others(
    alice: Player, caplog: pytest.LogCaptureFixture
) -> None:
    async with serving() as running:
        screens = [(await joined(running))[1] for _ in range(5)]
        for screen in screens:
            await screen.next()
        screens[2].connection.is_broken = True
        await db(playing.table_of, alice)
        for screen in screens[:2] + screens[3:]:
            assert await screen.next()
    assert "a lobby socket failed" in caplog.text


async def test_while_the_database_is_away_the_list_stays_and_heals_later(
    alice: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    def away() -> bytes:
        raise OperationalError

    read_message = lobby._read_message
    async with serving() as running:
        room, screen = await joined(running)
        await screen.next()
        monkeypatch.setattr(lobby, "_read_message", away)
        code = await db(playing.table_of, alice)
        await asyncio.sleep(0.05)
        assert screen.connection.sent.empty()
        monkeypatch.setattr(lobby, "_read_message", read_message)
        room.poke()
        assert code in await screen.next()


async def test_who_joins_an_empty_lobby_is_shown_a_fresh_list(alice: Player) -> None:
    async with serving() as running:
        room, first = await joined(running)
        await first.next()
        room.leave(first)
        code = await elsewhere(playing.table_of, alice)
        _, screen = await joined(running)
        assert list(await screen.next()) == [code]


def test_the_list_holds_no_ids_of_people(alice: Player) -> None:
    playing.table_of(alice)
    [table] = json.loads(lobby._read_message())["tables"]
    shown = {"code", "ranked", "size", "target", "state", "opened", "hand", "seats"}
    assert set(table) == shown
    assert table["seats"][0] == {"name": "Alice", "kind": "player", "elo": 1500, "total": None}
