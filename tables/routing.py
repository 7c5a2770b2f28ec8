"""The addresses of the sockets."""

from typing import Any

from django.urls import path, re_path

from tables.consumers import LobbySocket, Receive, Scope, Send, TableSocket


async def _refuse(_scope: Scope, _receive: Receive, send: Send) -> None:
    """Refuses the handshake at any other address."""
    await send({"type": "websocket.close"})


# Django's types know views only.
_table: Any = TableSocket.as_asgi()
_lobby: Any = LobbySocket.as_asgi()
_nowhere: Any = _refuse

websocket_urlpatterns = [
    re_path(r"^ws/tables/(?P<code>[^/\0]+)/\Z", _table),
    path("ws/lobby/", _lobby),
    re_path("", _nowhere),
]
