"""What may be known of a running hand: by all, and by one seat. Nothing else leaves the server.

Everything that a browser, a bot or a watcher learns of unfinished games is built from the values
of this module, none of which depends on a card that the viewer may not know (the commitment of
the seed excepted, which reveals nothing).
"""

from dataclasses import dataclass

from tables.hearts import events as ev
from tables.hearts.deck import commitment
from tables.hearts.hand import Hand, Trick
from tables.hearts.passing import Direction, pass_direction


@dataclass(frozen=True, slots=True)
class PublicHand:
    """What all know: ``taken``, ``cards_left``, ``has_passed`` go by seat."""

    number: int
    players: int
    direction: Direction
    commitment: str
    is_passing: bool
    has_passed: tuple[bool, ...]
    leader: int | None
    turn: int | None
    trick: tuple[int, ...]
    tricks: tuple[Trick, ...]
    taken: tuple[int, ...]
    cards_left: tuple[int, ...]
    hearts_broken: bool


@dataclass(frozen=True, slots=True)
class SeatHand:
    """What one seat knows besides: its cards, legal plays, what it passed and what it got."""

    public: PublicHand
    seat: int
    cards: int
    legal: int
    passed: int
    received: int


@dataclass(frozen=True, slots=True)
class DealtSeen:
    hand: int
    direction: Direction
    commitment: str


@dataclass(frozen=True, slots=True)
class PassedSeen:
    seat: int
    by_bot: bool


@dataclass(frozen=True, slots=True)
class ExchangeSeen:
    """``received``: the set of cards that the viewer was passed, None for a watcher."""

    received: int | None


EventSeen = ev.Event | DealtSeen | PassedSeen | ExchangeSeen


def public_hand(hand: Hand) -> PublicHand:
    """What all at the table, watchers too, may know of the hand."""
    return PublicHand(
        hand.number,
        hand.players,
        hand.direction,
        commitment(hand.seed),
        hand.leader is None,
        tuple([passed != 0 for passed in hand.passed]),
        hand.leader,
        hand.turn,
        hand.trick,
        hand.tricks,
        hand.taken,
        tuple([cards.bit_count() for cards in hand.cards]),
        hand.hearts_broken,
    )


def seat_hand(hand: Hand, seat: int, public: PublicHand | None = None) -> SeatHand:
    """What the seat may know; ``public`` is handed in where it is at hand already."""
    return SeatHand(
        public or public_hand(hand),
        seat,
        hand.cards[seat],
        hand.legal_plays(seat),
        hand.passed[seat],
        hand.received(seat),
    )


def seen(event: ev.Event, *, players: int, hand: Hand | None, seat: int | None) -> EventSeen:
    """An event as a seat, or a watcher (None), may see it; ``hand`` is the running one."""
    match event:
        case ev.Dealt():
            direction = pass_direction(players, event.hand)
            return DealtSeen(event.hand, direction, commitment(event.seed))
        case ev.Passed():
            return PassedSeen(event.seat, event.by_bot)
        case ev.CardsExchanged():
            if seat is None or hand is None or hand.number != event.hand:
                return ExchangeSeen(None)
            return ExchangeSeen(hand.received(seat))
        case _:
            return event
