from collections.abc import Callable

import pytest
from django.db import connection

from accounts import clock
from accounts.commands import (
    ban,
    close_account,
    deactivate,
    give_up_guest,
    turn_leaderboards_off,
)
from accounts.errors import Busy
from accounts.models import Player, RankedBan, User
from tables import models
from tables.commands import seats
from tables.hearts.seating import TableIsOver
from tables.store import Conflict
from tests.accounts.people import log_in_of
from tests.tables.playing import game_of, guest, kinds, table_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def user() -> User:
    return log_in_of("Alice")


def holds_seat(player: Player) -> bool:
    return models.Seat.objects.filter(player=player, held=True).exists()


def end_account(how: str, user: User) -> None:
    {"closing": close_account, "deactivation": deactivate}[how](user, clock.now_ms())


@pytest.mark.parametrize("how", ["closing", "deactivation"])
@pytest.mark.parametrize("seated", [table_of, game_of])
def test_a_seat_is_given_up_with_the_account(
    user: User, bob: Player, how: str, seated: Callable[..., str]
) -> None:
    code = seated(user.player, bob)

    end_account(how, user)

    assert not holds_seat(user.player)
    assert holds_seat(bob)
    assert "seat_freed" in kinds(code)


def test_a_guest_who_is_given_up_leaves_the_game_to_a_bot(alice: Player) -> None:
    left = guest(1)
    game_of(alice, left)

    give_up_guest(left.pk, clock.now_ms())

    assert not holds_seat(left)
    assert holds_seat(alice)


def test_an_opt_out_or_a_ban_leaves_a_regular_seat_alone(user: User) -> None:
    table_of(user.player)

    ban(user.player, RankedBan.Reason.MODERATOR, 3_600, clock.now_ms())
    turn_leaderboards_off(user.player, clock.now_ms())

    assert holds_seat(user.player)


@pytest.mark.parametrize("how", ["ban", "opt-out"])
def test_a_waiting_ranked_seat_goes_with_a_ban_or_opt_out(user: User, how: str) -> None:
    code = table_of(user.player)
    models.Table.objects.filter(code=code).update(ranked=True)

    if how == "ban":
        ban(user.player, RankedBan.Reason.MODERATOR, 3_600, clock.now_ms())
    else:
        turn_leaderboards_off(user.player, clock.now_ms())

    assert not holds_seat(user.player)


def test_a_ban_takes_nobody_out_of_a_game_that_has_started(user: User, bob: Player) -> None:
    code = game_of(user.player, bob)
    models.Table.objects.filter(code=code).update(ranked=True)

    ban(user.player, RankedBan.Reason.MODERATOR, 3_600, clock.now_ms())

    assert holds_seat(user.player)


def test_a_game_that_ends_at_this_very_moment_is_no_hindrance(
    user: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    table_of(user.player)

    def over(*_: object, **__: object) -> None:
        raise TableIsOver

    monkeypatch.setattr(seats, "leave", over)

    close_account(user, clock.now_ms())

    assert Player.objects.get().is_closed


@pytest.mark.django_db(transaction=True)
def test_who_meets_another_command_begins_again(
    user: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    table_of(user.player)
    leave, met = seats.leave, []

    def meet_once(code: str, player: int, *, confirmed: bool) -> None:
        met.append(connection.in_atomic_block)
        if len(met) == 1:
            raise Conflict
        leave(code, player, confirmed=confirmed)

    monkeypatch.setattr(seats, "leave", meet_once)

    close_account(user, clock.now_ms())

    assert met == [True, True]
    assert Player.objects.get().is_closed


@pytest.mark.django_db(transaction=True)
def test_who_always_meets_another_changes_nothing(
    user: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    table_of(user.player)

    def meet(*_: object, **__: object) -> None:
        raise Conflict

    monkeypatch.setattr(seats, "leave", meet)
    monkeypatch.setattr("accounts.commands.run._wait_a_moment", lambda _attempt: None)

    with pytest.raises(Busy):
        close_account(user, clock.now_ms())

    assert User.objects.get().player.name == "Alice"
    assert holds_seat(user.player)
