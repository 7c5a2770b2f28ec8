"""Who somebody is: players, log-ins, settings, finished games, ranked bans.

Times are whole milliseconds since the Unix epoch by the database's clock (columns ``*_ms``).
"""

from typing import Any, ClassVar

from django.contrib.auth.models import AbstractUser
from django.db import models, transaction
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.models import F, Func, Q
from django.db.models.functions import Lower, Now, Upper
from django.db.models.sql.compiler import SQLCompiler

from accounts.names import (
    CLOSED_NAME,
    GUEST_NAME,
    GUEST_PREFIX,
    MAX_NAME,
    REGISTERED_NAME,
    validate_not_guest_name,
    validate_registered_name,
)

# Rule 15: who has finished this many games is experienced.
EXPERIENCE_GAMES = 10


class ByteOrder(Func):
    """Text in the order of its bytes, as SQLite has it anyway: there a prefix is a range."""

    template = "(%(expressions)s)"
    arity = 1

    def as_postgresql(
        self, compiler: SQLCompiler, connection: BaseDatabaseWrapper
    ) -> tuple[str, Any]:
        return self.as_sql(compiler, connection, template='(%(expressions)s) COLLATE "C"')


class PlayerQuerySet(models.QuerySet["Player"]):
    def named(self, name: str) -> "PlayerQuerySet":
        """The player of this name, whatever its case; never a closed account."""
        return self.alias(lower_name=Lower("name")).filter(
            lower_name=name.lower(), closed_ms__isnull=True
        )

    def beginning_with(self, prefix: str) -> "PlayerQuerySet":
        """Registered players whose names begin so, whatever the case, in the order of their names.

        ``prefix`` has only characters that names have.
        """
        first = prefix.lower()
        # The tilde comes after all that names have.
        return (
            self.alias(key=ByteOrder(Lower("name")))
            .filter(key__gte=first, key__lt=f"{first}~", closed_ms__isnull=True, is_guest=False)
            .order_by("key")
        )

    def experienced(self) -> "PlayerQuerySet":
        return self.filter(games_finished__gte=EXPERIENCE_GAMES)


class Player(models.Model):
    """Who holds seats: a guest, known by a session, or the player of a `User`.

    ``leaderboards_on``: Hearts is on under "Leaderboards" (rule 28). ``games_finished`` counts the
    player's rows of `FinishedGame`. ``closed_ms``: when the account was closed; such a player is
    kept for the others' games, without a name or a log-in.
    """

    name = models.CharField(max_length=MAX_NAME)
    is_guest = models.BooleanField()
    created_at = models.DateTimeField(db_default=Now())
    leaderboards_on = models.BooleanField(default=True)
    games_finished = models.PositiveIntegerField(default=0)
    closed_ms = models.BigIntegerField(null=True, blank=True)

    objects = PlayerQuerySet.as_manager()

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(
                Lower("name"), condition=Q(closed_ms__isnull=True), name="player_name_unique"
            ),
            models.CheckConstraint(
                name="player_name_fits_kind",
                condition=(
                    Q(is_guest=True, closed_ms__isnull=True, name__regex=GUEST_NAME)
                    | Q(is_guest=False, closed_ms__isnull=True, name__regex=REGISTERED_NAME)
                    & ~Q(name__istartswith=GUEST_PREFIX)
                    | Q(is_guest=False, closed_ms__isnull=False, name=CLOSED_NAME)
                ),
            ),
        ]
        indexes: ClassVar = [
            models.Index(
                ByteOrder(Lower("name")),
                condition=Q(closed_ms__isnull=True, is_guest=False),
                name="player_by_name",
            ),
        ]

    def __str__(self) -> str:
        return self.name

    @property
    def is_experienced(self) -> bool:
        return self.games_finished >= EXPERIENCE_GAMES

    @property
    def is_closed(self) -> bool:
        return self.closed_ms is not None


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

    class Meta:
        verbose_name = "log-in"
        constraints: ClassVar = [
            # Also what a log-in by name in any case is looked up by.
            models.UniqueConstraint(Upper("username"), name="user_name_unique"),
        ]
        indexes: ClassVar = [models.Index(Upper("email"), name="user_email")]

    def save(self, *args: Any, **kwargs: Any) -> None:
        """Save; a new log-in without a player gets one of its name."""
        with transaction.atomic():
            if self.player_id is None:
                self.player = Player.objects.create(name=self.username, is_guest=False)
            super().save(*args, **kwargs)


class Theme(models.TextChoices):
    SYSTEM = "", "As the device"
    LIGHT = "light", "Light"
    DARK = "dark", "Dark"


class CardSize(models.TextChoices):
    SMALL = "small", "Small"
    NORMAL = "", "Normal"
    LARGE = "large", "Large"


class Preferences(models.Model):
    """How the site looks and sounds to a player; one without a row has the defaults."""

    player = models.OneToOneField(Player, on_delete=models.CASCADE, primary_key=True)
    theme = models.CharField(max_length=8, choices=Theme, blank=True, default=Theme.SYSTEM)
    four_colours = models.BooleanField(default=False)
    card_size = models.CharField(
        max_length=8, choices=CardSize, blank=True, default=CardSize.NORMAL
    )
    sounds = models.BooleanField(default=False)
    reduced_motion = models.BooleanField(default=False)

    class Meta:
        verbose_name_plural = "preferences"

    def __str__(self) -> str:
        return f"preferences of {self.player_id}"


class FinishedGame(models.Model):
    """Rule 14: a player has finished a game (its table's code); once, by constraint."""

    player = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="finished_games")
    game = models.CharField(max_length=8)
    at_ms = models.BigIntegerField()

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["player", "game"], name="game_finished_once"),
        ]

    def __str__(self) -> str:
        return f"{self.player_id} finished {self.game}"


class RankedBanQuerySet(models.QuerySet["RankedBan"]):
    def in_force(self, now: int) -> "RankedBanQuerySet":
        """Bans that hold at this moment (ms); no job has to end one."""
        return self.filter(start_ms__lte=now, end_ms__gt=now, lifted_ms__isnull=True)


class RankedBan(models.Model):
    """Rule 30: a player may not take a seat of a ranked table for a while.

    ``address_hash`` is set when the account is closed: the ban goes on for a new account with the
    same e-mail address.
    """

    class Reason(models.TextChoices):
        QUIT = "quit", "You left a ranked game before its end"
        TURNED_OFF = "turned_off", "You turned Hearts off under “Leaderboards”"
        MODERATOR = "moderator", "A moderator’s decision"

    player = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="ranked_bans")
    reason = models.CharField(max_length=16, choices=Reason)
    start_ms = models.BigIntegerField()
    end_ms = models.BigIntegerField()
    game = models.CharField(max_length=8, blank=True)
    note = models.TextField(blank=True)
    lifted_by = models.ForeignKey(
        Player, on_delete=models.PROTECT, null=True, blank=True, related_name="+"
    )
    lifted_ms = models.BigIntegerField(null=True, blank=True)
    address_hash = models.CharField(max_length=64, blank=True, editable=False)

    objects = RankedBanQuerySet.as_manager()

    class Meta:
        constraints: ClassVar = [
            models.CheckConstraint(condition=Q(end_ms__gt=F("start_ms")), name="ban_ends_after"),
            models.CheckConstraint(
                condition=Q(lifted_by__isnull=True, lifted_ms__isnull=True)
                | Q(lifted_by__isnull=False, lifted_ms__isnull=False),
                name="ban_lifted_by_somebody",
            ),
            models.UniqueConstraint(
                fields=["player", "game"], condition=Q(reason="quit"), name="one_ban_per_quit"
            ),
        ]
        indexes: ClassVar = [
            models.Index(fields=["player", "end_ms"], name="ban_of_player"),
            models.Index(
                fields=["address_hash"], condition=~Q(address_hash=""), name="ban_of_address"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.reason} ban of {self.player_id}"

    def is_in_force(self, now: int) -> bool:
        """Whether the ban holds at this moment (ms)."""
        return self.start_ms <= now < self.end_ms and self.lifted_ms is None


class ForbiddenWord(models.Model):
    """A word that no name may contain, in any case and whatever stands between its letters."""

    word = models.CharField(
        max_length=MAX_NAME, unique=True, help_text="Lower case, letters and digits only."
    )
    inside_words = models.BooleanField(
        "also inside other words",
        default=True,
        help_text="Off: only a name or a part of it between - and _ that is this word.",
    )

    class Meta:
        ordering: ClassVar = ["word"]

    def __str__(self) -> str:
        return self.word
