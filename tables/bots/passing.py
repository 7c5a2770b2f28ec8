"""Which three cards to give away."""

from tables.hearts.cards import HEARTS, QUEEN_OF_SPADES, SPADES, SUIT_MASKS, cards_in, mask_of
from tables.hearts.passing import PASSED_CARDS


def cards_to_pass(cards: int) -> int:
    """The three cards that are worst to keep."""
    ranked = sorted(cards_in(cards), key=lambda card: (-_danger(card, cards), card))
    return mask_of(ranked[:PASSED_CARDS])


def _danger(card: int, cards: int) -> float:
    """How bad it is to keep a card, in about tenths of a point."""
    suit, rank = divmod(card, 13)
    held = cards & SUIT_MASKS[suit]
    length = held.bit_count()
    if suit == SPADES:
        low = (held & ((1 << QUEEN_OF_SPADES) - 1)).bit_count()
        if card < QUEEN_OF_SPADES:
            return -5.0 + rank / 10
        if low >= 4:
            return 0.0
        return 40.0 - 5 * low if card == QUEEN_OF_SPADES else 30.0 - 5 * low
    lower = (held & ((1 << card) - 1)).bit_count()
    value = rank * 1.5 - 2 * lower
    if suit == HEARTS:
        return value + 2
    return value + (6 - 2 * length if length <= 3 else 0)
