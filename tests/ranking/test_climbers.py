"""What the counted games of a week and a month have brought, kept with the rating."""

import pytest

from accounts.models import Player, User
from ranking import commands
from ranking.models import Rating
from ranking.periods import DAY_MS, month_of, week_of
from tests.ranking.games import NOW, members, played

pytestmark = pytest.mark.django_db

TOTALS = (20, 60, 101, 79)
EVEN = (1500.0, 1500.0, 1500.0, 1500.0)


def gains(player: Player) -> tuple[float, float]:
    """Of the week and of the month."""
    rating = Rating.objects.get(pk=player.pk)
    return rating.week_gain, rating.month_gain


def test_a_game_counts_in_its_week_and_its_month() -> None:
    players = members(*EVEN)

    played("KQ7FAB", players, TOTALS)

    assert [gains(player) for player in players] == [(18.75, 18.75)] + [(-6.25, -6.25)] * 3
    rating = Rating.objects.get(pk=players[0].pk)
    assert (rating.week, rating.month) == (week_of(NOW), month_of(NOW))


def test_a_new_week_begins_at_nothing_while_the_month_goes_on() -> None:
    players = members(*EVEN)
    in_a_week = NOW + 7 * DAY_MS
    assert month_of(in_a_week) == month_of(NOW)
    played("KQ7FAB", players, TOTALS)

    played("MQ7FAB", players, TOTALS, now=in_a_week)

    week, month = gains(players[0])
    assert 18 < week < 18.75
    assert month == pytest.approx(18.75 + week)


def test_a_quitters_fine_is_part_of_it() -> None:
    players = members(*EVEN)

    played("KQ7FAB", players, TOTALS, quit_by=(3,))

    assert gains(players[3]) == (-21.25, -21.25)


def test_a_voided_game_leaves_the_week_in_which_it_was_played() -> None:
    players = members(*EVEN)
    in_a_week = NOW + 7 * DAY_MS
    played("KQ7FAB", players, TOTALS)
    played("MQ7FAB", players, TOTALS, now=in_a_week)
    week, month = gains(players[0])

    commands.void_game("KQ7FAB", in_a_week)

    assert gains(players[0]) == pytest.approx((week, month - 18.75))


def test_points_that_were_won_before_a_reset_are_no_gain() -> None:
    players = members(*EVEN)
    played("KQ7FAB", players, TOTALS)

    commands.reset(players[3].pk, NOW)
    assert gains(players[3]) == (0, 0)

    commands.void_game("KQ7FAB", NOW)
    assert [gains(player) for player in players] == [(0, 0)] * 4


def test_points_that_a_moderator_gives_are_no_gain() -> None:
    players = members(*EVEN)
    played("KQ7FAB", players, TOTALS)

    commands.adjust(players[0].pk, 100, NOW)

    assert gains(players[0]) == (18.75, 18.75)


def test_a_deactivated_account_gains_nothing() -> None:
    players = members(*EVEN)
    User.objects.filter(player=players[0]).update(is_active=False)

    played("KQ7FAB", players, TOTALS)

    assert gains(players[0]) == (0, 0)
