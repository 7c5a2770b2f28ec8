"""Ranked games that have ended, and what must hold of all ratings at any time."""

from collections import defaultdict
from collections.abc import Callable

from accounts.models import Player, User
from ranking import bins, commands
from ranking.models import Bin, EntryState, Rating, RatingChange
from ranking.periods import month_of, week_of
from ranking.results import GameResult, HandResult, SeatResult

NOW = 1_790_000_000_000
HOUR = 3_600_000


def member(name: str, elo: float = 1500.0) -> Player:
    """Somebody with a log-in, and with this rating by an adjustment."""
    player = User.objects.create_user(name).player
    if elo != 1500:
        commands.adjust(player.pk, elo - 1500, NOW - HOUR)
    return player


def members(*elos: float) -> list[Player]:
    """Alice, Bob, Carol, Dave and Erin, as many as there are ratings."""
    names = ("Alice", "Bob", "Carol", "Dave", "Erin")
    return [member(name, elo) for name, elo in zip(names, elos, strict=False)]


def result_of(
    game: str,
    players: list[Player],
    totals: tuple[int, ...],
    *,
    quit_by: tuple[int, ...] = (),
    hands: tuple[HandResult, ...] = (),
) -> GameResult:
    """What tables hands over; ``quit_by`` are seats."""
    seats = tuple(
        SeatResult(player.pk, total, seat not in quit_by)
        for seat, (player, total) in enumerate(zip(players, totals, strict=True))
    )
    return GameResult(game, seats, hands)


def played(
    game: str,
    players: list[Player],
    totals: tuple[int, ...],
    *,
    quit_by: tuple[int, ...] = (),
    hands: tuple[HandResult, ...] = (),
    now: int = NOW,
) -> None:
    """Starts and rates a game."""
    commands.enter_game(game, [player.pk for player in players], now)
    commands.rate_game(result_of(game, players, totals, quit_by=quit_by, hands=hands), now)


def elos(players: list[Player]) -> list[float]:
    """The ratings as stored, in the order of the players."""
    stored = dict(Rating.objects.values_list("player_id", "elo"))
    return [stored[player.pk] for player in players]


def books() -> dict[str, list[tuple[float, ...]]]:
    """Each player's entries, to compare what two courses of events have led to."""
    found: defaultdict[str, list[tuple[float, ...]]] = defaultdict(list)
    for change in RatingChange.objects.order_by("pk").select_related("player"):
        figures = (change.before, change.delta, change.fine, change.cut, change.after)
        found[f"{change.player.name} {change.kind}"].append(figures)
    return dict(found)


def check_invariants() -> None:
    """Every rating is 1500 plus its entries since the last reset; gains and bins count all."""
    for rating in Rating.objects.all():
        book = 1500.0
        for change in RatingChange.objects.filter(player=rating.player_id).order_by("pk"):
            if change.kind == RatingChange.Kind.RESET:
                book = 1500.0
            else:
                book += change.delta - change.fine + change.cut
            assert abs(book - change.after) < 1e-6
        assert abs(rating.elo - book) < 1e-6
        assert abs(rating.week_gain - _counted(rating, week_of, rating.week)) < 1e-6
        assert abs(rating.month_gain - _counted(rating, month_of, rating.month)) < 1e-6
    counted = {(row.board, row.value): row.players for row in Bin.objects.filter(players__gt=0)}
    assert counted == dict(bins.counts_of(Rating.objects.all()))


def _counted(rating: Rating, period_of: Callable[[int], int], period: int) -> float:
    """What the counted games of a week or a month brought."""
    changes = RatingChange.objects.filter(
        player=rating.player_id, kind="game", entry__state=EntryState.RATED
    )
    return sum(
        change.after - change.before
        for change in changes
        if change.pk > rating.counted_after and period_of(change.at_ms) == period
    )
