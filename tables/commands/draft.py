"""The events that one command is about to add to a table, folded as they come."""

import secrets

from tables.bots import choose_pass, choose_play
from tables.hearts import events as ev
from tables.hearts.cards import mask_of, points_of
from tables.hearts.deck import SEED_BYTES
from tables.hearts.duties import waited_for
from tables.hearts.events import Event, Logged
from tables.hearts.hand import Hand
from tables.hearts.scoring import hand_score, shooter_of, winner
from tables.hearts.secrecy import seat_hand
from tables.hearts.table import State, Table, apply
from tables.timing import pace


class Draft:
    """A table with the events added so far; nothing is stored yet."""

    def __init__(self, table: Table, now: int) -> None:
        self.table = table
        self.now = now
        self.log: list[Logged] = []
        self._pace = pace()
        self._bot_moves_left = 2 * table.size

    def add(self, event: Event, *, wait: int = 0) -> None:
        """Adds an event; one about cards shows ``wait`` ms after those before it."""
        about_cards = isinstance(event, _ABOUT_CARDS)
        show = max(self.now, self.table.shown_at) + wait if about_cards else self.now
        logged = Logged(self.table.version + 1, self.now, show, event)
        self.table = apply(self.table, logged)
        self.log.append(logged)

    def play(self, seat: int, card: int, *, by_bot: bool) -> None:
        """Adds a play that has been checked."""
        self.add(ev.Played(seat, card, by_bot), wait=self._pace.card if by_bot else 0)

    def move_for(self, seat: int) -> None:
        """A bot makes the move that the seat owes: its pass or its play."""
        table = self.table
        assert table.hand is not None
        hand = seat_hand(table.hand, seat)
        if hand.public.is_passing:
            self.add(ev.Passed(seat, choose_pass(hand, table.totals, table.target), by_bot=True))
        else:
            card = choose_play(hand, table.totals, table.target)
            self.play(seat, card, by_bot=True)

    def run_on(self) -> None:
        """Adds all that follows by itself, bots' moves too (two tricks' worth a draft at most)."""
        while self.table.state is State.RUNNING:
            if self._follow():
                continue
            seat = self._bot_to_move()
            if seat is None or not self._bot_moves_left:
                return
            self.move_for(seat)
            self._bot_moves_left -= 1

    def _bot_to_move(self) -> int | None:
        """The first seat whose bot owes a move; at a paused table bots wait with their plays."""
        hand = self.table.hand
        if hand is None or not (hand.is_passing or self.table.is_awake):
            return None
        owing = (n for n in waited_for(self.table) if self.table.seats[n].played_by_bot)
        return next(owing, None)

    def _follow(self) -> bool:
        """Adds the one event that the state of the hand calls for, if any."""
        hand = self.table.hand
        if hand is None:
            self._deal(1)
        elif hand.is_passing:
            if not all(hand.passed):
                return False
            self.add(ev.CardsExchanged(hand.number))
        elif len(hand.trick) == hand.players:
            points = points_of(mask_of(hand.trick))
            self.add(ev.TrickTaken(hand.trick_taker(), points), wait=self._pace.trick)
        elif hand.is_over:
            self._finish(hand)
        else:
            return False
        return True

    def _finish(self, hand: Hand) -> None:
        """Scores a hand that is over; ends the game or deals the next (rules 8 to 10)."""
        points = hand_score(hand.taken)
        self.add(ev.HandScored(points, shooter_of(hand.taken)), wait=self._pace.card)
        won_by = winner(self.table.totals, self.table.target)
        if won_by is None:
            self._deal(hand.number + 1)
        else:
            self.add(ev.GameEnded(won_by))

    def _deal(self, number: int) -> None:
        wait = self._pace.score if number > 1 else 0
        self.add(ev.Dealt(number, secrets.token_bytes(SEED_BYTES)), wait=wait)


_ABOUT_CARDS = (
    ev.Dealt,
    ev.Passed,
    ev.CardsExchanged,
    ev.Played,
    ev.TrickTaken,
    ev.HandScored,
    ev.GameEnded,
)
