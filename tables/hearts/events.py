"""What can happen at a table. The log of these events is the game; they hold ids, never names.

Cards are ints and sets of cards bit masks here; the store and the protocol write them as text.
"""

from dataclasses import dataclass
from enum import Enum


class Freed(Enum):
    """Why a seat was freed."""

    LEFT = "left"
    AWAY = "away"
    REMOVED = "removed"
    REPLACED = "replaced"
    NOT_ELIGIBLE = "not_eligible"
    LIMIT = "limit"


class Quit(Enum):
    """How a ranked player quit (rules 17, 19 and 21)."""

    LEFT = "left"
    AWAY = "away"
    LIMIT = "limit"


class Closed(Enum):
    """Why a table was closed."""

    DESERTED = "deserted"
    LEFT = "left"


@dataclass(frozen=True, slots=True)
class TableOpened:
    size: int
    target: int
    ranked: bool
    private: bool


@dataclass(frozen=True, slots=True)
class SeatTaken:
    """``connected`` is false for someone whose page has yet to open its socket."""

    seat: int
    player: int
    connected: bool


@dataclass(frozen=True, slots=True)
class SeatFreed:
    seat: int
    player: int
    reason: Freed


@dataclass(frozen=True, slots=True)
class BotAdded:
    seat: int


@dataclass(frozen=True, slots=True)
class BotRemoved:
    seat: int


@dataclass(frozen=True, slots=True)
class GameStarted:
    pass


@dataclass(frozen=True, slots=True)
class PlayerAway:
    """``since``: the last sign of life, in ms of the database's clock."""

    seat: int
    since: int


@dataclass(frozen=True, slots=True)
class PlayerBack:
    seat: int


@dataclass(frozen=True, slots=True)
class BotStoodIn:
    """From now on a bot plays for the absent player of this seat (rule 20)."""

    seat: int


@dataclass(frozen=True, slots=True)
class PlayerQuit:
    """A ranked player has left a started game that is not over; the seat is open (rule 17)."""

    seat: int
    player: int
    reason: Quit


@dataclass(frozen=True, slots=True)
class ReserveSpent:
    """The move that follows came so many ms after the turn limit (rule 21)."""

    seat: int
    ms: int


@dataclass(frozen=True, slots=True)
class LimitsRestarted:
    """No server was alive for a while; every running limit starts again in full (rule 22)."""


@dataclass(frozen=True, slots=True)
class TableClosed:
    reason: Closed


@dataclass(frozen=True, slots=True)
class PlayAgainOpened:
    """The one table at which this table's people play again."""

    code: str


@dataclass(frozen=True, slots=True)
class Dealt:
    """The cards follow from the seed; others than the server see its commitment until the end."""

    hand: int
    seed: bytes


@dataclass(frozen=True, slots=True)
class Passed:
    seat: int
    cards: int
    by_bot: bool


@dataclass(frozen=True, slots=True)
class CardsExchanged:
    hand: int


@dataclass(frozen=True, slots=True)
class Played:
    seat: int
    card: int
    by_bot: bool


@dataclass(frozen=True, slots=True)
class TrickTaken:
    seat: int
    points: int


@dataclass(frozen=True, slots=True)
class HandScored:
    """``points``: seat → points of this hand after rule 9."""

    points: tuple[int, ...]
    shooter: int | None


@dataclass(frozen=True, slots=True)
class GameEnded:
    winner: int


Event = (
    TableOpened
    | SeatTaken
    | SeatFreed
    | BotAdded
    | BotRemoved
    | GameStarted
    | PlayerAway
    | PlayerBack
    | BotStoodIn
    | PlayerQuit
    | ReserveSpent
    | LimitsRestarted
    | TableClosed
    | PlayAgainOpened
    | Dealt
    | Passed
    | CardsExchanged
    | Played
    | TrickTaken
    | HandScored
    | GameEnded
)


@dataclass(frozen=True, slots=True)
class Logged:
    """An event in its place in a table's log.

    ``number`` counts from 1 without gaps; ``at`` is when it happened and ``show`` when browsers
    show it, both in ms of the database's clock.
    """

    number: int
    at: int
    show: int
    event: Event
