"""Registration, where an address must be confirmed and where it need not be."""

import threading
from typing import Any

import pytest
from allauth.account.models import EmailAddress
from django.core import mail
from django.db import connection
from django.test import Client

from accounts import clock
from accounts.commands import ban, close_account, finish_game
from accounts.forms import RegistrationForm
from accounts.models import ForbiddenWord, Player, RankedBan, User
from tables.commands import play
from tests.accounts.people import PASSWORD, enter, log_in_of, logged_in_as, mailed_code, register
from tests.conftest import clear_cache
from tests.tables.playing import pass_any, state_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def _mandatory(settings: Any) -> None:
    settings.EMAIL_VERIFICATION = "mandatory"


mandatory = pytest.mark.usefixtures("_mandatory")


def guest_of(client: Client) -> Player:
    """Makes the client a guest who has a seat at a table of their own."""
    client.post("/tables/new/", {"size": 4, "target": 100})
    return Player.objects.get(pk=client.session["player_id"])


@mandatory
def test_who_registers_is_logged_in_once_the_mailed_code_is_entered(client: Client) -> None:
    assert register(client, "Alice") == "/accounts/confirm-email/"
    assert logged_in_as(client) == ""
    assert mail.outbox[0].to == ["alice@example.org"]

    assert enter(client, mailed_code()) == "/"

    assert logged_in_as(client) == "Alice"
    assert EmailAddress.objects.get().verified
    assert User.objects.get().player.name == "Alice"


@mandatory
def test_a_wrong_code_confirms_nothing_and_the_third_ends_it(client: Client) -> None:
    register(client, "Alice")
    right = mailed_code()

    for _ in range(2):
        assert enter(client, "AAAA-AAAA") == ""
    assert enter(client, "AAAA-AAAA") == "/accounts/login/"

    enter(client, right)
    assert logged_in_as(client) == ""
    assert not EmailAddress.objects.get().verified


@mandatory
def test_a_code_counts_only_in_the_session_that_asked_for_it(client: Client) -> None:
    register(client, "Alice")

    other = Client()
    enter(other, mailed_code())

    assert logged_in_as(other) == ""
    assert not EmailAddress.objects.get().verified


@mandatory
def test_an_address_that_is_known_gets_the_same_page_and_another_mail(client: Client) -> None:
    log_in_of("Alice")

    fresh, known = Client(), Client()
    answers = [register(fresh, "Bob"), register(known, "Carol", "alice@example.org")]
    pages = [c.get("/accounts/confirm-email/").content.decode() for c in (fresh, known)]

    assert answers == ["/accounts/confirm-email/"] * 2
    assert strip(pages[0], "bob@example.org") == strip(pages[1], "alice@example.org")
    assert "registered already" in mail.outbox[1].subject
    assert not User.objects.filter(username="Carol").exists()


def strip(page: str, address: str) -> str:
    """A page without what is another's each time: address, tokens, passing messages."""
    lines = page.replace(address, "…").splitlines()
    return "\n".join(line for line in lines if "csrfmiddlewaretoken" not in line)


def test_where_confirming_is_optional_a_known_address_changes_nothing_either() -> None:
    log_in_of("Alice")

    fresh, known = Client(), Client()
    answers = [register(fresh, "Bob"), register(known, "Carol", "alice@example.org")]

    assert answers == ["/", "/"]
    assert [logged_in_as(c) for c in (fresh, known)] == ["Bob", "Carol"]


def test_where_confirming_is_optional_the_code_may_be_entered_later(client: Client) -> None:
    register(client, "Alice")
    assert logged_in_as(client) == "Alice"

    enter(client, mailed_code())

    assert EmailAddress.objects.get().verified


def test_an_address_is_confirmed_for_one_account_only() -> None:
    log_in_of("Alice")
    client = Client()
    register(client, "Carol", "alice@example.org")

    enter(client, mailed_code())

    assert [a.user.username for a in EmailAddress.objects.filter(verified=True)] == ["Alice"]


@mandatory
def test_a_guest_with_a_seat_plays_on_while_the_code_is_awaited(client: Client) -> None:
    guest = guest_of(client)
    seat = guest.seats.get()
    play.start(seat.table.code, guest.pk, fill=True)
    finish_game("KQ7FAB", [guest.pk], clock.now_ms())

    register(client, "Alice")

    assert client.session["player_id"] == guest.pk
    assert Player.objects.get(pk=guest.pk).name == guest.name
    assert b"you play on as guest-" in client.get("/accounts/confirm-email/").content
    pass_any(seat.table.code, guest)

    enter(client, mailed_code())

    player = User.objects.get().player
    assert player == Player.objects.get() == guest
    assert (player.name, player.is_guest, player.games_finished) == ("Alice", False, 1)
    assert player.seats.get() == seat
    assert seat.held
    assert state_of(seat.table.code).seat_of(player.pk) == seat.number
    assert "player_id" not in client.session


@mandatory
def test_a_guest_who_cancels_plays_on(client: Client) -> None:
    guest = guest_of(client)
    register(client, "Alice")

    client.post("/accounts/logout/", {"next": "/accounts/login/"})

    assert client.session["player_id"] == guest.pk
    assert Player.objects.get(pk=guest.pk).is_guest


@mandatory
def test_a_later_log_in_completes_a_registration_and_takes_the_guest_along(client: Client) -> None:
    register(Client(), "Alice")
    guest = guest_of(client)
    client.post("/accounts/login/without-guest/")
    clear_cache()  # a minute later another code is mailed

    client.post("/accounts/login/", {"login": "Alice", "password": PASSWORD})
    enter(client, mailed_code())

    assert User.objects.get().player == guest


def test_a_visitor_without_a_guest_gets_a_player_of_their_own(client: Client) -> None:
    register(client, "Alice")

    assert [p.name for p in Player.objects.all()] == ["Alice"]


def test_bans_of_a_closed_account_go_on_after_a_new_registration(client: Client) -> None:
    user = log_in_of("Alice")
    begun = ban(user.player, RankedBan.Reason.QUIT, 3_600, clock.now_ms())
    close_account(user, clock.now_ms())

    register(client, "Alicia", "alice@example.org")

    begun.refresh_from_db()
    assert begun.player.name == "Alicia"


@pytest.mark.parametrize(
    "name",
    [
        "\u0430lice",
        "al\u200bice",
        "ａｌｉｃｅ",
        "alice.",
        "al",
        "Bot-Fern",
        "moderator",
        "guest-4711",
    ],
)
def test_a_name_that_may_pass_for_another_is_refused(client: Client, name: str) -> None:
    assert register(client, name, "alice@example.org") == ""

    assert not User.objects.exists()


def test_a_name_that_is_too_long_is_refused_in_one_sentence(client: Client) -> None:
    fields = {"username": "Alice" * 5, "email": "alice@example.org", "password1": PASSWORD}

    page = client.post("/accounts/signup/", fields).content.decode()

    assert page.count("A name has 3 to 20 characters") == 1
    assert "at most" not in page
    assert not User.objects.exists()


@pytest.mark.parametrize("name", ["alice", "ALICE"])
def test_a_name_is_taken_whatever_its_case(client: Client, name: str) -> None:
    log_in_of("Alice")

    response = client.post(
        "/accounts/signup/", {"username": name, "email": "a@example.org", "password1": PASSWORD}
    )

    assert b"This name is taken." in response.content
    assert User.objects.count() == 1


def test_a_forbidden_word_is_refused(client: Client) -> None:
    ForbiddenWord.objects.create(word="darn")

    assert register(client, "D4rn-Alice") == ""
    assert register(client, "Alice") == "/"


@pytest.mark.django_db(transaction=True)
def test_of_two_who_register_a_name_at_once_one_gets_it(monkeypatch: pytest.MonkeyPatch) -> None:
    both_checked = threading.Barrier(2, timeout=10)

    monkeypatch.setattr("accounts.forms.RegistrationForm.save", saving_after(both_checked))
    answers: list[str] = []

    def visit(name: str) -> None:
        answers.append(register(Client(), name, f"{name}@example.org"))
        connection.close()

    visitors = [threading.Thread(target=visit, args=[name]) for name in ("Alice", "alice")]
    for visitor in visitors:
        visitor.start()
    for visitor in visitors:
        visitor.join()

    assert sorted(answers) == ["", "/"]
    assert User.objects.count() == Player.objects.count() == 1


def saving_after(barrier: threading.Barrier) -> Any:
    """A form's `save` that waits until both have been found valid."""
    save = RegistrationForm.save

    def waiting(form: RegistrationForm, request: Any) -> User:
        barrier.wait()
        return save(form, request)

    return waiting


def test_registrations_from_one_address_are_limited(client: Client) -> None:
    for number in range(20):
        register(Client(), f"Alice{number}")

    response = client.post("/accounts/signup/", {})

    assert response.status_code == 429
    assert b"Not so fast" in response.content
