"""New tables, practice, and playing again: rules 11 and 13."""

import re
from functools import partial

import pytest

from accounts.models import Player
from tables import models, store
from tables.commands import opening, play, seats
from tables.commands.errors import GameNotOver, NotYourGame, SeatedElsewhere
from tables.hearts import events as ev
from tables.hearts import seating
from tables.hearts.table import State
from tables.store import Folded, NoSuchTable
from tests.tables import playing
from tests.tables.threads import at_once

pytestmark = pytest.mark.django_db


def finished_game(*players: Player, private: bool = False, size: int = 4) -> str:
    """A game to 10 points that has been played to its end."""
    code = playing.game_of(*players, size=size, target=10, private=private)
    table = playing.play_on(code, *players, until=lambda table: table.state is State.OVER)
    assert table.state is State.OVER
    return code


# Opening


@pytest.mark.parametrize("size", [3, 4, 5])
def test_who_opens_a_table_takes_its_first_seat(size: int, alice: Player) -> None:
    folded = opening.open_table(alice.pk, size=size, target=50, private=False)

    table = folded.table
    assert (table.size, table.target, table.ranked, table.private) == (size, 50, False, False)
    assert table.state is State.WAITING
    assert table.seat_of(alice.pk) == 0
    assert table.host == 0
    assert playing.kinds(folded.code) == ["table_opened", "seat_taken"]
    row = models.Table.objects.get(code=folded.code)
    assert (row.size, row.target, row.private, row.version) == (size, 50, False, 2)
    assert row.invite == ""


def test_a_code_has_six_letters_and_digits_that_are_not_easily_confused(alice: Player) -> None:
    code = opening.open_table(alice.pk, size=4, target=100, private=False).code
    assert re.fullmatch("[2-9A-HJKMNP-TV-Z]{6}", code)


def test_a_code_that_is_taken_is_not_given_again(
    alice: Player, bob: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    letters = iter("KQ7FABKQ7FABKQ7FAC")
    monkeypatch.setattr("tables.commands.opening.secrets.choice", lambda _letters: next(letters))

    first = opening.open_table(alice.pk, size=4, target=100, private=False)
    second = opening.open_table(bob.pk, size=4, target=100, private=False)

    assert (first.code, second.code) == ("KQ7FAB", "KQ7FAC")


def test_a_private_table_has_an_invite_that_can_not_be_guessed(alice: Player, bob: Player) -> None:
    first = opening.open_table(alice.pk, size=4, target=100, private=True)
    second = opening.open_table(bob.pk, size=4, target=100, private=True)

    assert len(first.invite) >= 16
    assert first.invite != second.invite
    assert first.table.private


def test_who_holds_a_seat_opens_no_table(alice: Player) -> None:
    code = playing.table_of(alice)

    for work in (opening.practice, partial(opening.open_table, private=False)):
        with pytest.raises(SeatedElsewhere) as refusal:
            work(alice.pk, size=4, target=100)
        assert refusal.value.code_there == code

    assert models.Table.objects.count() == 1


def test_who_holds_a_seat_may_leave_it_and_open_a_table(alice: Player, bob: Player) -> None:
    code = playing.table_of(alice, bob)

    opened = opening.open_table(alice.pk, size=4, target=100, private=False, leave_other=True)

    assert playing.state_of(code).players == (bob.pk,)
    assert seats.seat_elsewhere(alice.pk) == opened.code


def test_if_opening_fails_nobody_has_left(
    alice: Player, bob: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    code = playing.table_of(alice, bob)

    def refuse(*_args: object, **_kwargs: object) -> None:
        raise seating.SeatsMissing

    monkeypatch.setattr(opening, "start_draft", refuse)
    with pytest.raises(seating.SeatsMissing):
        opening.practice(alice.pk, size=4, target=100, leave_other=True)

    assert seats.seat_elsewhere(alice.pk) == code
    assert models.Table.objects.count() == 1


# Practice


@pytest.mark.parametrize("size", [3, 4, 5])
def test_practice_is_a_private_game_with_bots_that_has_started(size: int, alice: Player) -> None:
    table = opening.practice(alice.pk, size=size, target=100).table

    assert table.private
    assert table.state is State.RUNNING
    assert [seat.bot for seat in table.seats] == [False] + [True] * (size - 1)
    assert table.hand is not None
    assert [passed != 0 for passed in table.hand.passed] == [False] + [True] * (size - 1)


def test_practice_waits_for_who_asked_for_it(alice: Player) -> None:
    code = opening.practice(alice.pk, size=4, target=100).code
    seats.come_back(code, alice.pk)
    playing.pass_any(code, alice)
    table = playing.state_of(code)
    assert table.hand is not None
    assert table.hand.turn == 0


# Play again


def test_the_first_who_asks_opens_a_table_like_the_last_one(alice: Player, bob: Player) -> None:
    over = finished_game(alice, bob, size=5)

    code = opening.play_again(over, bob.pk)

    table = playing.state_of(code)
    assert (table.size, table.target, table.private, table.ranked) == (5, 10, False, False)
    assert table.state is State.WAITING
    assert [seat.bot for seat in table.seats] == [False, False, True, True, True]
    assert table.seat_of(bob.pk) == 0
    assert table.host == 0
    assert playing.state_of(over).again == code
    assert playing.events(over)[-1] == ev.PlayAgainOpened(code)


def test_all_who_ask_sit_down_at_one_table(alice: Player, bob: Player) -> None:
    over = finished_game(alice, bob)

    codes = {opening.play_again(over, player.pk) for player in (alice, bob, alice)}

    assert len(codes) == 1
    table = playing.state_of(codes.pop())
    assert (table.seat_of(alice.pk), table.seat_of(bob.pk)) == (0, 1)
    assert playing.kinds(over).count("play_again_opened") == 1


def test_play_again_is_for_games_that_are_over(alice: Player) -> None:
    code = playing.game_of(alice)
    with pytest.raises(GameNotOver):
        opening.play_again(code, alice.pk)
    seats.leave(code, alice.pk)
    with pytest.raises(GameNotOver):
        opening.play_again(code, alice.pk)
    with pytest.raises(NoSuchTable):
        opening.play_again("NOTHERE", alice.pk)


def test_after_a_public_game_anyone_may_play_the_next(
    alice: Player, bob: Player, victor: Player
) -> None:
    over = finished_game(alice, bob, size=3)
    code = opening.play_again(over, alice.pk)

    assert opening.play_again(over, victor.pk) == code
    assert playing.state_of(code).seat_of(victor.pk) == 1

    with pytest.raises(seating.TableFull):
        opening.play_again(over, bob.pk)


def test_after_a_private_game_only_those_who_played_it_may_play_again(
    alice: Player, bob: Player, victor: Player
) -> None:
    over = finished_game(alice, bob, private=True)

    with pytest.raises(NotYourGame):
        opening.play_again(over, victor.pk)

    code = opening.play_again(over, alice.pk)
    assert opening.play_again(over, bob.pk) == code
    again = store.load(code)
    assert again.table.private
    assert again.invite not in ("", store.load(over).invite)


def test_who_left_a_private_game_may_play_again_too(alice: Player, bob: Player) -> None:
    code = playing.game_of(alice, bob, target=10, private=True)
    seats.leave(code, bob.pk)
    playing.play_on(code, alice, until=lambda table: False)

    opening.play_again(code, bob.pk)


def test_who_sits_elsewhere_by_now_is_told_where(alice: Player, bob: Player) -> None:
    over = finished_game(alice, bob)
    elsewhere = playing.table_of(alice)

    with pytest.raises(SeatedElsewhere) as refusal:
        opening.play_again(over, alice.pk)
    assert refusal.value.code_there == elsewhere
    assert playing.state_of(over).again is None
    assert models.Table.objects.count() == 2

    code = opening.play_again(over, alice.pk, leave_other=True)
    assert seats.seat_elsewhere(alice.pk) == code
    assert playing.state_of(elsewhere).state is State.CLOSED


def test_who_asks_again_to_leave_elsewhere_keeps_the_seat_at_the_next_table(
    alice: Player, bob: Player
) -> None:
    over = finished_game(alice, bob)
    code = opening.play_again(over, alice.pk)

    assert opening.play_again(over, alice.pk, leave_other=True) == code
    assert playing.state_of(code).seat_of(alice.pk) == 0


def test_if_the_next_table_was_given_up_another_is_opened(alice: Player, bob: Player) -> None:
    over = finished_game(alice, bob)
    given_up = opening.play_again(over, alice.pk)
    seats.leave(given_up, alice.pk)

    code = opening.play_again(over, bob.pk)

    assert code != given_up
    assert playing.state_of(code).seat_of(bob.pk) == 0
    assert playing.state_of(over).again == code
    assert opening.play_again(over, alice.pk) == code


def test_once_the_next_game_runs_one_takes_a_bots_seat_in_it(alice: Player, bob: Player) -> None:
    over = finished_game(alice, bob)
    code = opening.play_again(over, alice.pk)
    play.start(code, alice.pk, fill=True)

    assert opening.play_again(over, bob.pk) == code
    assert playing.state_of(code).seat_of(bob.pk) == 1


@pytest.mark.django_db(transaction=True)
def test_all_who_ask_at_once_sit_down_at_one_table(
    alice: Player, bob: Player, carol: Player, dave: Player
) -> None:
    over = finished_game(alice, bob, carol, dave)

    results = at_once(
        *[partial(opening.play_again, over, player.pk) for player in (alice, bob, carol, dave)]
    )

    assert len(set(results)) == 1
    code = str(results[0])
    assert set(playing.state_of(code).players) == {alice.pk, bob.pk, carol.pk, dave.pk}
    assert models.Table.objects.count() == 2
    assert playing.kinds(over).count("play_again_opened") == 1


@pytest.mark.django_db(transaction=True)
def test_of_two_tables_that_one_person_opens_at_once_one_is_opened(alice: Player) -> None:
    work = partial(opening.open_table, alice.pk, size=4, target=100, private=False)

    results = at_once(work, work, work)

    assert sum(isinstance(result, Folded) for result in results) == 1
    assert sum(isinstance(result, SeatedElsewhere) for result in results) == 2
    assert models.Table.objects.count() == 1
