from collections.abc import Iterator
from typing import Any

import pytest
from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from allauth.usersessions.models import UserSession
from django.contrib.admin.models import LogEntry
from django.contrib.contenttypes.models import ContentType
from django.contrib.sessions.models import Session
from django.test import Client

from accounts.commands import ban, carry_bans_over, close_account, deactivate, finish_game
from accounts.commands.bans import address_hash
from accounts.errors import AccountError, ModeratorsAccount
from accounts.models import Player, Preferences, RankedBan, User
from accounts.signals import account_closing, player_deactivated
from tests.accounts.people import PASSWORD, log_in_of

pytestmark = pytest.mark.django_db

NOW = 1_790_000_000_000


@pytest.fixture
def user() -> User:
    return log_in_of("Alice")


@pytest.fixture
def told() -> Iterator[list[tuple[str, int]]]:
    """The names and times with which the others hear of a closing or deactivated account."""
    heard: list[tuple[str, int]] = []

    def hear(player: Player, now: int, **_: Any) -> None:
        heard.append((player.name, now))

    account_closing.connect(hear)
    player_deactivated.connect(hear)
    yield heard
    account_closing.disconnect(hear)
    player_deactivated.disconnect(hear)


def test_closing_deletes_the_log_in_and_blanks_the_player(user: User) -> None:
    Preferences.objects.create(player=user.player, theme="dark")
    Authenticator.objects.create(user=user, type="totp", data={"secret": "x"})

    close_account(user, NOW)

    player = Player.objects.get()
    assert (player.name, player.closed_ms, player.is_closed) == ("former player", NOW, True)
    for model in (User, EmailAddress, Preferences, Authenticator):
        assert not model.objects.exists()


def test_closing_ends_every_session(user: User, client: Client) -> None:
    client.post("/accounts/login/", {"login": "alice", "password": PASSWORD})
    assert UserSession.objects.count() == Session.objects.count() == 1

    close_account(user, NOW)

    assert not UserSession.objects.exists()
    assert not Session.objects.exists()


def test_the_games_of_a_closed_account_are_kept(user: User) -> None:
    finish_game("KQ7FAB", [user.player.pk], NOW)

    close_account(user, NOW)

    assert Player.objects.get().finished_games.get().game == "KQ7FAB"


def test_many_closed_accounts_share_the_name_that_nobody_can_register(user: User) -> None:
    close_account(user, NOW)
    close_account(log_in_of("Bob"), NOW)

    assert [str(p) for p in Player.objects.all()] == ["former player", "former player"]
    assert not Player.objects.named("former player").exists()


def test_the_name_of_a_closed_account_is_free_again(user: User) -> None:
    close_account(user, NOW)

    assert log_in_of("ALICE").player.name == "ALICE"


def test_a_ban_in_force_survives_a_new_registration_with_the_address(user: User) -> None:
    begun = ban(user.player, RankedBan.Reason.QUIT, 3_600, NOW)

    close_account(user, NOW)

    begun.refresh_from_db()
    assert begun.address_hash == address_hash("alice@example.org")
    again = log_in_of("Alice")
    carry_bans_over(again.player, again.email, NOW)
    assert RankedBan.objects.in_force(NOW).get(player=again.player) == begun


def test_the_others_are_told_before_the_name_goes(user: User, told: list[tuple[str, int]]) -> None:
    close_account(user, NOW)

    assert told == [("Alice", NOW)]


def test_who_refuses_keeps_the_account_whole(user: User, transactional_db: None) -> None:
    def refuse(**_: Any) -> None:
        raise AccountError("A ranked game of yours is not settled.")

    account_closing.connect(refuse)
    try:
        with pytest.raises(AccountError, match="not settled"):
            close_account(user, NOW)
    finally:
        account_closing.disconnect(refuse)

    assert User.objects.get().player.name == "Alice"
    assert EmailAddress.objects.exists()


def test_a_moderators_account_is_kept(user: User) -> None:
    user.is_staff = True
    with pytest.raises(ModeratorsAccount):
        close_account(user, NOW)


def test_so_is_the_account_of_who_has_been_a_moderator(user: User) -> None:
    LogEntry.objects.create(
        user=user, content_type=ContentType.objects.first(), object_id="1", action_flag=2
    )
    with pytest.raises(ModeratorsAccount):
        close_account(user, NOW)

    assert LogEntry.objects.exists()


def test_deactivating_ends_the_sessions_and_tells_the_others(
    user: User, client: Client, told: list[tuple[str, int]]
) -> None:
    client.post("/accounts/login/", {"login": "alice", "password": PASSWORD})

    deactivate(user, NOW)

    assert not User.objects.get().is_active
    assert not user.is_active
    assert not Session.objects.exists()
    assert told == [("Alice", NOW)]


def test_deactivating_twice_is_once(user: User, told: list[tuple[str, int]]) -> None:
    deactivate(user, NOW)
    deactivate(user, NOW + 1)

    assert told == [("Alice", NOW)]
