"""Whatever happens in whatever order, the ratings are the sums of their entries."""

from random import Random

import pytest

from accounts.models import Player
from ranking import commands, queries
from ranking.errors import GameNotRated, GameNotSettled
from ranking.models import EntryState, QueenEntry, RankedEntry, RatingChange
from ranking.results import GameResult, HandResult
from tests.ranking.games import NOW, check_invariants, member, result_of

pytestmark = pytest.mark.django_db


class Course:
    """Games that start, end, are closed and voided, and players who turn Hearts off, at random."""

    def __init__(self, seed: int) -> None:
        self.rng = Random(seed)
        # Some are so low that losses and fines have to be cut.
        self.players = [member(f"Alice-{elo}", elo) for elo in (1, 2, 3, 4, 5, 6, 7, 1700)]
        self.running: dict[str, GameResult] = {}
        self.games: list[str] = []

    def step(self) -> None:
        steps = (self.start, self.start, self.end, self.end, self.close, self.void, self.reset)
        self.rng.choice(steps)()

    def start(self) -> None:
        game = f"G{len(self.games)}"
        players = self.rng.sample(self.players, self.rng.randint(3, 5))
        commands.enter_game(game, [player.pk for player in players], NOW)
        self.running[game] = self.result(game, players)
        self.games.append(game)

    def result(self, game: str, players: list[Player]) -> GameResult:
        seats = range(len(players))
        hands = tuple(self.hand(len(players)) for _ in range(self.rng.randint(1, 12)))
        totals = tuple(sum(hand.points[seat] for hand in hands) for seat in seats)
        quitters = tuple(seat for seat in seats if self.rng.random() < 0.3)
        return result_of(game, players, totals, quit_by=quitters, hands=hands)

    def hand(self, size: int) -> HandResult:
        holder, taker, shooter = (self.rng.randrange(size) for _ in range(3))
        by_ranked_player = self.rng.random() < 0.8
        if self.rng.random() < 0.1:
            points = tuple(0 if seat == shooter else 26 for seat in range(size))
            return HandResult(points, shooter, holder, shooter, by_ranked_player)
        points = tuple(13 if seat in (taker, shooter) else 0 for seat in range(size))
        return HandResult(points, None, holder, taker, by_ranked_player)

    def end(self) -> None:
        if self.running:
            game = self.rng.choice(list(self.running))
            commands.rate_game(self.running.pop(game), NOW)

    def close(self) -> None:
        if self.running and self.rng.random() < 0.3:
            game = self.rng.choice(list(self.running))
            del self.running[game]
            commands.close_game(game)

    def void(self) -> None:
        try:
            commands.void_game(self.rng.choice([*self.games, "NOSUCH"]), NOW)
        except GameNotRated:
            assert not RatingChange.objects.filter(kind="void", entry__game="NOSUCH").exists()

    def reset(self) -> None:
        if self.rng.random() < 0.7:
            return
        player = self.rng.choice(self.players)
        try:
            commands.reset(player.pk, NOW)
        except GameNotSettled:
            started = {seat.player for result in self.running.values() for seat in result.seats}
            assert player.pk in started


def check_skills_and_counts(players: list[Player]) -> None:
    """Holds, drops and games as counted anew from the rows of games that are not voided."""
    for player in players:
        rating = queries.rating_of(player.pk)
        entries = player.ranked_entries.filter(state="rated")
        queens = [queen for entry in entries for queen in entry.queens.all()]
        assert rating.holds == sum(queen.hold for queen in queens)
        assert rating.drops == sum(queen.drop for queen in queens)
        changes = player.rating_changes.order_by("pk")
        last = changes.filter(kind="reset").last()
        games = changes.filter(kind="game", entry__state="rated", pk__gt=last.pk if last else 0)
        assert rating.games_since_reset == games.count()


@pytest.mark.parametrize("seed", range(6))
def test_ratings_are_sums_of_their_entries_at_any_time(seed: int) -> None:
    course = Course(seed)
    for _ in range(60):
        course.step()
        check_invariants()
    check_skills_and_counts(course.players)

    for game in course.games:
        changes = queries.changes_in(game)
        if changes:
            all_quit = all(change.place is None for change in changes)
            expected = -25 if all_quit else 0
            assert sum(change.delta for change in changes) == pytest.approx(expected, abs=1e-6)


def test_a_random_course_meets_every_kind_of_change() -> None:
    course = Course(4)
    for _ in range(250):
        course.step()

    changes = RatingChange.objects.all()
    assert set(changes.values_list("kind", flat=True)) == set(RatingChange.Kind.values)
    for kind in ("game", "void"):
        assert changes.filter(kind=kind, cut__gt=1e-9).exists()
    assert changes.filter(kind="void", delta=0).exists()
    assert changes.filter(fine__gt=0).exists()
    assert set(RankedEntry.objects.values_list("state", flat=True)) == set(EntryState.values)
    reasons = set(QueenEntry.objects.values_list("why_not", flat=True))
    assert reasons == {"", "first_hand", "shared_low", "moon"}
    assert QueenEntry.objects.filter(drop=True).exists()
    check_invariants()
    check_skills_and_counts(course.players)
