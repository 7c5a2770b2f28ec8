"""New tables, and the one at which a finished table's people play again."""

import secrets

from accounts import clock
from tables import models, store
from tables.commands.draft import Draft
from tables.commands.errors import GameNotOver, NotEligible, NotYourGame, SeatedElsewhere
from tables.commands.play import start_draft
from tables.commands.ranked import check_eligible, note_device
from tables.commands.run import Decide, commit, execute, in_one_transaction
from tables.commands.seats import leave_elsewhere, move_to, seat_elsewhere, sit
from tables.hearts import events as ev
from tables.hearts.errors import TableError
from tables.hearts.seating import AlreadySeatedHere
from tables.hearts.table import Seat, State, Table
from tables.queries import waiting_tables
from tables.store import Folded

CODE_LETTERS = "23456789ABCDEFGHJKMNPQRSTVWXYZ"
CODE_LENGTH = 6
RANKED_TARGET = 100


def open_table(
    player: int, *, size: int, target: int, private: bool, leave_other: bool = False
) -> Folded:
    """Opens a regular table; the player takes its first seat.

    ``leave_other`` leaves the table where the player sits first; else raises SeatedElsewhere.
    """
    opened = ev.TableOpened(size, target, ranked=False, private=private)
    return in_one_transaction(lambda: _opened(player, opened, leave_other=leave_other))


def open_ranked(
    player: int, *, size: int = 4, leave_other: bool = False, device: str = ""
) -> Folded:
    """Opens a ranked table and takes its first seat. Raises NotEligible, SeatedElsewhere."""
    opened = ev.TableOpened(size, RANKED_TARGET, ranked=True, private=False)

    def work() -> Folded:
        folded = _opened(player, opened, leave_other=leave_other)
        note_device(folded.code, player, device)
        return folded

    return in_one_transaction(work)


def join_ranked(player: int, *, leave_other: bool = False, device: str = "") -> str:
    """A seat at the fullest waiting ranked table of four, the oldest of equals, or at a new one.

    Returns its code. Raises NotEligible, SeatedElsewhere.
    """
    for code in waiting_tables(ranked=True):
        try:
            if leave_other:
                move_to(code, player, before_start=True, device=device)
            else:
                sit(code, player, connected=False, before_start=True, device=device)
        except AlreadySeatedHere:
            return code  # a doubled click: the seat is theirs
        except (SeatedElsewhere, NotEligible):
            raise
        except TableError:
            continue  # it filled up or began meanwhile: the next one
        return code
    return open_ranked(player, leave_other=leave_other, device=device).code


def practice(player: int, *, size: int, target: int, leave_other: bool = False) -> Folded:
    """Opens a private table, fills it with bots and starts (rule 11). Else as ``open_table``."""
    opened = ev.TableOpened(size, target, ranked=False, private=True)
    return in_one_transaction(lambda: _opened(player, opened, leave_other=leave_other, start=True))


def play_again(code: str, player: int, *, leave_other: bool = False, device: str = "") -> str:
    """Sits the player down where this finished game's people play again; returns that table's code.

    It is one table, made for the first who asks, of the same size, target and bots; another one if
    that was closed unfinished. After a private game only those who played it may ask. Raises
    GameNotOver, NotYourGame and what ``sit`` raises.
    """

    def work() -> str:
        next_code = new_code()

        def decide(draft: Draft) -> None:
            if draft.table.state is not State.OVER:
                raise GameNotOver
            if draft.table.private and not has_played(draft.table.held, player):
                raise NotYourGame
            if draft.table.again is None or _is_closed(draft.table.again):
                draft.add(ev.PlayAgainOpened(next_code))

        over = execute(code, decide)
        again = over.table.again
        assert again is not None
        if again == next_code:
            _open_again(over, next_code)
        if leave_other:
            leave_elsewhere(player, again)
        if store.load(again).table.seat_of(player) is None:
            sit(again, player, connected=False, invited=True, device=device)
        return again

    return in_one_transaction(work)


def _is_closed(code: str) -> bool:
    return models.Table.objects.filter(code=code, state=State.CLOSED.value).exists()


def has_played(held: frozenset[tuple[int, int]], player: int) -> bool:
    return any(who == player for who, _ in held)


def new_code() -> str:
    """A free table code, of letters and digits that are not easily confused."""
    while True:
        code = "".join(secrets.choice(CODE_LETTERS) for _ in range(CODE_LENGTH))
        if not models.Table.objects.filter(code=code).exists():
            return code


def _opened(
    player: int, opened: ev.TableOpened, *, leave_other: bool, start: bool = False
) -> Folded:
    if leave_other:
        leave_elsewhere(player)
    if opened.ranked:  # nobody is asked to leave another table in vain
        check_eligible(player, State.WAITING, clock.now_ms())
    elsewhere = seat_elsewhere(player)
    if elsewhere:
        raise SeatedElsewhere(elsewhere)

    def decide(draft: Draft) -> None:
        draft.add(ev.SeatTaken(0, player, connected=False))
        if start:
            start_draft(draft, 0, fill=True)

    return _create(new_code(), opened, decide)


def _open_again(before: Folded, code: str) -> None:
    table = before.table

    def decide(draft: Draft) -> None:
        for number, seat in enumerate(table.seats):
            if seat.bot and not table.ranked:
                draft.add(ev.BotAdded(number))

    _create(code, ev.TableOpened(table.size, table.target, table.ranked, table.private), decide)


def _create(code: str, opened: ev.TableOpened, decide: Decide) -> Folded:
    """Makes the row and the first events of a table; the caller's transaction is open."""
    now = clock.now_ms()
    row = models.Table.objects.create(
        code=code,
        ranked=opened.ranked,
        private=opened.private,
        invite=secrets.token_urlsafe(12) if opened.private else "",
        size=opened.size,
        target=opened.target,
        opened_ms=now,
    )
    blank = Table(
        opened.size, opened.target, opened.ranked, opened.private, seats=(Seat(),) * opened.size
    )
    draft = Draft(blank, now)
    draft.add(opened)
    decide(draft)
    draft.run_on()
    return commit(Folded(row.id, code, row.invite, blank), draft)
