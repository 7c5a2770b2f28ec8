from typing import Any

import pytest
from django.db import IntegrityError

from accounts.commands import ban, carry_bans_over, lift
from accounts.commands.bans import address_hash, keep_bans_for
from accounts.models import Player, RankedBan
from accounts.signals import ranked_ban_begun

pytestmark = pytest.mark.django_db

NOW = 1_790_000_000_000
QUIT = RankedBan.Reason.QUIT


def test_a_ban_for_quitting_lasts_exactly_an_hour(alice: Player) -> None:
    begun = ban(alice, QUIT, 3_600, NOW, game="KQ7FAB")

    assert (begun.start_ms, begun.end_ms) == (NOW, NOW + 3_600_000)
    assert begun.game == "KQ7FAB"
    assert not begun.is_in_force(NOW - 1)
    assert begun.is_in_force(NOW)
    assert begun.is_in_force(NOW + 3_599_999)
    assert not begun.is_in_force(NOW + 3_600_000)


def test_the_database_agrees_on_when_a_ban_is_in_force(alice: Player) -> None:
    ban(alice, QUIT, 3_600, NOW)
    in_force = RankedBan.objects.in_force

    assert not in_force(NOW - 1).exists()
    assert in_force(NOW).exists()
    assert in_force(NOW + 3_599_999).exists()
    assert not in_force(NOW + 3_600_000).exists()


def test_the_others_are_told_of_a_ban(alice: Player) -> None:
    heard: list[tuple[Player, int]] = []

    def hear(player: Player, now: int, **_: Any) -> None:
        heard.append((player, now))

    ranked_ban_begun.connect(hear)
    try:
        ban(alice, QUIT, 3_600, NOW)
    finally:
        ranked_ban_begun.disconnect(hear)

    assert heard == [(alice, NOW)]


def test_one_quit_is_one_ban(alice: Player) -> None:
    ban(alice, QUIT, 3_600, NOW, game="KQ7FAB")

    with pytest.raises(IntegrityError, match=r"one_ban_per_quit|UNIQUE"):
        ban(alice, QUIT, 3_600, NOW, game="KQ7FAB")


def test_a_moderator_ends_a_ban_early(alice: Player, bob: Player) -> None:
    begun = ban(alice, QUIT, 3_600, NOW)

    lift(begun, bob, NOW + 1000)

    assert (begun.lifted_by, begun.lifted_ms) == (bob, NOW + 1000)
    assert not begun.is_in_force(NOW + 1000)
    assert not RankedBan.objects.in_force(NOW + 1000).exists()


def test_a_ban_that_is_over_or_lifted_is_not_lifted_again(alice: Player, bob: Player) -> None:
    over, lifted = ban(alice, QUIT, 1, NOW), ban(bob, QUIT, 3_600, NOW)
    lift(lifted, bob, NOW + 1000)

    lift(over, bob, NOW + 1000)
    lift(lifted, alice, NOW + 2000)

    assert over.lifted_ms is None
    assert (lifted.lifted_by, lifted.lifted_ms) == (bob, NOW + 1000)


def test_a_ban_in_force_goes_on_for_a_new_account_with_the_address(
    alice: Player, bob: Player
) -> None:
    begun = ban(alice, QUIT, 3_600, NOW)
    keep_bans_for(alice, ["Alice@Example.org"], NOW)

    carry_bans_over(bob, "alice@example.org ", NOW + 1)

    begun.refresh_from_db()
    assert begun.player == bob
    assert begun.address_hash == ""


def test_no_other_address_inherits_a_ban_and_none_one_that_is_over(
    alice: Player, bob: Player
) -> None:
    begun = ban(alice, QUIT, 3_600, NOW)
    keep_bans_for(alice, ["alice@example.org"], NOW)

    for address in ("bob@example.org", ""):
        carry_bans_over(bob, address, NOW + 1)
    carry_bans_over(bob, "alice@example.org", NOW + 3_600_000)  # it is over then

    begun.refresh_from_db()
    assert begun.player == alice


def test_a_ban_that_is_over_is_not_kept_for_an_address(alice: Player) -> None:
    begun = ban(alice, QUIT, 1, NOW)

    keep_bans_for(alice, ["alice@example.org"], NOW + 1000)

    begun.refresh_from_db()
    assert begun.address_hash == ""


def test_an_address_is_kept_as_a_keyed_hash(settings: Any) -> None:
    before = address_hash("alice@example.org")

    settings.SECRET_KEY = "another key"

    assert len(before) == 64
    assert "alice" not in before
    assert address_hash("alice@example.org") != before
