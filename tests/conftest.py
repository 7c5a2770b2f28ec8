"""What all tests share: async tests, services and browser, the cast, a fixed clock."""

import inspect
import os
from collections.abc import Iterator
from dataclasses import dataclass

import hypothesis
import pytest
import redis
from asgiref.sync import async_to_sync
from channels.layers import channel_layers
from django.conf import settings
from django.core.cache import cache

from accounts import clock
from accounts.models import Player
from tests.chromium import chromium_path

hypothesis.settings.register_profile("same", derandomize=True, deadline=None, database=None)
hypothesis.settings.load_profile("same")


def missing(item: pytest.Item) -> str | None:
    """What this machine lacks for the test, in a sentence."""
    if item.get_closest_marker("services"):
        lacking = [name for name in ("DATABASE_URL", "REDIS_URL") if not os.environ.get(name)]
        if lacking:
            return f"needs PostgreSQL and Redis: set {' and '.join(lacking)}"
    if item.get_closest_marker("browser") and chromium_path() is None:
        return "needs Chromium: install it, or set CHROMIUM to its path"
    return None


def pytest_runtest_setup(item: pytest.Item) -> None:
    """Skip what this machine can't run and say why; where CI_STRICT is set that is a failure."""
    reason = missing(item)
    if reason and os.environ.get("CI_STRICT"):
        pytest.fail(reason, pytrace=False)
    elif reason:
        pytest.skip(reason)


@pytest.hookimpl(tryfirst=True)
def pytest_pyfunc_call(pyfuncitem: pytest.Function) -> bool | None:
    """Run `async def` tests so that their ORM calls use this thread, and thus its connection."""
    if not inspect.iscoroutinefunction(pyfuncitem.obj):
        return None
    names = inspect.signature(pyfuncitem.obj).parameters
    async_to_sync(pyfuncitem.obj)(**{name: pyfuncitem.funcargs[name] for name in names})
    return True


def clear_cache() -> None:
    """Empty this test process's cache; `cache.clear` would empty a whole shared Redis."""
    if not settings.REDIS_URL:
        cache.clear()
        return
    with redis.Redis.from_url(settings.REDIS_URL) as server:
        for key in server.scan_iter(f"{settings.REDIS_PREFIX}:*"):
            server.delete(key)


@pytest.fixture(autouse=True)
def _clean_process(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """No test meets another's cache, channel layer or clock; none loses its connection."""
    if request.node.get_closest_marker("pure"):
        return
    monkeypatch.setattr("channels.db.close_old_connections", lambda **_: None)
    channel_layers.backends = {}
    clear_cache()
    clock.forget()


@dataclass
class FixedClock:
    """The database's clock of a test, in ms; it stands still until it is moved."""

    ms: int = 1_790_000_000_000

    def advance(self, *, seconds: float) -> int:
        """Move on; returns the new time in ms."""
        self.ms += round(seconds * 1000)
        return self.ms


@pytest.fixture
def fixed_clock(monkeypatch: pytest.MonkeyPatch) -> Iterator[FixedClock]:
    """Makes `accounts.clock` show the time that the test sets, in all threads."""
    fixed = FixedClock()
    monkeypatch.setattr(clock, "read_database_ms", lambda: fixed.ms)
    monkeypatch.setattr(clock, "FRESH_S", 0.0)
    yield fixed
    clock.forget()


def registered(name: str) -> Player:
    return Player.objects.create(name=name, is_guest=False)


@pytest.fixture
def alice(db: None) -> Player:
    return registered("Alice")


@pytest.fixture
def bob(db: None) -> Player:
    return registered("Bob")


@pytest.fixture
def carol(db: None) -> Player:
    return registered("Carol")


@pytest.fixture
def dave(db: None) -> Player:
    return registered("Dave")


@pytest.fixture
def erin(db: None) -> Player:
    return registered("Erin")


@pytest.fixture
def victor(db: None) -> Player:
    """Who watches."""
    return registered("Victor")
