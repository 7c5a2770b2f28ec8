"""What the database refuses: what must never be."""

from typing import Any

import pytest
from django.db import IntegrityError, transaction

from accounts.models import Player
from tables import models
from tables.commands import seats
from tests.conftest import FixedClock
from tests.tables import playing

pytestmark = pytest.mark.django_db

PLAIN: dict[str, Any] = {"code": "KQ7FAB", "size": 4, "target": 100, "opened_ms": 1}


def refused(**fields: Any) -> None:
    with pytest.raises(IntegrityError), transaction.atomic():
        models.Table.objects.create(**{**PLAIN, **fields})


def test_a_table_has_three_to_five_seats_and_a_target_from_10_to_500() -> None:
    for fields in ({"size": 2}, {"size": 6}, {"target": 9}, {"target": 501}):
        refused(**fields)
    models.Table.objects.create(**{**PLAIN, "size": 5, "target": 500})


def test_a_code_names_one_table() -> None:
    models.Table.objects.create(**PLAIN)
    refused()


def test_a_ranked_table_is_public_and_goes_to_100() -> None:
    refused(ranked=True, private=True)
    refused(ranked=True, target=50)
    models.Table.objects.create(**{**PLAIN, "ranked": True})


def test_an_event_is_numbered_from_one_and_shown_no_sooner_than_it_happened() -> None:
    table = models.Table.objects.create(**PLAIN)
    event = {"table": table, "kind": "bot_added", "data": "{}", "at_ms": 5}
    for fields in ({"number": 0, "show_ms": 5}, {"number": 1, "show_ms": 4}):
        with pytest.raises(IntegrityError), transaction.atomic():
            models.Event.objects.create(**event, **fields)


def test_a_seat_is_one_of_five(alice: Player) -> None:
    table = models.Table.objects.create(**PLAIN)
    with pytest.raises(IntegrityError), transaction.atomic():
        models.Seat.objects.create(table=table, number=5, player=alice)


def test_a_seat_that_is_no_longer_held_bars_nobody(alice: Player, bob: Player) -> None:
    table = models.Table.objects.create(**PLAIN)
    for _ in range(2):
        models.Seat.objects.create(table=table, number=1, player=alice, held=False)
    models.Seat.objects.create(table=table, number=1, player=alice)
    for number in (2, 3):
        models.Seat.objects.create(table=table, number=number, player=None)


def test_tables_can_be_asked_for_by_what_they_are(
    four: list[Player], fixed_clock: FixedClock
) -> None:
    alice, bob, carol, dave = four
    waiting, running = playing.table_of(alice), playing.game_of(bob)
    private = playing.table_of(carol, private=True)
    closed = playing.table_of(dave)
    seats.leave(closed, dave.pk)
    tables = models.Table.objects

    def codes(found: models.TableQuerySet) -> set[str]:
        return set(found.values_list("code", flat=True))

    assert codes(tables.unfinished()) == {waiting, running, private}
    assert codes(tables.public()) == {waiting, running, closed}

    models.Table.objects.filter(code=waiting).update(due_ms=20)
    models.Table.objects.filter(code=running).update(due_ms=10)
    assert list(tables.overdue(9).values_list("code", flat=True)) == []
    assert list(tables.overdue(20).values_list("code", flat=True)) == [running, waiting]


def test_rows_name_themselves(alice: Player) -> None:
    code = playing.table_of(alice)
    table = models.Table.objects.get(code=code)
    assert str(table) == code
    assert str(models.Seat.objects.get()) == f"{table.pk}/0"
    assert str(models.Event.objects.get(number=1)) == f"{table.pk}:1 table_opened"
