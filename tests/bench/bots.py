"""How strong the bot is: ``python -m tests.bench.bots`` plays it against two kinds of table.

The bot sits in one seat, which rotates from game to game, against

- ``random``: passes three random cards and plays a random legal card,
- ``duck``: passes its three highest cards; plays the lowest card that does not win the trick so
  far, and the lowest card if it leads or each of its cards would win. Highest and lowest go by
  rank, then by suit in the order C D H S. A card of another suit than the one led never wins, so
  that a seat which can't follow discards its lowest card.

Games go to 100. Game g of a run is dealt by ``random.Random(g)``: 32 bytes of it seed each hand.
At four seats the lower end of the 95% Wilson interval of the share of games won must reach the
bar; three and five seats are for information.
"""

import random
import sys
import time
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from functools import partial
from math import sqrt

from tables.bots import choose_pass, choose_play
from tables.hearts.cards import cards_in, mask_of
from tables.hearts.hand import Hand, dealt_hand
from tables.hearts.scoring import hand_score, winner
from tables.hearts.secrecy import seat_hand

TARGET = 100
GAMES = 2000
BARS = {"random": 0.75, "duck": 0.35}
PROCESSES = 2

Play = Callable[[Hand, int, random.Random], int]


@dataclass(slots=True)
class Tally:
    """What a run of games came to; ``choices`` are the bot's, ``seconds`` the time it took them."""

    games: int = 0
    won: int = 0
    choices: int = 0
    seconds: float = 0.0

    def add(self, other: "Tally") -> None:
        self.games += other.games
        self.won += other.won
        self.choices += other.choices
        self.seconds += other.seconds

    @property
    def share(self) -> float:
        return self.won / self.games

    @property
    def lower_bound(self) -> float:
        """The lower end of the 95% Wilson interval of the share of games won."""
        z = 1.959964
        n = self.games
        centre = self.share + z * z / (2 * n)
        spread = z * sqrt(self.share * (1 - self.share) / n + z * z / (4 * n * n))
        return (centre - spread) / (1 + z * z / n)

    @property
    def microseconds(self) -> float:
        """Mean time of a choice."""
        return 1e6 * self.seconds / self.choices


def by_rank(card: int) -> tuple[int, int]:
    return card % 13, card


def random_pass(hand: Hand, seat: int, chance: random.Random) -> int:
    return mask_of(chance.sample(list(cards_in(hand.cards[seat])), 3))


def random_play(hand: Hand, seat: int, chance: random.Random) -> int:
    return chance.choice(list(cards_in(hand.legal_plays(seat))))


def duck_pass(hand: Hand, seat: int, _: random.Random) -> int:
    return mask_of(sorted(cards_in(hand.cards[seat]), key=by_rank)[-3:])


def duck_play(hand: Hand, seat: int, _: random.Random) -> int:
    cards = sorted(cards_in(hand.legal_plays(seat)), key=by_rank)
    if not hand.trick:
        return cards[0]
    led = hand.trick[0] // 13
    best = max(card for card in hand.trick if card // 13 == led)
    return next((card for card in cards if card // 13 != led or card < best), cards[0])


RIVALS: dict[str, tuple[Play, Play]] = {
    "random": (random_pass, random_play),
    "duck": (duck_pass, duck_play),
}


def played_game(number: int, *, players: int, rival: str) -> Tally:
    """One game; the bot sits at seat ``number mod players``."""
    tally = Tally(games=1)
    chance = random.Random(number)
    totals = (0,) * players
    hand_number = 0
    while (won := winner(totals, TARGET)) is None:
        hand_number += 1
        hand = dealt_hand(hand_number, players, chance.randbytes(32))
        points = played_hand(hand, totals, number % players, RIVALS[rival], chance, tally)
        totals = tuple([a + b for a, b in zip(totals, points, strict=True)])
    tally.won = int(won == number % players)
    return tally


def played_hand(
    hand: Hand,
    totals: tuple[int, ...],
    bot: int,
    rivals: tuple[Play, Play],
    chance: random.Random,
    tally: Tally,
) -> tuple[int, ...]:
    """Seat → points of one hand."""
    rival_pass, rival_play = rivals
    if hand.is_passing:
        for seat in range(hand.players):
            if seat == bot:
                cards = timed(choose_pass, hand, bot, totals, tally)
            else:
                cards = rival_pass(hand, seat, chance)
            hand = hand.with_pass(seat, cards)
        hand = hand.exchanged()
    while not hand.is_over:
        turn = hand.turn
        if turn is None:
            hand = hand.trick_gathered()
        elif turn == bot:
            hand = hand.with_play(bot, timed(choose_play, hand, bot, totals, tally))
        else:
            hand = hand.with_play(turn, rival_play(hand, turn, chance))
    return hand_score(hand.taken)


def timed(
    choose: Callable[..., int], hand: Hand, bot: int, totals: tuple[int, ...], tally: Tally
) -> int:
    """The bot's choice, its time added to the tally."""
    seen = seat_hand(hand, bot)
    start = time.perf_counter()
    choice = choose(seen, totals, TARGET)
    tally.seconds += time.perf_counter() - start
    tally.choices += 1
    return choice


def played_games(pool: ProcessPoolExecutor, *, players: int, rival: str, games: int) -> Tally:
    """Games 0, 1, 2 … added up."""
    total = Tally()
    play = partial(played_game, players=players, rival=rival)
    for tally in pool.map(play, range(games), chunksize=25):
        total.add(tally)
    return total


def main() -> int:
    """Prints a line per kind of table; 1 if a bar is missed."""
    missed = False
    with ProcessPoolExecutor(PROCESSES) as pool:
        for players, games in ((4, GAMES), (3, GAMES // 4), (5, GAMES // 4)):
            for rival, bar in BARS.items():
                tally = played_games(pool, players=players, rival=rival, games=games)
                line = (
                    f"{players} seats, {players - 1} x {rival:6}: won {tally.won}/{tally.games}"
                    f" = {tally.share:.1%}, lower bound {tally.lower_bound:.1%},"
                    f" {tally.microseconds:.0f} us a choice"
                )
                if players == 4:
                    missed = missed or tally.lower_bound < bar
                    line += f" (bar {bar:.0%}: {'missed' if tally.lower_bound < bar else 'met'})"
                print(line, flush=True)
    return int(missed)


if __name__ == "__main__":
    sys.exit(main())
