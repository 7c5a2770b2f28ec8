"""Experience is booked in the transaction that ends a game: rule 14."""

import pytest
from django.db import OperationalError

from accounts.commands import finish_game
from accounts.models import FinishedGame, Player
from tables import models
from tables.commands import opening, seats, settling
from tables.hearts.table import State
from tests.conftest import FixedClock
from tests.tables import playing

pytestmark = pytest.mark.django_db


def finished(player: Player) -> int:
    player.refresh_from_db()
    return player.games_finished


def finish(code: str, *players: Player) -> None:
    table = playing.play_on(code, *players, until=lambda table: False)
    assert table.state is State.OVER


def play_until_hand(code: str, number: int, *players: Player) -> None:
    table = playing.play_on(
        code,
        *players,
        until=lambda table: table.hand is not None and table.hand.number == number,
    )
    assert table.state is State.RUNNING


def test_the_end_of_a_game_counts_for_players_and_guests_who_sit_there(
    alice: Player, bob: Player, fixed_clock: FixedClock
) -> None:
    guest = playing.guest(1)
    code = playing.game_of(alice, guest, target=50)

    finish(code, alice, guest)

    assert [finished(player) for player in (alice, guest, bob)] == [1, 1, 0]
    assert FinishedGame.objects.get(player=guest).game == code
    assert FinishedGame.objects.get(player=alice).at_ms == fixed_clock.ms


def test_a_game_to_less_than_50_counts_for_nobody(alice: Player) -> None:
    code = playing.game_of(alice, target=49)
    finish(code, alice)
    assert finished(alice) == 0


def test_who_has_left_has_not_finished(alice: Player, bob: Player) -> None:
    code = playing.game_of(alice, bob, target=50)
    seats.leave(code, bob.pk)
    finish(code, alice)
    assert [finished(player) for player in (alice, bob)] == [1, 0]


def test_who_takes_over_a_seat_has_finished_if_a_whole_hand_was_left(
    alice: Player, bob: Player
) -> None:
    code = playing.game_of(alice, target=50)
    seats.sit(code, bob.pk, connected=True)
    finish(code, alice, bob)
    assert [finished(player) for player in (alice, bob)] == [1, 1]


def test_who_takes_over_a_seat_in_a_hand_has_not_played_that_one_whole(
    alice: Player, bob: Player
) -> None:
    code = playing.game_of(alice, target=50)
    play_until_hand(code, 2, alice)

    seats.sit(code, bob.pk, 1, connected=True)

    assert [seat.came_in_hand for seat in playing.state_of(code).seats[:2]] == [0, 2]


@pytest.mark.django_db(transaction=True)
def test_the_end_and_what_it_counts_for_are_stored_together_or_not_at_all(
    alice: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    code = playing.game_of(alice, target=50)

    def away(*_: object) -> None:
        raise OperationalError

    with monkeypatch.context() as patch:
        patch.setattr(settling, "finish_game", away)
        with pytest.raises(OperationalError):
            finish(code, alice)
    assert models.Table.objects.get(code=code).state == "running"
    assert playing.kinds(code)[-1] != "game_ended"
    assert finished(alice) == 0

    finish(code, alice)
    assert finished(alice) == 1


@pytest.mark.django_db(transaction=True)
def test_an_end_that_meets_a_deadlock_is_begun_again(
    alice: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Closing an account locks the player before the table, the end of a game the other way."""

    class Deadlock(Exception):
        sqlstate = "40P01"

    met: list[str] = []

    def meet_once(game: str, players: list[int], now: int) -> None:
        met.append(game)
        if len(met) == 1:
            raise OperationalError from Deadlock()
        finish_game(game, players, now)

    monkeypatch.setattr(settling, "finish_game", meet_once)
    code = playing.game_of(alice, target=50)
    finish(code, alice)

    assert met == [code, code]
    assert finished(alice) == 1
    assert playing.kinds(code).count("game_ended") == 1


def test_a_table_that_is_closed_counts_for_nobody(alice: Player) -> None:
    code = playing.game_of(alice, target=50)
    seats.leave(code, alice.pk)
    assert playing.state_of(code).state is State.CLOSED
    assert not FinishedGame.objects.exists()


def test_playing_again_counts_nothing_twice(alice: Player) -> None:
    code = playing.game_of(alice, target=50)
    finish(code, alice)
    opening.play_again(code, alice.pk)
    assert finished(alice) == 1
