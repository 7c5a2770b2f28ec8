"""How a command runs: in one transaction, begun again when another came first."""

import random
import time
from collections.abc import Callable, Iterable
from typing import TypeVar

from django.db import OperationalError, connection, transaction

from accounts.errors import Busy, TryAgain
from accounts.models import Player

ATTEMPTS = 12
# PostgreSQL's codes: deadlock detected, could not serialise.
_DEADLOCKS = {"40P01", "40001"}
T = TypeVar("T")


def in_one_transaction(work: Callable[[], T]) -> T:
    """Runs a command as one transaction, or as part of the caller's, who then begins again.

    Raises Busy when it met others too often.
    """
    if connection.in_atomic_block:
        return work()
    for attempt in range(ATTEMPTS):
        try:
            with transaction.atomic():
                return work()
        except TryAgain:
            _wait_a_moment(attempt)
        except OperationalError as error:
            if getattr(error.__cause__, "sqlstate", None) not in _DEADLOCKS:
                raise
            _wait_a_moment(attempt)
    raise Busy


def lock_players(player_ids: Iterable[int]) -> dict[int, Player]:
    """Locks the rows of players in the order of their ids, until the transaction's end.

    The lock is one that new seats, events and ratings of the player need not wait for.
    """
    locked = Player.objects.select_for_update(no_key=True).filter(pk__in=set(player_ids))
    return {player.pk: player for player in locked.order_by("pk")}


def lock_player(player_id: int) -> Player:
    """Locks one player's row until the transaction's end."""
    return Player.objects.select_for_update(no_key=True).get(pk=player_id)


def _wait_a_moment(attempt: int) -> None:
    """Jitter, so that those who met don't meet again."""
    time.sleep(random.uniform(0, 0.004 * 2 ** min(attempt, 6)))  # noqa: S311 - no secret
