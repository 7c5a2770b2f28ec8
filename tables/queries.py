"""Reads of several rows: names, versions, events, the tables that wait."""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import reduce
from operator import or_

from django.db.models import Count, Exists, F, OuterRef, Q

from accounts.models import Player
from tables import codec, models
from tables.hearts.events import Logged
from tables.hearts.table import State
from tables.viewing import Name

# At so many of the fullest tables a seat is looked for; others may be quicker at some.
TRIED_TABLES = 20


@dataclass(frozen=True, slots=True)
class HeldSeat:
    """The seat that somebody holds at an unfinished table.

    ``lost_ms``: their last sign of life; None while they are connected.
    """

    code: str
    number: int
    ranked: bool
    state: str
    lost_ms: int | None
    has_socket: bool

    @property
    def in_ranked_game(self) -> bool:
        return self.ranked and self.state == State.RUNNING.value

    @property
    def is_lost(self) -> bool:
        return self.lost_ms is not None and not self.has_socket


def held_seat(player: int) -> HeldSeat | None:
    """The seat that the player holds, if any."""
    sockets = models.OpenSocket.objects.filter(
        table_id=OuterRef("table_id"), player_id=OuterRef("player_id")
    )
    row = (
        models.Seat.objects.filter(player_id=player, held=True)
        .annotate(has_socket=Exists(sockets))
        .values_list(
            "table__code", "number", "table__ranked", "table__state", "lost_ms", "has_socket"
        )
        .first()
    )
    return HeldSeat(*row) if row else None


def names_of_players(ids: Iterable[int]) -> dict[int, Name]:
    """Player id → the name to show."""
    rows = Player.objects.filter(id__in=set(ids)).values_list("id", "name", "is_guest")
    return {player: Name(name, guest) for player, name, guest in rows}


def versions(codes: Iterable[str]) -> dict[str, int]:
    """Code → number of the table's last event."""
    return dict(models.Table.objects.filter(code__in=list(codes)).values_list("code", "version"))


def events_of_tables(known: dict[int, int]) -> dict[int, list[Logged]]:
    """Table id → its events after the version that is known, for many tables in one query."""
    if not known:
        return {}
    newer = reduce(or_, (Q(table_id=t, number__gt=version) for t, version in known.items()))
    rows = models.Event.objects.filter(newer).order_by("table_id", "number")
    logs: dict[int, list[Logged]] = {table_id: [] for table_id in known}
    for table_id, number, at, show, kind, data in rows.values_list(
        "table_id", "number", "at_ms", "show_ms", "kind", "data"
    ):
        logs[table_id].append(Logged(number, at, show, codec.decode(kind, data)))
    return logs


def waiting_tables(*, ranked: bool = False) -> list[str]:
    """Codes of public tables with a free seat: the fullest first, the oldest of equals.

    Of ranked ones only those of four.
    """
    held = Q(seats__held=True)
    waiting = models.Table.objects.public().filter(state=State.WAITING.value, ranked=ranked)
    free = (waiting.filter(size=4) if ranked else waiting).annotate(
        free=F("size") - Count("seats", held),
        people=Count("seats", held & Q(seats__player__isnull=False)),
    )
    best = free.filter(free__gt=0, people__gt=0).order_by("free", "opened_ms")
    return list(best.values_list("code", flat=True)[:TRIED_TABLES])
