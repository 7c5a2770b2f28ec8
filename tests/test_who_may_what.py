"""Every address of the site, and what each kind of person gets there.

A new address fails here until it stands in the table.
"""

import re
from collections.abc import Iterator, Mapping
from typing import NamedTuple

import pytest
from django.http import HttpResponseBase
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver

from accounts.models import Player, User
from tests.accounts.passkeys import passkey_of
from tests.accounts.people import PASSWORD, log_in_of
from tests.tables.playing import table_of

pytestmark = pytest.mark.django_db


class Answers(NamedTuple):
    """What a GET and an empty POST lead to: one word for all, or one for each kind of person.

    "ok" a page · "log-in" to the log-in page · "away" to another page · else the status.
    """

    get: str
    post: str


KINDS = ("visitor", "guest", "player", "other", "moderator")

OPEN = Answers("ok", "405")
OWN = Answers("log-in log-in ok ok ok", "log-in log-in 405 405 405")
OWN_FORM = Answers("log-in log-in ok ok ok", "log-in log-in ok ok ok")
OWN_COMMAND = Answers("log-in log-in 405 405 405", "log-in log-in away away away")
OWN_PASSKEY = Answers("log-in log-in ok 404 404", "log-in log-in ok 404 404")
COMMAND = Answers("405", "away")
# For who is not logged in; the others are led away. A guest is asked before a log-in.
ENTRANCE = Answers("ok ok away away away", "ok ok away away away")
# Pages in the midst of something that was begun elsewhere.
IN_MIDST = Answers("log-in", "log-in")

TABLE: dict[str, Answers] = {
    # Pages of the game
    "": OPEN,
    "rules/": OPEN,
    "healthz": OPEN,
    "tables/new/": Answers("ok", "422"),
    "tables/open/": OPEN,
    "tables/way-back/": OPEN,
    "tables/play-now/": Answers("405", "away away 409 away away"),
    "tables/practice/": COMMAND,
    "tables/ranked/": Answers("405", "403"),
    # A private table: its player's own, and whoever has the link
    "tables/<code>/": Answers("403 403 ok 403 403", "405"),
    "tables/<code>/join/<token>/": Answers("403", "405"),
    "tables/<code>/sit/": COMMAND,
    "tables/<code>/again/": COMMAND,
    # Coming and going
    "accounts/login/": Answers("ok ok away away away", "ok log-in away away away"),
    "accounts/login/without-guest/": Answers("405", "log-in"),
    "accounts/signup/": ENTRANCE,
    "accounts/logout/": Answers("away away ok ok ok", "away"),
    "accounts/inactive/": OPEN,
    "accounts/confirm-email/": Answers(
        "log-in log-in away away away", "log-in log-in away away away"
    ),
    "accounts/password/reset/": Answers("ok", "ok"),
    "accounts/password/reset/confirm/": IN_MIDST,
    "accounts/password/reset/complete/": Answers("away", "away"),
    "accounts/password/reset/done/": OPEN,
    "accounts/second-step/authenticate/": Answers(
        "log-in log-in away away away", "log-in log-in away away away"
    ),
    "accounts/second-step/passkeys/log-in/": Answers(
        "log-in log-in away away away", "log-in log-in away away away"
    ),
    # One's own account
    "accounts/reauthenticate/": OWN_FORM,
    "accounts/email/": Answers("log-in log-in ok ok ok", "log-in log-in away away away"),
    "accounts/password/change/": OWN_FORM,
    "accounts/password/set/": Answers(
        "log-in log-in away away away", "log-in log-in away away away"
    ),
    "accounts/sessions/": Answers("log-in log-in ok ok ok", "log-in log-in away away away"),
    "accounts/second-step/": OWN,
    "accounts/second-step/reauthenticate/": Answers(
        "log-in log-in away away away", "log-in log-in away away away"
    ),
    "accounts/second-step/app/activate/": OWN_FORM,
    "accounts/second-step/app/deactivate/": Answers(
        "log-in log-in 404 404 404", "log-in log-in 404 404 404"
    ),
    "accounts/second-step/codes/": Answers(
        "log-in log-in 404 404 404", "log-in log-in 405 405 405"
    ),
    "accounts/second-step/codes/generate/": Answers(
        "log-in log-in ok ok ok", "log-in log-in away ok ok"
    ),
    "accounts/second-step/codes/download/": Answers(
        "log-in log-in 404 404 404", "log-in log-in 404 404 404"
    ),
    "accounts/second-step/passkeys/": OWN,
    "accounts/second-step/passkeys/add/": OWN_FORM,
    "accounts/second-step/passkeys/reauthenticate/": Answers(
        "log-in log-in ok away away", "log-in log-in away away away"
    ),
    "accounts/second-step/passkeys/<pk>/edit/": OWN_PASSKEY,
    "accounts/second-step/passkeys/<pk>/remove/": Answers(
        "log-in log-in ok 404 404", "log-in log-in away 404 404"
    ),
    "settings/": Answers("log-in log-in ok ok ok", "log-in log-in away away away"),
    "settings/look/": Answers("log-in log-in 405 405 405", "log-in log-in 400 400 400"),
    "settings/leaderboards/": OWN,
    "settings/leaderboards/off/": Answers("log-in log-in ok ok ok", "log-in log-in away away away"),
    "settings/leaderboards/on/": OWN_COMMAND,
    "settings/bans/": OWN,
    "settings/data/": OWN,
    "settings/data/download/": OWN,
    "settings/close/": OWN_FORM,
}
MODERATORS = "admin/"


class People(NamedTuple):
    """A browser per kind of person; the private table and the passkey are the player's."""

    clients: Mapping[str, Client]
    code: str
    key: int


@pytest.fixture
def people() -> People:
    users = {
        "player": log_in_of("Alice"),
        "other": log_in_of("Bob"),
        "moderator": log_in_of("Erin"),
    }
    User.objects.filter(username="Erin").update(is_staff=True, is_superuser=True)
    clients = {kind: Client() for kind in KINDS}
    for kind, user in users.items():
        clients[kind].force_login(user)
        clients[kind].post("/accounts/reauthenticate/", {"password": PASSWORD})
    session = clients["guest"].session
    session["player_id"] = Player.objects.create(name="guest-4711", is_guest=True).pk
    session.save()
    code = table_of(users["player"].player, private=True)
    return People(clients, code, passkey_of(users["player"]).pk)


def routes(patterns: list[URLPattern | URLResolver], prefix: str = "") -> Iterator[str]:
    """Every address as it is written in the urls, without the converters."""
    for pattern in patterns:
        route = prefix + re.sub(r"<\w+:", "<", str(pattern.pattern))
        if isinstance(pattern, URLResolver):
            yield from routes(pattern.url_patterns, route)
        else:
            yield route


ALL = list(routes(get_resolver().url_patterns))
PLAYERS = [route for route in ALL if not route.startswith(MODERATORS)]
ADMIN = [route for route in ALL if route.startswith(MODERATORS)]


def test_every_address_stands_in_the_table_once() -> None:
    assert sorted(PLAYERS) == sorted(TABLE)


def outcome(response: HttpResponseBase) -> str:
    there = response.headers.get("Location", "")
    if there.startswith("/accounts/login/"):
        return "log-in"
    return "ok" if response.status_code == 200 else "away" if there else str(response.status_code)


@pytest.mark.parametrize("route", PLAYERS)
def test_everybody_gets_what_the_table_says(people: People, route: str) -> None:
    path = "/" + (
        route.replace("<code>", people.code)
        .replace("<token>", "a-guess")
        .replace("<pk>", str(people.key))
    )
    expected = TABLE[route]

    for words, method in ((expected.get, "get"), (expected.post, "post")):
        by_kind = words.split() * (1 if " " in words else len(KINDS))
        found = [outcome(getattr(people.clients[kind], method)(path)) for kind in KINDS]
        assert dict(zip(KINDS, found, strict=True)) == dict(zip(KINDS, by_kind, strict=True)), (
            method
        )


def test_the_admin_is_for_moderators_alone(people: People) -> None:
    for route in ADMIN:
        path = "/" + route.replace("<object_id>", "1").replace("<id>", "1").rstrip("$")
        for kind in ("visitor", "guest", "player", "other"):
            for ask in (people.clients[kind].get, people.clients[kind].post):
                assert outcome(ask(path)) in ("log-in", "away", "403", "404"), (path, kind)

    lists = [route for route in ADMIN if route.count("/") == 3 and "<" not in route]
    for route in lists:
        if not route.endswith(("login/", "logout/", "password_change/")):
            assert outcome(people.clients["moderator"].get(f"/{route}")) == "ok", route
