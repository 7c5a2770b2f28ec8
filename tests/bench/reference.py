"""What the load bench compares with: a bare stock-Channels consumer on the same stack.

`python -m tests.bench.reference` serves it on a free port by daphne's own server, with the
settings and channel layer of the site: the in-memory layer on the embedded set-up. Each message
that comes in goes as 600 bytes to the group of its table; nothing is checked or stored.
"""

import os
import sys
from typing import Any

import daphne.server
import django
from channels.generic.websocket import AsyncWebsocketConsumer
from channels.routing import ProtocolTypeRouter, URLRouter
from django.conf import settings
from django.urls import path

ECHO = "x" * 600
IN_MEMORY = {"default": {"BACKEND": "channels.layers.InMemoryChannelLayer"}}


class Echo(AsyncWebsocketConsumer):
    """Sends what it gets to all sockets of its table."""

    async def connect(self) -> None:
        """Join the table's group."""
        self.group = "table-" + self.scope["url_route"]["kwargs"]["code"]
        await self.channel_layer.group_add(self.group, self.channel_name)
        await self.accept()

    async def receive(self, text_data: str | None = None, bytes_data: bytes | None = None) -> None:
        """A browser has sent something."""
        await self.channel_layer.group_send(self.group, {"type": "echo", "text": ECHO})

    async def echo(self, event: dict[str, Any]) -> None:
        """The group has got something."""
        await self.send(event["text"])

    async def disconnect(self, code: int) -> None:
        """Leave the group."""
        await self.channel_layer.group_discard(self.group, self.channel_name)


class Server(daphne.server.Server):
    """Daphne's server, which says where it listens."""

    def listen_success(self, port: Any) -> None:
        """Print the address."""
        super().listen_success(port)
        host, number = self.listening_addresses[0]
        sys.stdout.write(f"Listening on http://{host}:{number}\n")
        sys.stdout.flush()


def main() -> None:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    django.setup()
    if not settings.CHANNEL_LAYERS:
        settings.CHANNEL_LAYERS = IN_MEMORY
    tables = URLRouter([path("ws/tables/<code>/", Echo.as_asgi())])
    application = ProtocolTypeRouter({"websocket": tables})
    Server(application, endpoints=["tcp:port=0:interface=127.0.0.1"]).run()


if __name__ == "__main__":
    main()
