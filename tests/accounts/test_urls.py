import pytest
from django.contrib.auth import get_user
from django.http import HttpRequest
from django.test import Client, override_settings

from accounts.models import User

pytestmark = pytest.mark.django_db


def who(client: Client) -> str:
    request = HttpRequest()
    request.session = client.session
    return get_user(request).get_username()


@pytest.fixture
def user() -> User:
    return User.objects.create_user("alice", password="hearts-4711")


@pytest.mark.parametrize("name", ["alice", "ALICE"])
def test_a_player_logs_in_by_name_and_password(client: Client, user: User, name: str) -> None:
    response = client.post("/accounts/login/", {"login": name, "password": "hearts-4711"})

    assert response.status_code == 302
    assert response.headers["Location"] == "/"
    assert who(client) == "alice"


def test_a_wrong_password_logs_nobody_in(client: Client, user: User) -> None:
    response = client.post("/accounts/login/", {"login": "alice", "password": "wrong"})

    assert response.status_code == 200
    assert who(client) == ""


def test_a_get_never_logs_out(client: Client, user: User) -> None:
    client.force_login(user)

    client.get("/accounts/logout/")
    assert who(client) == "alice"

    client.post("/accounts/logout/")
    assert who(client) == ""


def test_a_log_out_from_another_site_is_refused(user: User) -> None:
    client = Client(enforce_csrf_checks=True)
    client.force_login(user)

    assert client.post("/accounts/logout/").status_code == 403
    assert who(client) == "alice"


def test_nobody_can_register_yet(client: Client) -> None:
    fields = {"username": "mallory", "password1": "hearts-4711", "password2": "hearts-4711"}

    client.post("/accounts/signup/", fields)

    assert not User.objects.exists()


def test_the_admins_log_in_is_the_sites(client: Client) -> None:
    response = client.get("/admin/login/")

    assert response.status_code == 302
    assert response.headers["Location"].startswith("/accounts/login/")


def test_the_admin_lists_players_and_log_ins(admin_client: Client) -> None:
    for name in ("player", "user"):
        assert admin_client.get(f"/admin/accounts/{name}/").status_code == 200
    assert admin_client.get("/admin/accounts/player/add/").status_code == 403


def test_a_log_in_made_in_the_admin_has_a_player(admin_client: Client) -> None:
    fields = {
        "username": "bob",
        "usable_password": "true",
        "password1": "hearts-4711",
        "password2": "hearts-4711",
    }

    admin_client.post("/admin/accounts/user/add/", fields)

    assert User.objects.get(username="bob").player.name == "bob"


@override_settings(DEBUG=False)
def test_a_closed_account_cannot_log_in(client: Client, user: User) -> None:
    user.is_active = False
    user.save()

    client.post("/accounts/login/", {"login": "alice", "password": "hearts-4711"})

    assert who(client) == ""
