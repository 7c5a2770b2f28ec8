import re

import pytest
from django.contrib.auth.models import AnonymousUser
from django.contrib.sessions.backends.db import SessionStore
from django.http import HttpRequest, HttpResponse
from django.test import RequestFactory, override_settings

from accounts.context_processors import viewer
from accounts.identity import (
    device_of,
    keep_guest,
    make_guest,
    player_id_of,
    player_of,
    remember_device,
)
from accounts.models import Player, User

pytestmark = pytest.mark.django_db


@pytest.fixture
def visitor(rf: RequestFactory) -> HttpRequest:
    """A request of somebody unknown."""
    request = rf.get("/")
    request.session = SessionStore()
    request.user = AnonymousUser()
    return request


def test_a_visitor_is_nobody_yet(visitor: HttpRequest) -> None:
    assert player_id_of(visitor.session, visitor.user) is None
    assert player_of(visitor) is None
    assert not viewer(visitor)["viewer"]
    assert not Player.objects.exists()


def as_guest(visitor: HttpRequest) -> Player:
    guest = make_guest()
    keep_guest(visitor, guest)
    return guest


def test_a_visitor_who_needs_an_identity_becomes_a_guest(visitor: HttpRequest) -> None:
    player = as_guest(visitor)

    assert player.is_guest
    assert re.fullmatch(r"guest-\d{4}", player.name)
    assert player_id_of(visitor.session, visitor.user) == player.pk
    assert player_of(visitor) == player
    assert viewer(visitor)["viewer"] == player


def test_a_guest_in_the_session_who_is_gone_is_nobody(visitor: HttpRequest) -> None:
    as_guest(visitor).delete()

    assert player_of(visitor) is None


def test_who_is_logged_in_is_their_own_player_and_no_guest(visitor: HttpRequest) -> None:
    guest = as_guest(visitor)
    user = User.objects.create_user("alice")

    visitor.user = user

    assert player_id_of(visitor.session, user) == user.player_id != guest.pk
    assert player_of(visitor) == user.player


def test_a_guest_name_that_is_taken_is_drawn_again(monkeypatch: pytest.MonkeyPatch) -> None:
    Player.objects.create(name="guest-0007", is_guest=True)
    drawn = iter([7, 7, 8])
    monkeypatch.setattr("accounts.identity.secrets.randbelow", lambda _bound: next(drawn))

    assert make_guest().name == "guest-0008"


def test_when_short_guest_names_are_taken_longer_ones_are_drawn(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    Player.objects.create(name="guest-0007", is_guest=True)
    monkeypatch.setattr("accounts.identity.secrets.randbelow", lambda _bound: 7)

    assert make_guest().name == "guest-00007"


def test_a_device_is_remembered_by_a_signed_cookie_that_pages_cannot_read(
    visitor: HttpRequest,
) -> None:
    response = HttpResponse()

    remember_device(visitor, response)

    cookie = response.cookies["device"]
    assert cookie["httponly"]
    assert cookie["samesite"] == "Lax"
    assert cookie["max-age"] == 400 * 24 * 3600
    visitor.COOKIES["device"] = cookie.value
    assert device_of(visitor.COOKIES) == cookie.value.split(":")[0]


def test_a_device_keeps_its_id_when_the_cookie_is_renewed(visitor: HttpRequest) -> None:
    first, second = HttpResponse(), HttpResponse()
    remember_device(visitor, first)
    visitor.COOKIES["device"] = first.cookies["device"].value
    device = device_of(visitor.COOKIES)

    remember_device(visitor, second)

    visitor.COOKIES["device"] = second.cookies["device"].value
    assert device_of(visitor.COOKIES) == device


def test_a_device_cookie_that_we_did_not_sign_is_no_device(visitor: HttpRequest) -> None:
    assert device_of(visitor.COOKIES) is None
    visitor.COOKIES["device"] = "made-up:abc:def"
    assert device_of(visitor.COOKIES) is None


@override_settings(SESSION_COOKIE_SECURE=True)
def test_with_tls_the_device_cookie_is_never_sent_without(visitor: HttpRequest) -> None:
    response = HttpResponse()
    remember_device(visitor, response)

    assert response.cookies["device"]["secure"]
