"""How every command runs: fold, overdue deadlines, check, append, announce on commit."""

import random
import time
from collections.abc import Callable
from functools import partial
from typing import TypeVar

from django.db import OperationalError, connection, transaction

from accounts import clock
from tables import hub, store
from tables.commands.deadlines import apply_overdue
from tables.commands.draft import Draft
from tables.commands.errors import Busy
from tables.commands.settling import SETTLES, settle
from tables.hearts.duties import next_due
from tables.hearts.errors import TableError
from tables.store import Change, Conflict, Folded
from tables.timing import limits

ATTEMPTS = 12
# PostgreSQL's codes: deadlock detected, could not serialise.
DEADLOCKS = {"40P01", "40001"}
Decide = Callable[[Draft], None]
T = TypeVar("T")


def execute(code: str, decide: Decide, *, until: int | None = None) -> Folded:
    """Runs one command on a table and returns the table after it.

    ``decide`` looks at the draft's table, raises the TableError that forbids the command, or adds
    events. It may be called again on a newer table when another command came first. ``until`` is
    the moment up to which deadlines count, if it is not for this process to tell. Raises
    NoSuchTable, and Conflict inside a transaction of the caller, who must begin it again.
    """
    known = store.cache.get(code)
    if known is None or connection.in_atomic_block:
        # In a transaction a stale table would be met again each time that it is begun again.
        before, fresh = store.load(code, known), True
    else:
        before, fresh = known, False
    for attempt in range(ATTEMPTS):
        refusal: TableError | None = None
        try:
            after = _once(before, decide, until)
            if after is not before:
                return after
        except TableError as error:
            refusal = error
        except (Conflict, OperationalError) as error:
            if connection.in_atomic_block or not _has_met_another(error):
                raise
            _wait_a_moment(attempt)
            before, fresh = store.load(code, before), True
            continue
        # A stale table refuses valid moves, or sees nothing to do: confirm it by the database.
        newer = before if fresh else store.load(code, before)
        if newer.version == before.version:
            if refusal is not None:
                raise refusal
            return before
        before, fresh = newer, True
    raise Busy


def in_one_transaction(work: Callable[[], T]) -> T:
    """Runs several commands as one; begins again when another command came in between."""
    for attempt in range(ATTEMPTS):
        try:
            with transaction.atomic():
                return work()
        except (Conflict, OperationalError) as error:
            if not _has_met_another(error):
                raise
            _wait_a_moment(attempt)
    raise Busy


def _has_met_another(error: Conflict | OperationalError) -> bool:
    """Whether another command came first, or the two waited for one another and this one yields."""
    return isinstance(error, Conflict) or getattr(error.__cause__, "sqlstate", None) in DEADLOCKS


def _wait_a_moment(attempt: int) -> None:
    """Jitter, so that those who met don't meet again."""
    time.sleep(random.uniform(0, 0.004 * 2 ** min(attempt, 6)))  # noqa: S311 - no secret


def _once(before: Folded, decide: Decide, until: int | None) -> Folded:
    draft = Draft(before.table, clock.now_ms())
    apply_overdue(draft, until)
    decide(draft)
    draft.run_on()
    return commit(before, draft) if draft.log else before


def commit(before: Folded, draft: Draft) -> Folded:
    """Stores what a draft adds and announces it on commit. Raises Conflict."""
    after = Folded(before.id, before.code, before.invite, draft.table)
    due = next_due(after.table, limits())
    change = Change(before.version, after, tuple(draft.log))

    def committed() -> None:
        store.cache.put(after)
        hub.tell(change)

    append = partial(store.append, before, draft.log, after, due.at if due else None, committed)
    if any(isinstance(logged.event, SETTLES) for logged in draft.log):
        with transaction.atomic():
            append()
            settle(after.code, after.table, [logged.event for logged in draft.log], draft.now)
    else:
        append()
    return after
