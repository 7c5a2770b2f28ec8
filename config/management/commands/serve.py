"""``manage.py serve``: one of several server processes; ``manage.py clock`` runs beside them."""

from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser

from config.serving import address_of, listen, serve


class Command(BaseCommand):
    help = "Serves pages and sockets on PostgreSQL and Redis, beside other processes like it."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--host", default="localhost", help="where to listen")
        parser.add_argument("--port", type=int, default=settings.PORT, help="0 takes a free one")

    def handle(self, *_args: Any, host: str, port: int, **_options: Any) -> None:
        if settings.EMBEDDED:
            raise CommandError(
                "serve needs DATABASE_URL and REDIS_URL; on the embedded set-up use play."
            )
        listener = listen("127.0.0.1" if host == "localhost" else host, port)
        serve(listener, address_of(listener, host))
