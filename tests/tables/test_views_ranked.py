"""The home page's way to a ranked seat, and what it says to who may not take one."""

import re
from datetime import datetime
from typing import Any

import pytest
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from accounts.commands import ban
from accounts.models import Player, RankedBan, User
from ranking.models import Rating
from tables import models, store
from tables.commands import opening, seats
from tests.conftest import FixedClock
from tests.tables import playing
from tests.tables.commands.test_ranked import member, ranked_game
from tests.tables.test_views import code_in, text_of, visitor

pytestmark = pytest.mark.django_db


def browser_of(player: Player) -> Client:
    """A browser in which this registered player is logged in."""
    client = Client()
    client.force_login(User.objects.get(player=player))
    return client


def play_ranked(player: Player, **fields: object) -> Any:
    return browser_of(player).post("/tables/ranked/", fields)


# Play ranked


def test_play_ranked_opens_a_table_of_four_and_a_second_player_joins_it(db: None) -> None:
    alice, bob = member("Alice"), member("Bob")

    code = code_in(play_ranked(alice))
    assert code_in(play_ranked(bob)) == code

    table = store.load(code).table
    assert (table.ranked, table.size, table.target, table.private) == (True, 4, 100, False)
    assert table.players == (alice.pk, bob.pk)


def test_a_doubled_click_on_play_ranked_leads_to_the_same_table(db: None) -> None:
    alice = member("Alice")
    assert code_in(play_ranked(alice)) == code_in(play_ranked(alice))
    assert models.Table.objects.count() == 1


def test_play_ranked_finds_a_table_behind_a_hundred_others(
    db: None, fixed_clock: FixedClock
) -> None:
    alice, bob = member("Alice"), member("Bob")
    ranked = code_in(play_ranked(alice))
    fixed_clock.advance(seconds=1)
    for number in range(100):
        playing.table_of(playing.guest(number))

    assert code_in(play_ranked(bob)) == ranked


def test_play_ranked_never_takes_a_substitutes_seat(db: None) -> None:
    alice = member("Alice")
    code = opening.open_ranked(alice.pk).code
    for name in ("Bob", "Carol", "Dave"):
        seats.sit(code, member(name).pk, connected=True)
    models.Table.objects.filter(code=code).update(state="running")
    models.Seat.objects.filter(number=3).update(player=None)

    assert code_in(play_ranked(member("Erin"))) != code


def test_who_holds_a_seat_elsewhere_may_leave_there_and_play_ranked(db: None) -> None:
    alice = member("Alice")
    other = playing.table_of(alice)

    page = play_ranked(alice)
    assert page.status_code == 409
    assert f"Return to table {other}" in text_of(page)
    assert "Leave there and play ranked" in text_of(page)

    code = code_in(play_ranked(alice, leave_other=1))
    assert store.load(code).table.players == (alice.pk,)
    assert store.load(other).table.players == ()


def test_a_running_ranked_game_is_not_left_for_another_seat(fixed_clock: FixedClock) -> None:
    players = [member(name) for name in ("Alice", "Bob", "Carol", "Dave")]
    code = ranked_game(fixed_clock, *players)
    waiting = opening.open_ranked(member("Erin").pk).code
    client = browser_of(players[0])

    for path in ("/tables/ranked/", f"/tables/{waiting}/sit/"):
        for fields in ({}, {"leave_other": "1"}):
            page = client.post(path, fields)
            assert page.status_code == 409
            assert f"Return to table {code}" in text_of(page)
            assert "Leave there" not in text_of(page)
    assert store.load(code).table.quitters == frozenset()


# Who may not


def test_a_visitor_is_told_to_register_and_is_not_made_a_guest(client: Client) -> None:
    page = client.post("/tables/ranked/")

    text = text_of(page)
    assert page.status_code == 403
    assert "You have not registered." in text
    assert "0 of 10 games finished" in text
    assert "/accounts/signup/" in page.content.decode()
    assert "player_id" not in client.session
    assert not Player.objects.exists()


def test_a_guest_is_told_to_register(alice: Player) -> None:
    guest = playing.guest(1)
    Player.objects.filter(pk=guest.pk).update(games_finished=7)

    text = text_of(visitor(guest).post("/tables/ranked/"))

    assert "You play as a guest." in text
    assert "7 of 10 games finished" in text
    assert not models.Table.objects.exists()


def test_each_reason_is_told_with_what_lifts_it_and_when(fixed_clock: FixedClock) -> None:
    alice = member("Alice", games=7)
    Player.objects.filter(pk=alice.pk).update(leaderboards_on=False)
    ban(alice, RankedBan.Reason.QUIT, 3600, fixed_clock.ms)
    end = fixed_clock.ms + 3_600_000

    page = play_ranked(alice)

    text, html = text_of(page), page.content.decode()
    assert page.status_code == 403
    assert "You have finished 7 of 10 games." in text
    assert "Finish 3 more games" in text
    assert 'action="/tables/play-now/"' in html
    assert "Hearts is off under “Leaderboards” in your settings." in text
    assert 'href="/settings/leaderboards/"' in html
    assert "You are banned from ranked games, because you left one before its end." in text
    assert 'href="/settings/bans/"' in html
    found = re.search(r'<time datetime="([^"]+)" data-moment>', html)
    assert found
    assert _ms(found[1]) == end // 1000 * 1000
    assert not models.Table.objects.exists()


def _ms(moment: str) -> int:
    return round(datetime.fromisoformat(moment).timestamp() * 1000)


def test_who_may_not_play_ranked_is_not_asked_to_leave_another_table(db: None) -> None:
    novice = member("Victor", games=3)
    other = playing.table_of(novice)
    for fields in ({}, {"leave_other": 1}):
        page = play_ranked(novice, **fields)
        assert page.status_code == 403
        assert "Finish 7 more games" in text_of(page)
    assert store.load(other).table.players == (novice.pk,)


def test_who_may_not_sit_at_a_ranked_table_is_told_the_same(client: Client) -> None:
    code = opening.open_ranked(member("Alice").pk).code

    page = client.post(f"/tables/{code}/sit/")
    assert page.status_code == 403
    assert "Register" in text_of(page)
    assert not Player.objects.filter(is_guest=True).exists()
    assert "player_id" not in client.session

    page = browser_of(member("Victor", games=9)).post(f"/tables/{code}/sit/")
    assert page.status_code == 403
    assert "Finish 1 more game," in text_of(page)


@pytest.mark.parametrize("path", ["/tables/NOTHERE/sit/", "/tables/NOTHERE/again/"])
def test_a_refusal_makes_nobody_a_guest(client: Client, path: str) -> None:
    assert client.post(path).status_code == 404
    assert not Player.objects.exists()


def test_a_refused_seat_makes_nobody_a_guest(
    client: Client, alice: Player, bob: Player, carol: Player
) -> None:
    code = playing.table_of(alice, bob, carol, size=3)
    for action in ("sit", "again"):
        assert client.post(f"/tables/{code}/{action}/").status_code == 302
    assert not Player.objects.filter(is_guest=True).exists()
    assert "player_id" not in client.session


# The menu


def test_the_menu_offers_a_ranked_game(client: Client, alice: Player) -> None:
    page = client.get("/")
    assert page.content.decode().count('action="/tables/ranked/"') == 2
    assert "Play ranked" in text_of(page)

    code = playing.table_of(alice)
    text = text_of(client.get(f"/tables/{code}/"))
    assert "Join ranked table" in text
    assert "Play ranked" not in text


# New ranked tables


@pytest.mark.parametrize("size", [3, 4, 5])
def test_a_ranked_table_of_any_size_can_be_opened(db: None, size: int) -> None:
    alice = member("Alice")
    response = browser_of(alice).post("/tables/new/", {"kind": "ranked", "size": size})
    table = store.load(code_in(response)).table
    assert (table.ranked, table.size, table.target, table.private) == (True, size, 100, False)
    assert table.players == (alice.pk,)


@pytest.mark.parametrize(
    ("fields", "message"),
    [
        ({"private": "on"}, "A ranked table is always public."),
        ({"target": "50"}, "A ranked table always plays to 100."),
        ({"target": "x"}, "Enter a whole number."),
        ({"bots": "3"}, "A ranked table has no bots before its start, and starts by itself."),
        ({"fill": "on"}, "A ranked table has no bots before its start, and starts by itself."),
    ],
)
def test_a_form_that_asks_for_another_ranked_table_is_refused_by_name(
    db: None, fields: dict[str, str], message: str
) -> None:
    client = browser_of(member("Alice"))
    page = client.post("/tables/new/", {"kind": "ranked", "size": "4", **fields})
    assert page.status_code == 422
    assert message in text_of(page)
    assert not models.Table.objects.exists()


def test_a_private_ranked_table_with_another_target_is_told_both(db: None) -> None:
    fields = {"kind": "ranked", "size": "4", "target": "99", "private": "on"}
    text = text_of(browser_of(member("Alice")).post("/tables/new/", fields))
    assert "A ranked table is always public." in text
    assert "A ranked table always plays to 100." in text


def test_a_regular_table_needs_a_target_and_an_unknown_kind_is_refused(client: Client) -> None:
    for fields in ({}, {"kind": "regular"}, {"kind": "royal", "target": "100"}):
        assert client.post("/tables/new/", {"size": "4", **fields}).status_code == 422
    assert not models.Table.objects.exists()
    assert not Player.objects.exists()


def test_who_is_not_eligible_opens_no_ranked_table(client: Client) -> None:
    fields = {"kind": "ranked", "size": "5"}
    assert client.post("/tables/new/", fields).status_code == 403
    assert browser_of(member("Victor", games=2)).post("/tables/new/", fields).status_code == 403
    assert not models.Table.objects.exists()
    assert not Player.objects.filter(is_guest=True).exists()


def test_a_form_can_not_make_a_practice_game_ranked(db: None) -> None:
    client = browser_of(member("Alice"))
    code = code_in(client.post("/tables/practice/", {"size": "4", "kind": "ranked", "ranked": "1"}))
    assert not store.load(code).table.ranked


# Own Elo


def test_ones_own_elo_stands_beside_the_avatar_from_the_first(db: None) -> None:
    alice = member("Alice", games=0)
    client = browser_of(alice)
    assert "Your Elo: 1500" in text_of(client.get("/rules/"))
    Rating.objects.create(player=alice, elo=1512.4, elo_shown=1512)
    assert "Your Elo: 1512" in text_of(client.get("/rules/"))
    Player.objects.filter(pk=alice.pk).update(leaderboards_on=False)
    assert "Your Elo" not in text_of(client.get("/rules/"))


def test_guests_and_visitors_have_no_elo(client: Client) -> None:
    assert "Elo:" not in text_of(client.get("/rules/"))
    assert "Elo:" not in text_of(visitor(playing.guest(1)).get("/rules/"))


def test_ones_own_elo_takes_one_query(
    django_assert_num_queries: DjangoAssertNumQueries, db: None, fixed_clock: FixedClock
) -> None:
    alice = member("Alice")
    client = browser_of(alice)
    client.get("/rules/")
    with django_assert_num_queries(5):  # session, user, seat, player, rating
        client.get("/rules/")


# The list


def test_the_list_shows_the_mark_elo_and_stakes(db: None) -> None:
    code = opening.open_ranked(member("Bob").pk).code
    alice = member("Alice")
    Rating.objects.create(player=alice, elo=1500, elo_shown=1500)

    text = text_of(browser_of(alice).get("/tables/open/"))

    assert "Ranked , 4 seats" in text
    assert "Elo 1500" in text
    assert "Your chance 25.0%" in text
    assert "+18.75 points if you win, / −6.25 if you don’t" in text
    assert code in text
    assert "Your chance" not in text_of(Client().get("/tables/open/"))


def test_a_game_that_wants_a_substitute_offers_the_seat(fixed_clock: FixedClock) -> None:
    players = [member(name) for name in ("Alice", "Bob", "Carol", "Dave")]
    code = ranked_game(fixed_clock, *players)
    seats.leave(code, players[0].pk, confirmed=True)

    text = text_of(Client().get("/tables/open/"))
    assert "Substitute wanted" in text
    assert "Hand 1" in text
    assert "Take the seat" in text

    quitter = text_of(browser_of(players[0]).get("/tables/open/"))
    assert "Take the seat" not in quitter
    assert "You are banned from ranked games until" in quitter

    client = Client()
    assert code_in(client.post(f"/tables/{code}/sit/")) == code
    guest = Player.objects.get(is_guest=True)
    assert store.load(code).table.seat_of(guest.pk) == 0


def test_a_banned_player_who_asks_for_a_substitutes_seat_is_told_of_the_ban_alone(
    fixed_clock: FixedClock,
) -> None:
    players = [member(name) for name in ("Alice", "Bob", "Carol", "Dave")]
    code = ranked_game(fixed_clock, *players)
    seats.leave(code, players[0].pk, confirmed=True)
    novice = member("Victor", games=0)
    ban(novice, RankedBan.Reason.MODERATOR, 3600, fixed_clock.ms)

    page = browser_of(novice).post(f"/tables/{code}/sit/")

    assert page.status_code == 403
    assert "You are banned from ranked games" in text_of(page)
    assert "games finished" not in text_of(page)
