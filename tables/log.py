"""Writing to the event log: what commands add to tables, one write for one or for many.

The version in a table's row guards it: whoever appends to another version than they have read
has lost, and nothing of theirs is written.
"""

import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field

from django.db import connection, transaction

Row = tuple[int, str, str, int, int]


@dataclass(frozen=True, slots=True)
class Append:
    """What one command adds to a table: from one version to another, the next deadline, rows."""

    table: int
    before: int
    version: int
    due_ms: int | None
    rows: tuple[Row, ...]


_POSTGRESQL = """
    WITH new AS (
        SELECT * FROM unnest(%s::bigint[], %s::int[], %s::int[], %s::bigint[])
            AS new (id, before, version, due_ms)
    ), locked AS (
        SELECT old.id FROM tables_table old JOIN new ON old.id = new.id
        WHERE old.version = new.before ORDER BY old.id FOR UPDATE OF old {}
    ), moved AS (
        UPDATE tables_table old SET version = new.version, due_ms = new.due_ms
        FROM new JOIN locked ON locked.id = new.id WHERE old.id = new.id RETURNING old.id
    ), added AS (
        INSERT INTO tables_event (table_id, number, kind, data, at_ms, show_ms)
        SELECT event.* FROM moved JOIN unnest(
            %s::bigint[], %s::int[], %s::text[], %s::text[], %s::bigint[], %s::bigint[]
        ) AS event (table_id, number, kind, data, at_ms, show_ms) ON event.table_id = moved.id
    )
    SELECT id FROM moved
"""
_WAITING = _POSTGRESQL.format("")
_NOT_WAITING = _POSTGRESQL.format("SKIP LOCKED")


def write(appends: Sequence[Append], *, wait: bool) -> set[int]:
    """Writes what is added to these tables, each of them once; returns those that have lost.

    Without ``wait`` a table whose row another transaction holds has lost too: so a write to many
    tables can neither be held up by one of them nor meet a deadlock.
    """
    rows = [(append.table, *row) for append in appends for row in append.rows]
    if connection.vendor == "postgresql":
        return {a.table for a in appends} - _write_in_one_statement(appends, rows, wait=wait)
    lost = set()
    with transaction.atomic(), connection.cursor() as cursor:
        for append in appends:
            cursor.execute(
                "UPDATE tables_table SET version = %s, due_ms = %s WHERE id = %s AND version = %s",
                [append.version, append.due_ms, append.table, append.before],
            )
            if cursor.rowcount != 1:
                lost.add(append.table)
        cursor.executemany(
            "INSERT INTO tables_event (table_id, number, kind, data, at_ms, show_ms)"
            " VALUES (%s, %s, %s, %s, %s, %s)",
            [row for row in rows if row[0] not in lost],
        )
    return lost


def _write_in_one_statement(
    appends: Sequence[Append], rows: Sequence[tuple[object, ...]], *, wait: bool
) -> set[int]:
    heads = [(a.table, a.before, a.version, a.due_ms) for a in appends]
    columns = [list(column) for table in (heads, rows) for column in zip(*table, strict=True)]
    with connection.cursor() as cursor:
        cursor.execute(_WAITING if wait else _NOT_WAITING, columns)
        return {table for (table,) in cursor.fetchall()}


@dataclass(slots=True)
class Batch:
    """What several commands on this thread add, until it is written."""

    appends: list[Append] = field(default_factory=list)
    announcements: dict[int, Callable[[], None]] = field(default_factory=dict)

    def add(self, append: Append, committed: Callable[[], None]) -> None:
        self.appends.append(append)
        self.announcements[append.table] = committed

    def write(self) -> set[int]:
        """Writes all in one transaction, without waiting for locks; the tables that have lost."""
        lost = write(self.appends, wait=False) if self.appends else set()
        for table in lost:
            del self.announcements[table]
        return lost


_this_thread = threading.local()


def open_batch() -> Batch | None:
    """The batch into which commands on this thread go, if any."""
    batch: Batch | None = getattr(_this_thread, "batch", None)
    return batch


@contextmanager
def collected() -> Iterator[Batch]:
    """Commands on this thread go into the batch meanwhile, and are not written."""
    _this_thread.batch = batch = Batch()
    try:
        yield batch
    finally:
        _this_thread.batch = None
