"""Rules 3 to 6: which cards may be played, and why another is refused."""

import pytest

from tables.hearts import errors
from tables.hearts.cards import CARDS
from tables.hearts.hand import Hand
from tests.tables.hearts.positions import WITH_A_HEART, hand_in_play, legal, text_of

pytestmark = pytest.mark.pure

# What the seats that matter less in a position hold.
SOME = "6C 6D 6S"


def refusal_of(hand: Hand, card: str, seat: int | None = None) -> errors.RuleError:
    """Why the card is refused, played by the seat whose turn it is unless another is given."""
    turn = hand.turn if seat is None else seat
    assert turn is not None
    with pytest.raises(errors.RuleError) as refused:
        hand.check_play(turn, CARDS[card])
    return refused.value


# Rule 3


@pytest.mark.parametrize(
    ("cards", "opening"),
    [
        (["2C 3C AH", "4C", "5C"], "2C"),
        (["2C 3C AH", "4C", "5C", "6C"], "2C"),
        (["3C 4C AH", "5C", "6C", "7C", "8C"], "3C"),
    ],
)
def test_the_hand_is_opened_with_the_lowest_club_and_nothing_else(
    cards: list[str], opening: str
) -> None:
    hand = hand_in_play(*cards, earlier="")
    assert legal(hand) == opening
    for card in cards[0].split()[1:]:
        assert type(refusal_of(hand, card)) is errors.MustLeadFirstCard


def test_later_tricks_are_led_with_any_card_but_a_heart() -> None:
    assert legal(hand_in_play("3C AD QS", SOME, SOME, SOME)) == "3C AD QS"


# Rule 4


def test_a_seat_that_can_follow_suit_must() -> None:
    hand = hand_in_play(SOME, "2D JD AH QS 3C", SOME, SOME, trick="7D")
    assert legal(hand) == "2D JD"
    refused = refusal_of(hand, "QS")
    assert type(refused) is errors.MustFollowSuit
    assert str(refused) == "You hold a diamond, so you must follow suit."


@pytest.mark.parametrize(
    ("led", "word"), [("7C", "club"), ("7D", "diamond"), ("7H", "heart"), ("AS", "spade")]
)
def test_the_refusal_names_the_suit_that_must_be_followed(led: str, word: str) -> None:
    hand = hand_in_play("KC KD KH KS", "9C 9D 9H QS", SOME, SOME, trick=led)
    other = "9D" if word == "club" else "9C"
    assert str(refusal_of(hand, other)) == f"You hold a {word}, so you must follow suit."


def test_a_seat_that_cannot_follow_suit_plays_any_card() -> None:
    hand = hand_in_play(SOME, "2C AH QS", SOME, SOME, trick="7D")
    assert legal(hand) == "2C AH QS"


def test_suit_is_followed_to_the_first_card_and_not_to_a_discard() -> None:
    hand = hand_in_play(SOME, SOME, "2C 3D 4H", SOME, trick="7D 9H")
    assert legal(hand) == "3D"


# Rule 5


def test_a_heart_may_not_be_led_until_hearts_are_broken() -> None:
    hand = hand_in_play("5C 2H 9H", SOME, SOME, SOME)
    assert legal(hand) == "5C"
    assert type(refusal_of(hand, "2H")) is errors.HeartsNotBroken


def test_a_heart_may_be_led_once_a_heart_fell_in_an_earlier_trick() -> None:
    hand = hand_in_play("5C 2H 9H", SOME, SOME, SOME, earlier=WITH_A_HEART)
    assert legal(hand) == "5C 2H 9H"


def test_a_leader_with_nothing_but_hearts_leads_one_though_they_are_not_broken() -> None:
    assert legal(hand_in_play("2H 9H AH", SOME, SOME, SOME)) == "2H 9H AH"


def test_the_queen_of_spades_does_not_break_hearts() -> None:
    hand = hand_in_play("2H 5C", SOME, SOME, SOME, earlier="7D 9D QS 2D")
    assert not hand.hearts_broken
    assert legal(hand) == "5C"
    assert type(refusal_of(hand, "2H")) is errors.HeartsNotBroken


def test_a_leader_with_only_hearts_and_the_queen_must_lead_the_queen() -> None:
    hand = hand_in_play("QS 5H 9H", SOME, SOME, SOME)
    assert legal(hand) == "QS"
    assert type(refusal_of(hand, "5H")) is errors.HeartsNotBroken


def test_with_hearts_broken_a_leader_with_only_hearts_and_the_queen_may_lead_either() -> None:
    hand = hand_in_play("QS 5H 9H", SOME, SOME, SOME, earlier=WITH_A_HEART)
    assert legal(hand) == "5H 9H QS"


def test_a_heart_in_the_running_trick_breaks_hearts_from_the_next_trick_on() -> None:
    hand = hand_in_play("6C", "3H", "6D", "6S 4H", trick="7C 9C JC")
    assert not hand.hearts_broken
    hand = hand.with_play(3, CARDS["4H"])
    assert not hand.hearts_broken
    hand = hand.trick_gathered()
    assert hand.hearts_broken
    assert (hand.turn, legal(hand)) == (2, "6D")


# Rule 6


def test_no_heart_and_no_queen_are_discarded_in_the_first_trick() -> None:
    hand = hand_in_play("2C 9C", "QS 4H 2D", SOME, SOME, trick="2C", earlier="")
    assert legal(hand) == "2D"
    assert type(refusal_of(hand, "QS")) is errors.NoPointsInFirstTrick
    assert type(refusal_of(hand, "4H")) is errors.NoPointsInFirstTrick


def test_a_seat_with_nothing_but_hearts_discards_one_in_the_first_trick() -> None:
    thirteen = "2H 3H 4H 5H 6H 7H 8H 9H TH JH QH KH AH"
    hand = hand_in_play("2C", thirteen, SOME, SOME, trick="2C", earlier="")
    assert legal(hand) == thirteen


def test_a_seat_with_twelve_hearts_and_the_queen_discards_a_heart_in_the_first_trick() -> None:
    twelve = "2H 3H 4H 5H 6H 7H 8H 9H TH JH QH KH"
    hand = hand_in_play("2C", f"{twelve} QS", SOME, SOME, trick="2C", earlier="")
    assert legal(hand) == twelve
    assert type(refusal_of(hand, "QS")) is errors.NoPointsInFirstTrick


def test_a_heart_discarded_in_the_first_trick_breaks_hearts() -> None:
    hand = hand_in_play("AC 4H", "3H 5H QS", "3C 6C", "4C 6D", trick="2C", earlier="")
    for seat, card in ((1, "3H"), (2, "3C"), (3, "4C")):
        hand.check_play(seat, CARDS[card])
        hand = hand.with_play(seat, CARDS[card])
    hand = hand.trick_gathered()
    assert hand.hearts_broken
    assert (hand.turn, legal(hand)) == (3, "6D")


def test_in_the_first_trick_suit_is_followed_with_any_card_of_it() -> None:
    hand = hand_in_play("2C", "3C AC 4H 2D", SOME, SOME, trick="2C", earlier="")
    assert legal(hand) == "3C AC"
    assert type(refusal_of(hand, "2D")) is errors.MustFollowSuit


def test_the_first_trick_over_point_cards_may_be_discarded() -> None:
    hand = hand_in_play(SOME, "QS 4H 2D", SOME, SOME, trick="7C")
    assert legal(hand) == "2D 4H QS"


# Whose turn, and which cards at all


def test_a_card_of_another_seat_or_of_nobody_is_not_held() -> None:
    hand = hand_in_play("5C 6D", SOME, SOME, SOME)
    assert type(refusal_of(hand, "6S")) is errors.CardNotHeld
    assert type(refusal_of(hand, "AS")) is errors.CardNotHeld


def test_a_card_that_was_played_is_held_no_more() -> None:
    hand = hand_in_play("2H KC", "6C", "7C", "8C").with_play(0, CARDS["KC"])
    assert text_of(hand.cards[0]) == "2H"
    for seat, card in ((1, "6C"), (2, "7C"), (3, "8C")):
        hand = hand.with_play(seat, CARDS[card])
    assert type(refusal_of(hand.trick_gathered(), "KC")) is errors.CardNotHeld


def test_only_the_seat_whose_turn_it_is_may_play() -> None:
    hand = hand_in_play("5C", "7C", "8C", "9C", leader=2)
    assert hand.turn == 2
    for seat, card in ((0, "5C"), (1, "7C"), (3, "9C")):
        assert hand.legal_plays(seat) == 0
        assert type(refusal_of(hand, card, seat)) is errors.NotYourTurn


@pytest.mark.parametrize("card", [*range(52), 52, 60])
def test_every_number_is_a_legal_card_or_refused_by_a_named_error(card: int) -> None:
    hand = hand_in_play(SOME, "2D JD AH QS 3C", SOME, SOME, trick="7D")
    if card in (CARDS["2D"], CARDS["JD"]):
        hand.check_play(1, card)
    else:
        with pytest.raises(errors.RuleError):
            hand.check_play(1, card)
