"""What follows for one seat from what it may know: which cards are out, and who can hold them."""

from dataclasses import dataclass

from tables.hearts.cards import SUIT_MASKS, mask_of
from tables.hearts.deck import deck
from tables.hearts.passing import receiver
from tables.hearts.secrecy import SeatHand

_DECKS = {players: mask_of(deck(players)) for players in (3, 4, 5)}


@dataclass(frozen=True, slots=True)
class Knowledge:
    """``mine``, ``legal``, ``out``: sets of cards; ``out`` are those that other seats hold.

    ``may_hold`` and ``sure`` go by seat: the cards out that the seat can hold, and those that it
    is known to hold (passed to it and not yet played). ``later``: the seats that play after this
    one to the running trick, in order. ``trick`` is the set of cards in the running trick,
    ``best`` its highest card of the suit led and ``taker`` who would take it so far (both -1 for
    the leader).
    """

    seat: int
    players: int
    mine: int
    legal: int
    out: int
    may_hold: tuple[int, ...]
    sure: tuple[int, ...]
    left: tuple[int, ...]
    later: tuple[int, ...]
    trick: int
    led: int
    best: int
    taker: int
    taken: tuple[int, ...]
    tricks: int
    hearts_broken: bool

    def chance_of_holding(self, seat: int, card: int) -> float:
        """The chance that another seat holds a card that is out."""
        bit = 1 << card
        if self.sure[seat] & bit:
            return 1.0
        if not self.may_hold[seat] & bit:
            return 0.0
        places = 0
        for other, may_hold in enumerate(self.may_hold):
            if may_hold & bit:
                places += self.left[other] - self.sure[other].bit_count()
        return (self.left[seat] - self.sure[seat].bit_count()) / places if places else 1.0

    def chance_of_none(self, seat: int, cards: int) -> float:
        """The chance that another seat holds none of a set of cards of one suit."""
        if self.sure[seat] & cards:
            return 0.0
        possible = self.may_hold[seat] & cards
        if not possible:
            return 1.0
        share = self.chance_of_holding(seat, possible.bit_length() - 1)
        chance: float = (1.0 - share) ** possible.bit_count()
        return chance


def knowledge(hand: SeatHand) -> Knowledge:
    """What the seat whose turn it is knows."""
    public = hand.public
    players = public.players
    assert public.leader is not None
    out, voids = _out_and_voids(hand)
    sure = [0] * players
    sure[receiver(hand.seat, public.direction, players)] = hand.passed & out
    given = hand.passed & out
    may_hold = [
        0 if seat == hand.seat else out & ~voids[seat] & ~(given & ~sure[seat])
        for seat in range(players)
    ]
    sure[hand.seat] = 0
    led = public.trick[0] // 13 if public.trick else -1
    best = max((card for card in public.trick if card // 13 == led), default=-1)
    taker = (public.leader + public.trick.index(best)) % players if public.trick else -1
    first = hand.seat + 1
    return Knowledge(
        seat=hand.seat,
        players=players,
        mine=hand.cards,
        legal=hand.legal,
        out=out,
        may_hold=tuple(may_hold),
        sure=tuple(sure),
        left=public.cards_left,
        later=tuple([s % players for s in range(first, first + players - 1 - len(public.trick))]),
        trick=mask_of(public.trick),
        led=led,
        best=best,
        taker=taker,
        taken=public.taken,
        tricks=len(public.tricks),
        hearts_broken=public.hearts_broken,
    )


def _out_and_voids(hand: SeatHand) -> tuple[int, list[int]]:
    """The cards that others hold, and seat → the suits (as sets of cards) it has run out of."""
    public = hand.public
    players = public.players
    played = 0
    voids = [0] * players
    running = (public.leader or 0, public.trick)
    for leader, cards in (*[(trick.leader, trick.cards) for trick in public.tricks], running):
        if not cards:
            continue
        suit = SUIT_MASKS[cards[0] // 13]
        for place, card in enumerate(cards):
            bit = 1 << card
            played |= bit
            if not bit & suit:
                voids[(leader + place) % players] |= suit
    return _DECKS[players] & ~hand.cards & ~played, voids
