"""Sockets without a wire: a browser's end of a consumer under the running runtime."""

import asyncio
import json
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Any, ParamSpec, TypeVar
from unittest import mock

from asgiref.sync import sync_to_async
from django.contrib.auth.models import AnonymousUser

from accounts.identity import SESSION_KEY
from accounts.models import Player
from tables import hub, runtime, store
from tables.consumers import LobbySocket, Socket, TableSocket
from tables.runtime import Runtime

WITHIN_S = 10.0
Message = dict[str, Any]
P = ParamSpec("P")
T = TypeVar("T")


@asynccontextmanager
async def serving() -> AsyncIterator[Runtime]:
    """A server process without its clock and without a wire."""
    await runtime.start(with_clock=False)
    try:
        yield runtime.current()
    finally:
        await runtime.stop()


class Session(dict[str, Any]):
    """A session that was never stored, as a visitor's is; or what a stored one holds."""

    session_key: str | None = None


class Connection:
    """The server's end of a socket; what is sent lands in ``sent``."""

    def __init__(self) -> None:
        self.last_seen = time.monotonic()
        self.sent: asyncio.Queue[Message] = asyncio.Queue()
        self.closed: tuple[int, str] | None = None
        self.is_broken = False

    def send(self, payload: bytes) -> None:
        if self.is_broken:
            raise ConnectionError("broken by the test")
        self.sent.put_nowait(json.loads(payload))

    def close(self, code: int, reason: str = "") -> None:
        self.closed = (code, reason)


class Browser:
    """A page with an open socket; ``async with`` opens and closes it.

    ``updates`` holds every update seen so far, ``view`` the last one's view.
    """

    def __init__(
        self,
        code: str | None,
        player: Player | None = None,
        session: Message | None = None,
        *,
        cookies: dict[str, str] | None = None,
    ) -> None:
        self.connection = Connection()
        self.updates: list[Message] = []
        self._code = code
        self._session = Session({**(session or {}), **({SESSION_KEY: player.pk} if player else {})})
        self._cookies = cookies or {}
        self._queue: asyncio.Queue[Message] = asyncio.Queue()
        self._ids = 100

    async def __aenter__(self) -> "Browser":
        scope: Message = {
            "connection": self.connection,
            "session": self._session,
            "cookies": self._cookies,
            "user": AnonymousUser(),
            "url_route": {"kwargs": {"code": self._code}},
        }
        kind: type[Socket] = TableSocket if self._code else LobbySocket
        self._queue.put_nowait({"type": "websocket.connect"})
        socket = kind(scope, self._accepted)
        self.task = asyncio.get_running_loop().create_task(socket.run(self._queue.get))
        return self

    async def __aexit__(self, *_: object) -> None:
        self._queue.put_nowait({"type": "websocket.disconnect", "code": 1001})
        await asyncio.wait_for(self.task, WITHIN_S)

    async def _accepted(self, message: Message) -> None:
        assert message == {"type": "websocket.accept"}

    @property
    def view(self) -> Message:
        view: Message = self.updates[-1]["view"]
        return view

    def say(self, **message: object) -> None:
        self.say_text(json.dumps(message))

    def say_text(self, text: str) -> None:
        self._queue.put_nowait({"type": "websocket.receive", "text": text})

    def say_bytes(self, data: bytes) -> None:
        self._queue.put_nowait({"type": "websocket.receive", "bytes": data})

    async def next(self) -> Message:
        """The next message of any type."""
        message = await asyncio.wait_for(self.connection.sent.get(), WITHIN_S)
        if message["type"] == "update":
            self.updates.append(message)
        return message

    async def update(self) -> Message:
        """The next update."""
        while (message := await self.next())["type"] != "update":
            pass
        return message

    async def seen(self, version: int) -> Message:
        """The table at this version or a later one, as this browser has been shown it."""
        while not self.updates or self.updates[-1]["version"] < version:
            await self.next()
        return self.updates[-1]

    async def look(self) -> Message:
        """The table as it is now, asked for by sync."""
        self.say(type="sync")
        while (await self.update())["events"]:
            pass
        return self.view

    async def ask(self, **message: object) -> Message:
        """Says it and waits for its answer."""
        self._ids += 1
        self.say(id=self._ids, **message)
        while True:
            answer = await self.next()
            if answer.get("id") == self._ids:
                return answer

    async def refusal(self, **message: object) -> str:
        """Says it; the code of the error that comes back."""
        answer = await self.ask(**message)
        assert answer["type"] == "error", answer
        assert answer["message"]
        code: str = answer["code"]
        return code

    async def silence(self, seconds: float = 0.05) -> list[Message]:
        """What came within a short time: nothing, it is to be hoped."""
        await asyncio.sleep(seconds)
        return [self.connection.sent.get_nowait() for _ in range(self.connection.sent.qsize())]

    async def end(self) -> tuple[int, str] | None:
        """Waits until the server has done with this socket; how it was closed."""
        await asyncio.wait_for(asyncio.shield(self.task), WITHIN_S)
        return self.connection.closed


async def db(work: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
    """Does database work in the test's own thread, while the event loop runs."""
    return await sync_to_async(work)(*args, **kwargs)


async def elsewhere(work: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
    """Does database work as another process would: this one's hub and cache hear nothing of it."""

    def unheard() -> T:
        with mock.patch.object(hub, "tell"), mock.patch.object(store, "cache", store._Cache(10)):
            return work(*args, **kwargs)

    return await db(unheard)
