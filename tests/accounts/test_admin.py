import pytest
from allauth.mfa.models import Authenticator
from django.contrib.admin.models import LogEntry
from django.test import Client

from accounts import clock
from accounts.commands import ban
from accounts.models import ForbiddenWord, Player, RankedBan, User
from tests.accounts.people import log_in_of, logged_in_as

pytestmark = pytest.mark.django_db


@pytest.fixture
def user() -> User:
    return log_in_of("Alice")


@pytest.mark.parametrize("model", ["player", "user", "rankedban", "forbiddenword"])
def test_moderators_see_the_lists(admin_client: Client, user: User, model: str) -> None:
    ban(user.player, RankedBan.Reason.QUIT, 3_600, clock.now_ms())

    assert admin_client.get(f"/admin/accounts/{model}/").status_code == 200


def test_players_come_into_being_elsewhere(admin_client: Client) -> None:
    assert admin_client.get("/admin/accounts/player/add/").status_code == 403


@pytest.mark.parametrize("model", ["player", "user", "rankedban"])
def test_nobody_is_deleted(admin_client: Client, user: User, model: str) -> None:
    begun = ban(user.player, RankedBan.Reason.QUIT, 3_600, clock.now_ms())
    row = {"player": user.player, "user": user, "rankedban": begun}[model]

    response = admin_client.post(f"/admin/accounts/{model}/{row.pk}/delete/", {"post": "yes"})

    assert response.status_code == 403
    row.refresh_from_db()


def test_a_log_in_made_in_the_admin_has_a_player(admin_client: Client) -> None:
    fields = {
        "username": "Bob",
        "usable_password": "true",
        "password1": "hearts-4711",
        "password2": "hearts-4711",
    }

    admin_client.post("/admin/accounts/user/add/", fields)

    assert User.objects.get(username="Bob").player.name == "Bob"


def test_taking_active_away_deactivates(admin_client: Client, client: Client, user: User) -> None:
    client.post("/accounts/login/", {"login": "Alice", "password": "hearts-4711"})
    page = admin_client.get(f"/admin/accounts/user/{user.pk}/change/")
    initial = page.context["adminform"].form.initial
    fields = {
        "username": "Alice",
        "email": "alice@example.org",
        "date_joined_0": f"{initial['date_joined']:%Y-%m-%d}",
        "date_joined_1": f"{initial['date_joined']:%H:%M:%S}",
    }

    response = admin_client.post(f"/admin/accounts/user/{user.pk}/change/", fields)

    assert response.status_code == 302
    assert not User.objects.get(pk=user.pk).is_active
    assert logged_in_as(client) == ""
    assert not client.session.items()


def test_a_moderator_adds_a_ban(admin_client: Client, user: User) -> None:
    admin_client.post(
        "/admin/accounts/rankedban/add/",
        {"player": user.player.pk, "hours": "24", "note": "Rude words."},
    )

    begun = RankedBan.objects.get()
    assert (begun.player, begun.reason, begun.note) == (user.player, "moderator", "Rude words.")
    assert begun.end_ms - begun.start_ms == 86_400_000
    assert LogEntry.objects.count() == 1


def test_a_moderator_lifts_a_ban(admin_client: Client, admin_user: User, user: User) -> None:
    begun = ban(user.player, RankedBan.Reason.QUIT, 3_600, clock.now_ms())

    admin_client.post(
        "/admin/accounts/rankedban/", {"action": "lift", "_selected_action": [begun.pk]}
    )

    begun.refresh_from_db()
    assert begun.lifted_by == admin_user.player
    assert not begun.is_in_force(clock.now_ms())
    assert LogEntry.objects.get().get_change_message() == "Lifted."


def test_a_ban_is_not_altered(admin_client: Client, user: User) -> None:
    begun = ban(user.player, RankedBan.Reason.QUIT, 3_600, clock.now_ms())

    response = admin_client.post(f"/admin/accounts/rankedban/{begun.pk}/change/", {"end_ms": 1})

    assert response.status_code == 403


@pytest.mark.parametrize(("word", "kept"), [("Darn", ["darn"]), ("d-n", []), ("dárn", [])])
def test_forbidden_words_are_kept_as_names_are_compared(
    admin_client: Client, word: str, kept: list[str]
) -> None:
    admin_client.post("/admin/accounts/forbiddenword/add/", {"word": word, "inside_words": "on"})

    assert [str(found) for found in ForbiddenWord.objects.all()] == kept


def test_a_second_step_is_removed_for_who_lost_it_and_its_secret_never_shown(
    admin_client: Client, user: User
) -> None:
    app = Authenticator.objects.create(user=user, type="totp", data={"secret": "JBSWY3DP"})

    page = admin_client.get(f"/admin/mfa/authenticator/{app.pk}/change/")
    assert b"Alice" in page.content
    assert b"JBSWY3DP" not in page.content
    admin_client.post(f"/admin/mfa/authenticator/{app.pk}/delete/", {"post": "yes"})

    assert not Authenticator.objects.exists()


def test_the_admins_bans_are_found_by_the_players_name(admin_client: Client, user: User) -> None:
    ban(user.player, RankedBan.Reason.QUIT, 3_600, clock.now_ms(), game="KQ7FAB")
    other = Player.objects.create(name="Bob", is_guest=False)
    ban(other, RankedBan.Reason.QUIT, 3_600, clock.now_ms(), game="ABCDEF")

    page = admin_client.get("/admin/accounts/rankedban/?q=alice").content

    assert b"KQ7FAB" in page
    assert b"ABCDEF" not in page
