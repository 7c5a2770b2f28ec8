"""Writing to several tables at once."""

import threading
from dataclasses import replace
from functools import partial

import pytest
from django.db import connection, transaction

from accounts.models import Player
from tables import models, store
from tables.log import Append, collected, write
from tests.tables import playing
from tests.tables.threads import at_once

pytestmark = pytest.mark.django_db(transaction=True)


def next_append(code: str, *, events: int = 1) -> Append:
    """Something that may be added to this table."""
    folded = store.load(code)
    first, data = folded.version + 1, '{"code":"AAAAAA"}'
    rows = tuple((first + n, "play_again_opened", data, 1, 1) for n in range(events))
    return Append(folded.id, folded.version, folded.version + events, 7, rows)


def test_all_tables_get_their_events_version_and_deadline(alice: Player, bob: Player) -> None:
    codes = [playing.table_of(alice), playing.table_of(bob)]
    appends = [next_append(code, events=n) for code, n in zip(codes, (1, 3), strict=True)]

    assert write(appends, wait=False) == set()

    for code, append in zip(codes, appends, strict=True):
        row = models.Table.objects.get(code=code)
        assert (row.version, row.due_ms) == (append.version, 7)
        assert len(playing.kinds(code, after=append.before)) == len(append.rows)


def test_a_table_that_has_moved_on_loses_and_the_others_do_not(alice: Player, bob: Player) -> None:
    stale, fresh = (next_append(playing.table_of(player)) for player in (alice, bob))
    write([stale], wait=True)

    lost = write([replace(stale, version=99), fresh], wait=False)

    assert lost == {stale.table}
    assert models.Table.objects.get(id=stale.table).version == stale.version
    assert models.Table.objects.get(id=fresh.table).version == fresh.version
    assert models.Event.objects.filter(table_id=stale.table).count() == stale.version


def test_what_is_collected_is_not_written_until_it_is(alice: Player) -> None:
    code = playing.game_of(alice)
    version = playing.version_of(code)

    with collected() as batch:
        after = playing.pass_any(code, alice)
    assert playing.version_of(code) == version

    assert batch.write() == set()
    assert playing.version_of(code) == after.version > version
    (announce,) = batch.announcements.values()
    announce()
    assert store.cache.get(code) == after


def test_commands_in_a_transaction_of_their_own_are_not_collected(alice: Player) -> None:
    code = playing.game_of(alice)

    with collected() as batch, transaction.atomic():
        after = playing.pass_any(code, alice)

    assert batch.appends == []
    assert playing.version_of(code) == after.version


@pytest.mark.services
def test_a_table_that_somebody_holds_is_not_waited_for(alice: Player, bob: Player) -> None:
    held, free = (next_append(playing.table_of(player)) for player in (alice, bob))
    holding, written = threading.Event(), threading.Event()

    def hold() -> None:
        with transaction.atomic():
            models.Table.objects.select_for_update().get(id=held.table)
            holding.set()
            assert written.wait(10)

    def write_both() -> set[int]:
        assert holding.wait(10)
        try:
            return write([held, free], wait=False)
        finally:
            written.set()

    assert at_once(hold, write_both)[1] == {held.table}
    assert connection.vendor == "postgresql"


@pytest.mark.services
def test_crossing_writes_meet_no_deadlock(alice: Player, bob: Player, carol: Player) -> None:
    codes = [playing.table_of(player) for player in (alice, bob, carol)]
    for _ in range(20):
        appends = [next_append(code) for code in codes]
        results = at_once(
            partial(write, appends, wait=False), partial(write, appends[::-1], wait=False)
        )
        assert all(isinstance(lost, set) for lost in results), results
        assert all(
            models.Event.objects.filter(table_id=append.table).count()
            == models.Table.objects.get(id=append.table).version
            for append in appends
        )
