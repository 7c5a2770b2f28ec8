"""Tables of the load bench: who moves when, at the reference and at the site."""

import asyncio
import itertools
import random
from typing import Any

import msgspec

from tests.bench.browsers import Browser

SEATS = 4
STUCK_S = 120


class Table:
    """Four browsers that make moves, each after the last has reached all four."""

    def __init__(self) -> None:
        self.browsers: list[Browser] = []
        self.left = 0
        self._done = asyncio.Event()

    async def run(self, moves: int) -> None:
        """Make so many moves."""
        self.left = moves
        self._done.clear()
        self.make_move()
        await self.wait_for(self._done)

    async def wait_for(self, event: asyncio.Event) -> None:
        """Wait, and raise what is wrong with a browser meanwhile."""
        waiting = asyncio.ensure_future(event.wait())
        failures = [browser.failure for browser in self.browsers]
        ends: list[asyncio.Future[Any]] = [waiting, *failures]
        async with asyncio.timeout(STUCK_S):
            await asyncio.wait(ends, return_when=asyncio.FIRST_COMPLETED)
        for failure in failures:
            if failure.done():
                failure.result()

    def make_move(self) -> None:
        raise NotImplementedError

    def moved(self) -> None:
        """A move has arrived everywhere."""
        self.left -= 1
        if self.left:
            self.make_move()
        else:
            self._done.set()


class EchoTable(Table):
    """Of the reference."""

    MOVE = b'{"id":8,"type":"play","hand":3,"trick":5,"card":"QS"}'

    def __init__(self) -> None:
        super().__init__()
        self._senders = itertools.cycle(range(SEATS))
        self._heard = 0

    def hear(self, _: bytes) -> None:
        self._heard += 1
        if self._heard == SEATS:
            self._heard = 0
            self.moved()

    def make_move(self) -> None:
        self.browsers[next(self._senders)].send(self.MOVE)


class You(msgspec.Struct):
    """What a player needs of view.you."""

    cards: list[str]
    legal: list[str]
    must_pass: bool


class Hand(msgspec.Struct):
    """What a player needs of view.hand."""

    number: int
    trick: int
    turn: int | None


class View(msgspec.Struct):
    """What a player needs of a view."""

    you: You
    hand: Hand | None


class Message(msgspec.Struct):
    """What a player needs of any message."""

    type: str
    version: int = 0
    view: View | None = None
    code: str = ""


decode = msgspec.json.Decoder(Message).decode


class GameTable(Table):
    """Of the site."""

    def __init__(self, seed: int) -> None:
        super().__init__()
        self._random = random.Random(seed)
        self._versions = [0] * SEATS
        self._views: list[View | None] = [None] * SEATS
        self._expected: int | None = None

    async def start(self) -> None:
        """Start the game; returns when all have seen it."""
        self.left = 1
        self._done.clear()
        self.browsers[0].send(b'{"type":"start"}')
        await self.wait_for(self._done)

    def hear(self, seat: int, payload: bytes) -> None:
        message = decode(payload)
        if message.type == "update":
            self._versions[seat], self._views[seat] = message.version, message.view
        elif message.type == "ok":
            self._expected = message.version
        else:
            self.browsers[seat].fail(f"refused: {message.code}")
        if self._expected is not None and min(self._versions) >= self._expected:
            self._expected = None
            self.moved()

    def make_move(self) -> None:
        for seat, view in enumerate(self._views):
            if view is not None and view.hand is not None and (move := self._move(view)):
                self.browsers[seat].send(msgspec.json.encode(move))
                return
        self.browsers[0].fail("nobody can move: the game is over")

    def _move(self, view: View) -> dict[str, object] | None:
        """A random move of this seat, if it may make one."""
        you, hand = view.you, view.hand
        assert hand is not None
        if you.must_pass:
            cards = self._random.sample(you.cards, 3)
            return {"id": 1, "type": "pass", "hand": hand.number, "cards": cards}
        if you.legal:
            card = self._random.choice(you.legal)
            play = {"type": "play", "hand": hand.number, "trick": hand.trick, "card": card}
            return {"id": 1, **play}
        return None
