"""Log-ins, registrations and mailed codes, as the tests of accounts need them."""

import re

from allauth.account.models import EmailAddress
from django.core import mail
from django.test import Client

from accounts.models import User
from accounts.sessions import Known

PASSWORD = "hearts-4711"


def log_in_of(name: str, *, confirmed: bool = True) -> User:
    """Somebody registered, with an address, who has logged in before."""
    address = f"{name.lower()}@example.org"
    user = User.objects.create_user(name, address, PASSWORD)
    EmailAddress.objects.create(user=user, email=address, primary=True, verified=confirmed)
    User.objects.filter(pk=user.pk).update(last_login=user.date_joined)
    user.refresh_from_db()
    return user


def register(client: Client, name: str, address: str | None = None) -> str:
    """Sends the registration form; returns where it leads, or "" when it is shown again."""
    fields = {
        "username": name,
        "email": address or f"{name.lower()}@example.org",
        "password1": PASSWORD,
    }
    return client.post("/accounts/signup/", fields).headers.get("Location", "")


def mailed_code() -> str:
    """The code in the last mail."""
    found = re.search(r"^[A-Z0-9]{4}-[A-Z0-9]{4}$", str(mail.outbox[-1].body), re.MULTILINE)
    assert found, mail.outbox[-1].body
    return found[0]


def enter(client: Client, code: str) -> str:
    """Sends the code that confirms an address; returns where it leads, "" when it is refused."""
    response = client.post("/accounts/confirm-email/", {"code": code})
    return response.headers.get("Location", "")


def logged_in_as(client: Client) -> str:
    """The name of the log-in behind a client's session, or ""."""
    user = User.objects.filter(pk=client.session.get("_auth_user_id", 0)).first()
    return user.username if user else ""


def known(client: Client) -> Known:
    """What a socket knows of the session with which it was opened."""
    session = client.session
    user = session.get("_auth_user_id")
    return (
        str(session.session_key),
        None if user is None else int(user),
        session.get("_auth_user_hash"),
    )
