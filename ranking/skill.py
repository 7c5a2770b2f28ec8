"""The skill rating: how often the queen of spades is dropped on the low man (rule 26)."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum


class WhyNot(Enum):
    """Why a hand is not recorded for who played the queen."""

    NOT_RANKED_PLAYER = "not_ranked_player"
    FIRST_HAND = "first_hand"
    SHARED_LOW = "shared_low"
    MOON = "moon"


@dataclass(frozen=True, slots=True)
class QueenHand:
    """What the queen of spades did in one finished hand.

    ``number`` from 1; ``totals``: seat → total before the hand; ``holder``: the seat that played
    the queen, ``taker``: the one that won that trick, ``shooter``: the one that shot the moon or
    the sun, if any; ``by_ranked_player``: whether the holder was the seat's ranked player.
    """

    number: int
    totals: Sequence[int]
    holder: int
    taker: int
    shooter: int | None
    by_ranked_player: bool


@dataclass(frozen=True, slots=True)
class QueenEvent:
    """What a hand counts for: one hold unless there is a reason why not, and perhaps one drop."""

    why_not: WhyNot | None
    low_man: int | None
    drop: bool

    @property
    def hold(self) -> bool:
        return self.why_not is None


def queen_event(hand: QueenHand) -> QueenEvent:
    """What the hand counts for; all seats count for low man and moon."""
    low_man = _low_man(hand.totals)
    why_not = _why_not(hand, low_man)
    drop = why_not is None and hand.taker == low_man and hand.holder != low_man
    return QueenEvent(why_not, low_man, drop)


def _why_not(hand: QueenHand, low_man: int | None) -> WhyNot | None:
    """The first reason that applies, in the order of rule 26."""
    if not hand.by_ranked_player:
        return WhyNot.NOT_RANKED_PLAYER
    if hand.number == 1:
        return WhyNot.FIRST_HAND
    if low_man is None:
        return WhyNot.SHARED_LOW
    if hand.shooter is not None:
        return WhyNot.MOON
    return None


def _low_man(totals: Sequence[int]) -> int | None:
    """The seat alone on the lowest total; None while it is shared."""
    lowest = min(totals)
    return totals.index(lowest) if totals.count(lowest) == 1 else None


def skill_tenths(holds: int, drops: int) -> int | None:
    """Drops per hold in tenths of a percent, half up; None where nothing is held yet."""
    if not holds:
        return None
    return (2000 * drops + holds) // (2 * holds)


def display_skill(tenths: int | None) -> str:
    """The skill rating as shown."""
    return "–" if tenths is None else f"{tenths // 10}.{tenths % 10}%"
