"""``manage.py clear_guests``: guests and registrations that nobody came back to."""

from datetime import timedelta
from typing import Any

from django.core.management.base import BaseCommand, CommandParser
from django.db import transaction
from django.db.models import Exists, OuterRef, QuerySet

from accounts import clock
from accounts.commands import clear_unfinished_registrations
from accounts.models import Player
from tables.models import Seat


class Command(BaseCommand):
    help = (
        "Deletes guests who never sat at a table, and registrations never confirmed, that are older"
        " than so many days. Whoever holds a seat or appears in a game is kept."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--idle-days", type=int, default=30)

    def handle(self, *_args: Any, idle_days: int, **_options: Any) -> None:
        guests = sum(
            _clear(guest) for guest in _idle_guests(idle_days).values_list("pk", flat=True)
        )
        registrations = clear_unfinished_registrations(idle_days)
        print(f"Deleted {guests} guests and {registrations} unfinished registrations.")


def _idle_guests(idle_days: int) -> QuerySet[Player]:
    """Guests without any seat, held or of old, who came that long ago."""
    return Player.objects.filter(
        ~Exists(Seat.objects.filter(player=OuterRef("pk"))),
        is_guest=True,
        created_at__lt=clock.now() - timedelta(days=idle_days),
    )


def _clear(guest_id: int) -> bool:
    """Deletes the guest unless they have sat down or registered meanwhile."""
    with transaction.atomic():
        guest = Player.objects.select_for_update().filter(pk=guest_id, is_guest=True).first()
        if guest is None or Seat.objects.filter(player=guest).exists():
            return False
        guest.delete()
        return True
