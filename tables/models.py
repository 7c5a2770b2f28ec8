"""What is stored: tables, who holds their seats, the event log, and who is connected where.

Times are whole milliseconds since the Unix epoch by the database's clock (columns ``*_ms``).
The event log alone says what happened; the other columns are drawn from it for lists, limits
and constraints, and written in the same statement or transaction.
"""

from django.db import models
from django.db.models import F, Q

from accounts.models import Player
from tables.hearts.table import State

STATES = [(state.value, state.value) for state in State]
UNFINISHED = [State.WAITING.value, State.RUNNING.value]


class TableQuerySet(models.QuerySet["Table"]):
    def unfinished(self) -> "TableQuerySet":
        return self.filter(state__in=UNFINISHED)

    def public(self) -> "TableQuerySet":
        return self.filter(private=False)

    def overdue(self, now_ms: int) -> "TableQuerySet":
        """Tables at which something must happen by now, the oldest first."""
        return self.filter(due_ms__lte=now_ms).order_by("due_ms")


class Table(models.Model):
    """A table; it holds exactly one game, and its code names both.

    ``version`` is the number of its last event, ``due_ms`` the next moment at which something
    must happen though nobody acts. ``invite`` opens a private table.
    """

    code = models.CharField(max_length=8, unique=True)
    ranked = models.BooleanField(default=False)
    private = models.BooleanField(default=False)
    invite = models.CharField(max_length=32, blank=True, default="")
    size = models.PositiveSmallIntegerField()
    target = models.PositiveSmallIntegerField()
    state = models.CharField(max_length=8, choices=STATES, default=State.WAITING.value)
    version = models.PositiveIntegerField(default=0)
    due_ms = models.BigIntegerField(null=True)
    opened_ms = models.BigIntegerField()

    objects = TableQuerySet.as_manager()

    class Meta:
        constraints = [
            models.CheckConstraint(condition=Q(size__gte=3, size__lte=5), name="table_size"),
            models.CheckConstraint(
                condition=Q(target__gte=10, target__lte=500), name="table_target"
            ),
            models.CheckConstraint(
                condition=Q(ranked=False) | Q(private=False, target=100),
                name="ranked_table_is_plain",
            ),
        ]
        indexes = [
            models.Index(fields=["due_ms"], condition=Q(due_ms__isnull=False), name="table_due"),
            models.Index(
                fields=["state", "opened_ms"],
                condition=Q(state__in=UNFINISHED, private=False),
                name="table_open",
            ),
        ]

    def __str__(self) -> str:
        return self.code


class Seat(models.Model):
    """A hold of a seat by a player, or by a bot (no player). Ended holds stay as history.

    ``lost_ms``: the last sign of life of a player without a socket at this table; None while one is
    connected. ``connect_by_ms``: until when the page that they have asked for since may connect.
    ``away``: whether the log knows of it (``player_away``). ``device``: on which a ranked seat was
    taken, blank if that is not known or does not count.
    """

    table = models.ForeignKey(Table, models.PROTECT, related_name="seats")
    number = models.PositiveSmallIntegerField()
    player = models.ForeignKey(Player, models.PROTECT, null=True, related_name="seats")
    held = models.BooleanField(default=True)
    lost_ms = models.BigIntegerField(null=True)
    connect_by_ms = models.BigIntegerField(null=True)
    away = models.BooleanField(default=False)
    device = models.CharField(max_length=32, blank=True, default="")

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["table", "number"], condition=Q(held=True), name="one_hold_per_seat"
            ),
            models.UniqueConstraint(
                fields=["table", "device"],
                condition=Q(held=True) & ~Q(device=""),
                name="one_seat_per_device",
            ),
            models.UniqueConstraint(
                fields=["player"],
                condition=Q(held=True, player__isnull=False),
                name="one_seat_per_player",
            ),
            models.CheckConstraint(condition=Q(number__lte=4), name="seat_number"),
            models.CheckConstraint(
                condition=Q(connect_by_ms__isnull=True) | Q(lost_ms__isnull=False, away=False),
                name="seat_connects_when_lost",
            ),
        ]
        indexes = [
            models.Index(
                fields=["lost_ms"],
                condition=Q(held=True, away=False, lost_ms__isnull=False),
                name="seat_lost",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.table_id}/{self.number}"


class Event(models.Model):
    """One event of a table's log, never changed nor removed.

    ``data`` is the event's fields as JSON; ``show_ms`` when browsers show it.
    """

    table = models.ForeignKey(Table, models.PROTECT, related_name="events")
    number = models.PositiveIntegerField()
    kind = models.CharField(max_length=24)
    data = models.TextField()
    at_ms = models.BigIntegerField()
    show_ms = models.BigIntegerField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["table", "number"], name="event_number"),
            models.CheckConstraint(condition=Q(number__gte=1), name="event_number_from_1"),
            models.CheckConstraint(condition=Q(show_ms__gte=F("at_ms")), name="event_shown_after"),
        ]

    def __str__(self) -> str:
        return f"{self.table_id}:{self.number} {self.kind}"


class ServerProcess(models.Model):
    """A running server process; its lease is its heartbeat."""

    id = models.UUIDField(primary_key=True)
    beat_ms = models.BigIntegerField(db_index=True)

    def __str__(self) -> str:
        return str(self.id)


class Pulse(models.Model):
    """One row: when any server process was last alive; whoever finds an outage holds its lock."""

    id = models.PositiveSmallIntegerField(primary_key=True, default=1)
    last_alive_ms = models.BigIntegerField()

    class Meta:
        constraints = [models.CheckConstraint(condition=Q(id=1), name="one_pulse")]

    def __str__(self) -> str:
        return str(self.last_alive_ms)


class OpenSocket(models.Model):
    """A socket that a seated player has open at a table, tied to the process that serves it."""

    id = models.UUIDField(primary_key=True)
    process = models.ForeignKey(ServerProcess, models.CASCADE, related_name="sockets")
    table = models.ForeignKey(Table, models.CASCADE, related_name="sockets")
    player = models.ForeignKey(Player, models.CASCADE, related_name="sockets")

    class Meta:
        indexes = [models.Index(fields=["table", "player"], name="socket_table_player")]

    def __str__(self) -> str:
        return str(self.id)
