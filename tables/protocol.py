"""Every message on the sockets, typed. ``tests/tables/test_protocol.py`` parses ``EXAMPLES``.

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


class Error(Struct, frozen=True, tag="error"):
    id: int | None
    code: str
    message: str


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


class SeatInfo(Struct, frozen=True):
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


class Result(Struct, frozen=True):
    winner: int
    totals: tuple[int, ...]
    again: str | None
    seeds: list[str]


class You(Struct, frozen=True):
    seat: int | None
    cards: tuple[str, ...]
    legal: tuple[str, ...]
    must_pass: bool
    passed: tuple[str, ...] | None
    received: tuple[str, ...] | None
    may_sit: list[int]
    may_free: list[int]
    may_add_bot: bool
    may_start: bool
    may_leave: bool
    invite: str | None


class PublicView(Struct, frozen=True):
    """What all at a table know; ``deadline`` and ``limit`` in ms."""

    table: TableInfo
    seats: list[SeatInfo]
    hand: HandInfo | None
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
    name: str | None
    kind: str


class LobbyTable(Struct, frozen=True):
    code: str
    ranked: bool
    size: int
    target: int
    state: str
    opened: int
    seats: list[LobbySeat]


class Tables(Struct, frozen=True, tag="tables"):
    tables: list[LobbyTable]


ServerMessage = Ok | Error | Pong | Update | Tables

encode = msgspec.json.Encoder().encode
decode_table_command = msgspec.json.Decoder(TableCommand).decode
decode_lobby_command = msgspec.json.Decoder(LobbyCommand).decode

COMMAND_EXAMPLES = (
    '{"id": 7, "type": "pass", "hand": 3, "cards": ["QS", "AH", "3C"]}',
    '{"id": 8, "type": "play", "hand": 3, "trick": 5, "card": "QS"}',
    '{"id": 9, "type": "sit", "seat": 2}',
    '{"id": 10, "type": "leave", "confirm": true}',
    '{"id": 11, "type": "add_bot", "seat": 1}',
    '{"id": 12, "type": "remove_bot", "seat": 1}',
    '{"id": 13, "type": "free_seat", "seat": 3}',
    '{"id": 14, "type": "start", "fill": true}',
    '{"id": 15, "type": "sync"}',
    '{"id": 16, "type": "ping"}',
)
SERVER_EXAMPLES = (
    '{"type": "ok", "id": 8, "version": 43}',
    """{"type": "error", "id": 8, "code": "must_follow_suit",
    "message": "You hold a diamond, so you must follow suit."}""",
    '{"type": "pong", "id": 16}',
    """{"type": "tables", "tables": [{"code": "KQ7FAB", "ranked": false, "size": 3, "target": 100,
    "state": "waiting", "opened": 1790000000000, "seats": [{"name": "alice", "kind": "player"},
    {"name": "Bot Hazel", "kind": "bot"}, {"name": null, "kind": "open"}]}]}""",
    """{"type": "update", "version": 43, "now": 1790000000000,
    "events": [{"kind": "played", "number": 43, "show": 1790000000700,
      "seat": 2, "card": "9D", "by_bot": true}],
    "view": {
      "table": {"code": "KQ7FAB", "ranked": false, "private": false, "size": 3, "target": 100,
        "state": "running", "paused": false, "opener": 0},
      "seats": [
        {"name": "alice", "kind": "player", "guest": false, "connected": true,
         "away_since": null, "stand_in": false, "stand_in_at": null, "total": 44, "taken": 2,
         "cards_left": 10, "passed": true, "low_man": false},
        {"name": "guest-4711", "kind": "player", "guest": true, "connected": false,
         "away_since": 1789999990000, "stand_in": false, "stand_in_at": 1790000020000,
         "total": 53, "taken": 0, "cards_left": 10, "passed": true, "low_man": false},
        {"name": "Bot Juniper", "kind": "bot", "guest": false, "connected": false,
         "away_since": null, "stand_in": false, "stand_in_at": null, "total": 28, "taken": 4,
         "cards_left": 9, "passed": true, "low_man": true}],
      "hand": {"number": 5, "direction": "right",
        "commitment": "6f0c1b3d9a5e47288b0f4c6d2e1a7f935c8d0b2e4f6a81937d5c3b1a0e9f8d7c",
        "phase": "playing", "trick": 8, "tricks_in_hand": 17, "hearts_broken": true,
        "cards": [{"seat": 2, "card": "9D"}],
        "tricks": [{"taker": 2, "points": 1, "cards": [{"seat": 0, "card": "3C"},
          {"seat": 1, "card": "5H"}, {"seat": 2, "card": "KC"}]}],
        "turn": 0},
      "deadline": 1790000030700, "limit": 30000,
      "scores": [{"hand": 1, "direction": "left", "points": [5, 18, 3], "queen": 1,
        "shooter": null}],
      "result": null,
      "you": {"seat": 0, "cards": ["3C", "2D", "JD", "QS"], "legal": ["2D", "JD"],
        "must_pass": false, "passed": ["AS", "KS", "QH"], "received": ["3C", "2D", "QS"],
        "may_sit": [], "may_free": [], "may_add_bot": false, "may_start": false,
        "may_leave": true, "invite": null}}}""",
)
