"""All that accounts keeps about a person, for their own download."""

from typing import Any

from allauth.mfa.models import Authenticator
from allauth.usersessions.models import UserSession
from django.db.models import Model, QuerySet

from accounts.commands.closing import addresses_of
from accounts.models import FinishedGame, Preferences, RankedBan, User

Rows = list[dict[str, Any]]


def export(user: User) -> dict[str, Any]:
    """The account as plain data; never a secret, a password or another's name."""
    player = user.player
    return {
        "account": {
            "name": user.username,
            "addresses": addresses_of(user),
            "registered": user.date_joined,
            "last_log_in": user.last_login,
        },
        "player": {
            "name": player.name,
            "since": player.created_at,
            "leaderboards_on": player.leaderboards_on,
            "games_finished": player.games_finished,
        },
        "settings": rows(Preferences.objects.filter(player=player), leave_out=["player"]),
        "finished_games": rows(
            FinishedGame.objects.filter(player=player), leave_out=["id", "player"]
        ),
        "bans": rows(
            RankedBan.objects.filter(player=player),
            leave_out=["id", "player", "lifted_by", "address_hash"],
        ),
        "sessions": rows(
            UserSession.objects.filter(user=user), leave_out=["id", "user", "session_key", "data"]
        ),
        "second_steps": rows(
            Authenticator.objects.filter(user=user), leave_out=["id", "user", "data"]
        ),
    }


def rows(found: QuerySet[Model], leave_out: list[str]) -> Rows:
    """Rows of a model by its own field names, in the order in which they were made."""
    names = [field.name for field in found.model._meta.concrete_fields]  # noqa: SLF001 - Django's own
    return list(found.order_by("pk").values(*(name for name in names if name not in leave_out)))
