"""The bot's two decisions: what to pass and what to play.

Both are pure: the same knowledge gives the same choice, and nothing else has a say in it.
"""

from tables.bots.knowledge import knowledge
from tables.bots.passing import cards_to_pass
from tables.bots.pricing import cheapest
from tables.bots.shooting import can_shoot, shooting_play
from tables.bots.stakes import Stakes
from tables.hearts.secrecy import SeatHand


def choose_pass(hand: SeatHand, totals: tuple[int, ...], target: int) -> int:
    """The set of exactly three cards to pass; ``totals``: seat → total before this hand."""
    return cards_to_pass(knowledge(hand), Stakes(hand.seat, totals, target))


def choose_play(hand: SeatHand, totals: tuple[int, ...], target: int) -> int:
    """One legal card; ``totals``: seat → total before this hand."""
    legal = hand.legal
    if legal & (legal - 1) == 0:
        return legal.bit_length() - 1
    known = knowledge(hand)
    now = tuple([total + taken for total, taken in zip(totals, known.taken, strict=True)])
    stakes = Stakes(hand.seat, now, target)
    if can_shoot(known, stakes):
        return shooting_play(known)
    return cheapest(known, stakes)
