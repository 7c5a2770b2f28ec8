"""The week and the month in which a game counts for the climbers, in UTC.

A period is known by its first day, counted in whole days since the Unix epoch.
"""

from datetime import UTC, date, datetime, timedelta

EPOCH = date(1970, 1, 1)
DAY_MS = 86_400_000


def week_of(ms: int) -> int:
    """The Monday of the week in which this moment lies (ms by the database's clock)."""
    day = ms // DAY_MS
    # The epoch was a Thursday.
    return day - (day + 3) % 7


def month_of(ms: int) -> int:
    """The first of the month in which this moment lies (ms by the database's clock)."""
    return (datetime.fromtimestamp(ms / 1000, tz=UTC).date().replace(day=1) - EPOCH).days


def first_day(period: int) -> date:
    return EPOCH + timedelta(days=period)
