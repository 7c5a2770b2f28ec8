"""Invariant 4: no byte sent to a seat or watcher depends on a card that it may not know.

In each of many random hands, at one random moment, and for every seat and a watcher, the cards
that the viewer can't know are dealt anew to the others, and the seeds of the hands before it are
replaced. The viewer's message must stay the same to the byte, events included. The seed of the
running hand, whose hash is published, is left as it was.
"""

from random import Random

import pytest

from tables.hearts import events as ev
from tables.hearts.duties import Limits
from tables.hearts.events import Event, Logged
from tables.hearts.hand import Hand
from tables.hearts.passing import pass_direction
from tables.hearts.table import ScoredHand, Seat, State, Table
from tables.store import Folded
from tables.viewing import Name, encoded_updates
from tables.viewpoints import Viewpoint
from tests.tables.hearts.positions import CAST
from tests.tables.hearts.random_play import random_moment
from tests.tables.hearts.test_unseen_cards import dealt_anew

pytestmark = pytest.mark.pure

HANDS = 5000
NOW = 1_790_000_000_000
LIMITS = Limits()
NAMES = {player: Name(f"guest-{player}000", guest=True) for player in CAST}


def told(hand: Hand) -> list[Event]:
    """Everything that has happened in the hand."""
    events: list[Event] = [ev.Dealt(hand.number, hand.seed)]
    passes = [(seat, cards) for seat, cards in enumerate(hand.passed) if cards]
    events += [ev.Passed(seat, cards, by_bot=False) for seat, cards in passes]
    if passes and not hand.is_passing:
        events.append(ev.CardsExchanged(hand.number))
    for trick in hand.tricks:
        events += [ev.Played(seat, card, by_bot=True) for seat, card in trick.by_seat()]
        events.append(ev.TrickTaken(trick.taker, trick.points))
    leader = hand.leader or 0
    for place, card in enumerate(hand.trick):
        events.append(ev.Played((leader + place) % hand.players, card, by_bot=False))
    return events


def log_of(hand: Hand, first: int) -> list[Logged]:
    """The events of the hand from one of them on, as an update carries them."""
    return [
        Logged(number, NOW, NOW + number, event)
        for number, event in enumerate(told(hand)[first:], start=100)
    ]


def random_seat(player: int, chance: Random) -> Seat:
    return chance.choice(
        [
            Seat(bot=True),
            Seat(player=player, here_since=NOW - 90_000),
            Seat(player=player, away_since=NOW - 9_000),
            Seat(player=player, away_since=NOW - 90_000, stand_in=True),
        ]
    )


def table_of(hand: Hand, chance: Random) -> Table:
    """A running game in which this hand is played, with hands before it."""
    size = hand.players
    scored = tuple(
        ScoredHand(number, pass_direction(size, number), (0,) * size, 0, None, b"")
        for number in range(1, hand.number)
    )
    return Table(
        size,
        100,
        ranked=False,
        private=True,
        version=200,
        state=State.RUNNING,
        seats=tuple([random_seat(player, chance) for player in CAST[:size]]),
        hand=hand,
        scored=scored,
        totals=tuple([chance.randrange(80) for _ in range(size)]),
        opened_by=CAST[0],
        shown_at=NOW + 700,
        turn_since=NOW - 5_000,
    )


def with_other_secrets(table: Table, hand: Hand, chance: Random) -> Table:
    """The table at another hand, after hands of other seeds."""
    scored = tuple(
        ScoredHand(s.number, s.direction, s.points, s.queen, s.shooter, chance.randbytes(32))
        for s in table.scored
    )
    return table._replace(hand=hand, scored=scored)


def sent(table: Table, first: int, *viewers: int | None) -> dict[int | None, bytes]:
    """Viewer → the message that it is sent."""
    assert table.hand is not None
    updates = encoded_updates(
        Folded(1, "KQ7FAB", "invite", table),
        log_of(table.hand, first),
        names=NAMES,
        now=NOW,
        limits=LIMITS,
        viewers=[Viewpoint(seat) for seat in viewers],
    )
    return {viewer.seat: update for viewer, update in updates.items()}


def moment(players: int, chance: Random) -> tuple[Table, int]:
    """A table at a random moment, and the first event that its update carries."""
    hand = random_moment(players, chance)
    return table_of(hand, chance), chance.randrange(len(told(hand)))


@pytest.mark.parametrize("players", [3, 4, 5])
def test_no_byte_that_is_sent_depends_on_a_card_that_may_not_be_known(players: int) -> None:
    chance = Random(players)
    swapped = 0
    for _ in range(HANDS):
        table, first = moment(players, chance)
        hand = table.hand
        assert hand is not None
        before = sent(table, first, None, *range(players))
        for viewer in (None, *range(players)):
            other = dealt_anew(hand, viewer, chance)
            after = sent(with_other_secrets(table, other, chance), first, viewer)
            assert after[viewer] == before[viewer]
            swapped += other != hand
    # Only near the end of a hand is there nothing to deal anew.
    assert swapped > 0.9 * HANDS * (players + 1)


@pytest.mark.parametrize("players", [3, 4, 5])
def test_what_is_sent_to_those_who_hold_the_cards_does_change(players: int) -> None:
    chance = Random(players)
    changed = 0
    for _ in range(200):
        table, first = moment(players, chance)
        assert table.hand is not None
        other = with_other_secrets(table, dealt_anew(table.hand, 0, chance), chance)
        seats = range(1, players)
        before, after = sent(table, first, *seats), sent(other, first, *seats)
        changed += sum(before[seat] != after[seat] for seat in seats)
    assert changed > 0.8 * 200 * (players - 1)
