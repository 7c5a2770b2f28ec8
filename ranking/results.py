"""What tables hands over when a ranked game has ended; ranking never reads tables."""

from collections.abc import Iterator
from dataclasses import dataclass

from ranking.elo import Contender
from ranking.skill import QueenHand


@dataclass(frozen=True, slots=True)
class SeatResult:
    """A seat at the end: its ranked player's id, its final total, whether that player finished.

    A ranked player who has not finished (rule 24) has quit.
    """

    player: int
    total: int
    finished: bool

    def contender(self, rating: float) -> Contender:
        """``rating`` is the player's at the start of the game."""
        return Contender(rating, self.total, self.finished)


@dataclass(frozen=True, slots=True)
class HandResult:
    """A finished hand: seat → points scored, and seats that did something in it.

    ``shooter`` shot the moon or the sun; ``queen_holder`` played the queen of spades, as the seat's
    ranked player or not; ``queen_taker`` won that trick.
    """

    points: tuple[int, ...]
    shooter: int | None
    queen_holder: int
    queen_taker: int
    queen_by_ranked_player: bool


@dataclass(frozen=True, slots=True)
class GameResult:
    """A game that has ended: its code, its seats from 0, its hands from the first."""

    game: str
    seats: tuple[SeatResult, ...]
    hands: tuple[HandResult, ...]

    def queens(self) -> Iterator[QueenHand]:
        """Each hand as the skill rating sees it, with the totals before it."""
        totals = [0] * len(self.seats)
        for number, hand in enumerate(self.hands, start=1):
            yield QueenHand(
                number=number,
                totals=tuple(totals),
                holder=hand.queen_holder,
                taker=hand.queen_taker,
                shooter=hand.shooter,
                by_ranked_player=hand.queen_by_ranked_player,
            )
            totals = [total + points for total, points in zip(totals, hand.points, strict=True)]
