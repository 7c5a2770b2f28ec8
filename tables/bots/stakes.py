"""What points are worth, given the totals and the target: who leads, and how near the end is."""

from dataclasses import dataclass
from math import exp, log

from tables.hearts.scoring import HAND_POINTS, winner

# How far apart totals must be to decide a game, in points: at the very end, and more by the
# points that the highest total still has to go.
SPREAD_END = 10.0
SPREAD_PER_POINT = 0.4
# What the game itself is worth, in own points.
GAME = 40.0


@dataclass(frozen=True, slots=True)
class Stakes:
    """``totals``: seat → total with the points taken in the running hand."""

    seat: int
    totals: tuple[int, ...]
    target: int

    def gain(self, taker: int, points: float) -> float:
        """What it is worth to this seat, in own points, that a seat takes so many points.

        About -1 for each own point, and up to +1 for each point that a lone rival takes. It counts
        more if it ends the game: for the better if this seat is in front, else for the worse.
        """
        after = [total + points * (seat == taker) for seat, total in enumerate(self.totals)]
        return self._change(after)

    def moon(self, shooter: int, taken: tuple[int, ...]) -> float:
        """What it is worth to this seat, in own points, that a seat shoots the moon."""
        after = [
            total - points + HAND_POINTS * (seat != shooter)
            for seat, (total, points) in enumerate(zip(self.totals, taken, strict=True))
        ]
        won = winner(after, self.target)
        if won is not None:
            return GAME if won == self.seat else -GAME
        return self._change([float(total) for total in after])

    def _change(self, after: list[float]) -> float:
        before = [float(total) for total in self.totals]
        return self._spread(before) * (self._lead(after) - self._lead(before))

    def _spread(self, totals: list[float]) -> float:
        return SPREAD_END + SPREAD_PER_POINT * max(0.0, self.target - max(totals))

    def _lead(self, totals: list[float]) -> float:
        """How far this seat is in front of its nearest rivals, in spreads."""
        spread = self._spread(totals)
        mine = totals[self.seat]
        return -log(
            sum([exp((mine - t) / spread) for seat, t in enumerate(totals) if seat != self.seat])
        )
