from collections.abc import Iterator
from typing import Any

import pytest
from allauth.mfa.models import Authenticator
from django.test import Client

from accounts import clock
from accounts.commands import ban, finish_game, turn_leaderboards_off
from accounts.errors import AccountError
from accounts.models import Player, Preferences, RankedBan, User
from accounts.signals import account_closing, leaderboards_turned_off
from tests.accounts.people import PASSWORD, log_in_of, logged_in_as
from tests.conftest import FixedClock

pytestmark = pytest.mark.django_db


@pytest.fixture
def user() -> User:
    return log_in_of("Alice")


@pytest.fixture
def client(user: User) -> Client:
    """Alice's browser."""
    client = Client()
    client.force_login(user)
    return client


def text(client: Client, path: str) -> str:
    """A page's text, its white space in one."""
    return " ".join(client.get(path).content.decode().split())


def html_tag(client: Client) -> str:
    page = client.get("/").content.decode()
    return page[page.index("<html") : page.index(">", page.index("<html"))]


# Profile


def test_settings_begin_with_defaults(client: Client) -> None:
    assert "Alice" in text(client, "/settings/")
    assert html_tag(client) == '<html lang="en" data-store="/settings/look/"'
    assert not Preferences.objects.exists()


def test_settings_are_stored_and_stand_on_every_page(client: Client) -> None:
    fields = {
        "theme": "dark",
        "card_size": "large",
        "four_colours": "on",
        "sounds": "on",
        "reduced_motion": "on",
    }

    assert client.post("/settings/", fields).headers["Location"] == "/settings/"

    assert html_tag(client) == (
        '<html lang="en" data-store="/settings/look/" data-theme="dark" data-deck="4"'
        ' data-cards="large" data-sounds="on" data-motion="reduce"'
    )
    client.post("/settings/", {"theme": "", "card_size": ""})
    assert html_tag(client) == '<html lang="en" data-store="/settings/look/"'


def test_a_setting_that_does_not_exist_is_refused(client: Client) -> None:
    assert client.post("/settings/", {"theme": "pink", "card_size": ""}).status_code == 200
    assert not Preferences.objects.exists()


def test_guests_keep_their_look_in_the_browser() -> None:
    guest = Client()
    guest.post("/tables/new/", {"size": 4, "target": 100})

    assert html_tag(guest) == '<html lang="en" '


def test_switches_outside_the_settings_store_theme_and_deck(client: Client, user: User) -> None:
    for fields in ({"theme": "light"}, {"deck": "4"}):
        assert client.post("/settings/look/", fields).status_code == 204

    stored = Preferences.objects.get(player=user.player)
    assert (stored.theme, stored.four_colours) == ("light", True)

    for fields in ({"theme": ""}, {"deck": ""}):
        assert client.post("/settings/look/", fields).status_code == 204
    stored.refresh_from_db()
    assert (stored.theme, stored.four_colours) == ("", False)


@pytest.mark.parametrize("fields", [{}, {"theme": "pink"}, {"deck": "5"}, {"sounds": "on"}])
def test_other_choices_are_refused(client: Client, fields: dict[str, str]) -> None:
    assert client.post("/settings/look/", fields).status_code == 400
    assert not Preferences.objects.exists()


# Leaderboards


def test_experience_is_shown_with_what_is_missing(client: Client, user: User) -> None:
    for number in range(7):
        finish_game(f"GAME{number}", [user.player.pk], clock.now_ms())

    page = text(client, "/settings/leaderboards/")

    assert "<b>7 of 10</b> games" in page
    assert "Finish 3 more games, at any table with a target of 50 or more." in page


def test_an_experienced_player_may_take_a_ranked_seat(client: Client, user: User) -> None:
    Player.objects.update(games_finished=12)

    page = text(client, "/settings/leaderboards/")

    assert "You are experienced: 12 games finished" in page
    assert "Nothing stands in your way" in page


def test_turning_hearts_off_asks_and_says_exactly_what_it_costs(client: Client) -> None:
    page = text(client, "/settings/leaderboards/off/")

    assert "<b>Elo goes back to 1500</b>" in page
    assert "<b>banned from ranked Hearts for 7 days (604,800 seconds)</b>" in page
    assert "<b>taken off the leaderboards</b>" in page
    assert "<b>No rating of yours is shown to others</b>, in old games either." in page
    assert "Turning Hearts on again lifts nothing." in page
    assert "Your skill rating stays." in page
    assert not RankedBan.objects.exists()


def test_hearts_is_turned_off_and_on_again(client: Client, user: User) -> None:
    client.post("/settings/leaderboards/off/")
    user.player.refresh_from_db()
    assert not user.player.leaderboards_on
    assert "You turned Hearts off" in text(client, "/settings/bans/")

    client.post("/settings/leaderboards/on/")
    user.player.refresh_from_db()
    assert user.player.leaderboards_on
    assert "You are banned from ranked games" in text(client, "/settings/leaderboards/")


def test_hearts_that_is_off_is_not_turned_off_again(client: Client, user: User) -> None:
    turn_leaderboards_off(user.player, clock.now_ms())

    response = client.get("/settings/leaderboards/off/")

    assert response.headers["Location"] == "/settings/leaderboards/"


def test_a_get_turns_nothing_on(client: Client) -> None:
    assert client.get("/settings/leaderboards/on/").status_code == 405


@pytest.fixture
def _refused() -> Iterator[None]:
    """Somebody refuses both, as ranking does while a game is not settled."""

    def refuse(**_: Any) -> None:
        raise AccountError("A ranked game of yours is not settled yet.")

    for signal in (leaderboards_turned_off, account_closing):
        signal.connect(refuse)
    yield
    for signal in (leaderboards_turned_off, account_closing):
        signal.disconnect(refuse)


@pytest.mark.usefixtures("_refused")
def test_a_refusal_is_said_with_its_reason(client: Client) -> None:
    off = client.post("/settings/leaderboards/off/", follow=True)
    close = client.post("/settings/close/", {"password": PASSWORD}, follow=True)

    assert b"A ranked game of yours is not settled yet." in off.content
    assert b"A ranked game of yours is not settled yet." in close.content
    assert logged_in_as(client) == "Alice"


# Bans


def test_bans_are_listed_with_reason_and_end_those_in_force_first(
    client: Client, user: User, fixed_clock: FixedClock
) -> None:
    now = fixed_clock.ms
    ban(user.player, RankedBan.Reason.MODERATOR, 604_800, now - 604_801_000, note="Rude words.")
    ban(user.player, RankedBan.Reason.QUIT, 3_600, now, game="KQ7FAB")

    page = text(client, "/settings/bans/")

    assert page.index("You left a ranked game before its end") < page.index("A moderator’s")
    assert page.count("In force") == page.count(">Over<") == 1
    assert "KQ7FAB" in page
    assert "Rude words." in page
    assert 'datetime="2026-09-21T15:13:20Z"' in page


def test_bans_of_others_are_not_listed(client: Client, bob: Player) -> None:
    ban(bob, RankedBan.Reason.QUIT, 3_600, clock.now_ms())

    assert "You have never been banned." in text(client, "/settings/bans/")


# Closing


def test_closing_asks_and_a_get_closes_nothing(client: Client) -> None:
    assert "“former player” in every game" in text(client, "/settings/close/")
    assert User.objects.exists()


def test_closing_asks_for_the_password(client: Client) -> None:
    response = client.post("/settings/close/", {"password": "wrong"})

    assert b"That password is not right." in response.content
    assert User.objects.exists()


def test_guesses_of_the_password_are_limited(client: Client) -> None:
    for _ in range(5):
        client.post("/settings/close/", {"password": "wrong"})

    client.post("/settings/close/", {"password": PASSWORD})

    assert User.objects.exists()


def test_the_right_password_closes_the_account_and_logs_out(client: Client) -> None:
    response = client.post("/settings/close/", {"password": PASSWORD})

    assert response.headers["Location"] == "/"
    assert b"Your account is closed." in client.get("/").content
    assert "_auth_user_id" not in client.session
    assert Player.objects.get().is_closed


def test_without_a_password_a_passkey_is_asked_for(client: Client, user: User) -> None:
    user.set_unusable_password()
    user.save()
    client.force_login(user)
    Authenticator.objects.create(user=user, type="webauthn", data={"name": "Phone"})

    for ask in (client.get, client.post):
        there = ask("/settings/close/").headers["Location"]
        assert there.startswith("/accounts/second-step/passkeys/reauthenticate/")

    assert User.objects.exists()
