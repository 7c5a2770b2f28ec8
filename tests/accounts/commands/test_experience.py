import pytest
from django.db import IntegrityError

from accounts.commands import finish_game
from accounts.models import FinishedGame, Player

pytestmark = pytest.mark.django_db

NOW = 1_790_000_000_000


def finished(player: Player) -> int:
    player.refresh_from_db()
    return player.games_finished


def test_a_finished_game_counts_for_each_player(alice: Player, bob: Player, carol: Player) -> None:
    finish_game("KQ7FAB", [alice.pk, bob.pk], NOW)

    assert [finished(p) for p in (alice, bob, carol)] == [1, 1, 0]
    assert FinishedGame.objects.get(player=alice).at_ms == NOW


def test_a_game_counts_once(alice: Player) -> None:
    finish_game("KQ7FAB", [alice.pk, alice.pk], NOW)
    finish_game("KQ7FAB", [alice.pk], NOW + 1)

    assert finished(alice) == 1
    with pytest.raises(IntegrityError):
        FinishedGame.objects.create(player=alice, game="KQ7FAB", at_ms=NOW)


def test_ten_games_make_a_player_experienced(alice: Player) -> None:
    for number in range(9):
        finish_game(f"GAME{number}", [alice.pk], NOW)
    assert finished(alice) == 9
    assert not alice.is_experienced
    assert alice not in Player.objects.experienced()

    finish_game("GAME9", [alice.pk], NOW)

    assert finished(alice) == 10
    assert alice.is_experienced
    assert alice in Player.objects.experienced()
