"""Closing an account by its owner, and a log-in by a moderator."""

from allauth.account.models import EmailAddress
from allauth.usersessions.models import UserSession
from django.contrib.admin.models import LogEntry
from django.contrib.sessions.backends.db import SessionStore

from accounts.commands.bans import keep_bans_for
from accounts.commands.run import in_one_transaction, lock_player
from accounts.errors import ModeratorsAccount
from accounts.models import Preferences, User
from accounts.names import CLOSED_NAME
from accounts.signals import account_closing, player_deactivated


def close_account(user: User, now: int) -> None:
    """Deletes the log-in and blanks its player, whom the others' games keep as "former player".

    Raises ModeratorsAccount, and the AccountError of whoever refuses (rule 28).
    """

    def work() -> None:
        player = lock_player(user.player_id)
        if user.is_staff or LogEntry.objects.filter(user_id=user.pk).exists():
            raise ModeratorsAccount
        account_closing.send(sender=User, player=player, now=now)
        keep_bans_for(player, addresses_of(user), now)
        end_sessions(user)
        User.objects.get(pk=user.pk).delete()
        Preferences.objects.filter(player=player).delete()
        player.name, player.closed_ms = CLOSED_NAME, now
        player.save(update_fields=["name", "closed_ms"])

    in_one_transaction(work)


def deactivate(user: User, now: int) -> None:
    """Closes a log-in, as moderators do: its sessions and sockets end; its games are kept."""

    def work() -> None:
        player = lock_player(user.player_id)
        if not User.objects.filter(pk=user.pk, is_active=True).update(is_active=False):
            return
        end_sessions(user)
        player_deactivated.send(sender=User, player=player, now=now)

    in_one_transaction(work)
    user.is_active = False


def end_sessions(user: User) -> None:
    """Ends all sessions of a log-in; their sockets follow within seconds."""
    for session in UserSession.objects.filter(user=user):
        SessionStore().delete(session.session_key)
        session.delete()


def addresses_of(user: User) -> list[str]:
    """The log-in's e-mail addresses, the primary one first."""
    known = EmailAddress.objects.filter(user=user).order_by("-primary", "-verified", "pk")
    return list(known.values_list("email", flat=True)) or [user.email][: bool(user.email)]
