"""Every message on the sockets, typed; ``protocol_examples`` has an example of each.

Browsers send commands; the server answers with ``ok``, ``error`` or ``pong``, and sends an
``update`` after every change: what happened, and the whole table as the viewer may know it.
"""

from typing import Annotated, Any

import msgspec
from msgspec import Meta, Struct

from tables.hearts.cards import CARDS, mask_of

Whole = Annotated[int, Meta(ge=0, le=2**53)]
SeatNumber = Annotated[int, Meta(ge=0, le=4)]
CardName = Annotated[str, Meta(pattern="^[2-9TJQKA][CDHS]$", max_length=2)]


class Command(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What a browser asks; the answer echoes ``id``."""

    id: Whole | None = None


class Pass(Command, frozen=True, kw_only=True, tag="pass"):
    hand: Whole
    cards: Annotated[list[CardName], Meta(max_length=20)]

    @property
    def mask(self) -> int:
        """The set of cards; the empty one, which no pass may be, if a card is named twice."""
        mask = mask_of(CARDS[name] for name in self.cards)
        return mask if mask.bit_count() == len(self.cards) else 0


class Play(Command, frozen=True, kw_only=True, tag="play"):
    hand: Whole
    trick: Whole
    card: CardName

    @property
    def number(self) -> int:
        """The card as the rules count it."""
        return CARDS[self.card]


class Sit(Command, frozen=True, kw_only=True, tag="sit"):
    seat: SeatNumber | None = None


class Leave(Command, frozen=True, kw_only=True, tag="leave"):
    """``confirm``: a ranked player knows what leaving a running game costs."""

    confirm: bool = False


class AddBot(Command, frozen=True, kw_only=True, tag="add_bot"):
    seat: SeatNumber | None = None


class RemoveBot(Command, frozen=True, kw_only=True, tag="remove_bot"):
    seat: SeatNumber


class FreeSeat(Command, frozen=True, kw_only=True, tag="free_seat"):
    seat: SeatNumber


class Start(Command, frozen=True, kw_only=True, tag="start"):
    """``fill`` puts bots on the open seats first."""

    fill: bool = False


class Sync(Command, frozen=True, kw_only=True, tag="sync"):
    pass


class Ping(Command, frozen=True, kw_only=True, tag="ping"):
    pass


TableCommand = Pass | Play | Sit | Leave | AddBot | RemoveBot | FreeSeat | Start | Sync | Ping
LobbyCommand = Sync | Ping


class Ok(Struct, frozen=True, tag="ok"):
    id: int | None
    version: int


class Price(Struct, frozen=True):
    """What quitting costs at the end of the game, in points, and the ban's end if quit now (ms).

    ``elo`` is the rating now, ``elo_after`` what the loss and the fine would make of it.
    """

    loss: float
    fine: float
    elo: float
    elo_after: float
    ban_until: int


class Error(Struct, frozen=True, omit_defaults=True, tag="error"):
    """``price`` comes with ``quit_not_confirmed``."""

    id: int | None
    code: str
    message: str
    price: Price | None = None


class Pong(Struct, frozen=True, tag="pong"):
    id: int | None


class TableInfo(Struct, frozen=True):
    code: str
    ranked: bool
    private: bool
    size: int
    target: int
    state: str
    paused: bool
    opener: int | None


class StakeInfo(Struct, frozen=True):
    """The chance of winning, and what winning alone, losing, and quitting on top mean in points."""

    chance: float
    win: float
    loss: float
    fine: float


class SeatInfo(Struct, frozen=True):
    """Times in ms; ``deadline`` and ``reserve_end`` run for who must act, ``back_by`` is ranked.

    At a ranked table: ``ranked`` while the seat's own ranked player holds it, ``substitute`` for
    somebody else; ``ranked_name``, ``elo`` and ``stake`` are of whose rating hangs on the seat.
    """

    name: str | None
    kind: str
    guest: bool
    connected: bool
    away_since: int | None
    stand_in: bool
    stand_in_at: int | None
    total: int
    taken: int
    cards_left: int
    passed: bool
    low_man: bool
    deadline: int | None
    reserve_end: int | None
    back_by: int | None
    ranked: bool
    substitute: bool
    quit: bool
    ranked_name: str | None
    elo: int | None
    stake: StakeInfo | None


class PlayedCard(Struct, frozen=True):
    seat: int
    card: str


class TrickInfo(Struct, frozen=True):
    taker: int
    points: int
    cards: list[PlayedCard]


class HandInfo(Struct, frozen=True):
    number: int
    direction: str
    commitment: str
    phase: str
    trick: int
    tricks_in_hand: int
    hearts_broken: bool
    cards: list[PlayedCard]
    tricks: list[TrickInfo]
    turn: int | None


class Score(Struct, frozen=True):
    hand: int
    direction: str
    points: tuple[int, ...]
    queen: int
    shooter: int | None


class RatingLine(Struct, frozen=True):
    """What a ranked game has meant for a seat's ranked player; no ``place`` for a quitter.

    The rating went from ``before`` to ``after``, by ``delta - fine + cut``. The figures are null
    where others may not see them.
    """

    seat: int
    total: int
    place: int | None
    chance: float | None = None
    delta: float | None = None
    fine: float | None = None
    cut: float | None = None
    before: float | None = None
    after: float | None = None


class Rated(Struct, frozen=True):
    """The rating of a game that is over."""

    voided: bool
    lines: list[RatingLine]


class Result(Struct, frozen=True):
    """``winners`` are seats: the lowest, in ranked games of those who finished."""

    winners: list[int]
    totals: tuple[int, ...]
    again: str | None
    seeds: list[str]
    rated: Rated | None


class WhyNot(Struct, frozen=True):
    """What forbids a seat, and until when (ms) if time lifts it."""

    code: str
    text: str
    until: int | None


class You(Struct, frozen=True):
    """``ranked_seat``: whose ranked player you are, even if you have quit; ``rating``: its line.

    Watchers: ``may_not_sit`` is why free seats are not for you, ``stake`` what would be at stake.
    """

    seat: int | None
    ranked_seat: int | None
    cards: tuple[str, ...]
    legal: tuple[str, ...]
    must_pass: bool
    passed: tuple[str, ...] | None
    received: tuple[str, ...] | None
    may_sit: tuple[int, ...]
    may_not_sit: tuple[WhyNot, ...]
    may_free: list[int]
    may_add_bot: bool
    may_start: bool
    may_leave: bool
    would_quit: bool
    invite: str | None
    stake: StakeInfo | None
    rating: RatingLine | None


class PublicView(Struct, frozen=True):
    """What all at a table know; times in ms: ``deadline`` is the first of the seats'.

    ``start_at``: when a ranked table starts by itself.
    """

    table: TableInfo
    seats: list[SeatInfo]
    hand: HandInfo | None
    start_at: int | None
    deadline: int | None
    limit: int | None
    scores: list[Score]
    result: Result | None


class View(PublicView, frozen=True):
    """The whole table as one viewer may know it."""

    you: You


class Update(Struct, frozen=True, tag="update"):
    """``now`` is the server's clock in ms, to which ``show`` times and deadlines refer."""

    version: int
    now: int
    events: list[dict[str, Any]]
    view: View


class LobbySeat(Struct, frozen=True):
    """``elo`` where others may see it, ``total`` where a substitute is wanted."""

    name: str | None
    kind: str
    elo: int | None
    total: int | None


class LobbyTable(Struct, frozen=True):
    code: str
    ranked: bool
    size: int
    target: int
    state: str
    opened: int
    hand: int | None
    seats: list[LobbySeat]


class Tables(Struct, frozen=True, tag="tables"):
    tables: list[LobbyTable]


ServerMessage = Ok | Error | Pong | Update | Tables

encode = msgspec.json.Encoder().encode
decode_table_command = msgspec.json.Decoder(TableCommand).decode
decode_lobby_command = msgspec.json.Decoder(LobbyCommand).decode
