"""Reads of several rows: names, versions, the open tables."""

from collections.abc import Iterable
from functools import reduce
from operator import or_

from django.db.models import Count, F, Q

from accounts.models import Player
from tables import codec, models
from tables.bots import bot_name
from tables.hearts.events import Logged
from tables.hearts.table import State
from tables.protocol import LobbySeat, LobbyTable
from tables.viewing import Name

LISTED_TABLES = 100
# At so many of the fullest tables a seat is looked for; others may be quicker at some.
TRIED_TABLES = 20
_KINDS = {True: "bot", False: "player"}


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


def open_tables() -> list[LobbyTable]:
    """Public unfinished tables at which one may sit or watch: waiting ones first, newest first."""
    tables = (
        models.Table.objects.unfinished()
        .public()
        .filter(seats__held=True, seats__player__isnull=False)
        .distinct()
        .order_by("-state", "-opened_ms")[:LISTED_TABLES]
    )
    rows = {table.id: table for table in tables}
    seats: dict[int, dict[int, LobbySeat]] = {table_id: {} for table_id in rows}
    held = models.Seat.objects.filter(table_id__in=rows, held=True)
    for table_id, number, name in held.values_list("table_id", "number", "player__name"):
        bot = name is None  # the join's name is null for a bot, which has no player
        seats[table_id][number] = LobbySeat(bot_name(number) if bot else name, _KINDS[bot])
    return [
        LobbyTable(
            code=table.code,
            ranked=table.ranked,
            size=table.size,
            target=table.target,
            state=table.state,
            opened=table.opened_ms,
            seats=[
                seats[table.id].get(number, LobbySeat(None, "open")) for number in range(table.size)
            ],
        )
        for table in rows.values()
    ]


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
