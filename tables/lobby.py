"""The live list of open tables: read after changes of seats, sent to every lobby socket."""

import asyncio
import logging
from typing import Protocol

from tables import listing
from tables.listing import ListedTable
from tables.protocol import LobbySeat, LobbyTable, Tables, encode
from tables.store import MOVES_ROWS, Change
from tables.threads import in_thread

logger = logging.getLogger(__name__)

# Changes within this time share one reading; without any the list is still read now and then.
GATHER_S = 0.3
READ_EVERY_S = 3.0


class LobbySocket(Protocol):
    """A socket that shows the list."""

    def deliver(self, message: bytes) -> None: ...


class Lobby:
    """The lobby sockets of this process, and the list as they have seen it."""

    def __init__(self) -> None:
        self._sockets: set[LobbySocket] = set()
        self._message = b""
        self._poked = asyncio.Event()
        self._reading = asyncio.get_running_loop().create_task(self._read_for_ever())

    async def stop(self) -> None:
        self._reading.cancel()
        await asyncio.gather(self._reading, return_exceptions=True)

    async def join(self, socket: LobbySocket) -> None:
        """Adds a socket and shows it the list."""
        if not self._sockets:
            self._message = await in_thread(_read_message)
        self._sockets.add(socket)
        socket.deliver(self._message)

    def leave(self, socket: LobbySocket) -> None:
        self._sockets.discard(socket)

    def show(self, socket: LobbySocket) -> None:
        """Sends the list as last read."""
        socket.deliver(self._message)

    def changed(self, change: Change) -> None:
        """Listens to the hub: only changes of seats and states show in the list."""
        if any(isinstance(logged.event, MOVES_ROWS) for logged in change.log):
            self.poke()

    def poke(self) -> None:
        """Has the list read soon."""
        self._poked.set()

    async def _read_for_ever(self) -> None:
        while True:
            try:
                async with asyncio.timeout(READ_EVERY_S):
                    await self._poked.wait()
            except TimeoutError:
                pass
            await asyncio.sleep(GATHER_S)
            self._poked.clear()
            if self._sockets:
                await self._read()

    async def _read(self) -> None:
        try:
            message = await in_thread(_read_message)
        except Exception as error:  # noqa: BLE001 - the database is away: read again later
            logger.warning("could not read the open tables: %s", type(error).__name__)
            return
        if message == self._message:
            return
        self._message = message
        for socket in list(self._sockets):
            try:
                socket.deliver(message)
            except Exception:  # one failing socket must not end the round of the others
                logger.exception("a lobby socket failed")


def _read_message() -> bytes:
    return encode(Tables([_told(table) for table in listing.open_tables()]))


def _told(table: ListedTable) -> LobbyTable:
    """The table for the sockets: names instead of ids."""
    return LobbyTable(
        code=table.code,
        ranked=table.ranked,
        size=table.size,
        target=table.target,
        state=table.state,
        opened=table.opened,
        hand=table.hand,
        seats=[LobbySeat(s.name, s.kind, s.elo, s.total) for s in table.seats],
    )
