"""Elo of a whole table (rules 23 and 24), and the classic formula for two that it comes from.

Ratings are unrounded points; nothing here knows of players, games or the database.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from math import floor

START = 1500.0
K = 25.0
QUIT_SHARE = 0.01
# This many points more make a player ten times as strong.
TENFOLD = 400.0


@dataclass(frozen=True, slots=True)
class Contender:
    """A ranked player when the game is over: the rating at its start, the seat's final total.

    ``finished`` is whether they played to the end; who did not has quit.
    """

    rating: float
    total: int
    finished: bool


@dataclass(frozen=True, slots=True)
class Outcome:
    """What a game means for one contender: the rating moves by ``delta - fine``.

    ``chance`` of winning, 0 to 1; ``place`` from 1, equal totals share one, None for a quitter.
    """

    chance: float
    delta: float
    fine: float
    place: int | None


@dataclass(frozen=True, slots=True)
class Stake:
    """What a seat may expect, all in points from 0 up: ``win`` if it alone wins, ``loss`` if not.

    Quitting costs ``loss + fine``.
    """

    chance: float
    win: float
    loss: float
    fine: float


def chances(ratings: Sequence[float]) -> tuple[float, ...]:
    """Each contender's chance of winning; they sum to 1."""
    # Only differences count; from the highest down no strength can overflow.
    highest = max(ratings)
    strengths = [10 ** ((rating - highest) / TENFOLD) for rating in ratings]
    together = sum(strengths)
    return tuple(strength / together for strength in strengths)


def stakes(ratings: Sequence[float]) -> tuple[Stake, ...]:
    """What is at stake for each seat of a table with these ratings."""
    return tuple(
        Stake(chance, win=K * (1 - chance), loss=K * chance, fine=QUIT_SHARE * rating)
        for chance, rating in zip(chances(ratings), ratings, strict=True)
    )


def outcomes(contenders: Sequence[Contender]) -> tuple[Outcome, ...]:
    """What the game means for each; before fines the deltas sum to 0, or to -K if all quit."""
    table = stakes([contender.rating for contender in contenders])
    places = _places(contenders)
    losses = sum(stake.loss for stake, place in zip(table, places, strict=True) if place != 1)
    return tuple(
        Outcome(
            stake.chance,
            # Winners share equally what all others lose; no other place makes a difference.
            delta=losses / places.count(1) if place == 1 else -stake.loss,
            # A quitter pays on top, and that goes to nobody.
            fine=stake.fine if place is None else 0.0,
            place=place,
        )
        for stake, place in zip(table, places, strict=True)
    )


def _places(contenders: Sequence[Contender]) -> list[int | None]:
    """Places among those who finished, the lowest total first."""
    totals = [contender.total for contender in contenders if contender.finished]
    return [
        1 + sum(total < contender.total for total in totals) if contender.finished else None
        for contender in contenders
    ]


def display_elo(elo: float) -> int:
    """The rating as shown: whole points, half up."""
    # Adding 0.5 first would round some numbers just below a half up.
    whole = floor(elo)
    return whole + 1 if elo - whole >= 0.5 else whole


def expected_score(rating: float, opponent: float) -> float:
    """Classic Elo for two: the score to expect against this opponent, 0 to 1."""
    return 1 / (1 + 10 ** ((opponent - rating) / TENFOLD))


def classic_rating(rating: float, games: Sequence[tuple[float, float]], *, k: float) -> float:
    """Classic Elo for two: the rating after games, each (opponent's rating, score 0 to 1)."""
    return rating + k * sum(score - expected_score(rating, opponent) for opponent, score in games)
