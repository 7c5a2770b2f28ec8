from typing import Any

import pytest
from django.test import override_settings

from config.origin import OriginCheck, loopback_origins

pytestmark = pytest.mark.pure


async def handshake(*origins: bytes) -> str:
    """What becomes of a handshake with these Origin headers: "let in" or "refused"."""
    outcome = ""

    async def consumer(_scope: Any, _receive: Any, _send: Any) -> None:
        nonlocal outcome
        outcome = "let in"

    async def receive() -> dict[str, Any]:
        return {"type": "websocket.connect"}

    async def send(message: dict[str, Any]) -> None:
        nonlocal outcome
        # Before `accept`, a close is answered by the server with 403.
        assert message == {"type": "websocket.close"}
        outcome = "refused"

    headers = [(b"host", b"localhost:8000"), *((b"origin", origin) for origin in origins)]
    await OriginCheck(consumer)({"type": "websocket", "headers": headers}, receive, send)
    return outcome


@pytest.mark.parametrize("origin", [b"http://localhost:8000", b"http://127.0.0.1:8000"])
@override_settings(ALLOWED_ORIGINS=loopback_origins(8000))
async def test_a_page_of_this_site_may_open_a_socket(origin: bytes) -> None:
    assert await handshake(origin) == "let in"


@pytest.mark.parametrize(
    "origin",
    [
        b"https://localhost:8000",
        b"http://localhost:8001",
        b"http://localhost",
        b"http://localhost:8000.evil.example",
        b"http://localhost:8000/page",
        b"http://evil.example",
        b"http://[",
        b"http://localhost:999999",
        b"null",
        b"",
        b"\xff",
    ],
)
# Row 34 of the faults; with a cookie in test_play
@override_settings(ALLOWED_ORIGINS=loopback_origins(8000))
async def test_another_scheme_host_or_port_is_refused(origin: bytes) -> None:
    assert await handshake(origin) == "refused"


@override_settings(ALLOWED_ORIGINS=loopback_origins(8000))
async def test_no_origin_or_two_are_refused() -> None:
    assert await handshake() == "refused"
    assert await handshake(b"http://localhost:8000", b"http://localhost:8000") == "refused"


def test_browsers_leave_out_port_80() -> None:
    assert loopback_origins(80)[0] == "http://localhost"
