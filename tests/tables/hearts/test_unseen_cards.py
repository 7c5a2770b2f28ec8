"""Nothing that a viewer is shown depends on a card that it may not know.

At a random moment of each of many random hands, and for every seat and a watcher, the cards that
the viewer can't know are dealt anew to the seats that may hold them. What the viewer is shown
must stay the same, and for one seat of each hand to the letter. The seed, of which a hash is
shown, is left as it was.
"""

from random import Random

import pytest

from tables.hearts import events as ev
from tables.hearts.cards import cards_in, mask_of
from tables.hearts.hand import Hand
from tables.hearts.passing import Direction, receiver
from tables.hearts.secrecy import public_hand, seat_hand, seen
from tests.tables.hearts.random_play import random_moment, random_subset

pytestmark = pytest.mark.pure

HANDS = 5000


def known_places(hand: Hand, viewer: int | None) -> list[int]:
    """Seat → those of its cards of which the viewer knows that they are there."""
    known = [0] * hand.players
    if viewer is not None:
        known[viewer] = hand.cards[viewer]
        if not hand.is_passing and hand.direction is not Direction.HOLD:
            to = receiver(viewer, hand.direction, hand.players)
            known[to] |= hand.passed[viewer] & hand.cards[to]
    if not hand.is_passing and not hand.gone:
        assert hand.leader is not None
        known[hand.leader] |= hand.start.opening
    return known


def dealt_anew(hand: Hand, viewer: int | None, chance: Random) -> Hand:
    """The hand with the cards that the viewer does not know in random places and passes."""
    known = known_places(hand, viewer)
    hidden = [cards & ~seen for cards, seen in zip(hand.cards, known, strict=True)]
    unseen = list(cards_in(sum(hidden)))
    chance.shuffle(unseen)
    held = []
    for seat, cards in enumerate(hidden):
        count = cards.bit_count()
        held.append(hand.start.held[seat] & ~cards | mask_of(unseen[:count]))
        del unseen[:count]
    start = hand.start._replace(held=tuple(held))
    hand = hand._replace(start=start)
    return hand._replace(start=start._replace(passed=passed_anew(hand, viewer, chance)))


def passed_anew(hand: Hand, viewer: int | None, chance: Random) -> tuple[int, ...]:
    """Seat → its pass if the viewer knows it, else any three cards that it may have passed."""
    passes = list(hand.passed)
    for seat, cards in enumerate(passes):
        to = seat if hand.is_passing else receiver(seat, hand.direction, hand.players)
        if cards and viewer not in (seat, to):
            passes[seat] = random_subset(hand.start.held[to], 3, chance)
    return tuple(passes)


def shown(hand: Hand, viewer: int | None) -> list[object]:
    """All that the viewer is shown of the hand and of its events so far that carry cards."""
    events: list[ev.Event] = [ev.Dealt(hand.number, hand.seed)]
    events += [ev.Passed(seat, cards, False) for seat, cards in enumerate(hand.passed) if cards]
    if not hand.is_passing:
        events.append(ev.CardsExchanged(hand.number))
    view = public_hand(hand) if viewer is None else seat_hand(hand, viewer)
    return [view, *(seen(one, players=hand.players, hand=hand, seat=viewer) for one in events)]


@pytest.mark.parametrize("players", [3, 4, 5])
def test_no_view_changes_when_the_cards_that_it_may_not_show_are_dealt_anew(players: int) -> None:
    chance = Random(players)
    swapped = 0
    for _ in range(HANDS):
        hand = random_moment(players, chance)
        letters = chance.randrange(players)
        for viewer in (None, *range(players)):
            other = dealt_anew(hand, viewer, chance)
            before, after = shown(hand, viewer), shown(other, viewer)
            assert before == after
            assert viewer != letters or repr(before).encode() == repr(after).encode()
            swapped += other != hand
    # Only near the end of a hand is there nothing to deal anew.
    assert swapped > 0.9 * HANDS * (players + 1)


@pytest.mark.parametrize("players", [3, 4, 5])
def test_dealing_anew_leaves_a_hand_that_could_have_been(players: int) -> None:
    chance = Random(players)
    for _ in range(200):
        hand = random_moment(players, chance)
        for viewer in (None, *range(players)):
            other = dealt_anew(hand, viewer, chance)
            assert sum(other.cards) == sum(hand.cards)
            assert [cards.bit_count() for cards in other.cards] == [
                cards.bit_count() for cards in hand.cards
            ]
            assert [cards.bit_count() for cards in other.passed] == [
                cards.bit_count() for cards in hand.passed
            ]


@pytest.mark.parametrize("players", [3, 4, 5])
def test_the_views_of_the_seats_that_hold_the_cards_do_change(players: int) -> None:
    chance = Random(players)
    hands = [random_moment(players, chance) for _ in range(200)]
    changed = sum(
        shown(dealt_anew(hand, 0, chance), seat) != shown(hand, seat)
        for hand in hands
        for seat in range(1, players)
    )
    assert changed > 0.8 * 200 * (players - 1)
