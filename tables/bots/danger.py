"""What cards that are kept are likely to cost in the tricks to come, in points.

The figures come from regressions over states of some ten thousand hands that the bot played
against itself, and were then tuned by play.
"""

from tables.bots.knowledge import Knowledge
from tables.hearts.cards import HEARTS, QUEEN_MASK, QUEEN_OF_SPADES, SPADES, SUIT_MASKS
from tables.hearts.scoring import HAND_POINTS

# By place in the suit held, from the lowest card: what lower cards that are out make a card
# cost. A heart pays for each of them, a card of another suit up to so much in all.
HEART_RISE = (0.7, 0.36, 0.15, 0.08, 0.05)
SIDE_RISE = (4.5, 1.8, 1.1, 0.5, 0.3)
SIDE_HALF = 3

# What spades cost, by spades held below the queen: none above it or one or both, while others
# hold the queen; the queen alone or with king or ace.
BELOW_QUEEN = (
    (2.8, 2.2, 1.4, 0.5, 0.0, -0.4),
    (7.0, 4.8, 2.6, 1.0, 0.0, -0.4),
    (9.0, 7.3, 4.2, 2.0, 0.3, -0.2),
)
QUEEN_ALONE = (8.5, 5.5, 3.0, 1.6, 0.6, 0.2)
QUEEN_BACKED = (8.2, 4.7, 3.5, 2.5, 1.2, 0.3)
QUEEN_LAST = 6.0
FEW_SPADES = 4
FEW_SPADES_FACTOR = 0.75

# What taking a trick costs that one leads: hearts, a dead suit, the queen of spades, and another
# suit by how often it has been led.
HEART_LEAD = 3.0
DEAD_LEAD = 6.0
QUEEN_LEAD = 10.0
SIDE_LEAD = (1.3, 3.0, 4.0)
WORST_LEAD = 9.0

_LOW_SPADES = SUIT_MASKS[SPADES] & (QUEEN_MASK - 1)


def suit_danger(suit: int, held: int, known: Knowledge) -> float:
    """What the cards held of a suit are likely to cost."""
    out = known.out & SUIT_MASKS[suit]
    if suit == SPADES and (held | out) & QUEEN_MASK:
        return _queen_danger(held, out)
    cost = 0.0
    place = 0
    while held and out:
        bit = held & -held
        held ^= bit
        lower = (out & (bit - 1)).bit_count()
        if suit == HEARTS:
            cost += HEART_RISE[place] * lower
        else:
            cost += SIDE_RISE[place] * lower / (lower + SIDE_HALF)
        place = min(place + 1, 4)
    return cost


def _queen_danger(held: int, out: int) -> float:
    low = min((held & _LOW_SPADES).bit_count(), 5)
    above = (held >> (QUEEN_OF_SPADES + 1)).bit_count()
    if not held & QUEEN_MASK:
        return BELOW_QUEEN[above][low]
    if not out:
        return QUEEN_LAST
    cost = (QUEEN_BACKED if above else QUEEN_ALONE)[low]
    return cost * FEW_SPADES_FACTOR if out.bit_count() <= FEW_SPADES else cost


def lead_danger(mine: int, known: Knowledge) -> float:
    """What having to lead from these cards is likely to cost."""
    costs = [WORST_LEAD]
    for suit, mask in enumerate(SUIT_MASKS):
        held = mine & mask
        if held and (suit != HEARTS or known.hearts_broken or held == mine):
            costs.append(_suit_lead_danger(suit, held, known))
    return min(costs) if mine else 0.0


def _suit_lead_danger(suit: int, held: int, known: Knowledge) -> float:
    """What leading the lowest of the cards held of a suit is likely to cost."""
    out = known.out & SUIT_MASKS[suit]
    share = known.points_out / HAND_POINTS
    if not out:
        return DEAD_LEAD * share
    count = out.bit_count()
    lowest = held & -held
    lower = (out & (lowest - 1)).bit_count()
    risk: float = (lower / count) ** min(known.players - 1, count)
    if suit == HEARTS:
        return risk * HEART_LEAD
    led_before = (13 - count - held.bit_count()) // known.players
    cost = risk * SIDE_LEAD[min(led_before, 2)] * share
    return cost + QUEEN_LEAD if lowest == QUEEN_MASK else cost
