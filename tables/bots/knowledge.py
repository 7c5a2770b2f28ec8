"""What follows for one seat from what it may know: which cards are out, and who can hold them."""

from dataclasses import dataclass

from tables.hearts.cards import SUIT_MASKS, mask_of, points_of
from tables.hearts.deck import deck
from tables.hearts.passing import receiver
from tables.hearts.secrecy import PublicHand, SeatHand

_DECKS = {players: mask_of(deck(players)) for players in (3, 4, 5)}


@dataclass(frozen=True, slots=True)
class Knowledge:
    """Sets of cards, and tuples that go by seat.

    ``out``: the cards that the other seats hold. ``may_hold``: seat → the cards out that it can
    hold. ``sure``: seat → the cards that it is known to hold, because this seat passed them to it.
    ``places``: seat → how many cards it holds besides those. ``later``: the seats that play after
    this one to the running trick, in order. ``trick``: the cards in it; ``led`` the suit led,
    ``best`` the highest card of that suit, ``taker`` who played it (each -1 for the leader).
    ``taken``: seat → points taken in this hand. ``points_out``: the points in cards still held.
    """

    seat: int
    players: int
    mine: int
    legal: int
    out: int
    may_hold: tuple[int, ...]
    sure: tuple[int, ...]
    places: tuple[int, ...]
    later: tuple[int, ...]
    trick: int
    led: int
    best: int
    taker: int
    taken: tuple[int, ...]
    points_out: int
    first_trick: bool
    hearts_broken: bool

    def chance_of_holding(self, seat: int, card: int) -> float:
        """The chance that another seat holds a card that is out."""
        bit = 1 << card
        if self.sure[seat] & bit:
            return 1.0
        if not self.may_hold[seat] & bit:
            return 0.0
        places = 0
        for other, cards in enumerate(self.may_hold):
            if cards & bit:
                places += self.places[other]
        return self.places[seat] / places if places else 0.0

    def chance_of_none(self, seat: int, cards: int) -> float:
        """The chance that another seat holds none of a set of cards of one suit."""
        possible = self.may_hold[seat] & cards
        if not possible:
            return 1.0
        if self.sure[seat] & possible:
            return 0.0
        share = self.chance_of_holding(seat, possible.bit_length() - 1)
        chance: float = (1.0 - share) ** possible.bit_count()
        return chance


def knowledge(hand: SeatHand) -> Knowledge:
    """What a seat knows that is to pass or to play."""
    public, seat = hand.public, hand.seat
    players, trick = public.players, public.trick
    played, voids = _played_and_voids(public)
    out = _DECKS[players] & ~hand.cards & ~played
    given = hand.passed & out
    sure = [0] * players
    sure[receiver(seat, public.direction, players)] = given
    may_hold = [out & ~voids[other] & ~(given & ~sure[other]) for other in range(players)]
    may_hold[seat] = sure[seat] = 0
    led = trick[0] // 13 if trick else -1
    best = max([card for card in trick if card // 13 == led], default=-1)
    leader = public.leader or 0
    return Knowledge(
        seat=seat,
        players=players,
        mine=hand.cards,
        legal=hand.legal,
        out=out,
        may_hold=tuple(may_hold),
        sure=tuple(sure),
        places=tuple(
            [left - sure[other].bit_count() for other, left in enumerate(public.cards_left)]
        ),
        later=tuple([(seat + n) % players for n in range(1, players - len(trick))]),
        trick=mask_of(trick),
        led=led,
        best=best,
        taker=(leader + trick.index(best)) % players if trick else -1,
        taken=public.taken,
        points_out=points_of(hand.cards | out),
        first_trick=not public.tricks,
        hearts_broken=public.hearts_broken,
    )


def _played_and_voids(public: PublicHand) -> tuple[int, list[int]]:
    """The cards played in this hand, and seat → the suits (as sets of cards) that it is out of."""
    players = public.players
    played = 0
    voids = [0] * players
    tricks = [(trick.leader, trick.cards) for trick in public.tricks]
    if public.leader is not None and public.trick:
        tricks.append((public.leader, public.trick))
    for leader, cards in tricks:
        suit = SUIT_MASKS[cards[0] // 13]
        seat = leader
        for card in cards:
            bit = 1 << card
            played |= bit
            if not bit & suit:
                voids[seat] |= suit
            seat = seat + 1 if seat + 1 < players else 0
    return played, voids
