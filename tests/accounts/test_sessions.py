from typing import Any

import pytest
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from accounts import clock
from accounts.commands import close_account, deactivate
from accounts.models import User
from accounts.sessions import living
from tests.accounts.people import PASSWORD, known, log_in_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def user() -> User:
    return log_in_of("Alice")


def logged_in(user: User) -> Client:
    client = Client()
    client.force_login(user)
    return client


def guest() -> Client:
    client = Client()
    client.post("/tables/new/", {"size": 4, "target": 100})
    return client


def test_sessions_of_players_and_guests_live(user: User) -> None:
    sessions = [known(logged_in(user)), known(guest())]

    assert living(sessions) == {key for key, _, _ in sessions}


def test_a_log_out_ends_that_session_only(user: User) -> None:
    here, there = logged_in(user), logged_in(user)
    sessions = [known(here), known(there)]

    here.post("/accounts/logout/")

    assert living(sessions) == {sessions[1][0]}


def test_a_log_in_gives_the_session_another_key(user: User) -> None:
    client = guest()
    before = known(client)
    client.post("/accounts/login/without-guest/")

    client.post("/accounts/login/", {"login": "Alice", "password": PASSWORD})

    assert living([before, known(client)]) == {known(client)[0]}


def test_a_new_password_ends_all_other_sessions(user: User) -> None:
    here, there = logged_in(user), logged_in(user)
    sessions = [known(here), known(there)]

    here.post(
        "/accounts/password/change/",
        {"oldpassword": PASSWORD, "password1": "moon-4712-x", "password2": "moon-4712-x"},
    )

    assert living(sessions) == set()
    assert living([known(here)]) == {known(here)[0]}


def test_deactivation_ends_all_sessions(user: User) -> None:
    session = known(logged_in(user))

    deactivate(user, clock.now_ms())

    assert living([session]) == set()


def test_closing_the_account_ends_all_sessions(user: User) -> None:
    session = known(logged_in(user))

    close_account(user, clock.now_ms())

    assert living([session]) == set()


def test_a_session_that_has_expired_is_over(user: User) -> None:
    client = logged_in(user)
    session = client.session
    session.set_expiry(-1)
    session.save()

    assert living([known(client)]) == set()


def test_a_session_without_a_hash_is_none_of_a_log_in(user: User) -> None:
    key, user_id, _ = known(logged_in(user))

    assert living([(key, user_id, None)]) == set()


def test_a_secret_that_was_replaced_keeps_sessions_while_it_is_a_fallback(
    user: User, settings: Any
) -> None:
    session = known(logged_in(user))
    old, settings.SECRET_KEY = settings.SECRET_KEY, "a new secret " * 5

    assert living([session]) == set()
    settings.SECRET_KEY_FALLBACKS = [old]
    assert living([session]) == {session[0]}


def test_any_number_of_sessions_takes_two_queries(
    user: User, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    sessions = [known(logged_in(user)) for _ in range(5)] + [known(guest())]
    clock.sync()

    with django_assert_num_queries(2):
        assert len(living(sessions)) == 6
    with django_assert_num_queries(0):
        assert living([]) == set()
