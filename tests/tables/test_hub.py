"""The hub: one audience per table, what it hears, and how it heals what it did not hear."""

import asyncio
from collections.abc import Callable, Sequence
from typing import Any

import pytest
from django.db import OperationalError
from django.test import Client

from accounts.models import Player, User
from accounts.sessions import Known
from tables import hub, queries, store
from tables.commands import opening, seats
from tables.hub import Hub
from tables.store import Change, Folded, NoSuchTable
from tests.accounts.people import known, log_in_of
from tests.tables import playing
from tests.tables.sockets import Browser, Connection, db, elsewhere, serving

pytestmark = pytest.mark.django_db(transaction=True)


class Screen:
    """A socket of the hub that keeps the messages it is given."""

    def __init__(self, player: Player | None = None, session: Known | None = None) -> None:
        self.player = None if player is None else player.pk
        self.session = session
        self.connection = Connection()

    def deliver(self, message: bytes) -> None:
        self.connection.send(message)

    def close(self, code: int, reason: str) -> None:
        self.connection.close(code, reason)

    async def next(self) -> dict[str, Any]:
        return await asyncio.wait_for(self.connection.sent.get(), 10)

    async def version(self, wanted: int) -> list[dict[str, Any]]:
        """The messages up to the one with this version."""
        seen: list[dict[str, Any]] = []
        while not seen or seen[-1]["version"] < wanted:
            seen.append(await self.next())
        assert seen[-1]["version"] == wanted
        return seen

    def nothing(self) -> bool:
        return self.connection.sent.empty()


async def joined(hub: Hub, code: str, *players: Player | None) -> list[Screen]:
    """Screens at a table, each of which has seen it once."""
    screens = [Screen(player) for player in players]
    for screen in screens:
        await hub.join(code, screen)
        await screen.next()
    return screens


def numbers(messages: Sequence[dict[str, Any]]) -> list[int]:
    return [event["number"] for message in messages for event in message["events"]]


async def test_who_joins_is_shown_the_table(alice: Player, bob: Player) -> None:
    code = await db(playing.table_of, alice, bob)
    async with serving() as running:
        screen = Screen(bob)
        await running.hub.join(code, screen)
        message = await screen.next()
        assert (message["type"], message["version"], message["events"]) == ("update", 4, [])
        assert message["view"]["you"]["seat"] == 1


async def test_a_table_that_does_not_exist_is_told(alice: Player) -> None:
    async with serving() as running:
        for _ in range(2):
            with pytest.raises(NoSuchTable):
                await running.hub.join("NOTHERE", Screen(alice))
        assert running.hub.sockets == 0


async def test_a_command_of_this_process_reaches_all_without_a_reading(
    alice: Player, bob: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    code = await db(playing.table_of, alice, bob)
    async with serving() as running:
        screens = await joined(running.hub, code, alice, bob, None)
        monkeypatch.setattr(hub, "_read_logs", None)
        await db(seats.add_bot, code, alice.pk)
        for seat, screen in zip((0, 1, None), screens, strict=True):
            [message] = await screen.version(5)
            assert [event["kind"] for event in message["events"]] == ["bot_added"]
            assert message["view"]["you"]["seat"] == seat


async def test_who_has_left_is_sent_nothing(alice: Player, bob: Player) -> None:
    code = await db(playing.table_of, alice, bob)
    async with serving() as running:
        gone, here = await joined(running.hub, code, None, alice)
        running.hub.leave(code, gone)
        await db(seats.add_bot, code, alice.pk)
        await here.version(5)
        assert gone.nothing()
        assert running.hub.sockets == 1
        running.hub.leave(code, here)
        running.hub.leave(code, here)
        assert running.hub.sockets == 0


async def test_a_failing_socket_does_not_end_the_round_of_the_others(
    alice: Player, bob: Player, caplog: pytest.LogCaptureFixture
) -> None:
    code = await db(playing.table_of, alice, bob)
    async with serving() as running:
        screens = await joined(running.hub, code, *[None] * 7)
        screens[3].connection.is_broken = True
        await db(seats.add_bot, code, alice.pk)
        for screen in screens[:3] + screens[4:]:
            await screen.version(5)
    assert f"a socket at table {code} failed" in caplog.text


async def test_many_who_join_at_once_share_one_reading(
    alice: Player, bob: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    code = await db(playing.table_of, alice, bob)
    readings: list[str] = []
    read_table = hub._read_table

    def counted(code: str) -> Any:
        readings.append(code)
        return read_table(code)

    monkeypatch.setattr(hub, "_read_table", counted)
    async with serving() as running:
        screens = [Screen() for _ in range(50)]
        await asyncio.gather(*(running.hub.join(code, screen) for screen in screens))
        for screen in screens:
            await screen.next()
        assert readings == [code]
        assert running.hub.sockets == 50


async def test_what_changes_while_a_table_is_read_is_not_lost(
    alice: Player, bob: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    code = await db(playing.table_of, alice, bob)
    read_table = hub._read_table

    def read_then_change(code: str) -> Any:
        read = read_table(code)
        monkeypatch.setattr(hub, "_read_table", read_table)
        seats.add_bot(code, alice.pk)
        return read

    monkeypatch.setattr(hub, "_read_table", read_then_change)
    monkeypatch.setattr(hub, "COMPARE_EVERY_S", 3600)
    async with serving() as running:
        screen = Screen(alice)
        await running.hub.join(code, screen)
        messages = await screen.version(5)
        assert numbers(messages) in ([], [5])


async def test_a_change_between_reading_and_showing_is_not_lost(
    alice: Player, bob: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The reading has ended, and the socket that asked for it has not gone on yet."""
    code = await db(playing.table_of, alice, bob)
    monkeypatch.setattr(hub, "COMPARE_EVERY_S", 3600)
    async with serving() as running:
        change: list[Change] = []
        monkeypatch.setattr(hub, "tell", change.append)
        before = await db(store.load, code)
        monkeypatch.setattr(hub, "_read_table", lambda _code: (before, {}))
        await db(seats.add_bot, code, alice.pk)
        screen = Screen(alice)
        joining = asyncio.ensure_future(running.hub.join(code, screen))
        while not running.hub._opening:
            await asyncio.sleep(0)
        task = running.hub._opening[code]
        task.add_done_callback(lambda _: running.hub.hear(change[0]))
        await joining
        await screen.version(5)


async def test_what_another_process_did_is_read_when_it_is_heard_of(
    alice: Player, bob: Player
) -> None:
    code = await db(playing.table_of, alice, bob)
    async with serving() as running:
        [screen] = await joined(running.hub, code, alice)
        await elsewhere(seats.add_bot, code, bob.pk)
        await elsewhere(seats.add_bot, code, bob.pk)
        assert screen.nothing()

        running.hub.hear_versions([(code, 6)])

        messages = await screen.version(6)
        assert numbers(messages) == [5, 6]
        assert messages[-1]["view"]["seats"][3]["kind"] == "bot"


async def test_late_and_doubled_news_are_ignored(alice: Player, bob: Player) -> None:
    code = await db(playing.table_of, alice, bob)
    async with serving() as running:
        [screen] = await joined(running.hub, code, alice)
        running.hub.hear_versions([(code, 4), (code, 1), ("NOTHERE", 9)])
        folded = await db(seats.add_bot, code, bob.pk)
        await screen.version(5)
        running.hub.hear(Change(4, folded, ()))
        running.hub.hear(Change(2, Folded(folded.id, code, "", folded.table), ()))
        await asyncio.sleep(0.05)
        assert screen.nothing()


async def test_a_change_after_one_that_was_not_heard_is_read_from_the_database(
    alice: Player, bob: Player
) -> None:
    code = await db(playing.table_of, alice, bob)
    async with serving() as running:
        [screen] = await joined(running.hub, code, alice)
        await elsewhere(seats.add_bot, code, bob.pk)
        await db(store.load, code)
        await db(seats.add_bot, code, bob.pk)
        messages = await screen.version(6)
        assert numbers(messages) == [5, 6]


async def test_changes_that_are_told_in_the_wrong_order_are_shown_in_the_right_one(
    alice: Player, bob: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    code = await db(playing.table_of, alice, bob)
    async with serving() as running:
        [screen] = await joined(running.hub, code, alice)
        changes: list[Change] = []
        monkeypatch.setattr(hub, "tell", changes.append)
        await db(seats.add_bot, code, bob.pk)
        await db(seats.add_bot, code, bob.pk)

        running.hub.hear(changes[1])
        running.hub.hear(changes[0])

        messages = await screen.version(6)
        assert numbers(messages) == [5, 6]


async def test_lost_news_are_found_by_comparing_versions(
    alice: Player, bob: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(hub, "COMPARE_EVERY_S", 0.05)
    code = await db(playing.table_of, alice, bob)
    async with serving() as running:
        [screen] = await joined(running.hub, code, alice)
        await elsewhere(seats.add_bot, code, bob.pk)
        messages = await screen.version(5)
        assert numbers(messages) == [5]


def logged_in(name: str) -> tuple[Player, Client, Known]:
    """Somebody, their browser, and what a socket of it knows of the session."""
    user, client = log_in_of(name), Client()
    client.force_login(user)
    return user.player, client, known(client)


def log_out(client: Client) -> None:
    client.post("/accounts/logout/")


def change_password(client: Client) -> None:
    user = User.objects.get(pk=client.session["_auth_user_id"])
    user.set_password("another-long-password")
    user.save()


def deactivate(client: Client) -> None:
    User.objects.filter(pk=client.session["_auth_user_id"]).update(is_active=False)


@pytest.mark.parametrize("end", [log_out, change_password, deactivate])
async def test_row_33_a_socket_is_closed_once_its_session_has_ended(
    monkeypatch: pytest.MonkeyPatch, end: Callable[[Client], None]
) -> None:
    monkeypatch.setattr(hub, "COMPARE_EVERY_S", 0.05)
    alice, client, ended = await db(logged_in, "Alice")
    bob, _, lives_on = await db(logged_in, "Bob")
    code = await db(playing.table_of, alice)
    async with serving() as running:
        screens = [Screen(alice, ended), Screen(bob, lives_on)]
        for screen in screens:
            await running.hub.join(code, screen)
        await asyncio.sleep(0.2)
        assert screens[0].connection.closed is None
        await db(end, client)
        async with asyncio.timeout(10):
            while screens[0].connection.closed is None:
                await asyncio.sleep(0.02)
        assert screens[0].connection.closed == (4401, "your log-in has changed")
        assert screens[1].connection.closed is None


async def test_a_new_name_shows_at_the_table(
    alice: Player, bob: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(hub, "COMPARE_EVERY_S", 0.05)
    code = await db(playing.table_of, alice, bob)
    async with serving() as running:
        [screen] = await joined(running.hub, code, alice)
        await db(Player.objects.filter(pk=bob.pk).update, name="Robert")
        update = await screen.next()
        assert update["view"]["seats"][1]["name"] == "Robert"


async def test_versions_are_compared_every_three_seconds() -> None:
    assert hub.COMPARE_EVERY_S == 3


async def test_one_query_reads_all_tables_that_are_behind(
    four: list[Player], monkeypatch: pytest.MonkeyPatch
) -> None:
    codes = [await db(playing.table_of, player) for player in four]
    readings: list[int] = []
    events_of_tables = queries.events_of_tables

    def counted(known: dict[int, int]) -> Any:
        readings.append(len(known))
        return events_of_tables(known)

    monkeypatch.setattr(queries, "events_of_tables", counted)
    async with serving() as running:
        screens = [(await joined(running.hub, code, None))[0] for code in codes]
        for code, player in zip(codes, four, strict=True):
            await elsewhere(seats.add_bot, code, player.pk)
        running.hub.hear_versions([(code, 4) for code in codes])
        for screen in screens:
            await screen.version(4)
        assert readings == [4]


async def test_while_the_database_is_away_the_hub_goes_on_and_heals_later(
    alice: Player, bob: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    def away(*_: object) -> None:
        raise OperationalError

    monkeypatch.setattr(hub, "COMPARE_EVERY_S", 0.05)
    code = await db(playing.table_of, alice, bob)
    async with serving() as running:
        [screen] = await joined(running.hub, code, alice)
        monkeypatch.setattr(queries, "events_of_tables", away)
        monkeypatch.setattr(queries, "versions", away)
        await elsewhere(seats.add_bot, code, bob.pk)
        running.hub.hear_versions([(code, 5)])
        await asyncio.sleep(0.2)
        assert screen.nothing()
        monkeypatch.undo()
        monkeypatch.setattr(hub, "COMPARE_EVERY_S", 0.05)
        assert numbers(await screen.version(5)) == [5]


async def test_a_newcomer_is_shown_by_name(alice: Player, bob: Player, carol: Player) -> None:
    code = await db(playing.table_of, alice)
    async with serving() as running:
        [screen] = await joined(running.hub, code, alice)

        await db(seats.sit, code, bob.pk, connected=True)
        message = (await screen.version(4))[-1]
        assert message["events"][0]["name"] == "Bob"
        assert message["view"]["seats"][1]["name"] == "Bob"

        await elsewhere(seats.sit, code, carol.pk, connected=True)
        running.hub.hear_versions([(code, 5)])
        message = (await screen.version(5))[-1]
        assert message["events"][0]["name"] == "Carol"

        await db(seats.leave, code, bob.pk)
        message = (await screen.version(6))[-1]
        assert message["events"][0]["name"] == "Bob"
        assert message["view"]["seats"][1]["name"] is None


async def test_who_held_a_seat_before_is_named_to_who_joins_later(
    alice: Player, bob: Player
) -> None:
    code = await db(playing.game_of, alice, bob)
    await db(seats.leave, code, bob.pk)
    async with serving() as running:
        [screen] = await joined(running.hub, code, alice)
        await db(seats.sit, code, bob.pk, connected=True)
        message = await screen.next()
        assert message["events"][0]["name"] == "Bob"


async def test_who_sits_down_is_from_then_on_shown_as_that_seat(alice: Player, bob: Player) -> None:
    code = await db(playing.game_of, alice)
    async with serving() as running:
        [screen] = await joined(running.hub, code, bob)
        folded = await db(seats.sit, code, bob.pk, 2, connected=True)
        message = (await screen.version(folded.version))[-1]
        assert message["view"]["you"]["seat"] == 2
        assert len(message["view"]["you"]["cards"]) == 13


async def test_row_31_a_frozen_tab_does_not_hold_up_the_others_and_is_right_when_it_wakes(
    alice: Player, bob: Player
) -> None:
    """The wire bounds what waits for a tab that does not read; the hub never waits for one."""
    code = await db(playing.table_of, alice, bob)
    async with serving(), Browser(code, alice) as frozen, Browser(code, bob) as other:
        await frozen.update()
        await other.update()
        version = 4
        for _ in range(75):
            for command in (seats.add_bot, seats.remove_bot):
                folded = await db(command, code, bob.pk, 2)
                version = folded.version
        await other.seen(version)
        view = await frozen.look()
        assert frozen.updates[-1]["version"] == version
        assert view["seats"][2]["kind"] == "open"


async def test_commands_without_a_hub_are_heard_by_nobody(alice: Player) -> None:
    await db(opening.open_table, alice.pk, size=4, target=100, private=False)
    with pytest.raises(RuntimeError):
        hub.current()
