"""How fast the rules are: ``python -m tests.bench.engine`` compares them with OpenSpiel's Hearts.

Both deal, pass to the left and play a four-handed hand in which every choice is random, all
legal choices alike; both take the choice's number from ``random.Random``. OpenSpiel is driven
from Python by ``legal_actions`` and ``apply_action`` at every node, the nodes of the deal
included. Ours deals from a fresh seed and builds a new frozen hand for every pass and play.

Runs alternate; a figure is the median over them of hands per second of CPU time. The last line is
the median ratio, ours ÷ OpenSpiel's, and the bar that it must reach.
"""

import random
import sys
import time
from collections.abc import Callable
from statistics import median

import pyspiel

from tables.hearts.hand import Hand, dealt_hand
from tables.hearts.passing import PASSED_CARDS

PLAYERS = 4
PASS_LEFT = 1  # as the number of our hand, and as OpenSpiel's first chance action
RUNS = 9
HANDS = 1500
BAR = 0.25
AIM = 1.0

Chance = Callable[[], float]


def our_hand(chance: random.Random) -> Hand:
    """A random hand by the rules of this project, played to its end."""
    pick = chance.random
    hand = dealt_hand(PASS_LEFT, PLAYERS, chance.randbytes(32))
    for seat in range(PLAYERS):
        hand = hand.with_pass(seat, random_pass(hand.cards[seat], pick))
    hand = hand.exchanged()
    while not hand.is_over:
        while (turn := hand.turn) is not None:
            hand = hand.with_play(turn, random_card(hand.legal_plays(turn), pick))
        hand = hand.trick_gathered()
    return hand


def random_pass(cards: int, pick: Chance) -> int:
    kept = cards
    for _ in range(PASSED_CARDS):
        kept &= ~(1 << random_card(kept, pick))
    return cards & ~kept


def random_card(cards: int, pick: Chance) -> int:
    """One of a set of cards: drops a random number of its lowest and takes the next."""
    skip = int(pick() * cards.bit_count())
    while skip:
        cards &= cards - 1
        skip -= 1
    return (cards & -cards).bit_length() - 1


def their_hand(game: pyspiel.Game, chance: random.Random) -> pyspiel.State:
    """A random hand by OpenSpiel, played to its end."""
    pick = chance.random
    state = game.new_initial_state()
    state.apply_action(PASS_LEFT)
    while not state.is_terminal():
        actions = state.legal_actions()
        state.apply_action(actions[int(pick() * len(actions))])
    return state


def hands_per_second(play: Callable[[], object]) -> float:
    """Hands per second of this process's CPU time, over one run."""
    started = time.process_time()
    for _ in range(HANDS):
        play()
    return HANDS / (time.process_time() - started)


def main() -> int:
    game = pyspiel.load_game("hearts")
    chance = random.Random(1)
    pairs = [
        (
            hands_per_second(lambda: our_hand(chance)),
            hands_per_second(lambda: their_hand(game, chance)),
        )
        for _ in range(RUNS)
    ]
    print(f"ours       {median(ours for ours, _ in pairs):8,.0f} hands/s")
    print(f"OpenSpiel  {median(theirs for _, theirs in pairs):8,.0f} hands/s")
    ratio = median(ours / theirs for ours, theirs in pairs)
    print(f"ratio      {ratio:8.2f}  (bar {BAR}, aim {AIM})")
    return 0 if ratio >= BAR else 1


if __name__ == "__main__":
    sys.exit(main())
