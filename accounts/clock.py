"""The one clock. All times at tables are ms since the Unix epoch by the database's clock.

A server process calls `sync` each second on its heartbeat's thread; between two beats `now_ms`
adds what this machine's monotonic clock has counted since, and needs no query. A process without
a heartbeat, or whose heartbeat is stuck, asks the database each time.
"""

import time
from dataclasses import dataclass
from datetime import UTC, datetime

from django.db import connection

FRESH_S = 5.0

# SQLite counts in whole ms inside; as a Julian day they come out exact after rounding.
_QUERIES = {
    "postgresql": "SELECT (extract(epoch FROM clock_timestamp()) * 1000)::bigint",
    "sqlite": "SELECT CAST(round((julianday('now') - 2440587.5) * 86400000) AS INTEGER)",
}


@dataclass(frozen=True, slots=True)
class Reading:
    """What the database's clock said (ms), and this machine's monotonic clock then (s)."""

    database_ms: int
    monotonic: float


_kept: Reading | None = None


def read_database_ms() -> int:
    """The database's clock, by a query."""
    with connection.cursor() as cursor:
        cursor.execute(_QUERIES[connection.vendor])
        return int(cursor.fetchone()[0])


def sync() -> int:
    """Read the database's clock and keep the reading for `now_ms`; returns it."""
    global _kept  # noqa: PLW0603 - one reading per process
    before = time.monotonic()
    database_ms = read_database_ms()
    # The clock was read somewhere between the two; half-way is at most half a query wrong.
    _kept = Reading(database_ms, (before + time.monotonic()) / 2)
    return database_ms


def forget() -> None:
    """Drop the kept reading: the next `now_ms` asks the database."""
    global _kept  # noqa: PLW0603 - one reading per process
    _kept = None


def now_ms() -> int:
    """Now, by the database's clock; without a query while the last `sync` is fresh."""
    if _kept is not None and time.monotonic() - _kept.monotonic < FRESH_S:
        return known_ms()
    return read_database_ms()


def known_ms() -> int:
    """Now by the last `sync`, however old: for an event loop, which must not query."""
    assert _kept is not None
    return _kept.database_ms + int((time.monotonic() - _kept.monotonic) * 1000)


def now() -> datetime:
    """`now_ms` as an aware datetime."""
    return as_datetime(now_ms())


def as_datetime(ms: int) -> datetime:
    """A time at a table as an aware datetime, for pages."""
    return datetime.fromtimestamp(ms / 1000, tz=UTC)
