"""Anybody does anything at any time: the answer is a named error or a valid change.

After each command the rows must say what the log says (invariants 1, 5 and 6).
"""

from collections.abc import Callable
from random import Random

import pytest

from accounts.models import Player
from tables import models, store
from tables.commands import opening, play, run, seats
from tables.commands.draft import Draft
from tables.commands.errors import Busy
from tables.hearts.cards import cards_in, mask_of
from tables.hearts.duties import next_due
from tables.hearts.errors import TableError
from tables.hearts.scoring import HAND_POINTS
from tables.hearts.table import State, Table
from tables.timing import limits
from tests.conftest import FixedClock
from tests.tables import playing

pytestmark = pytest.mark.django_db(transaction=True)

EPISODES = 4
COMMANDS = 120


def nothing(draft: Draft) -> None:
    pass


class Crowd:
    """People who know no manners, at a few tables."""

    def __init__(self, people: list[Player], size: int, clock: FixedClock) -> None:
        self.chance = Random(size)
        self.people = people
        self.size = size
        self.clock = clock
        self.codes: list[str] = []
        self.done: dict[str, int] = {}
        self.refused: set[str] = set()

    @property
    def commands(self) -> dict[Callable[[str, int], None], int]:
        """What people do, and how often."""
        return {
            self.open: 1,
            self.sit: 4,
            self.move_to: 1,
            self.leave: 1,
            self.bots: 3,
            self.free: 1,
            self.start: 5,
            self.come_or_go: 4,
            self.wait: 2,
            self.play: 40,
            self.forget: 1,
        }

    def act(self) -> None:
        """One command of anybody; what it raises must have a name."""
        code = self.chance.choice(self.codes[-2:])
        player = self.anybody(code)
        [command] = self.chance.choices(*zip(*self.commands.items(), strict=True))
        version = playing.version_of(code)
        try:
            command(code, player)
        except TableError as refusal:
            self.refused.add(refusal.code)
            assert playing.version_of(code) == version
        else:
            self.done[command.__name__] = self.done.get(command.__name__, 0) + 1
        check(code)

    def anybody(self, code: str) -> int:
        """Mostly somebody who sits there."""
        seated = playing.state_of(code).players
        if seated and self.chance.random() < 0.6:
            return self.chance.choice(seated)
        return self.chance.choice(self.people).pk

    def seat(self) -> int:
        return self.chance.randrange(self.size + 1)

    def open(self, code: str, player: int) -> None:
        leave_other = self.chance.random() < 0.5
        private = self.chance.random() < 0.3
        if playing.state_of(code).state is State.OVER:
            self.codes.append(opening.play_again(code, player, leave_other=leave_other))
        else:
            opened = opening.open_table(
                player, size=self.size, target=20, private=private, leave_other=leave_other
            )
            self.codes.append(opened.code)

    def sit(self, code: str, player: int) -> None:
        seat = self.chance.choice([None, self.seat()])
        seats.sit(code, player, seat, connected=self.chance.random() < 0.7, invited=True)

    def move_to(self, code: str, player: int) -> None:
        seats.move_to(code, player, self.chance.choice([None, self.seat()]), invited=True)

    def leave(self, code: str, player: int) -> None:
        seats.leave(code, player)

    def bots(self, code: str, player: int) -> None:
        if self.chance.random() < 0.6:
            seats.add_bot(code, player, self.chance.choice([None, self.seat()]))
        else:
            seats.remove_bot(code, player, self.seat())

    def free(self, code: str, player: int) -> None:
        seats.remove_player(code, player, self.seat())

    def start(self, code: str, player: int) -> None:
        play.start(code, player, fill=self.chance.random() < 0.5)

    def come_or_go(self, code: str, player: int) -> None:
        if self.chance.random() < 0.6:
            seats.come_back(code, player)
        else:
            seats.go_away(code, player, since=self.clock.ms - self.chance.randrange(3_000))

    def wait(self, code: str, _player: int) -> None:
        self.clock.advance(seconds=self.chance.choice([1, 5, 31, 61]))
        run.execute(code, nothing)

    def play(self, code: str, _player: int) -> None:
        """Mostly what is due, sometimes anything by anyone."""
        table = playing.state_of(code)
        hand = table.hand
        seat = self.chance.randrange(self.size)
        if hand is not None and hand.turn is not None and self.chance.random() < 0.8:
            seat = hand.turn
        player = table.seats[seat].player or self.chance.choice(self.people).pk
        cards = list(cards_in(hand.cards[seat])) if hand is not None else [0, 1, 2, 3]
        if hand is None or hand.is_passing:
            count = self.chance.choice([3, 3, 3, 2, 4])
            passed = mask_of(self.chance.sample(cards, min(count, len(cards))))
            play.pass_cards(code, player, hand=hand.number if hand else 1, cards=passed)
        elif cards:
            legal = list(cards_in(hand.legal_plays(seat)))
            card = self.chance.choice(legal if legal and self.chance.random() < 0.9 else cards)
            trick = hand.trick_number + self.chance.choice([0] * 9 + [1])
            play.play_card(code, player, hand=hand.number, trick=trick, card=card)

    def forget(self, _code: str, _player: int) -> None:
        """The server is started anew."""
        store.cache.clear()


def check(code: str) -> Table:
    """Cache, log and rows say the same."""
    cached = store.cache.get(code)
    row = models.Table.objects.get(code=code)
    table = store.load(code, None).table
    assert cached is None or cached.table == table
    assert row.version == table.version
    assert row.state == table.state.value
    due = next_due(table, limits())
    assert row.due_ms == (due.at if due else None)
    held = models.Seat.objects.filter(table=row, held=True)
    rows = {n: (who, away, lost) for n, who, away, lost in held.values_list(*SEAT_COLUMNS)}
    if table.state in (State.OVER, State.CLOSED):
        assert rows == {}
    else:
        assert rows == {
            n: (seat.player, seat.away_since is not None, seat.away_since)
            for n, seat in enumerate(table.seats)
            if not seat.is_open
        }
    assert sum(table.totals) % HAND_POINTS == 0
    assert len(set(table.players)) == len(table.players)
    return table


SEAT_COLUMNS = ("number", "player", "away", "lost_ms")


@pytest.mark.parametrize("size", [3, 4, 5])
def test_whatever_anybody_does_is_refused_by_name_or_valid(
    size: int, four: list[Player], fixed_clock: FixedClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    crowd = Crowd([*four, playing.guest(1), playing.guest(2)], size, fixed_clock)
    monkeypatch.setattr("tables.commands.draft.secrets.token_bytes", crowd.chance.randbytes)
    for _ in range(EPISODES):
        for player in crowd.people:
            seats.leave_elsewhere(player.pk)
        crowd.codes = [playing.table_of(*four[:2], size=size, target=20)]
        for _ in range(COMMANDS):
            crowd.act()
        for code in crowd.codes:
            check(code)

    assert {"open", "sit", "leave", "start", "come_or_go", "play"} <= set(crowd.done)
    assert crowd.done["play"] > 20
    assert len(crowd.refused) > 6
    assert Busy.code not in crowd.refused
