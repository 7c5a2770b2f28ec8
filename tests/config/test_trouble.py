import smtplib

import pytest
from django.core.cache import caches
from django.test import Client
from redis import ConnectionError as RedisAway

from accounts.models import User
from tests.accounts.people import PASSWORD, log_in_of, logged_in_as, register

pytestmark = pytest.mark.django_db


def raising(error: Exception) -> object:
    def raise_it(*_: object, **__: object) -> None:
        raise error

    return raise_it


def test_a_log_in_while_redis_is_away_is_answered_with_a_sentence(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    log_in_of("Alice")
    monkeypatch.setattr(type(caches["default"]), "add", raising(RedisAway()))

    response = client.post("/accounts/login/", {"login": "Alice", "password": PASSWORD})

    assert response.status_code == 503
    assert b"Games go on." in response.content
    assert logged_in_as(client) == ""


@pytest.mark.parametrize(
    "error", [ConnectionRefusedError(), TimeoutError(), smtplib.SMTPServerDisconnected()]
)
def test_a_registration_while_the_mail_server_is_away_can_be_completed_later(
    client: Client, monkeypatch: pytest.MonkeyPatch, error: Exception
) -> None:
    with monkeypatch.context() as patch:
        patch.setattr("django.core.mail.backends.locmem.EmailBackend.send_messages", raising(error))
        response = client.post(
            "/accounts/signup/",
            {"username": "Alice", "email": "alice@example.org", "password1": PASSWORD},
        )

    assert response.status_code == 503
    assert User.objects.get().username == "Alice"
    client.post("/accounts/login/", {"login": "Alice", "password": PASSWORD})
    assert logged_in_as(client) == "Alice"


def test_another_fault_is_a_bug(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("accounts.commands.carry_bans_over", raising(ValueError("a bug")))

    with pytest.raises(ValueError, match="a bug"):
        register(client, "Alice")
