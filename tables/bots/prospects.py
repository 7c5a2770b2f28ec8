"""How likely a card takes the running trick, and how many points it then brings."""

from tables.bots.knowledge import Knowledge
from tables.hearts.cards import (
    HEART_MASK,
    HEARTS,
    QUEEN_MASK,
    QUEEN_OF_SPADES,
    SPADES,
    SUIT_MASKS,
    points_of,
)

# How often a seat that could duck plays a higher card all the same: to a trick with points, to
# spades while the queen is out, as the last to play, to a suit little played, and otherwise.
EAGER_POINTS = 0.03
EAGER_SPADES = 0.2
EAGER_LAST = 0.7
EAGER_FRESH = 0.3
EAGER_LATER = 0.12
FRESH = 9
# Hands are less even than chance would have it, because everybody rids short suits first.
DUMP = 2.5


def prospect(known: Knowledge, card: int) -> tuple[float, float]:
    """The chance that this card takes the trick, and the points to expect if it does."""
    led = card // 13 if known.led < 0 else known.led
    if card // 13 != led or card < known.best:
        return 0.0, 0.0
    suit = SUIT_MASKS[led]
    higher = suit & -(2 << card)
    chance, points = 1.0, float(points_of(known.trick | 1 << card))
    for seat in known.later:
        may = known.may_hold[seat]
        no_higher = known.chance_of_none(seat, may & higher)
        no_lower = known.chance_of_none(seat, may & suit & ~higher)
        eager = _eagerness(known, led, points, last=seat == known.later[-1])
        stays_under = 1 - (1 - no_higher) * (no_lower + (1 - no_lower) * eager)
        if not stays_under:
            return 0.0, 0.0
        chance *= stays_under
        points += _added(known, seat, card, no_higher * no_lower / stays_under)
    return chance, points


def _eagerness(known: Knowledge, led: int, points: float, *, last: bool) -> float:
    """How often a later seat plays higher although it could duck."""
    if led == SPADES and known.out & QUEEN_MASK:
        return EAGER_SPADES
    if points >= 1:
        return EAGER_POINTS
    if last:
        return EAGER_LAST
    left = ((known.out | known.mine) & SUIT_MASKS[led]).bit_count()
    return EAGER_FRESH if left >= FRESH else EAGER_LATER


def _added(known: Knowledge, seat: int, card: int, void: float) -> float:
    """The points that a later seat is likely to add to a trick that this card takes.

    ``void``: the chance that the seat can't follow.
    """
    suit = card // 13
    queen = known.chance_of_holding(seat, QUEEN_OF_SPADES) if known.out & QUEEN_MASK else 0.0
    if suit == SPADES and card > QUEEN_OF_SPADES:
        return 13 * queen
    added = 1 - void if suit == HEARTS else 0.0
    if void and not known.first_trick:
        heart = 1 - known.chance_of_none(seat, known.out & HEART_MASK)
        added += min(1.0, DUMP * void) * (13 * queen + (1 - queen) * heart)
    return added
