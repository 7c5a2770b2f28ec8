"""Start, pass and play by command: rules 2 to 6 and 11."""

import pytest

from accounts.models import Player
from tables import models, store
from tables.commands import play, seats
from tables.hearts import errors, seating
from tables.hearts import events as ev
from tables.hearts.cards import CARDS, cards_in, mask_of, parse_cards
from tables.hearts.errors import TableError
from tables.hearts.hand import dealt_hand
from tables.hearts.scoring import HAND_POINTS
from tables.hearts.table import State
from tests.tables import playing
from tests.tables.hearts.positions import SEED, hand_in_play

pytestmark = pytest.mark.django_db


def refused(code: str, player: Player, card: str, refusal: type[TableError]) -> None:
    """The card is refused for this reason, and nothing has changed."""
    version = playing.version_of(code)
    folded = store.cache.get(code)
    assert folded is not None
    hand = folded.table.hand
    assert hand is not None
    with pytest.raises(refusal):
        play.play_card(code, player.pk, hand=hand.number, trick=hand.trick_number, card=CARDS[card])
    assert playing.version_of(code) == version


def accepted(code: str, player: Player, card: str) -> None:
    folded = store.cache.get(code)
    assert folded is not None
    hand = folded.table.hand
    assert hand is not None
    after = play.play_card(
        code, player.pk, hand=hand.number, trick=hand.trick_number, card=CARDS[card]
    )
    assert playing.events(code, after=folded.version)[0] == ev.Played(
        after.table.seat_of(player.pk) or 0, CARDS[card], by_bot=False
    )


# Starting


def test_a_full_table_starts_and_deals(four: list[Player]) -> None:
    code = playing.table_of(*four)

    table = play.start(code, four[2].pk).table

    assert table.state is State.RUNNING
    assert table.hand is not None
    assert table.hand.number == 1
    assert playing.kinds(code)[-2:] == ["game_started", "dealt"]
    assert models.Table.objects.get(code=code).state == "running"


def test_a_table_with_open_seats_does_not_start(alice: Player, bob: Player) -> None:
    code = playing.table_of(alice, bob)
    version = playing.version_of(code)

    with pytest.raises(seating.SeatsMissing):
        play.start(code, alice.pk)

    assert playing.version_of(code) == version


def test_filling_puts_bots_on_the_open_seats_and_starts(alice: Player, bob: Player) -> None:
    code = playing.table_of(alice, bob, size=5)

    table = play.start(code, bob.pk, fill=True).table

    assert [seat.bot for seat in table.seats] == [False, False, True, True, True]
    assert table.state is State.RUNNING


def test_only_who_sits_there_starts_and_only_once(alice: Player, victor: Player) -> None:
    code = playing.table_of(alice)

    with pytest.raises(seating.NotSeated):
        play.start(code, victor.pk, fill=True)
    play.start(code, alice.pk, fill=True)
    with pytest.raises(seating.AlreadyStarted):
        play.start(code, alice.pk, fill=True)

    assert playing.kinds(code).count("game_started") == 1


def test_a_closed_table_does_not_start(alice: Player) -> None:
    code = playing.table_of(alice)
    seats.leave(code, alice.pk)
    with pytest.raises(seating.NotSeated):
        play.start(code, alice.pk, fill=True)


def test_before_the_start_nothing_is_passed_or_played(alice: Player) -> None:
    code = playing.table_of(alice)
    with pytest.raises(seating.NotStarted):
        play.pass_cards(code, alice.pk, hand=1, cards=0b111)
    with pytest.raises(seating.NotStarted):
        play.play_card(code, alice.pk, hand=1, trick=1, card=0)


def test_each_hand_has_a_seed_of_its_own(alice: Player, bob: Player) -> None:
    seeds = set()
    for player in (alice, bob):
        hand = playing.state_of(playing.game_of(player)).hand
        assert hand is not None
        seeds.add(hand.seed)
        assert len(hand.seed) == 32
    assert len(seeds) == 2


# Passing: rule 2, row 5


def test_a_pass_is_committed_and_no_card_moves_yet(four: list[Player]) -> None:
    code = playing.game_of(*four)
    before = playing.state_of(code).hand
    assert before is not None

    hand = playing.pass_any(code, four[1]).table.hand

    assert hand is not None
    assert hand.passed[1].bit_count() == 3
    assert hand.cards == before.cards
    assert playing.kinds(code)[-1] == "passed"


def test_when_the_last_one_has_passed_exactly_three_cards_move_from_each(
    four: list[Player],
) -> None:
    code = playing.game_of(*four)
    for player in four[:3]:
        playing.pass_any(code, player)
    before = playing.state_of(code).hand
    assert before is not None

    hand = playing.pass_any(code, four[3]).table.hand

    assert hand is not None
    assert playing.kinds(code)[-2:] == ["passed", "cards_exchanged"]
    for seat in range(4):
        passed = hand.passed[seat]
        assert before.cards[seat] & passed == passed
        assert hand.cards[(seat + 1) % 4] & passed == passed
        assert hand.cards[seat].bit_count() == 13


@pytest.mark.parametrize("count", [0, 1, 2, 4, 13])
def test_row_5_other_than_three_cards_are_refused(count: int, alice: Player) -> None:
    code = playing.game_of(alice)
    hand = playing.state_of(code).hand
    assert hand is not None
    cards = mask_of(list(cards_in(hand.cards[0]))[:count])
    version = playing.version_of(code)

    with pytest.raises(errors.WrongPassCount):
        play.pass_cards(code, alice.pk, hand=1, cards=cards)

    assert playing.version_of(code) == version


def test_row_5_a_card_that_is_not_held_is_refused(alice: Player) -> None:
    code = playing.game_of(alice)
    hand = playing.state_of(code).hand
    assert hand is not None
    own, others = list(cards_in(hand.cards[0])), list(cards_in(hand.cards[1]))
    version = playing.version_of(code)

    with pytest.raises(errors.CardNotHeld):
        play.pass_cards(code, alice.pk, hand=1, cards=mask_of([*own[:2], others[0]]))

    assert playing.version_of(code) == version


def test_row_5_a_second_pass_is_refused_even_the_same(four: list[Player]) -> None:
    code = playing.game_of(*four)
    hand = playing.pass_any(code, four[0]).table.hand
    assert hand is not None
    version = playing.version_of(code)

    for cards in (hand.passed[0], mask_of(list(cards_in(hand.cards[0] & ~hand.passed[0]))[:3])):
        with pytest.raises(errors.AlreadyPassed):
            play.pass_cards(code, four[0].pk, hand=1, cards=cards)

    assert playing.version_of(code) == version


def test_a_pass_of_another_hand_is_refused(alice: Player) -> None:
    code = playing.game_of(alice)
    for number in (0, 2, 2**53):
        with pytest.raises(errors.WrongTurn):
            play.pass_cards(code, alice.pk, hand=number, cards=0b111)


def test_strangers_neither_pass_nor_play(alice: Player, victor: Player) -> None:
    code = playing.game_of(alice)
    with pytest.raises(seating.NotSeated):
        play.pass_cards(code, victor.pk, hand=1, cards=0b111)
    with pytest.raises(seating.NotSeated):
        play.play_card(code, victor.pk, hand=1, trick=1, card=0)


def test_nothing_is_played_before_all_have_passed(four: list[Player]) -> None:
    code = playing.game_of(*four)
    playing.pass_any(code, four[0])
    with pytest.raises(errors.NotPlaying):
        play.play_card(code, four[0].pk, hand=1, trick=1, card=CARDS["2C"])


def test_nothing_is_passed_once_all_have_passed(four: list[Player]) -> None:
    code = playing.trick_of(*four)
    with pytest.raises(errors.NotPassing):
        play.pass_cards(code, four[0].pk, hand=1, cards=0b111)


# The hold hand: row 4


@pytest.mark.parametrize(("size", "hold"), [(3, 3), (4, 4), (5, 5)])
def test_row_4_in_the_hold_hand_no_pass_is_asked_and_the_lowest_club_leads(
    size: int, hold: int, four: list[Player], erin: Player
) -> None:
    people = [*four, erin][:size]
    code = playing.game_of(*people, size=size)
    hand = dealt_hand(hold, size, SEED)
    playing.put_hand(code, hand)
    opening = "3C" if size == 5 else "2C"
    leader = next(seat for seat in range(size) if hand.cards[seat] >> CARDS[opening] & 1)
    assert hand.turn == leader

    with pytest.raises(errors.NotPassing):
        play.pass_cards(
            code,
            people[0].pk,
            hand=hold,
            cards=mask_of(list(cards_in(hand.cards[0]))[:3]),
        )
    other = next(card for card in cards_in(hand.cards[leader]) if card != CARDS[opening])
    with pytest.raises(errors.MustLeadFirstCard):
        play.play_card(code, people[leader].pk, hand=hold, trick=1, card=other)
    accepted(code, people[leader], opening)


# Playing: rules 3 to 6, rows 1 to 3


def test_row_1_who_is_void_in_clubs_plays_no_point_card_to_the_first_trick(
    four: list[Player],
) -> None:
    code = playing.game_of(*four)
    hand = hand_in_play("3C 8C", "QS 4H 2D", "5C 9C", "6C 7C", trick="2C", earlier="")
    playing.put_hand(code, hand)

    refused(code, four[1], "QS", errors.NoPointsInFirstTrick)
    refused(code, four[1], "4H", errors.NoPointsInFirstTrick)
    accepted(code, four[1], "2D")


def test_row_1_a_bot_that_is_void_in_clubs_plays_no_point_card_to_the_first_trick(
    alice: Player,
) -> None:
    code = playing.game_of(alice)
    hand = hand_in_play("2C 3C", "QS 4H 2D", "5C 9C", "6C 7C", earlier="")
    playing.put_hand(code, hand)
    version = playing.version_of(code)

    play.play_card(code, alice.pk, hand=1, trick=1, card=CARDS["2C"])

    assert playing.events(code, after=version)[1] == ev.Played(1, CARDS["2D"], by_bot=True)


def test_row_2_with_hearts_and_the_queen_the_queen_is_led(four: list[Player]) -> None:
    code = playing.game_of(*four)
    playing.put_hand(code, hand_in_play("QS 5H 9H", "2D 3D 4D", "5D 6D 7D", "8D 9D TD"))

    refused(code, four[0], "5H", errors.HeartsNotBroken)
    refused(code, four[0], "9H", errors.HeartsNotBroken)
    accepted(code, four[0], "QS")


def test_row_3_the_queen_of_spades_does_not_break_hearts(four: list[Player]) -> None:
    code = playing.game_of(*four)
    hand = hand_in_play("2H 5C", "3H 6C", "4H 7C", "5H 8C", earlier="TD QS 2D 3D")
    playing.put_hand(code, hand)

    assert not hand.hearts_broken
    refused(code, four[0], "2H", errors.HeartsNotBroken)
    accepted(code, four[0], "5C")


def test_suit_is_followed(four: list[Player]) -> None:
    code = playing.game_of(*four)
    playing.put_hand(code, hand_in_play("2D 5C", "3H JD", "4H 7C", "5H 8C", trick="TD"))

    refused(code, four[1], "3H", errors.MustFollowSuit)
    accepted(code, four[1], "JD")


def test_a_card_that_is_not_held_is_refused(four: list[Player]) -> None:
    code = playing.game_of(*four)
    playing.put_hand(code, hand_in_play("2D 5C", "3H JD", "4H 7C", "5H 8C"))

    refused(code, four[0], "JD", errors.CardNotHeld)
    refused(code, four[0], "7S", errors.CardNotHeld)  # played already


def test_out_of_turn_nothing_is_played(four: list[Player]) -> None:
    code = playing.game_of(*four)
    playing.put_hand(code, hand_in_play("2D 5C", "3H JD", "4H 7C", "5H 8C"))

    for player, card in ((four[1], "JD"), (four[3], "8C")):
        refused(code, player, card, errors.NotYourTurn)


@pytest.mark.parametrize(("hand", "trick"), [(1, 1), (1, 3), (0, 2), (2, 2), (1, 2**53)])
def test_rows_27_and_30_a_card_for_another_trick_is_refused(
    hand: int, trick: int, four: list[Player]
) -> None:
    code = playing.game_of(*four)
    playing.put_hand(code, hand_in_play("2D 5C", "3H JD", "4H 7C", "5H 8C"))
    version = playing.version_of(code)

    with pytest.raises(errors.WrongTurn) as refusal:
        play.play_card(code, four[0].pk, hand=hand, trick=trick, card=CARDS["2D"])

    assert refusal.value.code == "wrong_turn"
    assert playing.version_of(code) == version


@pytest.mark.django_db(transaction=True)
def test_row_30_two_clicks_on_the_last_card_of_a_trick_play_one_card(four: list[Player]) -> None:
    """The one who completes the trick takes it, so that it is their turn again at once."""
    code = playing.game_of(*four)
    hand = hand_in_play("2D 5C", "3D 6C", "4D 7C", "KD QD", leader=0, trick="5D 6D 7D")
    playing.put_hand(code, hand)
    version = playing.version_of(code)

    click = {"hand": 1, "trick": 2, "card": CARDS["KD"]}
    play.play_card(code, four[3].pk, **click)
    with pytest.raises(errors.WrongTurn):
        play.play_card(code, four[3].pk, **click)
    with pytest.raises(errors.WrongTurn):
        play.play_card(code, four[3].pk, hand=1, trick=2, card=CARDS["QD"])

    assert playing.kinds(code, after=version) == ["played", "trick_taken"]


# What follows a card


def test_the_last_card_of_a_trick_gathers_it(four: list[Player]) -> None:
    code = playing.game_of(*four)
    hand = hand_in_play("2D 9C", "3D JS", "4D 9H", "2H 2C", leader=0, trick="7C JC QS")
    playing.put_hand(code, hand)

    table = play.play_card(code, four[3].pk, hand=1, trick=2, card=CARDS["2C"]).table

    assert playing.events(code)[-1] == ev.TrickTaken(1, 13)
    assert table.hand is not None
    assert table.hand.turn == 1
    assert table.hand.trick_number == 3


def test_the_last_card_of_a_hand_scores_it_and_deals_the_next(alice: Player, bob: Player) -> None:
    code = playing.trick_of(alice, bob)
    table = playing.play_on(
        code, alice, bob, until=lambda table: table.hand is not None and table.hand.number == 2
    )

    kinds = playing.kinds(code)
    assert kinds.count("played") == 52
    assert kinds.count("trick_taken") == 13
    at = kinds.index("hand_scored")
    assert kinds[at - 1 : at + 2] == ["trick_taken", "hand_scored", "dealt"]
    assert sum(table.totals) in (HAND_POINTS, 3 * HAND_POINTS)
    assert table.scored[0].points == table.totals


def test_the_last_card_of_a_game_ends_it_and_frees_its_people(alice: Player, bob: Player) -> None:
    code = playing.game_of(alice, bob, size=3, target=10)
    table = playing.play_on(code, alice, bob, until=lambda table: False)

    assert table.state is State.OVER
    assert table.winner == table.totals.index(min(table.totals))
    assert playing.kinds(code)[-2:] == ["hand_scored", "game_ended"]
    assert models.Table.objects.get(code=code).state == "over"
    assert not models.Seat.objects.filter(held=True).exists()
    with pytest.raises(seating.TableIsOver):
        play.play_card(code, alice.pk, hand=1, trick=1, card=0)
    with pytest.raises(seating.TableIsOver):
        seats.leave(code, alice.pk)
    assert playing.version_of(code) == len(playing.kinds(code))


def test_a_card_of_another_deck_is_not_held(alice: Player, bob: Player, carol: Player) -> None:
    code = playing.game_of(alice, bob, carol, size=3)
    with pytest.raises(errors.CardNotHeld):
        play.pass_cards(code, alice.pk, hand=1, cards=parse_cards("2D 3D 4D"))
