"""What must happen at a table though nobody acts, and when: rules 16, 20 and 21."""

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


class Duty(Enum):
    """Kinds of things that fall due."""

    FREE_SEAT = "free_seat"
    STAND_IN = "stand_in"
    MOVE = "move"
    CLOSE = "close"
    GO_ON = "go_on"


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
    """When a bot makes this seat's move or pass; None while nobody waits (rule 21)."""
    awaited = table.awaited_since(seat)
    if awaited is None or table.hand is None or table.seats[seat].played_by_bot:
        return None
    limit = limits.passing if table.hand.is_passing else limits.play
    return max(table.turn_since, awaited) + limit


def stand_in_time(table: Table, seat: int, limits: Limits) -> int | None:
    """When a bot begins to play for the absent player of this seat, if it will (rule 20)."""
    away_since = table.seats[seat].away_since
    awaited = table.awaited_since(seat)
    if table.state is not State.RUNNING or away_since is None or awaited is None:
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
    elif table.state is State.RUNNING and not table.is_awake:
        gone = [seat.away_since for seat in table.seats if seat.away_since is not None]
        yield Due(max(gone, default=table.changed_at) + limits.close, Duty.CLOSE)
    elif table.state is State.RUNNING:
        yield from _running_dues(table, limits)


def _running_dues(table: Table, limits: Limits) -> Iterator[Due]:
    for n in range(table.size):
        at = stand_in_time(table, n, limits)
        if at is not None:
            yield Due(at, Duty.STAND_IN, n)
    for n in waited_for(table):
        if table.seats[n].played_by_bot:
            yield Due(table.shown_at, Duty.GO_ON)
        else:
            at = turn_deadline(table, n, limits)
            if at is not None:
                yield Due(at, Duty.MOVE, n)
