"""Whole games by command: row 6, invariants 1 and 7, and the same totals when replayed."""

import itertools
from dataclasses import dataclass, field

import pytest

from accounts.models import Player
from tables import models, store
from tables.commands import seats
from tables.hearts import events as ev
from tables.hearts.events import Logged
from tables.hearts.passing import Direction
from tables.hearts.scoring import HAND_POINTS
from tables.hearts.table import State, Table, apply, fold
from tests.tables import playing

pytestmark = pytest.mark.django_db(transaction=True)

CYCLES = {
    3: ["left", "right", "hold"],
    4: ["left", "right", "across", "hold"],
    5: ["left", "right", "two_left", "two_right", "hold"],
}


@dataclass
class Passes:
    """Who passed to whom, found by looking for the cards afterwards."""

    pairs: list[tuple[int, int]] = field(default_factory=list)
    directions: list[str] = field(default_factory=list)

    def look(self, log: list[Logged]) -> None:
        table: Table | None = None
        for logged in log:
            table = apply(table, logged)
            if table.hand is None:
                continue
            if isinstance(logged.event, ev.Dealt):
                self.directions.append(table.hand.direction.value)
            if isinstance(logged.event, ev.CardsExchanged):
                assert table.hand.direction is not Direction.HOLD
                for giver, cards in enumerate(table.hand.passed):
                    held = table.hand.cards
                    takers = [n for n, own in enumerate(held) if own & cards == cards]
                    self.pairs += [(giver, taker) for taker in takers]


def restart(code: str) -> None:
    """What a server forgets when it is started anew; what it reads is what it knew."""
    known = store.cache.get(code)
    store.cache.clear()
    assert known is None or store.load(code) == known
    store.cache.clear()


@pytest.mark.parametrize("size", [3, 4, 5])
def test_row_6_the_passing_cycle_goes_on_over_a_substitution_and_a_restart(
    size: int, alice: Player, bob: Player, carol: Player
) -> None:
    code = playing.game_of(alice, bob, size=size, target=500)

    def in_trick(hand: int, trick: int) -> None:
        playing.play_on(
            code,
            alice,
            bob,
            carol,
            until=lambda table: (
                table.hand is not None
                and not table.hand.is_passing
                and (table.hand.number, table.hand.trick_number) >= (hand, trick)
            ),
        )

    in_trick(1, 4)
    seats.leave(code, bob.pk)
    in_trick(2, 3)
    seats.sit(code, carol.pk, 1, connected=True)
    restart(code)
    in_trick(size, 1)
    restart(code)
    in_trick(size + 1, 1)

    table = playing.state_of(code)
    passes = Passes()
    passes.look(store.events_after(models.Table.objects.get(code=code).id, 0))
    assert passes.directions[:size] == CYCLES[size]
    assert passes.directions[size] == "left"
    cycle = passes.pairs[: size * (size - 1)]
    assert sorted(cycle) == list(itertools.permutations(range(size), 2))
    assert passes.pairs[len(cycle) :] == [(n, (n + 1) % size) for n in range(size)]
    assert sum(table.totals) % HAND_POINTS == 0


def test_a_finished_game_replayed_from_its_log_has_the_same_totals(
    alice: Player, bob: Player
) -> None:
    code = playing.game_of(alice, bob, target=50)
    table = playing.play_on(code, alice, bob, until=lambda table: False)
    row = models.Table.objects.get(code=code)

    replayed = fold(store.events_after(row.id, 0))

    assert replayed == table
    assert table.state is State.OVER
    assert max(table.totals) >= 50
    assert sum(table.totals) % HAND_POINTS == 0
    assert table.totals == tuple(
        sum(hand.points[seat] for hand in table.scored) for seat in range(4)
    )
    numbers = list(models.Event.objects.filter(table=row).values_list("number", flat=True))
    assert sorted(numbers) == list(range(1, row.version + 1))
