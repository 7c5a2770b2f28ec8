"""The WebSocket protocol: daphne's, with limits, close codes with reasons and its own pings."""

import asyncio
import time
from collections.abc import Mapping
from http import HTTPStatus
from typing import TYPE_CHECKING, Any

from autobahn.util import encode_truncate
from autobahn.websocket.types import ConnectionDeny, ConnectionRequest
from daphne.ws_protocol import WebSocketFactory, WebSocketProtocol
from twisted.internet.defer import Deferred

from config.server.frames import text_frame, text_payload
from config.server.limits import Allowance, Limits

if TYPE_CHECKING:
    from config.server.server import Server

# Codes of RFC 6455, section 7.4.1, and of the IANA registry.
NO_CODE = 1005
INVALID_TEXT = 1007
TOO_MANY_MESSAGES = 1008
TOO_BIG = 1009
SERVER_ERROR = 1011
RESTART = 1012

_REASONS = {INVALID_TEXT: "text is not UTF-8", TOO_BIG: "message too big"}
_CLOSE_REASON_BYTES = 123


class Connection:
    """An open socket as its consumer may see it (`scope["connection"]`); use on the loop only."""

    __slots__ = ("_socket", "last_seen")

    def __init__(self, socket: "SocketProtocol") -> None:
        self._socket = socket
        # Monotonic seconds of the last bytes that came: a message, a pong, anything.
        self.last_seen = time.monotonic()

    def send(self, payload: bytes) -> None:
        """Send one text message (UTF-8) at once; nothing happens on a socket that is not open."""
        self._socket.send_text(payload)

    def close(self, code: int, reason: str = "") -> None:
        """Close with this code and reason; what the browser sends from now on is dropped."""
        self._socket.close(code, reason)

    def waiting(self) -> int:
        """How many sent bytes the system has not taken yet."""
        return self._socket.waiting()


class SocketProtocol(WebSocketProtocol):
    """One WebSocket."""

    transport: Any  # Twisted's tcp.Connection
    application_queue: asyncio.Queue[dict[str, Any]] | None = None
    # Messages are no longer handed to the consumer.
    deaf = False
    # What comes in is not even parsed.
    draining = False

    def __init__(self, limits: Limits) -> None:
        super().__init__()
        now = time.monotonic()
        self.connection = Connection(self)
        self._limits = limits
        self._opened = now
        self._pinged = 0.0
        self._allowance = Allowance(
            rate=limits.frames_per_second, burst=limits.frame_burst, now=now
        )

    # The handshake

    def onConnect(self, request: ConnectionRequest) -> "Deferred[str | None]":
        """Hand a good handshake to daphne."""
        # daphne decodes this header as ASCII, and quotes the exception in its answer.
        if not request.headers.get("sec-websocket-protocol", "").isascii():
            raise ConnectionDeny(ConnectionDeny.BAD_REQUEST)  # type: ignore[no-untyped-call]
        deferred: Deferred[str | None] = super().onConnect(request)
        return deferred

    def failHandshake(
        self,
        reason: str,
        code: int = 400,
        responseHeaders: Any = None,
    ) -> None:
        """Refuse the handshake, quoting nothing of what was sent."""
        self.wasNotCleanReason = reason
        super().failHandshake(HTTPStatus(code).phrase, code, responseHeaders)

    # What comes in

    def dataReceived(self, data: bytes) -> None:
        """Take bytes from the wire: the usual single short text frame by a short way."""
        now = time.monotonic()
        self.connection.last_seen = now
        if self.draining:
            return
        payload = text_payload(data) if self._is_between_messages() else None
        if payload is None:
            self._dataReceived(data)
        elif self._allowance.take(now):
            self.onMessage(payload, isBinary=False)
        else:
            self._stop_flood()

    def _is_between_messages(self) -> bool:
        return (
            self.state == self.STATE_OPEN
            and not self.data
            and not self.inside_message
            and self.current_frame is None
        )

    def onFrameBegin(self) -> None:
        """Count every frame that takes the long way, pings and fragments too."""
        if not self.draining and not self._allowance.take(time.monotonic()):
            self._stop_flood()
        super().onFrameBegin()

    def onMessage(self, payload: bytes, isBinary: bool) -> None:
        """Queue a message for the consumer."""
        if self.deaf or self.application_queue is None:
            return
        if len(payload) > self._limits.message_bytes:
            self._drain(TOO_BIG, _REASONS[TOO_BIG])
        elif self.application_queue.qsize() >= self._limits.unread_messages:
            self._stop_flood()
        elif isBinary:
            self.application_queue.put_nowait({"type": "websocket.receive", "bytes": payload})
        else:
            self._queue_text(self.application_queue, payload)

    def _queue_text(self, queue: asyncio.Queue[dict[str, Any]], payload: bytes) -> None:
        try:
            text = payload.decode()
        except UnicodeDecodeError:
            self._drain(INVALID_TEXT, _REASONS[INVALID_TEXT])
        else:
            queue.put_nowait({"type": "websocket.receive", "text": text})

    # What goes out

    async def reply(self, message: Mapping[str, Any]) -> None:
        """Do what the consumer asks: its ASGI `send`."""
        if message["type"] == "websocket.send" and message.get("text") is not None:
            self.send_text(message["text"].encode())
        elif message["type"] == "websocket.close" and self.state != self.STATE_CONNECTING:
            self.close(message.get("code") or 1000, message.get("reason") or "")
        elif self.state in (self.STATE_CONNECTING, self.STATE_OPEN):
            self.handle_reply(message)

    def send_text(self, payload: bytes) -> None:
        """Send one text message; autobahn would refuse those over its limit for *incoming* ones."""
        if self.state == self.STATE_OPEN:
            self.sendData(text_frame(payload))

    def sendData(
        self,
        data: bytes,
        sync: bool = False,
        chopsize: int | None = None,
    ) -> None:
        """Write to the system at once if nothing waits, else queue, within bounds."""
        if self.transport.connected and not self.waiting():
            sent = self.transport.writeSomeData(data)
            if sent == len(data):
                return
            # An exception says that the line is dead; the queue's writer will find out and tell.
            data = data[sent:] if isinstance(sent, int) else data
        self.transport.write(data)
        if self.waiting() > self._limits.unsent_bytes:
            self.wasNotCleanReason = "the browser does not read"
            self.dropConnection(abort=True)

    def waiting(self) -> int:
        """How many sent bytes the system has not taken yet."""
        transport = self.transport
        queued: int = len(transport.dataBuffer) - transport.offset + transport._tempDataLen
        return queued

    # The end

    def close(self, code: int, reason: str = "") -> None:
        """Begin the closing handshake, which ends within a second."""
        self.deaf = True
        if self.state == self.STATE_OPEN:
            self.sendCloseFrame(code, encode_truncate(reason, _CLOSE_REASON_BYTES))

    def _stop_flood(self) -> None:
        self._drain(TOO_MANY_MESSAGES, "too many messages")

    def _drain(self, code: int, reason: str) -> None:
        """Close, and read on without parsing until then, so that the reason can arrive."""
        self.draining = True
        self.data = b""
        self.close(code, reason)

    def _fail_connection(self, code: int = RESTART, reason: str = "") -> None:
        """Autobahn's answer to all that breaks the protocol."""
        self.failedByMe = True
        self._drain(code, _REASONS.get(code, reason))

    def dropConnection(self, abort: bool = False) -> None:
        """Give the line up; who has not read so far won't be waited for."""
        super().dropConnection(abort=abort or self.waiting() > 0)

    def onClose(self, wasClean: bool, code: int | None, reason: str | None) -> None:
        """Tell consumer and server that the line is gone."""
        if self.application_queue is not None:
            code = self.localCloseCode if self.closedByMe else code
            self.application_queue.put_nowait(
                {"type": "websocket.disconnect", "code": code or NO_CODE}
            )
        self.factory.server_class.protocol_disconnected(self)

    def handle_exception(self, exception: BaseException | None) -> None:
        """Close after the consumer ended without having closed."""
        if self.state == self.STATE_CONNECTING:
            super().handle_exception(exception)
        else:
            self.close(SERVER_ERROR, "server error")

    def check_timeouts(self) -> None:
        """Each second: ping the silent, give up those who did not answer."""
        now = time.monotonic()
        if self.state == self.STATE_CONNECTING:
            if now - self._opened > self.server.websocket_connect_timeout:
                self.serverReject()
        elif self.state == self.STATE_OPEN:
            self._check_life(now)

    def _check_life(self, now: float) -> None:
        if self._pinged > self.connection.last_seen:
            if now - self._pinged >= self._limits.ping_timeout:
                self.wasNotCleanReason = "no sign of life"
                self.dropConnection(abort=True)
        elif now - self.connection.last_seen >= self._limits.ping_after:
            self._pinged = now
            self.sendPing()


class SocketFactory(WebSocketFactory):
    """Makes the sockets of one server."""

    def __init__(self, server: "Server", limits: Limits) -> None:
        super().__init__(server, server="")
        self._limits = limits
        self.protocol = lambda: SocketProtocol(limits)
        self.setProtocolOptions(
            allowNullOrigin=True,
            openHandshakeTimeout=server.websocket_handshake_timeout,
            maxMessagePayloadSize=limits.message_bytes,
            maxFramePayloadSize=limits.message_bytes,
        )
