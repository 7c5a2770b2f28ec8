"""``manage.py play``: the whole site in one process, ready to play."""

from typing import Any

from django.conf import settings
from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError, CommandParser

from accounts.demo import demo_password, make_demo_players
from config.lockfile import AlreadyRunning, lock_folder
from config.origin import LOOPBACK
from config.serving import address_of, listen, serve


class Command(BaseCommand):
    help = "Opens the site on the embedded set-up: pages, sockets and clock in one process."
    requires_system_checks = ()

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--host", default="localhost", help="where to listen")
        parser.add_argument("--port", type=int, default=settings.PORT, help="0 takes a free one")

    def handle(self, *_args: Any, host: str, port: int, **_options: Any) -> None:
        if not settings.EMBEDDED:
            raise CommandError(
                "play is the embedded set-up; with DATABASE_URL use serve and clock."
            )
        try:
            lock = lock_folder(settings.DATA_DIR)
        except AlreadyRunning as error:
            raise CommandError(
                f"Another server runs on the data folder {settings.DATA_DIR}: stop it, or set"
                " DATA_DIR to another folder."
            ) from error
        with lock:
            listener = listen("127.0.0.1" if host == "localhost" else host, port)
            call_command("migrate", verbosity=0)
            if host in LOOPBACK:
                names = ", ".join(make_demo_players())
                print(f"Log in as {names}; the password of all is {demo_password()}.")
                print("Or just sit down as a guest. Ctrl-C ends the server.")
            serve(listener, address_of(listener, host))
