from typing import Any

import pytest
from django.db import IntegrityError
from django.db.models import ProtectedError

from accounts.models import Player, RankedBan, User
from accounts.names import CLOSED_NAME

pytestmark = pytest.mark.django_db


def test_a_new_log_in_gets_a_player_of_its_name() -> None:
    user = User.objects.create_user("alice", password="secret")

    assert user.player.name == "alice"
    assert not user.player.is_guest
    assert user.player.created_at is not None


def test_saving_a_log_in_again_keeps_its_player() -> None:
    user = User.objects.create_user("alice")
    user.is_staff = True
    user.save()

    assert Player.objects.get() == user.player


def test_a_log_in_may_take_over_a_player_who_is_there() -> None:
    player = Player.objects.create(name="Alice", is_guest=False)

    user = User.objects.create_user("alice", player=player)

    assert user.player == player
    assert Player.objects.count() == 1


def test_a_log_in_that_cannot_be_saved_leaves_no_player(alice: Player) -> None:
    with pytest.raises(IntegrityError):
        User.objects.create_user("ALICE")

    assert not User.objects.exists()
    assert Player.objects.get() == alice


def test_the_player_of_a_log_in_cannot_be_deleted() -> None:
    user = User.objects.create_user("alice")

    with pytest.raises(ProtectedError):
        user.player.delete()


@pytest.mark.parametrize("name", ["Alice", "alice", "ALICE"])
def test_two_players_never_share_a_name(alice: Player, name: str) -> None:
    with pytest.raises(IntegrityError, match="player_name_unique"):
        Player.objects.create(name=name, is_guest=False)


@pytest.mark.parametrize("name", ["Bob", "a-b", "x_9", "a" * 20, "guest", "guests-4711"])
def test_a_registered_name_has_3_to_20_plain_characters(name: str) -> None:
    assert Player.objects.create(name=name, is_guest=False).pk


@pytest.mark.parametrize("name", ["guest-4711", "guest-12345678901234"])
def test_a_guest_is_called_guest_and_a_number(name: str) -> None:
    assert Player.objects.create(name=name, is_guest=True).pk


@pytest.mark.parametrize(
    ("name", "is_guest"),
    [
        ("", False),
        ("al", False),
        ("a lice", False),
        ("alice.", False),
        ("alice\n", False),
        ("\u0430lice", False),
        ("guest-4711", False),
        ("Guest-x", False),
        ("Alice", True),
        ("guest-471", True),
        ("Guest-4711", True),
        ("guest-x4711", True),
    ],
)
def test_the_database_refuses_a_name_that_does_not_fit(name: str, *, is_guest: bool) -> None:
    with pytest.raises(IntegrityError, match="player_name_fits_kind"):
        Player.objects.create(name=name, is_guest=is_guest)


@pytest.mark.parametrize("name", ["Alice", "alice", "ALICE"])
def test_a_player_is_found_by_name_whatever_its_case(alice: Player, name: str) -> None:
    assert Player.objects.named(name).get() == alice


def test_a_closed_account_has_neither_a_name_nor_a_claim_to_one(alice: Player) -> None:
    alice.name, alice.closed_ms = "former player", 1_790_000_000_000
    alice.save()

    assert not Player.objects.named("former player").exists()
    assert Player.objects.create(name="Alice", is_guest=False).pk


@pytest.mark.parametrize(
    "fields",
    [
        {"name": "former player", "is_guest": False},
        {"name": "Alice", "is_guest": False, "closed_ms": 1},
        {"name": "guest-4711", "is_guest": True, "closed_ms": 1},
        {"name": "former player", "is_guest": True, "closed_ms": 1},
    ],
)
def test_the_name_of_closed_accounts_is_theirs_alone(fields: dict[str, Any]) -> None:
    with pytest.raises(IntegrityError, match="player_name_fits_kind"):
        Player.objects.create(**fields)


def test_two_log_ins_never_share_a_name(alice: Player, bob: Player) -> None:
    User.objects.create_user("Alice", player=alice)

    with pytest.raises(IntegrityError):
        User.objects.create_user("ALICE", player=bob)


def ban_of(player: Player, **changes: Any) -> RankedBan:
    fields = {"reason": "quit", "start_ms": 1000, "end_ms": 2000, **changes}
    return RankedBan.objects.create(player=player, **fields)


def test_a_ban_ends_after_its_beginning(alice: Player) -> None:
    with pytest.raises(IntegrityError, match="ban_ends_after"):
        ban_of(alice, end_ms=1000)


@pytest.mark.parametrize("half", ["lifted_by", "lifted_ms"])
def test_a_ban_is_lifted_by_somebody_at_some_time(alice: Player, half: str) -> None:
    with pytest.raises(IntegrityError, match="ban_lifted_by_somebody"):
        ban_of(alice, **{half: alice if half == "lifted_by" else 1500})


def test_registered_players_are_found_by_how_their_names_begin() -> None:
    for name in ("Bob", "bob-2", "BO_b", "Bo-x", "bOc", "Carol"):
        Player.objects.create(name=name, is_guest=False)
    Player.objects.create(name="guest-4711", is_guest=True)
    closed = Player.objects.create(name="Bobby", is_guest=False)
    Player.objects.filter(pk=closed.pk).update(name=CLOSED_NAME, closed_ms=1)

    assert [player.name for player in Player.objects.beginning_with("bOB")] == ["Bob", "bob-2"]
    assert [player.name for player in Player.objects.beginning_with("bo_")] == ["BO_b"]
    assert not Player.objects.beginning_with("guest").exists()
    assert not Player.objects.beginning_with("former").exists()
