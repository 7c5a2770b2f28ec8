"""The list of open tables, and what it offers to a viewer."""

import pytest
from pytest_django import DjangoAssertNumQueries

from accounts.commands import ban, turn_leaderboards_off
from accounts.models import Player, RankedBan
from ranking.models import Rating
from tables import listing, models, store
from tables.commands import opening, play, seats
from tables.listing import ListedSeat, Offer
from tests.conftest import FixedClock
from tests.tables import playing
from tests.tables.commands.test_ranked import full_table, member, ranked_game

pytestmark = pytest.mark.django_db


def test_waiting_tables_are_listed_first_and_of_equals_the_newest(
    four: list[Player], fixed_clock: FixedClock
) -> None:
    codes = []
    for player in four:
        codes.append(playing.table_of(player))
        fixed_clock.advance(seconds=1)
    play.start(codes[1], four[1].pk, fill=True)
    play.start(codes[3], four[3].pk, fill=True)

    listed = [table.code for table in listing.open_tables()]

    assert listed == [codes[2], codes[0], codes[3], codes[1]]


def test_a_listed_table_shows_its_seats(alice: Player, fixed_clock: FixedClock) -> None:
    code = playing.table_of(alice, size=5, target=50)
    seats.add_bot(code, alice.pk, 3)

    [table] = listing.open_tables()

    assert (table.code, table.size, table.target, table.ranked) == (code, 5, 50, False)
    assert (table.state, table.opened) == ("waiting", fixed_clock.ms)
    assert table.seats == (
        ListedSeat("player", "Alice", alice.pk, 1500),
        ListedSeat("open"),
        ListedSeat("open"),
        ListedSeat("bot", "Bot Linden"),
        ListedSeat("open"),
    )


def test_private_finished_and_closed_tables_are_not_listed(four: list[Player]) -> None:
    alice, bob, carol, dave = four
    playing.table_of(alice, private=True)
    seats.leave(playing.table_of(bob), bob.pk)
    over = playing.game_of(carol, dave, target=10)
    playing.play_on(over, carol, dave, until=lambda table: False)

    assert listing.open_tables() == []


def test_the_list_takes_the_same_few_queries_for_any_number_of_tables(
    four: list[Player], django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    for player in four:
        playing.table_of(player)
    with django_assert_num_queries(4):
        assert len(listing.open_tables()) == 4


# Ranked tables


def rate(player: Player, elo: float) -> None:
    Rating.objects.create(player=player, elo=elo, elo_shown=round(elo))


def offer_of(code: str, viewer: Player | None) -> Offer:
    return next(offer for offer in listing.offers(viewer).tables if offer.table.code == code)


def wanting(clock: FixedClock, *players: Player) -> str:
    """A running ranked game of these people that the last of them has quit."""
    code = ranked_game(clock, *players)
    seats.leave(code, players[-1].pk, confirmed=True)
    return code


@pytest.fixture
def five(db: None, fixed_clock: FixedClock) -> list[Player]:
    return [member(name) for name in ("Alice", "Bob", "Carol", "Dave", "Erin")]


def test_ranked_tables_come_first_among_waiting_ones(
    five: list[Player], fixed_clock: FixedClock
) -> None:
    ranked = opening.open_ranked(five[0].pk).code
    fixed_clock.advance(seconds=1)
    regular = playing.table_of(five[1])
    assert [table.code for table in listing.open_tables()] == [ranked, regular]


def test_a_waiting_ranked_table_is_listed_before_a_hundred_others(
    five: list[Player], fixed_clock: FixedClock
) -> None:
    code = opening.open_ranked(five[0].pk).code
    fixed_clock.advance(seconds=1)
    for number in range(101):
        playing.table_of(playing.guest(number))
    listed = listing.open_tables()
    assert len(listed) == 100
    assert listed[0].code == code


def test_elo_is_listed_of_those_whose_elo_others_may_see(five: list[Player]) -> None:
    alice, bob, carol, _, _ = five
    rate(alice, 1512.4)
    Player.objects.filter(pk=bob.pk).update(leaderboards_on=False)
    code = playing.table_of(alice, bob, carol, playing.guest(1), size=5)
    seats.add_bot(code, alice.pk)

    [table] = listing.open_tables()

    assert [seat.elo for seat in table.seats] == [1512, None, 1500, None, None]


def test_a_changed_elo_changes_what_the_page_compares(five: list[Player]) -> None:
    alice, bob, *_ = five
    playing.table_of(alice, bob)
    rate(alice, 1512)
    [before] = listing.open_tables()
    Rating.objects.update(elo=1513, elo_shown=1513)
    [changed] = listing.open_tables()
    turn_leaderboards_off(bob, 1_790_000_000_000)
    [off] = listing.open_tables()
    assert len({before.key, changed.key, off.key}) == 3


def test_a_viewer_is_shown_what_is_at_stake_as_the_table_stands(five: list[Player]) -> None:
    alice, bob, carol, dave, erin = five
    for player, elo in zip(five, (1512, 1562, 1484, 1417, 1500), strict=True):
        rate(player, elo)
    code = opening.open_ranked(bob.pk).code

    alone = offer_of(code, alice).stake  # against 1562 and twice 1500
    assert alone
    assert alone.chance == pytest.approx(0.2381, abs=5e-5)

    for player in (carol, dave):
        seats.sit(code, player.pk, connected=True)
    stake = offer_of(code, alice).stake
    assert stake
    assert stake.chance == pytest.approx(0.2657, abs=5e-5)
    assert (round(stake.win, 2), round(stake.loss, 2)) == (18.36, 6.64)

    own = offer_of(code, bob)
    assert own.is_own
    assert not own.may_sit
    assert own.stake
    assert own.stake.chance == pytest.approx(0.3607, abs=5e-5)

    seats.sit(code, alice.pk, connected=True)
    assert offer_of(code, erin).stake is None
    assert not offer_of(code, erin).may_sit


def test_only_who_is_rated_has_something_at_stake(five: list[Player]) -> None:
    alice, bob, *_ = five
    code = opening.open_ranked(alice.pk).code
    regular = playing.table_of(bob)
    Player.objects.filter(pk=bob.pk).update(leaderboards_on=False)
    bob.refresh_from_db()

    for viewer in (None, playing.guest(1), bob):
        assert offer_of(code, viewer).stake is None
    assert offer_of(regular, five[2]).stake is None


def test_a_game_that_wants_a_substitute_is_marked_with_its_score(
    five: list[Player], fixed_clock: FixedClock
) -> None:
    running = ranked_game(fixed_clock, *five[1:])
    assert not offer_of(running, None).table.wants_substitute
    seats.leave(running, five[4].pk, confirmed=True)

    offer = offer_of(running, None)

    assert offer.table.wants_substitute
    assert offer.table.hand == 1
    assert [seat.total for seat in offer.table.seats] == [0, 0, 0, 0]
    assert [seat.kind for seat in offer.table.seats] == ["player"] * 3 + ["bot"]
    assert offer.may_sit
    assert offer_of(running, playing.guest(1)).may_sit
    assert offer_of(running, member("Novice", games=0)).may_sit


def test_the_score_of_a_later_hand_is_shown(five: list[Player], fixed_clock: FixedClock) -> None:
    code = wanting(fixed_clock, *five[:4])
    playing.play_on(code, *five[:3], until=lambda table: len(table.scored) == 1)
    table = offer_of(code, five[4]).table
    assert table.hand == 2
    assert sum(seat.total or 0 for seat in table.seats) in (26, 78)


def test_who_quit_or_held_another_seat_is_not_offered_the_seat(
    five: list[Player], fixed_clock: FixedClock
) -> None:
    code = wanting(fixed_clock, *five[:4])
    seats.sit(code, five[4].pk, connected=True)
    seats.leave(code, five[4].pk)
    assert offer_of(code, five[4]).may_sit
    assert not offer_of(code, five[3]).may_sit

    seats.leave(code, five[2].pk, confirmed=True)
    seats.sit(code, five[4].pk, 3, connected=True)
    assert not offer_of(code, five[4]).may_sit
    seats.leave(code, five[4].pk)
    seats.sit(code, playing.guest(1).pk, 3, connected=True)
    assert not offer_of(code, five[4]).may_sit


def test_who_is_banned_is_told_until_when(five: list[Player], fixed_clock: FixedClock) -> None:
    code = wanting(fixed_clock, *five[:4])
    regular = playing.game_of(playing.guest(1))
    ban(five[4], RankedBan.Reason.MODERATOR, 7200, fixed_clock.ms)
    ban(five[4], RankedBan.Reason.MODERATOR, 3600, fixed_clock.ms)

    assert not offer_of(code, five[4]).may_sit
    assert listing.offers(five[4]).banned_until == fixed_clock.ms + 7_200_000
    assert offer_of(regular, five[4]).may_sit
    fixed_clock.advance(seconds=7200)
    assert offer_of(code, five[4]).may_sit
    assert listing.offers(five[4]).banned_until is None


def test_games_that_want_a_substitute_come_before_other_games(
    five: list[Player], fixed_clock: FixedClock
) -> None:
    wanted = wanting(fixed_clock, *five[:4])
    fixed_clock.advance(seconds=1)
    running = playing.game_of(playing.guest(1))
    waiting = playing.table_of(playing.guest(2))
    assert [table.code for table in listing.open_tables()] == [waiting, wanted, running]


def test_the_whole_list_takes_the_same_few_queries_for_a_viewer(
    five: list[Player],
    fixed_clock: FixedClock,
    django_assert_max_num_queries: DjangoAssertNumQueries,
) -> None:
    viewer = member("Viewer")
    for number in range(3):
        wanting(fixed_clock, *(member(f"P{number}{letter}") for letter in "abcd"))
        full_table(*(member(f"W{number}{letter}") for letter in "abcd"))
        opening.open_ranked(five[number].pk)
    store.cache.clear()
    with django_assert_max_num_queries(7):
        assert len(listing.offers(viewer).tables) == 9


def test_scores_are_drawn_for_so_many_games_alone(
    five: list[Player], fixed_clock: FixedClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    codes = [
        wanting(fixed_clock, *(member(f"P{number}{letter}") for letter in "abc"))
        for number in range(2)
    ]
    monkeypatch.setattr(listing, "SCORED_TABLES", 1)
    tables = {table.code: table for table in listing.open_tables()}
    assert all(tables[code].wants_substitute for code in codes)
    assert sum(tables[code].hand is not None for code in codes) == 1
    assert all(offer.may_sit for offer in listing.offers(five[0]).tables)


def test_a_table_of_bots_alone_is_not_listed(five: list[Player], fixed_clock: FixedClock) -> None:
    code = ranked_game(fixed_clock, *five[:3])
    for player in five[:3]:
        seats.leave(code, player.pk, confirmed=True)
    assert models.Table.objects.get(code=code).state == "running"
    assert listing.open_tables() == []
