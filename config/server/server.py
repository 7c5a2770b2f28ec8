"""The server: start and stop hooks around daphne's, and an orderly end."""

import asyncio
import logging
import os
import signal
import socket
import threading
import time
from collections.abc import Awaitable, Callable, Coroutine, Sequence
from functools import partial
from typing import Any, cast

import daphne.server
from twisted.internet import reactor as twisted_reactor
from twisted.internet.defer import Deferred
from twisted.logger import (
    FilteringLogObserver,
    LogLevel,
    LogLevelFilterPredicate,
    STDLibLogObserver,
    globalLogBeginner,
)

from config.server.limits import Limits
from config.server.requests import RequestFactory
from config.server.sockets import RESTART, SocketFactory, SocketProtocol

Hook = Callable[[], Awaitable[None]]

logger = logging.getLogger(__name__)

# Seconds: for the stop hooks, for the browsers to say goodbye, for the consumers to end.
_HOOKS_LIMIT = 2.0
_GOODBYE_LIMIT = 1.0
_CONSUMERS_LIMIT = 0.5
# After so many seconds the process ends, whatever a thread may still be doing.
_STOP_LIMIT = 5.0


class Server(daphne.server.Server):
    """Serves an ASGI application on one listening socket until SIGTERM or SIGINT.

    `on_start` hooks run on the loop before the first connection is taken; if one raises, so does
    `run`. `on_stop` hooks run after the last, while the browsers' sockets are still open but no
    longer heard; then the sockets are closed with 1012 "restart". `on_listening` is called once
    connections are taken.
    """

    def __init__(
        self,
        application: Callable[..., Coroutine[Any, Any, None]],
        listener: socket.socket,
        *,
        limits: Limits | None = None,
        on_start: Sequence[Hook] = (),
        on_stop: Sequence[Hook] = (),
        on_listening: Callable[[], None] = lambda: None,
    ) -> None:
        super().__init__(application, endpoints=["adopted"], server_name="")
        self._listener = listener
        self._on_start = on_start
        self._on_stop = on_stop
        self._on_listening = on_listening
        self._limits = limits or Limits()
        self._loop = daphne.server.twisted_loop
        self._reactor: Any = twisted_reactor
        self._port: Any = None
        self._failure: BaseException | None = None
        self._stopping = False

    def run(self) -> None:
        """Serve until told to stop."""
        self.connections: dict[Any, dict[str, Any]] = {}
        self.http_factory = RequestFactory(self)
        self.ws_factory = SocketFactory(self, self._limits)
        _pass_on_errors_of_twisted()
        # By default Twisted's timers run by the wall clock, and stop or fire when it is set.
        self._reactor.seconds = time.monotonic
        asyncio.set_event_loop(self._loop)
        for number in (signal.SIGINT, signal.SIGTERM):
            self._loop.add_signal_handler(number, self.stop)
        self._reactor.addSystemEventTrigger("before", "shutdown", self._begin_shutdown)
        self._starting = self._loop.create_task(self._start())
        self._starting.add_done_callback(self._started)
        self._reactor.run(installSignalHandlers=False)
        if self._failure is not None:
            raise self._failure

    async def _start(self) -> None:
        for hook in self._on_start:
            await hook()
        self._listener.setblocking(False)  # Twisted takes connections until none is left
        self._port = self._reactor.adoptStreamPort(
            self._listener.fileno(), self._listener.family, self.http_factory
        )
        self._listener.close()
        self._housekeeping = self._loop.create_task(self._keep_house())
        self._housekeeping.add_done_callback(self._started)
        self._on_listening()

    def _started(self, task: "asyncio.Task[None]") -> None:
        if not task.cancelled() and task.exception() is not None:
            self._failure = task.exception()
            self.stop()

    async def _keep_house(self) -> None:
        while True:
            await asyncio.sleep(1)
            self.check_timeouts()

    def check_timeouts(self) -> None:
        """Ping the silent sockets, drop the dead."""
        for protocol in list(self.connections):
            protocol.check_timeouts()

    # Connections and the application's task for each

    def create_application(
        self, protocol: Any, scope: dict[str, Any]
    ) -> "asyncio.Queue[dict[str, Any]]":
        """Start the application for a request or socket; its input goes into the queue."""
        queue: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
        send: Callable[..., Any] = partial(self.handle_reply, protocol)
        scope["asgi"] = {"version": "3.0"}
        if isinstance(protocol, SocketProtocol):
            scope["connection"] = protocol.connection
            send = protocol.reply
        task = self._loop.create_task(self.application(scope, queue.get, send))
        self.connections[protocol]["application_instance"] = task
        task.add_done_callback(partial(self._application_ended, protocol))
        return queue

    def _application_ended(self, protocol: Any, task: "asyncio.Task[None]") -> None:
        error = None if task.cancelled() else task.exception()
        if error is not None:
            logger.error("Exception inside application: %s", error, exc_info=error)
        details = self.connections.get(protocol, {"disconnected": True})
        if "disconnected" in details:
            self.connections.pop(protocol, None)
        elif error is not None or isinstance(protocol, SocketProtocol):
            protocol.handle_exception(error)

    def protocol_disconnected(self, protocol: Any) -> None:
        """Forget a connection once its application has ended, which has a limit."""
        details = self.connections.get(protocol)
        if details is None or "disconnected" in details:
            return
        task = details.get("application_instance")
        if task is None or task.done():
            del self.connections[protocol]
        else:
            details["disconnected"] = True
            self._loop.call_later(self.application_close_timeout, task.cancel)

    # The end

    def stop(self) -> None:
        """Begin to stop; `run` returns when all is done."""
        if not self._stopping:
            self._stopping = True
            self._reactor.stop()

    def _begin_shutdown(self) -> "Deferred[None]":
        killer = threading.Timer(_STOP_LIMIT, os._exit, (1,))
        killer.daemon = True
        killer.start()
        return Deferred.fromFuture(self._loop.create_task(self._shut_down()))

    async def _shut_down(self) -> None:
        self._starting.cancel()
        if self._port is not None:
            self._port.stopListening()
        sockets = [p for p in self.connections if isinstance(p, SocketProtocol)]
        for each in sockets:
            each.deaf = True
        await self._run_stop_hooks()
        for each in sockets:
            each.close(RESTART, "restart")
        await self._end_applications()

    async def _run_stop_hooks(self) -> None:
        hooks = [asyncio.ensure_future(hook()) for hook in self._on_stop]
        if not hooks:
            return
        _, late = await asyncio.wait(hooks, timeout=_HOOKS_LIMIT)
        for hook in late:
            hook.cancel()
        for error in await asyncio.gather(*hooks, return_exceptions=True):
            if isinstance(error, BaseException):
                logger.error("A stop hook failed: %r", error, exc_info=error)

    async def _end_applications(self) -> None:
        found = [details.get("application_instance") for details in self.connections.values()]
        tasks = [task for task in found if task is not None]
        if not tasks:
            return
        _, late = await asyncio.wait(tasks, timeout=_GOODBYE_LIMIT)
        for task in late:
            task.cancel()
        if late:
            await asyncio.wait(late, timeout=_CONSUMERS_LIMIT)


def _pass_on_errors_of_twisted() -> None:
    # Its types are zope interfaces, which mypy does not know.
    only_errors: Any = LogLevelFilterPredicate(defaultLogLevel=LogLevel.error)
    observer: Any = FilteringLogObserver(cast("Any", STDLibLogObserver()), [only_errors])
    globalLogBeginner.beginLoggingTo([observer], redirectStandardIO=False, discardBuffer=True)
