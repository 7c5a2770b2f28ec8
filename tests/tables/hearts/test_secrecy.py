"""What a seat and a watcher are told of a running hand, and of each event."""

import hashlib

import pytest

from tables.hearts import events as ev
from tables.hearts.cards import CARDS, parse_cards
from tables.hearts.deck import deal
from tables.hearts.events import Closed, Event, Freed
from tables.hearts.hand import Hand, dealt_hand
from tables.hearts.passing import Direction
from tables.hearts.secrecy import (
    DealtSeen,
    ExchangeSeen,
    PassedSeen,
    PublicHand,
    public_hand,
    seat_hand,
    seen,
)
from tests.tables.hearts.positions import ALICE, BOB, SEED, hand_in_play, text_of

pytestmark = pytest.mark.pure

COMMITMENT = "630dcd2966c4336691125448bbb25b4ff412a49c732db2c8abc1b8581bd710dd"
PASSES = ["QS KS AD", "2C 8C KC", "7C TC QC", "3C 4C 6C"]  # out of the deal of SEED


def passing(*seats: int) -> Hand:
    """The first hand, in which these seats have passed."""
    hand = dealt_hand(1, 4, SEED)
    for seat in seats:
        hand = hand.with_pass(seat, parse_cards(PASSES[seat]))
    return hand


def test_all_know_the_commitment_but_nobody_the_seed() -> None:
    assert hashlib.sha256(SEED).hexdigest() == COMMITMENT
    shown = seat_hand(passing(), 0)
    assert shown.public.commitment == COMMITMENT
    assert repr(SEED) not in repr(shown)
    assert SEED.hex() not in repr(shown)


def test_all_know_who_has_passed_and_nobody_what() -> None:
    assert public_hand(passing(1, 3)) == PublicHand(
        number=1,
        players=4,
        direction=Direction.LEFT,
        commitment=COMMITMENT,
        is_passing=True,
        has_passed=(False, True, False, True),
        leader=None,
        turn=None,
        trick=(),
        tricks=(),
        taken=(0, 0, 0, 0),
        cards_left=(13, 13, 13, 13),
        hearts_broken=False,
    )


def test_a_seat_knows_its_own_cards_and_its_own_pass() -> None:
    shown = seat_hand(passing(0, 1), 0)
    assert text_of(shown.cards) == "5C 9C 2D 3D 7D JD AD 7H 3S 4S 7S QS KS"
    assert text_of(shown.passed) == "AD QS KS"
    assert (shown.legal, shown.received) == (0, 0)


def test_nobody_sees_what_it_receives_before_all_have_committed() -> None:
    assert seat_hand(passing(0, 1, 3), 0).received == 0
    assert seat_hand(passing(0, 1, 2, 3), 0).received == 0
    shown = seat_hand(passing(0, 1, 2, 3).exchanged(), 0)
    assert text_of(shown.received) == "3C 4C 6C"
    assert text_of(shown.passed) == "AD QS KS"


def test_a_seat_still_knows_what_it_received_when_it_has_played_it() -> None:
    hand = passing(0, 1, 2, 3).exchanged()
    for seat, card in ((2, "2C"), (3, "7C"), (0, "6C"), (1, "9D")):
        hand = hand.with_play(seat, CARDS[card])
    shown = seat_hand(hand.trick_gathered(), 0)
    assert text_of(shown.received) == "3C 4C 6C"
    assert text_of(shown.cards & parse_cards("3C 4C 6C")) == "3C 4C"


def test_all_know_the_tricks_and_the_points_and_how_many_cards_each_holds() -> None:
    hand = hand_in_play("7D 6C", "QS 3C", "2H 4C", "9D 5C")
    for seat, card in enumerate(("7D", "QS", "2H", "9D")):
        hand = hand.with_play(seat, CARDS[card])
    shown = public_hand(hand.trick_gathered().with_play(3, CARDS["5C"]))
    assert [trick.cards for trick in shown.tricks[1:]] == [
        (CARDS["7D"], CARDS["QS"], CARDS["2H"], CARDS["9D"])
    ]
    assert shown.trick == (CARDS["5C"],)
    assert (shown.leader, shown.turn, shown.is_passing) == (3, 0, False)
    assert shown.taken == (0, 0, 0, 14)
    assert shown.cards_left == (1, 1, 1, 0)
    assert shown.hearts_broken


def test_only_the_seat_whose_turn_it_is_has_legal_plays() -> None:
    hand = hand_in_play("5C 6D", "2D 3D", "4D 4S", "KS", leader=2)
    assert [text_of(seat_hand(hand, seat).legal) for seat in range(4)] == ["", "", "4D 4S", ""]


def test_what_is_known_to_all_may_be_handed_in() -> None:
    hand = passing(0)
    assert seat_hand(hand, 1, public_hand(hand)) == seat_hand(hand, 1)


# Events


def watched(event: Event, hand: Hand | None = None) -> object:
    return seen(event, players=4, hand=hand, seat=None)


@pytest.mark.parametrize("seat", [None, 0, 3])
def test_of_the_deal_all_see_direction_and_commitment_only(seat: int | None) -> None:
    hand = dealt_hand(2, 4, SEED)
    shown = seen(ev.Dealt(2, SEED), players=4, hand=hand, seat=seat)
    assert shown == DealtSeen(2, Direction.RIGHT, COMMITMENT)
    for cards in deal(SEED, 4):
        assert str(cards) not in repr(shown)


@pytest.mark.parametrize("seat", [None, 0, 1, 2])
def test_of_a_pass_all_see_who_passed_only(seat: int | None) -> None:
    event = ev.Passed(1, parse_cards("2C 8C KC"), by_bot=True)
    shown = seen(event, players=4, hand=passing(1), seat=seat)
    assert shown == PassedSeen(1, by_bot=True)


def test_of_the_exchange_each_seat_sees_what_it_received_and_a_watcher_nothing() -> None:
    hand = passing(0, 1, 2, 3).exchanged()
    received = [
        seen(ev.CardsExchanged(1), players=4, hand=hand, seat=seat) for seat in (0, 1, 2, 3, None)
    ]
    assert received == [
        ExchangeSeen(parse_cards("3C 4C 6C")),
        ExchangeSeen(parse_cards("QS KS AD")),
        ExchangeSeen(parse_cards("2C 8C KC")),
        ExchangeSeen(parse_cards("7C TC QC")),
        ExchangeSeen(None),
    ]


def test_of_the_exchange_of_a_hand_that_is_past_nothing_is_told() -> None:
    assert seen(ev.CardsExchanged(1), players=4, hand=None, seat=0) == ExchangeSeen(None)
    later = dealt_hand(4, 4, SEED)
    assert seen(ev.CardsExchanged(1), players=4, hand=later, seat=0) == ExchangeSeen(None)


PLAIN: list[Event] = [
    ev.TableOpened(4, 100, ranked=False, private=False),
    ev.SeatTaken(0, ALICE, connected=True),
    ev.SeatFreed(0, BOB, Freed.AWAY),
    ev.BotAdded(1),
    ev.BotRemoved(1),
    ev.GameStarted(),
    ev.PlayerAway(1, since=5000),
    ev.PlayerBack(1),
    ev.BotStoodIn(1),
    ev.PlayerQuit(1, BOB, ev.Quit.LEFT),
    ev.ReserveSpent(1, 1500),
    ev.LimitsRestarted(),
    ev.TableClosed(Closed.DESERTED),
    ev.PlayAgainOpened("KQ7FAB"),
    ev.Played(2, CARDS["2C"], by_bot=False),
    ev.TrickTaken(3, 14),
    ev.HandScored((0, 26, 26, 26), shooter=0),
    ev.GameEnded(0),
]


@pytest.mark.parametrize("event", PLAIN, ids=lambda event: type(event).__name__)
def test_any_other_event_is_seen_by_all_as_it_is(event: Event) -> None:
    hand = passing(0, 1, 2, 3).exchanged()
    assert watched(event) is event
    assert watched(event, hand) is event
    assert seen(event, players=4, hand=hand, seat=2) is event


def test_no_kind_of_event_is_left_out_here() -> None:
    covered = {type(event) for event in PLAIN} | {ev.Dealt, ev.Passed, ev.CardsExchanged}
    assert covered == set(Event.__args__)
