"""Which three cards to give away.

The figures say what kept cards cost, in points of the hand's end; they come from a regression over
96,000 passes of the bot's own games, with the cards kept and the points that followed.
"""

from itertools import combinations
from math import exp

from tables.bots.knowledge import Knowledge
from tables.bots.shooting import losers_weight
from tables.bots.stakes import Stakes
from tables.hearts.cards import (
    HEARTS,
    QUEEN_MASK,
    QUEEN_OF_SPADES,
    SPADES,
    SUIT_MASKS,
    cards_in,
    mask_of,
)
from tables.hearts.passing import PASSED_CARDS
from tables.hearts.scoring import HAND_POINTS

# By rank from the two, and by length of the suit kept.
HEART = (-2.3, -2.3, -1.9, -1.4, -1.05, -0.65, -0.35, -0.1, 0.05, 0.2, 0.3, 0.4, 0.65)
HEART_LENGTH = (-1.8, 0.4, 0.2, 0.0)
SIDE = (-0.9, -1.4, -1.15, -0.8, -0.55, -0.45, -0.3, -0.15, -0.05, 0.0, 0.1, 0.25, 0.25)
SIDE_LENGTH = (-2.3, -1.4, -0.5, 0.0)

# By number of spades kept below the queen: without the queen, by number kept above it; with it,
# by whether one is.
WITHOUT_QUEEN = (
    (2.75, 2.3, 1.15, 0.0, -0.85, -1.3, -2.4),
    (5.7, 4.7, 2.55, 0.55, -0.7, -1.4, -2.4),
    (7.9, 6.4, 4.4, 1.2, -0.6, -1.3, -2.4),
)
WITH_QUEEN = (
    (8.4, 5.7, 2.2, -0.2, -0.65, -1.1, -2.2),
    (8.4, 4.7, 2.1, 0.6, -0.1, -1.0, -2.2),
)
# How likely a moon must be to pass for it, if it is worth 26 points.
NEEDED = 0.3

_LOW_SPADES = SUIT_MASKS[SPADES] & (QUEEN_MASK - 1)
# How many cards go from clubs, diamonds, hearts, spades.
_SPLITS = [
    (clubs, diamonds, hearts, PASSED_CARDS - clubs - diamonds - hearts)
    for clubs in range(PASSED_CARDS + 1)
    for diamonds in range(PASSED_CARDS + 1 - clubs)
    for hearts in range(PASSED_CARDS + 1 - clubs - diamonds)
]

# Number of cards given from a suit → what the rest of it costs, and the cards given.
Options = list[tuple[float, int]]


def cards_to_pass(known: Knowledge, stakes: Stakes) -> int:
    """The three cards without which the hand is likely to cost least, or to shoot the moon."""
    weight, losers = _best_split([_shooting_options(known, suit) for suit in range(4)])
    if exp(-weight) * stakes.moon(known.seat, known.taken) > NEEDED * HAND_POINTS:
        return losers
    return _best_split([_options(known, suit) for suit in range(4)])[1]


def _best_split(options: list[Options]) -> tuple[float, int]:
    """The cheapest way to give three cards, and the cards."""
    ways = []
    for counts in _SPLITS:
        parts = [option[count : count + 1] for option, count in zip(options, counts, strict=True)]
        if all(parts):
            costs, givens = zip(*[part[0] for part in parts], strict=True)
            ways.append((sum(costs), sum(givens)))
    return min(ways)


def _options(known: Knowledge, suit: int) -> Options:
    """For each number of cards the best ones to give, out of the four highest of the suit."""
    held = known.mine & SUIT_MASKS[suit]
    highest = list(cards_in(held))[-4:]
    return [
        min(
            [(_cost(suit, held ^ given), given) for given in map(mask_of, combinations(highest, n))]
        )
        for n in range(min(PASSED_CARDS, len(highest)) + 1)
    ]


def _shooting_options(known: Knowledge, suit: int) -> Options:
    """For each number of cards the lowest ones of the suit."""
    held = list(cards_in(known.mine & SUIT_MASKS[suit]))
    givens = [mask_of(held[:n]) for n in range(min(PASSED_CARDS, len(held)) + 1)]
    return [(losers_weight(suit, known.mine ^ g, known.out | g), g) for g in givens]


def _cost(suit: int, kept: int) -> float:
    """What the cards kept of a suit are likely to cost."""
    if suit == SPADES:
        low = min((kept & _LOW_SPADES).bit_count(), 6)
        above = (kept >> (QUEEN_OF_SPADES + 1)).bit_count()
        return WITH_QUEEN[min(above, 1)][low] if kept & QUEEN_MASK else WITHOUT_QUEEN[above][low]
    by_rank, by_length = (HEART, HEART_LENGTH) if suit == HEARTS else (SIDE, SIDE_LENGTH)
    cost = by_length[min(kept.bit_count(), 3)]
    return cost + sum([by_rank[card % 13] for card in cards_in(kept)])
