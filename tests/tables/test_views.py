"""The pages about tables, and the forms by which visitors open them and sit down."""

import re
from typing import Any

import pytest
from django.test import Client

from accounts.models import Player, User
from tables import models, store
from tables.commands import play, seats
from tables.hearts.table import State
from tests.conftest import FixedClock
from tests.tables import playing

pytestmark = pytest.mark.django_db


def visitor(player: Player | None = None) -> Client:
    """A browser; with a player who is known by its session."""
    client = Client()
    if player is not None:
        session = client.session
        session["player_id"] = player.pk
        session.save()
    return client


def code_in(response: Any) -> str:
    """The code of the table to which the answer leads."""
    assert response.status_code == 302, response
    found = re.fullmatch(r"/tables/([2-9A-Z]{6})/", response["Location"])
    assert found, response["Location"]
    return found[1]


def text_of(response: Any) -> str:
    """The words of a page, markup and line breaks left out."""
    words = re.sub(r"<[^>]*>", " ", response.content.decode())
    return " ".join(words.split())


def told(client: Client, response: Any) -> str:
    """The page to which a refused form leads."""
    assert response.status_code == 302
    return text_of(client.get(response["Location"]))


# Pages


def test_the_home_page_shows_the_menu_and_the_open_tables(
    client: Client, alice: Player, bob: Player
) -> None:
    code = playing.table_of(alice)
    playing.table_of(bob, private=True)

    page = client.get("/")

    text = text_of(page)
    assert page.status_code == 200
    assert "Play now" in text
    assert code in text
    assert "Alice" in text
    assert "Bob" not in text
    assert not Player.objects.filter(is_guest=True).exists()


def test_the_list_of_open_tables_can_be_had_alone(client: Client, alice: Player) -> None:
    code = playing.game_of(alice)
    page = client.get("/tables/open/")
    assert page.status_code == 200
    assert "<html" not in page.content.decode()
    text = text_of(page)
    assert code in text
    assert "Take a bot’s seat" in text


def test_without_open_tables_the_list_says_so(client: Client) -> None:
    assert "No table is open." in text_of(client.get("/tables/open/"))


def test_lists_and_tables_are_not_kept_by_browsers(client: Client, alice: Player) -> None:
    code = playing.table_of(alice)
    for path in ("/", "/tables/open/", f"/tables/{code}/"):
        assert "no-store" in client.get(path)["Cache-Control"]


def test_who_holds_a_seat_is_led_back_from_the_home_page(alice: Player) -> None:
    code = playing.game_of(alice)
    text = text_of(visitor(alice).get("/"))
    assert f"You hold a seat at table {code}" in text
    seats.leave(code, alice.pk)
    assert "You hold a seat" not in text_of(visitor(alice).get("/"))


def test_a_table_has_a_page(client: Client, alice: Player) -> None:
    code = playing.table_of(alice)
    page = client.get(f"/tables/{code}/")
    assert page.status_code == 200
    assert f'data-socket="/ws/tables/{code}/"' in page.content.decode()


@pytest.mark.parametrize("code", ["NOTHERE", "nothere", "a" * 3000, "%F0%9F%82%AD", "'--", "%FF"])
def test_a_table_that_does_not_exist_is_a_friendly_404(client: Client, code: str) -> None:
    page = client.get(f"/tables/{code}/", follow=True)
    assert page.status_code == 404
    assert "There is no table" in text_of(page)
    assert "Play now" in text_of(page)


def test_a_code_that_no_database_can_hold_is_a_404(client: Client) -> None:
    for path in ("/tables/%00/", "/tables/A%00B/", "/tables/ABCDEF/join/%00/"):
        assert client.get(path).status_code == 404
    assert client.post("/tables/%00/sit/").status_code == 404


def test_a_code_in_small_letters_leads_to_the_table(client: Client, alice: Player) -> None:
    code = playing.table_of(alice)
    page = client.get(f"/tables/{code.lower()}/")
    assert (page.status_code, page["Location"]) == (302, f"/tables/{code}/")


def test_the_page_of_a_table_that_is_over_or_closed_stays(client: Client, alice: Player) -> None:
    code = playing.table_of(alice)
    seats.leave(code, alice.pk)
    assert client.get(f"/tables/{code}/").status_code == 200


@pytest.mark.parametrize("action", ["play-now", "practice", "X/sit", "X/again"])
def test_what_changes_something_is_a_post(client: Client, action: str) -> None:
    assert client.get(f"/tables/{action}/").status_code == 405
    assert not Player.objects.exists()


def test_pages_are_read_only(client: Client, alice: Player) -> None:
    code = playing.table_of(alice)
    for path in ("/", "/rules/", "/tables/open/", f"/tables/{code}/", f"/tables/{code}/join/x/"):
        assert client.post(path).status_code == 405
        assert client.head(path).status_code in (200, 302)


@pytest.mark.parametrize(
    "path",
    [
        "/tables/play-now/",
        "/tables/practice/",
        "/tables/new/",
        "/tables/X/sit/",
        "/tables/X/again/",
    ],
)
def test_forms_of_other_sites_are_refused(path: str) -> None:
    response = Client(enforce_csrf_checks=True).post(path, {"size": 4, "target": 100})
    assert response.status_code == 403
    assert not Player.objects.exists()
    assert not models.Table.objects.exists()


# New tables and guests


def test_a_visitor_who_opens_a_table_becomes_a_guest(client: Client) -> None:
    response = client.post("/tables/new/", {"size": 5, "target": 50})

    code = code_in(response)
    table = store.load(code).table
    player = Player.objects.get()
    assert player.is_guest
    assert client.session["player_id"] == player.pk
    assert (table.size, table.target, table.private) == (5, 50, False)
    assert table.seat_of(player.pk) == 0
    device = response.cookies["device"]
    assert device["httponly"]
    assert device["samesite"] == "Lax"


def test_the_device_cookie_stays_the_same(client: Client) -> None:
    first = client.post("/tables/practice/", {"size": 3}).cookies["device"].value
    second = client.post("/tables/play-now/").cookies["device"].value
    assert first.split(":")[0] == second.split(":")[0]


def test_who_is_logged_in_plays_under_their_own_name(client: Client) -> None:
    user = User.objects.create_user("alice", password="secret")
    client.force_login(user)
    code = code_in(client.post("/tables/new/", {"size": 4, "target": 100}))
    assert store.load(code).table.seat_of(user.player_id) == 0
    assert Player.objects.count() == 1


def test_the_form_for_a_new_table_begins_with_the_usual(client: Client) -> None:
    form = client.get("/tables/new/").context["form"]
    assert (form["size"].value(), form["target"].value(), form["private"].value()) == (
        4,
        100,
        False,
    )
    assert client.get("/tables/new/?private=1").context["form"]["private"].value() is True


@pytest.mark.parametrize(
    "fields",
    [
        {},
        {"size": 4},
        {"target": 100},
        {"size": 2, "target": 100},
        {"size": 6, "target": 100},
        {"size": "four", "target": 100},
        {"size": "", "target": ""},
        {"size": 4, "target": 9},
        {"size": 4, "target": 501},
        {"size": 4, "target": -1},
        {"size": 4, "target": 99.5},
        {"size": 4, "target": "9" * 400},
        {"size": "\0", "target": "\0"},
    ],
)
def test_a_bad_table_is_refused_and_shown_again(client: Client, fields: dict[str, Any]) -> None:
    page = client.post("/tables/new/", fields)
    assert page.status_code == 422
    assert page.context["form"].errors
    assert not models.Table.objects.exists()
    assert not Player.objects.exists()


@pytest.mark.parametrize("target", [10, 500])
def test_the_target_is_from_10_to_500(client: Client, target: int) -> None:
    code = code_in(client.post("/tables/new/", {"size": 4, "target": target}))
    assert models.Table.objects.get(code=code).target == target


def test_practice_starts_a_private_game_at_once(client: Client) -> None:
    code = code_in(client.post("/tables/practice/", {"size": 3, "target": 50}))
    table = store.load(code).table
    assert table.state is State.RUNNING
    assert (table.size, table.target, table.private) == (3, 50, True)
    assert client.get(f"/tables/{code}/").status_code == 200
    assert visitor().get(f"/tables/{code}/").status_code == 403


@pytest.mark.parametrize("fields", [{}, {"size": 7}, {"size": 4, "target": 5}, {"size": "\0"}])
def test_a_bad_practice_game_is_refused(client: Client, fields: dict[str, Any]) -> None:
    text = told(client, client.post("/tables/practice/", fields))
    assert "A practice table has 3, 4 or 5 seats and a target from 10 to 500." in text
    assert not models.Table.objects.exists()


# Play now


def test_play_now_opens_a_table_where_none_waits(client: Client) -> None:
    code = code_in(client.post("/tables/play-now/"))
    table = store.load(code).table
    assert (table.size, table.target, table.private) == (4, 100, False)
    assert table.state is State.WAITING


def test_play_now_takes_the_fullest_waiting_table_then_the_oldest(
    four: list[Player], erin: Player, fixed_clock: FixedClock
) -> None:
    alice, bob, carol, dave = four
    oldest = playing.table_of(alice)
    fixed_clock.advance(seconds=1)
    fullest = playing.table_of(bob, carol)
    fixed_clock.advance(seconds=1)
    playing.table_of(dave)

    assert code_in(visitor(erin).post("/tables/play-now/")) == fullest
    seats.leave(fullest, erin.pk)
    play.start(fullest, bob.pk, fill=True)
    assert code_in(visitor(erin).post("/tables/play-now/")) == oldest


def test_play_now_passes_by_a_table_whose_host_has_freed_the_seat(
    alice: Player, bob: Player, carol: Player, victor: Player
) -> None:
    fuller, other = playing.table_of(alice, victor), playing.table_of(carol)
    seats.sit(fuller, bob.pk, connected=True)
    seats.remove_player(fuller, alice.pk, 1)

    assert code_in(visitor(victor).post("/tables/play-now/")) == other


def test_play_now_leads_who_waits_at_the_fullest_table_back_to_it(alice: Player) -> None:
    code = playing.table_of(alice)
    assert code_in(visitor(alice).post("/tables/play-now/")) == code


# Sitting down


def test_a_visitor_who_sits_down_becomes_a_guest(client: Client, alice: Player) -> None:
    code = playing.table_of(alice)
    assert code_in(client.post(f"/tables/{code}/sit/", {"seat": "2"})) == code
    guest = Player.objects.get(is_guest=True)
    assert store.load(code).table.seat_of(guest.pk) == 2


def test_a_doubled_click_on_sit_is_no_fault(client: Client, alice: Player) -> None:
    code = playing.table_of(alice)
    for _ in range(2):
        assert code_in(client.post(f"/tables/{code}/sit/")) == code
    assert len(store.load(code).table.players) == 2
    assert text_of(client.get(f"/tables/{code}/")).count("hold another seat") == 0


def test_a_refused_seat_is_told_on_the_tables_page(
    client: Client, alice: Player, bob: Player
) -> None:
    code = playing.table_of(alice, bob)
    response = client.post(f"/tables/{code}/sit/", {"seat": "1"})
    assert "Somebody else holds that seat." in told(client, response)
    response = client.post(f"/tables/{code}/sit/", {"seat": "7"})
    assert "This table has no such seat." in told(client, response)


def test_a_full_table_says_what_to_do(
    client: Client, alice: Player, bob: Player, carol: Player
) -> None:
    code = playing.table_of(alice, bob, carol, size=3)
    text = told(client, client.post(f"/tables/{code}/sit/"))
    assert "Every seat is taken. You can watch, or pick another table." in text


def test_a_started_table_gives_a_bots_seat(client: Client, alice: Player) -> None:
    code = playing.game_of(alice)
    assert code_in(client.post(f"/tables/{code}/sit/")) == code
    assert len(store.load(code).table.players) == 2


def test_a_closed_table_says_what_to_do(client: Client, alice: Player) -> None:
    code = playing.table_of(alice)
    seats.leave(code, alice.pk)
    text = told(client, client.post(f"/tables/{code}/sit/"))
    assert "This table is over. Open a new one, or pick another from the list." in text


@pytest.mark.parametrize("seat", ["x", "-1", "99", "²", "١", "1 ", "\0", ""])
def test_a_seat_that_is_no_number_is_refused_or_left_to_the_server(
    client: Client, alice: Player, seat: str
) -> None:
    code = playing.table_of(alice)
    assert client.post(f"/tables/{code}/sit/", {"seat": seat}).status_code == 302


def test_nobody_sits_down_at_a_table_that_does_not_exist(client: Client) -> None:
    for action in ("sit", "again"):
        page = client.post(f"/tables/NOTHERE/{action}/")
        assert page.status_code == 404
        assert "There is no table NOTHERE" in text_of(page)


# Rule 13: one game at a time


def test_who_holds_a_seat_elsewhere_is_offered_both_ways(
    alice: Player, bob: Player, carol: Player
) -> None:
    code, other = playing.table_of(alice), playing.game_of(bob, carol)
    client = visitor(bob)

    page = client.post(f"/tables/{code}/sit/", {"seat": "3"})

    text = text_of(page)
    assert page.status_code == 409
    assert f"It is at table {other}, where a game is running." in text
    assert f"Return to table {other}" in text
    assert f"Leave there and sit at {code}" in text
    fields = dict(re.findall(r'name="(\w+)" value="(\w+)"', page.content.decode()))
    assert (fields["leave_other"], fields["seat"]) == ("1", "3")
    assert store.load(other).table.seat_of(bob.pk) == 0

    again = client.post(f"/tables/{code}/sit/", {"seat": "3", "leave_other": "1"})
    assert code_in(again) == code
    assert store.load(code).table.seat_of(bob.pk) == 3
    assert store.load(other).table.seat_of(bob.pk) is None


@pytest.mark.parametrize(
    ("path", "fields"),
    [
        ("/tables/new/", {"size": "5", "target": "50", "private": "on"}),
        ("/tables/practice/", {"size": "3"}),
        ("/tables/play-now/", {}),
    ],
)
def test_every_way_to_a_seat_offers_to_leave_the_other(
    path: str, fields: dict[str, str], alice: Player, bob: Player, carol: Player
) -> None:
    other = playing.game_of(alice, bob)
    playing.table_of(carol)
    client = visitor(alice)

    page = client.post(path, fields)
    assert page.status_code == 409
    assert f"Return to table {other}" in text_of(page)
    assert store.load(other).table.seat_of(alice.pk) == 0

    code = code_in(client.post(path, {**fields, "leave_other": "1"}))
    assert code != other
    assert store.load(code).table.seat_of(alice.pk) is not None
    assert store.load(other).table.seat_of(alice.pk) is None


def test_who_can_not_sit_here_has_not_left_there(four: list[Player]) -> None:
    full, other = playing.table_of(*four[:3], size=3), playing.game_of(four[3])
    client = visitor(four[3])
    response = client.post(f"/tables/{full}/sit/", {"leave_other": "1"})
    assert "Every seat is taken." in told(client, response)
    assert store.load(other).table.state is State.RUNNING
    assert store.load(other).table.seat_of(four[3].pk) == 0


def test_what_was_posted_is_given_back_escaped(alice: Player, bob: Player) -> None:
    playing.game_of(bob)
    page = visitor(bob).post("/tables/play-now/", {"x": '"><script>alert(1)</script>'})
    assert page.status_code == 409
    assert "<script>alert" not in page.content.decode()


# Private tables


def test_a_private_table_is_shown_by_its_link_alone(client: Client, alice: Player) -> None:
    code = playing.table_of(alice, private=True)
    invite = models.Table.objects.get(code=code).invite

    page = client.get(f"/tables/{code}/")
    assert page.status_code == 403
    assert "This table is private" in text_of(page)
    assert invite not in page.content.decode()

    for wrong in ("x", invite[:-1], invite + "x", invite.swapcase(), "é"):
        page = client.get(f"/tables/{code}/join/{wrong}/")
        assert page.status_code == 403
        assert f"doesn’t open table {code}" in text_of(page)
    assert client.get(f"/tables/{code}/").status_code == 403

    assert code_in(client.get(f"/tables/{code}/join/{invite}/")) == code
    assert client.get(f"/tables/{code}/").status_code == 200
    assert code_in(client.post(f"/tables/{code}/sit/")) == code
    assert len(store.load(code).table.players) == 2


def test_nobody_sits_at_a_private_table_without_its_link(client: Client, alice: Player) -> None:
    code = playing.table_of(alice, private=True)
    response = client.post(f"/tables/{code}/sit/")
    assert response["Location"] == f"/tables/{code}/"
    text = text_of(client.get(response["Location"]))
    assert "This table is private: ask its players for the invite link." in text
    assert len(store.load(code).table.players) == 1


def test_a_link_to_a_public_table_leads_there(client: Client, alice: Player) -> None:
    code = playing.table_of(alice)
    assert code_in(client.get(f"/tables/{code}/join/anything/")) == code


def test_a_link_to_a_table_that_does_not_exist_is_a_friendly_404(client: Client) -> None:
    page = client.get("/tables/NOTHERE/join/x/")
    assert page.status_code == 404
    assert "There is no table NOTHERE" in text_of(page)


# Play again


def test_play_again_leads_all_to_one_table(alice: Player, bob: Player) -> None:
    over = playing.game_of(alice, bob, target=10)
    playing.play_on(over, alice, bob, until=lambda table: False)

    codes = {code_in(visitor(p).post(f"/tables/{over}/again/")) for p in (alice, bob)}

    assert len(codes) == 1
    assert set(store.load(codes.pop()).table.players) == {alice.pk, bob.pk}


def test_play_again_before_the_end_is_refused(alice: Player) -> None:
    code = playing.game_of(alice)
    client = visitor(alice)
    text = told(client, client.post(f"/tables/{code}/again/"))
    assert "You can play again once this game is over." in text


def test_play_again_offers_to_leave_another_table(alice: Player, bob: Player) -> None:
    over = playing.game_of(alice, bob, target=10)
    playing.play_on(over, alice, bob, until=lambda table: False)
    other = playing.table_of(alice)
    client = visitor(alice)

    page = client.post(f"/tables/{over}/again/")
    assert page.status_code == 409
    assert "Leave there and play again" in text_of(page)

    code = code_in(client.post(f"/tables/{over}/again/", {"leave_other": "1"}))
    assert store.load(code).table.seat_of(alice.pk) == 0
    assert store.load(other).table.state is State.CLOSED


def test_a_stranger_can_not_play_a_private_game_again(
    alice: Player, bob: Player, victor: Player
) -> None:
    over = playing.game_of(alice, bob, target=10, private=True)
    playing.play_on(over, alice, bob, until=lambda table: False)
    response = visitor(victor).post(f"/tables/{over}/again/")
    assert response["Location"] == f"/tables/{over}/"
    assert store.load(over).table.again is None


def test_a_log_in_from_the_answer_to_a_form_leads_home() -> None:
    client = Client()
    client.post("/tables/practice/", {"size": "4"})

    page = client.post("/tables/play-now/")

    assert page.status_code == 409
    assert '/accounts/login/?next=/"' in page.content.decode()
