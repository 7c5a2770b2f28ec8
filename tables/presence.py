"""Who is connected where: a row per server process with its heartbeat, a row per open socket.

A seat is connected while its player has a socket open at the table, in any process. A process
that dies leaves its rows behind; they are swept once its heartbeat is too old, and its last beat
then counts as the last sign of life of its sockets.
"""

import logging
import uuid
from collections.abc import Callable
from functools import partial

from django.db import transaction
from django.db.models import Exists, OuterRef, QuerySet

from tables import models
from tables.commands.outages import note_life
from tables.commands.ranked import lock_table
from tables.commands.run import in_one_transaction
from tables.commands.seats import come_back, go_away, return_by_page
from tables.store import NoSuchTable
from tables.timing import limits

logger = logging.getLogger(__name__)

# A process whose last beat is older than this is taken for dead, ms.
LEASE_MS = 10_000
# A lost socket is only told to the others after this, ms: a reload is back by then.
GRACE_MS = 2_000


def live(process: uuid.UUID, now: int) -> bool:
    """One heartbeat, with what follows from an outage before it; the answer is that of ``beat``."""

    def both() -> bool:
        note_life(now)
        return beat(process, now)

    return in_one_transaction(both)


def beat(process: uuid.UUID, now: int) -> bool:
    """Writes this process's heartbeat; true if its row was not there (new, or swept by mistake)."""
    if models.ServerProcess.objects.filter(id=process).update(beat_ms=now):
        return False
    models.ServerProcess.objects.create(id=process, beat_ms=now)
    return True


def last_alive(now: int) -> int:
    """The last moment at which a server process was known alive, ms."""
    newest = models.ServerProcess.objects.order_by("-beat_ms").values_list("beat_ms", flat=True)
    return min(newest.first() or 0, now)


def socket_opened(process: uuid.UUID, socket: uuid.UUID, code: str, player: int) -> None:
    """Notes an open socket; its player is back if they hold a seat here. Raises NoSuchTable."""
    table = models.Table.objects.filter(code=code).values_list("id", flat=True).first()
    if table is None:
        raise NoSuchTable
    row = models.OpenSocket(id=socket, process_id=process, table_id=table, player_id=player)
    models.OpenSocket.objects.bulk_create([row], ignore_conflicts=True)
    seats = models.Seat.objects.filter(table_id=table, player_id=player, held=True)
    if seats.filter(lost_ms__isnull=False).exists():
        seats.update(lost_ms=None, connect_by_ms=None)
        come_back(code, player)


def page_requested(code: str, player: int, asked_ms: int) -> bool:
    """An absent ranked player has asked for a page at that time; whether they are back (rule 19).

    The table's page then has a while to connect; else they are away since that time.
    """

    def work() -> bool:
        lock_table(code)  # so that nobody tells meanwhile that they are away
        folded = return_by_page(code, player, asked_ms)
        seat = folded.table.seat_of(player)
        if seat is None or not folded.table.has_ranked_player(seat):
            return False
        seats = models.Seat.objects.filter(table_id=folded.id, player_id=player, held=True)
        connect_by = asked_ms + limits().connect
        _without_socket(seats).update(lost_ms=asked_ms, connect_by_ms=connect_by)
        return True

    return in_one_transaction(work)


def socket_closed(socket: uuid.UUID, code: str, player: int, last_seen: int) -> None:
    """Forgets a socket; if the player's last here, they are lost since ``last_seen`` (ms)."""
    seats = models.Seat.objects.filter(
        table__code=code, player_id=player, held=True, lost_ms__isnull=True
    )
    with transaction.atomic():
        models.OpenSocket.objects.filter(id=socket).delete()
        _without_socket(seats).update(lost_ms=last_seen)


def sweep(now: int) -> None:
    """Takes dead processes' sockets for lost, and tells tables who has been lost for a while."""
    for process in models.ServerProcess.objects.filter(beat_ms__lt=now - LEASE_MS):
        _bury(process)
    people = models.Seat.objects.filter(held=True, player__isnull=False)
    lost = people.filter(away=False, lost_ms__lte=now - GRACE_MS)
    lost = lost.exclude(connect_by_ms__gte=now)
    reloaded = _with_socket(lost)
    if reloaded.exists():
        reloaded.update(lost_ms=None, connect_by_ms=None)
    for code, player, since in lost.values_list("table__code", "player_id", "lost_ms"):
        assert since is not None  # so the filter says
        _tell(code, partial(go_away, code, player, since))
    # A socket may have come in the very moment in which its player was told to be away.
    back = _with_socket(people.filter(away=True))
    for code, player in back.values_list("table__code", "player_id"):
        _tell(code, partial(come_back, code, player))


def _tell(code: str, command: Callable[[], object]) -> None:
    """Runs a command; a fault of one table must not stop the others."""
    try:
        command()
    except Exception:
        logger.exception("table %s: could not tell who came or went", code)


def bury_all_but(process: uuid.UUID) -> None:
    """Takes every other process for dead: the embedded set-up has just this one."""
    for other in models.ServerProcess.objects.exclude(id=process):
        _bury(other)


def end(process: uuid.UUID, now: int) -> None:
    """Takes leave of a process that stops in good order, its sockets lost as of now."""
    for own in models.ServerProcess.objects.filter(id=process):
        own.beat_ms = now
        _bury(own)


def _bury(process: models.ServerProcess) -> None:
    """Deletes a process's rows; seats that have no other socket are lost since its last beat."""
    with transaction.atomic():
        sockets = list(process.sockets.values_list("table_id", "player_id"))
        process.delete()
        for table, player in sockets:
            seats = models.Seat.objects.filter(
                table_id=table, player_id=player, held=True, lost_ms__isnull=True
            )
            _without_socket(seats).update(lost_ms=process.beat_ms)


def _with_socket(seats: QuerySet[models.Seat]) -> QuerySet[models.Seat]:
    return seats.filter(Exists(_SOCKETS_OF_SEAT))


def _without_socket(seats: QuerySet[models.Seat]) -> QuerySet[models.Seat]:
    return seats.filter(~Exists(_SOCKETS_OF_SEAT))


_SOCKETS_OF_SEAT = models.OpenSocket.objects.filter(
    table_id=OuterRef("table_id"), player_id=OuterRef("player_id")
)
