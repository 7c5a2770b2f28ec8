"""How a rating changes: locked, by an entry, with the histogram following."""

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from operator import attrgetter

from django.db import transaction

from ranking import bins
from ranking.elo import START, display_elo
from ranking.models import LISTED_HOLDS, Rating, RatingChange
from ranking.periods import month_of, week_of
from ranking.skill import skill_tenths

MOVING = (
    "elo",
    "elo_shown",
    "holds",
    "drops",
    "skill_shown",
    "games_since_reset",
    "counted_after",
    "listed",
    "listed_by_skill",
    "week",
    "week_gain",
    "month",
    "month_gain",
)
_values = attrgetter(*MOVING)


@contextmanager
def locked_ratings(players: Iterable[int]) -> Iterator[dict[int, Rating]]:
    """Player → rating, of those who have one; stored with its bins at the end.

    Locks the ratings by player id, at the end the bins upwards.
    """
    with transaction.atomic():
        ratings = lock(players)
        before, counted = [_values(rating) for rating in ratings], bins.counts_of(ratings)
        yield {rating.player_id: rating for rating in ratings}
        for rating in ratings:
            rating.listed = rating.games_since_reset > 0
            rating.listed_by_skill = rating.listed and rating.holds >= LISTED_HOLDS
        changed = [new for new, old in zip(ratings, before, strict=True) if _values(new) != old]
        Rating.objects.bulk_update(changed, MOVING)
        bins.move(counted, bins.counts_of(ratings))


def make_ratings(players: Iterable[int]) -> None:
    """Gives a rating of 1500 to those who have none."""
    Rating.objects.bulk_create(
        [Rating(player_id=player) for player in sorted(players)], ignore_conflicts=True
    )


def lock(players: Iterable[int]) -> list[Rating]:
    """The ratings of these players, locked by player id."""
    rows = Rating.objects.select_for_update().filter(player__in=players)
    return list(rows.order_by("player_id"))


def moved(
    rating: Rating, kind: RatingChange.Kind, now: int, *, delta: float, fine: float = 0.0
) -> RatingChange:
    """Moves a locked rating and returns the entry that says so; neither is stored yet.

    No rating falls below 0 (rule 23): what would is cut.
    """
    before = rating.elo
    uncut = before + delta - fine
    set_elo(rating, max(0.0, uncut))
    return RatingChange(
        player_id=rating.player_id,
        kind=kind.value,
        delta=delta,
        fine=fine,
        cut=rating.elo - uncut,
        before=before,
        after=rating.elo,
        at_ms=now,
    )


def set_elo(rating: Rating, elo: float) -> None:
    rating.elo = elo
    rating.elo_shown = display_elo(elo)


def add_queens(rating: Rating, *, holds: int, drops: int) -> None:
    """Adds holds and drops, or takes them off."""
    rating.holds += holds
    rating.drops += drops
    rating.skill_shown = skill_tenths(rating.holds, rating.drops)


def start_again(rating: Rating, now: int) -> RatingChange:
    """The entry by which a rating goes back to 1500 exactly (rule 28)."""
    change = moved(rating, RatingChange.Kind.RESET, now, delta=START - rating.elo)
    # Floats: 1500 less a rating plus that rating is not always 1500.
    set_elo(rating, START)
    change.after, change.cut = START, 0.0
    return change


def count(rating: Rating, change: RatingChange) -> None:
    """Counts a game for the leaderboards (rule 27), and its points for the climbers."""
    rating.games_since_reset += 1
    week, month = week_of(change.at_ms), month_of(change.at_ms)
    if week > rating.week:
        rating.week, rating.week_gain = week, 0.0
    if month > rating.month:
        rating.month, rating.month_gain = month, 0.0
    _add_gain(rating, change, change.after - change.before)


def uncount(rating: Rating, change: RatingChange) -> None:
    """Takes a counted game off again."""
    rating.games_since_reset -= 1
    _add_gain(rating, change, change.before - change.after)


def _add_gain(rating: Rating, change: RatingChange, points: float) -> None:
    """Adds to the gains of the week and month of the game, while they are the last ones."""
    if week_of(change.at_ms) == rating.week:
        rating.week_gain += points
    if month_of(change.at_ms) == rating.month:
        rating.month_gain += points


def count_from(rating: Rating, entry: int) -> None:
    """Counts games for the leaderboards anew, after the entry of this number (rule 27)."""
    rating.games_since_reset, rating.counted_after = 0, entry
    rating.week_gain = rating.month_gain = 0.0
