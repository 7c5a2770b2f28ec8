"""One hand, from the deal to the last trick. Values are frozen: each step returns a new hand.

Hands and tricks are named tuples, because a play builds a new hand and a frozen dataclass of as
many fields takes four times as long to build.
"""

from typing import NamedTuple

from tables.hearts import errors
from tables.hearts.cards import HEART_MASK, SUIT_MASKS, mask_of, points_of
from tables.hearts.deck import deal, first_lead
from tables.hearts.legality import legal_plays, refusal
from tables.hearts.passing import PASSED_CARDS, Direction, pass_direction, receiver


class Trick(NamedTuple):
    """A taken trick: who led, the cards in order of play, who took it."""

    leader: int
    cards: tuple[int, ...]
    taker: int

    @property
    def mask(self) -> int:
        return mask_of(self.cards)

    def by_seat(self) -> list[tuple[int, int]]:
        """(seat, card) in order of play."""
        size = len(self.cards)
        return [((self.leader + place) % size, card) for place, card in enumerate(self.cards)]


class Hand(NamedTuple):
    """Everything about a running hand; what a seat may know of it is in ``secrecy``.

    ``cards``, ``passed``: seat → set of cards (``passed`` 0 until committed). ``leader`` is the
    seat that leads the running trick, None until the cards are exchanged. ``trick`` holds its
    cards in order of play, ``taken`` the points that each seat took so far.
    """

    number: int
    players: int
    seed: bytes
    cards: tuple[int, ...]
    passed: tuple[int, ...]
    leader: int | None
    trick: tuple[int, ...]
    tricks: tuple[Trick, ...]
    taken: tuple[int, ...]
    hearts_broken: bool

    @property
    def direction(self) -> Direction:
        return pass_direction(self.players, self.number)

    @property
    def is_passing(self) -> bool:
        return self.leader is None

    @property
    def turn(self) -> int | None:
        """The seat that must play next; None while passing and when a trick or all is complete."""
        played = len(self.trick)
        if self.leader is None or played == self.players:
            return None
        seat = (self.leader + played) % self.players
        return seat if self.cards[seat] else None

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
        return not self.trick and self.leader is not None and not any(self.cards)

    def legal_plays(self, seat: int) -> int:
        """The cards that the seat may play now; none if it is not its turn."""
        if self.turn != seat:
            return 0
        trick = self.trick
        return legal_plays(
            self.cards[seat],
            led=trick[0] // 13 if trick else None,
            first_trick=not self.tricks,
            hearts_broken=self.hearts_broken,
            first_lead=first_lead(self.players),
        )

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
        passed = (*self.passed[:seat], cards, *self.passed[seat + 1 :])
        return self._replace(passed=passed)

    def exchanged(self) -> "Hand":
        """This hand after all passes have moved at once; the first leader is known."""
        cards = list(self.cards)
        for seat, passed in enumerate(self.passed):
            cards[seat] &= ~passed
            cards[receiver(seat, self.direction, self.players)] |= passed
        return self._replace(cards=tuple(cards), leader=_opener(cards, self.players))

    def received(self, seat: int) -> int:
        """The cards passed to this seat, once they have moved (they may have been played since)."""
        if self.is_passing or self.direction is Direction.HOLD:
            return 0
        giver = next(
            other
            for other in range(self.players)
            if receiver(other, self.direction, self.players) == seat
        )
        return self.passed[giver]

    def with_play(self, seat: int, card: int) -> "Hand":
        """This hand with one card more in the running trick."""
        cards = list(self.cards)
        cards[seat] &= ~(1 << card)
        return Hand(
            self.number,
            self.players,
            self.seed,
            tuple(cards),
            self.passed,
            self.leader,
            (*self.trick, card),
            self.tricks,
            self.taken,
            self.hearts_broken,
        )

    def trick_taker(self) -> int:
        """Who takes the complete running trick: the highest card of the suit led (rule 7)."""
        return self._taker(mask_of(self.trick))

    def trick_gathered(self) -> "Hand":
        """This hand with the complete trick taken; hearts in it are broken from now on."""
        mask = mask_of(self.trick)
        leader, taker = self.leader, self._taker(mask)
        assert leader is not None
        taken = list(self.taken)
        taken[taker] += points_of(mask)
        return Hand(
            self.number,
            self.players,
            self.seed,
            self.cards,
            self.passed,
            taker,
            (),
            (*self.tricks, Trick(leader, self.trick, taker)),
            tuple(taken),
            self.hearts_broken or mask & HEART_MASK != 0,
        )

    def _taker(self, mask: int) -> int:
        assert self.leader is not None
        highest = (mask & SUIT_MASKS[self.trick[0] // 13]).bit_length() - 1
        return (self.leader + self.trick.index(highest)) % self.players


def dealt_hand(number: int, players: int, seed: bytes) -> Hand:
    """A fresh hand from its seed; a hold hand goes to play at once."""
    cards = deal(seed, players)
    hold = pass_direction(players, number) is Direction.HOLD
    return Hand(
        number=number,
        players=players,
        seed=seed,
        cards=cards,
        passed=(0,) * players,
        leader=_opener(cards, players) if hold else None,
        trick=(),
        tricks=(),
        taken=(0,) * players,
        hearts_broken=False,
    )


def _opener(cards: tuple[int, ...] | list[int], players: int) -> int:
    """The seat that holds the card which opens the hand (rule 3)."""
    opening = 1 << first_lead(players)
    return next(seat for seat, held in enumerate(cards) if held & opening)
