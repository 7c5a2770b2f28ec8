"""Rule 19: an absent ranked player comes back by any page of the site (rows 23, 26 and 28)."""

import uuid
from typing import Any

import pytest
from django.db import transaction
from django.test import Client
from django.urls import get_resolver

from accounts.clock import as_datetime
from accounts.commands import close_account, deactivate
from accounts.models import Player, RankedBan, User
from ranking.errors import GameNotSettled
from tables import models, presence, rounds
from tables.commands import outages, seats
from tables.hearts import events as ev
from tables.hearts.table import State, Table
from tables.returning import NO_PAGES
from tests.conftest import FixedClock
from tests.tables import playing
from tests.tables.commands.test_ranked import bans, finish, member, ranked_game
from tests.tables.test_presence import Server
from tests.tables.test_views import text_of, visitor
from tests.tables.test_views_ranked import browser_of

pytestmark = pytest.mark.django_db

NAMES = ("Alice", "Bob", "Carol", "Dave")
BOB = 1


class Game:
    """A running ranked game of four; Bob goes and comes, and the others wait for his pass."""

    def __init__(self, clock: FixedClock) -> None:
        self.clock = clock
        self.players = [member(name) for name in NAMES]
        self.bob = self.players[BOB]
        self.code = ranked_game(clock, *self.players)
        self.path = f"/tables/{self.code}/"
        self.server = Server(clock)
        self.sockets = [self.server.open(self.code, player) for player in self.players]
        self.browser = browser_of(self.bob)
        for player in self.players:
            if player != self.bob:
                playing.pass_any(self.code, player)

    def lose_bob(self, *, told: bool = True) -> None:
        """Bob's line is lost now; the others are told two seconds later."""
        presence.socket_closed(self.sockets[BOB], self.code, self.bob.pk, self.clock.ms)
        if told:
            self.pass_time(2)
            assert not self.table.seats[BOB].is_connected

    def pass_time(self, seconds: float) -> None:
        """Time passes; the server beats, and the clock makes its round at the end of it."""
        self.clock.advance(seconds=seconds)
        self.server.beat()
        rounds.go_round()

    @property
    def table(self) -> Table:
        return playing.state_of(self.code)

    @property
    def seat(self) -> models.Seat:
        return models.Seat.objects.get(player=self.bob, held=True)

    def ask(self, path: str = "/rules/", **headers: str) -> Any:
        return self.browser.get(path, headers=headers)


@pytest.fixture
def game(db: None, fixed_clock: FixedClock) -> Game:
    return Game(fixed_clock)


def is_led_to(game: Game, response: Any) -> bool:
    return bool(response.status_code == 302 and response["Location"] == game.path)


# Coming back


@pytest.mark.parametrize("path", ["/", "/rules/", "/tables/new/", "/settings/bans/"])
def test_any_page_leads_back_and_the_others_see_it_at_once(game: Game, path: str) -> None:
    game.lose_bob()
    assert is_led_to(game, game.ask(path))
    assert game.table.seats[BOB].is_connected
    assert playing.events(game.code)[-1] == ev.PlayerBack(BOB)


def test_the_page_of_the_table_itself_is_shown(game: Game) -> None:
    game.lose_bob()
    assert game.ask(game.path).status_code == 200
    assert game.table.seats[BOB].is_connected


def test_a_form_counts_as_a_return_and_is_answered(game: Game) -> None:
    game.lose_bob()
    page = game.browser.post("/tables/new/", {"size": 9})
    assert page.status_code == 422
    assert game.table.seats[BOB].is_connected


def test_a_request_before_the_others_are_told_leads_back_without_an_event(game: Game) -> None:
    game.lose_bob(told=False)
    version = playing.version_of(game.code)
    game.clock.advance(seconds=1)
    assert is_led_to(game, game.ask())
    assert playing.version_of(game.code) == version
    assert game.seat.lost_ms == game.clock.ms


def test_who_is_connected_in_another_tab_is_not_moved(game: Game) -> None:
    tab = game.server.open(game.code, game.bob)
    game.lose_bob(told=False)
    page = game.ask()
    assert page.status_code == 200
    assert "Return to your game" in text_of(page)
    presence.socket_closed(tab, game.code, game.bob.pk, game.clock.ms)
    assert is_led_to(game, game.ask())


def test_who_connects_while_a_page_is_asked_for_is_not_moved(game: Game) -> None:
    """The page's note of the lost line may come after the socket's note of the new one."""
    models.Seat.objects.filter(player=game.bob).update(lost_ms=game.clock.ms)
    assert game.ask().status_code == 200


@pytest.mark.parametrize(
    ("path", "headers"),
    [
        ("/tables/open/", {}),
        ("/tables/way-back/", {}),
        ("/settings/data/download/", {}),
        ("/accounts/logout/", {}),
        ("/healthz", {}),
        ("/admin/login/", {}),
        ("/rules/", {"HX-Request": "true"}),
        ("/rules/", {"Sec-Fetch-Dest": "empty"}),
        ("/rules/", {"Sec-Fetch-Dest": "image"}),
        ("/rules/", {"Sec-Purpose": "prefetch"}),
    ],
)
def test_what_is_no_page_brings_nobody_back(game: Game, path: str, headers: dict[str, str]) -> None:
    game.lose_bob()
    assert not is_led_to(game, game.ask(path, **headers))
    assert not game.table.seats[BOB].is_connected


def test_each_part_of_a_page_and_each_file_is_known_as_such(game: Game) -> None:
    """A new address that answers with less than a page fails here until it stands in NO_PAGES."""
    presence.socket_closed(game.sockets[BOB], game.code, game.bob.pk, game.clock.ms)
    seats.leave(game.code, game.bob.pk, confirmed=True)
    game.browser.post("/accounts/reauthenticate/", {"password": "secret"})
    for name, path in plain_addresses():
        response = game.ask(path)
        whole = b"<!DOCTYPE html>" in getattr(response, "content", b"")
        if response.status_code == 200 and not whole:
            assert name in NO_PAGES, path


def plain_addresses() -> list[tuple[str, str]]:
    """Name and path of every address without a variable part, the admin's left out."""
    found: list[tuple[str, str]] = []

    def walk(patterns: Any, space: str, prefix: str) -> None:
        for pattern in patterns:
            route = prefix + str(pattern.pattern)
            if hasattr(pattern, "url_patterns"):
                inner = f"{space}{pattern.namespace}:" if pattern.namespace else space
                walk(pattern.url_patterns, inner, route)
            elif "<" not in route:
                found.append((f"{space}{pattern.name}", f"/{route}"))

    walk(get_resolver().url_patterns, "", "")
    return [(name, path) for name, path in found if not name.startswith("admin:")]


def test_a_guest_and_a_visitor_cost_no_query(
    client: Client, game: Game, django_assert_num_queries: Any
) -> None:
    with django_assert_num_queries(0):
        client.get("/rules/")
    guest = visitor(playing.guest(1))
    with django_assert_num_queries(2):  # the session and the guest, for the header
        guest.get("/rules/")


# The clock decides (row 23)


@pytest.mark.parametrize(("seconds", "quits"), [(179, False), (180, False), (180.001, True)])
def test_row_23_the_time_of_the_request_decides(game: Game, seconds: float, *, quits: bool) -> None:
    game.lose_bob()
    game.clock.advance(seconds=seconds - 2)
    assert is_led_to(game, game.ask()) is not quits
    assert (game.table.quitters == {BOB}) is quits
    assert len(bans(game.bob)) == quits


def test_after_181_seconds_the_pages_show_no_way_back(game: Game) -> None:
    game.lose_bob()
    game.clock.advance(seconds=179)
    assert "Return to your game" not in text_of(game.ask())
    assert bans(game.bob) == [("quit", game.clock.ms, game.clock.ms + 3_600_000)]


def test_row_23_an_outage_in_between_gives_three_minutes_from_the_servers_return(
    game: Game,
) -> None:
    outages.note_life(game.clock.ms)
    game.lose_bob()
    outages.note_life(game.clock.advance(seconds=100))
    game.server.beat()
    game.clock.advance(seconds=179)
    assert is_led_to(game, game.ask())
    assert bans(game.bob) == []


def test_row_23_a_restart_of_less_than_6_seconds_changes_nothing(game: Game) -> None:
    game.lose_bob()
    outages.note_life(game.clock.ms)
    presence.end(game.server.id, game.clock.ms)
    game.clock.advance(seconds=5.9)
    game.server = Server(game.clock)
    outages.note_life(game.clock.ms)
    game.clock.advance(seconds=180.001 - 7.9)
    assert not is_led_to(game, game.ask())
    assert game.table.quitters == {BOB}


# Connecting


def test_the_table_has_25_seconds_to_connect_else_one_is_away_since_the_request(
    game: Game,
) -> None:
    game.lose_bob()
    game.pass_time(60)
    game.ask()
    asked = game.clock.ms
    game.pass_time(25)
    assert game.table.seats[BOB].is_connected
    game.pass_time(0.001)
    assert game.table.seats[BOB].away_since == asked

    game.clock.ms = asked + 180_000
    game.pass_time(0)
    assert game.table.quitters == frozenset()
    game.pass_time(0.001)
    assert game.table.quitters == {BOB}


def test_who_connects_in_time_is_just_back(game: Game) -> None:
    game.lose_bob()
    game.ask()
    game.pass_time(24)
    socket = game.server.open(game.code, game.bob)
    game.pass_time(10)
    version = playing.version_of(game.code)
    assert game.table.seats[BOB].is_connected

    presence.socket_closed(socket, game.code, game.bob.pk, game.clock.ms)
    game.pass_time(2)
    assert playing.kinds(game.code, after=version) == ["player_away"]


def test_each_page_is_a_sign_of_life(game: Game) -> None:
    game.lose_bob()
    for _ in range(3):
        assert is_led_to(game, game.ask())
        game.pass_time(20)
    assert game.table.seats[BOB].is_connected
    assert game.seat.lost_ms == game.clock.ms - 20_000


def test_the_25_seconds_are_kept_when_the_process_that_answered_is_killed(game: Game) -> None:
    game.lose_bob()
    game.ask()
    other = Server(game.clock)
    game.clock.advance(seconds=12)
    other.beat()
    presence.sweep(game.clock.ms)  # the first process's last beat is too old
    assert not models.ServerProcess.objects.filter(id=game.server.id).exists()
    assert game.table.seats[BOB].is_connected
    presence.socket_opened(other.id, uuid.uuid4(), game.code, game.bob.pk)
    game.clock.advance(seconds=14)
    other.beat()
    presence.sweep(game.clock.ms)
    assert game.table.seats[BOB].is_connected


def test_pages_without_a_table_do_not_wait_longer_than_15_minutes_in_all(game: Game) -> None:
    game.lose_bob()
    for _ in range(5):
        assert is_led_to(game, game.ask())
        game.pass_time(25.001)
        assert not game.table.seats[BOB].is_connected
        game.pass_time(140)
    assert is_led_to(game, game.ask())
    assert game.table.absent_ms[BOB] == 2_000 + 5 * 165_001
    game.pass_time(25.001)
    left = 900_000 - 2_000 - 5 * 165_001
    game.pass_time(left / 1000 - 25.001)
    assert game.table.quitters == frozenset()
    game.pass_time(0.001)
    assert game.table.quitters == {BOB}


def test_a_substitute_is_shown_the_way_back_but_must_connect(game: Game) -> None:
    seats.leave(game.code, game.bob.pk, confirmed=True)
    erin = member("Erin")
    seats.sit(game.code, erin.pk, connected=True)
    seats.go_away(game.code, erin.pk, since=game.clock.ms)
    page = browser_of(erin).get("/rules/")
    assert page.status_code == 200
    assert "Return to your game" in text_of(page)
    assert not game.table.seats[BOB].is_connected


# The way back


def test_every_page_shows_the_way_back_but_the_games_own(game: Game) -> None:
    for path in ("/", "/rules/", "/settings/", "/tables/new/"):
        page = game.ask(path)
        assert "Return to your game" in text_of(page), path
        assert "Return to your game, by" not in text_of(page)
        assert game.path in page.content.decode()
        assert "no-store" in page["Cache-Control"]
    assert "Return to your game" not in text_of(game.ask(game.path))


def test_the_way_back_says_by_when_an_absent_player_has_to_be_back(game: Game) -> None:
    game.lose_bob()
    since = game.clock.ms - 2000
    by = f"{as_datetime(since + 180_000):%H:%M} UTC"
    assert f"Return to your game, by {by}" in text_of(game.ask("/tables/way-back/"))

    game.pass_time(100)
    page = game.browser.post("/tables/new/", {"size": 9})
    by = f"{as_datetime(game.clock.ms + 180_000):%H:%M} UTC"
    assert f"Return to your game, by {by}" in text_of(page)


def test_the_time_on_the_way_back_knows_of_earlier_absences(game: Game) -> None:
    for _ in range(5):
        seats.go_away(game.code, game.bob.pk, since=game.clock.ms)
        game.clock.advance(seconds=170)
        seats.come_back(game.code, game.bob.pk)
    game.lose_bob()
    by = f"{as_datetime(game.clock.ms - 2000 + 50_000):%Y-%m-%dT%H:%M:%SZ}"
    assert f'datetime="{by}"' in game.ask("/tables/way-back/").content.decode()


def test_the_way_back_is_gone_with_the_game(game: Game) -> None:
    finish(game.code, *game.players)
    assert "Return to your" not in text_of(game.ask())
    assert "Return to your" not in text_of(game.ask("/"))


def test_a_regular_game_is_shown_on_the_home_page_alone(alice: Player, db: None) -> None:
    bob = member("Bob")
    code = playing.game_of(bob)
    browser = browser_of(bob)
    assert f"You hold a seat at table {code}" in text_of(browser.get("/"))
    assert "You hold a seat" not in text_of(browser.get("/rules/"))


# Nothing avoids a penalty


def test_who_logs_out_and_stays_away_has_quit(game: Game) -> None:
    game.lose_bob()
    game.browser.post("/accounts/logout/")
    game.pass_time(100)
    assert game.ask("/").status_code == 200  # nobody who is known
    game.pass_time(78.001)
    assert game.table.quitters == {BOB}


def test_who_logs_in_again_is_back_with_the_page_that_follows(game: Game) -> None:
    game.lose_bob()
    user = User.objects.get(player=game.bob)
    user.set_password("a-secret-4711")
    user.save()
    game.browser.cookies.clear()  # the log-in and the device with it
    game.pass_time(170)
    answer = game.browser.post("/accounts/login/", {"login": "Bob", "password": "a-secret-4711"})
    assert answer.status_code == 302
    assert is_led_to(game, game.ask(answer["Location"]))
    game.pass_time(10)
    assert game.table.quitters == frozenset()


def test_an_account_in_a_running_ranked_game_can_not_be_closed(game: Game) -> None:
    with pytest.raises(GameNotSettled), transaction.atomic():
        close_account(User.objects.get(player=game.bob), game.clock.ms)
    assert game.table.seats[BOB].player == game.bob.pk


def test_who_is_deactivated_while_away_has_quit_once(game: Game) -> None:
    game.lose_bob()
    deactivate(User.objects.get(player=game.bob), game.clock.ms)
    game.pass_time(180)
    assert game.table.quitters == {BOB}
    assert RankedBan.objects.filter(player=game.bob).count() == 1


def test_row_28_who_comes_back_to_a_bots_turn_gets_the_seat_once(
    alice: Player, bob: Player, fixed_clock: FixedClock
) -> None:
    code = playing.trick_of(alice, bob)
    server = Server(fixed_clock)
    seats.go_away(code, bob.pk, since=fixed_clock.ms)
    fixed_clock.advance(seconds=30)
    server.beat()
    rounds.go_round()
    assert playing.state_of(code).seats[1].stand_in
    version = playing.version_of(code)

    server.open(code, bob)
    server.open(code, bob)

    assert playing.kinds(code, after=version).count("player_back") == 1
    table = playing.state_of(code)
    assert table.seats[1].is_connected
    assert not table.seats[1].stand_in
    assert table.state is State.RUNNING
