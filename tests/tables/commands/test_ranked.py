"""Ranked tables: rules 11 to 25, rows 16, 17, 20, 23, 47 and 48 as far as commands go."""

import pytest

from accounts.commands import ban, deactivate, turn_leaderboards_off
from accounts.models import Player, RankedBan, User
from ranking import queries
from ranking.errors import GameNotSettled
from ranking.models import EntryState, RankedEntry
from tables import rounds
from tables.commands import opening, play, ranked, run, seats
from tables.commands.draft import Draft
from tables.commands.errors import NotEligible, QuitNotConfirmed, SeatedElsewhere
from tables.hearts import events as ev
from tables.hearts import seating
from tables.hearts.duties import back_by, reserve_end, turn_deadline
from tables.hearts.table import State, Table
from tables.timing import limits
from tests.conftest import FixedClock
from tests.tables import playing

pytestmark = pytest.mark.django_db

HOUR = 3_600_000
NAMES = ("Alice", "Bob", "Carol", "Dave", "Erin")


def member(name: str, games: int = 10) -> Player:
    """Somebody with a log-in who has finished so many games."""
    player = User.objects.create_user(name).player
    player.games_finished = games
    player.save()
    return player


@pytest.fixture
def five(db: None, fixed_clock: FixedClock) -> list[Player]:
    return [member(name) for name in NAMES]


@pytest.fixture
def players(five: list[Player]) -> list[Player]:
    return five[:4]


def full_table(*players: Player) -> str:
    """A ranked table at which these people are connected; the countdown begins now."""
    code = opening.open_ranked(players[0].pk, size=len(players)).code
    for player in players[1:]:
        seats.sit(code, player.pk, connected=True)
    seats.come_back(code, players[0].pk)
    return code


def ranked_game(clock: FixedClock, *players: Player) -> str:
    """A started ranked game of these people; the first pass is due."""
    code = full_table(*players)
    clock.advance(seconds=5)
    ranked.start(code)
    assert playing.state_of(code).state is State.RUNNING
    return code


def look(code: str) -> Table:
    """What the clock makes of the table now."""
    return run.execute(code, _nothing).table


def _nothing(_draft: Draft) -> None:
    pass


def bans(player: Player) -> list[tuple[str, int, int]]:
    return list(RankedBan.objects.filter(player=player).values_list("reason", "start_ms", "end_ms"))


def elo(player: Player) -> float:
    return queries.rating_of(player.pk).elo


def finish(code: str, *players: Player) -> Table:
    table = playing.play_on(code, *players, until=lambda table: False)
    assert table.state is State.OVER
    return table


# Rules 11 and 15: sitting down and starting


def test_play_ranked_takes_a_seat_at_the_fullest_table_the_oldest_of_equals(
    five: list[Player], fixed_clock: FixedClock
) -> None:
    alice, bob, carol, dave, erin = five
    first = opening.join_ranked(alice.pk)
    fixed_clock.advance(seconds=1)
    second = opening.open_ranked(bob.pk).code
    fixed_clock.advance(seconds=1)
    of_three = opening.open_ranked(carol.pk, size=3).code

    assert opening.join_ranked(dave.pk) == first
    seats.leave(first, alice.pk)
    assert opening.join_ranked(erin.pk) == first
    seats.leave(first, erin.pk)
    seats.leave(second, bob.pk)
    assert opening.join_ranked(bob.pk) == first
    assert playing.state_of(of_three).players == (carol.pk,)


def test_a_ranked_table_is_public_and_to_100(players: list[Player]) -> None:
    table = opening.open_ranked(players[0].pk).table
    assert (table.size, table.target, table.ranked, table.private) == (4, 100, True, False)


def test_who_is_not_eligible_is_refused_with_each_reason(players: list[Player]) -> None:
    code = opening.open_ranked(players[0].pk).code
    guest, novice = playing.guest(1), member("Victor", games=8)

    for sit_down in (
        opening.open_ranked,
        opening.join_ranked,
        lambda who: seats.sit(code, who, connected=True),
    ):
        with pytest.raises(NotEligible) as refusal:
            sit_down(guest.pk)
        assert [reason.code for reason in refusal.value.reasons] == ["guest", "not_experienced"]
        with pytest.raises(NotEligible, match="Finish 2 more games"):
            sit_down(novice.pk)
    assert playing.state_of(code).players == (players[0].pk,)


def test_a_ban_is_refused_with_its_end(players: list[Player], fixed_clock: FixedClock) -> None:
    ban(players[0], RankedBan.Reason.MODERATOR, 3600, fixed_clock.ms)
    with pytest.raises(NotEligible, match=r"ends at .* UTC"):
        opening.open_ranked(players[0].pk)
    fixed_clock.advance(seconds=3600)
    opening.open_ranked(players[0].pk)


def test_a_ban_frees_the_waiting_ranked_seat(
    players: list[Player], fixed_clock: FixedClock
) -> None:
    code = full_table(*players)
    ban(players[1], RankedBan.Reason.MODERATOR, 3600, fixed_clock.ms)
    assert playing.state_of(code).seats[1].is_open


def test_a_ranked_table_knows_no_bots_no_start_by_hand_and_no_freeing_of_others(
    players: list[Player],
) -> None:
    alice, bob = players[:2]
    code = opening.open_ranked(alice.pk).code
    seats.sit(code, bob.pk, connected=True)
    with pytest.raises(seating.RankedStartsItself):
        seats.add_bot(code, alice.pk)
    with pytest.raises(seating.RankedStartsItself):
        play.start(code, alice.pk, fill=True)
    with pytest.raises(seating.NoSuchSeat):
        seats.remove_player(code, alice.pk, 1)


def test_it_starts_5_seconds_after_all_are_connected(
    players: list[Player], fixed_clock: FixedClock
) -> None:
    code = full_table(*players)
    fixed_clock.advance(seconds=4.999)
    assert ranked.start(code).table.state is State.WAITING
    fixed_clock.advance(seconds=0.001)
    rounds.see_to(code, fixed_clock.ms)

    table = playing.state_of(code)
    assert table.state is State.RUNNING
    assert table.ranked_players == tuple(player.pk for player in players)
    entries = RankedEntry.objects.filter(game=code).order_by("seat")
    assert [entry.player_id for entry in entries] == [player.pk for player in players]


def test_not_ready_frees_the_seat_and_costs_nothing(
    players: list[Player], fixed_clock: FixedClock
) -> None:
    code = full_table(*players)
    fixed_clock.advance(seconds=4)
    seats.leave(code, players[2].pk)
    fixed_clock.advance(seconds=4)

    assert ranked.start(code).table.state is State.WAITING
    assert bans(players[2]) == []
    assert not RankedEntry.objects.exists()


def test_who_is_lost_stops_the_countdown(players: list[Player], fixed_clock: FixedClock) -> None:
    code = full_table(*players)
    seats.go_away(code, players[2].pk, since=fixed_clock.ms)
    fixed_clock.advance(seconds=10)
    assert ranked.start(code).table.state is State.WAITING
    seats.come_back(code, players[2].pk)
    assert ranked.start(code).table.state is State.WAITING
    fixed_clock.advance(seconds=5)
    assert ranked.start(code).table.state is State.RUNNING


def test_who_is_no_longer_eligible_at_the_start_loses_the_seat_and_the_others_wait_on(
    players: list[Player], fixed_clock: FixedClock
) -> None:
    code = full_table(*players)
    Player.objects.filter(pk=players[3].pk).update(games_finished=9)
    fixed_clock.advance(seconds=5)

    table = ranked.start(code).table

    assert (table.state, table.players) == (State.WAITING, tuple(p.pk for p in players[:3]))
    assert playing.events(code)[-1] == ev.SeatFreed(3, players[3].pk, ev.Freed.NOT_ELIGIBLE)
    assert not RankedEntry.objects.exists()


# Rule 17: quitting


def test_leaving_a_running_game_must_be_confirmed_and_the_price_is_told(
    players: list[Player], fixed_clock: FixedClock
) -> None:
    code = ranked_game(fixed_clock, *players)
    with pytest.raises(QuitNotConfirmed, match=r"costs 21\.25 points \(6\.25 .* 15\.00 "):
        seats.leave(code, players[1].pk)
    assert playing.state_of(code).seats[1].player == players[1].pk


def test_who_quits_is_banned_for_exactly_an_hour_and_a_bot_plays(
    players: list[Player], fixed_clock: FixedClock
) -> None:
    code = ranked_game(fixed_clock, *players)
    seats.leave(code, players[1].pk, confirmed=True)

    table = playing.state_of(code)
    assert table.quitters == {1}
    assert table.seats[1].bot
    assert bans(players[1]) == [("quit", fixed_clock.ms, fixed_clock.ms + HOUR)]
    assert elo(players[1]) == 1500
    assert table.hand is not None
    assert table.hand.passed[1]


def test_a_ranked_game_is_not_left_by_sitting_down_elsewhere(
    players: list[Player], fixed_clock: FixedClock
) -> None:
    code = ranked_game(fixed_clock, *players)
    with pytest.raises(SeatedElsewhere):
        opening.open_table(players[0].pk, size=4, target=100, private=False, leave_other=True)
    assert playing.state_of(code).quitters == frozenset()


def test_row_47_who_has_quit_may_not_sit_down_there_again(
    players: list[Player], fixed_clock: FixedClock
) -> None:
    code = ranked_game(fixed_clock, *players)
    seats.leave(code, players[1].pk, confirmed=True)
    fixed_clock.advance(seconds=3600)
    with pytest.raises(seating.QuitThisGame):
        seats.sit(code, players[1].pk, 1, connected=True)


def test_row_49_turning_hearts_off_is_refused_until_the_game_is_settled(
    players: list[Player], fixed_clock: FixedClock
) -> None:
    code = ranked_game(fixed_clock, *players)
    seats.leave(code, players[1].pk, confirmed=True)
    with pytest.raises(GameNotSettled):
        turn_leaderboards_off(players[1], fixed_clock.ms)


def test_who_is_deactivated_has_quit(players: list[Player], fixed_clock: FixedClock) -> None:
    code = ranked_game(fixed_clock, *players)
    deactivate(User.objects.get(player=players[1]), fixed_clock.ms)
    assert playing.state_of(code).quitters == {1}
    assert bans(players[1]) == [("quit", fixed_clock.ms, fixed_clock.ms + HOUR)]


# Rule 18: substitutes


def test_a_guest_may_take_a_quitters_seat_and_leave_without_penalty(
    players: list[Player], fixed_clock: FixedClock
) -> None:
    code = ranked_game(fixed_clock, *players)
    seats.leave(code, players[1].pk, confirmed=True)
    guest = playing.guest(1)

    table = seats.sit(code, guest.pk, connected=True).table
    assert table.seat_of(guest.pk) == 1
    assert not table.has_ranked_player(1)

    table = seats.leave(code, guest.pk).table
    assert table.seats[1].bot
    assert bans(guest) == []


def test_no_substitute_with_a_ban_in_force(five: list[Player], fixed_clock: FixedClock) -> None:
    *players, erin = five
    code = ranked_game(fixed_clock, *players)
    seats.leave(code, players[1].pk, confirmed=True)
    ban(erin, RankedBan.Reason.MODERATOR, 60, fixed_clock.ms)
    with pytest.raises(NotEligible):
        seats.sit(code, erin.pk, connected=True)
    fixed_clock.advance(seconds=60)
    look(code)
    assert seats.sit(code, erin.pk, connected=True).table.seat_of(erin.pk) == 1


def test_a_substitute_who_is_away_for_60_seconds_has_left(
    players: list[Player], fixed_clock: FixedClock
) -> None:
    code = ranked_game(fixed_clock, *players)
    seats.leave(code, players[1].pk, confirmed=True)
    guest = playing.guest(1)
    seats.sit(code, guest.pk, connected=True)
    for player in (players[0], players[2], players[3]):
        playing.pass_any(code, player)
    seats.go_away(code, guest.pk, since=fixed_clock.ms)

    fixed_clock.advance(seconds=29)
    assert look(code).seats[1].player == guest.pk
    for player in (players[0], players[2], players[3]):
        seats.go_away(code, player.pk, since=fixed_clock.ms)
    fixed_clock.advance(seconds=31)
    assert look(code).seats[1].player == guest.pk
    fixed_clock.advance(seconds=0.001)
    assert look(code).seats[1].bot
    assert bans(guest) == []


# Rule 19: dropping out


@pytest.mark.parametrize(("seconds", "quits"), [(179, False), (180, False), (180.001, True)])
def test_row_23_who_is_back_within_3_minutes_keeps_the_seat(
    players: list[Player], fixed_clock: FixedClock, seconds: float, *, quits: bool
) -> None:
    code = ranked_game(fixed_clock, *players)
    seats.go_away(code, players[1].pk, since=fixed_clock.ms)
    others = [player for player in players if player != players[1]]
    for player in others:
        playing.pass_any(code, player)

    fixed_clock.advance(seconds=seconds)
    seats.come_back(code, players[1].pk)

    table = playing.state_of(code)
    assert (table.quitters == {1}) is quits
    assert bool(bans(players[1])) is quits
    assert table.hand is not None
    assert table.hand.passed[1] == 0 or quits


def test_the_turn_limit_rests_while_its_player_is_away(
    players: list[Player], fixed_clock: FixedClock
) -> None:
    code = ranked_game(fixed_clock, *players)
    for player in (players[0], players[2], players[3]):
        playing.pass_any(code, player)
    fixed_clock.advance(seconds=20)
    seats.go_away(code, players[1].pk, since=fixed_clock.ms)
    assert turn_deadline(playing.state_of(code), 1, limits()) is None
    fixed_clock.advance(seconds=100)
    seats.come_back(code, players[1].pk)

    assert turn_deadline(playing.state_of(code), 1, limits()) == fixed_clock.ms + 40_000


def test_absences_of_15_minutes_in_all_are_waited_for(
    players: list[Player], fixed_clock: FixedClock
) -> None:
    code = ranked_game(fixed_clock, *players)
    for player in (players[0], players[2], players[3]):
        playing.pass_any(code, player)
    for _ in range(5):
        seats.go_away(code, players[1].pk, since=fixed_clock.ms)
        fixed_clock.advance(seconds=170)
        seats.come_back(code, players[1].pk)
    seats.go_away(code, players[1].pk, since=fixed_clock.ms)

    assert back_by(playing.state_of(code), 1, limits()) == fixed_clock.ms + 50_000
    fixed_clock.advance(seconds=50.001)
    assert look(code).quitters == {1}


def test_an_outage_starts_absence_turn_and_reserve_again(
    players: list[Player], fixed_clock: FixedClock
) -> None:
    code = ranked_game(fixed_clock, *players)
    seats.go_away(code, players[1].pk, since=fixed_clock.ms)
    fixed_clock.advance(seconds=50)
    run.execute(code, lambda draft: draft.add(ev.LimitsRestarted()))

    table = playing.state_of(code)
    assert back_by(table, 1, limits()) == fixed_clock.ms + 180_000
    assert turn_deadline(table, 0, limits()) == fixed_clock.ms + 60_000
    assert reserve_end(table, 0, limits()) == fixed_clock.ms + 240_000


# Rule 21: turn limit and reserve


def test_after_the_turn_limit_a_reserve_of_3_minutes_runs_and_nobody_plays_for_the_seat(
    players: list[Player], fixed_clock: FixedClock
) -> None:
    code = ranked_game(fixed_clock, *players)
    for player in (players[0], players[2], players[3]):
        playing.pass_any(code, player)
    fixed_clock.advance(seconds=60 + 100)
    playing.pass_any(code, players[1])

    table = playing.state_of(code)
    assert table.reserve_ms == (0, 100_000, 0, 0)
    seat = table.hand.turn if table.hand else None
    assert seat is not None
    fixed_clock.advance(seconds=30 + (79.999 if seat == 1 else 179.999))
    assert look(code).quitters == frozenset()
    fixed_clock.advance(seconds=0.001)
    assert look(code).quitters == {seat}
    assert bans(players[seat])[0][0] == "quit"


def test_a_substitute_over_the_limit_has_left_at_once(
    players: list[Player], fixed_clock: FixedClock
) -> None:
    code = ranked_game(fixed_clock, *players)
    seats.leave(code, players[1].pk, confirmed=True)
    guest = playing.guest(1)
    seats.sit(code, guest.pk, connected=True)
    stayers = [players[0], players[2], players[3]]
    for player in stayers:
        playing.pass_any(code, player)
    table = playing.play_on(
        code, *stayers, until=lambda table: table.hand is not None and table.hand.turn == 1
    )
    fixed_clock.advance(seconds=29.999)
    assert look(code).seats[1].player == guest.pk
    fixed_clock.advance(seconds=0.001)
    assert look(code).seats[1].bot
    assert bans(guest) == []
    assert table.quitters == {1}


# Rules 22 to 25: the last ones, and the end


def test_a_ranked_game_is_settled_with_its_end(
    players: list[Player], fixed_clock: FixedClock
) -> None:
    code = ranked_game(fixed_clock, *players)
    table = finish(code, *players)

    changes = queries.changes_in(code)
    assert sum(change.after - change.before for change in changes) == pytest.approx(0, abs=1e-6)
    assert [change.total for change in changes] == list(table.totals)
    best = table.winner
    assert [round(elo(player), 2) for player in players] == [
        1518.75 if seat == best else 1493.75 for seat in range(4)
    ]
    states = RankedEntry.objects.filter(game=code).values_list("state", flat=True)
    assert set(states) == {EntryState.RATED}
    with pytest.raises(seating.TableIsOver):
        seats.leave(code, players[0].pk, confirmed=True)
    assert not RankedBan.objects.exists()


def test_rows_16_and_17_a_quitter_pays_and_the_lowest_finisher_wins(
    players: list[Player], fixed_clock: FixedClock
) -> None:
    code = ranked_game(fixed_clock, *players)
    seats.leave(code, players[0].pk, confirmed=True)
    stayers = players[1:]
    table = finish(code, *stayers)

    winner = min(range(1, 4), key=lambda seat: table.totals[seat])
    assert elo(players[0]) == pytest.approx(1478.75)
    assert elo(players[winner]) == pytest.approx(1518.75)
    counted = [Player.objects.get(pk=player.pk).games_finished for player in players]
    assert counted == [10, 11, 11, 11]


def test_row_48_the_last_one_has_won_even_by_leaving(
    players: list[Player], fixed_clock: FixedClock
) -> None:
    code = ranked_game(fixed_clock, *players)
    for player in players[1:]:
        seats.leave(code, player.pk, confirmed=True)
    seats.leave(code, players[0].pk)
    assert bans(players[0]) == []
    assert playing.state_of(code).state is State.RUNNING

    for _ in range(400):
        if look(code).state is State.OVER:
            break

    assert playing.state_of(code).state is State.OVER
    assert elo(players[0]) == pytest.approx(1518.75)
    assert [elo(player) for player in players[1:]] == [pytest.approx(1478.75)] * 3


def test_the_last_one_who_stays_away_only_opens_the_seat(
    players: list[Player], fixed_clock: FixedClock
) -> None:
    code = ranked_game(fixed_clock, *players)
    for player in players[1:]:
        seats.leave(code, player.pk, confirmed=True)
    seats.go_away(code, players[0].pk, since=fixed_clock.ms)
    fixed_clock.advance(seconds=180.001)
    table = look(code)

    assert table.seats[0].bot
    assert table.quitters == {1, 2, 3}
    assert bans(players[0]) == []
