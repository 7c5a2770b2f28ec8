"""How a command runs: on a cached table, confirmed by the database, guarded by the version."""

from collections.abc import Callable
from functools import partial
from typing import Any

import pytest
from django.db import OperationalError

from accounts import clock
from accounts.models import Player
from tables import models, store
from tables.commands import opening, play, run, seats
from tables.commands.draft import Draft
from tables.commands.errors import Busy
from tables.hearts import errors, seating
from tables.hearts import events as ev
from tables.hearts.table import State
from tables.store import Conflict, Folded
from tests.conftest import FixedClock
from tests.tables import playing
from tests.tables.threads import at_once

pytestmark = pytest.mark.django_db(transaction=True)


def nothing(draft: Draft) -> None:
    pass


def stale(code: str, work: Callable[[], Any]) -> Folded:
    """Does ``work`` behind the back of this process: its cache keeps the table from before."""
    before = store.load(code)
    work()
    store.cache.clear()
    store.cache.put(before)
    assert before.version < playing.version_of(code)
    return before


def test_a_command_that_came_in_between_is_not_lost(alice: Player, bob: Player) -> None:
    code = playing.table_of(alice, bob)
    stale(code, lambda: seats.add_bot(code, bob.pk, 2))

    folded = seats.add_bot(code, alice.pk)

    assert [seat.bot for seat in folded.table.seats] == [False, False, True, True]
    assert playing.kinds(code)[-2:] == ["bot_added", "bot_added"]


def test_a_refusal_by_a_stale_table_is_confirmed_first(alice: Player, bob: Player) -> None:
    code = playing.table_of(alice, bob, size=3)
    stale(code, lambda: play.start(code, alice.pk, fill=True))

    folded = playing.pass_any(code, alice)

    assert folded.table.hand is not None
    assert folded.table.hand.passed[0]


def test_a_refusal_that_the_database_confirms_changes_nothing(alice: Player, bob: Player) -> None:
    code = playing.table_of(alice, bob, size=3)
    stale(code, lambda: play.start(code, alice.pk, fill=True))
    version = playing.version_of(code)

    with pytest.raises(errors.WrongPassCount):
        play.pass_cards(code, alice.pk, hand=1, cards=0)

    assert playing.version_of(code) == version


def test_who_has_nothing_to_do_at_a_stale_table_looks_at_the_database_too(
    alice: Player, bob: Player
) -> None:
    code = playing.table_of(alice, bob)
    stale(code, lambda: seats.go_away(code, bob.pk, since=clock.now_ms()))

    folded = seats.come_back(code, bob.pk)

    assert folded.table.seats[1].is_connected
    assert playing.kinds(code)[-2:] == ["player_away", "player_back"]


def test_a_deadline_that_a_stale_table_does_not_know_is_applied(
    alice: Player, bob: Player, fixed_clock: FixedClock
) -> None:
    code = playing.table_of(alice, bob)
    stale(code, lambda: seats.go_away(code, bob.pk, since=fixed_clock.ms))
    fixed_clock.advance(seconds=60)

    folded = run.execute(code, nothing)

    assert folded.table.seats[1].is_open


def test_a_stale_table_does_not_keep_several_commands_in_one_transaction_from_succeeding(
    alice: Player, bob: Player, carol: Player
) -> None:
    code, other = playing.table_of(alice), playing.table_of(bob, carol)
    before = store.load(other)
    stale(code, lambda: seats.add_bot(code, alice.pk, 3))
    store.cache.put(before)

    seats.move_to(code, bob.pk)

    assert playing.state_of(code).seat_of(bob.pk) == 1
    assert playing.state_of(other).players == (carol.pk,)


def test_a_command_that_adds_nothing_stores_nothing(alice: Player) -> None:
    code = playing.table_of(alice)
    before = playing.version_of(code)

    assert run.execute(code, nothing).version == before
    assert playing.version_of(code) == before


def test_a_table_that_does_not_exist_is_told() -> None:
    with pytest.raises(store.NoSuchTable):
        run.execute("NOTHERE", nothing)


def test_a_command_that_always_comes_too_late_gives_up(
    alice: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    code = playing.table_of(alice)
    tries: list[int] = []

    def late(*_args: object) -> None:
        tries.append(1)
        raise Conflict

    monkeypatch.setattr(store, "append", late)
    monkeypatch.setattr("tables.commands.run.random.uniform", lambda *_: 0)

    with pytest.raises(Busy):
        seats.add_bot(code, alice.pk)
    assert len(tries) == 12
    with pytest.raises(Busy):
        opening.practice(alice.pk, size=4, target=100, leave_other=True)
    assert len(tries) == 24


def test_several_commands_in_one_transaction_all_happen_or_none(alice: Player, bob: Player) -> None:
    left = playing.table_of(alice, bob)
    full = playing.table_of(*[playing.guest(n) for n in range(3)], size=3)
    version = playing.version_of(left)

    with pytest.raises(seating.TableFull):
        seats.move_to(full, alice.pk)

    assert playing.state_of(left).seat_of(alice.pk) == 0
    assert playing.version_of(left) == version
    assert seats.seat_elsewhere(alice.pk) == left


def test_a_deadlock_is_begun_again(alice: Player, monkeypatch: pytest.MonkeyPatch) -> None:
    class Deadlock(Exception):
        sqlstate = "40P01"

    tries: list[int] = []

    def work() -> str:
        tries.append(1)
        if len(tries) < 3:
            raise OperationalError from Deadlock()
        return "done"

    assert run.in_one_transaction(work) == "done"
    assert len(tries) == 3


def test_a_database_that_is_away_is_not_asked_again_and_again() -> None:
    tries: list[int] = []

    def work() -> None:
        tries.append(1)
        raise OperationalError("the line is dead")

    with pytest.raises(OperationalError):
        run.in_one_transaction(work)
    assert len(tries) == 1


def test_people_who_change_tables_crosswise_all_arrive(
    alice: Player, bob: Player, carol: Player, dave: Player
) -> None:
    first = playing.table_of(alice, carol)
    second = playing.table_of(bob, dave)

    for _ in range(2):
        results = at_once(
            partial(seats.move_to, second, alice.pk), partial(seats.move_to, first, bob.pk)
        )
        assert not [result for result in results if isinstance(result, Exception)]
        assert playing.state_of(second).seat_of(alice.pk) is not None
        assert playing.state_of(first).seat_of(bob.pk) is not None
        first, second = second, first


# Invariant 2: no move is accepted twice


@pytest.mark.parametrize("cached", [True, False])
def test_of_two_who_play_the_same_turn_at_once_one_is_accepted(
    cached: bool, alice: Player, bob: Player, carol: Player
) -> None:
    code = playing.trick_of(alice, bob, carol, size=3)
    people = {player.pk: player for player in (alice, bob, carol)}
    for _ in range(6):
        table = playing.state_of(code)
        hand = table.hand
        assert hand is not None
        assert hand.turn is not None
        seat = table.seats[hand.turn].player
        assert seat is not None
        player = people[seat]
        card = playing.legal_card(code, player)
        before = playing.version_of(code)
        if not cached:
            store.cache.clear()

        move = partial(
            play.play_card,
            code,
            player.pk,
            hand=hand.number,
            trick=hand.trick_number,
            card=card,
        )
        results = at_once(move, move, move)

        accepted = [result for result in results if isinstance(result, Folded)]
        refused = [result for result in results if isinstance(result, errors.RuleError)]
        assert (len(accepted), len(refused)) == (1, 2)
        assert playing.kinds(code, after=before).count("played") == 1
        assert store.load(code).table == store.load(code, store.cache.get(code)).table


# Row 22: 20 sit requests at once, one person to two seats, two persons to one seat


def test_of_twenty_sit_requests_of_one_person_one_succeeds(alice: Player, bob: Player) -> None:
    code = playing.table_of(alice, size=5)
    works = [partial(seats.sit, code, bob.pk, seat, connected=True) for seat in (1, 2, 3, 4) * 5]

    results = at_once(*works)

    assert sum(isinstance(result, Folded) for result in results) == 1
    assert sum(isinstance(r, seating.AlreadySeatedHere) for r in results) == 19
    assert playing.state_of(code).players.count(bob.pk) == 1
    assert models.Seat.objects.filter(player=bob, held=True).count() == 1


def test_of_two_people_who_want_one_seat_one_gets_it(
    alice: Player, bob: Player, carol: Player
) -> None:
    for _ in range(5):
        code = playing.table_of(alice)
        results = at_once(
            partial(seats.sit, code, bob.pk, 2, connected=True),
            partial(seats.sit, code, carol.pk, 2, connected=True),
        )
        assert sorted(type(result).__name__ for result in results) == ["Folded", "SeatNotFree"]
        for player in (alice, bob, carol):
            seats.leave_elsewhere(player.pk)
        assert playing.state_of(code).state is State.CLOSED


def test_of_one_person_who_sits_down_at_two_tables_one_succeeds(
    alice: Player, bob: Player, carol: Player
) -> None:
    first, second = playing.table_of(alice), playing.table_of(bob)
    for _ in range(5):
        results = at_once(
            partial(seats.sit, first, carol.pk, connected=True),
            partial(seats.sit, second, carol.pk, connected=True),
        )
        assert sorted(type(result).__name__ for result in results) == ["Folded", "SeatedElsewhere"]
        assert models.Seat.objects.filter(player=carol, held=True).count() == 1
        seats.leave_elsewhere(carol.pk)


def test_the_overdue_is_applied_before_the_command_and_refused_with_it(
    alice: Player, bob: Player, fixed_clock: FixedClock
) -> None:
    code = playing.table_of(alice, bob)
    seats.go_away(code, bob.pk, since=fixed_clock.ms)
    version = playing.version_of(code)
    fixed_clock.advance(seconds=60)

    with pytest.raises(seating.NoBotThere):
        seats.remove_bot(code, alice.pk, 1)
    assert playing.version_of(code) == version

    seats.add_bot(code, alice.pk, 1)
    assert playing.events(code, after=version) == [
        ev.SeatFreed(1, bob.pk, ev.Freed.AWAY),
        ev.BotAdded(1),
    ]
