"""Who may sit where, free what, and start: rules 11, 13 and 18 as far as one table can tell."""

from collections.abc import Collection

from tables.hearts.errors import TableError
from tables.hearts.table import State, Table


class NotSeated(TableError):
    code = "not_seated"
    message = "You hold no seat at this table."


class TableIsOver(TableError):
    code = "table_is_over"
    message = "This table is over. Open a new one, or pick another from the list."


class AlreadyStarted(TableError):
    code = "already_started"
    message = "The game has started already."


class NotStarted(TableError):
    code = "not_started"
    message = "The game has not started yet."


class TableFull(TableError):
    code = "table_full"
    message = "Every seat is taken. You can watch, or pick another table."


class SeatNotFree(TableError):
    code = "seat_not_free"
    message = "Somebody else holds that seat. Pick another one."


class AlreadySeatedHere(TableError):
    code = "already_seated_here"
    message = "You hold another seat at this table already."


class Barred(TableError):
    code = "barred"
    message = "The host of this table has freed your seat; you can't sit here again."


class HeldAnotherSeat(TableError):
    code = "held_another_seat"
    message = "You held another seat in this game; you may take that one again, but no other."


class QuitThisGame(TableError):
    code = "quit_this_game"
    message = "You have quit this game, so you can't sit down in it again."


class SameDevice(TableError):
    """Rule 18: at a ranked table a device holds one seat in a game, ever."""

    code = "same_device"
    message = (
        "Somebody else has a seat at this table on this device;"
        " at a ranked table each device has one seat."
    )


class RankedStartsItself(TableError):
    code = "ranked_starts_itself"
    message = "A ranked table has no bots before its start, and starts by itself."


class SeatsMissing(TableError):
    code = "seats_missing"
    message = "Every seat must be taken before the start. Add bots, or wait for players."


class NotHost(TableError):
    code = "not_host"
    message = "Only the host of the table can free somebody's seat."


class NoSuchSeat(TableError):
    code = "no_such_seat"
    message = "This table has no such seat."


class NoBotThere(TableError):
    code = "no_bot_there"
    message = "No bot holds that seat."


def open_seats(table: Table) -> list[int]:
    """Seats that may be taken by somebody new: open ones, and bots' seats once the game runs."""
    if table.state is State.WAITING:
        return [n for n, seat in enumerate(table.seats) if seat.is_open]
    if table.state is State.RUNNING:
        return [n for n, seat in enumerate(table.seats) if seat.played_by_bot]
    return []


def seats_to_take(table: Table, player: int | None) -> list[int]:
    """The seats that this player (None: somebody new) may take now."""
    if player is not None and (player in table.barred or table.has_quit(player)):
        return []
    if table.seat_of(player) is not None:
        return []
    held = {seat for who, seat in table.held if who == player}
    return [seat for seat in open_seats(table) if not held or seat in held]


def check_sit(table: Table, player: int | None, seat: int | None) -> int:
    """The seat that the player gets. Raises the TableError that forbids it (rules 11, 18)."""
    if table.state not in (State.WAITING, State.RUNNING):
        raise TableIsOver
    if seat is not None and not 0 <= seat < table.size:
        raise NoSuchSeat
    if table.seat_of(player) is not None:
        raise AlreadySeatedHere
    if player in table.barred:
        raise Barred
    if table.has_quit(player):
        raise QuitThisGame
    free = seats_to_take(table, player)
    if seat is None and free:
        # An absent person's seat comes last: they may yet return.
        return min(free, key=lambda number: (table.seats[number].stand_in, number))
    if seat in free:
        return seat
    available = open_seats(table)
    if not available:
        raise TableFull
    if seat is None or seat in available:
        raise HeldAnotherSeat
    raise SeatNotFree


def refusal(table: Table, player: int | None) -> TableError | None:
    """Why this player may take none of the free seats, if there are any."""
    if not open_seats(table):
        return None
    try:
        check_sit(table, player, None)
    except TableError as error:
        return error
    return None


def check_device(table: Table, seat: int, others: Collection[int]) -> None:
    """Rule 18: whether the seat of a ranked table may be taken on a device.

    ``others``: the other players whom it has seated here. Before the start only those count who
    still sit, later everybody since the start. Raises SameDevice.
    """
    if any(table.has_quit(player) for player in others):
        raise SameDevice(
            "Somebody has quit this game on this device, so nobody can sit down in it here."
        )
    if any(player in others for player in table.players):
        raise SameDevice
    if any(player in others and held != seat for player, held in table.held):
        raise SameDevice(
            "Another seat of this game was held on this device;"
            " at a ranked table each device has one seat."
        )


def seats_to_free(table: Table, seat: int | None) -> list[int]:
    """The seats of others that whoever holds ``seat`` may free now (rule 11)."""
    if table.ranked or table.state is not State.WAITING or seat is None or table.host != seat:
        return []
    return [n for n, other in enumerate(table.seats) if n != seat and other.player is not None]


def may_start(table: Table, seat: int | None) -> bool:
    """Whether whoever holds ``seat`` may start the game now (rule 11)."""
    return (
        seat is not None
        and not table.ranked
        and table.state is State.WAITING
        and not any(other.is_open for other in table.seats)
    )
