"""What seats make of the news of accounts; each runs in the transaction of the sender."""

from typing import Any

from accounts.errors import TryAgain
from accounts.models import Player
from accounts.signals import (
    account_closing,
    guest_given_up,
    leaderboards_turned_off,
    player_deactivated,
    ranked_ban_begun,
)
from tables import models
from tables.commands import seats
from tables.hearts.seating import NotSeated, TableIsOver
from tables.hearts.table import State
from tables.store import Conflict


def connect() -> None:
    """Connects them; called once, when the apps are ready."""
    for signal in (account_closing, player_deactivated, guest_given_up):
        signal.connect(leave_seat)
    for signal in (leaderboards_turned_off, ranked_ban_begun):
        signal.connect(leave_waiting_ranked_seat)


def leave_seat(player: Player, **_: Any) -> None:
    """Gives up the player's seat at an unfinished table: rules 14, 16 and 17."""
    _leave(player, models.Table.objects.unfinished())


def leave_waiting_ranked_seat(player: Player, **_: Any) -> None:
    """Gives up the player's seat at a ranked table that has not started (rule 16)."""
    waiting = models.Table.objects.filter(ranked=True, state=State.WAITING.value)
    _leave(player, waiting)


def _leave(player: Player, tables: models.TableQuerySet) -> None:
    held = tables.filter(seats__player=player, seats__held=True)
    for code in held.values_list("code", flat=True):
        try:
            seats.leave(code, player.pk, confirmed=True)
        except (NotSeated, TableIsOver):
            pass  # it ended at this very moment
        except Conflict as conflict:
            raise TryAgain from conflict
