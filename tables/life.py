"""How far this server process may hold deadlines against people.

While it can't beat – the database was away, or the machine slept – nobody can tell yet whether
that is an outage (rule 22), so limits that ran out meanwhile wait for the next heartbeat.
"""

# So long without the heartbeat of any server process is no outage yet, ms.
OUTAGE_MS = 6_000

_kept: int | None = None


def keep(now: int) -> None:
    """This process has just beaten (ms), and limits have started again if they had to."""
    global _kept  # noqa: PLW0603 - one heart per process
    _kept = now


def forget() -> None:
    """This process beats no more."""
    global _kept  # noqa: PLW0603 - one heart per process
    _kept = None


def horizon(now: int) -> int:
    """Up to when deadlines count, ms: now, or the last beat if that was too long ago."""
    return now if _kept is None or now - _kept <= OUTAGE_MS else _kept
