"""The addresses of the sockets."""

from typing import Any

from django.urls import path

from tables.consumers import LobbySocket, TableSocket

# Django's types know views only.
_table: Any = TableSocket.as_asgi()
_lobby: Any = LobbySocket.as_asgi()

websocket_urlpatterns = [
    path("ws/tables/<str:code>/", _table),
    path("ws/lobby/", _lobby),
]
