"""Ranked tables: who may sit there, and how they start (rules 11, 15 and 18)."""

from accounts.commands import lock_players
from accounts.eligibility import reasons
from ranking.commands import enter_game
from tables import models
from tables.commands.deadlines import free_seat
from tables.commands.draft import Draft
from tables.commands.errors import NotEligible
from tables.commands.run import execute, in_one_transaction
from tables.hearts import events as ev
from tables.hearts import seating
from tables.hearts.duties import start_time
from tables.hearts.table import State
from tables.store import Folded
from tables.timing import limits


def lock_table(code: str) -> None:
    """Locks a table's row until the transaction's end: it comes before its players."""
    models.Table.objects.select_for_update().filter(code=code).first()


def check_eligible(player: int, state: State, now: int) -> None:
    """Raises NotEligible; locks the player. Of a substitute only bans are asked (rule 18)."""
    found = reasons(lock_players([player])[player], now)
    if state is State.RUNNING:
        found = [reason for reason in found if reason.code == "banned"]
    if found:
        raise NotEligible(found)


def check_device(draft: Draft, code: str, player: int, seat: int, device: str) -> None:
    """Raises SameDevice; the table is locked. A blank device is not known (rule 18)."""
    if device:
        known = models.Seat.objects.filter(table__code=code, device=device)
        others = set(known.exclude(player_id=player).values_list("player_id", flat=True))
        seating.check_device(draft.table, seat, others)


def note_device(code: str, player: int, device: str) -> None:
    """Notes on which device the player has just taken the seat; the table is locked."""
    held = models.Seat.objects.filter(table__code=code, player_id=player, held=True)
    held.update(device=device)


def start(code: str) -> Folded:
    """Starts a ranked table whose countdown has ended; who is no longer eligible loses the seat."""

    def decide(draft: Draft) -> None:
        at = start_time(draft.table, limits())
        if at is None or at > draft.now:
            return
        players = draft.table.players
        rows = lock_players(players)
        barred = [n for n, player in enumerate(players) if reasons(rows[player], draft.now)]
        for seat in barred:
            free_seat(draft, seat, ev.Freed.NOT_ELIGIBLE)
        if not barred:
            draft.add(ev.GameStarted())
            enter_game(code, players, draft.now)

    def work() -> Folded:
        lock_table(code)
        return execute(code, decide)

    return in_one_transaction(work)
