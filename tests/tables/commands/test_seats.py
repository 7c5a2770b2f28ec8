"""Sitting down, standing up, bots, coming and going: rules 11, 13, 16, 18 and 20."""

import pytest

from accounts.models import Player
from tables import models
from tables.commands import play, seats
from tables.commands.errors import InviteNeeded, SeatedElsewhere
from tables.hearts import events as ev
from tables.hearts import seating
from tables.hearts.errors import TableError
from tables.hearts.table import State
from tables.store import NoSuchTable
from tests.conftest import FixedClock
from tests.tables import playing

pytestmark = pytest.mark.django_db


def kinds_of_seats(code: str) -> str:
    """The seats of a table, such as ``"Alice bot open"``."""
    names = {player.pk: player.name for player in Player.objects.all()}
    return " ".join(
        names[seat.player] if seat.player else "bot" if seat.bot else "open"
        for seat in playing.state_of(code).seats
    )


def rows_of_seats(code: str) -> dict[int, str]:
    """What the table of held seats says: number → name, "bot" without a player."""
    rows = models.Seat.objects.filter(table__code=code, held=True)
    return {number: name or "bot" for number, name in rows.values_list("number", "player__name")}


# Sitting down


def test_who_sits_down_holds_the_seat(alice: Player, bob: Player) -> None:
    code = playing.table_of(alice)

    folded = seats.sit(code, bob.pk, 2, connected=True)

    assert folded.table.seat_of(bob.pk) == 2
    assert playing.events(code)[-1] == ev.SeatTaken(2, bob.pk, connected=True)
    assert rows_of_seats(code) == {0: "Alice", 2: "Bob"}


def test_who_sits_down_by_a_page_is_away_until_its_socket_opens(
    alice: Player, bob: Player, fixed_clock: FixedClock
) -> None:
    code = playing.table_of(alice)

    seat = seats.sit(code, bob.pk, connected=False).table.seats[1]

    assert not seat.is_connected
    assert seat.away_since == fixed_clock.ms


def test_a_refused_seat_changes_nothing(alice: Player, bob: Player, carol: Player) -> None:
    code = playing.table_of(alice, bob)
    version = playing.version_of(code)

    for player, seat, refusal in (
        (carol, 0, seating.SeatNotFree),
        (carol, 4, seating.NoSuchSeat),
        (bob, 2, seating.AlreadySeatedHere),
        (bob, 1, seating.AlreadySeatedHere),
    ):
        with pytest.raises(refusal):
            seats.sit(code, player.pk, seat, connected=True)

    assert playing.version_of(code) == version


def test_a_table_that_does_not_exist_has_no_seats(alice: Player) -> None:
    with pytest.raises(NoSuchTable):
        seats.sit("NOTHERE", alice.pk, connected=True)
    with pytest.raises(NoSuchTable):
        seats.move_to("NOTHERE", alice.pk)


def test_a_private_table_is_for_those_who_know_its_link(alice: Player, bob: Player) -> None:
    code = playing.table_of(alice, private=True)

    with pytest.raises(InviteNeeded):
        seats.sit(code, bob.pk, connected=True)

    seats.sit(code, bob.pk, connected=True, invited=True)
    assert kinds_of_seats(code) == "Alice Bob open open"


# Rule 13: one game at a time


def test_who_waits_elsewhere_is_told_where(alice: Player, bob: Player) -> None:
    code, other = playing.table_of(alice), playing.table_of(bob)

    with pytest.raises(SeatedElsewhere) as refusal:
        seats.sit(code, bob.pk, connected=True)

    assert refusal.value.code == "seated_elsewhere"
    assert refusal.value.code_there == other
    assert kinds_of_seats(code) == "Alice open open open"


def test_who_plays_elsewhere_is_told_where(alice: Player, bob: Player, carol: Player) -> None:
    code, other = playing.table_of(alice), playing.game_of(bob, carol)

    with pytest.raises(SeatedElsewhere) as refusal:
        seats.sit(code, bob.pk, connected=True)

    assert refusal.value.code_there == other


def test_one_may_leave_there_and_sit_here(alice: Player, bob: Player, carol: Player) -> None:
    code, other = playing.table_of(alice), playing.game_of(bob, carol)

    seats.move_to(code, bob.pk, 3)

    assert kinds_of_seats(code) == "Alice open open Bob"
    assert kinds_of_seats(other) == "bot Carol bot bot"
    assert seats.seat_elsewhere(bob.pk) == code


@pytest.mark.parametrize("seat", [0, 4, None])
def test_who_can_not_sit_here_has_not_left_there(
    seat: int | None, alice: Player, bob: Player, carol: Player, dave: Player
) -> None:
    code, other = playing.table_of(alice, carol, dave, size=3), playing.game_of(bob)
    version = playing.version_of(other)

    with pytest.raises(TableError):
        seats.move_to(code, bob.pk, seat)

    assert playing.state_of(other).state is State.RUNNING
    assert playing.version_of(other) == version
    assert rows_of_seats(other)[0] == "Bob"


def test_who_sits_nowhere_else_just_sits_down(alice: Player, bob: Player) -> None:
    code = playing.table_of(alice)
    seats.move_to(code, bob.pk)
    assert kinds_of_seats(code) == "Alice Bob open open"


def test_a_finished_or_closed_table_holds_nobody(alice: Player, bob: Player) -> None:
    code, other = playing.table_of(alice), playing.table_of(bob)
    seats.leave(other, bob.pk)

    seats.sit(code, bob.pk, connected=True)

    assert kinds_of_seats(code) == "Alice Bob open open"


# Standing up and leaving


def test_who_stands_up_before_the_start_frees_the_seat(alice: Player, bob: Player) -> None:
    code = playing.table_of(alice, bob)

    seats.leave(code, bob.pk)

    assert playing.events(code)[-1] == ev.SeatFreed(1, bob.pk, ev.Freed.LEFT)
    assert rows_of_seats(code) == {0: "Alice"}
    seats.sit(code, bob.pk, 3, connected=True)
    assert kinds_of_seats(code) == "Alice open open Bob"


def test_if_the_opener_leaves_the_table_stays_and_the_longest_seated_is_host(
    alice: Player, bob: Player, carol: Player
) -> None:
    code = playing.table_of(alice, bob, carol)

    seats.leave(code, alice.pk)

    assert playing.state_of(code).host == 1
    seats.remove_player(code, bob.pk, 2)
    assert kinds_of_seats(code) == "open Bob open open"


def test_a_waiting_table_without_people_is_closed(alice: Player) -> None:
    code = playing.table_of(alice)
    seats.add_bot(code, alice.pk)

    seats.leave(code, alice.pk)

    assert playing.events(code)[-1] == ev.TableClosed(ev.Closed.DESERTED)
    assert models.Table.objects.get(code=code).state == "closed"
    assert rows_of_seats(code) == {}


def test_a_bot_plays_on_for_who_leaves_the_game(alice: Player, bob: Player) -> None:
    code = playing.game_of(alice, bob)
    before = playing.version_of(code)

    seats.leave(code, bob.pk)

    assert kinds_of_seats(code) == "Alice bot bot bot"
    assert playing.kinds(code, after=before) == ["seat_freed", "passed"]
    assert rows_of_seats(code) == {0: "Alice", 1: "bot", 2: "bot", 3: "bot"}


def test_a_pass_stands_after_the_seat_was_left(alice: Player, bob: Player) -> None:
    code = playing.game_of(alice, bob)
    passed = playing.pass_any(code, bob).table.hand
    before = playing.version_of(code)

    seats.leave(code, bob.pk)

    hand = playing.state_of(code).hand
    assert hand is not None
    assert passed is not None
    assert hand.passed[1] == passed.passed[1]
    assert playing.kinds(code, after=before) == ["seat_freed"]


def test_when_the_last_one_leaves_the_game_is_closed(alice: Player, bob: Player) -> None:
    code = playing.game_of(alice, bob)
    seats.leave(code, bob.pk)

    seats.leave(code, alice.pk)

    assert playing.events(code)[-1] == ev.TableClosed(ev.Closed.LEFT)
    assert playing.state_of(code).state is State.CLOSED
    assert rows_of_seats(code) == {}
    with pytest.raises(seating.TableIsOver):
        seats.leave(code, alice.pk)
    with pytest.raises(seating.TableIsOver):
        seats.sit(code, bob.pk, connected=True)


def test_while_an_absent_person_may_return_the_game_is_not_closed(
    alice: Player, bob: Player
) -> None:
    code = playing.game_of(alice, bob)
    seats.go_away(code, bob.pk, since=1)

    seats.leave(code, alice.pk)

    assert playing.state_of(code).state is State.RUNNING
    assert not playing.state_of(code).is_awake


def test_who_holds_no_seat_can_not_leave_it(alice: Player, victor: Player) -> None:
    code = playing.table_of(alice)
    with pytest.raises(seating.NotSeated):
        seats.leave(code, victor.pk)


def test_leaving_twice_is_refused(alice: Player, bob: Player) -> None:
    code = playing.table_of(alice, bob)
    seats.leave(code, bob.pk)
    with pytest.raises(seating.NotSeated):
        seats.leave(code, bob.pk)


# Rule 18: substitutes at regular tables


def test_whoever_takes_a_bots_seat_plays_on_with_its_cards_and_total(
    alice: Player, bob: Player
) -> None:
    code = playing.game_of(alice)
    before = playing.state_of(code)

    table = seats.sit(code, bob.pk, 2, connected=True).table

    assert table.seat_of(bob.pk) == 2
    assert table.totals == before.totals
    assert before.hand is not None
    assert table.hand is not None
    assert table.hand.cards[2] == before.hand.cards[2]
    assert table.hand.passed[2] == before.hand.passed[2]
    assert rows_of_seats(code) == {0: "Alice", 1: "bot", 2: "Bob", 3: "bot"}


def test_whose_seat_was_taken_by_another_is_replaced(
    alice: Player, bob: Player, carol: Player, fixed_clock: FixedClock
) -> None:
    code = playing.game_of(alice, bob)
    seats.go_away(code, bob.pk, since=fixed_clock.ms)
    fixed_clock.advance(seconds=30)
    before = playing.version_of(code)

    seats.sit(code, carol.pk, 1, connected=True)

    assert playing.events(code, after=before)[-2:] == [
        ev.SeatFreed(1, bob.pk, ev.Freed.REPLACED),
        ev.SeatTaken(1, carol.pk, connected=True),
    ]
    assert kinds_of_seats(code) == "Alice Carol bot bot"
    assert rows_of_seats(code)[1] == "Carol"
    assert seats.seat_elsewhere(bob.pk) is None
    version = playing.version_of(code)
    seats.come_back(code, bob.pk)
    assert playing.version_of(code) == version


def test_row_47_who_left_a_seat_may_take_it_again_but_no_other_in_the_game(
    alice: Player, bob: Player
) -> None:
    code = playing.game_of(alice, bob)
    seats.leave(code, bob.pk)

    with pytest.raises(seating.HeldAnotherSeat):
        seats.sit(code, bob.pk, 2, connected=True)

    seats.sit(code, bob.pk, 1, connected=True)
    assert kinds_of_seats(code) == "Alice Bob bot bot"


def test_a_seat_is_held_by_one_person_and_a_person_holds_one_seat(
    alice: Player, bob: Player, carol: Player
) -> None:
    code = playing.game_of(alice, bob)
    seats.sit(code, carol.pk, 3, connected=True)

    with pytest.raises(seating.SeatNotFree):
        seats.sit(code, playing.guest(1).pk, 3, connected=True)
    with pytest.raises(seating.AlreadySeatedHere):
        seats.sit(code, carol.pk, 2, connected=True)


# Bots


def test_anyone_seated_may_add_and_remove_bots(alice: Player, bob: Player) -> None:
    code = playing.table_of(alice, bob)

    seats.add_bot(code, bob.pk)
    seats.add_bot(code, alice.pk, 3)
    assert kinds_of_seats(code) == "Alice Bob bot bot"
    assert rows_of_seats(code) == {0: "Alice", 1: "Bob", 2: "bot", 3: "bot"}

    seats.remove_bot(code, bob.pk, 2)
    assert kinds_of_seats(code) == "Alice Bob open bot"
    assert rows_of_seats(code) == {0: "Alice", 1: "Bob", 3: "bot"}


def test_bots_are_refused_where_they_can_not_sit(
    alice: Player, bob: Player, victor: Player
) -> None:
    code = playing.table_of(alice, bob, size=3)

    with pytest.raises(seating.NotSeated):
        seats.add_bot(code, victor.pk)
    with pytest.raises(seating.SeatNotFree):
        seats.add_bot(code, alice.pk, 1)
    with pytest.raises(seating.NoSuchSeat):
        seats.add_bot(code, alice.pk, 3)
    seats.add_bot(code, alice.pk, 2)
    with pytest.raises(seating.TableFull):
        seats.add_bot(code, alice.pk)
    with pytest.raises(seating.TableFull):
        seats.add_bot(code, alice.pk, 2)


def test_only_a_bot_can_be_removed_as_one(alice: Player, bob: Player, victor: Player) -> None:
    code = playing.table_of(alice, bob)
    seats.add_bot(code, alice.pk, 2)

    for seat in (1, 3, 4):
        with pytest.raises(seating.NoBotThere):
            seats.remove_bot(code, alice.pk, seat)
    with pytest.raises(seating.NotSeated):
        seats.remove_bot(code, victor.pk, 2)
    seats.remove_bot(code, alice.pk, 2)
    with pytest.raises(seating.NoBotThere):
        seats.remove_bot(code, alice.pk, 2)


def test_bots_come_and_go_before_the_start_only(alice: Player) -> None:
    code = playing.game_of(alice)
    with pytest.raises(seating.AlreadyStarted):
        seats.remove_bot(code, alice.pk, 2)
    with pytest.raises(seating.AlreadyStarted):
        seats.add_bot(code, alice.pk, 2)


# Freeing another's seat


def test_whose_seat_the_opener_frees_may_not_sit_there_again(alice: Player, bob: Player) -> None:
    code = playing.table_of(alice, bob)

    seats.remove_player(code, alice.pk, 1)

    assert kinds_of_seats(code) == "Alice open open open"
    with pytest.raises(seating.Barred):
        seats.sit(code, bob.pk, 2, connected=True)
    play.start(code, alice.pk, fill=True)
    with pytest.raises(seating.Barred):
        seats.sit(code, bob.pk, connected=True)


def test_only_the_host_frees_seats_and_only_of_people(
    alice: Player, bob: Player, victor: Player
) -> None:
    code = playing.table_of(alice, bob)
    seats.add_bot(code, alice.pk, 2)

    with pytest.raises(seating.NotHost):
        seats.remove_player(code, bob.pk, 0)
    with pytest.raises(seating.NotSeated):
        seats.remove_player(code, victor.pk, 1)
    for seat in (0, 2, 3, 4):
        with pytest.raises(seating.NoSuchSeat):
            seats.remove_player(code, alice.pk, seat)
    assert kinds_of_seats(code) == "Alice Bob bot open"


def test_nobody_is_removed_from_a_running_game(alice: Player, bob: Player) -> None:
    code = playing.game_of(alice, bob)
    with pytest.raises(seating.AlreadyStarted):
        seats.remove_player(code, alice.pk, 1)


# Coming and going


def test_going_away_and_coming_back_are_told_once(
    alice: Player, bob: Player, fixed_clock: FixedClock
) -> None:
    code = playing.table_of(alice, bob)
    version = playing.version_of(code)
    since = fixed_clock.ms
    fixed_clock.advance(seconds=5)

    for _ in range(2):
        seats.go_away(code, bob.pk, since=since)
    row = models.Seat.objects.get(player=bob, held=True)
    assert (row.away, row.lost_ms) == (True, since)
    for _ in range(2):
        seats.come_back(code, bob.pk)
    row = models.Seat.objects.get(player=bob, held=True)
    assert (row.away, row.lost_ms) == (False, None)

    assert playing.events(code, after=version) == [ev.PlayerAway(1, since), ev.PlayerBack(1)]
    assert playing.state_of(code).seats[1].here_since == fixed_clock.ms


def test_who_holds_no_seat_neither_goes_nor_comes(alice: Player, victor: Player) -> None:
    code = playing.table_of(alice)
    version = playing.version_of(code)

    seats.go_away(code, victor.pk, since=1)
    seats.come_back(code, victor.pk)

    assert playing.version_of(code) == version


def test_nobody_goes_or_comes_after_the_end(
    alice: Player, bob: Player, fixed_clock: FixedClock
) -> None:
    code = playing.game_of(alice, bob)
    seats.go_away(code, bob.pk, since=fixed_clock.ms)
    seats.go_away(code, alice.pk, since=fixed_clock.ms)
    fixed_clock.advance(seconds=24 * 3600)

    table = seats.come_back(code, bob.pk).table

    assert table.state is State.CLOSED
    assert playing.kinds(code)[-1] == "table_closed"


def test_who_lost_a_waiting_seat_while_away_may_take_another_at_once(
    alice: Player, bob: Player, fixed_clock: FixedClock
) -> None:
    """The seat falls due in the very command by which its holder sits down again."""
    code = playing.table_of(alice)
    seats.sit(code, bob.pk, 3, connected=True)
    seats.go_away(code, bob.pk, since=fixed_clock.ms)
    fixed_clock.advance(seconds=61)

    seats.sit(code, bob.pk, 1, connected=True)

    assert kinds_of_seats(code) == "Alice Bob open open"
    assert rows_of_seats(code) == {0: "Alice", 1: "Bob"}
