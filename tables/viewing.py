"""A folded table as its viewers may know it, encoded once for each viewpoint.

Cards come from ``hearts.secrecy`` only; the rest of a view is what all at the table know.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from ranking.elo import display_elo
from tables import protocol
from tables.bots import bot_name
from tables.codec import KINDS, as_fields
from tables.hearts import events as ev
from tables.hearts import seating
from tables.hearts.cards import NAMES, names_of, points_of
from tables.hearts.deck import cards_each
from tables.hearts.duties import (
    Limits,
    back_by,
    reserve_end,
    stand_in_time,
    start_time,
    turn_deadline,
    waited_for,
)
from tables.hearts.events import Logged
from tables.hearts.finishing import winners
from tables.hearts.hand import Trick
from tables.hearts.scoring import low_man
from tables.hearts.secrecy import (
    DealtSeen,
    ExchangeSeen,
    PassedSeen,
    PublicHand,
    public_hand,
    seat_hand,
    seen,
)
from tables.hearts.table import Seat, State, Table
from tables.protocol import RatingLine, encode
from tables.ratings import UNKNOWN as UNKNOWN_RATINGS
from tables.ratings import Ratings
from tables.store import Folded
from tables.viewpoints import Viewpoint, stakes_at


@dataclass(frozen=True, slots=True)
class Name:
    """How a player is shown."""

    text: str
    guest: bool


Names = Mapping[int, Name]
UNKNOWN = Name("former player", guest=True)


def encoded_updates(
    folded: Folded,
    log: Sequence[Logged],
    *,
    names: Names,
    now: int,
    limits: Limits,
    viewers: Iterable[Viewpoint],
    ratings: Ratings = UNKNOWN_RATINGS,
) -> dict[Viewpoint, bytes]:
    """Viewpoint → ``protocol.Update`` as JSON.

    What all know is encoded once, and each viewer's own part added to it.
    """
    table = folded.table
    hand = table.hand if table.state in (State.RUNNING, State.OVER) else None
    public = None if hand is None else public_hand(hand)
    head = b'{"type":"update","version":%d,"now":%d,"events":' % (folded.version, now)
    view = encode(_public_view(folded, public, names, limits, ratings))[:-1]
    shared = None if _differs_by_seat(log) else encode(_events(log, table, None, names))
    updates: dict[Viewpoint, bytes] = {}
    for viewer in viewers:
        events = shared or encode(_events(log, table, viewer.seat, names))
        you = encode(_you(folded, viewer, public))
        updates[viewer] = b'%b%b,"view":%b,"you":%b}}' % (head, events, view, you)
    return updates


def _differs_by_seat(log: Sequence[Logged]) -> bool:
    return any(isinstance(logged.event, ev.CardsExchanged) for logged in log)


def _public_view(
    folded: Folded, public: PublicHand | None, names: Names, limits: Limits, ratings: Ratings
) -> protocol.PublicView:
    table = folded.table
    deadlines = _deadlines(table, limits)
    return protocol.PublicView(
        table=protocol.TableInfo(
            code=folded.code,
            ranked=table.ranked,
            private=table.private,
            size=table.size,
            target=table.target,
            state=table.state.value,
            paused=table.state is State.RUNNING and not table.is_awake,
            opener=table.host if table.state is State.WAITING else None,
        ),
        seats=_seats(table, public, names, limits, ratings),
        hand=None if public is None else _hand(public),
        start_at=start_time(table, limits),
        deadline=min(deadlines.values(), default=None),
        limit=_limit(table, limits) if deadlines else None,
        scores=[
            protocol.Score(s.number, s.direction.value, s.points, s.queen, s.shooter)
            for s in table.scored
        ],
        result=_result(table, ratings),
    )


def _deadlines(table: Table, limits: Limits) -> dict[int, int]:
    """Seat → the end of its running limit, ms."""
    ends = ((seat, turn_deadline(table, seat, limits)) for seat in waited_for(table))
    return {seat: end for seat, end in ends if end is not None}


def _limit(table: Table, limits: Limits) -> int:
    passing = table.hand is not None and table.hand.is_passing
    return limits.passing if passing else limits.play


def _seats(
    table: Table, public: PublicHand | None, names: Names, limits: Limits, ratings: Ratings
) -> list[protocol.SeatInfo]:
    low = low_man(table.totals)
    deadlines = _deadlines(table, limits)
    stakes = stakes_at(table, ratings)
    return [
        protocol.SeatInfo(
            name=_seat_name(n, seat, names),
            kind=_kind(seat),
            guest=seat.player is not None and names.get(seat.player, UNKNOWN).guest,
            connected=seat.is_connected,
            away_since=seat.away_since,
            stand_in=seat.stand_in,
            stand_in_at=None if seat.is_connected else stand_in_time(table, n, limits),
            total=table.totals[n],
            taken=0 if public is None else public.taken[n],
            cards_left=0 if public is None else public.cards_left[n],
            passed=public is not None and public.has_passed[n],
            low_man=low == n,
            deadline=deadlines.get(n),
            reserve_end=reserve_end(table, n, limits) if table.ranked and n in deadlines else None,
            back_by=back_by(table, n, limits),
            ranked=table.has_ranked_player(n),
            substitute=_is_substitute(table, n),
            quit=n in table.quitters,
            ranked_name=_ranked_name(table, n, names),
            elo=_elo(table, n, ratings),
            stake=stakes[n],
        )
        for n, seat in enumerate(table.seats)
    ]


def _is_substitute(table: Table, seat: int) -> bool:
    started = bool(table.ranked_players)
    return started and table.seats[seat].player is not None and not table.has_ranked_player(seat)


def _ranked_name(table: Table, seat: int, names: Names) -> str | None:
    """Whose rating hangs on the seat of a started ranked game."""
    if not table.ranked_players:
        return None
    return names.get(table.ranked_players[seat], UNKNOWN).text


def _elo(table: Table, seat: int, ratings: Ratings) -> int | None:
    """The Elo, as shown, that the seat's stake comes from."""
    player = table.ranked_players[seat] if table.ranked_players else table.seats[seat].player
    elo = None if player is None else ratings.elos.get(player)
    return None if elo is None else display_elo(elo)


def _kind(seat: Seat) -> str:
    if seat.player is not None:
        return "player"
    return "bot" if seat.bot else "open"


def _seat_name(number: int, seat: Seat, names: Names) -> str | None:
    if seat.player is not None:
        return names.get(seat.player, UNKNOWN).text
    return bot_name(number) if seat.bot else None


def _hand(public: PublicHand) -> protocol.HandInfo:
    leader, size = public.leader or 0, public.players
    return protocol.HandInfo(
        number=public.number,
        direction=public.direction.value,
        commitment=public.commitment,
        phase="passing" if public.is_passing else "playing",
        trick=len(public.tricks) + 1,
        tricks_in_hand=cards_each(size),
        hearts_broken=public.hearts_broken,
        cards=[
            protocol.PlayedCard((leader + place) % size, NAMES[card])
            for place, card in enumerate(public.trick)
        ],
        tricks=[_trick(trick) for trick in public.tricks],
        turn=public.turn,
    )


@lru_cache(maxsize=4096)
def _trick(trick: Trick) -> protocol.TrickInfo:
    return protocol.TrickInfo(
        taker=trick.taker,
        points=points_of(trick.mask),
        cards=[protocol.PlayedCard(seat, NAMES[card]) for seat, card in trick.by_seat()],
    )


def _result(table: Table, ratings: Ratings) -> protocol.Result | None:
    if table.winner is None:
        return None
    seeds = [scored.seed.hex() for scored in table.scored]
    won_by = winners(table, table.winner)
    return protocol.Result(won_by, table.totals, table.again, seeds, _rated(ratings))


def _rated(ratings: Ratings) -> protocol.Rated | None:
    if not ratings.lines:
        return None
    lines = [
        RatingLine(line.seat, line.total, line.place) if line.seat in ratings.hidden else line
        for line in ratings.lines
    ]
    return protocol.Rated(ratings.voided, lines)


def _you(folded: Folded, viewer: Viewpoint, public: PublicHand | None) -> protocol.You:
    table, seat = folded.table, viewer.seat
    own = None
    if seat is not None and public is not None and table.hand is not None:
        own = seat_hand(table.hand, seat, public)
    seated = seat is not None and table.state in (State.WAITING, State.RUNNING)
    waiting = table.state is State.WAITING
    return protocol.You(
        seat=seat,
        ranked_seat=viewer.ranked_seat,
        cards=names_of(own.cards) if own else (),
        legal=names_of(own.legal) if own and table.state is State.RUNNING else (),
        must_pass=own is not None and own.public.is_passing and not own.passed,
        passed=names_of(own.passed) if own and own.passed else None,
        received=names_of(own.received) if own and own.received else None,
        may_sit=viewer.may_sit,
        may_not_sit=viewer.may_not_sit,
        may_free=seating.seats_to_free(table, seat),
        may_add_bot=seated and waiting and not table.ranked and bool(seating.open_seats(table)),
        may_start=seating.may_start(table, seat),
        may_leave=seated,
        would_quit=seat is not None and table.would_quit(seat),
        invite=f"/tables/{folded.code}/join/{folded.invite}/" if seated and folded.invite else None,
        stake=viewer.stake,
        rating=viewer.rating,
    )


def _events(
    log: Sequence[Logged], table: Table, seat: int | None, names: Names
) -> list[dict[str, Any]]:
    return [_event(logged, table, seat, names) for logged in log]


def _event(logged: Logged, table: Table, seat: int | None, names: Names) -> dict[str, Any]:
    event = logged.event
    head = {"kind": KINDS[type(event)], "number": logged.number, "show": logged.show}
    match seen(event, players=table.size, hand=table.hand, seat=seat):
        case ev.GameEnded(lowest):
            return {**head, "winners": winners(table, lowest)}
        case ev.SeatTaken(number, player, _):
            return {**head, "seat": number, "name": names.get(player, UNKNOWN).text}
        case ev.SeatFreed(number, player, reason):
            name = names.get(player, UNKNOWN).text
            return {**head, "seat": number, "name": name, "reason": reason.value}
        case ev.PlayerQuit(number, player, how):
            name = names.get(player, UNKNOWN).text
            return {**head, "seat": number, "name": name, "reason": how.value}
        case DealtSeen(hand, direction, commitment):
            return {**head, "hand": hand, "direction": direction.value, "commitment": commitment}
        case PassedSeen(number, by_bot):
            return {**head, "seat": number, "by_bot": by_bot}
        case ExchangeSeen(received):
            return {**head, "received": names_of(received) if received else None}
        case other:
            return {**head, **as_fields(other)}
