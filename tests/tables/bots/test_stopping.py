"""How the bot meets another seat's moon."""

import pytest

from tables.bots.knowledge import knowledge
from tables.bots.stopping import threat
from tests.tables.bots.seats import BOB, plays, seat, taken_trick

pytestmark = pytest.mark.pure

CARDS = "QH 5H 2D 3D 4D 7C 8C 6C"
BOBS_TWENTY = (
    taken_trick(BOB, "AC 4C 5C 3C"),
    taken_trick(BOB, "AS 2S 3S 4S"),
    taken_trick(BOB, "KS QS 5S 2H"),
    taken_trick(BOB, "AH 3H 4H 6D"),
    taken_trick(BOB, "KH 6H 7H 5D"),
)


def test_a_seat_with_all_points_is_a_threat_that_grows() -> None:
    tricks = BOBS_TWENTY[:3]
    early = threat(knowledge(seat(CARDS + " 9C TC", trick="9S 8S 7S", tricks=tricks)))
    late = threat(knowledge(seat(CARDS, trick="9S 8S 7S", tricks=BOBS_TWENTY)))
    assert early is not None
    assert late is not None
    assert early.shooter == late.shooter == BOB
    assert 0 < early.chance < late.chance < 1


def test_no_threat_when_points_are_shared_or_mine_or_none_have_fallen() -> None:
    carols = taken_trick(BOB, "TD AD 9H 2C")
    mine = taken_trick(BOB, "TD 9D 9H AD")
    shared = seat(CARDS, trick="9S 8S 7S", tricks=[*BOBS_TWENTY[:4], carols])
    own = seat(CARDS + " 9C TC", trick="9S 8S 7S", tricks=[*BOBS_TWENTY[:2], mine])
    none = seat(CARDS + " 9C TC JC", trick="9S 8S 7S", tricks=BOBS_TWENTY[:2])
    assert [threat(knowledge(hand)) for hand in (shared, own, none)] == [None, None, None]


def test_the_heart_that_stops_the_shooter_is_not_thrown_away() -> None:
    hand = seat(CARDS, trick="9S 8S 7S", tricks=BOBS_TWENTY)
    assert plays(hand) != "QH"


def test_a_point_is_thrown_to_another_seat_than_the_shooter() -> None:
    hand = seat("QH 5H 2D 3D 4D 7C 8C 6C", trick="9S JS TS", tricks=BOBS_TWENTY)
    assert plays(hand) in {"QH", "5H"}
