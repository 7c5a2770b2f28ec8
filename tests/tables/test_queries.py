"""Reads of several rows."""

import pytest
from pytest_django import DjangoAssertNumQueries

from accounts.models import Player
from tables import models, queries
from tables.commands import play, seats
from tables.protocol import LobbySeat
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


def test_waiting_tables_are_listed_first_and_of_equals_the_newest(
    four: list[Player], fixed_clock: FixedClock
) -> None:
    codes = []
    for player in four:
        codes.append(playing.table_of(player))
        fixed_clock.advance(seconds=1)
    play.start(codes[1], four[1].pk, fill=True)
    play.start(codes[3], four[3].pk, fill=True)

    listed = [table.code for table in queries.open_tables()]

    assert listed == [codes[2], codes[0], codes[3], codes[1]]


def test_a_listed_table_shows_its_seats(alice: Player, fixed_clock: FixedClock) -> None:
    code = playing.table_of(alice, size=5, target=50)
    seats.add_bot(code, alice.pk, 3)

    [table] = queries.open_tables()

    assert (table.code, table.size, table.target, table.ranked) == (code, 5, 50, False)
    assert (table.state, table.opened) == ("waiting", fixed_clock.ms)
    assert table.seats == [
        LobbySeat("Alice", "player"),
        LobbySeat(None, "open"),
        LobbySeat(None, "open"),
        LobbySeat("Bot Linden", "bot"),
        LobbySeat(None, "open"),
    ]


def test_private_finished_and_closed_tables_are_not_listed(four: list[Player]) -> None:
    alice, bob, carol, dave = four
    playing.table_of(alice, private=True)
    seats.leave(playing.table_of(bob), bob.pk)
    over = playing.game_of(carol, dave, target=10)
    playing.play_on(over, carol, dave, until=lambda table: False)

    assert queries.open_tables() == []


def test_the_list_takes_the_same_few_queries_for_any_number_of_tables(
    four: list[Player], django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    for player in four:
        playing.table_of(player)
    with django_assert_num_queries(2):
        assert len(queries.open_tables()) == 4


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
