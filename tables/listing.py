"""The list of open tables: what it shows to all, and what it offers to one viewer."""

from collections.abc import Iterable
from dataclasses import dataclass, replace

from django.db import connection
from django.db.models import Exists, OuterRef, Q

from accounts import clock
from accounts.eligibility import banned_until
from accounts.models import Player
from ranking import elo
from ranking.elo import START, Stake
from ranking.queries import elos_for_others, ratings_of
from tables import models, store
from tables.bots import bot_name
from tables.hearts import seating
from tables.hearts.table import State, Table, fold
from tables.queries import events_of_tables
from tables.store import Folded

LISTED_TABLES = 100
# Of so many games that want a substitute the score is shown: it is drawn from their logs.
SCORED_TABLES = 20


@dataclass(frozen=True, slots=True)
class ListedSeat:
    """``kind``: player, bot or open. ``player``: a person's id. ``elo`` as others may see it."""

    kind: str
    name: str | None = None
    player: int | None = None
    elo: int | None = None
    total: int | None = None


@dataclass(frozen=True, slots=True)
class ListedTable:
    """A table of the list. ``game``: the folded table, where a substitute is wanted."""

    code: str
    ranked: bool
    size: int
    target: int
    state: str
    opened: int
    seats: tuple[ListedSeat, ...]
    game: Table | None = None

    @property
    def is_waiting(self) -> bool:
        return self.state == State.WAITING.value

    @property
    def wants_substitute(self) -> bool:
        """A ranked game in which a bot plays an open seat (rule 18)."""
        return self.ranked and not self.is_waiting and self.has("bot")

    @property
    def hand(self) -> int | None:
        """The number of the running hand, where a substitute is wanted."""
        return self.game.hand.number if self.game and self.game.hand else None

    @property
    def key(self) -> str:
        """Changes with whatever the list shows of the table; lobby.js makes the same text."""
        shown = [(s.kind, s.name, s.elo, s.total) for s in self.seats]
        seats = (":".join("" if part is None else str(part) for part in seat) for seat in shown)
        return " ".join([self.code, self.state, str(self.hand or ""), *seats])

    def has(self, kind: str) -> bool:
        """Whether a seat of this kind is there."""
        return any(seat.kind == kind for seat in self.seats)


@dataclass(frozen=True, slots=True)
class Offer:
    """A listed table for one viewer: ``stake`` is theirs, if they are rated (rule 29).

    ``is_own``: they hold a seat there.
    """

    table: ListedTable
    is_own: bool
    may_sit: bool
    stake: Stake | None


@dataclass(frozen=True, slots=True)
class Offers:
    """The list for one viewer. ``banned_until`` (ms): no ranked seat is theirs until then."""

    tables: list[Offer]
    banned_until: int | None


def open_tables() -> list[ListedTable]:
    """Public unfinished tables at which one may sit or watch.

    Waiting ones come first, then games that want a substitute; of equals the ranked ones, then the
    newest.
    """
    held = models.Seat.objects.filter(table=OuterRef("pk"), held=True)
    tables = (
        models.Table.objects.unfinished()
        .public()
        .filter(Exists(held.filter(player__isnull=False)))
        .alias(
            wants_substitute=Q(ranked=True, state=State.RUNNING.value)
            & Exists(held.filter(player__isnull=True))
        )
        .order_by("-state", "-wants_substitute", "-ranked", "-opened_ms")[:LISTED_TABLES]
    )
    rows = list(tables)
    seats = _seats(row.pk for row in rows)
    listed = [_listed(row, seats) for row in rows]
    wanting = [row for row, table in zip(rows, listed, strict=True) if table.wants_substitute]
    games = _games(wanting[:SCORED_TABLES])
    return [_scored(table, games.get(table.code)) for table in listed]


def offers(viewer: Player | None) -> Offers:
    """The open tables as this viewer (None: somebody unknown) is offered them."""
    tables = open_tables()
    own_id = viewer.pk if viewer else None
    elos = _elos(tables, viewer)
    is_asked = viewer is not None and any(table.ranked for table in tables)
    banned = banned_until(viewer, clock.now_ms()) if viewer and is_asked else None
    offered = [
        Offer(
            table,
            is_own=any(seat.player == own_id for seat in table.seats if seat.player),
            may_sit=_may_sit(table, own_id) and not (table.ranked and banned),
            stake=_stake(table, own_id, elos),
        )
        for table in tables
    ]
    return Offers(offered, banned)


def _seats(tables: Iterable[int]) -> dict[tuple[int, int], ListedSeat]:
    """(Table id, seat) → who holds it."""
    held = models.Seat.objects.filter(table_id__in=set(tables), held=True)
    people = held.filter(player__isnull=False).values_list(
        "table_id", "number", "player_id", "player__name"
    )
    bots = held.filter(player__isnull=True).values_list("table_id", "number")
    elos = elos_for_others(player for _, _, player, _ in people)
    seats = {(table, number): ListedSeat("bot", bot_name(number)) for table, number in bots}
    for table, number, player, name in people:
        seats[table, number] = ListedSeat("player", name, player, elos.get(player))
    return seats


def _listed(row: models.Table, seats: dict[tuple[int, int], ListedSeat]) -> ListedTable:
    return ListedTable(
        row.code,
        row.ranked,
        row.size,
        row.target,
        row.state,
        row.opened_ms,
        tuple(seats.get((row.pk, number), ListedSeat("open")) for number in range(row.size)),
    )


def _scored(table: ListedTable, game: Table | None) -> ListedTable:
    if game is None:
        return table
    pairs = zip(table.seats, game.totals, strict=True)
    return replace(table, game=game, seats=tuple(replace(s, total=total) for s, total in pairs))


def _games(rows: list[models.Table]) -> dict[str, Table]:
    """Code → the folded table; of those known to this process only what is new is read."""
    known = {row.pk: store.cache.get(row.code) for row in rows}
    logs = events_of_tables({pk: folded.version if folded else 0 for pk, folded in known.items()})
    games = {}
    for row in rows:
        folded = known[row.pk]
        table = games[row.code] = fold(logs[row.pk], folded.table if folded else None)
        if logs[row.pk] and not connection.in_atomic_block:
            store.cache.put(Folded(row.pk, row.code, row.invite, table))
    return games


def _elos(tables: list[ListedTable], viewer: Player | None) -> dict[int, float]:
    """Player → unrounded Elo, of all who wait at ranked tables and of a viewer who is rated."""
    if viewer is None or viewer.is_guest or not viewer.leaderboards_on:
        return {}
    waiting = [table for table in tables if table.ranked and table.is_waiting]
    if not waiting:
        return {}
    people = {seat.player for table in waiting for seat in table.seats if seat.player}
    return {player: rating.elo for player, rating in ratings_of({*people, viewer.pk}).items()}


def _stake(table: ListedTable, viewer: int | None, elos: dict[int, float]) -> Stake | None:
    """What the viewer has at stake as the table stands; None where no seat is theirs to take."""
    if viewer not in elos or not table.ranked or not table.is_waiting:
        return None
    players = [seat.player for seat in table.seats]
    if viewer not in players:
        if None not in players:
            return None
        players[players.index(None)] = viewer
    seat = players.index(viewer)
    return elo.stakes([START if player is None else elos[player] for player in players])[seat]


def _may_sit(table: ListedTable, viewer: int | None) -> bool:
    """Whether the viewer is offered a seat (rules 11 and 18)."""
    if viewer is not None and any(seat.player == viewer for seat in table.seats):
        return False
    if table.game is not None:
        return bool(seating.seats_to_take(table.game, viewer))
    return table.has("open" if table.is_waiting else "bot")
