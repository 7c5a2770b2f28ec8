"""Another seat's moon: how likely it is, and what stands in its way."""

from dataclasses import dataclass

from tables.bots.knowledge import Knowledge
from tables.hearts.cards import HEARTS, SUIT_MASKS, points_of

QUEEN_POINTS = 13
# The chance of a moon, by hearts taken: with the queen of spades and without.
WITH_QUEEN = 0.05
WITH_QUEEN_EACH_HEART = 0.09
WITHOUT_QUEEN = 0.03
WITHOUT_QUEEN_EACH_HEART = 0.065
HIGHEST = 0.75
# What is left of it while another seat has the trick, and if the shooter is still to play.
OFF_LEAD = 0.3
STILL_TO_PLAY = 0.5

# The chance that the highest card of a suit takes a trick from a shooter, and what is left of
# it for each higher card that is out.
STOPS_HEART = 0.9
STOPS_SIDE = 0.5
EACH_HIGHER = 0.8
TEMPO = 0.15


@dataclass(frozen=True, slots=True)
class Threat:
    """A seat that may shoot the moon, and the chance that it does if nobody hinders it more."""

    shooter: int
    chance: float


def threat(known: Knowledge) -> Threat | None:
    """The other seat that has taken every point so far, if there is one."""
    fallen = sum(known.taken)
    if not fallen or fallen == known.taken[known.seat] or fallen not in known.taken:
        return None
    shooter = known.taken.index(fallen)
    if fallen >= QUEEN_POINTS:
        chance = WITH_QUEEN + WITH_QUEEN_EACH_HEART * (fallen - QUEEN_POINTS)
    else:
        chance = WITHOUT_QUEEN + WITHOUT_QUEEN_EACH_HEART * fallen
    if known.taker != shooter:
        chance *= STILL_TO_PLAY if shooter in known.later else OFF_LEAD
    return Threat(shooter, min(chance, HIGHEST))


def helps_shooter(known: Knowledge, shooter: int, card: int, chance: float, points: float) -> float:
    """How far a card helps the moon: below 0 if it hinders it, -1 if it ends it.

    ``chance``, ``points``: that it takes the trick, and what it then brings.
    """
    left = known.mine ^ 1 << card
    kept = _stopping_power(known, known.mine, shooter) - _stopping_power(known, left, shooter)
    if shooter not in known.later and known.taker != shooter:
        return kept - min(1, points_of(known.trick | 1 << card))
    ends = chance * min(1.0, points)
    tempo = chance * TEMPO if known.taker == shooter else 0.0
    return (1 - ends) * kept - ends - tempo


def _stopping_power(known: Knowledge, mine: int, shooter: int) -> float:
    """The chance that one of these cards takes a trick from the shooter."""
    fails = 1.0
    for suit, mask in enumerate(SUIT_MASKS):
        held = mine & mask
        if not held or not known.may_hold[shooter] & mask:
            continue
        higher = ((known.out & mask) >> held.bit_length()).bit_count()
        if held.bit_count() > higher:
            fails *= 1 - (STOPS_HEART if suit == HEARTS else STOPS_SIDE) * EACH_HIGHER**higher
    return 1 - fails
