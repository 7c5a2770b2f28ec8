"""A line to a server that can go dead without being closed, like a Wi-Fi that is turned off."""

import socket
import threading
from contextlib import suppress
from urllib.parse import urlsplit


class Relay:
    """Forwards TCP connections to one server. While it is cut nothing passes, nothing is closed.

    As with TCP, what was sent into the dead line arrives once it is mended. `url` is known before
    the server starts, which has to allow it as an origin. With ``may_keep`` browsers may keep the
    pages that the server asks them not to, as some do anyway.
    """

    def __init__(self, *, may_keep: bool = False) -> None:
        self._may_keep = may_keep
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.url = f"http://localhost:{self._listener.getsockname()[1]}"
        self._whole = threading.Event()
        self._whole.set()
        self._refuses = False
        self._ends: list[socket.socket] = []

    def lead_to(self, url: str) -> None:
        """Begins to take connections, for the server at this address."""
        parts = urlsplit(url)
        assert parts.port is not None
        server = (parts.hostname or "localhost", parts.port)
        threading.Thread(target=self._accept, args=(server,), daemon=True).start()

    def cut(self) -> None:
        self._whole.clear()

    def stop(self) -> None:
        """Ends all that is connected and takes nothing on, like a server that restarts."""
        self._refuses = True
        for end in self._ends:
            _hang_up(end)

    def mend(self) -> None:
        """Ends what `cut` and `stop` began."""
        self._refuses = False
        self._whole.set()

    def close(self) -> None:
        """Ends all that is still connected."""
        self.mend()
        for end in (self._listener, *self._ends):
            _hang_up(end)
            end.close()

    def _accept(self, server: tuple[str, int]) -> None:
        with suppress(OSError):  # closed
            while True:
                near, _ = self._listener.accept()
                self._ends.append(near)
                if self._refuses:
                    _hang_up(near)
                else:
                    threading.Thread(target=self._connect, args=(near, server), daemon=True).start()

    def _connect(self, near: socket.socket, server: tuple[str, int]) -> None:
        self._whole.wait()
        try:
            far = socket.create_connection(server)
        except OSError:  # the server is gone
            _hang_up(near)
            return
        self._ends.append(far)
        for source, sink in ((near, far), (far, near)):
            threading.Thread(target=self._pump, args=(source, sink), daemon=True).start()

    def _pump(self, source: socket.socket, sink: socket.socket) -> None:
        with suppress(OSError):  # reset by either side
            while data := source.recv(65536):
                self._whole.wait()
                sink.sendall(data.replace(b"no-store", b"no-cache") if self._may_keep else data)
        self._whole.wait()
        _hang_up(sink)


def _hang_up(end: socket.socket) -> None:
    with suppress(OSError):  # not connected any more
        end.shutdown(socket.SHUT_RDWR)
