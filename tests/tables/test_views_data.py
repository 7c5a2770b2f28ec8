import json
from typing import Any

import pytest
from allauth.mfa.models import Authenticator
from django.test import Client

from accounts import clock
from accounts.commands import ban, finish_game
from accounts.models import Player, Preferences, RankedBan, User
from ranking.models import Rating
from tests.accounts.people import PASSWORD, log_in_of
from tests.tables.playing import game_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def user(client: Client) -> User:
    """Alice, logged in on the client."""
    user = log_in_of("Alice")
    client.post("/accounts/login/", {"login": "Alice", "password": PASSWORD})
    return user


def download(client: Client) -> dict[str, Any]:
    response = client.get("/settings/data/download/")
    assert response.headers["Content-Disposition"] == 'attachment; filename="low-man.json"'
    found: dict[str, Any] = json.loads(response.content)
    return found


def test_the_own_data_of_every_app_is_in_the_file(client: Client, user: User, bob: Player) -> None:
    player = user.player
    Preferences.objects.create(player=player, theme="dark")
    Rating.objects.create(player=player, elo=1512.25, elo_shown=1512)
    ban(player, RankedBan.Reason.QUIT, 3_600, clock.now_ms(), game="KQ7FAB")
    finish_game("KQ7FAB", [player.pk], clock.now_ms())
    code = game_of(player, bob)

    found = download(client)

    assert found["account"]["addresses"] == ["alice@example.org"]
    assert found["player"]["name"] == "Alice"
    assert found["settings"][0]["theme"] == "dark"
    assert found["rating"][0]["elo"] == 1512.25
    assert found["bans"][0]["game"] == "KQ7FAB"
    assert found["finished_games"][0]["game"] == "KQ7FAB"
    assert len(found["sessions"]) == 1
    assert found["games"] == [
        {
            "table": code,
            "seat": 0,
            "still_held": True,
            "ranked": False,
            "private": False,
            "size": 4,
            "target": 100,
            "state": "running",
            "opened_ms": found["games"][0]["opened_ms"],
        }
    ]


def test_the_file_holds_no_secret_and_nothing_of_others(
    client: Client, user: User, bob: Player
) -> None:
    Authenticator.objects.create(user=user, type="totp", data={"secret": "JBSWY3DP"})
    ban(bob, RankedBan.Reason.QUIT, 3_600, clock.now_ms())
    game_of(user.player, bob)

    text = json.dumps(download(client))

    assert str(client.session.session_key) not in text
    for secret in ("JBSWY3DP", "password", "Bob", "address_hash"):
        assert secret not in text


def test_the_file_is_its_owners_alone() -> None:
    response = Client().get("/settings/data/download/")

    assert response.headers["Location"].startswith("/accounts/login/")
