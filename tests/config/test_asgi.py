from channels.testing import WebsocketCommunicator

from config.asgi import application


async def test_a_socket_from_a_foreign_page_is_refused() -> None:
    socket = WebsocketCommunicator(
        application, "/ws/lobby/", headers=[(b"origin", b"https://evil.example")]
    )

    connected, _ = await socket.connect()

    assert not connected
