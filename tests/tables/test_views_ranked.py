"""The home page's way to a ranked seat, and what it says to who may not take one."""

import re
from datetime import datetime
from typing import Any

import pytest
from django.test import Client

from accounts.commands import ban
from accounts.models import Player, RankedBan, User
from tables import models, store
from tables.commands import opening, seats
from tests.conftest import FixedClock
from tests.tables import playing
from tests.tables.test_views import code_in, text_of, visitor

pytestmark = pytest.mark.django_db


def member(name: str, games: int = 10) -> Player:
    """Somebody with a log-in who has finished so many games."""
    player = User.objects.create_user(name).player
    player.games_finished = games
    player.save()
    return player


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
