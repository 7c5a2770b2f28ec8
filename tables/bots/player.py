"""The bot's two decisions: what to pass and what to play.

Both are pure: the same knowledge gives the same choice, and nothing else has a say in it.
"""

from tables.bots.discarding import discard
from tables.bots.following import card_to_follow
from tables.bots.knowledge import knowledge
from tables.bots.leading import card_to_lead
from tables.bots.passing import cards_to_pass
from tables.hearts.cards import SUIT_MASKS
from tables.hearts.secrecy import SeatHand


def choose_pass(hand: SeatHand, totals: tuple[int, ...], target: int) -> int:
    """The set of exactly three cards to pass; ``totals`` go by seat, before this hand."""
    return cards_to_pass(hand.cards)


def choose_play(hand: SeatHand, totals: tuple[int, ...], target: int) -> int:
    """One legal card; ``totals`` go by seat, before this hand."""
    legal = hand.legal
    if legal & (legal - 1) == 0:
        return legal.bit_length() - 1
    known = knowledge(hand)
    if known.led < 0:
        return card_to_lead(known)
    if legal & SUIT_MASKS[known.led]:
        return card_to_follow(known)
    return discard(known)
