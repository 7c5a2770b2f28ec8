"""Games that are entered, rated, closed and voided; resets and adjustments (rules 23 to 31)."""

import pytest
from django.db import IntegrityError, transaction

from accounts.models import User
from ranking import commands, queries
from ranking.errors import GameNotRated, GameNotSettled
from ranking.models import EntryState, QueenEntry, RankedEntry, Rating, RatingChange
from ranking.results import HandResult
from tests.ranking.games import (
    HOUR,
    NOW,
    check_invariants,
    elos,
    member,
    members,
    played,
    result_of,
)

pytestmark = pytest.mark.django_db

FOUR = (1512.0, 1562.0, 1484.0, 1417.0)
# The first hand leaves seat 1 alone in front; seat 0 plays the queen and seat 2 takes her.
FIRST = HandResult((5, 2, 15, 4), None, queen_holder=0, queen_taker=2, queen_by_ranked_player=True)
DROP = HandResult((5, 17, 2, 2), None, queen_holder=0, queen_taker=1, queen_by_ranked_player=True)


def test_who_starts_a_first_ranked_game_has_1500() -> None:
    players = members(1500, 1500, 1500, 1500)

    commands.enter_game("KQ7FAB", [player.pk for player in players], NOW)

    assert elos(players) == [1500.0] * 4
    entries = RankedEntry.objects.order_by("seat")
    assert [entry.player_id for entry in entries] == [player.pk for player in players]
    assert {entry.elo_at_start for entry in entries} == {1500.0}
    assert {entry.state for entry in entries} == {EntryState.RUNNING}


def test_a_game_is_entered_once() -> None:
    players = [player.pk for player in members(1500, 1500, 1500, 1500)]
    commands.enter_game("KQ7FAB", players, NOW)

    with pytest.raises(IntegrityError), transaction.atomic():
        commands.enter_game("KQ7FAB", players, NOW)


def test_the_game_of_the_example_is_rated_to_the_digit() -> None:
    players = members(*FOUR)
    played("KQ7FAB", players, (20, 60, 101, 79))

    assert elos(players) == pytest.approx([1530.357, 1553.142, 1478.346, 1413.155], abs=0.0005)
    shown = [rating.elo_shown for rating in Rating.objects.order_by("player")]
    assert shown == [1530, 1553, 1478, 1413]
    changes = queries.changes_in("KQ7FAB")
    assert [change.place for change in changes] == [1, 2, 4, 3]
    assert [change.total for change in changes] == [20, 60, 101, 79]
    assert [change.before for change in changes] == list(FOUR)
    assert [change.after for change in changes] == elos(players)
    assert [change.chance for change in changes] == pytest.approx(
        [0.2657, 0.3543, 0.2262, 0.1538], abs=0.00005
    )
    check_invariants()


def test_ratings_are_stored_unrounded() -> None:
    players = members(*FOUR)
    played("KQ7FAB", players, (20, 60, 101, 79))

    assert elos(players)[3] == 1417 - 25 * queries.changes_in("KQ7FAB")[3].chance  # type: ignore[operator]


def test_a_quitter_is_fined_1_percent_of_the_rating_at_the_start() -> None:
    players = members(1500, 1500, 1500, 1500)
    played("KQ7FAB", players, (60, 20, 101, 79), quit_by=(0,))

    assert elos(players) == [1478.75, 1518.75, 1493.75, 1493.75]
    quitter, _, loser, _ = queries.changes_in("KQ7FAB")
    assert (quitter.delta, quitter.fine, quitter.place) == (-6.25, 15.0, None)
    assert (loser.delta, loser.fine, loser.place) == (-6.25, 0.0, 3)
    check_invariants()


def test_the_lowest_finisher_wins_though_a_bot_ends_lower_in_a_quitters_seat() -> None:
    players = members(1500, 1500, 1500, 1500)
    played("KQ7FAB", players, (101, 20, 60, 79), quit_by=(1,))

    assert elos(players) == [1493.75, 1478.75, 1518.75, 1493.75]
    assert RatingChange.objects.count() == 4


def test_when_all_have_quit_all_lose_and_nobody_gains() -> None:
    players = members(*FOUR)
    played("KQ7FAB", players, (101, 20, 60, 79), quit_by=(0, 1, 2, 3))

    lost = [-6.643 - 15.12, -8.858 - 15.62, -5.654 - 14.84, -3.845 - 14.17]
    expected = [start + change for start, change in zip(FOUR, lost, strict=True)]
    assert elos(players) == pytest.approx(expected, abs=0.0006)
    check_invariants()


def test_changes_are_added_to_the_rating_of_the_moment() -> None:
    """Carol has quit a game and plays another before the first is settled."""
    alice, bob, carol, dave = members(1500, 1500, 1500, 1500)
    first, second = [alice, bob, carol], [carol, dave, member("Erin")]
    commands.enter_game("FIRST", [player.pk for player in first], NOW)
    commands.enter_game("SECOND", [player.pk for player in second], NOW)
    commands.rate_game(result_of("SECOND", second, (10, 101, 60)), NOW)
    commands.rate_game(result_of("FIRST", first, (10, 101, 60), quit_by=(2,)), NOW)

    assert elos([carol]) == pytest.approx([1500 + 50 / 3 - 25 / 3 - 15])
    assert queries.changes_in("FIRST")[2].fine == 15.0
    check_invariants()


def test_no_rating_falls_below_0_and_what_is_let_off_is_recorded() -> None:
    players = members(3, 3, 3, 0)
    played("KQ7FAB", players, (20, 60, 101, 79), quit_by=(2,))

    after = elos(players)
    assert after[1:] == [0.0, 0.0, 0.0]
    winner, loser, quitter, last = queries.changes_in("KQ7FAB")
    # The winner's gain is not cut, though the others could not pay all of it.
    assert winner.delta == pytest.approx(-loser.delta - quitter.delta - last.delta)
    assert winner.cut == 0
    assert loser.cut == pytest.approx(-loser.delta - 3)
    assert quitter.cut == pytest.approx(-quitter.delta + 0.03 - 3)
    assert last.cut == pytest.approx(-last.delta)
    check_invariants()


def test_a_game_is_rated_once() -> None:
    players = members(*FOUR)
    played("KQ7FAB", players, (20, 60, 101, 79), hands=(FIRST, DROP))
    once = elos(players)

    commands.rate_game(result_of("KQ7FAB", players, (101, 60, 20, 79), hands=(FIRST, DROP)), NOW)

    assert elos(players) == once
    assert RatingChange.objects.filter(kind="game").count() == 4
    check_invariants()


def test_the_database_refuses_a_second_change_for_a_game() -> None:
    players = members(*FOUR)
    played("KQ7FAB", players, (20, 60, 101, 79))
    again = queries.changes_in("KQ7FAB")[0]
    again.pk = None

    with pytest.raises(IntegrityError):
        again.save(force_insert=True)


def test_a_rated_game_puts_the_players_on_the_leaderboard() -> None:
    players = members(*FOUR)
    assert queries.place_by_elo(queries.rating_of(players[0].pk)) is None

    played("KQ7FAB", players, (20, 60, 101, 79))

    places = [queries.place_by_elo(queries.rating_of(player.pk)) for player in players]
    assert places == [queries.Place(place, 4) for place in (2, 1, 3, 4)]


def test_a_quitter_who_was_deactivated_does_not_come_onto_the_leaderboard() -> None:
    players = members(*FOUR)
    commands.enter_game("KQ7FAB", [player.pk for player in players], NOW)
    User.objects.filter(player=players[3]).update(is_active=False)
    commands.rate_game(result_of("KQ7FAB", players, (20, 60, 101, 79), quit_by=(3,)), NOW)

    assert not queries.rating_of(players[3].pk).listed
    assert RatingChange.objects.filter(player=players[3], kind="game").exists()
    check_invariants()


def test_queens_are_booked_at_the_end_also_of_hands_before_quitting() -> None:
    players = members(1500, 1500, 1500, 1500)
    moon = HandResult((0, 26, 26, 26), 0, 0, 0, queen_by_ranked_player=True)
    by_bot = HandResult((5, 17, 2, 2), None, 0, 1, queen_by_ranked_player=False)
    played("KQ7FAB", players, (15, 62, 45, 34), quit_by=(0,), hands=(FIRST, DROP, by_bot, moon))

    rating = queries.rating_of(players[0].pk)
    assert (rating.holds, rating.drops, rating.skill_shown) == (1, 1, 1000)
    rows = QueenEntry.objects.order_by("hand")
    assert [(row.hand, row.why_not, row.hold, row.drop) for row in rows] == [
        (1, "first_hand", False, False),
        (2, "", True, True),
        (4, "moon", False, False),
    ]
    assert [(row.low_man, row.taker) for row in rows] == [(None, 2), (1, 1), (3, 0)]


def test_totals_before_a_hand_are_those_of_all_hands_before_it() -> None:
    hands = (FIRST, DROP, DROP)
    queens = list(
        result_of("KQ7FAB", members(1500, 1500, 1500, 1500), (15, 36, 19, 8), hands=hands).queens()
    )

    assert [queen.totals for queen in queens] == [(0, 0, 0, 0), (5, 2, 15, 4), (10, 19, 17, 6)]
    assert [queen.number for queen in queens] == [1, 2, 3]


def test_ten_holds_bring_a_player_onto_the_leaderboard_by_skill() -> None:
    players = members(1500, 1500, 1500, 1500)
    hold = HandResult((1, 1, 23, 1), None, 0, 2, queen_by_ranked_player=True)
    played("NINE", players, (40, 11, 241, 14), hands=(FIRST, *[hold] * 9))
    assert queries.place_by_skill(queries.rating_of(players[0].pk)) is None

    played("TEN", players, (40, 11, 241, 14), hands=(FIRST, DROP))

    rating = queries.rating_of(players[0].pk)
    assert (rating.holds, rating.drops, rating.skill_shown) == (10, 1, 100)
    assert queries.place_by_skill(rating) == queries.Place(1, 1)
    check_invariants()


def test_a_closed_game_leaves_no_trace_in_the_ratings() -> None:
    players = members(*FOUR)
    commands.enter_game("KQ7FAB", [player.pk for player in players], NOW)
    commands.close_game("KQ7FAB")
    commands.rate_game(result_of("KQ7FAB", players, (20, 60, 101, 79), hands=(FIRST,)), NOW)

    assert elos(players) == list(FOUR)
    assert not RatingChange.objects.filter(kind="game").exists()
    assert {entry.state for entry in RankedEntry.objects.all()} == {EntryState.CLOSED}
    commands.refuse_while_unsettled(players[0].pk)


def test_a_rated_game_is_not_closed() -> None:
    players = members(*FOUR)
    played("KQ7FAB", players, (20, 60, 101, 79))
    commands.close_game("KQ7FAB")

    assert {entry.state for entry in RankedEntry.objects.all()} == {EntryState.RATED}


def test_a_void_takes_back_changes_and_fines_once() -> None:
    players = members(*FOUR)
    played("KQ7FAB", players, (20, 60, 101, 79), quit_by=(3,), hands=(FIRST, DROP))

    commands.void_game("KQ7FAB", NOW + HOUR)
    commands.void_game("KQ7FAB", NOW + HOUR)

    assert elos(players) == pytest.approx(list(FOUR))
    assert RatingChange.objects.filter(kind="void").count() == 4
    assert {entry.state for entry in RankedEntry.objects.all()} == {EntryState.VOIDED}
    rating = queries.rating_of(players[0].pk)
    assert (rating.holds, rating.drops, rating.skill_shown) == (0, 0, None)
    assert not rating.listed
    # Nothing is deleted.
    assert len(queries.changes_in("KQ7FAB")) == 4
    assert QueenEntry.objects.count() == 2
    check_invariants()


def test_later_games_keep_their_figures_after_a_void() -> None:
    players = members(*FOUR)
    played("FIRST", players, (20, 60, 101, 79))
    played("SECOND", players, (60, 20, 101, 79))
    second = [(change.delta, change.before) for change in queries.changes_in("SECOND")]

    commands.void_game("FIRST", NOW + HOUR)

    changes = queries.changes_in("SECOND")
    assert [(change.delta, change.before) for change in changes] == second
    expected = [start + change.delta for start, change in zip(FOUR, changes, strict=True)]
    assert elos(players) == pytest.approx(expected)
    assert queries.rating_of(players[0].pk).games_since_reset == 1
    check_invariants()


def test_a_void_is_0_for_a_player_who_has_been_reset_since() -> None:
    players = members(*FOUR)
    played("FIRST", players, (20, 60, 101, 79))
    commands.reset(players[0].pk, NOW)
    played("SECOND", players, (20, 60, 101, 79))
    after_second = elos(players)[0]

    commands.void_game("FIRST", NOW + HOUR)

    void = RatingChange.objects.get(kind="void", player=players[0])
    assert (void.delta, void.before, void.after) == (0, after_second, after_second)
    # The game before the reset did not count any more; the one after it still does.
    assert queries.rating_of(players[0].pk).games_since_reset == 1
    assert elos(players)[1] == pytest.approx(1562 + queries.changes_in("SECOND")[1].delta)
    check_invariants()


def test_a_void_gives_back_what_was_really_lost() -> None:
    players = members(3, 3, 3, 3)
    played("KQ7FAB", players, (20, 60, 101, 79))
    commands.void_game("KQ7FAB", NOW + HOUR)

    assert elos(players) == pytest.approx([3, 3, 3, 3])
    check_invariants()


def test_a_void_does_not_take_a_rating_below_0() -> None:
    players = members(3, 3, 3, 3)
    played("KQ7FAB", players, (20, 60, 101, 79))
    commands.adjust(players[0].pk, -15.75, NOW)

    commands.void_game("KQ7FAB", NOW + HOUR)

    void = RatingChange.objects.get(kind="void", player=players[0])
    assert (void.delta, void.before, void.after, void.cut) == (-18.75, 6.0, 0.0, 12.75)
    check_invariants()


def test_only_a_rated_game_can_be_voided() -> None:
    players = members(*FOUR)
    commands.enter_game("KQ7FAB", [player.pk for player in players], NOW)

    for game in ("KQ7FAB", "NOSUCH"):
        with pytest.raises(GameNotRated):
            commands.void_game(game, NOW)


def test_a_reset_goes_back_to_1500_and_off_the_leaderboards_and_keeps_the_skill() -> None:
    players = members(*FOUR)
    played("KQ7FAB", players, (20, 60, 101, 79), hands=(FIRST, DROP))

    commands.reset(players[0].pk, NOW + HOUR)

    rating = queries.rating_of(players[0].pk)
    assert (rating.elo, rating.elo_shown, rating.games_since_reset) == (1500.0, 1500, 0)
    assert (rating.holds, rating.drops) == (1, 1)
    assert queries.place_by_elo(rating) is None
    # The places of the others close up.
    assert queries.place_by_elo(queries.rating_of(players[2].pk)) == queries.Place(2, 3)
    check_invariants()


def test_who_has_never_played_can_be_reset_too() -> None:
    alice = member("Alice")

    commands.reset(alice.pk, NOW)

    change = RatingChange.objects.get()
    assert (change.kind, change.before, change.after) == ("reset", 1500.0, 1500.0)


def test_a_reset_is_refused_until_every_started_game_is_settled() -> None:
    players = members(*FOUR)
    commands.enter_game("KQ7FAB", [player.pk for player in players], NOW)

    with pytest.raises(GameNotSettled):
        commands.reset(players[0].pk, NOW)
    assert not RatingChange.objects.filter(kind="reset").exists()

    commands.rate_game(result_of("KQ7FAB", players, (20, 60, 101, 79), quit_by=(0,)), NOW)
    commands.reset(players[0].pk, NOW)
    assert elos(players)[0] == 1500.0


def test_who_was_delisted_is_back_with_the_next_game_and_no_older_one_counts() -> None:
    players = members(*FOUR)
    played("FIRST", players, (20, 60, 101, 79))
    commands.delist(players[0].pk)
    assert queries.place_by_elo(queries.rating_of(players[0].pk)) is None
    check_invariants()

    played("SECOND", players, (20, 60, 101, 79))
    commands.void_game("FIRST", NOW + HOUR)

    assert queries.rating_of(players[0].pk).games_since_reset == 1
    check_invariants()


def test_an_adjustment_is_an_entry_too() -> None:
    alice = member("Alice", 1512)

    change = RatingChange.objects.get()
    assert (change.kind, change.before, change.delta, change.after) == (
        "adjustment",
        1500.0,
        12.0,
        1512.0,
    )
    assert elos([alice]) == [1512.0]
    check_invariants()
