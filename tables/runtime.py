"""What runs in a server process beside the pages: hub, lobby, news, heartbeat, and the clock."""

import asyncio
import logging
import threading
import uuid
from dataclasses import dataclass

from django.conf import settings
from django.db import DatabaseError, InterfaceError, connection

from accounts import clock
from tables import hub, life, presence, threads
from tables.hub import Hub
from tables.lobby import Lobby
from tables.moves import Moves
from tables.news import News
from tables.rounds import go_round
from tables.threads import guarded, in_thread

logger = logging.getLogger(__name__)

BEAT_EVERY_S = 1.0
ROUND_EVERY_S = 1.0


class Heart:
    """This process's heartbeat, on a thread of its own so that load can't delay it."""

    def __init__(self) -> None:
        self.process = uuid.uuid4()
        self.sockets: dict[uuid.UUID, tuple[str, int]] = {}
        # Sockets that were lost while the database was away, since when; and whether it lost ours.
        self._unwritten: dict[uuid.UUID, tuple[str, int, int]] = {}
        self._rows_gone = False
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._beat_for_ever, name="heartbeat", daemon=True)

    async def socket_opened(self, socket: uuid.UUID, code: str, player: int) -> None:
        """Notes that this process has a socket of the player open. Raises NoSuchTable."""
        self.sockets[socket] = (code, player)
        await in_thread(presence.socket_opened, self.process, socket, code, player)

    async def socket_closed(self, socket: uuid.UUID, silent_ms: int) -> None:
        """Notes that a socket is gone, whose last sign of life was so many ms ago."""
        noted = self.sockets.pop(socket, None)
        if noted is None:
            return
        code, player = noted
        last_seen = clock.known_ms() - silent_ms
        try:
            await in_thread(presence.socket_closed, socket, code, player, last_seen)
        except (DatabaseError, InterfaceError):
            self._unwritten[socket] = (code, player, last_seen)

    def start(self) -> None:
        """Beats once before it returns, so that sockets have a process to belong to."""
        self._live()
        self._thread.start()

    def stop(self) -> None:
        if not self._thread.is_alive():
            return
        self._stop.set()
        self._thread.join(timeout=BEAT_EVERY_S)
        self.sockets.clear()
        life.forget()
        presence.end(self.process, clock.now_ms())

    def _beat_for_ever(self) -> None:
        while not self._stop.wait(BEAT_EVERY_S):
            try:
                guarded(self._beat)
            except Exception as error:  # noqa: BLE001 - the database is away: beat on
                logger.warning("no heartbeat: %s", type(error).__name__)
        connection.close()

    def _live(self) -> bool:
        now = clock.sync()
        is_new = presence.live(self.process, now)
        life.keep(now)
        return is_new

    def _beat(self) -> None:
        self._rows_gone = self._live() or self._rows_gone
        if self._rows_gone:
            for socket, (code, player) in list(self.sockets.items()):
                presence.socket_opened(self.process, socket, code, player)
            self._rows_gone = False
        for socket, lost in list(self._unwritten.items()):
            presence.socket_closed(socket, *lost)
            del self._unwritten[socket]


@dataclass(slots=True)
class Runtime:
    """The parts that run in this process; ``rounds`` where it keeps time.

    The heart of a process that serves nobody does not beat.
    """

    hub: Hub
    lobby: Lobby
    news: News | None
    heart: Heart
    moves: Moves
    rounds: asyncio.Task[None] | None = None


_runtime: Runtime | None = None


def current() -> Runtime:
    """The runtime of this process."""
    if _runtime is None:
        raise RuntimeError("this process serves no sockets")
    return _runtime


async def start(*, with_clock: bool) -> None:
    """Starts a server process; ``with_clock`` in the embedded set-up, which has just this one."""
    heart = Heart()
    await in_thread(heart.start)
    if with_clock:
        await in_thread(presence.bury_all_but, heart.process)
    runtime = await _started(heart)
    if with_clock:
        runtime.rounds = asyncio.get_running_loop().create_task(_rounds_for_ever())


async def start_clock() -> None:
    """Starts a process that keeps time and serves nobody."""
    runtime = await _started(Heart())
    runtime.rounds = asyncio.get_running_loop().create_task(_rounds_for_ever())


async def _started(heart: Heart) -> Runtime:
    global _runtime  # noqa: PLW0603 - one per process
    own_hub = await hub.start()
    lobby = Lobby()
    own_hub.listeners.append(lobby)
    news = News(own_hub, lobby) if settings.CHANNEL_LAYERS else None
    _runtime = Runtime(own_hub, lobby, news, heart, Moves())
    return _runtime


async def stop() -> None:
    """Stops everything, and takes leave of this process's rows."""
    global _runtime
    runtime, _runtime = _runtime, None
    if runtime is None:
        return
    if runtime.rounds is not None:
        runtime.rounds.cancel()
        await asyncio.gather(runtime.rounds, return_exceptions=True)
    await in_thread(runtime.heart.stop)
    await runtime.lobby.stop()
    if runtime.news is not None:
        await runtime.news.stop()
    await hub.stop()
    await asyncio.get_running_loop().run_in_executor(None, threads.close_connections)


async def _rounds_for_ever() -> None:
    """One round each second, whatever the last one met."""
    while True:
        await asyncio.sleep(ROUND_EVERY_S)
        try:
            await in_thread(go_round)
        except Exception as error:  # noqa: BLE001 - the database is away: the next round comes
            logger.warning("the clock missed a round: %s", type(error).__name__)
