"""The real site for tests: processes that can be killed, and visitors with browsers' manners."""

import asyncio
import itertools
import json
import os
import re
import signal
import subprocess
import sys
import threading
import urllib.parse
import urllib.request
from collections.abc import Mapping, Sequence
from http.cookiejar import CookieJar
from pathlib import Path
from queue import Empty, Queue
from typing import Any

import psycopg
from psycopg import sql
from websockets import Origin
from websockets.asyncio.client import ClientConnection, connect

ROOT = Path(__file__).resolve().parent.parent
START_S = 40.0
NO_PACE = {"PACE_CARD_MS": "0", "PACE_TRICK_MS": "0", "PACE_SCORE_MS": "0"}


class Process:
    """One `manage.py` process, or that of another program; what it prints is kept."""

    def __init__(
        self,
        *arguments: str,
        environment: Mapping[str, str],
        program: Sequence[str] = ("manage.py",),
    ) -> None:
        self.lines: list[str] = []
        self._news: Queue[str] = Queue()
        self._process = subprocess.Popen(
            [sys.executable, "-u", *program, *arguments],
            cwd=ROOT,
            env={**os.environ, "DJANGO_SETTINGS_MODULE": "config.settings", **environment},
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()

    def _read(self) -> None:
        assert self._process.stdout is not None
        for line in self._process.stdout:
            self.lines.append(line.rstrip())
            self._news.put(line)
        self._process.stdout.close()

    @property
    def pid(self) -> int:
        return self._process.pid

    def wait_for(self, pattern: str) -> re.Match[str]:
        """Waits until a line matches; raises with what was printed if the process ends before."""
        while True:
            try:
                line = self._news.get(timeout=START_S)
            except Empty:
                raise AssertionError(f"never printed {pattern!r}: {self.lines}") from None
            if found := re.search(pattern, line):
                return found
            if self._process.poll() is not None and self._news.empty():
                raise AssertionError(f"ended before it printed {pattern!r}: {self.lines}")

    def kill(self) -> None:
        """SIGKILL; asserts that the process is really gone."""
        self._process.kill()
        assert self._process.wait(timeout=10) == -signal.SIGKILL

    def stop(self) -> int:
        """SIGTERM; returns the exit status."""
        if self._process.poll() is None:
            self._process.terminate()
        try:
            status = self._process.wait(timeout=15)
        except subprocess.TimeoutExpired:
            self._process.kill()
            raise
        self._reader.join(timeout=5)
        return status

    def interrupt(self) -> None:
        """Ctrl-C."""
        self._process.send_signal(signal.SIGINT)

    def wait(self) -> int:
        """Waits for the end; returns the exit status."""
        return self._process.wait(timeout=START_S)


class Server(Process):
    """A server process, and the address at which it listens."""

    def __init__(self, *arguments: str, environment: Mapping[str, str]) -> None:
        super().__init__(*arguments, environment=environment)
        self.url = self.wait_for(r"Listening on (http://\S+)")[1].rstrip("/")


class Site:
    """The embedded site on a data folder of its own: one process."""

    def __init__(self, folder: Path, settings: Mapping[str, str] | None = None) -> None:
        embedded = {"DATABASE_URL": "", "REDIS_URL": "", "DATA_DIR": str(folder)}
        self.environment = {**embedded, **NO_PACE, **(settings or {})}
        self.servers: list[Server] = []
        self._port = "0"

    def start(self) -> None:
        """Starts the server; once more on the same port after it was killed."""
        server = Server("play", "--port", self._port, environment=self.environment)
        self._port = server.url.rpartition(":")[2]
        self.servers = [server]

    @property
    def urls(self) -> list[str]:
        return [server.url for server in self.servers]

    def restart(self, number: int = 0) -> None:
        """Kills a server process and starts it again on its port."""
        self.servers[number].kill()
        self.start()

    def stop(self) -> None:
        for server in self.servers:
            server.stop()


class ServicesSite(Site):
    """The site on PostgreSQL and Redis: several server processes and a clock."""

    def __init__(
        self, folder: Path, settings: Mapping[str, str] | None = None, *, processes: int = 2
    ) -> None:
        super().__init__(folder, settings)
        self._processes = processes
        self._ports = ["0"] * processes
        self._database = f"low_man_live_{os.getpid()}_{next(_numbers)}"
        parts = urllib.parse.urlsplit(os.environ["DATABASE_URL"])
        # The database that is named may not be there yet: test runs make their own.
        self._admin_url = parts._replace(path="/postgres").geturl()
        with psycopg.connect(self._admin_url, autocommit=True) as admin:
            admin.execute(sql.SQL("CREATE DATABASE {}").format(sql.Identifier(self._database)))
        self.environment |= {
            "DATABASE_URL": parts._replace(path=f"/{self._database}").geturl(),
            "REDIS_URL": os.environ["REDIS_URL"],
            "REDIS_PREFIX": self._database,
            "SECRET_KEY": "live-tests-only-0123456789-abcdefghijklmnopqrstuvwxyz-ABCDEF",
            "ALLOWED_HOSTS": "localhost,127.0.0.1",
            "EMAIL_URL": "consolemail://",
            "INSECURE_HTTP": "true",
            "TRUSTED_PROXY_COUNT": "0",
        }
        for command in (["migrate", "-v0"], ["collectstatic", "--noinput", "-v0"]):
            self._manage(*command)

    def _manage(self, *arguments: str) -> None:
        process = Process(*arguments, environment=self.environment)
        assert process.wait() == 0, process.lines

    def start(self) -> None:
        self.clock = Process("clock", environment=self.environment)
        self.servers = [self.start_server(number) for number in range(self._processes)]

    def start_server(self, number: int) -> Server:
        """Starts one of the servers; once more on the same port after it was killed."""
        server = Server("serve", "--port", self._ports[number], environment=self.environment)
        self._ports[number] = server.url.rpartition(":")[2]
        return server

    def restart(self, number: int = 0) -> None:
        """Kills one of the server processes and starts it again on its port."""
        self.servers[number].kill()
        self.servers[number] = self.start_server(number)

    def stop(self) -> None:
        super().stop()
        self.clock.stop()
        with psycopg.connect(self._admin_url, autocommit=True) as admin:
            drop = sql.SQL("DROP DATABASE {} WITH (FORCE)").format(sql.Identifier(self._database))
            admin.execute(drop)


_numbers = itertools.count()


class Visitor:
    """Somebody with a browser: cookies, forms with their token, sockets."""

    def __init__(self) -> None:
        self.cookies = CookieJar()
        self._opener = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(self.cookies))

    def get(self, url: str) -> str:
        with self._opener.open(url, timeout=20) as answer:
            self.url = str(answer.url)
            page: str = answer.read().decode()
            return page

    def post(self, url: str, **fields: object) -> str:
        """Posts a form; returns the address that it leads to."""
        base = urllib.parse.urljoin(url, "/").rstrip("/")
        if self._cookie("csrftoken") is None:
            self.get(f"{base}/")
        data = urllib.parse.urlencode({**fields, "csrfmiddlewaretoken": self._cookie("csrftoken")})
        request = urllib.request.Request(url, data.encode(), {"Referer": base})  # noqa: S310
        with self._opener.open(request, timeout=20) as answer:
            self.url = str(answer.url)
            return self.url

    def _cookie(self, name: str) -> str | None:
        return next((cookie.value for cookie in self.cookies if cookie.name == name), None)

    def open_table(self, base: str, *, size: int = 4, target: int = 100) -> str:
        """Opens a public table at this server; returns its code."""
        return self.post(f"{base}/tables/new/", size=size, target=target).rstrip("/")[-6:]

    def socket(self, base: str, code: str) -> connect:
        """A socket at a table (an asynchronous context manager)."""
        cookies = "; ".join(f"{cookie.name}={cookie.value}" for cookie in self.cookies)
        return connect(
            f"{base.replace('http', 'ws', 1)}/ws/tables/{code}/",
            origin=Origin(base.replace("127.0.0.1", "localhost")),
            additional_headers={"Cookie": cookies},
            max_size=None,
        )


async def receive(socket: ClientConnection, kind: str, within: float = 15) -> dict[str, Any]:
    """The next message of a type; others are skipped."""
    async with asyncio.timeout(within):
        while True:
            message: dict[str, Any] = json.loads(await socket.recv())
            if message["type"] == kind:
                return message
