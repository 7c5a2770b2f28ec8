"""What to lead."""

from tables.bots.knowledge import Knowledge
from tables.hearts.cards import HEARTS, QUEEN_MASK, QUEEN_OF_SPADES, SPADES, SUIT_MASKS, cards_in


def card_to_lead(known: Knowledge) -> int:
    """The card that is least likely to win points."""
    return min(cards_in(known.legal), key=lambda card: (_risk(known, card), -card))


def _risk(known: Knowledge, card: int) -> float:
    suit = card // 13
    out = known.out & SUIT_MASKS[suit]
    higher = (out >> card).bit_count()
    lower = out.bit_count() - higher
    if not out:
        return 20.0
    risk = lower * lower / (out.bit_count() + 1)
    if suit == HEARTS:
        risk += 0.5
    if suit == SPADES and known.out & QUEEN_MASK:
        risk += -2.0 if card < QUEEN_OF_SPADES else 15.0
    if card == QUEEN_OF_SPADES:
        risk += 15.0
    return risk
