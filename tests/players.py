"""Scripted players for live tests: they play whatever the server says is legal, and come back."""

import asyncio
import json
import random
from dataclasses import dataclass, field
from typing import Any

from websockets.exceptions import ConnectionClosed, InvalidHandshake, InvalidMessage

from tests.live import Site, Visitor

GONE = (OSError, ConnectionClosed, InvalidHandshake, InvalidMessage, TimeoutError)


@dataclass(eq=False)
class ScriptedPlayer:
    """Somebody who plays random legal cards at a table, through any server that answers.

    ``accepted`` holds the moves that the server has acknowledged: (hand, trick, card), trick 0 for
    each card of a pass. ``gaps`` holds how long (s) each loss of the line lasted.
    """

    site: Site
    visitor: Visitor
    code: str
    rng: random.Random
    server: int = 0
    think_s: float = 0.0
    accepted: list[tuple[int, int, str]] = field(default_factory=list)
    refused: list[str] = field(default_factory=list)
    gaps: list[float] = field(default_factory=list)
    view: dict[str, Any] = field(default_factory=dict)
    version: int = 0
    _id: int = 0
    _asked: dict[int, list[tuple[int, int, str]]] = field(default_factory=dict)

    async def play(self) -> None:
        """Plays until the game is over."""
        lost_at: float | None = None
        while not self.is_over:
            try:
                url = self.site.urls[self.server % len(self.site.urls)]
                async with self.visitor.socket(url, self.code) as socket:
                    self._asked.clear()  # what was not answered may or may not have counted
                    async for text in socket:
                        if lost_at is not None:
                            self.gaps.append(asyncio.get_running_loop().time() - lost_at)
                            lost_at = None
                        await self._take(socket, json.loads(text))
                        if self.is_over:
                            return
            except GONE:
                pass
            lost_at = lost_at or asyncio.get_running_loop().time()
            self.server += 1
            await asyncio.sleep(self.rng.uniform(0.05, 0.2))

    @property
    def is_over(self) -> bool:
        return bool(self.view) and self.view["table"]["state"] in ("over", "closed")

    async def _take(self, socket: Any, message: dict[str, Any]) -> None:
        match message["type"]:
            case "update" if message["version"] >= self.version:
                self.version, self.view = message["version"], message["view"]
                await self._move(socket)
            case "ok":
                self.accepted += self._asked.pop(message["id"], [])
            case "error":
                self.refused.append(message["code"])
                self._asked.pop(message["id"], None)
            case _:
                pass

    async def _move(self, socket: Any) -> None:
        you, hand = self.view["you"], self.view["hand"]
        if hand is None or not (you["must_pass"] or you["legal"]):
            return
        if self.think_s:
            await asyncio.sleep(self.rng.uniform(0, 2 * self.think_s))
        number, trick = hand["number"], 0 if you["must_pass"] else hand["trick"]
        if any((number, trick) == move[:2] for moves in self._asked.values() for move in moves):
            return  # asked already on this socket
        self._id += 1
        if you["must_pass"]:
            cards = self.rng.sample(you["cards"], 3)
            message = {"type": "pass", "hand": number, "cards": cards}
        else:
            cards = [self.rng.choice(you["legal"])]
            message = {"type": "play", "hand": number, "trick": trick, "card": cards[0]}
        self._asked[self._id] = [(number, trick, card) for card in cards]
        await socket.send(json.dumps({"id": self._id, **message}))
