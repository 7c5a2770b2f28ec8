"""Which pages may open a socket here."""

from collections.abc import Awaitable, Callable, Iterable
from typing import Any

from django.conf import settings

LOOPBACK = ("localhost", "127.0.0.1", "[::1]")

Scope = dict[str, Any]
Receive = Callable[[], Awaitable[dict[str, Any]]]
Send = Callable[[dict[str, Any]], Awaitable[None]]
Application = Callable[[Scope, Receive, Send], Awaitable[None]]


def origins_of(hosts: Iterable[str], port: int, *, tls: bool) -> list[str]:
    """The origins of our own pages, as browsers write them.

    With TLS a proxy stands in front, at the usual port; without it our own port is seen.
    """
    if tls:
        return [f"https://{host}" for host in hosts]
    end = "" if port == 80 else f":{port}"
    return [f"http://{host}{end}" for host in hosts]


def loopback_origins(port: int) -> list[str]:
    """The origins of pages that this machine serves to itself."""
    return origins_of(LOOPBACK, port, tls=False)


class OriginCheck:
    """Refuses handshakes (403) whose Origin is not, letter by letter, one of ALLOWED_ORIGINS.

    Channels' own validators accept another scheme or port, or raise on an Origin that is no URL.
    """

    def __init__(self, application: Application) -> None:
        self.application = application

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        origins = [value for name, value in scope["headers"] if name == b"origin"]
        if len(origins) == 1 and origins[0].decode("latin1") in settings.ALLOWED_ORIGINS:
            await self.application(scope, receive, send)
        else:
            await send({"type": "websocket.close"})
