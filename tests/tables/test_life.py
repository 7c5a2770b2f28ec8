"""How far a server process may hold deadlines against people."""

from collections.abc import Iterator

import pytest

from tables import life

pytestmark = pytest.mark.pure

NOW = 1_790_000_000_000


@pytest.fixture(autouse=True)
def _no_heart() -> Iterator[None]:
    life.forget()
    yield
    life.forget()


def test_a_process_without_a_heart_goes_by_the_clock() -> None:
    assert life.horizon(NOW) == NOW


def test_up_to_6_seconds_after_a_beat_deadlines_count_up_to_now() -> None:
    life.keep(NOW)
    assert life.horizon(NOW + 6_000) == NOW + 6_000


def test_after_more_than_6_seconds_they_count_up_to_the_last_beat() -> None:
    life.keep(NOW)
    assert life.horizon(NOW + 6_001) == NOW
    life.keep(NOW + 60_000)
    assert life.horizon(NOW + 60_001) == NOW + 60_001


def test_who_beats_no_more_goes_by_the_clock_again() -> None:
    life.keep(NOW)
    life.forget()
    assert life.horizon(NOW + 3_600_000) == NOW + 3_600_000
