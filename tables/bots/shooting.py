"""The bot's own moon: whether to try for it, and how it is played."""

from math import exp

from tables.bots.knowledge import Knowledge
from tables.bots.stakes import Stakes
from tables.hearts.cards import HEARTS, POINT_MASK, QUEEN_MASK, SUIT_MASKS, cards_in, suit_of
from tables.hearts.scoring import HAND_POINTS

# A trick that is likely to be lost divides the chance of a moon by about 1.5, a heart trick by 6.
SIDE_LOSER = 0.4
HEART_LOSER = 1.8
# The part of a suit's cards out that the longest of the other hands holds.
LONGEST = 0.55
# How likely a moon must be, if it is worth the 26 points of a hand or more.
NEEDED = 0.6


def can_shoot(known: Knowledge, stakes: Stakes) -> bool:
    """Whether to try to take every point that is still to fall."""
    if sum(known.taken) > known.taken[known.seat]:
        return False
    if known.trick & POINT_MASK and not known.legal & SUIT_MASKS[known.led]:
        return False
    weight = sum([losers_weight(suit, known.mine, known.out) for suit in range(4)])
    worth = min(stakes.moon(known.seat, known.taken), HAND_POINTS)
    return exp(-weight) * worth > NEEDED * HAND_POINTS


def losers_weight(suit: int, mine: int, out: int) -> float:
    """How far the tricks likely to be lost in a suit speak against a moon."""
    mask = SUIT_MASKS[suit]
    return _losers(mine & mask, out & mask) * (HEART_LOSER if suit == HEARTS else SIDE_LOSER)


def _losers(held: int, out: int) -> int:
    """The rounds of a suit that are likely to be lost, when it is played from the top."""
    if not held or not out:
        return 0
    winners = (held >> out.bit_length()).bit_count()
    lowest = held & -held
    higher = (out & -lowest).bit_count()
    longest = round(out.bit_count() * LONGEST + 0.4)
    return max(0, min(held.bit_count() - winners, higher, longest - winners))


def shooting_play(known: Knowledge) -> int:
    """The card to play on the way to a moon."""
    if known.led < 0:
        return max(cards_in(known.legal), key=lambda card: _lead_value(known, card))
    if known.legal & SUIT_MASKS[known.led]:
        return _follow(known)
    safe = known.legal & ~POINT_MASK or known.legal
    return min(cards_in(safe), key=lambda card: (card % 13, card))


def _follow(known: Knowledge) -> int:
    """The cheapest sure winner; else the highest card on points, and the lowest on none."""
    over = known.legal & -(1 << known.best)
    lowest = _lowest(known.legal & ~QUEEN_MASK or known.legal)
    if not over:
        return lowest
    may = 0
    for seat in known.later:
        may |= known.may_hold[seat] & SUIT_MASKS[known.led]
    sure = over & -(1 << may.bit_length())
    if sure:
        return _lowest(sure)
    return over.bit_length() - 1 if known.trick & POINT_MASK else lowest


def _lead_value(known: Knowledge, card: int) -> float:
    """Sure winners first, from suits without losers and with many cards out; hearts last."""
    suit = suit_of(card)
    out = known.out & SUIT_MASKS[suit]
    value = out.bit_count() / 10 - _losers(known.mine & SUIT_MASKS[suit], out)
    if not out >> card:
        return value + 10
    return value - 3 if suit == HEARTS else value


def _lowest(cards: int) -> int:
    return (cards & -cards).bit_length() - 1
