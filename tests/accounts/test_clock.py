from collections.abc import Iterator
from datetime import UTC, datetime

import pytest
from django.db import connection
from pytest_django import DjangoAssertNumQueries

from accounts import clock
from tests.conftest import FixedClock

AT = 1_790_000_000_000


class Monotonic:
    """This machine's monotonic clock in seconds, moved by the test."""

    def __init__(self) -> None:
        self.seconds = 1000.0

    def monotonic(self) -> float:
        return self.seconds


@pytest.fixture
def machine(monkeypatch: pytest.MonkeyPatch) -> Iterator[Monotonic]:
    machine = Monotonic()
    monkeypatch.setattr(clock, "time", machine)
    yield machine
    clock.forget()


@pytest.fixture
def database(monkeypatch: pytest.MonkeyPatch) -> FixedClock:
    database = FixedClock(AT)
    monkeypatch.setattr(clock, "read_database_ms", lambda: database.ms)
    return database


@pytest.mark.django_db
def test_the_time_is_the_databases_own_to_the_ms() -> None:
    if connection.vendor == "sqlite":
        text = "SELECT strftime('%s', 'now') * 1000 + substr(strftime('%f', 'now'), 4)"
    else:
        text = "SELECT (extract(epoch FROM clock_timestamp()) * 1000)::bigint"

    with connection.cursor() as cursor:
        cursor.execute(text)
        before = int(cursor.fetchone()[0])
        now = clock.read_database_ms()
        cursor.execute(text)
        after = int(cursor.fetchone()[0])

    assert before <= now <= after
    assert after - before < 1000


@pytest.mark.django_db
def test_without_a_heartbeat_each_look_asks_the_database(
    django_assert_num_queries: DjangoAssertNumQueries,
) -> None:
    with django_assert_num_queries(2):
        first = clock.now_ms()
        assert clock.now_ms() >= first


@pytest.mark.django_db
def test_after_a_beat_no_query_is_needed(
    django_assert_num_queries: DjangoAssertNumQueries,
) -> None:
    read = clock.sync()

    with django_assert_num_queries(0):
        assert 0 <= clock.now_ms() - read < 1000


def test_between_beats_the_monotonic_clock_counts(machine: Monotonic, database: FixedClock) -> None:
    assert clock.sync() == AT

    machine.seconds += 4.5
    assert clock.now_ms() == AT + 4500


def test_a_beat_that_is_overdue_is_not_trusted(machine: Monotonic, database: FixedClock) -> None:
    clock.sync()

    machine.seconds += 5
    database.advance(seconds=60)
    assert clock.now_ms() == AT + 60_000


def test_a_jump_of_the_databases_clock_is_followed_at_the_next_beat(
    machine: Monotonic, database: FixedClock
) -> None:
    clock.sync()

    database.advance(seconds=-3600)
    clock.sync()
    assert clock.now_ms() == AT - 3_600_000


def test_tests_can_stop_the_clock(fixed_clock: FixedClock) -> None:
    assert clock.now_ms() == fixed_clock.ms
    clock.sync()
    fixed_clock.advance(seconds=30)
    assert clock.now_ms() == 1_790_000_030_000


@pytest.mark.pure
def test_times_are_shown_as_aware_datetimes() -> None:
    assert clock.as_datetime(1_790_000_000_123) == datetime(
        2026, 9, 21, 14, 13, 20, 123_000, tzinfo=UTC
    )
