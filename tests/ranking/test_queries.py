"""Places, stakes, and what others may see of a rating."""

import pytest
from django.db import connection
from django.db.models import Q, QuerySet

from accounts.models import Player
from ranking import commands, queries
from ranking.elo import Stake
from ranking.models import Rating
from ranking.queries import Place
from tests.ranking.games import NOW, member, members, played

pytestmark = pytest.mark.django_db


def test_who_has_no_rating_yet_has_1500_and_nothing_is_stored(alice: Player) -> None:
    rating = queries.rating_of(alice.pk)

    assert (rating.elo, rating.elo_shown, rating.holds, rating.skill_shown) == (
        1500.0,
        1500,
        0,
        None,
    )
    assert not Rating.objects.exists()


def test_equal_ratings_share_a_place_and_the_next_places_are_skipped() -> None:
    players = members(1562, 1500, 1500, 1417)
    # Nobody plays for points: all are level, so that only the place on the leaderboard comes of it.
    played("KQ7FAB", players, (40, 40, 40, 40))

    places = [queries.place_by_elo(queries.rating_of(player.pk)) for player in players]

    assert places == [Place(1, 4), Place(2, 4), Place(2, 4), Place(4, 4)]


def test_ratings_that_are_shown_alike_are_equal() -> None:
    players = members(1500.4, 1499.6, 1499.4)
    played("KQ7FAB", players, (40, 40, 40))

    places = [queries.place_by_elo(queries.rating_of(player.pk)) for player in players]

    assert places == [Place(1, 3), Place(1, 3), Place(3, 3)]


def test_empty_seats_count_as_1500_in_the_stakes() -> None:
    alice, bob = member("Alice", 1512), member("Bob")

    found = queries.stakes_of((alice.pk, None, bob.pk, None))

    assert sum(stake.chance for stake in found) == pytest.approx(1)
    assert found[1] == found[2] == found[3]
    assert found[0].loss == pytest.approx(6.579, abs=0.0005)
    assert found[0].win == pytest.approx(18.421, abs=0.0005)


def test_the_stakes_of_a_game_are_those_of_its_start() -> None:
    players = members(1500, 1500, 1500, 1500)
    commands.enter_game("KQ7FAB", [player.pk for player in players], NOW)
    commands.adjust(players[0].pk, 100, NOW)

    # Quitting costs what losing costs, and 1%: 6.25 and 15 points.
    assert queries.stakes_in("KQ7FAB") == (Stake(0.25, win=18.75, loss=6.25, fine=15.0),) * 4


def test_others_see_no_elo_of_guests_closed_accounts_and_those_who_turned_hearts_off() -> None:
    alice, bob, carol = member("Alice", 1512.5), member("Bob"), member("Carol", 1600)
    guest = Player.objects.create(name="guest-1234", is_guest=True)
    Player.objects.filter(pk=carol.pk).update(leaderboards_on=False)

    elos = queries.elos_for_others([alice.pk, bob.pk, carol.pk, guest.pk])

    assert elos == {alice.pk: 1513, bob.pk: 1500}


def test_the_changes_of_a_game_come_by_seat() -> None:
    players = members(1500, 1500, 1500)
    played("KQ7FAB", [players[2], players[0], players[1]], (20, 60, 101))

    changes = queries.changes_in("KQ7FAB")

    assert [change.player_id for change in changes] == [players[n].pk for n in (2, 0, 1)]
    assert [change.entry.seat for change in changes if change.entry] == [0, 1, 2]


def plan_of(ratings: QuerySet[Rating]) -> str:
    """How the database reads them, where it may not read a whole table."""
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute("SET LOCAL enable_seqscan = off; SET LOCAL enable_bitmapscan = off")
    return ratings.explain()


def test_an_index_serves_each_page_of_the_leaderboards_in_their_order() -> None:
    by_elo = Rating.objects.filter(listed=True).order_by("-elo_shown", "-player_id")
    by_skill = Rating.objects.filter(listed_by_skill=True).order_by("-skill_shown", "-player_id")
    below = Q(elo_shown__lt=1500) | Q(player_id__lt=7)

    plans = [plan_of(by_elo), plan_of(by_elo.filter(below, elo_shown__lte=1500)), plan_of(by_skill)]

    for plan, index in zip(plans, ("elo_board", "elo_board", "skill_board"), strict=True):
        assert index in plan
        assert "sort" not in plan.lower()
        assert "temp b-tree" not in plan.lower()
