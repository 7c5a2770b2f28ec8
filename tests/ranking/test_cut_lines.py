"""The line to the database breaks before and after each statement: all or nothing, then once."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from django.db import DatabaseError, OperationalError, connection, transaction

from accounts.commands.leaderboards import turn_leaderboards_off
from accounts.models import Player, RankedBan
from ranking import commands
from ranking.models import Bin, QueenEntry, RankedEntry, Rating, RatingChange
from tests.ranking.games import HOUR, NOW, check_invariants, elos, members, played, result_of
from tests.ranking.test_commands import DROP, FIRST

pytestmark = pytest.mark.django_db(transaction=True)

FOUR = (1512.0, 1562.0, 1484.0, 1417.0)
TOTALS = (20, 60, 101, 79)


def break_line() -> None:
    """Closes the connection; SQLite has no line that could break, there a statement fails."""
    if connection.vendor == "sqlite":
        raise OperationalError("disk I/O error")
    connection.connection.close()


@contextmanager
def line_cut(at: int, *, after: bool) -> Iterator[None]:
    """Breaks the line before or after the statement of this number, from 1."""
    number = 0

    def execute_or_break(execute: Any, *statement: Any) -> Any:
        nonlocal number
        number += 1
        if number == at and not after:
            break_line()
        result = execute(*statement)
        if number == at and after:
            break_line()
        return result

    with connection.execute_wrapper(execute_or_break):
        yield


def everything() -> list[list[Any]]:
    """All that is stored of ratings and bans, except bins without players: they mean nothing."""
    models = (Rating, RankedEntry, RatingChange, QueenEntry, Player, RankedBan)
    rows: list[list[Any]] = [list(model.objects.order_by("pk").values()) for model in models]
    return [*rows, list(Bin.objects.filter(players__gt=0).order_by("pk").values())]


def cut_everywhere(work: Callable[[], None]) -> int:
    """Runs the work as a transaction whose line is cut at each place in turn, until none is left.

    Each time nothing may have been stored. Returns how often the line was cut.
    """
    before, cuts = everything(), 0
    while True:
        for after in (False, True):
            try:
                with line_cut(cuts // 2 + 1, after=after), transaction.atomic():
                    work()
            except DatabaseError:
                cuts += 1
            else:
                assert not after
                return cuts
            finally:
                connection.close()
            assert everything() == before


def test_a_settlement_that_is_cut_anywhere_is_finished_once_with_the_same_figures() -> None:
    players = members(*FOUR)
    commands.enter_game("KQ7FAB", [player.pk for player in players], NOW)
    result = result_of("KQ7FAB", players, TOTALS, quit_by=(3,), hands=(FIRST, DROP))

    cuts = cut_everywhere(lambda: commands.rate_game(result, NOW))

    assert cuts >= 2 * 10
    after_quit = 1417 - 3.845 - 14.17
    assert elos(players) == pytest.approx([1530.357, 1553.142, 1478.346, after_quit], abs=0.0005)
    assert RatingChange.objects.filter(kind="game").count() == 4
    assert QueenEntry.objects.count() == 2
    settled = everything()
    commands.rate_game(result, NOW)
    assert everything() == settled
    check_invariants()


def test_a_start_that_is_cut_anywhere_enters_all_or_nobody() -> None:
    players = members(*FOUR[:3], 1500)

    cuts = cut_everywhere(
        lambda: commands.enter_game("KQ7FAB", [player.pk for player in players], NOW)
    )

    assert cuts >= 2 * 3
    assert RankedEntry.objects.count() == 4
    assert Rating.objects.count() == 4


def test_a_void_that_is_cut_anywhere_is_finished_once() -> None:
    players = members(*FOUR)
    played("KQ7FAB", players, TOTALS, quit_by=(3,), hands=(FIRST, DROP))

    cuts = cut_everywhere(lambda: commands.void_game("KQ7FAB", NOW + HOUR))

    assert cuts >= 2 * 10
    assert elos(players) == pytest.approx(list(FOUR))
    assert RatingChange.objects.filter(kind="void").count() == 4
    check_invariants()


def test_turning_hearts_off_that_is_cut_anywhere_resets_and_bans_once() -> None:
    players = members(*FOUR)
    played("KQ7FAB", players, TOTALS)

    cuts = cut_everywhere(lambda: turn_leaderboards_off(players[0], NOW + HOUR))

    assert cuts >= 2 * 10
    assert elos(players)[0] == 1500.0
    assert RatingChange.objects.filter(kind="reset").count() == 1
    ban = RankedBan.objects.get()
    assert (ban.player, ban.start_ms, ban.end_ms) == (
        players[0],
        NOW + HOUR,
        NOW + HOUR + 604_800_000,
    )
    check_invariants()
