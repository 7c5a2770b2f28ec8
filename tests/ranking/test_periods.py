"""Weeks from Monday and months from the first, in UTC."""

from datetime import UTC, date, datetime

import pytest

from ranking.periods import first_day, month_of, week_of

pytestmark = pytest.mark.pure


def ms(text: str) -> int:
    return int(datetime.fromisoformat(text).replace(tzinfo=UTC).timestamp() * 1000)


@pytest.mark.parametrize(
    ("moment", "monday", "first"),
    [
        ("2026-08-02T23:59:59.999", date(2026, 7, 27), date(2026, 8, 1)),
        ("2026-08-03T00:00:00", date(2026, 8, 3), date(2026, 8, 1)),
        ("2026-07-31T23:59:59.999", date(2026, 7, 27), date(2026, 7, 1)),
        ("2027-01-01T12:00:00", date(2026, 12, 28), date(2027, 1, 1)),
        ("1970-01-05T00:00:00", date(1970, 1, 5), date(1970, 1, 1)),
    ],
)
def test_a_moment_belongs_to_a_week_and_a_month(moment: str, monday: date, first: date) -> None:
    assert first_day(week_of(ms(moment))) == monday
    assert first_day(month_of(ms(moment))) == first
