"""How the bot shoots the moon."""

import pytest

from tables.bots import choose_play
from tables.bots.knowledge import knowledge
from tables.bots.shooting import can_shoot
from tables.bots.stakes import Stakes
from tables.hearts.secrecy import SeatHand, seat_hand
from tests.tables.bots.seats import ALICE, BOB, plays, seat, taken_trick
from tests.tables.hearts.positions import hand_in_play

pytestmark = pytest.mark.pure

RUN = "AC KC QC JC AD KD AH KH QH JH AS KS"
OWN_TRICK = taken_trick(BOB, "2D 3D 4D QD")


def shoots(hand: SeatHand, totals: tuple[int, ...] = (0, 0, 0, 0)) -> bool:
    return can_shoot(knowledge(hand), Stakes(ALICE, totals, 100))


def test_a_hand_that_can_run_the_table_shoots() -> None:
    assert shoots(seat(RUN, tricks=[OWN_TRICK]))


def test_an_ordinary_hand_does_not() -> None:
    assert not shoots(seat("3C 6C 9C 4D 7D 5H 6H 8H JH 2S 7S KS", tricks=[OWN_TRICK]))


def test_it_is_given_up_when_another_has_a_point() -> None:
    lost = taken_trick(BOB, "AD 3D 9H 4D")
    assert not shoots(seat(RUN, tricks=[lost]))


def test_it_is_not_tried_when_it_would_end_the_game_for_another() -> None:
    assert not shoots(seat(RUN, tricks=[OWN_TRICK]), (95, 80, 64, 99))


def test_it_runs_the_table() -> None:
    hand = hand_in_play(
        RUN,
        "2C 3C 4C 5C 2D 3D 4D 2H 3H 4H 2S 3S",
        "6C 7C 8C 9C 5D 6D 7D 5H 6H 7H 4S QS",
        "TC 8D 9D TD JD QD 8H 9H TH 5S 6S JS",
    )
    while not hand.is_over:
        if hand.turn is None:
            hand = hand.trick_gathered()
        else:
            card = choose_play(seat_hand(hand, hand.turn), (0, 0, 0, 0), 100)
            hand = hand.with_play(hand.turn, card)
    assert hand.taken == (26, 0, 0, 0)


def test_it_takes_a_trick_with_points_and_throws_low_side_cards() -> None:
    hand = seat("AC KC QC JC AD KD AH KH QH JH AS 3D", trick="TD 9H JD", tricks=[OWN_TRICK])
    assert plays(hand) == "KD"
