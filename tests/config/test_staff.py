from typing import Any

import pytest
from allauth.mfa.models import Authenticator
from django.test import Client

from accounts.models import User
from tests.accounts.people import log_in_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def moderator(client: Client) -> User:
    """A moderator, logged in on the client."""
    user = log_in_of("Erin")
    user.is_staff = user.is_superuser = True
    user.save()
    client.force_login(user)
    return user


def test_the_admins_log_in_is_the_sites(client: Client) -> None:
    response = client.get("/admin/", follow=True)

    assert response.redirect_chain[-1][0] == "/accounts/login/?next=/admin/"


def test_a_player_may_not_enter_the_admin(client: Client) -> None:
    client.force_login(log_in_of("Alice"))

    assert client.get("/admin/", follow=True).status_code == 403


def test_a_moderator_enters(client: Client, moderator: User) -> None:
    assert client.get("/admin/").status_code == 200
    assert client.get("/admin/login/").headers["Location"] == "/admin/"


def test_where_a_second_step_is_due_a_moderator_without_one_is_led_to_it(
    client: Client, moderator: User, settings: Any
) -> None:
    settings.STAFF_SECOND_STEP = True

    response = client.get("/admin/accounts/player/", follow=True)

    assert response.redirect_chain[-1][0] == "/accounts/second-step/"
    assert b"Moderators need a second step" in response.content

    Authenticator.objects.create(user=moderator, type="totp", data={"secret": "x"})
    assert client.get("/admin/accounts/player/").status_code == 200
