"""Rule 18: at a ranked table a device holds one seat in a game, ever (row 47)."""

from collections.abc import Callable

import pytest
from django.db import IntegrityError
from django.test import Client

from accounts.identity import device_of, signed
from accounts.models import Player
from tables import models
from tables.commands import opening, ranked, seats
from tables.hearts import seating
from tables.hearts.table import State
from tests.conftest import FixedClock
from tests.tables import playing
from tests.tables.commands.test_ranked import finish, member
from tests.tables.sockets import Browser, db, serving
from tests.tables.test_views import code_in, told, visitor
from tests.tables.test_views_ranked import browser_of
from tests.tables.threads import at_once

pytestmark = pytest.mark.django_db

PHONE, LAPTOP = "phone", "laptop"
NAMES = ("Alice", "Bob", "Carol", "Dave", "Erin")


@pytest.fixture
def five(db: None, fixed_clock: FixedClock) -> list[Player]:
    return [member(name) for name in NAMES]


def sit(code: str, player: Player, device: str, seat: int | None = None) -> None:
    seats.sit(code, player.pk, seat, connected=True, device=device)


def waiting_table(*players: Player) -> str:
    """A ranked table at which these people sit, each on a device of their own name."""
    code = opening.open_ranked(players[0].pk, device=players[0].name).code
    seats.come_back(code, players[0].pk)
    for player in players[1:]:
        sit(code, player, player.name)
    return code


def ranked_game(clock: FixedClock, *players: Player) -> str:
    """A started ranked game of these people, each on a device of their own name."""
    code = waiting_table(*players)
    clock.advance(seconds=5)
    assert ranked.start(code).table.state is State.RUNNING
    return code


# Before the start


def test_two_accounts_of_one_device_do_not_wait_at_one_ranked_table(five: list[Player]) -> None:
    alice, bob = five[:2]
    code = waiting_table(alice)
    with pytest.raises(seating.SameDevice, match="each device has one seat"):
        sit(code, bob, "Alice")
    assert playing.state_of(code).players == (alice.pk,)


def test_play_ranked_takes_the_second_account_of_a_device_to_another_table(
    five: list[Player],
) -> None:
    alice, bob = five[:2]
    code = waiting_table(alice)
    assert opening.join_ranked(bob.pk, device="Alice") != code


def test_before_the_start_only_those_count_who_still_sit(
    five: list[Player], fixed_clock: FixedClock
) -> None:
    alice, bob, carol, dave, erin = five
    code = waiting_table(alice, bob, carol)
    seats.leave(code, carol.pk)

    sit(code, dave, "Carol")
    seats.leave(code, dave.pk)
    sit(code, carol, "Carol")
    sit(code, erin, LAPTOP)
    fixed_clock.advance(seconds=5)
    assert ranked.start(code).table.state is State.RUNNING


def test_a_device_that_stood_up_before_the_start_may_hold_a_seat_later(
    five: list[Player], fixed_clock: FixedClock
) -> None:
    *four, erin = five
    code = waiting_table(erin)
    seats.sit(code, four[0].pk, connected=True, device="Alice")
    seats.leave(code, erin.pk)
    for player in four[1:]:
        sit(code, player, player.name)
    fixed_clock.advance(seconds=5)
    ranked.start(code)
    seats.leave(code, four[0].pk, confirmed=True)

    sit(code, playing.guest(1), "Erin")
    assert playing.state_of(code).seats[1].player is not None


def test_a_device_that_a_player_has_left_for_another_before_the_start_is_free(
    five: list[Player], fixed_clock: FixedClock
) -> None:
    alice, bob, carol, dave, erin = five
    code = waiting_table(alice, bob, carol)
    seats.leave(code, bob.pk)
    sit(code, bob, LAPTOP)
    sit(code, dave, "Dave")
    fixed_clock.advance(seconds=5)
    ranked.start(code)
    seats.leave(code, carol.pk, confirmed=True)

    sit(code, erin, "Bob")
    assert playing.state_of(code).seat_of(erin.pk) == 2


def test_one_person_may_sit_down_again_on_another_device(five: list[Player]) -> None:
    alice, bob = five[:2]
    code = waiting_table(alice, bob)
    seats.leave(code, bob.pk)
    sit(code, bob, PHONE)
    with pytest.raises(seating.AlreadySeatedHere):
        sit(code, bob, LAPTOP)
    assert models.Seat.objects.get(player=bob, held=True).device == PHONE


def test_a_regular_table_asks_for_no_device(alice: Player, bob: Player) -> None:
    code = playing.table_of(alice)
    sit(code, bob, PHONE)
    assert set(models.Seat.objects.values_list("device", flat=True)) == {""}


def test_the_database_refuses_two_seats_of_one_device_at_a_table(five: list[Player]) -> None:
    waiting_table(*five[:2])
    with pytest.raises(IntegrityError):
        models.Seat.objects.update(device=PHONE)


# After the start


def test_row_47_a_quitter_does_not_come_back_as_somebody_else_on_the_same_device(
    five: list[Player], fixed_clock: FixedClock
) -> None:
    *four, erin = five
    code = ranked_game(fixed_clock, *four)
    seats.leave(code, four[1].pk, confirmed=True)
    fixed_clock.advance(seconds=3600)

    for somebody in (playing.guest(1), erin):
        with pytest.raises(seating.SameDevice, match="has quit this game on this device"):
            sit(code, somebody, "Bob")
    with pytest.raises(seating.QuitThisGame):
        sit(code, four[1], PHONE)
    sit(code, erin, LAPTOP)


def test_who_plays_on_a_device_is_not_joined_there_by_a_substitute(
    five: list[Player], fixed_clock: FixedClock
) -> None:
    *four, erin = five
    code = ranked_game(fixed_clock, *four)
    seats.leave(code, four[1].pk, confirmed=True)
    with pytest.raises(seating.SameDevice, match="each device has one seat"):
        sit(code, erin, "Alice")


def test_a_device_may_take_the_seat_again_that_it_held_as_a_substitute_but_no_other(
    five: list[Player], fixed_clock: FixedClock
) -> None:
    *four, erin = five
    code = ranked_game(fixed_clock, *four)
    for player in four[1:3]:
        seats.leave(code, player.pk, confirmed=True)
    guest = playing.guest(1)
    sit(code, guest, PHONE, 1)
    seats.leave(code, guest.pk)

    with pytest.raises(seating.SameDevice, match="Another seat of this game"):
        sit(code, erin, PHONE, 2)
    sit(code, erin, PHONE, 1)
    assert playing.state_of(code).seat_of(erin.pk) == 1


def test_after_a_game_its_people_play_again_on_their_devices(
    five: list[Player], fixed_clock: FixedClock
) -> None:
    four = five[:4]
    code = ranked_game(fixed_clock, *four)
    finish(code, *four)

    again = opening.play_again(code, four[0].pk, device="Alice")
    with pytest.raises(seating.SameDevice):
        opening.play_again(code, four[1].pk, device="Alice")
    assert opening.play_again(code, four[1].pk, device="Bob") == again


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("turn", range(5))
def test_two_accounts_that_sit_down_at_once_on_one_device_get_one_seat(
    fixed_clock: FixedClock, turn: int
) -> None:
    alice, bob, carol = (member(name) for name in NAMES[:3])
    code = waiting_table(carol)

    results = at_once(lambda: sit(code, alice, PHONE), lambda: sit(code, bob, PHONE))

    assert [type(result) for result in results if result] == [seating.SameDevice]
    assert len(playing.state_of(code).players) == 2


# Pages and sockets


def device_in(client: Client) -> str | None:
    return device_of({"device": client.cookies["device"].value})


def test_a_ranked_seat_is_noted_with_the_cookie_that_its_form_sets(db: None) -> None:
    alice = member("Alice")
    browser = browser_of(alice)
    code_in(browser.post("/tables/ranked/"))
    noted = models.Seat.objects.get(player=alice).device
    assert noted
    assert device_in(browser) == noted


def test_each_form_that_leads_to_a_ranked_seat_tells_the_device(
    five: list[Player], fixed_clock: FixedClock
) -> None:
    alice, bob = five[:2]
    browser = browser_of(alice)
    forms: list[Callable[[str], str]] = [
        lambda _: "/tables/ranked/",
        lambda code: f"/tables/{code}/sit/",
    ]
    for fields in ({}, {"leave_other": "1"}):
        for form in forms:
            code = waiting_table(bob)
            browser.post(form(code), fields)
            assert models.Seat.objects.get(player=alice, held=True).device == device_in(browser)
            seats.leave(code, alice.pk)
            seats.leave(code, bob.pk)


def test_a_second_account_in_the_same_browser_is_told_why_it_may_not_sit(db: None) -> None:
    alice, bob = member("Alice"), member("Bob")
    first, second = browser_of(alice), browser_of(bob)
    code = code_in(first.post("/tables/ranked/"))
    second.cookies["device"] = first.cookies["device"].value

    words = told(second, second.post(f"/tables/{code}/sit/"))

    assert "Somebody else has a seat at this table on this device" in words
    assert playing.state_of(code).players == (alice.pk,)


def test_row_47_a_quitter_is_not_let_in_as_a_guest_of_the_same_browser(
    five: list[Player], fixed_clock: FixedClock
) -> None:
    *others, alice = five[:4]
    browser = browser_of(alice)
    code = waiting_table(*others)
    browser.post(f"/tables/{code}/sit/")
    seats.come_back(code, alice.pk)
    fixed_clock.advance(seconds=5)
    assert ranked.start(code).table.state is State.RUNNING
    seats.leave(code, alice.pk, confirmed=True)
    guest = visitor()
    guest.cookies["device"] = browser.cookies["device"].value

    words = told(guest, guest.post(f"/tables/{code}/sit/"))

    assert "Somebody has quit this game on this device" in words
    assert playing.state_of(code).seats[3].bot
    assert not Player.objects.filter(is_guest=True).exists()


def test_row_47_who_has_left_a_seat_of_a_regular_game_gets_no_other(
    alice: Player, bob: Player
) -> None:
    code = playing.game_of(alice, bob)
    seats.leave(code, bob.pk)
    with pytest.raises(seating.HeldAnotherSeat):
        seats.sit(code, bob.pk, 2, connected=True)


@pytest.mark.django_db(transaction=True)
async def test_a_socket_without_the_device_cookie_gets_no_ranked_seat(
    fixed_clock: FixedClock,
) -> None:
    alice, bob = await db(member, "Alice"), await db(member, "Bob")
    code = await db(waiting_table, alice)
    async with serving(), Browser(code, bob) as browser:
        assert await browser.refusal(type="sit") == "device_needed"
    cookies = {"device": signed(PHONE)}
    async with serving(), Browser(code, bob, cookies=cookies) as browser:
        assert (await browser.ask(type="sit"))["type"] == "ok"
    assert (await db(models.Seat.objects.get, player=bob)).device == PHONE
