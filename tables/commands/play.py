"""The game itself: start, pass, play (rules 2 to 6 and 11)."""

from tables.commands.draft import Draft
from tables.commands.run import execute
from tables.hearts import errors, seating
from tables.hearts import events as ev
from tables.hearts.duties import turn_deadline
from tables.hearts.hand import Hand
from tables.hearts.table import State
from tables.store import Folded
from tables.timing import limits


def start(code: str, player: int, *, fill: bool = False) -> Folded:
    """Starts the game once every seat is taken; ``fill`` puts bots on the open ones first."""

    def decide(draft: Draft) -> None:
        seat = _own_seat(draft, player)
        if draft.table.state is not State.WAITING:
            raise seating.AlreadyStarted
        if draft.table.ranked:
            raise seating.RankedStartsItself
        start_draft(draft, seat, fill=fill)

    return execute(code, decide)


def start_draft(draft: Draft, seat: int, *, fill: bool) -> None:
    """Adds what starting means; ``seat`` is the starter's. Raises SeatsMissing."""
    if fill:
        for open_seat in seating.open_seats(draft.table):
            draft.add(ev.BotAdded(open_seat))
    if not seating.may_start(draft.table, seat):
        raise seating.SeatsMissing
    draft.add(ev.GameStarted())


def pass_cards(code: str, player: int, *, hand: int, cards: int) -> Folded:
    """Commits the seat's pass: a set of exactly three of its cards, in the hand of that number."""

    def decide(draft: Draft) -> None:
        seat = _own_seat(draft, player)
        running = _running_hand(draft)
        if running.number != hand:
            raise errors.WrongTurn
        running.check_pass(seat, cards)
        _spend_reserve(draft, seat)
        draft.add(ev.Passed(seat, cards, by_bot=False))

    return execute(code, decide)


def play_card(code: str, player: int, *, hand: int, trick: int, card: int) -> Folded:
    """Plays a card to the trick of that number, so that a late click can't play into the next."""

    def decide(draft: Draft) -> None:
        seat = _own_seat(draft, player)
        running = _running_hand(draft)
        if (running.number, running.trick_number) != (hand, trick):
            raise errors.WrongTurn
        running.check_play(seat, card)
        _spend_reserve(draft, seat)
        draft.play(seat, card, by_bot=False)

    return execute(code, decide)


def _spend_reserve(draft: Draft, seat: int) -> None:
    """Notes how much of the hand's reserve a ranked player's move has taken (rule 21)."""
    table = draft.table
    if not table.ranked or not table.has_ranked_player(seat):
        return
    deadline = turn_deadline(table, seat, limits())
    if deadline is not None and deadline < draft.now:
        draft.add(ev.ReserveSpent(seat, draft.now - deadline))


def _own_seat(draft: Draft, player: int) -> int:
    seat = draft.table.seat_of(player)
    if seat is None:
        raise seating.NotSeated
    return seat


def _running_hand(draft: Draft) -> Hand:
    if draft.table.state is State.WAITING:
        raise seating.NotStarted
    if draft.table.state is not State.RUNNING or draft.table.hand is None:
        raise seating.TableIsOver
    return draft.table.hand
