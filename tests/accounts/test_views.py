"""Log-in and log-out, guests who log in, forgotten passwords, second steps, own sessions."""

from typing import Any

import pytest
from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from allauth.mfa.totp.internal.auth import TOTP, format_hotp_value, generate_totp_secret, hotp_value
from allauth.mfa.totp.internal.auth import yield_hotp_counters_from_time as counters
from allauth.usersessions.models import UserSession
from django.core import mail
from django.test import Client

from accounts.models import Player, User
from tables.models import Seat
from tests.accounts.people import PASSWORD, enter, log_in_of, logged_in_as, mailed_code
from tests.conftest import clear_cache

pytestmark = pytest.mark.django_db


@pytest.fixture
def user() -> User:
    return log_in_of("Alice")


def log_in(client: Client, login: str = "Alice", password: str = PASSWORD) -> str:
    """Sends the log-in form; returns where it leads, or "" when it is shown again."""
    fields = {"login": login, "password": password}
    return client.post("/accounts/login/", fields).headers.get("Location", "")


# Log-in and log-out


@pytest.mark.parametrize(
    "login", ["Alice", "alice", "ALICE", "alice@example.org", "Alice@Example.Org"]
)
def test_one_logs_in_by_name_or_address_in_any_case(client: Client, user: User, login: str) -> None:
    assert log_in(client, login) == "/"
    assert logged_in_as(client) == "Alice"


def test_a_wrong_password_and_an_unknown_name_get_the_same_page(client: Client, user: User) -> None:
    pages = [
        client.post("/accounts/login/", {"login": login, "password": "wrong"}).content.decode()
        for login in ("Alice", "Bob00")
    ]

    assert "The name or the password is not right." in pages[0]
    assert without_tokens(pages[0]) == without_tokens(pages[1].replace("Bob00", "Alice"))
    assert logged_in_as(client) == ""


def without_tokens(page: str) -> str:
    return "\n".join(line for line in page.splitlines() if "csrfmiddlewaretoken" not in line)


def test_wrong_passwords_are_limited_even_for_the_right_one(client: Client, user: User) -> None:
    for _ in range(5):
        log_in(client, password="wrong")

    assert log_in(client) == ""
    assert logged_in_as(client) == ""
    clear_cache()
    assert log_in(client) == "/"


def test_log_ins_from_one_address_are_limited(client: Client) -> None:
    for number in range(30):
        log_in(client, f"nobody{number}", "wrong")

    response = client.post("/accounts/login/", {"login": "Alice", "password": PASSWORD})

    assert response.status_code == 429


def test_a_get_never_logs_out(client: Client, user: User) -> None:
    client.force_login(user)

    client.get("/accounts/logout/")
    assert logged_in_as(client) == "Alice"

    client.post("/accounts/logout/")
    assert logged_in_as(client) == ""


def test_a_log_out_from_another_site_is_refused(user: User) -> None:
    client = Client(enforce_csrf_checks=True)
    client.force_login(user)

    assert client.post("/accounts/logout/").status_code == 403
    assert logged_in_as(client) == "Alice"


def test_logging_out_elsewhere_ends_that_session_alone(user: User) -> None:
    here, there = Client(), Client()
    log_in(here)
    log_in(there)

    there.post("/accounts/logout/")

    assert logged_in_as(here) == "Alice"
    assert here.get("/settings/").status_code == 200


def test_a_deactivated_account_cannot_log_in(client: Client, user: User) -> None:
    User.objects.update(is_active=False)

    assert log_in(client) == "/accounts/inactive/"
    assert logged_in_as(client) == ""
    assert b"This account is closed" in client.get("/accounts/inactive/").content


def test_a_log_in_leads_back_but_never_to_another_site(user: User) -> None:
    fields = {"login": "Alice", "password": PASSWORD}

    inside = Client().post("/accounts/login/", {**fields, "next": "/settings/"})
    outside = Client().post("/accounts/login/", {**fields, "next": "https://evil.example/"})

    assert inside.headers["Location"] == "/settings/"
    assert outside.headers["Location"] == "/"


def test_twenty_log_ins_with_an_unconfirmed_address_mail_one_code_per_minute(settings: Any) -> None:
    settings.EMAIL_VERIFICATION = "mandatory"
    log_in_of("Alice", confirmed=False)

    pages = [
        Client().post("/accounts/login/", {"login": login, "password": PASSWORD})
        for login in ["Alice", "alice@example.org"] * 10
    ]

    assert len(mail.outbox) == 1
    assert pages[0].headers["Location"] == "/accounts/confirm-email/"
    assert b"We have mailed you a code a moment ago" in pages[1].content
    assert {page.status_code for page in pages[1:]} == {200}
    clear_cache()
    assert log_in(Client()) == "/accounts/confirm-email/"
    assert len(mail.outbox) == 2


# Guests who log in


def guest_of(client: Client) -> Player:
    """Makes the client a guest who has a seat at a table of their own."""
    client.post("/tables/new/", {"size": 4, "target": 100})
    return Player.objects.get(pk=client.session["player_id"])


def test_a_guest_is_asked_before_a_log_in_leaves_the_seat_behind(
    client: Client, user: User
) -> None:
    guest = guest_of(client)

    page = client.get("/accounts/login/?next=/rules/").content.decode()
    assert f"Give up {guest.name} and log in" in page
    assert log_in(client) == "/accounts/login/"

    assert logged_in_as(client) == ""
    assert Seat.objects.get(player=guest).held


def test_a_guest_who_agrees_gives_the_seat_up_and_nothing_is_merged(
    client: Client, user: User
) -> None:
    guest = guest_of(client)
    asked = client.post("/accounts/login/without-guest/", {"next": "/rules/"})
    assert asked.headers["Location"] == "/accounts/login/?next=%2Frules%2F"
    assert Seat.objects.get(player=guest).held

    assert log_in(client) == "/"

    assert logged_in_as(client) == "Alice"
    assert not Seat.objects.get(player=guest).held
    assert User.objects.get().player == user.player
    assert Player.objects.get(pk=guest.pk).is_guest
    assert not {"player_id", "guest_given_up"} & set(client.session.keys())


def test_a_passkey_does_not_log_a_guest_in_unasked(client: Client, user: User) -> None:
    guest_of(client)

    response = client.post("/accounts/second-step/passkeys/log-in/", {"credential": "{}"})

    assert response.headers["Location"] == "/accounts/login/"


def test_a_visitor_is_not_asked_about_a_guest(client: Client) -> None:
    assert b"Forgot your password?" in client.get("/accounts/login/").content
    client.post("/accounts/login/without-guest/")
    assert "guest_given_up" not in client.session


# Forgotten passwords


def reset(client: Client, address: str = "alice@example.org") -> str:
    """Asks for a code; returns where that leads."""
    return client.post("/accounts/password/reset/", {"email": address}).headers["Location"]


def choose_password(client: Client, code: str) -> None:
    client.post("/accounts/password/reset/confirm/", {"code": code})
    fields = {"password1": "moon-4712-x", "password2": "moon-4712-x"}
    client.post("/accounts/password/reset/complete/", fields)


def test_a_forgotten_password_is_replaced_by_a_mailed_code(client: Client, user: User) -> None:
    assert reset(client) == "/accounts/password/reset/confirm/"

    choose_password(client, mailed_code())

    assert logged_in_as(client) == ""
    assert log_in(client, password=PASSWORD) == ""
    assert log_in(client, password="moon-4712-x") == "/"


def test_an_unknown_address_gets_the_same_page_and_another_mail(user: User) -> None:
    known, unknown = Client(), Client()

    assert reset(known) == reset(unknown, "bob@example.org")

    pages = [c.get("/accounts/password/reset/confirm/").content.decode() for c in (known, unknown)]
    pages[1] = pages[1].replace("bob@example.org", "alice@example.org")
    assert without_tokens(pages[0]) == without_tokens(pages[1])
    assert "no account has this address" in mail.outbox[1].subject


def test_no_mail_holds_a_link_that_acts(client: Client, user: User) -> None:
    reset(client)
    code = mailed_code()

    assert "http" not in str(mail.outbox[0].body).replace("http://testserver/", "", 1)
    assert f"/{code}" not in str(mail.outbox[0].body)


def test_anothers_code_is_worth_nothing_under_another_log_in(client: Client, user: User) -> None:
    log_in_of("Bob")
    log_in(client, "Bob")
    reset(Client())

    choose_password(client, mailed_code())

    assert logged_in_as(client) == "Bob"
    assert log_in(Client()) == "/"


def test_a_reset_of_anothers_account_leaves_the_own_session_alone(
    client: Client, user: User
) -> None:
    log_in_of("Bob")
    log_in(client, "Bob")
    assert b"You are logged in as Bob" in client.get("/accounts/password/reset/").content

    reset(client)
    choose_password(client, mailed_code())

    assert logged_in_as(client) == "Bob"
    assert log_in(Client(), "Alice", "moon-4712-x") == "/"


def test_one_code_a_minute_is_mailed_to_an_address(user: User) -> None:
    reset(Client())

    response = Client().post("/accounts/password/reset/", {"email": "alice@example.org"})

    assert response.status_code == 429
    assert len(mail.outbox) == 1


def test_the_page_for_the_code_says_how_many_tries_are_left(client: Client, user: User) -> None:
    reset(client)
    address = "/accounts/password/reset/confirm/"
    pages = [client.get(address)]
    pages += [client.post(address, {"code": "AAAA-AAAA"}) for _ in range(2)]

    first, second, third = (page.content.decode() for page in pages)
    assert "three tries" in first
    assert "left" not in first
    assert "Two tries are left." in second
    assert "One try is left." in third
    assert client.post(address, {"code": "AAAA-AAAA"}).status_code == 302


def test_a_wrong_code_opens_nothing(client: Client, user: User) -> None:
    reset(client)

    choose_password(client, "AAAA-AAAA")

    assert log_in(client) == "/"


# Address and password of one's own


def confirm_identity(client: Client) -> None:
    client.post("/accounts/reauthenticate/", {"password": PASSWORD})


def test_a_new_address_counts_once_its_code_is_entered(client: Client, user: User) -> None:
    log_in(client)
    confirm_identity(client)

    client.post("/accounts/email/", {"action_add": "1", "email": "new@example.org"})
    assert EmailAddress.objects.get().email == "alice@example.org"
    enter(client, mailed_code())

    assert EmailAddress.objects.get().email == "new@example.org"
    assert User.objects.get().email == "new@example.org"


def test_an_address_is_changed_only_after_the_password(client: Client, user: User) -> None:
    log_in(client)

    response = client.post("/accounts/email/", {"action_add": "1", "email": "new@example.org"})

    assert response.headers["Location"].startswith("/accounts/reauthenticate/")
    assert len(mail.outbox) == 0


def test_a_new_password_is_told_by_mail(client: Client, user: User) -> None:
    log_in(client)

    client.post(
        "/accounts/password/change/",
        {"oldpassword": PASSWORD, "password1": "moon-4712-x", "password2": "moon-4712-x"},
        headers={"user-agent": "Ann's <b>browser</b>"},
    )

    assert logged_in_as(client) == "Alice"
    assert mail.outbox[0].subject == "Low Man: your password was changed"
    assert "(Ann's <b>browser</b>)" in str(mail.outbox[0].body)


# Second step


def test_a_log_in_with_an_app_asks_for_its_code(client: Client, user: User) -> None:
    secret = generate_totp_secret()
    TOTP.activate(user, secret)

    assert log_in(client) == "/accounts/second-step/authenticate/"
    assert logged_in_as(client) == ""
    client.post("/accounts/second-step/authenticate/", {"code": "000000"})
    assert logged_in_as(client) == ""

    right = format_hotp_value(hotp_value(secret, next(counters())))
    client.post("/accounts/second-step/authenticate/", {"code": right})
    assert logged_in_as(client) == "Alice"


def test_a_second_step_is_set_up_only_after_the_password(client: Client, user: User) -> None:
    log_in(client)

    there = client.get("/accounts/second-step/app/activate/").headers["Location"]
    assert there.startswith("/accounts/reauthenticate/")
    confirm_identity(client)

    assert client.get("/accounts/second-step/app/activate/").status_code == 200


def test_the_second_step_of_another_cannot_be_touched(client: Client, user: User) -> None:
    key = Authenticator.objects.create(user=user, type="webauthn", data={"name": "Phone"})
    log_in_of("Bob")
    log_in(client, "Bob")
    confirm_identity(client)

    for action in ("edit", "remove"):
        response = client.post(f"/accounts/second-step/passkeys/{key.pk}/{action}/", {"name": "x"})
        assert response.status_code == 404

    assert Authenticator.objects.get().data == {"name": "Phone"}


# Sessions


def test_ones_sessions_are_listed(client: Client, user: User) -> None:
    log_in(Client(headers={"user-agent": "(Linux) Firefox/143.0"}))
    log_in(client)

    page = client.get("/accounts/sessions/").content.decode()

    assert "Firefox on Linux" in page
    assert page.count("This one") == 1


def test_one_ends_a_session_elsewhere(client: Client, user: User) -> None:
    other, third = Client(), Client()
    for c in (other, third, client):
        log_in(c)
    named = UserSession.objects.get(session_key=other.session.session_key)

    client.post("/accounts/sessions/", {"session": named.pk})

    assert [logged_in_as(c) for c in (other, third, client)] == ["", "Alice", "Alice"]


def test_one_ends_all_other_sessions(client: Client, user: User) -> None:
    other = Client()
    for c in (other, client):
        log_in(c)

    client.post("/accounts/sessions/")

    assert [logged_in_as(c) for c in (other, client)] == ["", "Alice"]


def test_ending_this_session_is_a_log_out(client: Client, user: User) -> None:
    log_in(client)

    response = client.post("/accounts/sessions/", {"session": UserSession.objects.get().pk})

    assert response.headers["Location"] == "/"
    assert logged_in_as(client) == ""
    assert not UserSession.objects.exists()


def test_anothers_session_cannot_be_ended(client: Client, user: User) -> None:
    log_in_of("Bob")
    other = Client()
    log_in(other)
    log_in(client, "Bob")

    client.post("/accounts/sessions/", {"session": UserSession.objects.get(user=user).pk})

    assert logged_in_as(other) == "Alice"
