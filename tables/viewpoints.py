"""Who looks at a table: viewers of whom the same is to be said share one viewpoint."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from accounts.eligibility import Reason, reasons_of_visitors
from ranking import elo
from ranking.elo import START, Stake
from tables.hearts import seating
from tables.hearts.table import State, Table
from tables.protocol import RatingLine, StakeInfo, WhyNot
from tables.ratings import Ratings, Standing


@dataclass(frozen=True, slots=True)
class Viewpoint:
    """The seat that a viewer holds, or what a watcher may do; see ``protocol.You``."""

    seat: int | None = None
    ranked_seat: int | None = None
    may_sit: tuple[int, ...] = ()
    may_not_sit: tuple[WhyNot, ...] = ()
    stake: StakeInfo | None = None
    rating: RatingLine | None = None


WATCHER = Viewpoint()


def viewpoint_of(
    table: Table, player: int | None, ratings: Ratings, standings: Mapping[int, Standing]
) -> Viewpoint:
    """How this player (None: a visitor) sees the table.

    ``standings``: watchers of a ranked table; an unknown one forbids nothing, the command does.
    """
    seat = table.seat_of(player)
    ranked_seat = None
    if player in table.ranked_players:
        ranked_seat = table.ranked_players.index(player)
    if seat is not None or table.state not in (State.WAITING, State.RUNNING):
        return Viewpoint(seat, ranked_seat, rating=_own_line(ratings, ranked_seat))
    standing = None if player is None else standings.get(player)
    why_not = _why_not(table, player, standing)
    if why_not:
        return Viewpoint(None, ranked_seat, may_not_sit=why_not)
    may_sit = tuple(seating.seats_to_take(table, player))
    if not may_sit or standing is None or table.state is not State.WAITING:
        return Viewpoint(None, ranked_seat, may_sit)
    stakes = stakes_at(table, ratings, {may_sit[0]: standing.elo})
    return Viewpoint(None, ranked_seat, may_sit, stake=stakes[may_sit[0]])


def _own_line(ratings: Ratings, seat: int | None) -> RatingLine | None:
    return next((line for line in ratings.lines if line.seat == seat), None)


def _why_not(table: Table, player: int | None, standing: Standing | None) -> tuple[WhyNot, ...]:
    """Why free seats are not for this watcher; nothing where there are none."""
    refusal = seating.refusal(table, player)
    if refusal is not None:
        return (WhyNot(refusal.code, str(refusal), None),)
    if not table.ranked or not seating.open_seats(table):
        return ()
    if player is None:
        found: Sequence[Reason] = reasons_of_visitors()
    else:
        found = standing.reasons if standing else ()
    # Of a substitute only bans are asked (rule 18).
    banned_only = table.state is State.RUNNING
    return tuple(_told(r) for r in found if r.code == "banned" or not banned_only)


def _told(reason: Reason) -> WhyNot:
    text = reason.sentence if reason.until_ms is not None else f"{reason.sentence} {reason.cure}"
    return WhyNot(reason.code, text, reason.until_ms)


def stakes_at(
    table: Table, ratings: Ratings, newcomers: dict[int, float] | None = None
) -> list[StakeInfo | None]:
    """Seat → what is at stake for its ranked player; None where nobody is, or nothing is known.

    ``newcomers``: seat → rating of who may sit down there; empty seats count as 1500.
    """
    players: Sequence[int | None] = table.ranked_players or [s.player for s in table.seats]
    if not table.ranked or not all(p is None or p in ratings.elos for p in players):
        return [None] * table.size
    known = [None if player is None else ratings.elos[player] for player in players]
    for seat, rating in (newcomers or {}).items():
        known[seat] = rating
    stakes = elo.stakes([START if rating is None else rating for rating in known])
    return [
        None if rating is None else _info(stake)
        for rating, stake in zip(known, stakes, strict=True)
    ]


def _info(stake: Stake) -> StakeInfo:
    return StakeInfo(stake.chance, stake.win, stake.loss, stake.fine)
