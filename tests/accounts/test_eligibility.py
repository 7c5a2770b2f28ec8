from typing import Any

import pytest

from accounts.commands import ban, lift
from accounts.eligibility import Reason, reasons
from accounts.models import Player, RankedBan, User
from tests.accounts.people import log_in_of

pytestmark = pytest.mark.django_db

NOW = 1_790_000_000_000


@pytest.fixture
def player() -> Player:
    """Somebody who may take a ranked seat."""
    player = log_in_of("Alice").player
    player.games_finished = 10
    player.save()
    return player


def codes(player: Player, now: int = NOW) -> list[str]:
    return [reason.code for reason in reasons(player, now)]


def test_nothing_stands_in_the_way_of_an_experienced_player(player: Player) -> None:
    assert reasons(player, NOW) == []


def test_a_guest_is_told_to_register() -> None:
    guest = Player.objects.create(name="guest-4711", is_guest=True, games_finished=10)

    assert reasons(guest, NOW) == [
        Reason(
            "guest",
            "You play as a guest.",
            "Register: the games that you have finished come along.",
        )
    ]


@pytest.mark.parametrize(
    ("finished", "sentence", "cure"),
    [
        (0, "You have finished 0 of 10 games.", "Finish 10 more games, "),
        (7, "You have finished 7 of 10 games.", "Finish 3 more games, "),
        (9, "You have finished 9 of 10 games.", "Finish 1 more game, "),
    ],
)
def test_who_is_not_experienced_is_told_what_is_missing(
    player: Player, finished: int, sentence: str, cure: str
) -> None:
    player.games_finished = finished

    [reason] = reasons(player, NOW)

    assert reason.code == "not_experienced"
    assert reason.sentence == sentence
    assert reason.cure == f"{cure}at any table with a target of 50 or more."


def test_hearts_has_to_be_on_under_leaderboards(player: Player) -> None:
    player.leaderboards_on = False

    assert codes(player) == ["leaderboards_off"]


@pytest.mark.parametrize(
    ("reason", "why"),
    [
        (RankedBan.Reason.QUIT, "because you left one before its end"),
        (RankedBan.Reason.TURNED_OFF, "because you turned Hearts off under “Leaderboards”"),
        (RankedBan.Reason.MODERATOR, "by a moderator’s decision"),
    ],
)
def test_a_ban_is_named_with_its_reason_and_end(
    player: Player, reason: RankedBan.Reason, why: str
) -> None:
    ban(player, reason, 3_600, NOW)

    [found] = reasons(player, NOW)

    assert found.code == "banned"
    assert found.sentence == f"You are banned from ranked games, {why}."
    assert found.until_ms == NOW + 3_600_000


def test_a_ban_that_is_over_or_lifted_is_no_reason(player: Player, bob: Player) -> None:
    ban(player, RankedBan.Reason.QUIT, 3_600, NOW)
    lift(ban(player, RankedBan.Reason.QUIT, 7_200, NOW, game="ABCDEF"), bob, NOW)

    assert codes(player, NOW + 3_599_999) == ["banned"]
    assert codes(player, NOW + 3_600_000) == []


def test_every_reason_is_named_at_once(player: Player) -> None:
    player.games_finished, player.leaderboards_on = 3, False
    ban(player, RankedBan.Reason.TURNED_OFF, 604_800, NOW)
    ban(player, RankedBan.Reason.QUIT, 3_600, NOW)

    found = reasons(player, NOW)

    assert [reason.code for reason in found] == [
        "not_experienced",
        "leaderboards_off",
        "banned",
        "banned",
    ]
    assert [r.until_ms for r in found[2:]] == [NOW + 3_600_000, NOW + 604_800_000]


def test_an_address_is_confirmed_where_the_site_demands_it(settings: Any) -> None:
    player = log_in_of("Alice", confirmed=False).player
    player.games_finished = 10

    assert codes(player) == []
    settings.EMAIL_VERIFICATION = "mandatory"
    assert codes(player) == ["address_unconfirmed"]


def test_a_deactivated_or_closed_account_is_no_registered_one(player: Player) -> None:
    User.objects.update(is_active=False)
    assert codes(player) == ["account_closed"]

    User.objects.all().delete()
    assert codes(player) == ["account_closed"]
