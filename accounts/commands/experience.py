"""Rule 14: games that players have finished."""

from collections.abc import Iterable

from django.db import transaction
from django.db.models import F

from accounts.models import FinishedGame, Player


def finish_game(game: str, player_ids: Iterable[int], now: int) -> None:
    """Counts a finished game (its table's code) for each of these players, once.

    Who has finished it is the caller's to know (rule 14). Locks the players counted, in the order
    of their ids.
    """
    with transaction.atomic():
        for player_id in sorted(set(player_ids)):
            _, counted = FinishedGame.objects.get_or_create(
                player_id=player_id, game=game, defaults={"at_ms": now}
            )
            if counted:
                Player.objects.filter(pk=player_id).update(games_finished=F("games_finished") + 1)
