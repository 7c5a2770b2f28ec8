"""``manage.py clock``: applies deadlines beside several server processes. Any number may run."""

import asyncio
import signal
from typing import Any

from django.core.management.base import BaseCommand

from tables import runtime


class Command(BaseCommand):
    help = "Runs the clock: limits, absences and bots of all tables, once a second."

    def handle(self, *_args: Any, **_options: Any) -> None:
        asyncio.run(self._run())

    async def _run(self) -> None:
        stopping = asyncio.Event()
        loop = asyncio.get_running_loop()
        for number in (signal.SIGINT, signal.SIGTERM):
            loop.add_signal_handler(number, stopping.set)
        await runtime.start_clock()
        self.stdout.write("The clock runs.")
        await stopping.wait()
        await runtime.stop()
