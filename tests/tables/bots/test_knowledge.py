"""What a seat can conclude from what it sees."""

import pytest

from tables.bots.knowledge import knowledge
from tables.hearts.cards import CARDS, SUIT_MASKS, names_of, parse_cards
from tables.hearts.passing import Direction
from tests.tables.bots.seats import ALICE, BOB, CAROL, DAVE, before_pass, seat, taken_trick

pytestmark = pytest.mark.pure

CLUBS, DIAMONDS, HEARTS, SPADES = SUIT_MASKS
CARDS_OF_ALICE = "3D KD 2H 5H 6C 7C 4S 5S 9H 8C 2S 7S"
BOB_HAS_NO_CLUB = taken_trick(BOB, "9D 4D 5D TD")


def test_cards_out_are_those_of_no_trick_and_not_mine() -> None:
    known = knowledge(seat(CARDS_OF_ALICE, trick="TC 2D", tricks=[BOB_HAS_NO_CLUB]))
    assert known.out == (1 << 52) - 1 & ~parse_cards(CARDS_OF_ALICE + " TC 2D 9D 4D 5D TD")


def test_a_seat_that_did_not_follow_is_void() -> None:
    known = knowledge(seat(CARDS_OF_ALICE, trick="TC 2D", tricks=[BOB_HAS_NO_CLUB]))
    assert not known.may_hold[DAVE] & CLUBS
    assert known.may_hold[DAVE] & DIAMONDS
    assert known.may_hold[BOB] & CLUBS
    assert known.chance_of_none(DAVE, CLUBS) == 1


def test_a_passed_card_is_where_it_was_passed_to_until_it_is_played() -> None:
    tricks = [taken_trick(BOB, "2C JC AC TC")]
    known = knowledge(seat(CARDS_OF_ALICE, tricks=tricks, passed="QS JC AD"))
    assert names_of(known.sure[BOB]) == ("AD", "QS")
    assert known.chance_of_holding(BOB, CARDS["QS"]) == 1
    assert known.chance_of_holding(CAROL, CARDS["QS"]) == 0
    assert known.chance_of_none(BOB, DIAMONDS) == 0


@pytest.mark.parametrize(
    ("direction", "receiver"),
    [(Direction.LEFT, BOB), (Direction.ACROSS, CAROL), (Direction.RIGHT, DAVE)],
)
def test_the_direction_says_who_got_the_cards(direction: Direction, receiver: int) -> None:
    tricks = [taken_trick(BOB, "2C JC AC TC")]
    hand = seat(CARDS_OF_ALICE, tricks=tricks, passed="QS KS AD", direction=direction)
    assert [other for other, sure in enumerate(knowledge(hand).sure) if sure] == [receiver]


def test_the_last_seat_that_can_hold_a_card_holds_it() -> None:
    tricks = [taken_trick(DAVE, "3S 6S 2D 3C"), taken_trick(ALICE, "TS AC KC 9S")]
    known = knowledge(seat("3D KD 2H 5H 6C 7C 4S 5S 9H 8C 2S", tricks=tricks))
    assert known.chance_of_holding(BOB, CARDS["QS"]) == 0
    assert known.chance_of_holding(CAROL, CARDS["QS"]) == 0
    assert known.chance_of_holding(DAVE, CARDS["QS"]) == 1


def test_chances_of_the_other_seats_add_up() -> None:
    known = knowledge(seat(CARDS_OF_ALICE, trick="TC 2D", tricks=[BOB_HAS_NO_CLUB]))
    for card in ("QS", "AC", "AD"):
        chances = [known.chance_of_holding(other, CARDS[card]) for other in (BOB, CAROL, DAVE)]
        assert sum(chances) == pytest.approx(1)


def test_the_trick_so_far_and_who_plays_after_me() -> None:
    known = knowledge(seat(CARDS_OF_ALICE, trick="TD QC", tricks=[BOB_HAS_NO_CLUB]))
    assert (known.led, known.best, known.taker) == (1, CARDS["TD"], CAROL)
    assert known.later == (BOB,)
    leads = knowledge(seat(CARDS_OF_ALICE, tricks=[BOB_HAS_NO_CLUB]))
    assert (leads.led, leads.best, leads.taker) == (-1, -1, -1)
    assert leads.later == (BOB, CAROL, DAVE)


def test_before_the_pass_anyone_may_hold_any_other_card() -> None:
    known = knowledge(before_pass(CARDS_OF_ALICE + " AS"))
    assert known.may_hold[BOB] == known.may_hold[CAROL] == known.may_hold[DAVE] == known.out
    assert known.chance_of_holding(BOB, CARDS["QS"]) == pytest.approx(1 / 3)


def test_removed_cards_are_with_nobody() -> None:
    three = "3C 6C 8C 9C JC 4D 7D TD QD 5H 6H 8H TH JH 2S 7S QS"
    assert not knowledge(before_pass(three, players=3)).out & parse_cards("2D")
    five = "3C 6C 9C 4D 7D TD 5H 8H 2S QS"
    assert not knowledge(before_pass(five, players=5)).out & parse_cards("2D 2C")
