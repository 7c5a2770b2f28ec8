"""A table as the fold of its events: seats, game and score. Frozen, and without any clock."""

from dataclasses import dataclass, replace
from enum import Enum
from functools import reduce
from typing import NamedTuple

from tables.hearts import events as ev
from tables.hearts.cards import QUEEN_MASK, QUEEN_OF_SPADES
from tables.hearts.events import Logged
from tables.hearts.hand import Hand, dealt_hand
from tables.hearts.passing import Direction


class State(Enum):
    WAITING = "waiting"
    RUNNING = "running"
    OVER = "over"
    CLOSED = "closed"


@dataclass(frozen=True, slots=True)
class Seat:
    """Who holds a seat: a player, a bot, or nobody.

    A player is connected since ``here_since`` or away since ``away_since`` (the last sign of
    life). ``stand_in``: a bot plays for the absent player, who may return. ``taken_at`` orders
    the people by how long they sit; ``came_in_hand`` is the hand in which the player took the
    seat, 0 before the start.
    """

    player: int | None = None
    bot: bool = False
    here_since: int | None = None
    away_since: int | None = None
    stand_in: bool = False
    taken_at: int = 0
    came_in_hand: int = 0

    @property
    def is_connected(self) -> bool:
        return self.here_since is not None

    @property
    def is_open(self) -> bool:
        return self.player is None and not self.bot

    @property
    def played_by_bot(self) -> bool:
        return self.bot or self.stand_in


@dataclass(frozen=True, slots=True)
class ScoredHand:
    """A finished hand: seat → points, who took the queen of spades, who shot the moon.

    ``holder`` played the queen, as the seat's ranked player if ``by_ranked_player`` (rule 26).
    """

    number: int
    direction: Direction
    points: tuple[int, ...]
    queen: int
    shooter: int | None
    seed: bytes
    holder: int = 0
    by_ranked_player: bool = False


class Table(NamedTuple):
    """A named tuple, because each event builds a new one.

    ``version`` is the number of the last event; times are ms of the database's clock.

    ``held``: (player, seat) for every hold of a seat since the start. ``barred``: players whose
    seat was freed by another. ``shown_at``: when browsers have shown everything up to here.
    ``turn_since``: when the running turn or pass began. ``restarted_at``: when limits last started
    again after an outage; no limit began before it.

    At a ranked table (the last three go by seat in ms, or are empty): ``ranked_players``: seat →
    who held it at the start. ``quitters``: seats whose ranked player has quit. ``queen_ranked``:
    whether a ranked player has played the queen of spades in this hand. ``absent_ms``: absences
    that are over. ``rest_ms``: how long the running turn has rested. ``reserve_ms``: reserve spent
    in this hand.
    """

    size: int
    target: int
    ranked: bool
    private: bool
    version: int = 0
    state: State = State.WAITING
    seats: tuple[Seat, ...] = ()
    held: frozenset[tuple[int, int]] = frozenset()
    barred: frozenset[int] = frozenset()
    hand: Hand | None = None
    scored: tuple[ScoredHand, ...] = ()
    totals: tuple[int, ...] = ()
    winner: int | None = None
    again: str | None = None
    opened_by: int | None = None
    changed_at: int = 0
    shown_at: int = 0
    turn_since: int = 0
    restarted_at: int = 0
    ranked_players: tuple[int, ...] = ()
    quitters: frozenset[int] = frozenset()
    queen_ranked: bool = False
    absent_ms: tuple[int, ...] = ()
    rest_ms: tuple[int, ...] = ()
    reserve_ms: tuple[int, ...] = ()

    def seat_of(self, player: int | None) -> int | None:
        """The seat that a player holds, if any."""
        if player is None:
            return None
        return next((n for n, seat in enumerate(self.seats) if seat.player == player), None)

    @property
    def players(self) -> tuple[int, ...]:
        """The people who hold seats, by seat."""
        return tuple(seat.player for seat in self.seats if seat.player is not None)

    @property
    def is_awake(self) -> bool:
        """Whether a person is connected; a regular game without one is paused (rule 20)."""
        return self.ranked or any(seat.is_connected for seat in self.seats)

    def awaited_since(self, seat: int) -> int | None:
        """Since when a person at another seat is here and waits; None if nobody (rules 20, 21)."""
        return min(
            (
                other.here_since
                for number, other in enumerate(self.seats)
                if number != seat and other.here_since is not None
            ),
            default=None,
        )

    def has_ranked_player(self, seat: int) -> bool:
        """Whether the seat of a started ranked game is held by its own ranked player."""
        if not self.ranked_players or seat in self.quitters:
            return False
        return self.seats[seat].player == self.ranked_players[seat]

    def would_quit(self, seat: int) -> bool:
        """Whether leaving the seat now is a quit: not for a substitute, nor the last one (22)."""
        is_running = self.state is State.RUNNING
        is_last = len(self.quitters) == self.size - 1
        return is_running and self.has_ranked_player(seat) and not is_last

    def has_quit(self, player: int | None) -> bool:
        return any(self.ranked_players[seat] == player for seat in self.quitters)

    @property
    def host(self) -> int | None:
        """The seat that may free others: the opener's, then the longest held (rule 11)."""
        taken = [(s.taken_at, n) for n, s in enumerate(self.seats) if s.player is not None]
        opener = self.seat_of(self.opened_by)
        return opener if opener is not None or not taken else min(taken)[1]


def apply(table: Table | None, logged: Logged) -> Table:
    """The table after one event more. The first event opens it."""
    event = logged.event
    if isinstance(event, ev.Played):  # by far the most frequent
        assert table is not None
        assert table.hand is not None
        played = _stamped(table, logged, hand=table.hand.with_play(event.seat, event.card))
        if event.card != QUEEN_OF_SPADES or event.by_bot:
            return played
        return played._replace(queen_ranked=table.has_ranked_player(event.seat))
    if isinstance(event, ev.TableOpened):
        return Table(
            size=event.size,
            target=event.target,
            ranked=event.ranked,
            private=event.private,
            version=logged.number,
            seats=(Seat(),) * event.size,
            totals=(0,) * event.size,
            changed_at=logged.at,
            shown_at=logged.show,
        )
    assert table is not None
    return _about_cards(table, logged) or _about_seats(table, logged)


def fold(log: list[Logged], table: Table | None = None) -> Table:
    """The table after a log of events; ``table`` is where to go on from."""
    result = reduce(apply, log, table)
    assert result is not None
    return result


def _stamped(table: Table, logged: Logged, *, hand: Hand, restart: bool = True) -> Table:
    return table._replace(
        version=logged.number,
        changed_at=logged.at,
        shown_at=logged.show,
        hand=hand,
        turn_since=logged.show if restart else table.turn_since,
        rest_ms=() if restart else table.rest_ms,
    )


def _about_cards(table: Table, logged: Logged) -> Table | None:
    """The fold of events of the game itself; None for any other."""
    event = logged.event
    hand = table.hand
    match event:
        case ev.Dealt():
            dealt = _stamped(table, logged, hand=dealt_hand(event.hand, table.size, event.seed))
            return dealt._replace(queen_ranked=False, reserve_ms=())
        case ev.Passed():
            assert hand is not None
            passed = hand.with_pass(event.seat, event.cards)
            return _stamped(table, logged, hand=passed, restart=False)
        case ev.CardsExchanged():
            assert hand is not None
            return _stamped(table, logged, hand=hand.exchanged())
        case ev.TrickTaken():
            assert hand is not None
            return _stamped(table, logged, hand=hand.trick_gathered())
        case ev.HandScored():
            return _with_score(_stamped(table, logged, hand=_running(table)), event)
        case ev.GameEnded():
            ended = _stamped(table, logged, hand=_running(table))
            return ended._replace(state=State.OVER, winner=event.winner)
        case _:
            return None


def _running(table: Table) -> Hand:
    assert table.hand is not None
    return table.hand


def _with_score(table: Table, event: ev.HandScored) -> Table:
    hand = _running(table)
    trick = next(trick for trick in hand.tricks if trick.mask & QUEEN_MASK)
    scored = ScoredHand(
        hand.number,
        hand.direction,
        event.points,
        trick.taker,
        event.shooter,
        hand.seed,
        next(seat for seat, card in trick.by_seat() if card == QUEEN_OF_SPADES),
        table.queen_ranked,
    )
    totals = tuple(a + b for a, b in zip(table.totals, event.points, strict=True))
    return table._replace(scored=(*table.scored, scored), totals=totals)


def _about_seats(table: Table, logged: Logged) -> Table:
    """The fold of events of seats."""
    event = logged.event
    table = table._replace(
        version=logged.number,
        changed_at=logged.at,
        shown_at=max(table.shown_at, logged.show),
    )
    match event:
        case ev.SeatTaken():
            return _with_player(table, event, logged.at)
        case ev.SeatFreed():
            barred = {event.player} if event.reason is ev.Freed.REMOVED else set()
            bot = table.state is State.RUNNING
            freed = table._replace(barred=table.barred | barred)
            return _with_seat(freed, event.seat, Seat(bot=bot))
        case ev.BotAdded():
            return _with_seat(table, event.seat, Seat(bot=True))
        case ev.BotRemoved():
            return _with_seat(table, event.seat, Seat())
        case ev.PlayerAway():
            seat = replace(table.seats[event.seat], here_since=None, away_since=event.since)
            return _with_seat(table, event.seat, seat)
        case ev.PlayerBack():
            table = _with_absence_over(table, event.seat, logged.at)
            seat = replace(
                table.seats[event.seat], here_since=logged.at, away_since=None, stand_in=False
            )
            return _with_seat(table, event.seat, seat)
        case ev.PlayerQuit():
            quitters = table.quitters | {event.seat}
            return _with_seat(table._replace(quitters=quitters), event.seat, Seat(bot=True))
        case ev.ReserveSpent():
            spent = _added(table.reserve_ms, table.size, event.seat, event.ms)
            return table._replace(reserve_ms=spent)
        case ev.BotStoodIn():
            seat = replace(table.seats[event.seat], stand_in=True)
            return _with_seat(table, event.seat, seat)
        case _:
            return _about_table(table, event)


def _about_table(table: Table, event: ev.Event) -> Table:
    """The fold of events of the table as a whole."""
    match event:
        case ev.GameStarted():
            held = frozenset(
                (seat.player, n) for n, seat in enumerate(table.seats) if seat.player is not None
            )
            ranked_players = table.players if table.ranked else ()
            return table._replace(state=State.RUNNING, held=held, ranked_players=ranked_players)
        case ev.LimitsRestarted():
            return _with_limits_restarted(table)
        case ev.TableClosed():
            return table._replace(state=State.CLOSED)
        case ev.PlayAgainOpened():
            return table._replace(again=event.code)
        case _:
            raise AssertionError(f"no fold for {event!r}")


def _with_limits_restarted(table: Table) -> Table:
    """Every limit that runs now begins with the event that has just been noted."""
    at = table.changed_at
    seats = tuple(
        seat if seat.away_since is None else replace(seat, away_since=at) for seat in table.seats
    )
    turn_since = max(table.turn_since, at)
    return table._replace(
        seats=seats, turn_since=turn_since, restarted_at=at, rest_ms=(), reserve_ms=()
    )


def _with_absence_over(table: Table, seat: int, at: int) -> Table:
    """A ranked player is back: the turn limit has rested, and the absence is counted (rule 19)."""
    since = table.seats[seat].away_since
    if not table.ranked_players or since is None:
        return table
    rest = max(0, at - max(since, table.turn_since))
    return table._replace(
        absent_ms=_added(table.absent_ms, table.size, seat, at - since),
        rest_ms=_added(table.rest_ms, table.size, seat, rest),
    )


def _added(values: tuple[int, ...], size: int, seat: int, ms: int) -> tuple[int, ...]:
    """Seat → ms, with so much more for one seat."""
    values = values or (0,) * size
    return (*values[:seat], values[seat] + ms, *values[seat + 1 :])


def _with_player(table: Table, event: ev.SeatTaken, at: int) -> Table:
    seat = Seat(
        player=event.player,
        here_since=at if event.connected else None,
        away_since=None if event.connected else at,
        taken_at=at,
        came_in_hand=0 if table.hand is None else table.hand.number,
    )
    opened_by = event.player if table.opened_by is None else table.opened_by
    table = table._replace(opened_by=opened_by)
    if table.state is State.RUNNING:
        table = table._replace(held=table.held | {(event.player, event.seat)})
    if table.hand is not None and table.hand.turn == event.seat:
        # Somebody new at a turn has the whole limit.
        table = table._replace(turn_since=max(table.turn_since, at), rest_ms=())
    return _with_seat(table, event.seat, seat)


def _with_seat(table: Table, number: int, seat: Seat) -> Table:
    seats = (*table.seats[:number], seat, *table.seats[number + 1 :])
    return table._replace(seats=seats)
