from datetime import timedelta
from typing import Any

import pytest
from allauth.account.models import EmailAddress

from accounts import clock
from accounts.commands import (
    adopt_guest,
    clear_unfinished_registrations,
    finish_game,
    give_up_guest,
)
from accounts.models import Player, User
from accounts.signals import guest_given_up
from tests.accounts.people import log_in_of

pytestmark = pytest.mark.django_db

NOW = 1_790_000_000_000


@pytest.fixture
def guest() -> Player:
    return Player.objects.create(name="guest-4711", is_guest=True)


@pytest.fixture
def user() -> User:
    return User.objects.create_user("Alice", "alice@example.org")


def test_a_guest_becomes_the_player_of_a_new_log_in(user: User, guest: Player) -> None:
    finish_game("KQ7FAB", [guest.pk], NOW)

    assert adopt_guest(user, guest.pk)

    player = Player.objects.get()
    assert User.objects.get().player == user.player == player == guest
    assert (player.name, player.is_guest, player.games_finished) == ("Alice", False, 1)


def test_a_log_in_with_a_history_keeps_its_player(user: User, guest: Player) -> None:
    finish_game("KQ7FAB", [user.player.pk], NOW)
    own = user.player

    assert not adopt_guest(user, guest.pk)

    guest.refresh_from_db()
    assert guest.is_guest
    assert user.player == User.objects.get().player == own


def test_only_a_guest_is_adopted(user: User, bob: Player) -> None:
    assert not adopt_guest(user, bob.pk)
    assert not adopt_guest(user, 0)
    assert Player.objects.count() == 2


def test_the_others_are_told_of_a_guest_who_is_given_up(guest: Player, bob: Player) -> None:
    heard: list[tuple[Player, int]] = []

    def hear(player: Player, now: int, **_: Any) -> None:
        heard.append((player, now))

    guest_given_up.connect(hear)
    try:
        for player_id in (guest.pk, bob.pk, 0):
            give_up_guest(player_id, NOW)
    finally:
        guest_given_up.disconnect(hear)

    assert heard == [(guest, NOW)]


def registered(name: str, *, days_ago: int, confirmed: bool = False, address: bool = True) -> User:
    user = User.objects.create_user(name, date_joined=clock.now() - timedelta(days=days_ago))
    if address:
        EmailAddress.objects.create(user=user, email=f"{name}@example.org", verified=confirmed)
    return user


def test_a_registration_that_is_never_confirmed_is_cleared(user: User) -> None:
    registered("Bob", days_ago=31)

    assert clear_unfinished_registrations(30) == 1

    assert User.objects.get() == user
    assert Player.objects.get() == user.player


def test_a_registration_is_kept_that_may_yet_be_confirmed_or_was_used() -> None:
    registered("Bob", days_ago=29)
    registered("Carol", days_ago=31, confirmed=True)
    registered("Dave", days_ago=31, address=False)
    used = log_in_of("Erin", confirmed=False)
    User.objects.filter(pk=used.pk).update(date_joined=clock.now() - timedelta(days=31))

    assert clear_unfinished_registrations(30) == 0
    assert User.objects.count() == 4
