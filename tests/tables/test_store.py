"""The event log in the database, and folded tables in memory."""

import pytest
from django.db import DatabaseError, IntegrityError, connection, transaction
from pytest_django import DjangoAssertNumQueries

from accounts import clock
from accounts.models import Player
from tables import models, store
from tables.commands import play, seats
from tables.hearts import events as ev
from tables.hearts.events import Logged
from tables.hearts.table import apply, fold
from tables.store import Conflict, Folded, NoSuchTable
from tests.tables import playing

pytestmark = pytest.mark.django_db


def next_event(folded: Folded, event: ev.Event) -> tuple[Logged, Folded]:
    """An event that may come next, and the table after it."""
    logged = Logged(folded.version + 1, 1_790_000_000_000, 1_790_000_000_700, event)
    after = Folded(folded.id, folded.code, folded.invite, apply(folded.table, logged))
    return logged, after


def append(folded: Folded, event: ev.Event, due_ms: int | None = None) -> Folded:
    logged, after = next_event(folded, event)
    store.append(folded, [logged], after, due_ms)
    return after


# Loading


def test_a_table_is_the_fold_of_its_stored_events(alice: Player, bob: Player) -> None:
    code = playing.trick_of(alice, bob)
    row = models.Table.objects.get(code=code)

    folded = store.load(code)

    assert folded.table == fold(store.events_after(row.id, 0))
    assert folded.version == row.version == len(playing.kinds(code))
    assert (folded.id, folded.code, folded.invite) == (row.id, code, "")


def test_a_known_table_is_folded_on(
    alice: Player, bob: Player, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    code = playing.table_of(alice)
    known = store.load(code)
    seats.sit(code, bob.pk, connected=True)

    with django_assert_num_queries(1):
        folded = store.load(code, known)

    assert folded == store.load(code)
    assert folded.version == known.version + 1


def test_a_table_that_has_not_changed_is_the_same_value(alice: Player) -> None:
    known = store.load(playing.table_of(alice))
    assert store.load(known.code, known) is known


def test_a_table_that_does_not_exist_is_told() -> None:
    with pytest.raises(NoSuchTable):
        store.load("NOTHERE")


def test_events_after_a_version_begin_with_the_next(alice: Player, bob: Player) -> None:
    code = playing.table_of(alice, bob)
    row = models.Table.objects.get(code=code)
    assert [logged.number for logged in store.events_after(row.id, 2)] == [3, 4]
    assert store.events_after(row.id, 4) == []


# Appending


def test_an_append_stores_events_version_and_deadline_together(alice: Player) -> None:
    folded = store.load(playing.game_of(alice))

    append(folded, ev.PlayAgainOpened("KQ7FAB"), due_ms=1_790_000_030_000)

    row = models.Table.objects.get(code=folded.code)
    assert (row.version, row.due_ms) == (folded.version + 1, 1_790_000_030_000)
    stored = models.Event.objects.get(table=row, number=folded.version + 1)
    assert (stored.kind, stored.data) == ("play_again_opened", '{"code":"KQ7FAB"}')
    assert (stored.at_ms, stored.show_ms) == (1_790_000_000_000, 1_790_000_000_700)


def test_several_events_are_stored_in_their_order(alice: Player) -> None:
    folded = store.load(playing.game_of(alice))
    log, after = [], folded
    for code in ("AAAAAA", "BBBBBB", "CCCCCC"):
        logged, after = next_event(after, ev.PlayAgainOpened(code))
        log.append(logged)

    store.append(folded, log, after, None)

    assert playing.events(folded.code, after=folded.version) == [
        ev.PlayAgainOpened(code) for code in ("AAAAAA", "BBBBBB", "CCCCCC")
    ]


@pytest.mark.parametrize(
    "event", [ev.PlayAgainOpened("KQ7FAB"), ev.BotAdded(3)], ids=["plain", "moves rows"]
)
def test_an_append_to_a_stale_version_is_a_conflict_and_stores_nothing(
    event: ev.Event, alice: Player, bob: Player
) -> None:
    stale = store.load(playing.table_of(alice))
    seats.sit(stale.code, bob.pk, connected=True)
    version = playing.version_of(stale.code)

    with pytest.raises(Conflict), transaction.atomic():
        append(stale, event)

    assert playing.version_of(stale.code) == version
    assert len(playing.kinds(stale.code)) == version
    assert models.Seat.objects.filter(held=True).count() == 2


def test_who_sat_down_elsewhere_meanwhile_is_a_conflict(alice: Player, bob: Player) -> None:
    folded = store.load(playing.table_of(alice))
    playing.table_of(bob)

    with pytest.raises(Conflict), transaction.atomic():
        append(folded, ev.SeatTaken(2, bob.pk, connected=True))

    assert playing.version_of(folded.code) == folded.version
    assert models.Seat.objects.filter(player=bob, held=True).count() == 1


def test_a_play_is_one_statement_on_postgresql_and_few_on_sqlite(
    alice: Player, bob: Player, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    folded = store.load(playing.game_of(alice, bob))
    with django_assert_max_num_queries(1 if connection.vendor == "postgresql" else 4):
        append(folded, ev.PlayAgainOpened("KQ7FAB"))


# The rows that are drawn from the log


def test_the_rows_of_seats_follow_the_log(alice: Player, bob: Player) -> None:
    code = playing.table_of(alice, bob)
    seats.add_bot(code, alice.pk, 3)
    held = models.Seat.objects.filter(table__code=code, held=True)

    assert set(held.values_list("number", "player")) == {(0, alice.pk), (1, bob.pk), (3, None)}

    since = clock.now_ms()
    seats.go_away(code, bob.pk, since=since)
    assert set(held.values_list("number", "away", "lost_ms")) == {
        (0, False, None),
        (1, True, since),
        (3, False, None),
    }

    seats.leave(code, alice.pk)
    seats.remove_bot(code, bob.pk, 3)
    assert list(held.values_list("number", "player")) == [(1, bob.pk)]
    assert models.Seat.objects.filter(table__code=code, held=False).count() == 2


def test_the_row_of_a_table_follows_its_state(alice: Player) -> None:
    code = playing.table_of(alice)
    states = [models.Table.objects.get(code=code).state]
    play.start(code, alice.pk, fill=True)
    states.append(models.Table.objects.get(code=code).state)
    seats.leave(code, alice.pk)
    states.append(models.Table.objects.get(code=code).state)
    assert states == ["waiting", "running", "closed"]


def test_the_database_refuses_a_second_event_of_one_number(alice: Player) -> None:
    row = models.Table.objects.get(code=playing.table_of(alice))
    with pytest.raises(IntegrityError), transaction.atomic():
        models.Event.objects.create(
            table=row, number=1, kind="bot_added", data='{"seat":1}', at_ms=1, show_ms=1
        )


def test_the_database_refuses_to_change_a_stored_event(alice: Player) -> None:
    """Invariant 1."""
    code = playing.table_of(alice)
    event = models.Event.objects.filter(table__code=code).order_by("number")[0]

    with pytest.raises(DatabaseError, match="never changed"), transaction.atomic():
        models.Event.objects.filter(pk=event.pk).update(data="{}")
    with pytest.raises(DatabaseError, match="never changed"), transaction.atomic():
        event.save()

    assert models.Event.objects.get(pk=event.pk).data == event.data


@pytest.mark.services
def test_the_database_refuses_to_remove_a_stored_event(alice: Player) -> None:
    """Invariant 1. On SQLite tests have no other way to empty the table between them."""
    code = playing.table_of(alice)
    with pytest.raises(DatabaseError, match="never changed"), transaction.atomic():
        models.Event.objects.filter(table__code=code).delete()


def test_the_database_refuses_two_holds_of_a_seat_and_two_seats_of_a_person(
    alice: Player, bob: Player
) -> None:
    """Invariant 5."""
    row = models.Table.objects.get(code=playing.table_of(alice))
    other = models.Table.objects.get(code=playing.table_of(bob))

    for table, number, player in ((row, 0, None), (row, 3, alice), (other, 3, alice)):
        with pytest.raises(IntegrityError), transaction.atomic():
            models.Seat.objects.create(table=table, number=number, player=player)


# The cache


@pytest.mark.django_db(transaction=True)
def test_what_is_cached_equals_what_the_log_says(alice: Player, bob: Player) -> None:
    code = playing.trick_of(alice, bob)
    cached = store.cache.get(code)
    store.cache.clear()
    assert cached is not None
    assert store.load(code) == cached


def test_nothing_enters_the_cache_before_it_is_committed(alice: Player) -> None:
    """Each test runs in a transaction of its own, so that nothing is committed here."""
    code = playing.table_of(alice)
    store.load(code)
    assert store.cache.get(code) is None


@pytest.mark.django_db(transaction=True)
def test_what_is_rolled_back_never_enters_the_cache(alice: Player, bob: Player) -> None:
    code = playing.table_of(alice)
    before = store.cache.get(code)

    with pytest.raises(NoSuchTable), transaction.atomic():
        seats.sit(code, bob.pk, connected=True)
        raise NoSuchTable

    assert store.cache.get(code) is before
    seats.sit(code, bob.pk, connected=True)
    assert playing.kinds(code).count("seat_taken") == 2


def folded(code: str, version: int) -> Folded:
    table = apply(None, Logged(1, 1, 1, ev.TableOpened(4, 100, ranked=False, private=False)))
    return Folded(1, code, "", table._replace(version=version))


@pytest.mark.pure
def test_the_cache_keeps_the_latest_version() -> None:
    cache = store._Cache(10)
    newer, older = folded("A", 7), folded("A", 5)
    cache.put(newer)
    cache.put(older)
    assert cache.get("A") is newer


@pytest.mark.pure
def test_the_cache_is_bounded_and_drops_what_was_not_used_for_longest() -> None:
    cache = store._Cache(3)
    for code in "ABC":
        cache.put(folded(code, 1))
    cache.get("A")
    cache.put(folded("D", 1))
    assert [code for code in "ABCD" if cache.get(code)] == ["A", "C", "D"]
