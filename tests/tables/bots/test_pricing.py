"""How the bot plays when nobody is out for a moon."""

import pytest

from tests.tables.bots.seats import ALICE, CAROL, DAVE, plays, seat, taken_trick

pytestmark = pytest.mark.pure

FIRST = taken_trick(DAVE, "2C 4C 5C TC")
QUEEN_GONE = taken_trick(CAROL, "KS QS 2S 4S")


def test_the_first_trick_takes_the_high_club() -> None:
    assert plays(seat("AC 7C 3C 2D 6D 9D 3H 7H 8H 3S 5S 6S 9S", trick="2C 9C TC")) == "AC"


def test_the_last_to_play_rids_a_high_card_on_a_clean_trick() -> None:
    hand = seat("AD 7D 3D 3C 6C 9C 3H 7H 8H 3S 5S 6S", trick="5D 9D JD", tricks=[FIRST])
    assert plays(hand) == "AD"


def test_the_king_of_spades_goes_when_the_queen_can_no_longer_fall_on_it() -> None:
    cards = "AD 7D 3D 3C 6C 9C 3H 7H 8H 3S 5S KS"
    assert plays(seat(cards, trick="4S 9S JS", tricks=[FIRST])) == "KS"
    assert plays(seat(cards, trick="4S", tricks=[FIRST])) in {"3S", "5S"}


def test_a_trick_with_points_is_ducked_as_high_as_can_be() -> None:
    hand = seat("AD 7D 3D 3C 6C 9C 3H 7H 8H 3S 5S 6S", trick="9D TH TD", tricks=[FIRST])
    assert plays(hand) == "7D"


def test_the_queen_of_spades_is_discarded_at_once() -> None:
    hand = seat("3C 6C 9C KC 3H 7H AH 8H 9H 3S 5S QS", trick="JD TD", tricks=[FIRST])
    assert plays(hand) == "QS"


def test_a_high_spade_without_cover_is_discarded_while_the_queen_is_out() -> None:
    cards = "3C 6C 9C 7C 3H 7H AH 8H 9H 6H 3S KS"
    assert plays(seat(cards, trick="JD TD", tricks=[FIRST])) == "KS"


def test_after_the_queen_a_high_heart_is_discarded() -> None:
    cards = "3C 6C 9C 7C 3H 2H AH 8H 9H 6H KH"
    assert plays(seat(cards, trick="JD TD", tricks=[FIRST, QUEEN_GONE])) == "AH"


def test_low_spades_are_led_to_drive_out_the_queen() -> None:
    cards = "AD 7D 3D 3C 6C 9C 3H 7H 8H 3S 5S 6S"
    own_lead = taken_trick(DAVE, "2C AC 5C TC")
    assert plays(seat(cards, tricks=[own_lead])) in {"3S", "5S", "6S"}


def test_no_spade_is_led_by_who_would_catch_the_queen() -> None:
    cards = "AD 7D 3D 3C 6C 9C 3H 7H 8H 3S KS AS"
    own_lead = taken_trick(DAVE, "2C AC 5C TC")
    assert plays(seat(cards, tricks=[own_lead]))[1] != "S"


def test_an_ace_is_not_led_into_a_seat_that_is_void() -> None:
    tricks = [taken_trick(DAVE, "2C AC 5D 6D"), taken_trick(ALICE, "9D 3D 2D KD")]
    assert plays(seat("KC 3C 4D 8D TD 3H 7H 8H 3S 5S 6S", tricks=tricks)) != "KC"


def test_the_queen_goes_to_the_low_man_and_waits_for_him_when_it_is_safe() -> None:
    cards = "7C 6C 9C 4C 3H 7H AH 3S 5S 6S 8S QS"
    totals = (40, 60, 10, 50)
    to_carol = seat(cards, trick="JD TD", tricks=[FIRST])
    to_dave = seat(cards, trick="TD JD", tricks=[FIRST])
    assert plays(to_carol, totals) == "QS"
    assert plays(to_dave, (40, 10, 60, 90)) != "QS"


def test_the_game_is_not_ended_for_a_rival_in_front() -> None:
    cards = "7C 6C 9C 4C 3H 7H AH 3S 5S 6S 8S QS"
    hand = seat(cards, trick="TD JD", tricks=[FIRST])
    assert plays(hand, totals=(60, 60, 10, 95)) not in {"QS", "AH", "7H", "3H"}
    assert plays(hand, totals=(10, 60, 30, 95)) == "QS"


def test_a_point_is_taken_when_it_would_end_the_game_for_another() -> None:
    hand = seat("3D KD 2H 5H 6C 7C 8C 9C 7S 8S 9S", trick="TD JH JD", tricks=[FIRST, QUEEN_GONE])
    assert plays(hand, totals=(60, 30, 70, 99)) == "KD"
    assert plays(hand, totals=(30, 60, 70, 99)) == "3D"
