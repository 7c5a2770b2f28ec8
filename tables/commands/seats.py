"""Sitting down, standing up, bots, coming and going: rules 11, 13, 16, 18 and 20."""

from accounts.commands.bans import QUIT_S
from ranking.queries import rating_of, stakes_in
from tables import life, models, store
from tables.commands.deadlines import free_seat, open_seat
from tables.commands.draft import Draft
from tables.commands.errors import InviteNeeded, QuitNotConfirmed, SeatedElsewhere
from tables.commands.ranked import check_device, check_eligible, lock_table, note_device
from tables.commands.run import execute, in_one_transaction
from tables.hearts import events as ev
from tables.hearts import seating
from tables.hearts.table import State
from tables.store import Folded


def sit(
    code: str,
    player: int,
    seat: int | None = None,
    *,
    connected: bool,
    invited: bool = False,
    before_start: bool = False,
    device: str = "",
) -> Folded:
    """Gives the player the seat, or the first free one. ``invited``: knows a private table's link.

    ``before_start``: not at a game that has started. ``device``: on which they sit down, which
    counts at ranked tables. Raises SeatedElsewhere, InviteNeeded, NotEligible, SameDevice, and
    what ``seating.check_sit`` raises.
    """

    def decide(draft: Draft) -> None:
        table = draft.table
        number = seating.check_sit(table, player, seat)
        if before_start:
            _before_start(draft)
        if table.private and not invited:
            raise InviteNeeded
        if table.ranked:  # nobody is asked to leave another table in vain
            check_eligible(player, table.state, draft.now)
            check_device(draft, code, player, number, device)
        elsewhere = seat_elsewhere(player, code)
        if elsewhere:
            raise SeatedElsewhere(elsewhere)
        absent = table.seats[number].player
        if absent is not None:
            draft.add(ev.SeatFreed(number, absent, ev.Freed.REPLACED))
        draft.add(ev.SeatTaken(number, player, connected))

    def locked() -> Folded:
        lock_table(code)
        folded = execute(code, decide)
        note_device(code, player, device)
        return folded

    return in_one_transaction(locked) if is_ranked(code) else execute(code, decide)


def move_to(
    code: str,
    player: int,
    seat: int | None = None,
    *,
    invited: bool = False,
    before_start: bool = False,
    device: str = "",
) -> Folded:
    """Leaves the table where the player sits and sits down here, or does neither (rule 13)."""

    def both() -> Folded:
        leave_elsewhere(player, code)
        return sit(
            code,
            player,
            seat,
            connected=False,
            invited=invited,
            before_start=before_start,
            device=device,
        )

    return in_one_transaction(both)


def leave_elsewhere(player: int, code: str | None = None) -> None:
    """Leaves the other unfinished table at which the player sits, if there is one."""
    elsewhere = seat_elsewhere(player, code)
    if elsewhere:
        try:
            leave(elsewhere, player)
        except QuitNotConfirmed as refusal:
            raise SeatedElsewhere(elsewhere) from refusal


def seat_elsewhere(player: int, code: str | None = None) -> str | None:
    """The code of the unfinished table, other than this one, at which the player holds a seat."""
    seats = models.Seat.objects.filter(player_id=player, held=True).exclude(table__code=code or "")
    return seats.values_list("table__code", flat=True).first()


def is_ranked(code: str) -> bool:
    folded = store.cache.get(code)
    if folded is not None:
        return folded.table.ranked
    return models.Table.objects.filter(code=code, ranked=True).exists()


def leave(code: str, player: int, *, confirmed: bool = False) -> Folded:
    """Stands up before the start, or leaves the running game for good.

    A ranked player who leaves a running game quits (rule 17): raises QuitNotConfirmed unless
    ``confirmed``.
    """

    def decide(draft: Draft) -> None:
        seat = _own_seat(draft, player)
        if draft.table.would_quit(seat) and not confirmed:
            elo = rating_of(player).elo
            raise QuitNotConfirmed(stakes_in(code)[seat], elo, draft.now + QUIT_S * 1000)
        open_seat(draft, seat, ev.Freed.LEFT, ev.Quit.LEFT)

    return execute(code, decide)


def add_bot(code: str, player: int, seat: int | None = None) -> Folded:
    """A bot takes the seat, or the first open one, before the start."""

    def decide(draft: Draft) -> None:
        _own_seat(draft, player)
        _before_start(draft)
        if draft.table.ranked:
            raise seating.RankedStartsItself
        free = seating.open_seats(draft.table)
        if seat is not None and seat >= draft.table.size:
            raise seating.NoSuchSeat
        if not free:
            raise seating.TableFull
        if seat is not None and seat not in free:
            raise seating.SeatNotFree
        draft.add(ev.BotAdded(free[0] if seat is None else seat))

    return execute(code, decide)


def remove_bot(code: str, player: int, seat: int) -> Folded:
    """A bot's seat is open again, before the start."""

    def decide(draft: Draft) -> None:
        _own_seat(draft, player)
        _before_start(draft)
        if seat >= draft.table.size or not draft.table.seats[seat].bot:
            raise seating.NoBotThere
        draft.add(ev.BotRemoved(seat))

    return execute(code, decide)


def remove_player(code: str, player: int, seat: int) -> Folded:
    """The host frees another's seat before the start; that person may not sit here again."""

    def decide(draft: Draft) -> None:
        own = _own_seat(draft, player)
        _before_start(draft)
        if seat not in seating.seats_to_free(draft.table, own):
            raise seating.NotHost if draft.table.host != own else seating.NoSuchSeat
        free_seat(draft, seat, ev.Freed.REMOVED)

    return execute(code, decide)


def come_back(code: str, player: int) -> Folded:
    """A seated player has a socket open again; takes the seat back from a bot that stood in."""

    def decide(draft: Draft) -> None:
        seat = draft.table.seat_of(player)
        unfinished = draft.table.state in (State.WAITING, State.RUNNING)
        if seat is not None and unfinished and not draft.table.seats[seat].is_connected:
            draft.add(ev.PlayerBack(seat))

    return execute(code, decide)


def return_by_page(code: str, player: int, asked_ms: int) -> Folded:
    """A ranked player of a running game is back, having asked for a page at that time (rule 19)."""

    def decide(draft: Draft) -> None:
        table = draft.table
        seat = table.seat_of(player)
        running = table.state is State.RUNNING
        if seat is not None and running and table.has_ranked_player(seat):
            if table.seats[seat].is_connected:
                return  # the loss of the line was not told yet
            draft.add(ev.PlayerBack(seat))

    return execute(code, decide, until=life.horizon(asked_ms))


def go_away(code: str, player: int, since: int) -> Folded:
    """A seated player has no socket open any more; ``since``: the last sign of life, ms."""

    def decide(draft: Draft) -> None:
        seat = draft.table.seat_of(player)
        unfinished = draft.table.state in (State.WAITING, State.RUNNING)
        if seat is not None and unfinished and draft.table.seats[seat].is_connected:
            # What went before an outage counts from the server's return (rule 22).
            draft.add(ev.PlayerAway(seat, max(since, draft.table.restarted_at)))

    return execute(code, decide)


def _own_seat(draft: Draft, player: int) -> int:
    if draft.table.state in (State.OVER, State.CLOSED):
        raise seating.TableIsOver
    seat = draft.table.seat_of(player)
    if seat is None:
        raise seating.NotSeated
    return seat


def _before_start(draft: Draft) -> None:
    if draft.table.state is not State.WAITING:
        raise seating.AlreadyStarted
