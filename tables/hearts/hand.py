"""One hand, from the deal to the last trick. Values are frozen: each step returns a new hand.

A play is the most frequent step by far, and its cost is that of building the new value. So these
are named tuples, built in a quarter of a frozen dataclass's time, and what no play changes is a
value of its own.
"""

from typing import NamedTuple

from tables.hearts import errors
from tables.hearts.cards import HEART_MASK, POINTS_OF_CARD, mask_of
from tables.hearts.deck import deal, first_lead
from tables.hearts.legality import legal_follows, legal_leads, refusal
from tables.hearts.passing import PASSED_CARDS, Direction, giver, pass_direction

# Builds a named tuple from its fields without a call of Python code.
_new = tuple.__new__


class Trick(NamedTuple):
    """A taken trick: who led, the cards in order of play, who took it, with how many points."""

    leader: int
    cards: tuple[int, ...]
    taker: int
    points: int

    @property
    def mask(self) -> int:
        return mask_of(self.cards)

    def by_seat(self) -> list[tuple[int, int]]:
        """(seat, card) in order of play."""
        size = len(self.cards)
        return [((self.leader + place) % size, card) for place, card in enumerate(self.cards)]


class Start(NamedTuple):
    """What a hand is played from; no play changes it.

    ``held``: seat → the cards that it was dealt, after the exchange those that it has then.
    ``passed``: seat → the cards that it passes, 0 until committed. ``opening``: the card that
    opens the hand (rule 3). All of them are sets.
    """

    number: int
    players: int
    seed: bytes
    opening: int
    held: tuple[int, ...]
    passed: tuple[int, ...]


class Hand(NamedTuple):
    """Everything about a running hand; what a seat may know of it is in ``secrecy``.

    ``leader`` leads the running trick, None until the cards are exchanged; ``turn`` must play
    next, None while passing and when the trick or the hand is complete. ``trick`` holds the cards
    of the running trick in order of play, ``gone`` is the set of all cards played.
    """

    start: Start
    leader: int | None
    turn: int | None
    trick: tuple[int, ...]
    tricks: tuple[Trick, ...]
    gone: int

    @property
    def number(self) -> int:
        return self.start.number

    @property
    def players(self) -> int:
        return self.start.players

    @property
    def seed(self) -> bytes:
        return self.start.seed

    @property
    def passed(self) -> tuple[int, ...]:
        """Seat → set of cards that it passes or has passed; 0 until committed."""
        return self.start.passed

    @property
    def cards(self) -> tuple[int, ...]:
        """Seat → set of cards that it holds."""
        left = ~self.gone
        return tuple([held & left for held in self.start.held])

    @property
    def taken(self) -> tuple[int, ...]:
        """Seat → points taken so far."""
        taken = [0] * self.start.players
        for trick in self.tricks:
            taken[trick.taker] += trick.points
        return tuple(taken)

    @property
    def hearts_broken(self) -> bool:
        """Whether a heart was played in an earlier trick (rule 5)."""
        return self.gone & ~mask_of(self.trick) & HEART_MASK != 0

    @property
    def direction(self) -> Direction:
        return pass_direction(self.players, self.number)

    @property
    def is_passing(self) -> bool:
        return self.leader is None

    @property
    def led(self) -> int | None:
        """The suit led in the running trick."""
        return self.trick[0] // 13 if self.trick else None

    @property
    def trick_number(self) -> int:
        """The number of the running trick, from 1."""
        return len(self.tricks) + 1

    @property
    def is_over(self) -> bool:
        return self.turn is None and not self.trick and self.leader is not None

    def legal_plays(self, seat: int) -> int:
        """The cards that the seat may play now; none if it is not its turn."""
        if self.turn != seat:
            return 0
        start = self.start
        cards = start.held[seat] & ~self.gone
        if self.trick:
            return legal_follows(cards, self.trick[0] // 13, first_trick=not self.tricks)
        broken = self.gone & HEART_MASK != 0
        return legal_leads(cards, opening=start.opening, hearts_broken=broken)

    def check_play(self, seat: int, card: int) -> None:
        """Raises the RuleError that forbids this play, if one does (rules 3 to 6)."""
        if self.is_passing or self.is_over:
            raise errors.NotPlaying
        if self.turn != seat:
            raise errors.NotYourTurn
        if not self.legal_plays(seat) >> card & 1:
            raise refusal(card, self.cards[seat], led=self.led, first_trick=not self.tricks)

    def check_pass(self, seat: int, cards: int) -> None:
        """Raises the RuleError that forbids this pass, if one does (rule 2)."""
        if not self.is_passing:
            raise errors.NotPassing
        if self.passed[seat]:
            raise errors.AlreadyPassed
        if cards.bit_count() != PASSED_CARDS:
            raise errors.WrongPassCount
        if cards & ~self.cards[seat]:
            raise errors.CardNotHeld

    def with_pass(self, seat: int, cards: int) -> "Hand":
        """This hand with the seat's pass committed (no card moves yet)."""
        passed = list(self.passed)
        passed[seat] = cards
        return _in_passing(self.start._replace(passed=tuple(passed)))

    def exchanged(self) -> "Hand":
        """This hand after all passes have moved at once; the first leader is known."""
        start = self.start
        held = [cards & ~passed for cards, passed in zip(start.held, start.passed, strict=True)]
        offset = self.direction.offset
        for seat, passed in enumerate(start.passed):
            held[(seat + offset) % start.players] |= passed
        return _in_play(start._replace(held=tuple(held)))

    def received(self, seat: int) -> int:
        """The cards passed to this seat, once they have moved (they may have been played since)."""
        if self.is_passing or self.direction is Direction.HOLD:
            return 0
        return self.passed[giver(seat, self.direction, self.players)]

    def with_play(self, seat: int, card: int) -> "Hand":
        """This hand with one card more in the running trick."""
        players = self.start.players
        trick = (*self.trick, card)
        turn = (seat + 1) % players if len(trick) < players else None
        return _new(
            Hand, (self.start, self.leader, turn, trick, self.tricks, self.gone | 1 << card)
        )

    def trick_gathered(self) -> "Hand":
        """This hand with the complete trick taken."""
        trick, taker = self.trick, self.trick_taker()
        points = 0
        for card in trick:
            points += POINTS_OF_CARD[card]
        start, gone = self.start, self.gone
        turn = taker if start.held[taker] & ~gone else None
        tricks = (*self.tricks, _new(Trick, (self.leader, trick, taker, points)))
        return _new(Hand, (start, taker, turn, (), tricks, gone))

    def trick_taker(self) -> int:
        """Who takes the complete running trick: the highest card of the suit led (rule 7)."""
        assert self.leader is not None
        best = self.trick[0]
        led = best // 13
        for card in self.trick:
            if card > best and card // 13 == led:
                best = card
        return (self.leader + self.trick.index(best)) % self.start.players


def dealt_hand(number: int, players: int, seed: bytes) -> Hand:
    """A fresh hand from its seed; a hold hand goes to play at once."""
    opening = 1 << first_lead(players)
    start = Start(number, players, seed, opening, deal(seed, players), (0,) * players)
    if pass_direction(players, number) is Direction.HOLD:
        return _in_play(start)
    return _in_passing(start)


def _in_passing(start: Start) -> Hand:
    return Hand(start, leader=None, turn=None, trick=(), tricks=(), gone=0)


def _in_play(start: Start) -> Hand:
    """The hand before its first card: whoever holds the lowest club leads (rule 3)."""
    opener = next(seat for seat, cards in enumerate(start.held) if cards & start.opening)
    return Hand(start, leader=opener, turn=opener, trick=(), tricks=(), gone=0)
