"""The addresses of the sockets."""

import pytest
from channels.testing import WebsocketCommunicator

from config.asgi import application

ORIGIN = (b"origin", b"http://localhost:8000")
ELSEWHERE = [
    "/",
    "/ws/",
    "/ws/x/",
    "/ws/tables/",
    "/ws/tables/KQ7FAB",
    "/ws/tables/a/b/",
    "/ws/tables/\0/",
]


@pytest.mark.django_db(transaction=True)
async def test_there_is_no_socket_at_any_other_address() -> None:
    for path in ELSEWHERE:
        socket = WebsocketCommunicator(application, path, headers=[ORIGIN])
        connected, _ = await socket.connect()
        assert not connected
