"""Light browsers for benches: real sockets, and no more work than their tables need."""

import asyncio
from collections.abc import Callable

from tests.wire import PING, PONG, frame, handshake

Heard = Callable[[bytes], None]


class Browser(asyncio.Protocol):
    """One socket; `heard` gets each text message. What is wrong is raised by `failure`."""

    def __init__(self, request: bytes, heard: Heard) -> None:
        self._request = request
        self._heard = heard
        self._buffer = bytearray()
        loop = asyncio.get_running_loop()
        self.opened: asyncio.Future[None] = loop.create_future()
        self.failure: asyncio.Future[None] = loop.create_future()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """The line is there."""
        assert isinstance(transport, asyncio.Transport)
        self.transport = transport
        transport.write(self._request)

    def data_received(self, data: bytes) -> None:
        """Bytes are there."""
        self._buffer += data
        if not self.opened.done() and not self._take_handshake():
            return
        while (message := self._take_frame()) is not None:
            opcode, payload = message
            if opcode == 1:
                self._heard(payload)
            elif opcode == PING:
                self.transport.write(frame(payload, opcode=PONG))
            else:
                self.fail(f"closed: {payload!r}")

    def connection_lost(self, exc: Exception | None) -> None:
        """The line is gone."""
        self.fail(f"lost: {exc}")

    def send(self, text: bytes) -> None:
        """Send one message."""
        self.transport.write(frame(text))

    def fail(self, words: str) -> None:
        if not self.failure.done():
            self.failure.set_exception(RuntimeError(words))
            self.failure.exception()  # so that nobody has to look at it at the end

    def _take_handshake(self) -> bool:
        end = self._buffer.find(b"\r\n\r\n")
        if end < 0:
            return False
        if not self._buffer.startswith(b"HTTP/1.1 101"):
            self.fail(bytes(self._buffer[:end]).decode())
            return False
        del self._buffer[: end + 4]
        self.opened.set_result(None)
        return True

    def _take_frame(self) -> tuple[int, bytes] | None:
        buffer = self._buffer
        if len(buffer) < 2:
            return None
        length, start = buffer[1], 2
        if length >= 126:
            start = 4 if length == 126 else 10
            length = int.from_bytes(buffer[2:start], "big")
        if len(buffer) < start + length:
            return None
        opcode = buffer[0] & 0x0F
        payload = bytes(buffer[start : start + length])
        del buffer[: start + length]
        return opcode, payload


async def open_browser(url: str, path: str, cookies: str, heard: Heard) -> Browser:
    """Open a socket as a page of that site would."""
    host, port = url.removeprefix("http://").split(":")
    headers = {"Host": f"{host}:{port}", "Origin": url, "Cookie": cookies}
    request = handshake(path, headers)
    loop = asyncio.get_running_loop()
    _, browser = await loop.create_connection(lambda: Browser(request, heard), host, int(port))
    await asyncio.wait([browser.opened, browser.failure], return_when=asyncio.FIRST_COMPLETED)
    if browser.failure.done():
        browser.failure.result()
    return browser
