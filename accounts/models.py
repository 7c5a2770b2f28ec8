from typing import Any, ClassVar

from django.contrib.auth.models import AbstractUser
from django.db import models, transaction
from django.db.models import Q
from django.db.models.functions import Lower, Now

from accounts.names import (
    GUEST_NAME,
    GUEST_PREFIX,
    MAX_NAME,
    REGISTERED_NAME,
    validate_not_guest_name,
    validate_registered_name,
)


class Player(models.Model):
    """Who holds seats: a guest, known by a session, or the player of a `User`."""

    name = models.CharField(max_length=MAX_NAME)
    is_guest = models.BooleanField()
    created_at = models.DateTimeField(db_default=Now())

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(Lower("name"), name="player_name_unique"),
            models.CheckConstraint(
                name="player_name_fits_kind",
                condition=(
                    Q(is_guest=True, name__regex=GUEST_NAME)
                    | Q(is_guest=False, name__regex=REGISTERED_NAME)
                    & ~Q(name__istartswith=GUEST_PREFIX)
                ),
            ),
        ]

    def __str__(self) -> str:
        return self.name


class User(AbstractUser):
    """A log-in, and nothing else; all that others see belongs to its player."""

    username = models.CharField(
        "name",
        max_length=MAX_NAME,
        unique=True,
        validators=[validate_registered_name, validate_not_guest_name],
        error_messages={"unique": "This name is taken."},
    )
    player = models.OneToOneField(Player, on_delete=models.PROTECT, editable=False)

    def save(self, *args: Any, **kwargs: Any) -> None:
        """Save; a new log-in without a player gets one of its name."""
        with transaction.atomic():
            if self.player_id is None:
                self.player = Player.objects.create(name=self.username, is_guest=False)
            super().save(*args, **kwargs)
