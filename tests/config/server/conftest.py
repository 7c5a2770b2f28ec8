"""The toy application on our server, as a subprocess."""

import json
import signal
import subprocess
import sys
import threading
import time
import urllib.request
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[3]
StartToy = Callable[..., "Toy"]


class Toy:
    """A running server; `limits` are those of config.server.limits."""

    def __init__(self, **limits: float) -> None:
        self.process = subprocess.Popen(
            [sys.executable, "-m", "tests.config.toy", json.dumps(limits)],
            cwd=ROOT,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        self.said: list[str] = []
        self.port = int(self.wait_for("listening").split()[1])

    def wait_for(self, word: str) -> str:
        """The next line of output that begins with the word, within 20 seconds."""
        assert self.process.stdout is not None
        limit = threading.Timer(20, self.process.kill)
        limit.start()
        for line in self.process.stdout:
            self.said.append(line.strip())
            if line.startswith(word):
                limit.cancel()
                return line
        assert self.process.stderr is not None
        raise AssertionError(f"never said {word}: {self.process.stderr.read()}")

    def get(self, path: str, headers: dict[str, str] | None = None) -> str:
        url = f"http://127.0.0.1:{self.port}{path}"
        request = urllib.request.Request(url, headers=headers or {})
        with urllib.request.urlopen(request, timeout=10) as answer:  # noqa: S310
            text: str = answer.read().decode()
        return text

    def stop(self, number: signal.Signals = signal.SIGTERM) -> float:
        """Send the signal and wait for the end; how many seconds it took."""
        begun = time.monotonic()
        self.process.send_signal(number)
        self.process.wait(timeout=10)
        return time.monotonic() - begun

    def kill(self) -> str:
        """Make an end, if there was none; what it wrote to stderr."""
        self.process.kill()
        return self.process.communicate(timeout=10)[1]


@pytest.fixture(scope="module")
def toy() -> Iterator[Toy]:
    """One server with the usual limits."""
    server = Toy()
    yield server
    server.kill()


@pytest.fixture
def start_toy() -> Iterator[StartToy]:
    """Starts servers of the test's own."""
    servers: list[Toy] = []

    def start(**limits: float) -> Toy:
        servers.append(Toy(**limits))
        return servers[-1]

    yield start
    for server in servers:
        server.kill()
