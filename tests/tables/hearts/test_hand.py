"""A hand from the deal on: the pass (rule 2), the first lead (3), tricks (7) and points (8)."""

import pytest

from tables.hearts import errors
from tables.hearts.cards import CARDS, NAMES, parse_cards
from tables.hearts.hand import Hand, dealt_hand
from tests.tables.hearts.positions import SEED, hand_in_play, legal, text_of

pytestmark = pytest.mark.pure

# The deal of SEED at four seats; the first three cards of each, which it passes here.
DEALT = [
    "5C 9C 2D 3D 7D JD AD 7H 3S 4S 7S QS KS",
    "2C 8C KC 4D 9D KD 4H 5H JH AH 2S 6S TS",
    "7C TC QC AC 6D 8D 3H 6H 8H TH QH 9S AS",
    "3C 4C 6C JC 5D TD QD 2H 9H KH 5S 8S JS",
]
PASSED = ["5C 9C 2D", "2C 8C KC", "7C TC QC", "3C 4C 6C"]


def all_passed(number: int) -> Hand:
    """The hand of this number with everybody's first three cards passed, not yet exchanged."""
    hand = dealt_hand(number, 4, SEED)
    for seat, cards in enumerate(PASSED):
        hand.check_pass(seat, parse_cards(cards))
        hand = hand.with_pass(seat, parse_cards(cards))
    return hand


def played(hand: Hand, cards: str) -> Hand:
    """The hand after these cards, each checked and played by the seat whose turn it is."""
    for card in cards.split():
        assert hand.turn is not None
        hand.check_play(hand.turn, CARDS[card])
        hand = hand.with_play(hand.turn, CARDS[card])
    return hand


# The pass


def test_a_hand_starts_with_the_pass_and_nobody_can_play() -> None:
    hand = dealt_hand(1, 4, SEED)
    assert [text_of(cards) for cards in hand.cards] == DEALT
    assert hand.is_passing
    assert (hand.leader, hand.turn, hand.trick_number) == (None, None, 1)
    for seat in range(4):
        assert hand.legal_plays(seat) == 0
        with pytest.raises(errors.NotPlaying):
            hand.check_play(seat, CARDS["2C"])


@pytest.mark.parametrize(
    ("number", "direction", "received"),
    [
        (1, "left", [3, 0, 1, 2]),
        (2, "right", [1, 2, 3, 0]),
        (3, "across", [2, 3, 0, 1]),
        (5, "left", [3, 0, 1, 2]),
    ],
)
def test_exactly_three_cards_move_from_each_seat_all_at_once(
    number: int, direction: str, received: list[int]
) -> None:
    before = all_passed(number)
    hand = before.exchanged()
    assert hand.direction.value == direction
    for seat, giver in enumerate(received):
        kept = parse_cards(DEALT[seat]) & ~parse_cards(PASSED[seat])
        assert before.cards[seat] == parse_cards(DEALT[seat])
        assert hand.cards[seat] == kept | parse_cards(PASSED[giver])
        assert hand.received(seat) == parse_cards(PASSED[giver])


def test_nothing_moves_and_nothing_is_received_before_all_have_passed() -> None:
    hand = dealt_hand(1, 4, SEED).with_pass(0, parse_cards("QS KS AD"))
    assert [text_of(cards) for cards in hand.cards] == DEALT
    assert [hand.received(seat) for seat in range(4)] == [0, 0, 0, 0]
    assert [text_of(cards) for cards in hand.passed] == ["AD QS KS", "", "", ""]


@pytest.mark.parametrize("cards", ["", "QS KS", "QS KS AD 7H", "QS QS KS"])
def test_a_pass_of_any_other_number_of_cards_is_refused(cards: str) -> None:
    with pytest.raises(errors.WrongPassCount):
        dealt_hand(1, 4, SEED).check_pass(0, parse_cards(cards))


def test_a_pass_of_a_card_that_is_not_held_is_refused() -> None:
    with pytest.raises(errors.CardNotHeld):
        dealt_hand(1, 4, SEED).check_pass(0, parse_cards("QS KS AS"))


def test_a_second_pass_is_refused_even_if_it_is_the_same() -> None:
    hand = dealt_hand(1, 4, SEED).with_pass(0, parse_cards("QS KS AD"))
    for cards in ("QS KS AD", "5C 9C 2D"):
        with pytest.raises(errors.AlreadyPassed):
            hand.check_pass(0, parse_cards(cards))


def test_a_pass_is_refused_once_the_cards_are_exchanged() -> None:
    with pytest.raises(errors.NotPassing):
        all_passed(1).exchanged().check_pass(0, parse_cards("QS KS AD"))


@pytest.mark.parametrize(
    ("players", "number", "opening"),
    [(3, 3, "2C"), (4, 4, "2C"), (5, 5, "3C"), (3, 6, "2C"), (4, 8, "2C"), (5, 10, "3C")],
)
def test_in_a_hold_hand_nothing_is_passed_and_the_right_card_leads(
    players: int, number: int, opening: str
) -> None:
    hand = dealt_hand(number, players, SEED)
    assert hand.direction.value == "hold"
    assert not hand.is_passing
    assert hand.turn == hand.leader
    assert legal(hand) == opening
    assert [hand.received(seat) for seat in range(players)] == [0] * players
    for seat in range(players):
        with pytest.raises(errors.NotPassing):
            hand.check_pass(seat, hand.cards[seat])


# The first lead


def test_who_holds_the_opening_card_after_the_pass_leads_it() -> None:
    # Bob is dealt 2C and passes it to Carol.
    hand = all_passed(1).exchanged()
    assert (hand.leader, hand.turn, legal(hand)) == (2, 2, "2C")


@pytest.mark.parametrize(("players", "seat"), [(3, 1), (4, 1), (5, 3)])
def test_in_a_hold_hand_who_was_dealt_the_opening_card_leads_it(players: int, seat: int) -> None:
    assert dealt_hand(players, players, SEED).leader == seat


# Tricks


@pytest.mark.parametrize(
    ("leader", "cards", "winning", "taker"),
    [
        (0, "7C JC 2H AC", "AC", 3),
        (2, "7C JC 2H AC", "AC", 1),
        (0, "5D AC JD KH", "JD", 2),  # row 11 of the faults
        (3, "5D AC JD KH", "JD", 1),
        (1, "2S AH AD AC", "2S", 1),
        (0, "QS KS AS JS", "AS", 2),
        (1, "TH 9H JC", "TH", 1),
        (4, "9C TC JC QC KC", "KC", 3),
    ],
)
def test_the_highest_card_of_the_suit_led_wins_the_trick_and_its_player_leads_the_next(
    leader: int, cards: str, winning: str, taker: int
) -> None:
    size = len(cards.split())
    hand = hand_in_play(*["3S"] * size, leader=leader, trick=cards)
    assert hand.turn is None
    assert hand.trick_taker() == taker
    after = hand.trick_gathered()
    assert (after.leader, after.turn, after.trick, after.led) == (taker, taker, (), None)
    trick = after.tricks[-1]
    assert (trick.leader, trick.taker) == (leader, taker)
    assert " ".join(NAMES[card] for card in trick.cards) == cards
    assert {seat: NAMES[card] for seat, card in trick.by_seat()}[taker] == winning
    assert text_of(trick.mask) == text_of(parse_cards(cards))


def test_the_worked_trick_breaks_hearts() -> None:
    hand = hand_in_play("7C", "JC", "2H", "AC 3S")
    hand = played(hand, "7C JC 2H AC").trick_gathered()
    assert hand.leader == 3
    assert hand.hearts_broken


def test_play_goes_to_the_left_from_the_leader() -> None:
    hand = hand_in_play("3D", "4D", "5D", "6D", "7D", leader=3)
    turns = []
    for card in ("6D", "7D", "3D", "4D", "5D"):
        turns.append(hand.turn)
        hand = played(hand, card)
    assert turns == [3, 4, 0, 1, 2]
    assert hand.turn is None


def test_a_complete_trick_is_gathered_before_anybody_plays_on() -> None:
    hand = played(hand_in_play("7C 2S", "JC 3S", "2H 4S", "AC 5S"), "7C JC 2H AC")
    for seat, card in enumerate(("2S", "3S", "4S", "5S")):
        with pytest.raises(errors.NotYourTurn):
            hand.check_play(seat, CARDS[card])


def test_the_points_of_a_trick_go_to_its_taker() -> None:
    hand = played(hand_in_play("7D 6C", "QS 3C", "2H 4C", "9D 5C"), "7D QS 2H 9D").trick_gathered()
    assert hand.tricks[-1].points == 14
    assert hand.taken == (0, 0, 0, 14)
    hand = played(hand, "5C 6C 3C 4C").trick_gathered()
    assert hand.taken == (0, 0, 0, 14)


def test_after_the_last_trick_the_hand_is_over_and_nothing_can_be_played() -> None:
    hand = played(hand_in_play("7D", "QS", "2H", "9D"), "7D QS 2H 9D")
    assert not hand.is_over
    hand = hand.trick_gathered()
    assert hand.is_over
    assert hand.turn is None
    with pytest.raises(errors.NotPlaying):
        hand.check_play(3, CARDS["9D"])


def test_a_hand_is_never_changed_only_followed_by_another() -> None:
    hand = hand_in_play("7D 6C", "QS 3C", "2H 4C", "9D 5C")
    before = repr(hand)
    played(hand, "7D QS 2H 9D").trick_gathered()
    assert repr(hand) == before
    with pytest.raises(AttributeError):
        hand.turn = 2  # type: ignore[misc]
