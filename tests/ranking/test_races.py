"""Several games that end, and other changes of ratings, at the same moment."""

import threading
from collections.abc import Callable
from typing import Any

import pytest
from django.db import connection, transaction

from accounts.commands.leaderboards import turn_leaderboards_off
from accounts.commands.run import lock_players
from accounts.models import Player
from ranking import commands
from ranking.errors import GameNotSettled
from ranking.models import RankedEntry, RatingChange
from tests.ranking.games import NOW, check_invariants, elos, member, members, result_of
from tests.tables.threads import at_once

pytestmark = pytest.mark.django_db(transaction=True)

FOUR = (1512.0, 1562.0, 1484.0, 1417.0)
TOTALS = (20, 60, 101, 79, 80)


def start(game: str, players: list[Player]) -> Callable[[], None]:
    """Starts a game; returns what settles it."""
    commands.enter_game(game, [player.pk for player in players], NOW)
    result = result_of(game, players, TOTALS[: len(players)])
    return lambda: commands.rate_game(result, NOW)


class Course:
    """Two threads in a forced order: the second begins while the first has not committed."""

    def __init__(self) -> None:
        self.first_is_done = threading.Event()
        self.second_has_begun = threading.Event()

    def first(self, work: Callable[[], None]) -> None:
        with transaction.atomic():
            work()
            self.first_is_done.set()
            assert self.second_has_begun.wait(timeout=10)

    def second(self, work: Callable[[], None]) -> None:
        def begin(execute: Any, *statement: Any) -> Any:
            self.second_has_begun.set()
            return execute(*statement)

        assert self.first_is_done.wait(timeout=10)
        with connection.execute_wrapper(begin):
            work()

    def run(self, first: Callable[[], None], second: Callable[[], None]) -> list[object]:
        """The result or error of each."""
        return at_once(lambda: self.first(first), lambda: self.second(second))


def test_a_game_settled_twice_at_once_is_rated_once() -> None:
    players = members(*FOUR)
    settle = start("KQ7FAB", players)

    assert at_once(settle, settle, settle) == [None] * 3

    assert elos(players) == pytest.approx([1530.357, 1553.142, 1478.346, 1413.155], abs=0.0005)
    assert RatingChange.objects.filter(kind="game").count() == 4
    check_invariants()


def test_a_second_settlement_waits_for_the_first_and_does_nothing() -> None:
    players = members(*FOUR)
    settle = start("KQ7FAB", players)

    assert Course().run(settle, settle) == [None, None]

    assert RatingChange.objects.filter(kind="game").count() == 4
    check_invariants()


def test_two_games_that_share_players_end_at_once_and_both_changes_are_in() -> None:
    """The seats are taken in opposite order, so locks in the order of seats would meet crosswise.

    Who has quit one game can be in a second before the first is settled.
    """
    alice, bob, carol, dave, erin = members(1500, 1500, 1500, 1500, 1500)
    for number in range(12):
        first = start(f"A{number}", [alice, bob, carol, dave])
        second = start(f"B{number}", [dave, erin, carol, bob])
        third = start(f"C{number}", [erin, alice, dave, carol])

        assert at_once(first, second, third) == [None] * 3
        check_invariants()

    assert RatingChange.objects.filter(kind="game").count() == 12 * 3 * 4
    assert sum(elos([alice, bob, carol, dave, erin])) == pytest.approx(7500)


def test_two_games_that_share_players_wait_for_one_another() -> None:
    alice, bob, carol, dave, erin = members(1500, 1500, 1500, 1500, 1500)
    first = start("FIRST", [alice, bob, carol, dave])
    second = start("SECOND", [erin, dave, alice, bob])

    assert Course().run(first, second) == [None, None]

    assert elos([alice, bob, carol, dave, erin]) == [1512.5, 1487.5, 1493.75, 1487.5, 1518.75]
    check_invariants()


def test_games_without_common_players_move_the_same_bins_at_once() -> None:
    elos_of_each = (1600.0, 1550.0, 1500.0, 1450.0, 1400.0)
    groups = [
        [member(f"{name}-{number}", elo) for number, elo in enumerate(elos_of_each)]
        for name in ("Alice", "Bob", "Carol", "Dave")
    ]
    for number in range(12):
        games = [start(f"{at}-{number}", group) for at, group in enumerate(groups)]
        assert at_once(*games) == [None] * 4
    check_invariants()


def test_hearts_are_turned_off_while_a_game_is_being_settled() -> None:
    """Either before the settlement is there, and refused, or after it."""
    players = members(*FOUR)
    settle = start("KQ7FAB", players)

    _, turned_off = Course().run(settle, lambda: commands.reset(players[0].pk, NOW))

    if turned_off is None:
        assert elos(players)[0] == 1500.0
    else:
        assert isinstance(turned_off, GameNotSettled)
        assert elos(players)[0] == pytest.approx(1530.357, abs=0.0005)
    assert RankedEntry.objects.filter(state="rated").count() == 4
    check_invariants()


@pytest.mark.parametrize("substitute_first", [True, False])
def test_a_substitute_turns_hearts_off_while_the_game_ends(substitute_first: bool) -> None:
    """The end of a game locks ratings, then all players, substitutes too, and then the bins."""
    *players, erin = members(*FOUR, 1500)
    settle = start("FIRST", [erin, *players[:3]])
    settle()
    settle = start("SECOND", players)

    def end() -> None:
        with transaction.atomic():
            commands.lock_ratings("SECOND")
            lock_players(player.pk for player in (*players, erin))
            settle()

    def turn_off() -> None:
        turn_leaderboards_off(erin, NOW)

    courses = (turn_off, end) if substitute_first else (end, turn_off)
    assert Course().run(*courses) == [None, None]

    assert elos([erin]) == [1500.0]
    assert RankedEntry.objects.filter(state="rated").count() == 8
    check_invariants()


def test_a_game_that_is_closed_while_it_is_settled_is_one_or_the_other() -> None:
    players = members(*FOUR)
    settle = start("FIRST", players)
    assert Course().run(settle, lambda: commands.close_game("FIRST")) == [None, None]
    assert {entry.state for entry in RankedEntry.objects.filter(game="FIRST")} == {"rated"}

    settle = start("SECOND", players)
    assert Course().run(lambda: commands.close_game("SECOND"), settle) == [None, None]
    assert {entry.state for entry in RankedEntry.objects.filter(game="SECOND")} == {"closed"}
    assert RatingChange.objects.filter(kind="game").count() == 4
    check_invariants()


def test_a_game_that_is_voided_twice_at_once_is_voided_once() -> None:
    players = members(*FOUR)
    start("KQ7FAB", players)()

    def void() -> None:
        commands.void_game("KQ7FAB", NOW)

    assert at_once(void, void) == [None, None]

    assert RatingChange.objects.filter(kind="void").count() == 4
    assert elos(players) == pytest.approx(list(FOUR))
    check_invariants()
