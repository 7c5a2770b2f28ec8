"""What ratings make of the news of accounts: rules 27 and 28, row 49 of the list of faults."""

import pytest
from django.db import transaction
from django.dispatch import Signal

from accounts.commands.leaderboards import turn_leaderboards_off, turn_leaderboards_on
from accounts.models import Player, RankedBan
from accounts.signals import account_closing, leaderboards_turned_off, player_deactivated
from ranking import commands, queries
from ranking.errors import GameNotSettled
from ranking.models import RatingChange
from tests.ranking.games import NOW, check_invariants, elos, members, played, result_of

pytestmark = pytest.mark.django_db

FOUR = (1512.0, 1562.0, 1484.0, 1417.0)
TOTALS = (20, 60, 101, 79)


def test_turning_hearts_off_resets_the_elo() -> None:
    alice, *others = members(*FOUR)
    played("KQ7FAB", [alice, *others], TOTALS)

    leaderboards_turned_off.send(sender=Player, player=alice, now=NOW)

    assert elos([alice]) == [1500.0]
    assert RatingChange.objects.get(kind="reset").at_ms == NOW
    assert queries.place_by_elo(queries.rating_of(alice.pk)) is None
    check_invariants()


@pytest.mark.parametrize("signal", [leaderboards_turned_off, account_closing])
def test_it_is_refused_after_quitting_until_that_game_is_settled(signal: Signal) -> None:
    alice, *others = members(*FOUR)
    commands.enter_game("KQ7FAB", [player.pk for player in (alice, *others)], NOW)

    with pytest.raises(GameNotSettled, match="still being played") as refusal:
        signal.send(sender=Player, player=alice, now=NOW)
    assert refusal.value.code == "game_not_settled"
    assert elos([alice]) == [1512.0]

    result = result_of("KQ7FAB", [alice, *others], TOTALS, quit_by=(0,))
    commands.rate_game(result, NOW)
    signal.send(sender=Player, player=alice, now=NOW)
    assert not queries.rating_of(alice.pk).listed
    check_invariants()


def test_a_refusal_leaves_hearts_on_and_bans_nobody() -> None:
    players = members(*FOUR)
    commands.enter_game("KQ7FAB", [player.pk for player in players], NOW)

    with pytest.raises(GameNotSettled), transaction.atomic():
        turn_leaderboards_off(players[0], NOW)

    assert Player.objects.get(pk=players[0].pk).leaderboards_on
    assert not RankedBan.objects.exists()


def test_a_second_time_off_is_a_new_reset_and_a_new_week() -> None:
    players = members(*FOUR)
    for number, game in enumerate(("FIRST", "SECOND")):
        played(game, players, TOTALS)
        turn_leaderboards_off(players[0], NOW + number)
        assert elos(players)[0] == 1500.0
        turn_leaderboards_on(players[0])

    assert RatingChange.objects.filter(kind="reset").count() == 2
    assert RankedBan.objects.count() == 2
    check_invariants()


def test_a_closed_account_leaves_the_leaderboards_and_the_others_keep_their_ratings() -> None:
    players = members(*FOUR)
    played("KQ7FAB", players, TOTALS)
    before = elos(players)

    account_closing.send(sender=Player, player=players[0], now=NOW)

    assert elos(players) == before
    assert queries.place_by_elo(queries.rating_of(players[2].pk)) == queries.Place(2, 3)
    check_invariants()


def test_a_deactivated_player_leaves_the_leaderboards_also_in_the_middle_of_a_game() -> None:
    players = members(*FOUR)
    played("FIRST", players, TOTALS)
    commands.enter_game("SECOND", [player.pk for player in players], NOW)

    player_deactivated.send(sender=Player, player=players[0], now=NOW)

    assert not queries.rating_of(players[0].pk).listed
    check_invariants()


def test_who_has_no_rating_may_be_deactivated_and_closed(alice: Player) -> None:
    player_deactivated.send(sender=Player, player=alice, now=NOW)
    account_closing.send(sender=Player, player=alice, now=NOW)

    assert not RatingChange.objects.exists()
