"""What ``play`` and ``serve`` share: the listening socket, and the server around the site."""

import socket

from django.conf import settings
from django.core.management.base import CommandError

from config.origin import origins_of
from tables import runtime

BACKLOG = 512


def listen(host: str, port: int) -> socket.socket:
    """A listening socket; port 0 takes a free one. Raises CommandError in one line."""
    try:
        family = socket.AF_INET6 if ":" in host else socket.AF_INET
        listener = socket.socket(family, socket.SOCK_STREAM)
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind((host, port))
        listener.listen(BACKLOG)
        listener.setblocking(False)  # noqa: FBT003 - the standard library's own
    except OSError as error:
        raise CommandError(
            f"Port {port} at {host} can't be used ({error.strerror}): choose another by --port."
        ) from error
    return listener


def address_of(listener: socket.socket, host: str) -> str:
    """The address that a browser on this machine opens."""
    port: int = listener.getsockname()[1]
    shown = f"[{host}]" if ":" in host else host
    return f"http://{shown}:{port}/"


def serve(listener: socket.socket, address: str) -> None:
    """Serves the site until SIGTERM or Ctrl-C."""
    _allow_own_port(listener)
    # Both install the reactor and load the apps' consumers: not before a command wants to serve.
    from config.asgi import application  # noqa: PLC0415
    from config.server.limits import Limits  # noqa: PLC0415
    from config.server.server import Server  # noqa: PLC0415

    def listening() -> None:
        print(f"Listening on {address}", flush=True)

    async def start() -> None:
        await runtime.start(with_clock=settings.EMBEDDED)

    Server(
        application,
        listener,
        limits=Limits(
            frames_per_second=settings.SOCKET_FRAMES_PER_S,
            frame_burst=settings.SOCKET_FRAMES_AT_ONCE,
        ),
        on_start=[start],
        on_stop=[runtime.stop],
        on_listening=listening,
    ).run()


def _allow_own_port(listener: socket.socket) -> None:
    """Without TLS the pages' origin names the port, which the command line decides."""
    if settings.INSECURE_HTTP:
        port: int = listener.getsockname()[1]
        own = origins_of(settings.ALLOWED_HOSTS, port, tls=False)
        settings.ALLOWED_ORIGINS = [*settings.ALLOWED_ORIGINS, *own]
