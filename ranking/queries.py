"""What pages, tables and the end screen ask about ratings."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from django.db.models import Q, Sum
from django.db.models.functions import Coalesce

from accounts.models import Player
from ranking import elo
from ranking.elo import START, Stake
from ranking.models import Bin, Board, RankedEntry, Rating, RatingChange


@dataclass(frozen=True, slots=True)
class Place:
    """A place on a leaderboard, from 1, among so many players; equal values share one."""

    place: int
    players: int


def rating_of(player: int) -> Rating:
    """The player's rating; a fresh, unsaved one for who has none yet."""
    return ratings_of([player])[player]


def ratings_of(players: Iterable[int]) -> dict[int, Rating]:
    """Player → rating, as ``rating_of``."""
    wanted = set(players)
    known = Rating.objects.in_bulk(wanted)
    return {player: known.get(player) or Rating(player_id=player) for player in wanted}


def elos_for_others(players: Iterable[int]) -> dict[int, int]:
    """Player → Elo as others may see it; without guests, closed accounts, Hearts off (rule 28)."""
    shown = Player.objects.filter(
        pk__in=set(players), is_guest=False, closed_ms__isnull=True, leaderboards_on=True
    )
    elo_shown = Coalesce("rating__elo_shown", int(START))
    return dict(shown.values_list("pk", elo_shown))


def place_by_elo(rating: Rating) -> Place | None:
    """The player's place by Elo; None for who is not on the leaderboard (rule 27)."""
    return _place(Board.ELO, rating.elo_shown) if rating.listed else None


def place_by_skill(rating: Rating) -> Place | None:
    """The player's place by skill; None for who is not on that leaderboard."""
    if not rating.listed_by_skill or rating.skill_shown is None:
        return None
    return _place(Board.SKILL, rating.skill_shown)


def _place(board: Board, value: int) -> Place:
    sums = Bin.objects.filter(board=board).aggregate(
        all=Sum("players"), better=Sum("players", filter=Q(value__gt=value))
    )
    return Place(1 + (sums["better"] or 0), sums["all"] or 0)


def stakes_of(seats: Sequence[int | None]) -> tuple[Stake, ...]:
    """What is at stake at a table that waits; seat → player id, empty seats count as 1500."""
    known = ratings_of(player for player in seats if player is not None)
    return elo.stakes([START if player is None else known[player].elo for player in seats])


def elos_at_start(game: str) -> dict[int, float]:
    """Player → unrounded rating when this game started, by seat."""
    entries = RankedEntry.objects.filter(game=game).order_by("seat")
    return dict(entries.values_list("player_id", "elo_at_start"))


def stakes_in(game: str) -> tuple[Stake, ...]:
    """What is at stake in a game that has started, by seat; also what quitting it costs."""
    return elo.stakes(list(elos_at_start(game).values()))


def changes_in(game: str) -> list[RatingChange]:
    """A rated game's change of each ranked player, by seat; with their entries."""
    changes = RatingChange.objects.filter(entry__game=game, kind=RatingChange.Kind.GAME)
    return list(changes.select_related("entry").order_by("entry__seat"))
