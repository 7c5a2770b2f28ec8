"""What the views of a ranked table say about ratings, as the database has it."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from accounts import clock
from accounts.eligibility import Reason, reasons
from accounts.models import Player
from ranking import queries
from ranking.models import EntryState, RatingChange
from tables.hearts.table import State, Table
from tables.protocol import RatingLine


@dataclass(frozen=True, slots=True)
class Standing:
    """A watcher's rating, unrounded, and all that forbids them a ranked seat (rule 15)."""

    elo: float
    reasons: tuple[Reason, ...]


@dataclass(frozen=True, slots=True)
class Ratings:
    """Of a ranked table. ``elos``: player → unrounded rating, now or when the game started.

    ``lines``: what the game has meant, by seat, once it is over; those of the seats in ``hidden``
    are for their players alone (rule 28).
    """

    elos: Mapping[int, float] = field(default_factory=dict)
    lines: tuple[RatingLine, ...] = ()
    hidden: frozenset[int] = frozenset()
    voided: bool = False


UNKNOWN = Ratings()


def ratings_at(code: str, table: Table) -> Ratings:
    """What there is to say of this table."""
    if not table.ranked or table.state is State.CLOSED:
        return UNKNOWN
    if table.state is State.WAITING:
        known = queries.ratings_of(table.players)
        return Ratings({player: rating.elo for player, rating in known.items()})
    if table.state is State.RUNNING:
        return Ratings(queries.elos_at_start(code))
    changes = queries.changes_in(code)
    shown = queries.elos_for_others(change.player_id for change in changes)
    lines = [(change.player_id in shown, _line(change)) for change in changes]
    return Ratings(
        lines=tuple(line for _, line in lines),
        hidden=frozenset(line.seat for is_shown, line in lines if not is_shown),
        voided=any(_entry_state(change) == EntryState.VOIDED for change in changes),
    )


def standings_of(players: Iterable[int]) -> dict[int, Standing]:
    """Player → standing."""
    now = clock.now_ms()
    rows = Player.objects.in_bulk(set(players))
    elos = queries.ratings_of(rows)
    return {
        player: Standing(elos[player].elo, tuple(reasons(row, now))) for player, row in rows.items()
    }


def _entry_state(change: RatingChange) -> str:
    assert change.entry is not None
    return change.entry.state


def _line(change: RatingChange) -> RatingLine:
    assert change.entry is not None
    assert change.total is not None
    return RatingLine(
        seat=change.entry.seat,
        total=change.total,
        place=change.place,
        chance=change.chance,
        delta=change.delta,
        fine=change.fine,
        cut=change.cut,
        before=change.before,
        after=change.after,
    )
