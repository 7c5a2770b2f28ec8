"""What ranking is told of a ranked game that is over."""

import pytest

from ranking.results import GameResult, HandResult, SeatResult
from tables.commands.settling import result_of
from tables.hearts.passing import Direction
from tables.hearts.table import ScoredHand, Seat, State, Table
from tests.tables.hearts.positions import ALICE, BOB, CAROL, SEED

pytestmark = pytest.mark.pure


def test_seats_say_who_was_ranked_there_and_whether_they_finished() -> None:
    """A substitute sits on Bob's seat at the end; Alice, the last one, has left hers."""
    hand = ScoredHand(1, Direction.LEFT, (0, 26, 26), 0, 0, SEED, 2, True)
    table = Table(
        3,
        100,
        ranked=True,
        private=False,
        state=State.OVER,
        seats=(Seat(bot=True), Seat(player=999), Seat(player=CAROL)),
        scored=(hand,),
        totals=(40, 101, 60),
        ranked_players=(ALICE, BOB, CAROL),
        quitters=frozenset({1}),
    )
    assert result_of("KQ7FAB", table) == GameResult(
        "KQ7FAB",
        (
            SeatResult(ALICE, 40, True),
            SeatResult(BOB, 101, False),
            SeatResult(CAROL, 60, True),
        ),
        (HandResult((0, 26, 26), 0, 2, 0, True),),
    )
