"""News between server processes: which tables changed, never what happened at them.

There is one group for all tables. A message is the list of (code, version) that changed while the
last one was on its way. Losing one is harmless: the hubs compare versions with the database.
"""

import asyncio
import logging
import uuid
from typing import Any

from channels.layers import get_channel_layer

from tables.hub import Hub
from tables.lobby import Lobby
from tables.store import Change

logger = logging.getLogger(__name__)

GROUP = "tables"
RETRY_S = 1.0
GATHER_S = 0.01


class News:
    """This process's end of the channel layer."""

    def __init__(self, hub: Hub, lobby: Lobby) -> None:
        self._hub = hub
        self._lobby = lobby
        self._me = uuid.uuid4().hex
        self._layer: Any = get_channel_layer()
        self._unsent: dict[str, int] = {}
        self._sending: asyncio.Task[None] | None = None
        # Whether the last message could not be sent: one line in the log will do.
        self._is_mute = False
        self._receiving = asyncio.get_running_loop().create_task(self._receive_for_ever())
        hub.listeners.append(self)

    async def stop(self) -> None:
        """Ends receiving; what has not been sent is found by comparing versions."""
        for task in (self._receiving, self._sending):
            if task is not None:
                task.cancel()
                await asyncio.gather(task, return_exceptions=True)

    def changed(self, change: Change) -> None:
        self._unsent[change.after.code] = change.after.version
        if self._sending is None or self._sending.done():
            self._sending = asyncio.get_running_loop().create_task(self._send())

    async def _send(self) -> None:
        while self._unsent:
            versions = list(self._unsent.items())
            self._unsent.clear()
            message = {"type": "tables.changed", "sender": self._me, "versions": versions}
            try:
                await self._layer.group_send(GROUP, message)
                self._is_mute = False
            except Exception as error:  # noqa: BLE001 - a hint: no failure here may reach a command
                if not self._is_mute:
                    logger.warning("news not sent: %s", type(error).__name__)
                self._is_mute = True
            # Under load the next message then tells of many tables instead of one.
            await asyncio.sleep(GATHER_S)

    async def _receive_for_ever(self) -> None:
        failed = False
        while True:
            try:
                channel = await self._layer.new_channel()
                await self._layer.group_add(GROUP, channel)
                if failed:
                    logger.warning("news of other processes come in again")
                    failed = False
                while True:
                    self._take(await self._layer.receive(channel))
            except Exception as error:  # noqa: BLE001 - Redis is away: try again for ever
                if not failed:
                    logger.warning("no news of other processes: %s", type(error).__name__)
                failed = True
            await asyncio.sleep(RETRY_S)

    def _take(self, message: dict[str, Any]) -> None:
        if message["sender"] != self._me:
            self._hub.hear_versions((code, version) for code, version in message["versions"])
            self._lobby.poke()
