"""For whom a game that is over counts as finished: rule 14."""

import pytest

from tables.hearts.finishing import finishers
from tables.hearts.hand import dealt_hand
from tables.hearts.passing import Direction
from tables.hearts.table import ScoredHand, Seat, State, Table
from tests.tables.hearts.positions import ALICE, BOB, SEED, seated

pytestmark = pytest.mark.pure

BOT = Seat(bot=True)


def over(*seats: Seat, hands: int = 3, target: int = 100, state: State = State.OVER) -> Table:
    """A game that is over after so many hands."""
    scored = tuple(
        ScoredHand(number, Direction.LEFT, (26, 0, 0, 0), 0, None, SEED)
        for number in range(1, hands + 1)
    )
    table = Table(4, target, ranked=False, private=False, state=state, seats=seats, scored=scored)
    return table._replace(hand=dealt_hand(hands, 4, SEED))


def test_whoever_sits_since_the_start_has_finished() -> None:
    assert finishers(over(BOT, Seat(ALICE, here_since=1), Seat(BOB, here_since=1), BOT)) == [
        ALICE,
        BOB,
    ]


def test_who_is_away_but_still_plays_the_seat_has_finished() -> None:
    assert finishers(over(Seat(ALICE, away_since=1), BOT, BOT, BOT)) == [ALICE]


def test_who_lets_a_bot_play_at_the_end_has_not_finished() -> None:
    assert finishers(over(Seat(ALICE, away_since=1, stand_in=True), BOT, BOT, BOT)) == []


@pytest.mark.parametrize(("came_in_hand", "counts"), [(1, True), (2, True), (3, False)])
def test_who_came_in_later_has_finished_after_a_whole_hand(
    came_in_hand: int, *, counts: bool
) -> None:
    table = over(Seat(ALICE, here_since=1, came_in_hand=came_in_hand), BOT, BOT, BOT, hands=3)
    assert finishers(table) == ([ALICE] if counts else [])


@pytest.mark.parametrize(("target", "counts"), [(10, False), (49, False), (50, True), (500, True)])
def test_a_game_to_less_than_50_is_no_experience(target: int, *, counts: bool) -> None:
    table = over(Seat(ALICE, here_since=1), BOT, BOT, BOT, target=target)
    assert finishers(table) == ([ALICE] if counts else [])


@pytest.mark.parametrize("state", [State.WAITING, State.RUNNING, State.CLOSED])
def test_nobody_has_finished_a_game_that_is_not_over(state: State) -> None:
    assert finishers(over(Seat(ALICE, here_since=1), BOT, BOT, BOT, state=state)) == []


def test_who_sits_down_before_the_start_came_in_no_hand() -> None:
    assert [seat.came_in_hand for seat in seated([ALICE, BOB], size=3).then().seats] == [0, 0, 0]
