"""A started ranked table as the fold of its events: rules 17 to 22 and 26."""

import pytest

from tables.hearts import events as ev
from tables.hearts import seating
from tables.hearts.cards import CARDS
from tables.hearts.duties import Limits, reserve_end, turn_deadline
from tables.hearts.events import Logged
from tables.hearts.table import Table, apply
from tests.tables.hearts.positions import ALICE, BOB, CAROL, DAVE, ERIN, hand_in_play, seated

pytestmark = pytest.mark.pure


def ranked(*quitters: int) -> Table:
    """A ranked game of the four, some of whose seats have been quit; seat 0 is to play."""
    table = seated([ALICE, BOB, CAROL, DAVE]).then()._replace(ranked=True)
    table = then(table, ev.GameStarted())
    for seat in quitters:
        player = table.seats[seat].player
        assert player is not None
        table = then(table, ev.PlayerQuit(seat, player, ev.Quit.LEFT))
    return table._replace(hand=hand_in_play("QS 5C", "KS 6C", "2S 7C", "3S 8C"))


def then(table: Table, *events: ev.Event, after: int = 1000) -> Table:
    """The table after these events, each so many ms after the one before."""
    for event in events:
        at = table.changed_at + after
        table = apply(table, Logged(table.version + 1, at, at, event))
    return table


def test_the_start_notes_the_ranked_players() -> None:
    table = ranked()
    assert table.ranked_players == (ALICE, BOB, CAROL, DAVE)
    assert all(table.has_ranked_player(seat) and table.would_quit(seat) for seat in range(4))


def test_a_quitters_seat_is_a_bots_and_a_substitute_there_is_no_ranked_player() -> None:
    table = ranked(1)
    assert table.seats[1].bot
    assert (table.has_quit(BOB), table.has_quit(ALICE)) == (True, False)
    table = then(table, ev.SeatTaken(1, ERIN, connected=True))
    assert not table.has_ranked_player(1)
    assert not table.would_quit(1)


def test_a_quitter_may_take_no_seat_of_the_game_any_more() -> None:
    table = ranked(1, 2)
    with pytest.raises(seating.QuitThisGame):
        seating.check_sit(table, BOB, 1)
    assert seating.seats_to_take(table, BOB) == []
    assert seating.seats_to_take(table, ERIN) == [1, 2]


def test_nothing_the_last_one_does_is_a_quit() -> None:
    assert ranked(1, 2).would_quit(0)
    table = ranked(1, 2, 3)
    assert table.has_ranked_player(0)
    assert not table.would_quit(0)


@pytest.mark.parametrize(
    ("quitters", "by_bot", "counts"), [((), False, True), ((), True, False), ((0,), False, False)]
)
def test_the_queen_counts_for_who_plays_it_as_the_seats_ranked_player(
    quitters: tuple[int, ...], *, by_bot: bool, counts: bool
) -> None:
    table = ranked(*quitters)
    assert then(table, ev.Played(0, CARDS["QS"], by_bot)).queen_ranked is counts
    assert not then(table, ev.Played(0, CARDS["5C"], by_bot)).queen_ranked


def test_a_ranked_game_never_pauses() -> None:
    table = ranked()
    table = then(table, *(ev.PlayerAway(seat, 5_000) for seat in range(4)))
    assert table.is_awake


def test_only_the_absence_during_a_turn_rests_it_but_all_of_it_is_counted() -> None:
    table = then(ranked(), ev.PlayerAway(0, 5_000))
    table = table._replace(turn_since=6_000, changed_at=9_000)
    table = then(table, ev.PlayerBack(0))
    assert (table.rest_ms, table.absent_ms) == ((4_000, 0, 0, 0), (5_000, 0, 0, 0))
    table = then(table, ev.Played(0, CARDS["5C"], by_bot=False))
    assert (table.rest_ms, table.absent_ms) == ((), (5_000, 0, 0, 0))


def test_an_outage_gives_the_reserve_back() -> None:
    table = then(ranked(), ev.ReserveSpent(2, 1_500), ev.ReserveSpent(2, 500))
    assert table.reserve_ms == (0, 0, 2_000, 0)
    assert then(table, ev.LimitsRestarted()).reserve_ms == ()


def test_what_has_been_spent_of_the_reserve_is_gone_until_the_next_hand() -> None:
    table = ranked()._replace(turn_since=0)
    assert turn_deadline(table, 0, Limits()) == 30_000
    assert reserve_end(table, 0, Limits()) == 210_000
    table = then(table, ev.ReserveSpent(0, 100_000))._replace(turn_since=0)
    assert reserve_end(table, 0, Limits()) == 110_000
    substitute = table._replace(quitters=frozenset({0}))
    assert reserve_end(substitute, 0, Limits()) == 30_000
