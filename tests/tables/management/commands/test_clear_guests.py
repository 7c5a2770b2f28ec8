from datetime import timedelta

import pytest
from django.core.management import call_command

from accounts import clock
from accounts.models import Player, User
from tables.commands import seats
from tests.tables.playing import game_of, guest, table_of

pytestmark = pytest.mark.django_db


def long_ago(player: Player) -> Player:
    Player.objects.filter(pk=player.pk).update(created_at=clock.now() - timedelta(days=31))
    return player


def test_an_idle_guest_is_cleared(capsys: pytest.CaptureFixture[str]) -> None:
    long_ago(guest(1))
    recent = guest(2)

    call_command("clear_guests", idle_days=30)

    assert Player.objects.get() == recent
    assert capsys.readouterr().out == "Deleted 1 guests and 0 unfinished registrations.\n"


def test_a_guest_who_holds_a_seat_is_kept() -> None:
    seated, playing = long_ago(guest(1)), long_ago(guest(2))
    table_of(seated)
    game_of(playing)

    call_command("clear_guests", idle_days=30)

    assert set(Player.objects.all()) == {seated, playing}


def test_a_guest_who_appears_in_a_game_is_kept(alice: Player) -> None:
    gone = long_ago(guest(1))
    code = game_of(alice, gone)
    seats.leave(code, gone.pk)

    call_command("clear_guests", idle_days=30)

    assert gone in Player.objects.all()


def test_registered_players_are_kept() -> None:
    player = User.objects.create_user("Alice").player
    long_ago(player)

    call_command("clear_guests", idle_days=30)

    assert Player.objects.get() == player
