"""An outage is nobody's fault: after it all running limits start again in full, once (rule 22)."""

import logging

from django.db import DatabaseError, InterfaceError, transaction

from accounts import clock
from tables import models
from tables.commands.draft import Draft
from tables.commands.run import execute
from tables.hearts import events as ev
from tables.hearts.table import State
from tables.life import OUTAGE_MS
from tables.store import Conflict

logger = logging.getLogger(__name__)


def note_life(now: int) -> None:
    """A server process is alive now (ms); the first one after an outage restarts all limits.

    Holds the lock of the pulse until the end of the caller's transaction, so that others wait and
    then find no outage; if the transaction fails, whoever comes next does all of it. Raises
    Conflict.
    """
    pulse, _ = models.Pulse.objects.select_for_update().get_or_create(
        id=1, defaults={"last_alive_ms": now}
    )
    if now - pulse.last_alive_ms > OUTAGE_MS:
        logger.warning("no server was alive for %d ms: limits restart", now - pulse.last_alive_ms)
        _restart_all(pulse.last_alive_ms)
        now = max(now, clock.now_ms())  # many tables take their time
    if now > pulse.last_alive_ms:
        pulse.last_alive_ms = now
        pulse.save(update_fields=["last_alive_ms"])


def _restart_all(alive: int) -> None:
    """Locks all unfinished tables, by id; what fell due until ``alive`` (ms) still counts."""
    tables = models.Table.objects.unfinished().order_by("id").select_for_update(no_key=True)
    for code in list(tables.values_list("code", flat=True)):
        try:
            with transaction.atomic():
                execute(code, _restart, until=alive)
        except (Conflict, DatabaseError, InterfaceError):
            raise
        except Exception:
            logger.exception("table %s: limits not restarted", code)


def _restart(draft: Draft) -> None:
    if draft.table.state in (State.WAITING, State.RUNNING):
        draft.add(ev.LimitsRestarted())
