"""Ratings, and the entries from which they can be drawn anew.

Times are whole milliseconds since the Unix epoch by the database's clock (columns ``*_ms``).
Elo is unrounded points, skill is tenths of a percent.
"""

from django.db import models
from django.db.models import F, Q

from accounts.models import Player
from ranking.elo import START
from ranking.skill import WhyNot

# Rule 27: the skill leaderboard asks for this many holds.
LISTED_HOLDS = 10
# What adding up floats may be wrong by.
CLOSE = 1e-6


class Rating(models.Model):
    """Both ratings of a player, who has one row from the first ranked game or reset on.

    ``games_since_reset`` is what puts a player on the leaderboards (rule 27): rated games without
    the voided ones, 0 again for a closed or deactivated account. ``counted_after`` is the number of
    the last entry that it leaves out for that, or because it is a reset. ``listed`` and
    ``listed_by_skill`` say it in the form that an index of SQLite can serve.
    ``week`` and ``month`` are the last ones in which a counted game was rated (`ranking.periods`);
    their gains are what the counted games of that week and month brought, fines included.
    """

    player = models.OneToOneField(Player, models.PROTECT, primary_key=True, related_name="rating")
    elo = models.FloatField(default=START)
    elo_shown = models.IntegerField(default=int(START))
    holds = models.PositiveIntegerField(default=0)
    drops = models.PositiveIntegerField(default=0)
    skill_shown = models.PositiveSmallIntegerField(null=True)
    games_since_reset = models.PositiveIntegerField(default=0)
    counted_after = models.BigIntegerField(default=0)
    listed = models.BooleanField(default=False)
    listed_by_skill = models.BooleanField(default=False)
    week = models.IntegerField(default=0)
    week_gain = models.FloatField(default=0.0)
    month = models.IntegerField(default=0)
    month_gain = models.FloatField(default=0.0)

    class Meta:
        constraints = [
            models.CheckConstraint(condition=Q(elo__gte=0), name="elo_from_0"),
            models.CheckConstraint(
                condition=Q(elo_shown__lte=F("elo") + 0.5, elo_shown__gt=F("elo") - 0.5),
                name="elo_shown_is_rounded",
            ),
            models.CheckConstraint(condition=Q(drops__lte=F("holds")), name="drops_are_holds"),
            models.CheckConstraint(
                condition=Q(holds=0, skill_shown__isnull=True)
                | Q(holds__gt=0, skill_shown__isnull=False, skill_shown__lte=1000),
                name="skill_needs_holds",
            ),
            models.CheckConstraint(
                condition=Q(listed=True, games_since_reset__gte=1)
                | Q(listed=False, games_since_reset=0),
                name="listed_by_games",
            ),
            models.CheckConstraint(
                condition=Q(listed_by_skill=True, listed=True, holds__gte=LISTED_HOLDS)
                | Q(listed_by_skill=False, listed=False)
                | Q(listed_by_skill=False, holds__lt=LISTED_HOLDS),
                name="listed_by_holds",
            ),
        ]
        indexes = [
            models.Index(
                fields=["elo_shown", "player"], condition=Q(listed=True), name="elo_board"
            ),
            models.Index(
                fields=["skill_shown", "player"],
                condition=Q(listed_by_skill=True),
                name="skill_board",
            ),
            models.Index(
                fields=["week", "week_gain", "player"],
                condition=Q(listed=True),
                name="week_climbers",
            ),
            models.Index(
                fields=["month", "month_gain", "player"],
                condition=Q(listed=True),
                name="month_climbers",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.player_id}: {self.elo_shown}"


class EntryState(models.TextChoices):
    """How far a ranked game is: it ends rated or closed, and a rated one can be voided."""

    RUNNING = "running"
    RATED = "rated"
    CLOSED = "closed"
    VOIDED = "voided"


class RankedEntry(models.Model):
    """That a player has started a ranked game (by its table's code), in which seat and rated how.

    It stays the player's whether they finish or quit; while it runs it is "not yet settled".
    """

    game = models.CharField(max_length=8)
    seat = models.PositiveSmallIntegerField()
    player = models.ForeignKey(Player, models.PROTECT, related_name="ranked_entries")
    elo_at_start = models.FloatField()
    state = models.CharField(
        max_length=7, choices=EntryState.choices, default=EntryState.RUNNING.value
    )
    started_ms = models.BigIntegerField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["game", "player"], name="entry_once_per_game"),
            models.UniqueConstraint(fields=["game", "seat"], name="entry_once_per_seat"),
            models.CheckConstraint(condition=Q(seat__lte=4), name="entry_seat"),
            models.CheckConstraint(condition=Q(elo_at_start__gte=0), name="entry_elo_from_0"),
            models.CheckConstraint(
                condition=Q(state__in=EntryState.values), name="entry_state_is_known"
            ),
        ]
        indexes = [
            models.Index(
                fields=["player"], condition=Q(state=EntryState.RUNNING.value), name="entry_running"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.game}/{self.seat}"


class RatingChange(models.Model):
    """An entry in a player's book: a rating is 1500 plus its entries since the last reset.

    Never changed nor removed. The rating moved by ``delta - fine + cut``: ``fine`` is what quitting
    cost, ``cut`` what was let off because no rating falls below 0. ``chance`` and ``place`` are a
    game's alone; a game without a place was quit.
    """

    class Kind(models.TextChoices):
        GAME = "game"
        RESET = "reset"
        VOID = "void"
        ADJUSTMENT = "adjustment"

    player = models.ForeignKey(
        Player, models.PROTECT, related_name="rating_changes", db_index=False
    )
    kind = models.CharField(max_length=10, choices=Kind.choices)
    entry = models.ForeignKey(
        RankedEntry, models.PROTECT, null=True, related_name="changes", db_index=False
    )
    chance = models.FloatField(null=True)
    delta = models.FloatField()
    fine = models.FloatField(default=0.0)
    cut = models.FloatField(default=0.0)
    before = models.FloatField()
    after = models.FloatField()
    place = models.PositiveSmallIntegerField(null=True)
    total = models.PositiveIntegerField(null=True)
    at_ms = models.BigIntegerField()

    class Meta:
        constraints = [
            # Rule 25 and rule 31: a game is rated once and voided once.
            models.UniqueConstraint(fields=["entry", "kind"], name="change_once_per_game"),
            models.CheckConstraint(
                condition=Q(
                    kind="game", entry__isnull=False, chance__isnull=False, total__isnull=False
                )
                | Q(
                    kind="void",
                    entry__isnull=False,
                    chance__isnull=True,
                    total__isnull=True,
                    place__isnull=True,
                )
                | Q(
                    kind__in=["reset", "adjustment"],
                    entry__isnull=True,
                    chance__isnull=True,
                    total__isnull=True,
                    place__isnull=True,
                ),
                name="change_fits_kind",
            ),
            models.CheckConstraint(
                condition=Q(chance__isnull=True) | Q(chance__gte=0, chance__lte=1),
                name="change_chance",
            ),
            models.CheckConstraint(
                condition=Q(before__gte=0, after__gte=0, fine__gte=0, cut__gte=0),
                name="change_from_0",
            ),
            models.CheckConstraint(
                condition=Q(
                    after__gte=F("before") + F("delta") - F("fine") + F("cut") - CLOSE,
                    after__lte=F("before") + F("delta") - F("fine") + F("cut") + CLOSE,
                ),
                name="change_adds_up",
            ),
        ]
        indexes = [models.Index(fields=["player", "id"], name="change_by_player")]

    def __str__(self) -> str:
        return f"{self.player_id} {self.kind}: {self.before} → {self.after}"


class QueenEntry(models.Model):
    """A hand in which a ranked player played the queen of spades, and what it counts for.

    Never changed nor removed; it leaves the skill rating when its game is voided.
    ``why_not`` is empty where the hand is recorded as a hold.
    """

    RECORDED = ""

    entry = models.ForeignKey(RankedEntry, models.PROTECT, related_name="queens", db_index=False)
    hand = models.PositiveSmallIntegerField()
    low_man = models.PositiveSmallIntegerField(null=True)
    taker = models.PositiveSmallIntegerField()
    why_not = models.CharField(
        max_length=20,
        blank=True,
        choices=[(why.value, why.value) for why in WhyNot if why is not WhyNot.NOT_RANKED_PLAYER],
    )
    drop = models.BooleanField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["entry", "hand"], name="queen_once_per_hand"),
            models.CheckConstraint(
                condition=Q(drop=False) | Q(why_not="", low_man__isnull=False, taker=F("low_man")),
                name="queen_drop_is_recorded",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.entry_id}, hand {self.hand}"

    @property
    def hold(self) -> bool:
        return self.why_not == self.RECORDED


class Board(models.TextChoices):
    """The leaderboards."""

    ELO = "elo"
    SKILL = "skill"


class Bin(models.Model):
    """How many players on a leaderboard are shown this value: places come from these few rows."""

    board = models.CharField(max_length=5, choices=Board.choices)
    value = models.IntegerField()
    players = models.PositiveIntegerField(default=0)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["board", "value"], name="bin_once"),
        ]

    def __str__(self) -> str:
        return f"{self.board} {self.value}: {self.players}"
