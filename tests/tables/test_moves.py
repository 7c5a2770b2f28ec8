"""Moves of several tables, written together."""

import asyncio
from functools import partial

import pytest
from django.db import OperationalError, connections
from django.db.backends.base.base import BaseDatabaseWrapper

from accounts.models import Player
from tables import hub, log, moves, store
from tables.bots import choose_pass
from tables.commands import play, seats
from tables.hearts import errors
from tables.hearts.secrecy import seat_hand
from tables.moves import Moves, Work
from tables.store import Change, Folded
from tests.tables import playing
from tests.tables.sockets import db, elsewhere, serving

pytestmark = pytest.mark.django_db(transaction=True)

Writes = list[tuple[int, ...]]


@pytest.fixture
def writes(monkeypatch: pytest.MonkeyPatch) -> Writes:
    """The tables of each write from now on."""
    seen: Writes = []
    write = log.write

    def noted(appends: list[log.Append], *, wait: bool) -> set[int]:
        seen.append(tuple(append.table for append in appends))
        return write(appends, wait=wait)

    monkeypatch.setattr(log, "write", noted)
    return seen


async def games(*players: Player) -> list[str]:
    """A game for each of these, with bots; the first pass is due."""
    return [await db(playing.game_of, player) for player in players]


def pass_of(code: str, player: Player) -> Work:
    """A pass that the player may make now."""
    table = playing.state_of(code)
    seat = table.seat_of(player.pk)
    assert table.hand is not None
    assert seat is not None
    cards = choose_pass(seat_hand(table.hand, seat), table.totals, table.target)
    return partial(play.pass_cards, code, player.pk, hand=1, cards=cards)


def version_in(code: str) -> int:
    folded = store.cache.get(code)
    assert folded is not None
    return folded.version


async def test_moves_that_come_together_are_written_together(
    alice: Player, bob: Player, carol: Player, writes: Writes
) -> None:
    codes = await games(alice, bob, carol)
    writes.clear()
    async with serving():
        made = Moves()
        folded = await asyncio.gather(
            *(
                made.make(code, partial(playing.pass_any, code, player))
                for code, player in zip(codes, (alice, bob, carol), strict=True)
            )
        )

    assert writes == [tuple(each.id for each in folded)]
    for code, each in zip(codes, folded, strict=True):
        assert await db(playing.version_of, code) == each.version == version_in(code)


async def test_moves_that_come_while_one_write_runs_go_into_the_next(
    alice: Player, bob: Player, carol: Player, writes: Writes
) -> None:
    first, second, third = await games(alice, bob, carol)
    writes.clear()
    async with serving():
        made = Moves()
        running = asyncio.ensure_future(made.make(first, partial(playing.pass_any, first, alice)))
        await asyncio.sleep(0)
        await asyncio.sleep(0)
        await asyncio.gather(
            running,
            made.make(second, partial(playing.pass_any, second, bob)),
            made.make(third, partial(playing.pass_any, third, carol)),
        )

    assert [len(tables) for tables in writes] == [1, 2]


async def test_two_moves_at_one_table_follow_one_another(
    alice: Player, bob: Player, writes: Writes
) -> None:
    code = await db(playing.game_of, alice, bob)
    writes.clear()
    async with serving():
        made = Moves()
        before, after = await asyncio.gather(
            made.make(code, partial(playing.pass_any, code, alice)),
            made.make(code, partial(playing.pass_any, code, bob)),
        )

    assert before.version < after.version
    assert len(writes) == 2
    assert [kind for kind in await db(playing.kinds, code) if kind == "passed"] == ["passed"] * 4


async def test_a_refusal_is_for_who_asked_alone(alice: Player, bob: Player) -> None:
    refused, taken = await games(alice, bob)
    version = await db(playing.version_of, refused)
    async with serving():
        made = Moves()
        outcomes = await asyncio.gather(
            made.make(refused, partial(play.pass_cards, refused, alice.pk, hand=1, cards=0)),
            made.make(taken, partial(playing.pass_any, taken, bob)),
            return_exceptions=True,
        )

    assert isinstance(outcomes[0], errors.WrongPassCount)
    assert isinstance(outcomes[1], store.Folded)
    assert await db(playing.version_of, refused) == version


async def test_a_move_that_lost_its_race_is_made_again_on_the_newer_table(
    alice: Player, bob: Player, carol: Player
) -> None:
    raced = await db(playing.game_of, alice, bob)
    other = await db(playing.game_of, carol)
    late_pass = await db(pass_of, raced, alice)
    await elsewhere(playing.pass_any, raced, bob)
    async with serving():
        made = Moves()
        late, _ = await asyncio.gather(
            made.make(raced, late_pass),
            made.make(other, partial(playing.pass_any, other, carol)),
        )

    assert late.version == await db(playing.version_of, raced)
    assert [kind for kind in await db(playing.kinds, raced) if kind == "passed"] == ["passed"] * 4


async def test_nobody_is_told_of_a_move_that_could_not_be_written(
    alice: Player, bob: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    codes = await games(alice, bob)
    versions = [await db(playing.version_of, code) for code in codes]
    told: list[Change] = []
    monkeypatch.setattr(hub, "tell", told.append)

    def fail(*_: object, **__: object) -> set[int]:
        raise OperationalError("the database is away")

    async with serving():
        made = Moves()
        monkeypatch.setattr(log, "write", fail)
        outcomes = await asyncio.gather(
            *(
                made.make(code, partial(playing.pass_any, code, player))
                for code, player in zip(codes, (alice, bob), strict=True)
            ),
            return_exceptions=True,
        )
        monkeypatch.undo()

        # The next move finds everything as it was.
        again = await made.make(codes[0], partial(playing.pass_any, codes[0], alice))

    assert all(isinstance(outcome, OperationalError) for outcome in outcomes)
    assert told == []
    assert again.version > versions[0]
    assert await db(playing.version_of, codes[1]) == versions[1] == version_in(codes[1])


async def test_a_batch_has_a_bound(
    alice: Player, bob: Player, carol: Player, writes: Writes, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(moves, "LARGEST", 2)
    codes = await games(alice, bob, carol)
    writes.clear()
    async with serving():
        made = Moves()
        await asyncio.gather(
            *(
                made.make(code, partial(playing.pass_any, code, player))
                for code, player in zip(codes, (alice, bob, carol), strict=True)
            )
        )

    assert [len(tables) for tables in writes] == [2, 1]


async def test_who_has_gone_meanwhile_hinders_nobody(alice: Player, bob: Player) -> None:
    left, stayed = await games(alice, bob)
    async with serving():
        made = Moves()
        gone = asyncio.ensure_future(made.make(left, partial(playing.pass_any, left, alice)))
        stays = asyncio.ensure_future(made.make(stayed, partial(playing.pass_any, stayed, bob)))
        await asyncio.sleep(0)
        gone.cancel()

        assert (await stays).version == await db(playing.version_of, stayed)


async def test_a_move_that_meets_a_dead_line_to_the_database_gives_it_up(alice: Player) -> None:
    """Even if there is nothing to write, and so no write that would notice."""
    [code] = await games(alice)
    lines: list[BaseDatabaseWrapper] = []

    def dead() -> Folded:
        connections["default"].ensure_connection()
        lines.append(connections["default"])
        raise OperationalError

    async with serving():
        with pytest.raises(OperationalError):
            await Moves().make(code, dead)
        assert lines[0].connection is None


async def test_a_write_that_fails_is_told_to_those_alone_who_had_something_in_it(
    alice: Player, bob: Player, carol: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    first, second, third = await games(alice, bob, carol)

    def away(*_: object, **__: object) -> set[int]:
        raise OperationalError

    def leave_alone() -> Folded:
        """Moves rows, and so is written by itself, as the last card of a game is."""
        with monkeypatch.context() as patch:
            patch.setattr(log, "write", write)
            return seats.leave(third, carol.pk)

    write = log.write
    refused = partial(play.pass_cards, first, alice.pk, hand=1, cards=0)
    passed = await db(pass_of, second, bob)
    async with serving():
        monkeypatch.setattr(log, "write", away)
        made = Moves()
        outcomes = await asyncio.gather(
            made.make(first, refused),
            made.make(second, passed),
            made.make(third, leave_alone),
            return_exceptions=True,
        )
        monkeypatch.undo()

    assert isinstance(outcomes[0], errors.WrongPassCount)
    assert isinstance(outcomes[1], OperationalError)
    assert isinstance(outcomes[2], Folded)
    assert await db(playing.version_of, third) == outcomes[2].version
