"""Who may see a private table."""

from typing import Any

import pytest

from accounts.models import Player
from tables import access
from tables.commands import seats
from tests.tables import playing

pytestmark = pytest.mark.django_db


def test_anyone_may_see_a_public_table(alice: Player, victor: Player) -> None:
    code = playing.table_of(alice)
    assert access.may_watch(code, victor.pk, {})
    assert access.may_watch(code, None, {})


def test_a_private_table_is_seen_by_its_players_and_those_who_have_its_link(
    alice: Player, bob: Player, victor: Player
) -> None:
    code = playing.table_of(alice, bob, private=True)
    assert access.may_watch(code, alice.pk, {})
    assert access.may_watch(code, bob.pk, {})
    assert not access.may_watch(code, victor.pk, {})
    assert not access.may_watch(code, None, {})
    assert access.may_watch(code, None, {access.SESSION_KEY: ["ABCDEF", code]})
    assert not access.may_watch(code, None, {access.SESSION_KEY: ["ABCDEF"]})


def test_who_has_left_a_private_table_may_still_see_it(alice: Player, bob: Player) -> None:
    code = playing.game_of(alice, bob, private=True)
    seats.leave(code, bob.pk)
    assert access.may_watch(code, bob.pk, {})


def test_a_table_that_does_not_exist_is_no_secret() -> None:
    assert access.may_watch("NOTHERE", None, {})


@pytest.mark.pure
def test_the_latest_fifty_invites_are_kept() -> None:
    session: dict[str, Any] = {}
    for number in range(60):
        access.keep_invite(f"T{number}", session)
    assert not access.has_invite("T9", session)
    assert access.has_invite("T10", session)

    access.keep_invite("T10", session)
    access.keep_invite("T60", session)

    assert access.has_invite("T10", session)
    assert not access.has_invite("T11", session)
    assert len(session[access.SESSION_KEY]) == 50
