"""The event log in the database, and recently folded tables in this process's memory.

Folded tables are immutable and enter the cache after commit only, so a stale or missing entry
costs time, never correctness: the unique (table, number) guards every append.
"""

import threading
from collections import OrderedDict
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from django.db import IntegrityError, connection, transaction

from tables import codec, log, models
from tables.hearts import events as ev
from tables.hearts.events import Logged
from tables.hearts.table import Seat, State, Table, fold

CACHED_TABLES = 2_000


class Conflict(Exception):
    """Somebody else has appended to this table meanwhile: load it again, check again."""


class NoSuchTable(Exception):
    """There is no table of this code."""


@dataclass(frozen=True, slots=True)
class Folded:
    """A table as it stands at its last event, with what never changes about its row."""

    id: int
    code: str
    invite: str
    table: Table

    @property
    def version(self) -> int:
        return self.table.version


@dataclass(frozen=True, slots=True)
class Change:
    """What one command has done: the version before it, the table after it, its events."""

    before: int
    after: Folded
    log: tuple[Logged, ...]


class _Cache:
    """The most recently used folded tables, by code."""

    def __init__(self, size: int) -> None:
        self._size = size
        self._lock = threading.Lock()
        self._tables: OrderedDict[str, Folded] = OrderedDict()

    def get(self, code: str) -> Folded | None:
        with self._lock:
            folded = self._tables.get(code)
            if folded is not None:
                self._tables.move_to_end(code)
            return folded

    def put(self, folded: Folded) -> None:
        """Keeps it unless a later version is known."""
        with self._lock:
            known = self._tables.get(folded.code)
            if known is None or known.version <= folded.version:
                self._tables[folded.code] = folded
            self._tables.move_to_end(folded.code)
            if len(self._tables) > self._size:
                self._tables.popitem(last=False)

    def clear(self) -> None:
        with self._lock:
            self._tables.clear()


cache = _Cache(CACHED_TABLES)


def load(code: str, known: Folded | None = None) -> Folded:
    """The table as the database has it, folded on from ``known``. Raises NoSuchTable."""
    if known is None:
        row = models.Table.objects.filter(code=code).values_list("id", "code", "invite").first()
        if row is None:
            raise NoSuchTable
        table_id, code, invite = row
        folded = Folded(table_id, code, invite, fold(events_after(table_id, 0)))
    else:
        log = events_after(known.id, known.version)
        folded = with_events(known, log)
    if not connection.in_atomic_block:
        cache.put(folded)
    return folded


def with_events(folded: Folded, log: Sequence[Logged]) -> Folded:
    if not log:
        return folded
    return Folded(folded.id, folded.code, folded.invite, fold(list(log), folded.table))


def events_after(table_id: int, version: int) -> list[Logged]:
    """The table's events from the one after ``version`` on."""
    rows = models.Event.objects.filter(table_id=table_id, number__gt=version).order_by("number")
    return [
        Logged(number, at, show, codec.decode(kind, data))
        for number, at, show, kind, data in rows.values_list(
            "number", "at_ms", "show_ms", "kind", "data"
        )
    ]


def append(
    before: Folded,
    added: Sequence[Logged],
    after: Folded,
    due_ms: int | None,
    committed: Callable[[], None] = lambda: None,
) -> None:
    """Writes a command's events with the new version and deadline. Raises Conflict.

    ``committed`` is called after the commit. Events about seats or the table's state also move
    its rows, under the row's lock; others go into this thread's batch where one is open.
    """
    rows = tuple((e.number, *codec.encode(e.event), e.at, e.show) for e in added)
    new = log.Append(before.id, before.version, after.version, due_ms, rows)
    batch = log.open_batch()
    if any(isinstance(e.event, MOVES_ROWS) for e in added):
        with transaction.atomic():
            models.Table.objects.select_for_update().get(id=before.id)
            _write(new)
            _move_rows(before, after.table)
    elif batch is not None and not connection.in_atomic_block:
        batch.add(new, committed)
        return
    else:
        _write(new)
    transaction.on_commit(committed)


def _write(new: log.Append) -> None:
    if log.write([new], wait=True):
        raise Conflict


MOVES_ROWS = (
    ev.SeatTaken,
    ev.SeatFreed,
    ev.BotAdded,
    ev.BotRemoved,
    ev.GameStarted,
    ev.PlayerAway,
    ev.PlayerBack,
    ev.PlayerQuit,
    ev.LimitsRestarted,
    ev.TableClosed,
    ev.GameEnded,
)


def _move_rows(before: Folded, after: Table) -> None:
    """Draws the table's state and its seats anew where they changed; the row is locked."""
    models.Table.objects.filter(id=before.id).update(state=after.state.value)
    holds = models.Seat.objects.filter(table_id=before.id, held=True)
    if after.state in (State.OVER, State.CLOSED):
        holds.update(held=False)
        return
    pairs = list(enumerate(zip(before.table.seats, after.seats, strict=True)))
    moved = {n: new for n, (old, new) in pairs if (old.player, old.bot) != (new.player, new.bot)}
    if moved:  # all are freed first: somebody may have gone from one seat to another
        freed = holds.filter(number__in=moved)
        # A device is bound to a game by its start (rule 18); who stood up before is free again.
        freed.filter(table__state=State.WAITING.value).update(device="")
        freed.update(held=False)
    for number, (old, new) in pairs:
        if number in moved and not new.is_open:
            _hold(before.id, number, new)
        elif number not in moved and old.away_since != new.away_since:
            away = new.away_since is not None
            holds.filter(number=number).update(
                away=away, lost_ms=new.away_since, connect_by_ms=None
            )


def _hold(table_id: int, number: int, seat: Seat) -> None:
    try:
        with transaction.atomic():
            models.Seat.objects.create(
                table_id=table_id,
                number=number,
                player_id=seat.player,
                lost_ms=seat.away_since,
                away=seat.away_since is not None,
            )
    except IntegrityError as error:  # the player has sat down elsewhere meanwhile
        raise Conflict from error
