"""The sockets: parsing, commands, refusals, closes."""

import time
import uuid

import pytest
from django.db import OperationalError

from accounts import clock
from accounts.models import Player
from tables import access, consumers, models, presence
from tables.commands import opening, seats
from tables.hearts.table import Table
from tests.conftest import FixedClock
from tests.tables import playing
from tests.tables.commands.test_ranked import member
from tests.tables.sockets import Browser, db, serving

pytestmark = pytest.mark.django_db(transaction=True)


async def test_a_socket_shows_the_table_and_answers_commands(alice: Player, bob: Player) -> None:
    code = await db(playing.table_of, alice, bob)
    async with serving(), Browser(code, alice) as browser:
        update = await browser.update()
        assert update["events"] == []
        assert update["view"]["you"]["seat"] == 0

        answer = await browser.ask(type="add_bot", seat=3)
        assert answer == {"type": "ok", "id": 101, "version": update["version"] + 1}
        update = await browser.seen(answer["version"])
        assert [event["kind"] for event in update["events"]] == ["bot_added"]
        assert update["view"]["seats"][3]["name"] == "Bot Linden"


async def test_all_commands_of_a_game_go_through_the_socket(alice: Player, bob: Player) -> None:
    code = await db(playing.table_of, alice)
    async with serving(), Browser(code, alice) as first, Browser(code, bob) as second:
        await first.update()
        await second.update()
        assert (await second.ask(type="sit", seat=2))["type"] == "ok"
        assert (await first.ask(type="add_bot"))["type"] == "ok"
        assert (await first.ask(type="remove_bot", seat=1))["type"] == "ok"
        assert (await first.ask(type="free_seat", seat=2))["type"] == "ok"
        assert await second.refusal(type="sit") == "barred"
        assert (await first.ask(type="start", fill=True))["type"] == "ok"
        await first.look()
        you = first.view["you"]
        assert you["must_pass"]
        answer = await first.ask(type="pass", hand=1, cards=you["cards"][:3])
        assert answer["type"] == "ok"
        await first.look()
        card = first.view["you"]["legal"][0]
        trick = first.view["hand"]["trick"]
        assert (await first.ask(type="play", hand=1, trick=trick, card=card))["type"] == "ok"
        assert (await first.ask(type="leave"))["type"] == "ok"
        assert await first.refusal(type="leave") == "table_is_over"


async def test_a_refusal_is_told_to_who_asked_alone(alice: Player, bob: Player) -> None:
    code = await db(playing.table_of, alice, bob)
    async with serving(), Browser(code, alice) as first, Browser(code, bob) as second:
        await first.update()
        await second.update()
        assert await first.refusal(type="sit", seat=3) == "already_seated_here"
        assert await first.refusal(type="start") == "seats_missing"
        assert await first.refusal(type="play", hand=1, trick=1, card="2C") == "not_started"
        assert await second.silence() == []


async def test_a_visitor_without_identity_watches_and_may_not_act(
    alice: Player, bob: Player
) -> None:
    code = await db(playing.table_of, alice, bob)
    async with serving(), Browser(code) as visitor:
        update = await visitor.update()
        assert update["view"]["you"]["seat"] is None
        assert update["view"]["you"]["may_sit"] == [2, 3]
        for command in (
            {"type": "sit"},
            {"type": "leave"},
            {"type": "add_bot"},
            {"type": "start"},
            {"type": "play", "hand": 1, "trick": 1, "card": "2C"},
        ):
            assert await visitor.refusal(**command) == "identity_needed"
        assert (await visitor.ask(type="ping"))["type"] == "pong"


async def test_who_watches_sits_down_and_sees_as_a_player(alice: Player, victor: Player) -> None:
    code = await db(playing.table_of, alice)
    async with serving(), Browser(code, victor) as browser:
        await browser.update()
        answer = await browser.ask(type="sit", seat=1)
        await browser.seen(answer["version"])
        assert browser.view["you"]["seat"] == 1
        assert browser.view["seats"][1]["connected"]


async def test_sync_shows_the_whole_table_again(alice: Player, bob: Player) -> None:
    code = await db(playing.table_of, alice, bob)
    async with serving(), Browser(code, bob) as browser:
        first = await browser.update()
        browser.say(type="sync")
        second = await browser.update()
        assert second["events"] == []
        assert second["view"] == first["view"]


async def test_a_ping_needs_no_database(
    alice: Player, bob: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    code = await db(playing.table_of, alice, bob)
    async with serving(), Browser(code, bob) as browser:
        await browser.update()

        async def no_database(*_: object) -> None:
            raise AssertionError

        monkeypatch.setattr(consumers, "in_thread", no_database)
        assert await browser.ask(type="ping") == {"type": "pong", "id": 101}
        monkeypatch.undo()


async def test_commands_of_one_socket_are_taken_one_after_the_other(alice: Player) -> None:
    code = await db(playing.table_of, alice, size=5)
    async with serving(), Browser(code, alice) as browser:
        await browser.update()
        for number in range(1, 6):
            browser.say(id=number, type="add_bot")
        answers = [await browser.next() for _ in range(9)]
        kinds = {a["id"]: a["type"] for a in answers if a["type"] != "update"}
        assert kinds == {1: "ok", 2: "ok", 3: "ok", 4: "ok", 5: "error"}


# Row 35, traps 7 and 40: garbage

GARBAGE = [
    "{",
    "",
    " ",
    "null",
    "[]",
    "7",
    '"ping"',
    "[" * 200_000,
    '{"type":' * 50_000,
    "9" * 5_000,
    '{"id": ' + "9" * 5_000 + ', "type": "ping"}',
    '{"id": 9007199254740993, "type": "ping"}',
    '{"id": -1, "type": "ping"}',
    '{"id": 1.5, "type": "ping"}',
    '{"id": true, "type": "ping"}',
    '{"id": "7", "type": "ping"}',
    "{}",
    '{"type": null}',
    '{"type": "\\u0000"}',
    '{"type": "\\ud800"}',
    '{"type": "play", "hand": 1, "trick": 1, "card": "\\ud800"}',
    '{"type": "play", "hand": 1, "trick": 1, "card": "\\u0000"}',
    '{"type": "fly"}',
    '{"type": "Ping"}',
    '{"type": ["ping"]}',
    '{"type": "ping", "extra": 1}',
    '{"type": "play"}',
    '{"type": "play", "hand": 1, "trick": 1}',
    '{"type": "play", "hand": 1, "trick": 1, "card": "1C"}',
    '{"type": "play", "hand": 1, "trick": 1, "card": "10C"}',
    '{"type": "play", "hand": 1, "trick": 1, "card": "2C\\n"}',
    '{"type": "play", "hand": 1, "trick": 1, "card": "2c"}',
    '{"type": "play", "hand": 1, "trick": 1, "card": 7}',
    '{"type": "play", "hand": -1, "trick": 1, "card": "2C"}',
    '{"type": "play", "hand": "1", "trick": 1, "card": "2C"}',
    '{"type": "play", "hand": 1, "trick": 1e400, "card": "2C"}',
    '{"type": "play", "hand": 1, "trick": NaN, "card": "2C"}',
    '{"type": "pass", "hand": 1, "cards": "2C 3C 4C"}',
    '{"type": "pass", "hand": 1, "cards": {"2C": 1}}',
    '{"type": "pass", "hand": 1, "cards": [null, "2C", "3C"]}',
    '{"type": "pass", "hand": 1, "cards": [' + '"2C",' * 100 + '"2C"]}',
    '{"type": "sit", "seat": 5}',
    '{"type": "sit", "seat": -1}',
    '{"type": "sit", "seat": "0"}',
    '{"type": "remove_bot"}',
    '{"type": "free_seat", "seat": null}',
    '{"type": "start", "fill": 1}',
]


async def test_row_35_garbage_is_answered_by_an_error_and_changes_nothing(
    alice: Player, bob: Player, caplog: pytest.LogCaptureFixture
) -> None:
    code = await db(playing.game_of, alice, bob)
    version = await db(playing.version_of, code)
    async with serving(), Browser(code, alice) as browser, Browser(code, bob) as other:
        await browser.update()
        await other.update()
        for text in GARBAGE:
            browser.say_text(text)
            answer = await browser.next()
            assert (answer["type"], answer["code"]) == ("error", "bad_message"), text[:80]
            assert answer["message"]
        browser.say_bytes(b'{"type": "ping"}')
        assert (await browser.next())["code"] == "bad_message"

        assert (await browser.ask(type="ping"))["type"] == "pong"
        assert await other.silence() == []
        assert await db(playing.version_of, code) == version
    assert "Traceback" not in caplog.text


async def test_a_bad_message_is_answered_in_plain_words_that_name_the_field(
    alice: Player, bob: Player
) -> None:
    code = await db(playing.table_of, alice, bob)
    async with serving(), Browser(code, alice) as browser:
        await browser.update()
        for text, expected in (
            ('{"type": "free_seat"}', "The message lacks the field “seat”."),
            ('{"hand": 1}', "The message lacks the field “type”."),
            ('{"type": "sit", "seat": "0"}', "The field “seat” has a value that the table"),
            ('{"type": "fly"}', "The field “type” has a value that the table does not know."),
            ('{"type": "pass", "hand": 1, "cards": ["QS", 3, "2C"]}', "The field “cards” has"),
            ("[]", "That message is not one that the table understands."),
            ('{"type"', "That message is not JSON."),
        ):
            browser.say_text(text)
            assert (await browser.next())["message"].startswith(expected), text


async def test_a_ranked_table_takes_no_bots_by_socket(fixed_clock: FixedClock) -> None:
    players = await db(lambda: [member(name) for name in ("Anna", "Ben")])
    code = (await db(opening.open_ranked, players[0].pk)).code
    async with serving(), Browser(code, players[0]) as browser:
        await browser.update()
        version = await db(playing.version_of, code)
        for message in (
            {"type": "add_bot"},
            {"type": "add_bot", "seat": 2},
            {"type": "start", "fill": True},
        ):
            answer = await browser.ask(**message)
            assert (answer["type"], answer["code"]) == ("error", "ranked_starts_itself")
        assert await db(playing.version_of, code) == version


async def test_the_answer_to_a_bad_message_names_its_id_where_it_can(
    alice: Player, bob: Player
) -> None:
    code = await db(playing.table_of, alice, bob)
    async with serving(), Browser(code, alice) as browser:
        await browser.update()
        for text, expected in (
            ('{"id": 12, "type": "fly"}', 12),
            ('{"id": 13, "type": "play", "hand": []}', 13),
            ('{"id": "x", "type": "fly"}', None),
            ('{"id": 14, "type": "ping"', None),
        ):
            browser.say_text(text)
            assert (await browser.next())["id"] == expected


@pytest.mark.parametrize(
    ("cards", "refusal"),
    [
        ([], "wrong_pass_count"),
        (2, "wrong_pass_count"),
        (4, "wrong_pass_count"),
        ("doubled", "wrong_pass_count"),
        ("not held", "card_not_held"),
    ],
)
async def test_row_5_bad_passes_by_the_socket(
    cards: object, refusal: str, alice: Player, bob: Player
) -> None:
    code = await db(playing.game_of, alice, bob)
    async with serving(), Browser(code, alice) as browser:
        await browser.update()
        own: list[str] = browser.view["you"]["cards"]
        if isinstance(cards, int):
            cards = own[:cards]
        elif cards == "doubled":
            cards = [own[0], own[1], own[1]]
        elif cards == "not held":
            strange = next(c for c in ("2C", "3C", "4C", "5C", "6C", "7C") if c not in own)
            cards = [own[0], own[1], strange]
        assert await browser.refusal(type="pass", hand=1, cards=cards) == refusal


# Closes


async def test_a_table_that_does_not_exist_is_closed_with_its_reason(alice: Player) -> None:
    async with serving(), Browser("NOTHERE", alice) as browser:
        assert await browser.end() == (4404, "there is no such table")
    async with serving(), Browser("NOTHERE") as browser:
        assert await browser.end() == (4404, "there is no such table")
    assert not await db(models.OpenSocket.objects.exists)


async def test_a_private_table_is_closed_to_who_has_no_link(
    alice: Player, bob: Player, victor: Player
) -> None:
    code = await db(playing.table_of, alice, bob, private=True)
    async with serving():
        for player in (None, victor):
            async with Browser(code, player) as browser:
                assert await browser.end() == (4403, "this table is private")
                assert browser.connection.sent.empty()
        async with Browser(code, victor, {access.SESSION_KEY: [code]}) as browser:
            await browser.update()
            assert browser.view["you"]["invite"] is None
        async with Browser(code, bob) as browser:
            await browser.update()
            assert f"/tables/{code}/join/" in browser.view["you"]["invite"]


async def test_who_watches_a_private_table_by_its_link_may_sit_there(
    alice: Player, victor: Player
) -> None:
    code = await db(playing.table_of, alice, private=True)
    async with serving(), Browser(code, victor, {access.SESSION_KEY: [code]}) as browser:
        await browser.update()
        assert (await browser.ask(type="sit"))["type"] == "ok"


async def test_without_a_database_a_socket_is_asked_to_come_again(
    alice: Player, bob: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    def away(*_: object) -> None:
        raise OperationalError

    code = await db(playing.table_of, alice, bob)
    async with serving():
        monkeypatch.setattr(consumers, "may_watch", away)
        async with Browser(code, alice) as browser:
            assert (await browser.end() or (0, ""))[0] == 1013
        monkeypatch.undo()
        async with Browser(code, alice) as browser:
            await browser.update()


async def test_without_a_database_a_command_is_refused_by_name(
    alice: Player, bob: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    def away(*_: object, **__: object) -> None:
        raise OperationalError

    code = await db(playing.table_of, alice, bob)
    async with serving(), Browser(code, alice) as browser:
        await browser.update()
        monkeypatch.setattr(seats, "add_bot", away)
        assert await browser.refusal(type="add_bot") == "unavailable"
        monkeypatch.undo()
        assert (await browser.ask(type="add_bot"))["type"] == "ok"


# Presence through sockets


async def test_who_opens_a_socket_is_connected_and_who_closes_it_is_lost(
    alice: Player, bob: Player
) -> None:
    code = await db(playing.table_of, alice, bob, away=True)
    async with serving():
        async with Browser(code, alice) as browser:
            await browser.update()
            assert browser.view["seats"][0]["connected"]
            assert not browser.view["seats"][1]["connected"]
            assert await db(models.OpenSocket.objects.count) == 1
            browser.connection.last_seen = time.monotonic() - 5
        row = await db(models.Seat.objects.get, player=alice)
        now = await db(clock.now_ms)
        assert row.lost_ms is not None
        assert 5_000 <= now - row.lost_ms <= 8_000
        assert await db(models.OpenSocket.objects.count) == 0


async def test_a_socket_lost_while_the_database_is_away_is_written_down_later(
    alice: Player, bob: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    def away(*_: object) -> None:
        raise OperationalError

    code = await db(playing.table_of, alice, bob)
    async with serving() as running:
        async with Browser(code, bob) as browser:
            await browser.update()
            monkeypatch.setattr(presence, "socket_closed", away)
        assert await db(models.OpenSocket.objects.count) == 1
        monkeypatch.undo()
        await db(running.heart._beat)
        assert await db(models.OpenSocket.objects.count) == 0
        assert (await db(models.Seat.objects.get, player=bob)).lost_ms is not None


async def test_a_process_that_was_swept_by_mistake_notes_its_sockets_again(
    alice: Player, bob: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    code = await db(playing.table_of, alice, bob)
    async with serving() as running, Browser(code, bob) as browser:
        await browser.update()
        await db(presence.bury_all_but, uuid.uuid4())
        assert await db(models.OpenSocket.objects.count) == 0
        await db(running.heart._beat)
        assert await db(models.OpenSocket.objects.count) == 1
        assert (await db(models.Seat.objects.get, player=bob)).lost_ms is None


def is_turn_of_first(table: Table) -> bool:
    return table.hand is not None and table.hand.turn == 0


async def test_row_27_two_tabs_both_see_and_an_old_click_is_refused(
    alice: Player, bob: Player
) -> None:
    code = await db(playing.trick_of, alice, bob)
    table = await db(
        playing.play_on, code, alice, bob, until=lambda t: t.hand is not None and t.hand.turn == 0
    )
    assert table.hand is not None
    hand, trick = table.hand.number, table.hand.trick_number
    async with serving(), Browser(code, alice) as second:
        async with Browser(code, alice) as first:
            await first.update()
            await second.update()
            legal = first.view["you"]["legal"]
            answer = await first.ask(type="play", hand=hand, trick=trick, card=legal[0])
            assert answer["type"] == "ok"
            await second.seen(answer["version"])
            old = first.view["you"]["cards"][0]
            assert await second.refusal(type="play", hand=hand, trick=trick, card=old) in (
                "wrong_turn",
                "not_your_turn",
            )
        assert await db(models.OpenSocket.objects.filter(player=alice).count) == 1
        assert (await db(models.Seat.objects.get, player=alice)).lost_ms is None
        await second.look()
        assert second.view["seats"][0]["connected"]


# The lobby


async def test_the_lobby_shows_the_open_tables(alice: Player, bob: Player) -> None:
    code = await db(playing.table_of, alice, size=3)
    await db(playing.table_of, bob, private=True)
    async with serving(), Browser(None) as browser:
        message = await browser.next()
        assert message["type"] == "tables"
        assert [table["code"] for table in message["tables"]] == [code]
        assert message["tables"][0]["seats"] == [
            {"name": "Alice", "kind": "player", "elo": 1500, "total": None},
            {"name": None, "kind": "open", "elo": None, "total": None},
            {"name": None, "kind": "open", "elo": None, "total": None},
        ]
        assert (await browser.ask(type="ping"))["type"] == "pong"
        browser.say(type="sync")
        assert await browser.next() == message
        for text in ('{"type": "sit"}', "{", '{"type": "start"}'):
            browser.say_text(text)
            assert (await browser.next())["code"] == "bad_message"


async def test_a_fault_in_a_command_ends_that_socket_alone(
    alice: Player, bob: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*_: object, **__: object) -> None:
        raise ZeroDivisionError

    code = await db(playing.table_of, alice, bob)
    async with serving(), Browser(code, bob) as other:
        browser = await Browser(code, alice).__aenter__()
        await browser.update()
        monkeypatch.setattr(seats, "add_bot", broken)
        browser.say(id=1, type="add_bot")
        with pytest.raises(ZeroDivisionError):
            await browser.end()
        monkeypatch.undo()
        assert (await other.ask(type="add_bot"))["type"] == "ok"
        assert await db(models.OpenSocket.objects.filter(player=alice).count) == 0
