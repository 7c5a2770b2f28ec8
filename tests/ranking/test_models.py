"""What the database itself refuses."""

from typing import Any

import pytest
from django.db import DatabaseError, IntegrityError
from django.db.models import F

from accounts.models import Player
from ranking.models import Bin, QueenEntry, RankedEntry, Rating, RatingChange
from tests.ranking.games import NOW, members, played
from tests.ranking.test_commands import DROP, FIRST

pytestmark = pytest.mark.django_db

LISTED = {"listed": True, "games_since_reset": 1}


@pytest.mark.parametrize(
    ("fields", "constraint"),
    [
        ({"elo": -0.001, "elo_shown": 0}, "elo_from_0"),
        ({"elo": 1500.5, "elo_shown": 1500}, "elo_shown_is_rounded"),
        ({"elo": 1500.4, "elo_shown": 1501}, "elo_shown_is_rounded"),
        ({"holds": 1, "drops": 2, "skill_shown": 1000}, "drops_are_holds"),
        ({"holds": 1}, "skill_needs_holds"),
        ({"skill_shown": 0}, "skill_needs_holds"),
        ({"games_since_reset": -1}, "games"),
        ({"listed": True}, "listed_by_games"),
        ({"games_since_reset": 1}, "listed_by_games"),
        ({"listed_by_skill": True, "holds": 10, "skill_shown": 0}, "listed_by_holds"),
        (LISTED | {"listed_by_skill": True, "holds": 9, "skill_shown": 0}, "listed_by_holds"),
        (LISTED | {"holds": 10, "skill_shown": 0}, "listed_by_holds"),
    ],
)
def test_a_rating_that_cannot_be_is_refused(
    alice: Player, fields: dict[str, Any], constraint: str
) -> None:
    with pytest.raises(IntegrityError, match=constraint):
        Rating.objects.create(player=alice, **fields)


def entry_of(player: Player, **fields: Any) -> RankedEntry:
    defaults = {"game": "KQ7FAB", "seat": 0, "elo_at_start": 1500.0, "started_ms": NOW}
    return RankedEntry.objects.create(player=player, **(defaults | fields))


@pytest.mark.parametrize(
    ("fields", "constraint"),
    [
        ({"seat": 5}, "entry_seat"),
        ({"elo_at_start": -1.0}, "entry_elo_from_0"),
        ({"state": "lost"}, "entry_state_is_known"),
    ],
)
def test_an_entry_that_cannot_be_is_refused(
    alice: Player, fields: dict[str, Any], constraint: str
) -> None:
    with pytest.raises(IntegrityError, match=constraint):
        entry_of(alice, **fields)


def test_a_player_has_one_seat_in_a_game(alice: Player) -> None:
    entry_of(alice)

    with pytest.raises(IntegrityError):
        entry_of(alice, seat=1)


def test_a_seat_has_one_ranked_player(alice: Player, bob: Player) -> None:
    entry_of(alice)

    with pytest.raises(IntegrityError):
        entry_of(bob)


GAME = {"kind": "game", "chance": 0.25, "total": 60, "place": 2}


@pytest.mark.parametrize(
    ("fields", "constraint"),
    [
        (GAME | {"chance": None}, "change_fits_kind"),
        (GAME | {"total": None}, "change_fits_kind"),
        (GAME | {"entry": None}, "change_fits_kind"),
        (GAME | {"kind": "void"}, "change_fits_kind"),
        ({"kind": "reset"}, "change_fits_kind"),
        ({"kind": "gift", "entry": None}, "change_fits_kind"),
        (GAME | {"chance": 1.1}, "change_chance"),
        (GAME | {"after": 1493.74}, "change_adds_up"),
        (GAME | {"fine": 15.0}, "change_adds_up"),
        (GAME | {"fine": -1.0, "after": 1494.75}, "change_from_0"),
        (GAME | {"before": 1.0, "after": -5.25}, "change_from_0"),
    ],
)
def test_a_change_that_cannot_be_is_refused(
    alice: Player, fields: dict[str, Any], constraint: str
) -> None:
    defaults = {
        "entry": entry_of(alice),
        "delta": -6.25,
        "before": 1500.0,
        "after": 1493.75,
        "at_ms": NOW,
    }
    with pytest.raises(IntegrityError, match=constraint):
        RatingChange.objects.create(player=alice, **(defaults | fields))


@pytest.mark.parametrize(
    "fields",
    [{"why_not": "moon"}, {"low_man": None}, {"taker": 2}],
)
def test_a_drop_is_one_on_the_low_man_in_a_recorded_hand(
    alice: Player, fields: dict[str, Any]
) -> None:
    defaults = {"hand": 2, "low_man": 1, "taker": 1, "drop": True}
    with pytest.raises(IntegrityError, match="queen_drop_is_recorded"):
        QueenEntry.objects.create(entry=entry_of(alice), **(defaults | fields))


def test_no_fewer_than_0_players_are_in_a_bin() -> None:
    with pytest.raises(IntegrityError):
        Bin.objects.create(board="elo", value=1500, players=-1)


@pytest.mark.parametrize("fields", [{"delta": 0}, {"cut": F("cut")}, {"at_ms": 0}])
def test_an_entry_of_a_rating_is_never_changed(fields: dict[str, Any]) -> None:
    played("KQ7FAB", members(1500, 1500, 1500, 1500), (20, 60, 101, 79))

    with pytest.raises(DatabaseError, match="never changed"):
        RatingChange.objects.update(**fields)


def test_a_row_of_the_queen_ledger_is_never_changed() -> None:
    players = members(1500, 1500, 1500, 1500)
    played("KQ7FAB", players, (10, 19, 17, 6), hands=(FIRST, DROP))

    with pytest.raises(DatabaseError, match="never changed"):
        QueenEntry.objects.update(drop=False)
