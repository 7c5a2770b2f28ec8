"""A small WebSocket client (RFC 6455) that can also do what browsers never do."""

import base64
import os
import socket
from dataclasses import dataclass
from types import TracebackType

CLOSE, PING, PONG = 8, 9, 10
KEY = base64.b64encode(os.urandom(16)).decode()


def frame(payload: bytes, *, opcode: int = 1, final: bool = True) -> bytes:
    """One masked frame; the mask is zero, which leaves the payload readable."""
    first = bytes([(0x80 if final else 0) | opcode])
    length = len(payload)
    if length < 126:
        size = bytes([0x80 | length])
    elif length < 0x10000:
        size = b"\xfe" + length.to_bytes(2, "big")
    else:
        size = b"\xff" + length.to_bytes(8, "big")
    return first + size + b"\0\0\0\0" + payload


def handshake(path: str, headers: dict[str, str]) -> bytes:
    """The request that opens a socket; `headers` replace or add."""
    lines = {
        "Host": "localhost",
        "Upgrade": "websocket",
        "Connection": "Upgrade",
        "Sec-WebSocket-Key": KEY,
        "Sec-WebSocket-Version": "13",
        **headers,
    }
    text = "".join(f"{name}: {value}\r\n" for name, value in lines.items())
    return f"GET {path} HTTP/1.1\r\n{text}\r\n".encode("latin1")


@dataclass(unsafe_hash=True)
class Closed(Exception):
    """The server has closed the socket; code 1006 if without a close frame."""

    code: int
    reason: str


class Wire:
    """One connection: `status` is the handshake's, `head` all of its answer's header."""

    def __init__(
        self,
        port: int,
        path: str = "/",
        headers: dict[str, str] | None = None,
        *,
        timeout: float = 10,
    ) -> None:
        self.socket = socket.create_connection(("127.0.0.1", port), timeout=timeout)
        self.socket.sendall(handshake(path, headers or {}))
        self._buffer = b""
        self.head = self._until(b"\r\n\r\n").decode("latin1")
        self.status = int(self.head.split(" ", 2)[1])

    def __enter__(self) -> "Wire":
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self.socket.close()

    def send(self, text: str) -> None:
        self.send_raw(frame(text.encode()))

    def send_raw(self, data: bytes) -> None:
        self.socket.sendall(data)

    def receive(self) -> str:
        """The next text; pings are answered; raises Closed."""
        while True:
            opcode, payload = self.receive_frame()
            if opcode == 1:
                return payload.decode()
            if opcode == PING:
                self.send_raw(frame(payload, opcode=PONG))
            if opcode == CLOSE:
                self.send_raw(frame(payload[:2], opcode=CLOSE))
                raise Closed(int.from_bytes(payload[:2], "big"), payload[2:].decode())

    def receive_frame(self) -> tuple[int, bytes]:
        """The next frame's opcode and payload; raises Closed at the end of the line."""
        first, second = self._exactly(2)
        length = second
        if second == 126:
            length = int.from_bytes(self._exactly(2), "big")
        elif second == 127:
            length = int.from_bytes(self._exactly(8), "big")
        return first & 0x0F, self._exactly(length)

    def end(self) -> Closed:
        """Read to the end; how the server closed."""
        try:
            while True:
                self.receive()
        except Closed as closed:
            return closed

    def _exactly(self, count: int) -> bytes:
        while len(self._buffer) < count:
            self._more()
        taken, self._buffer = self._buffer[:count], self._buffer[count:]
        return taken

    def _until(self, mark: bytes) -> bytes:
        while mark not in self._buffer:
            self._more()
        taken, _, self._buffer = self._buffer.partition(mark)
        return taken

    def _more(self) -> None:
        try:
            data = self.socket.recv(65536)
        except ConnectionResetError:
            data = b""
        if not data:
            raise Closed(1006, "")
        self._buffer += data
