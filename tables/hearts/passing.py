"""Where three cards go before a hand (rule 2)."""

from enum import Enum

PASSED_CARDS = 3


class Direction(Enum):
    """The pass direction of a hand; the value is the word used in messages."""

    LEFT = "left"
    RIGHT = "right"
    ACROSS = "across"
    TWO_LEFT = "two_left"
    TWO_RIGHT = "two_right"
    HOLD = "hold"

    @property
    def offset(self) -> int:
        """How many seats to the left the cards go."""
        return _OFFSETS[self]


_CYCLES = {
    3: (Direction.LEFT, Direction.RIGHT, Direction.HOLD),
    4: (Direction.LEFT, Direction.RIGHT, Direction.ACROSS, Direction.HOLD),
    5: (
        Direction.LEFT,
        Direction.RIGHT,
        Direction.TWO_LEFT,
        Direction.TWO_RIGHT,
        Direction.HOLD,
    ),
}
_OFFSETS = {
    Direction.LEFT: 1,
    Direction.RIGHT: -1,
    Direction.ACROSS: 2,
    Direction.TWO_LEFT: 2,
    Direction.TWO_RIGHT: -2,
    Direction.HOLD: 0,
}


def pass_direction(players: int, hand: int) -> Direction:
    """The direction of a hand; hands are numbered from 1."""
    cycle = _CYCLES[players]
    return cycle[(hand - 1) % len(cycle)]


def receiver(seat: int, direction: Direction, players: int) -> int:
    """The seat that gets what this seat passes."""
    return (seat + direction.offset) % players


def giver(seat: int, direction: Direction, players: int) -> int:
    """The seat whose pass this seat gets."""
    return (seat - direction.offset) % players
