"""What to throw away when the suit led can't be followed."""

from tables.bots.knowledge import Knowledge
from tables.hearts.cards import HEARTS, QUEEN_MASK, QUEEN_OF_SPADES, SPADES, SUIT_MASKS, cards_in


def discard(known: Knowledge) -> int:
    """The card that is most dangerous to keep."""
    if known.legal & QUEEN_MASK:
        return QUEEN_OF_SPADES
    return max(cards_in(known.legal), key=lambda card: (_danger(known, card), card))


def _danger(known: Knowledge, card: int) -> float:
    suit = card // 13
    out = known.out & SUIT_MASKS[suit]
    lower = out.bit_count() - (out >> card).bit_count()
    if suit == SPADES and known.out & QUEEN_MASK and card > QUEEN_OF_SPADES:
        return 15.0
    return lower + (2.0 if suit == HEARTS else 0.0)
