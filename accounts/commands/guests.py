"""Guests who register or log in, and what is left of those who never came back (rule 14)."""

from datetime import timedelta

from allauth.account.models import EmailAddress
from django.db import transaction
from django.db.models import Exists, OuterRef, ProtectedError

from accounts import clock
from accounts.commands.run import in_one_transaction, lock_players
from accounts.models import Player, User
from accounts.signals import guest_given_up


def adopt_guest(user: User, guest_id: int) -> bool:
    """Makes the guest's player the new log-in's player, under the log-in's name.

    The player that has kept the name until now goes, unless it already has a history: then, and
    for a player who is no guest any more, nothing is changed and the answer is false.
    """
    with transaction.atomic():
        players = lock_players([guest_id, user.player_id])
        guest, keeper = players.get(guest_id), players[user.player_id]
        if guest is None or not guest.is_guest:
            return False
        try:
            with transaction.atomic():
                _replace(user, keeper, guest)
        except ProtectedError:
            user.player = keeper
            return False
    return True


def _replace(user: User, keeper: Player, guest: Player) -> None:
    user.player = guest
    user.save(update_fields=["player"])
    keeper.delete()
    guest.name, guest.is_guest = user.username, False
    guest.save(update_fields=["name", "is_guest"])


def give_up_guest(guest_id: int, now: int) -> None:
    """A guest has logged in to an account of their own: the guest's seat is given up."""

    def work() -> None:
        guest = lock_players([guest_id]).get(guest_id)
        if guest is not None and guest.is_guest:
            guest_given_up.send(sender=Player, player=guest, now=now)

    in_one_transaction(work)


def clear_unfinished_registrations(idle_days: int) -> int:
    """Deletes log-ins whose address was never confirmed in so many days, and who never logged in.

    They keep a name from others. Returns how many went.
    """
    addresses = EmailAddress.objects.filter(user=OuterRef("pk"))
    unfinished = User.objects.filter(
        Exists(addresses),
        ~Exists(addresses.filter(verified=True)),
        last_login__isnull=True,
        is_staff=False,
        date_joined__lt=clock.now() - timedelta(days=idle_days),
    )
    for user in (users := list(unfinished)):
        with transaction.atomic():
            user.delete()
            user.player.delete()
    return len(users)
