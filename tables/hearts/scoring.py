"""The score of a hand and the end of a game: rules 8 to 10."""

from collections.abc import Sequence

HAND_POINTS = 26


def shooter_of(taken: Sequence[int]) -> int | None:
    """The seat that took all 26 points of a hand, if one did (rule 9); seat → points taken."""
    return next((seat for seat, points in enumerate(taken) if points == HAND_POINTS), None)


def hand_score(taken: Sequence[int]) -> tuple[int, ...]:
    """Seat → points scored, from the points taken: a moon is 0 for the shooter, 26 for others."""
    shooter = shooter_of(taken)
    if shooter is None:
        return tuple(taken)
    return tuple(0 if seat == shooter else HAND_POINTS for seat in range(len(taken)))


def low_man(totals: Sequence[int]) -> int | None:
    """The seat alone on the lowest total; None while it is shared."""
    lowest = min(totals)
    return totals.index(lowest) if totals.count(lowest) == 1 else None


def winner(totals: Sequence[int], target: int) -> int | None:
    """The seat that has won (rule 10), or None: play on."""
    return low_man(totals) if max(totals) >= target else None
