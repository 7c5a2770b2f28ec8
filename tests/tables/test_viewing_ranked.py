"""What browsers are sent of ranked tables: seats, limits, stakes, and what the game has meant."""

from typing import Any

import pytest

from accounts.eligibility import Reason
from tables.hearts import events as ev
from tables.hearts.table import State, Table
from tables.protocol import RatingLine
from tables.ratings import UNKNOWN, Ratings, Standing
from tables.viewpoints import Viewpoint, viewpoint_of
from tests.tables.hearts.positions import ALICE, BOB, CAROL, DAVE, ERIN, VICTOR, seated
from tests.tables.hearts.test_ranked_table import ranked, then
from tests.tables.test_viewing import event, message

pytestmark = pytest.mark.pure

# The worked example of the rulebook: four ratings, and what they mean.
ELOS = {ALICE: 1512.0, BOB: 1562.0, CAROL: 1484.0, DAVE: 1417.0}
CHANCES = [0.2657, 0.3543, 0.2262, 0.1538]
STAND_FIRM = Standing(1500.0, ())
BAN = Reason("banned", "You are banned.", "The ban ends by itself.", 1_790_003_600_000)
NOVICE = Reason("not_experienced", "You have finished 3 of 10 games.", "Finish 7 more games.")


def waiting(*players: int) -> Table:
    """A ranked table of four that waits, these people connected."""
    return seated(players, size=4).then()._replace(ranked=True)


def view(
    table: Table,
    player: int | None = None,
    *,
    ratings: Ratings = UNKNOWN,
    standing: Standing | None = None,
) -> dict[str, Any]:
    """What this player, or a visitor, sees of the table."""
    standings = {player: standing} if player is not None and standing is not None else {}
    viewer = viewpoint_of(table, player, ratings, standings)
    seen: dict[str, Any] = message(table, viewer, ratings=ratings)["view"]
    return seen


def of_seats(seen: dict[str, Any], field: str) -> list[Any]:
    return [seat[field] for seat in seen["seats"]]


# Seats


def test_seats_tell_ranked_players_quitters_and_substitutes_apart() -> None:
    table = then(ranked(1, 2), ev.SeatTaken(2, ERIN, True))
    seen = view(table)

    assert of_seats(seen, "name") == ["Alice", "Bot Hazel", "Erin", "Dave"]
    assert of_seats(seen, "ranked") == [True, False, False, True]
    assert of_seats(seen, "substitute") == [False, False, True, False]
    assert of_seats(seen, "quit") == [False, True, True, False]
    assert of_seats(seen, "ranked_name") == ["Alice", "Bob", "guest-4711", "Dave"]


def test_before_the_start_and_at_regular_tables_nobody_is_ranked() -> None:
    for table in (waiting(ALICE, BOB), seated([ALICE, BOB, CAROL]).then(ev.GameStarted())):
        seen = view(table)
        assert not any(of_seats(seen, "ranked") + of_seats(seen, "substitute"))
        assert set(of_seats(seen, "ranked_name")) == {None}


def test_who_is_away_must_be_back_within_three_minutes_a_substitute_within_one() -> None:
    table = then(ranked(2), ev.SeatTaken(2, ERIN, True))
    table = then(table, ev.PlayerAway(1, 40_000), ev.PlayerAway(2, 41_000))
    assert of_seats(view(table), "back_by") == [None, 220_000, 101_000, None]


def test_the_limits_of_those_who_must_act_are_shown_with_the_end_of_the_reserve() -> None:
    table = ranked()._replace(turn_since=100_000)
    seen = view(table)
    assert of_seats(seen, "deadline") == [130_000, None, None, None]
    assert of_seats(seen, "reserve_end") == [310_000, None, None, None]
    assert (seen["deadline"], seen["limit"]) == (130_000, 30_000)

    spent = view(then(table, ev.ReserveSpent(0, 60_000)))
    assert spent["seats"][0]["reserve_end"] == 250_000


def test_limits_rest_while_their_player_is_away() -> None:
    seen = view(then(ranked(), ev.PlayerAway(0, 5_000)))
    assert (seen["deadline"], seen["limit"]) == (None, None)
    assert of_seats(seen, "reserve_end") == [None] * 4


def test_a_full_table_shows_when_it_starts() -> None:
    full = waiting(ALICE, BOB, CAROL, DAVE)
    last = full.seats[3].here_since
    assert last is not None
    assert view(full)["start_at"] == last + 5_000
    assert view(waiting(ALICE, BOB))["start_at"] is None
    assert view(ranked())["start_at"] is None


def test_nobody_adds_bots_to_a_ranked_table() -> None:
    assert not view(waiting(ALICE), ALICE)["you"]["may_add_bot"]


# Stakes


def test_a_waiting_table_shows_what_is_at_stake_empty_seats_counting_1500() -> None:
    ratings = Ratings({ALICE: 1500.0, BOB: 1500.0})
    seen = view(waiting(ALICE, BOB), ratings=ratings)
    stake = {"chance": 0.25, "win": 18.75, "loss": 6.25, "fine": 15.0}
    assert of_seats(seen, "stake") == [stake, stake, None, None]
    assert of_seats(seen, "elo") == [1500, 1500, None, None]


def test_a_watcher_sees_what_the_first_free_seat_would_put_at_stake() -> None:
    table = waiting(ALICE, BOB, CAROL)
    you = view(table, DAVE, ratings=Ratings(ELOS), standing=Standing(1417.0, ()))["you"]
    assert you["may_sit"] == [3]
    assert you["stake"]["chance"] == pytest.approx(0.1538, abs=5e-5)
    assert you["stake"]["loss"] == pytest.approx(3.845, abs=5e-4)
    assert you["stake"]["win"] == pytest.approx(21.155, abs=5e-4)


def test_a_running_game_shows_the_stakes_of_its_ranked_players() -> None:
    table = then(ranked(1), ev.SeatTaken(1, ERIN, True))
    seen = view(table, ratings=Ratings(ELOS))
    assert [s["chance"] for s in of_seats(seen, "stake")] == pytest.approx(CHANCES, abs=5e-5)
    assert of_seats(seen, "elo") == [1512, 1562, 1484, 1417]
    assert seen["seats"][1]["stake"]["fine"] == pytest.approx(15.62)


def test_stakes_wait_until_every_rating_is_known() -> None:
    seen = view(waiting(ALICE, BOB), ratings=Ratings({ALICE: 1500.0}))
    assert of_seats(seen, "stake") == [None] * 4
    assert view(waiting(ALICE), VICTOR, standing=STAND_FIRM)["you"]["stake"] is None


def test_regular_tables_have_no_stakes() -> None:
    seen = view(seated([ALICE], size=4).then(), VICTOR)
    assert of_seats(seen, "stake") == [None] * 4
    assert seen["you"]["stake"] is None


# Who may sit down, and why not


def test_who_is_not_eligible_is_told_each_reason_and_offered_no_seat() -> None:
    you = view(waiting(ALICE), VICTOR, standing=Standing(1500.0, (NOVICE, BAN)))["you"]
    assert (you["may_sit"], you["stake"]) == ([], None)
    novice, ban = you["may_not_sit"]
    assert novice["text"] == "You have finished 3 of 10 games. Finish 7 more games."
    assert novice["until"] is None
    assert ban == {"code": "banned", "text": "You are banned.", "until": 1_790_003_600_000}


def test_a_visitor_is_told_whom_ranked_games_are_for() -> None:
    why = view(waiting(ALICE))["you"]["may_not_sit"]
    assert [reason["code"] for reason in why] == ["visitor", "not_experienced"]
    assert view(ranked(1))["you"]["may_sit"] == [1]


def test_substitutes_need_no_experience_but_a_ban_keeps_them_out() -> None:
    table = ranked(1)
    assert view(table, VICTOR, standing=Standing(1500.0, (NOVICE,)))["you"]["may_sit"] == [1]
    you = view(table, VICTOR, standing=Standing(1500.0, (NOVICE, BAN)))["you"]
    assert you["may_sit"] == []
    assert [why["code"] for why in you["may_not_sit"]] == ["banned"]


def test_who_has_quit_is_told_that_there_is_no_way_back() -> None:
    you = view(ranked(1), BOB, standing=Standing(1500.0, (BAN,)))["you"]
    assert (you["seat"], you["ranked_seat"], you["may_sit"]) == (None, 1, [])
    assert [why["code"] for why in you["may_not_sit"]] == ["quit_this_game"]


def test_who_has_held_another_seat_is_told_so() -> None:
    table = then(ranked(1, 2), ev.SeatTaken(1, ERIN, True), ev.SeatFreed(1, ERIN, ev.Freed.LEFT))
    assert view(table, ERIN)["you"]["may_sit"] == [1]
    full = then(table, ev.SeatTaken(1, VICTOR, True))
    you = view(full, ERIN)["you"]
    assert (you["may_sit"], you["may_not_sit"][0]["code"]) == ([], "held_another_seat")


def test_whose_seat_was_freed_by_the_host_is_told_so() -> None:
    table = seated([ALICE, BOB], size=4).then(ev.SeatFreed(1, BOB, ev.Freed.REMOVED))
    assert view(table, BOB)["you"]["may_not_sit"][0]["code"] == "barred"
    assert view(table, CAROL)["you"]["may_sit"] == [1, 2, 3]


def test_where_no_seat_is_free_nothing_forbids_one() -> None:
    for player in (None, VICTOR, BOB):
        you = view(ranked(), player, standing=Standing(1500.0, (BAN,)))["you"]
        assert (you["may_sit"], you["may_not_sit"]) == ([], [])


def test_watchers_of_whom_the_same_is_true_share_one_view() -> None:
    table, ratings = waiting(ALICE), Ratings(ELOS)
    alike = {p: Standing(1500.0, ()) for p in (BOB, CAROL)} | {DAVE: Standing(1600.0, ())}
    bob, carol, dave = (viewpoint_of(table, p, ratings, alike) for p in (BOB, CAROL, DAVE))
    assert bob == carol
    assert bob != dave
    running = ranked()
    assert viewpoint_of(running, ERIN, ratings, alike) == Viewpoint()


def test_leaving_is_quitting_for_a_ranked_player_but_not_for_the_last_one() -> None:
    assert view(ranked(1), ALICE)["you"]["would_quit"]
    assert not view(ranked(1, 2, 3), ALICE)["you"]["would_quit"]
    assert not view(waiting(ALICE), ALICE)["you"]["would_quit"]
    substitute = then(ranked(1), ev.SeatTaken(1, ERIN, True))
    assert not view(substitute, ERIN)["you"]["would_quit"]


# The end


def over(totals: tuple[int, ...], *quitters: int) -> Table:
    lowest = totals.index(min(totals))
    return ranked(*quitters)._replace(state=State.OVER, totals=totals, winner=lowest)


def line(seat: int, place: int | None = None) -> RatingLine:
    return RatingLine(seat, 80, place, 0.25, -6.25, 0.0, 0.0, 1500.0, 1493.75)


def test_row_17_the_lowest_who_finished_have_won_whatever_a_quitters_seat_has() -> None:
    assert view(over((60, 102, 70, 80)))["result"]["winners"] == [0]
    assert view(over((60, 102, 70, 80), 0))["result"]["winners"] == [2]
    tied = over((80, 102, 70, 80), 2)
    assert view(tied)["result"]["winners"] == [0, 3]
    assert event(tied, ev.GameEnded(2)) == {"winners": [0, 3]}


def test_the_last_one_wins_even_from_a_seat_that_a_bot_has_finished() -> None:
    table = then(ranked(1, 2, 3), ev.SeatFreed(0, ALICE, ev.Freed.LEFT))
    table = table._replace(state=State.OVER, totals=(102, 60, 70, 80), winner=1)
    assert view(table)["result"]["winners"] == [0]


def test_the_result_has_a_line_for_each_ranked_player_once_it_is_read() -> None:
    table = over((60, 102, 70, 80), 1)
    assert view(table)["result"]["rated"] is None
    lines = (line(0, 1), line(1), line(2, 2), line(3, 3))
    rated = view(table, ratings=Ratings(lines=lines, voided=True))["result"]["rated"]
    assert rated["voided"]
    assert [entry["place"] for entry in rated["lines"]] == [1, None, 2, 3]
    assert rated["lines"][2] == {
        "seat": 2,
        "total": 80,
        "place": 2,
        "chance": 0.25,
        "delta": -6.25,
        "fine": 0.0,
        "cut": 0.0,
        "before": 1500.0,
        "after": 1493.75,
    }


def test_row_37_figures_that_others_may_not_see_are_shown_to_their_player_alone() -> None:
    table = over((60, 102, 70, 80), 1)
    lines = (line(0, 1), line(1), line(2, 2), line(3, 3))
    ratings = Ratings(lines=lines, hidden=frozenset({1}))
    for player in (None, ALICE, BOB):
        seen = view(table, player, ratings=ratings)
        bobs = seen["result"]["rated"]["lines"][1]
        assert {key: value for key, value in bobs.items() if value is not None} == {
            "seat": 1,
            "total": 80,
        }
        assert seen["result"]["rated"]["lines"][0]["delta"] == -6.25
    assert view(table, BOB, ratings=ratings)["you"]["rating"]["after"] == 1493.75
    assert view(table, ALICE, ratings=ratings)["you"]["rating"]["seat"] == 0
    assert view(table, None, ratings=ratings)["you"]["rating"] is None
