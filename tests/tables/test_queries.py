"""Reads of several rows."""

import pytest
from pytest_django import DjangoAssertNumQueries

from accounts.models import Player
from tables import models, queries
from tables.commands import play, seats
from tables.viewing import Name
from tests.conftest import FixedClock
from tests.tables import playing

pytestmark = pytest.mark.django_db


def test_names_say_who_is_a_guest(alice: Player) -> None:
    guest = playing.guest(1)
    assert queries.names_of_players([alice.pk, guest.pk, alice.pk, 999_999]) == {
        alice.pk: Name("Alice", guest=False),
        guest.pk: Name("guest-9001", guest=True),
    }


def test_versions_are_read_for_all_tables_at_once(
    alice: Player, bob: Player, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    first, second = playing.table_of(alice), playing.table_of(bob)
    seats.add_bot(first, alice.pk)
    with django_assert_num_queries(1):
        assert queries.versions([first, second, "NOTHERE"]) == {first: 4, second: 3}


def test_events_are_read_for_all_tables_at_once(
    alice: Player, bob: Player, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    first = models.Table.objects.get(code=playing.table_of(alice)).id
    second = models.Table.objects.get(code=playing.table_of(bob)).id
    with django_assert_num_queries(1):
        logs = queries.events_of_tables({first: 1, second: 3})
    assert [logged.number for logged in logs[first]] == [2, 3]
    assert logs[second] == []
    assert queries.events_of_tables({}) == {}


def test_the_fullest_waiting_table_comes_first_and_the_oldest_of_equals(
    four: list[Player], fixed_clock: FixedClock
) -> None:
    alice, bob, carol, dave = four
    codes = [playing.table_of(player) for player in (alice, bob, carol)]
    for code, opened in zip(codes, (30, 10, 20), strict=True):
        models.Table.objects.filter(code=code).update(opened_ms=opened)
    assert queries.waiting_tables() == [codes[1], codes[2], codes[0]]

    seats.sit(codes[0], dave.pk, connected=True)
    assert queries.waiting_tables() == [codes[0], codes[1], codes[2]]

    for seat in (2, 3):
        seats.add_bot(codes[0], alice.pk, seat)
    play.start(codes[1], bob.pk, fill=True)
    assert queries.waiting_tables() == [codes[2]]
