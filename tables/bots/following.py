"""What to play when the suit led can be followed."""

from tables.bots.knowledge import Knowledge
from tables.hearts.cards import POINT_MASK, QUEEN_MASK, QUEEN_OF_SPADES, SPADES


def card_to_follow(known: Knowledge) -> int:
    """The highest card that does not take the trick, unless the trick is worth taking."""
    under = known.legal & ((1 << known.best) - 1)
    if under & QUEEN_MASK:
        return QUEEN_OF_SPADES
    safe = known.legal & ~QUEEN_MASK or known.legal
    if (not known.later and not known.trick & POINT_MASK) or not under:
        if known.led == SPADES and known.later and known.out & QUEEN_MASK:
            return _lowest(safe)
        return _highest(safe) if not known.later or not under else _highest(under)
    return _highest(under)


def _highest(cards: int) -> int:
    return cards.bit_length() - 1


def _lowest(cards: int) -> int:
    return (cards & -cards).bit_length() - 1
