"""The clock's rounds: everything that falls due by itself. Any number of clocks may run."""

import logging

from accounts import clock
from tables import models, presence
from tables.commands import ranked
from tables.commands.draft import Draft
from tables.commands.run import execute
from tables.hearts.duties import start_time
from tables.hearts.errors import TableError
from tables.timing import limits

logger = logging.getLogger(__name__)

TABLES_A_ROUND = 200


def go_round() -> int:
    """Sweeps dead processes and applies what fell due; returns how many tables were seen to.

    Only what fell due while some server process was known alive counts: what fell due during an
    outage is not held against anybody.
    """
    now = clock.now_ms()
    presence.sweep(now)
    alive = presence.last_alive(now)
    overdue = models.Table.objects.unfinished().overdue(alive)
    codes = list(overdue.values_list("code", flat=True)[:TABLES_A_ROUND])
    for code in codes:
        see_to(code, alive)
    return len(codes)


def see_to(code: str, until: int) -> None:
    """Applies a table's deadlines up to then, ms; a fault of one must not stop the others."""
    try:
        folded = execute(code, _nothing_more, until=until)
        start_at = start_time(folded.table, limits())
        if start_at is not None and start_at <= until:
            ranked.start(code)
    except TableError as error:
        logger.warning("table %s: deadline not applied: %s", code, error.code)
    except Exception:
        logger.exception("table %s: deadline not applied", code)


def _nothing_more(draft: Draft) -> None:
    """Overdue deadlines are applied before any command; the clock adds nothing to them."""
