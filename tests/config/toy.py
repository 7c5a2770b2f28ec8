"""A toy application on our server, in a process of its own: `python -m tests.config.toy JSON`.

The argument holds Limits by name. The path of a socket says what it does.
"""

import asyncio
import json
import resource
import socket
import sys
import time
from typing import Any
from urllib.parse import parse_qsl

_wall = time.time  # noqa: TID251
_jump = 0.0
# Before daphne and Twisted are imported, which take it by name.
time.time = lambda: _wall() + _jump  # noqa: TID251

from config.server.limits import Limits  # noqa: E402
from config.server.server import Server  # noqa: E402


async def application(scope: dict[str, Any], receive: Any, send: Any) -> None:
    """Pages and sockets."""
    behaviour = globals()[scope["type"] + scope["path"].replace("/", "_")]
    scope["query"] = dict(parse_qsl(scope["query_string"].decode()))
    await behaviour(scope, receive, send)


async def websocket_echo(_: dict[str, Any], receive: Any, send: Any) -> None:
    """Sends back what it gets; "raise" raises, "return" returns."""
    await send({"type": "websocket.accept"})
    while (message := await receive())["type"] != "websocket.disconnect":
        if message.get("text") == "raise":
            raise RuntimeError("asked for")
        if message.get("text") == "return":
            return
        if message["type"] == "websocket.receive":
            await send({**message, "type": "websocket.send"})
    say("gone", message["code"])


async def websocket_direct(scope: dict[str, Any], receive: Any, send: Any) -> None:
    """Sends back by the connection itself."""
    await send({"type": "websocket.accept"})
    while (message := await receive())["type"] != "websocket.disconnect":
        if message["type"] == "websocket.receive":
            scope["connection"].send(message["text"].encode())


async def websocket_silence(scope: dict[str, Any], receive: Any, send: Any) -> None:
    """Tells how many seconds ago the last sign of life came, at the end."""
    await send({"type": "websocket.accept"})
    while (await receive())["type"] != "websocket.disconnect":
        pass
    say("silent", round(time.monotonic() - scope["connection"].last_seen, 1))


async def websocket_close(scope: dict[str, Any], receive: Any, send: Any) -> None:
    """Closes as asked."""
    await send({"type": "websocket.accept"})
    code = int(scope["query"]["code"])
    await send({"type": "websocket.close", "code": code, "reason": scope["query"]["reason"]})
    while (await receive())["type"] != "websocket.disconnect":
        pass


async def websocket_refuse(_: dict[str, Any], __: Any, send: Any) -> None:
    """Does not accept."""
    await send({"type": "websocket.close"})


async def websocket_busy(_: dict[str, Any], receive: Any, send: Any) -> None:
    """Reads nothing for a while."""
    await send({"type": "websocket.accept"})
    await asyncio.sleep(3)
    while (await receive())["type"] != "websocket.disconnect":
        pass


async def websocket_hose(scope: dict[str, Any], receive: Any, send: Any) -> None:
    """Sends 100 MB in messages of 10 KB, whether they are read or not."""
    await send({"type": "websocket.accept"})
    most = 0
    for _ in range(10_000):
        scope["connection"].send(b"x" * 10_000)
        most = max(most, scope["connection"].waiting())
        await asyncio.sleep(0)
    while (await receive())["type"] != "websocket.disconnect":
        pass
    say("hose", most)


async def websocket_brim(scope: dict[str, Any], receive: Any, send: Any) -> None:
    """Sends just as much as the system takes, and a little more."""
    await send({"type": "websocket.accept"})
    while not scope["connection"].waiting():
        scope["connection"].send(b"x" * 10_000)
    say("brim")
    while (message := await receive())["type"] != "websocket.disconnect":
        pass
    say("gone", message["code"])


async def http_(scope: dict[str, Any], _: Any, send: Any) -> None:
    """Answers with the root path; moves the wall clock as asked."""
    global _jump  # noqa: PLW0603
    _jump += float(scope["query"].get("jump", "0"))
    await answer(send, scope["root_path"].encode())


async def http_memory(_: dict[str, Any], __: Any, send: Any) -> None:
    """The process's peak memory in KB."""
    await answer(send, str(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss).encode())


async def http_torn(_: dict[str, Any], __: Any, send: Any) -> None:
    """Raises in mid-answer."""
    await send({"type": "http.response.start", "status": 200, "headers": []})
    await send({"type": "http.response.body", "body": b"half", "more_body": True})
    raise RuntimeError("asked for")


async def answer(send: Any, body: bytes) -> None:
    await send({"type": "http.response.start", "status": 200, "headers": []})
    await send({"type": "http.response.body", "body": body})


def say(*words: object) -> None:
    """One line for the test that listens."""
    sys.stdout.write(" ".join(map(str, words)) + "\n")
    sys.stdout.flush()


async def say_started() -> None:
    say("started")


async def say_stopping() -> None:
    say("stopping")


async def fail() -> None:
    raise RuntimeError("the hook failed")


def main() -> None:
    options = json.loads(sys.argv[1])
    hooks = [fail] if options.pop("fail", False) else [say_started]
    listener = socket.create_server(("127.0.0.1", 0))
    port = listener.getsockname()[1]
    Server(
        application,
        listener,
        limits=Limits(**options),
        on_start=hooks,
        on_stop=[say_stopping, fail],
        on_listening=lambda: say("listening", port),
    ).run()


if __name__ == "__main__":
    main()
