"""The choices that any Hearts player would call right or wrong, and what they depend on."""

import time
from random import Random

import pytest

from tables.bots import choose_pass, choose_play
from tables.hearts.hand import Hand, dealt_hand
from tables.hearts.secrecy import SeatHand, seat_hand
from tests.tables.bots.seats import BOB, plays, seat, taken_trick
from tests.tables.hearts.random_play import random_moment
from tests.tables.hearts.test_unseen_cards import dealt_anew

pytestmark = pytest.mark.pure

FIRST = taken_trick(BOB, "2C JC AC TC")
BOBS_TWENTY = (
    taken_trick(BOB, "AC 4C 5C 3C"),
    taken_trick(BOB, "AS 2S 3S 4S"),
    taken_trick(BOB, "KS QS 5S 2H"),
    taken_trick(BOB, "AH 3H 4H 6D"),
    taken_trick(BOB, "KH 6H 7H 5D"),
)


def chosen(hand: Hand, seat: int, totals: tuple[int, ...], target: int) -> int | None:
    """What the bot does at this seat; None if it has nothing to do."""
    known = seat_hand(hand, seat)
    if hand.is_passing:
        return None if hand.passed[seat] else choose_pass(known, totals, target)
    return choose_play(known, totals, target) if hand.turn == seat else None


def random_totals(players: int, chance: Random) -> tuple[int, ...]:
    return tuple(chance.randrange(120) for _ in range(players))


# Row 1 of the faults: the first trick.
def test_void_in_clubs_it_throws_no_point_card_to_the_first_trick() -> None:
    hand = seat("2D 2H 3H 4H 5H 6H 7H 8H 9H TH JH QH QS", trick="2C 3C 4C")
    assert plays(hand) == "2D"


# Row 2: nothing but hearts and the queen, hearts unbroken.
def test_on_lead_with_hearts_and_the_queen_it_leads_the_queen() -> None:
    tricks = [FIRST] * 10  # only their number matters
    assert plays(seat("QS 5H 9H", tricks=tricks)) == "QS"


# Row 45.
def test_it_does_not_take_a_queen_that_it_can_duck() -> None:
    hand = seat("3D KD 2H 5H 6C 7C 4S 5S 9H 8C 2S 7S", trick="TD 4D QS", tricks=[FIRST])
    assert plays(hand) == "3D"


@pytest.mark.parametrize("trick", ["AS", "4S AS", "4S AS 3S"])
def test_it_throws_the_queen_under_the_ace(trick: str) -> None:
    hand = seat("KS QS 3D KD 2H 5H 6C 7C 9H 8D 9C 3C", trick=trick, tricks=[FIRST])
    assert plays(hand) == "QS"


# Row 46.
def test_it_takes_a_heart_from_a_seat_that_has_taken_all_twenty_points() -> None:
    hearts_led = seat("QH 5H 2D 3D AD 7C 8C 2C", trick="JH 9H TH", tricks=BOBS_TWENTY)
    assert plays(hearts_led) == "QH"
    heart_thrown = seat("QH 5H 2D 3D AD 7C 8C 2C", trick="TD 9D 8H", tricks=BOBS_TWENTY)
    assert plays(heart_thrown) == "AD"


def test_it_takes_a_heart_before_the_shooter_can() -> None:
    hand = seat("QH 5H 2D 3D AD 7C 8C 2C", trick="8H", tricks=BOBS_TWENTY)
    assert plays(hand) == "QH"


@pytest.mark.parametrize("players", [3, 4, 5])
def test_it_plays_legal_cards_and_passes_three_of_its_own(players: int) -> None:
    chance = Random(players)
    for _ in range(1500):
        hand = random_moment(players, chance)
        totals = random_totals(players, chance)
        for seat_number in range(players):
            choice = chosen(hand, seat_number, totals, chance.choice([10, 50, 100, 500]))
            if choice is not None and hand.is_passing:
                assert choice.bit_count() == 3
                assert not choice & ~hand.cards[seat_number]
            elif choice is not None:
                assert hand.legal_plays(seat_number) >> choice & 1


# Row 44.
@pytest.mark.parametrize("players", [3, 4, 5])
def test_its_choice_does_not_depend_on_cards_that_it_cannot_see(players: int) -> None:
    chance = Random(players)
    swapped = 0
    for _ in range(1500):
        hand = random_moment(players, chance)
        totals = random_totals(players, chance)
        for seat_number in range(players):
            choice = chosen(hand, seat_number, totals, 100)
            if choice is not None:
                other = dealt_anew(hand, seat_number, chance)
                assert chosen(other, seat_number, totals, 100) == choice
                swapped += other != hand
    assert swapped > 1200


def test_the_same_knowledge_gives_the_same_choice() -> None:
    chance = Random(4)
    for _ in range(200):
        hand = random_moment(4, chance)
        if hand.turn is not None:
            choices = {chosen(hand, hand.turn, (10, 20, 30, 40), 100) for _ in range(3)}
            assert len(choices) == 1


def test_a_choice_takes_well_under_a_millisecond(capsys: pytest.CaptureFixture[str]) -> None:
    moments = [seen for number in range(30) for seen in choices_of_a_hand(number)]
    start = time.process_time()
    for known in moments:
        (choose_pass if known.public.is_passing else choose_play)(known, (40, 10, 25, 29), 100)
    mean = (time.process_time() - start) / len(moments)
    with capsys.disabled():
        print(f" {1e6 * mean:.0f} us a choice ", end="")
    assert mean < 0.001


def choices_of_a_hand(number: int) -> list[SeatHand]:
    """What each seat knows at each of its choices of a hand that bots play."""
    hand = dealt_hand(1, 4, Random(number).randbytes(32))
    known = [seat_hand(hand, seat_number) for seat_number in range(4)]
    for seat_number in range(4):
        cards = choose_pass(known[seat_number], (0, 0, 0, 0), 100)
        hand = hand.with_pass(seat_number, cards)
    hand = hand.exchanged()
    while not hand.is_over:
        if hand.turn is None:
            hand = hand.trick_gathered()
            continue
        known.append(seat_hand(hand, hand.turn))
        hand = hand.with_play(hand.turn, choose_play(known[-1], (0, 0, 0, 0), 100))
    return known
