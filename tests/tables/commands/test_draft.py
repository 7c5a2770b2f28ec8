"""What one command adds to a table, and when browsers show it."""

import pytest
from pytest_django import Settings

from tables.commands.draft import Draft
from tables.hearts import events as ev
from tables.hearts.cards import CARDS, parse_cards
from tables.hearts.events import Event
from tables.hearts.hand import Hand
from tables.hearts.table import Seat, State, Table
from tests.tables.hearts.positions import ALICE, BOB, hand_in_play

pytestmark = pytest.mark.pure

NOW = 1_790_000_000_000
BOT = Seat(bot=True)
HERE = Seat(player=ALICE, here_since=NOW - 1000)
AWAY = Seat(player=ALICE, away_since=NOW - 1000)


@pytest.fixture
def _pace(settings: Settings) -> None:
    settings.PACE_CARD_MS, settings.PACE_TRICK_MS, settings.PACE_SCORE_MS = 700, 1_100, 6_000


def running(
    *seats: Seat, hand: Hand | None, target: int = 100, shown_at: int = NOW - 5_000
) -> Draft:
    """A draft on a running table at NOW, all of which has been shown."""
    table = Table(
        len(seats),
        target,
        ranked=False,
        private=False,
        state=State.RUNNING,
        seats=seats,
        hand=hand,
        totals=(0,) * len(seats),
        shown_at=shown_at,
    )
    return Draft(table, NOW)


def shown(draft: Draft) -> list[tuple[str, float]]:
    """The events by name, with the seconds from now at which they show."""
    return [(type(e.event).__name__, (e.show - NOW) / 1000) for e in draft.log]


def added(draft: Draft) -> list[Event]:
    return [logged.event for logged in draft.log]


def test_events_are_numbered_on_from_the_table() -> None:
    draft = Draft(Table(4, 100, ranked=False, private=False, version=7, seats=(Seat(),) * 4), NOW)
    draft.add(ev.BotAdded(1))
    draft.add(ev.BotAdded(2))

    assert [logged.number for logged in draft.log] == [8, 9]
    assert {logged.at for logged in draft.log} == {NOW}
    assert draft.table.version == 9


def test_a_table_that_waits_goes_nowhere_by_itself() -> None:
    draft = Draft(Table(4, 100, ranked=False, private=False, seats=(BOT,) * 4), NOW)
    draft.run_on()
    assert draft.log == []


def test_bots_pass_at_once_and_a_person_is_waited_for() -> None:
    draft = running(HERE, BOT, BOT, BOT, hand=None)
    draft.run_on()

    names = [type(event).__name__ for event in added(draft)]
    assert names == ["Dealt", "Passed", "Passed", "Passed"]
    assert [event.seat for event in added(draft) if isinstance(event, ev.Passed)] == [1, 2, 3]


def test_a_bot_passes_even_while_nobody_is_there() -> None:
    draft = running(AWAY, BOT, BOT, BOT, hand=None)
    draft.run_on()
    assert len(draft.log) == 4


def test_a_bot_plays_when_its_turn_has_come() -> None:
    draft = running(HERE, BOT, BOT, BOT, hand=hand_in_play("2D 5C", "3D 6C", "4D 7C", "6D 8C"))
    draft.play(0, CARDS["2D"], by_bot=False)
    draft.run_on()

    assert added(draft)[:4] == [
        ev.Played(0, CARDS["2D"], by_bot=False),
        ev.Played(1, CARDS["3D"], by_bot=True),
        ev.Played(2, CARDS["4D"], by_bot=True),
        ev.Played(3, CARDS["6D"], by_bot=True),
    ]
    assert isinstance(added(draft)[4], ev.TrickTaken)


def test_no_bot_plays_while_the_game_is_paused() -> None:
    draft = running(AWAY, BOT, BOT, BOT, hand=hand_in_play("2D", "3D", "4D", "6D", leader=1))
    draft.run_on()
    assert draft.log == []


def test_a_bot_that_stands_in_plays_for_who_is_away() -> None:
    here = Seat(player=BOB, here_since=NOW)
    absent = Seat(player=ALICE, away_since=NOW - 60_000, stand_in=True)
    draft = running(absent, here, BOT, BOT, hand=hand_in_play("2D", "3D", "4D", "6D"))
    draft.run_on()
    assert added(draft) == [ev.Played(0, CARDS["2D"], by_bot=True)]


@pytest.mark.parametrize("size", [3, 4, 5])
def test_bots_play_two_tricks_worth_at_most_in_one_go(size: int) -> None:
    """Somebody is here and waits, but every move is a bot's."""
    absent = Seat(player=ALICE, away_since=NOW - 60_000, stand_in=True)
    waits = Seat(player=BOB, here_since=NOW, stand_in=True)
    draft = running(absent, waits, *[BOT] * (size - 2), hand=None)

    draft.run_on()
    moves = [e for e in added(draft) if isinstance(e, ev.Passed | ev.Played)]
    assert len(moves) == 2 * size

    again = Draft(draft.table, NOW)
    again.run_on()
    assert sum(isinstance(e, ev.Played) for e in added(again)) == 2 * size


# Display times


@pytest.mark.usefixtures("_pace")
def test_a_persons_card_shows_at_once_and_bots_cards_one_after_the_other() -> None:
    draft = running(HERE, BOT, BOT, BOT, hand=hand_in_play("7D 5C", "3D 6C", "4D 7C", "6D 8C"))
    draft.play(0, CARDS["7D"], by_bot=False)
    draft.run_on()

    assert shown(draft) == [
        ("Played", 0),
        ("Played", 0.7),
        ("Played", 1.4),
        ("Played", 2.1),
        ("TrickTaken", 3.2),
    ]


@pytest.mark.usefixtures("_pace")
def test_a_card_waits_until_those_before_it_have_been_shown() -> None:
    hand = hand_in_play("7D 5C", "3D 6C", "4D 7C", "6D 8C")
    draft = running(HERE, BOT, BOT, BOT, hand=hand, shown_at=NOW + 2_000)
    draft.play(0, CARDS["7D"], by_bot=False)
    draft.play(1, CARDS["3D"], by_bot=True)
    assert shown(draft) == [("Played", 2), ("Played", 2.7)]


@pytest.mark.usefixtures("_pace")
def test_the_score_of_a_hand_shows_before_the_next_is_dealt() -> None:
    last = hand_in_play("KD", "QD", "JD", earlier="AS KS QS")
    draft = running(HERE, Seat(player=BOB, here_since=NOW), BOT, hand=last)
    for seat, card in enumerate(("KD", "QD", "JD")):
        draft.play(seat, CARDS[card], by_bot=False)
    draft.run_on()

    assert shown(draft)[3:] == [
        ("TrickTaken", 1.1),
        ("HandScored", 1.8),
        ("Dealt", 7.8),
        ("Passed", 7.8),
    ]


@pytest.mark.usefixtures("_pace")
def test_the_first_deal_and_what_concerns_seats_show_at_once() -> None:
    draft = running(HERE, BOT, BOT, BOT, hand=None, shown_at=NOW + 3_000)
    draft.add(ev.PlayerAway(0, NOW))
    assert shown(draft) == [("PlayerAway", 0)]
    assert draft.table.shown_at == NOW + 3_000


# What follows by itself


def test_the_last_pass_moves_the_cards() -> None:
    draft = running(HERE, BOT, BOT, BOT, hand=None)
    draft.run_on()
    before = draft.table.hand
    assert before is not None
    draft.add(ev.Passed(0, parse_cards("2C"), by_bot=False))
    draft.run_on()
    assert ev.CardsExchanged(1) in added(draft)


def test_the_end_of_a_game_deals_no_more() -> None:
    last = hand_in_play("KD", "QD", "JD", earlier="AS KS QS")
    draft = running(HERE, BOT, BOT, hand=last, target=10)
    draft.table = draft.table._replace(totals=(12, 3, 5))
    draft.play(0, CARDS["KD"], by_bot=False)
    draft.run_on()

    assert added(draft)[-2:] == [ev.HandScored((0, 0, 0), None), ev.GameEnded(1)]
    assert draft.table.state is State.OVER
    assert draft.table.winner == 1


# Row 10: 30, 30, 73, 101, again and again
def test_while_the_lowest_total_is_shared_hands_go_on_each_with_the_next_direction() -> None:
    last = hand_in_play("KD", "QD", "JD", "TD", earlier="AS KS QS JS")
    directions = []
    for number in (4, 5, 6, 7):
        again = last._replace(start=last.start._replace(number=number))
        draft = running(HERE, BOT, BOT, BOT, hand=again)
        draft.table = draft.table._replace(totals=(30, 30, 73, 101))
        draft.play(0, CARDS["KD"], by_bot=False)
        draft.run_on()

        assert draft.table.totals == (30, 30, 73, 101)
        assert draft.table.state is State.RUNNING
        assert draft.table.hand is not None
        assert draft.table.hand.number == number + 1
        directions.append(draft.table.hand.direction.value)
    assert directions == ["left", "right", "across", "hold"]


def test_the_game_ends_once_one_is_alone_though_nobody_newly_passes_the_target() -> None:
    last = hand_in_play("KD", "QD", "JD", "2H", earlier="AS KS QS JS")
    earlier = (last.tricks[0]._replace(taker=2, points=25),)
    draft = running(HERE, BOT, BOT, BOT, hand=last._replace(tricks=earlier))
    draft.table = draft.table._replace(totals=(30, 30, 73, 101))
    draft.play(0, CARDS["KD"], by_bot=False)
    draft.run_on()

    assert draft.table.totals == (31, 30, 98, 101)
    assert added(draft)[-1] == ev.GameEnded(1)


def test_each_hand_has_a_fresh_seed_of_256_bits() -> None:
    seeds = set()
    for _ in range(3):
        draft = running(HERE, BOT, BOT, BOT, hand=None)
        draft.run_on()
        dealt = added(draft)[0]
        assert isinstance(dealt, ev.Dealt)
        seeds.add(dealt.seed)
    assert {len(seed) for seed in seeds} == {32}
    assert len(seeds) == 3
