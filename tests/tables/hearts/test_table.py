"""A table as the fold of its events: the game from its start to its end, and the fold itself."""

import pytest

from tables.hearts import events as ev
from tables.hearts.cards import CARDS, cards_in, mask_of, parse_cards
from tables.hearts.events import Freed, Logged
from tables.hearts.hand import Hand
from tables.hearts.table import Seat, State, Table, apply, fold
from tests.tables.hearts.positions import (
    ALICE,
    BOB,
    CAST,
    ERIN,
    FOUR,
    PASSES,
    SEED,
    VICTOR,
    Log,
    in_play,
    started,
    text_of,
)

pytestmark = pytest.mark.pure


def hand_of(log: Log) -> Hand:
    hand = log.then().hand
    assert hand is not None
    return hand


def play_out(log: Log) -> None:
    """Plays the running hand to its last trick, always the lowest legal card."""
    while not hand_of(log).is_over:
        hand = hand_of(log)
        if hand.turn is None:
            log.add(ev.TrickTaken(hand.trick_taker(), 0))
        else:
            legal = hand.legal_plays(hand.turn)
            log.add(ev.Played(hand.turn, (legal & -legal).bit_length() - 1, True))


def scored(log: Log, *hands: tuple[int, ...]) -> Table:
    """The table after hold hands, in which these points were scored."""
    for points in hands:
        log.add(ev.Dealt(4, SEED))
        play_out(log)
        log.add(ev.HandScored(points, None))
    return log.then()


# The cards


def test_the_deal_follows_from_the_seed_in_the_log() -> None:
    table = started(*FOUR).then(ev.Dealt(1, SEED))
    assert table.hand is not None
    assert text_of(table.hand.cards[0]) == "5C 9C 2D 3D 7D JD AD 7H 3S 4S 7S QS KS"
    assert (table.hand.number, table.hand.is_passing) == (1, True)


def test_a_committed_pass_stands_whoever_holds_the_seat_later() -> None:
    log = started(*FOUR)
    log.then(ev.Dealt(1, SEED), ev.Passed(1, parse_cards("2C 8C KC"), False))
    log.then(ev.SeatFreed(1, BOB, Freed.LEFT), ev.SeatTaken(1, ERIN, True))
    for seat in (0, 2, 3):
        log.add(ev.Passed(seat, parse_cards(PASSES[seat]), True))
    table = log.then(ev.CardsExchanged(1))
    assert table.hand is not None
    assert text_of(table.hand.received(2)) == "2C 8C KC"
    assert table.hand.turn == 2


def test_passes_of_others_do_not_prolong_the_pass_limit_but_each_play_starts_a_turn() -> None:
    log = started(*FOUR)
    assert log.then(ev.Dealt(1, SEED)).turn_since == 7000
    assert log.then(ev.Passed(1, parse_cards("2C 8C KC"), False)).turn_since == 7000
    log = in_play()
    assert log.then(ev.Played(2, CARDS["2C"], False)).turn_since == 13_000
    assert log.then(ev.PlayerAway(3, since=13_000)).turn_since == 13_000


def test_plays_make_a_trick_and_its_taker_leads_the_next() -> None:
    log = in_play()
    for seat, card in ((2, "2C"), (3, "QC"), (0, "3C"), (1, "9C")):
        hand_of(log).check_play(seat, CARDS[card])
        log.add(ev.Played(seat, CARDS[card], False))
    table = log.then(ev.TrickTaken(3, 0))
    assert table.hand is not None
    assert (table.hand.leader, table.hand.turn, table.hand.trick_number) == (3, 3, 2)


def test_a_finished_hand_stands_on_the_score_sheet() -> None:
    log = started(*FOUR)
    log.add(ev.Dealt(4, SEED))
    play_out(log)
    hand = hand_of(log)
    table = log.then(ev.HandScored((3, 4, 17, 2), None))
    sheet = table.scored[0]
    assert (sheet.number, sheet.direction.value, sheet.seed) == (4, "hold", SEED)
    assert (sheet.points, sheet.shooter) == ((3, 4, 17, 2), None)
    with_queen = [trick.taker for trick in hand.tricks if CARDS["QS"] in trick.cards]
    assert [sheet.queen] == with_queen
    assert table.totals == (3, 4, 17, 2)
    assert table.state is State.RUNNING


def test_the_points_of_all_hands_make_the_totals() -> None:
    table = scored(started(*FOUR), (3, 4, 17, 2), (0, 26, 26, 26), (13, 13, 0, 0))
    assert table.totals == (16, 43, 43, 28)
    assert len(table.scored) == 3


def test_the_game_ends_with_its_winner_and_may_be_played_again() -> None:
    log = started(*FOUR)
    scored(log, (3, 4, 17, 2))
    table = log.then(ev.GameEnded(3))
    assert (table.state, table.winner, table.again) == (State.OVER, 3, None)
    assert log.then(ev.PlayAgainOpened("KQ7FAB")).again == "KQ7FAB"
    table = log.then(ev.SeatFreed(0, ALICE, Freed.LEFT))
    assert table.seats[0] == Seat()
    assert table.winner == 3


@pytest.mark.parametrize("size", [3, 4, 5])
def test_in_a_cycle_every_pair_passes_once_through_a_substitution_and_a_restart(size: int) -> None:
    log = started(*CAST[:size])
    moved: list[tuple[int, int]] = []
    for number in range(1, size + 1):
        log.add(ev.Dealt(number, bytes([number] * 32)))
        before = hand_of(log).cards
        if number < size:
            pass_lowest(log, number)
        if number == 2:
            log.then(ev.SeatFreed(1, BOB, Freed.LEFT), ev.SeatTaken(1, VICTOR, True))
            log.table = fold(log.logged)
        moved += moves(before, hand_of(log).cards)
        play_out(log)
        log.add(ev.HandScored((26 - 2 * (size - 1), *(2,) * (size - 1)), None))
    assert sorted(moved) == [(a, b) for a in range(size) for b in range(size) if a != b]


def pass_lowest(log: Log, number: int) -> None:
    """All pass their three lowest cards, and the cards move."""
    for seat, cards in enumerate(hand_of(log).cards):
        log.add(ev.Passed(seat, mask_of(list(cards_in(cards))[:3]), False))
    log.add(ev.CardsExchanged(number))


def moves(before: tuple[int, ...], after: tuple[int, ...]) -> list[tuple[int, int]]:
    """(from, to) for every two seats between which exactly three cards moved."""
    return [
        (a, b)
        for a, had in enumerate(before)
        for b, has in enumerate(after)
        if a != b and (had & has).bit_count() == 3
    ]


# The fold itself


def test_the_version_is_the_number_of_the_last_event() -> None:
    log = in_play()
    assert log.then().version == len(log.logged) == 12
    assert log.then(ev.PlayerAway(0, since=1)).version == 13


def test_what_happens_at_the_seats_never_brings_forward_what_is_yet_to_be_shown() -> None:
    table = fold(in_play().logged)
    shown_late = Logged(13, 13_000, 19_000, ev.Played(2, CARDS["2C"], True))
    table = apply(table, shown_late)
    assert (table.shown_at, table.changed_at, table.turn_since) == (19_000, 13_000, 19_000)
    table = apply(table, Logged(14, 14_000, 14_000, ev.PlayerAway(1, 13_500)))
    assert (table.shown_at, table.changed_at, table.turn_since) == (19_000, 14_000, 19_000)


def test_folding_a_log_in_two_parts_gives_the_same_table() -> None:
    log = in_play()
    for length in range(1, len(log.logged)):
        assert fold(log.logged[length:], fold(log.logged[:length])) == log.table


def test_an_event_gives_a_new_table_and_leaves_the_old_one_as_it_was() -> None:
    log = in_play()
    before = log.then()
    shown = repr(before)
    assert log.then(ev.Played(2, CARDS["2C"], False)) is not before
    assert repr(before) == shown
    with pytest.raises(AttributeError):
        before.version = 1  # type: ignore[misc]


def test_who_watches_holds_no_seat() -> None:
    assert in_play().then().seat_of(VICTOR) is None
