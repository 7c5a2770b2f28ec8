"""What happens at a table when a limit runs out (rules 16, 20, 21)."""

from tables import life
from tables.commands.draft import Draft
from tables.hearts import events as ev
from tables.hearts.duties import Due, Duty, next_due
from tables.hearts.table import State
from tables.timing import limits


def apply_overdue(draft: Draft, until: int | None = None) -> None:
    """Adds the events of every deadline that has passed, the oldest first.

    ``until`` (ms): up to when a server is known to have been alive; else as this process knows.
    """
    if until is None:
        until = life.horizon(draft.now)
    due = next_due(draft.table, limits())
    while due is not None and due.at <= until:
        if due.duty is Duty.GO_ON and draft.log:
            return  # one portion of bots' moves at a time; the clock comes again
        if due.duty is Duty.START:
            return  # it asks who is eligible: a command of its own
        _apply(draft, due)
        draft.run_on()
        due = next_due(draft.table, limits())


def _apply(draft: Draft, due: Due) -> None:
    match due.duty:
        case Duty.FREE_SEAT:
            free_seat(draft, due.seat, ev.Freed.AWAY)
        case Duty.STAND_IN:
            draft.add(ev.BotStoodIn(due.seat))
        case Duty.MOVE:
            draft.move_for(due.seat)
        case Duty.CLOSE:
            draft.add(ev.TableClosed(ev.Closed.DESERTED))
        case Duty.DROP_OUT:
            open_seat(draft, due.seat, ev.Freed.AWAY, ev.Quit.AWAY)
        case Duty.OVER_LIMIT:
            open_seat(draft, due.seat, ev.Freed.LIMIT, ev.Quit.LIMIT)
        case Duty.GO_ON | Duty.START:
            pass


def free_seat(draft: Draft, seat: int, reason: ev.Freed) -> None:
    """Frees a player's seat; a table without people is closed (rules 16, 20)."""
    player = draft.table.seats[seat].player
    assert player is not None
    draft.add(ev.SeatFreed(seat, player, reason))
    if not draft.table.players and not (draft.table.ranked and draft.table.hand):
        running = draft.table.state is State.RUNNING
        draft.add(ev.TableClosed(ev.Closed.LEFT if running else ev.Closed.DESERTED))


def open_seat(draft: Draft, seat: int, reason: ev.Freed, quit_by: ev.Quit) -> None:
    """Frees a seat; where its ranked player may not just leave, they quit (rules 17 and 22)."""
    player = draft.table.seats[seat].player
    if player is not None and draft.table.would_quit(seat):
        draft.add(ev.PlayerQuit(seat, player, quit_by))
    else:
        free_seat(draft, seat, reason)
