import json

import pytest
from allauth.mfa.models import Authenticator
from django.test import Client

from accounts.models import User
from tests.accounts.passkeys import a_credential, passkey_of
from tests.accounts.people import PASSWORD, log_in_of, logged_in_as

pytestmark = pytest.mark.django_db

CREDENTIAL = a_credential()
ANSWER = CREDENTIAL["response"]
GARBAGE = [
    "",
    "x",
    "1",
    "[]",
    "{}",
    "null",
    '"a"',
    '"\\u0000"',
    "[" * 3000,
    "9" * 5000,
    '{"id": 1}',
    '{"id": "\\ud800"}',
    '{"response": []}',
    '{"response": {"userHandle": "MQ"}}',
    '{"response": {"userHandle": 5}}',
    '{"id": "a", "rawId": "!!", "type": "public-key", "response": {}}',
    json.dumps({**CREDENTIAL, "type": "other"}),
    json.dumps({**CREDENTIAL, "clientExtensionResults": 5}),
    json.dumps({**CREDENTIAL, "response": {**ANSWER, "attestationObject": "AAAA"}}),
    json.dumps({**CREDENTIAL, "response": {**ANSWER, "clientDataJSON": "AAAA"}}),
    json.dumps({**CREDENTIAL, "response": {**ANSWER, "userHandle": "OTk5OTk5OTk5OTk5OTk5"}}),
    json.dumps(CREDENTIAL),  # for another challenge
]
PASSKEYS = "/accounts/second-step/passkeys/"


@pytest.fixture
def user() -> User:
    """Alice, who has a passkey."""
    user = log_in_of("Alice")
    passkey_of(user)
    return user


@pytest.mark.parametrize("garbage", GARBAGE)
def test_a_made_up_answer_logs_nobody_in(client: Client, user: User, garbage: str) -> None:
    client.get(f"{PASSKEYS}log-in/", headers={"accept": "application/json"})

    response = client.post(f"{PASSKEYS}log-in/", {"credential": garbage})

    assert response.headers["Location"] == "/accounts/login/"
    assert logged_in_as(client) == ""


@pytest.mark.parametrize("garbage", GARBAGE)
def test_a_made_up_answer_is_no_second_step(client: Client, user: User, garbage: str) -> None:
    client.post("/accounts/login/", {"login": "Alice", "password": PASSWORD})
    client.get("/accounts/second-step/authenticate/")

    response = client.post("/accounts/second-step/authenticate/", {"credential": garbage})

    assert response.status_code == 200
    assert logged_in_as(client) == ""


@pytest.mark.parametrize("garbage", GARBAGE)
def test_a_made_up_answer_neither_adds_a_passkey_nor_confirms_who_one_is(
    client: Client, user: User, garbage: str
) -> None:
    client.force_login(user)
    client.get(f"{PASSKEYS}reauthenticate/")
    again = client.post(f"{PASSKEYS}reauthenticate/?next=/settings/", {"credential": garbage})
    assert again.headers["Location"] == f"{PASSKEYS}reauthenticate/?next=%2Fsettings%2F"

    client.post("/accounts/reauthenticate/", {"password": PASSWORD})
    client.get(f"{PASSKEYS}add/")
    added = client.post(f"{PASSKEYS}add/", {"credential": garbage, "passwordless": "on"})

    assert added.status_code == 200
    assert Authenticator.objects.count() == 1
