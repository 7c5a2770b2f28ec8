"""What must happen at a table though nobody acts, and when: rules 11, 16 and 18 to 22."""

from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum

from tables.hearts.table import State, Table


@dataclass(frozen=True, slots=True)
class Limits:
    """How long may be waited, in ms."""

    play: int = 30_000
    passing: int = 60_000
    stand_in: int = 30_000
    waiting_seat: int = 60_000
    close: int = 86_400_000
    start: int = 5_000
    absence: int = 180_000
    absences: int = 900_000
    substitute: int = 60_000
    reserve: int = 180_000
    connect: int = 25_000


class Duty(Enum):
    """Kinds of things that fall due."""

    FREE_SEAT = "free_seat"
    STAND_IN = "stand_in"
    MOVE = "move"
    CLOSE = "close"
    GO_ON = "go_on"
    START = "start"
    DROP_OUT = "drop_out"
    OVER_LIMIT = "over_limit"


@dataclass(frozen=True, slots=True)
class Due:
    """``duty`` falls due at ``at`` (ms), for ``seat`` where it concerns one."""

    at: int
    duty: Duty
    seat: int = -1


def next_due(table: Table, limits: Limits) -> Due | None:
    """The first thing that falls due if nobody acts."""
    return min(_dues(table, limits), key=lambda due: due.at, default=None)


def turn_deadline(table: Table, seat: int, limits: Limits) -> int | None:
    """The end of this seat's turn limit (rule 21); None while nobody waits, or while it rests.

    At a regular table a bot then makes the move; at a ranked one the reserve begins to run.
    """
    if table.hand is None or table.seats[seat].played_by_bot:
        return None
    limit = limits.passing if table.hand.is_passing else limits.play
    if table.ranked:
        rest = table.rest_ms[seat] if table.rest_ms else 0
        here = table.seats[seat].is_connected
        return table.turn_since + rest + limit if here else None
    awaited = table.awaited_since(seat)
    return None if awaited is None else max(table.turn_since, awaited) + limit


def reserve_end(table: Table, seat: int, limits: Limits) -> int | None:
    """When the seat of a ranked game is lost by its limit; None while that rests (rules 18, 21)."""
    deadline = turn_deadline(table, seat, limits)
    if deadline is None:
        return None
    spent = table.reserve_ms[seat] if table.reserve_ms else 0
    return deadline + (limits.reserve - spent if table.has_ranked_player(seat) else 0)


def back_by(table: Table, seat: int, limits: Limits) -> int | None:
    """The last moment at which an absent person of a ranked game is back in time (18, 19)."""
    away_since = table.seats[seat].away_since
    if table.state is not State.RUNNING or not table.ranked or away_since is None:
        return None
    return away_since + absence_left(table, seat, limits)


def absence_left(table: Table, seat: int, limits: Limits) -> int:
    """How long a person of a running ranked game may be away at most, once more (rules 18, 19)."""
    if not table.has_ranked_player(seat):
        return limits.substitute
    absent = table.absent_ms[seat] if table.absent_ms else 0
    return min(limits.absence, limits.absences - absent)


def start_time(table: Table, limits: Limits) -> int | None:
    """When a ranked table starts by itself; None unless all its seats are ready (rule 11)."""
    here = [seat.here_since for seat in table.seats if seat.here_since is not None]
    if table.state is not State.WAITING or not table.ranked or len(here) < table.size:
        return None
    return max(here) + limits.start


def stand_in_time(table: Table, seat: int, limits: Limits) -> int | None:
    """When a bot begins to play for the absent player of this seat, if it will (rule 20)."""
    away_since = table.seats[seat].away_since
    awaited = table.awaited_since(seat)
    if table.state is not State.RUNNING or table.ranked or away_since is None or awaited is None:
        return None
    return None if table.seats[seat].stand_in else max(away_since, awaited) + limits.stand_in


def waited_for(table: Table) -> list[int]:
    """The seats that must act now: whose turn it is, or who has not passed."""
    hand = table.hand
    if table.state is not State.RUNNING or hand is None:
        return []
    if hand.is_passing:
        return [seat for seat, passed in enumerate(hand.passed) if not passed]
    return [] if hand.turn is None else [hand.turn]


def _dues(table: Table, limits: Limits) -> Iterator[Due]:
    if table.state is State.WAITING:
        for n, seat in enumerate(table.seats):
            if seat.away_since is not None:
                yield Due(seat.away_since + limits.waiting_seat, Duty.FREE_SEAT, n)
        at = start_time(table, limits)
        if at is not None:
            yield Due(at, Duty.START)
    elif table.state is State.RUNNING and not table.is_awake:
        gone = [seat.away_since for seat in table.seats if seat.away_since is not None]
        yield Due(max(gone, default=table.changed_at) + limits.close, Duty.CLOSE)
    elif table.state is State.RUNNING:
        yield from _running_dues(table, limits)


def _running_dues(table: Table, limits: Limits) -> Iterator[Due]:
    for n in range(table.size):
        last = back_by(table, n, limits)
        if last is not None:
            yield Due(last + 1, Duty.DROP_OUT, n)
        at = stand_in_time(table, n, limits)
        if at is not None:
            yield Due(at, Duty.STAND_IN, n)
    for n in waited_for(table):
        if table.seats[n].played_by_bot:
            yield Due(table.shown_at, Duty.GO_ON)
        else:
            at = (reserve_end if table.ranked else turn_deadline)(table, n, limits)
            if at is not None:
                yield Due(at, Duty.OVER_LIMIT if table.ranked else Duty.MOVE, n)
