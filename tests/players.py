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

    async def play(self) -> None:
        """Plays until the game is over."""
        lost_at: float | None = None
        while not self.is_over:
            try:
                url = self.site.urls[self.server % len(self.site.urls)]
                async with self.visitor.socket(url, self.code) as socket:
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
            case "ok" if self._asked:
                self.accepted += self._asked
            case "error":
                self.refused.append(message["code"])
            case _:
                pass

    async def _move(self, socket: Any) -> None:
        you, hand = self.view["you"], self.view["hand"]
        if hand is None or not (you["must_pass"] or you["legal"]):
            return
        if self.think_s:
            await asyncio.sleep(self.rng.uniform(0, 2 * self.think_s))
        number, trick = hand["number"], hand["trick"]
        if you["must_pass"]:
            cards = self.rng.sample(you["cards"], 3)
            self._asked = [(number, 0, card) for card in cards]
            message = {"type": "pass", "id": number, "hand": number, "cards": cards}
        else:
            card = self.rng.choice(you["legal"])
            self._asked = [(number, trick, card)]
            message = {"type": "play", "hand": number, "trick": trick, "card": card}
        await socket.send(json.dumps({"id": self.version, **message}))

    _asked: list[tuple[int, int, str]] = field(default_factory=list)
