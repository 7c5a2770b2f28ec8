"""Thousands of random games at each size, checked at each hand's end against the rulebook.

What must hold is worked out here from the names of the cards, not by the code under test.
"""

from collections.abc import Sequence
from random import Random

import pytest

from tables.hearts import errors
from tables.hearts import events as ev
from tables.hearts.cards import CARDS, NAMES, names_of
from tables.hearts.events import Freed
from tables.hearts.hand import Hand, Trick
from tables.hearts.scoring import hand_score, shooter_of, winner
from tables.hearts.table import State, Table, fold
from tests.tables.hearts.positions import CAST, seated
from tests.tables.hearts.random_play import random_card, random_moment, random_subset

pytestmark = pytest.mark.pure

GAMES = 2000
RANKS = "23456789TJQKA"
CARDS_IN_USE = {3: set(CARDS) - {"2D"}, 4: set(CARDS), 5: set(CARDS) - {"2D", "2C"}}
OPENING = {3: "2C", 4: "2C", 5: "3C"}


class RandomGame:
    """A game of people who play at random, now and then one of them for the moon."""

    def __init__(self, players: int, target: int, chance: Random) -> None:
        self.chance = chance
        self.log = seated(CAST[:players], target=target)
        self.log.add(ev.GameStarted())

    @property
    def table(self) -> Table:
        assert self.log.table is not None
        return self.log.table

    @property
    def hand(self) -> Hand:
        assert self.table.hand is not None
        return self.table.hand

    def play_hand(self) -> None:
        """Plays the next hand to its score, and the game to its end if it ends with it."""
        number = len(self.table.scored) + 1
        self.log.add(ev.Dealt(number, self.chance.randbytes(32)))
        if self.hand.is_passing:
            self._pass_cards(number)
        shooter = self.chance.randrange(self.table.size) if self.chance.random() < 0.3 else None
        while not self.hand.is_over:
            self._play_trick(shooter)
        taken = self.hand.taken
        self.log.add(ev.HandScored(hand_score(taken), shooter_of(taken)))
        won_by = winner(self.table.totals, self.table.target)
        if won_by is not None:
            self.log.add(ev.GameEnded(won_by))

    def _pass_cards(self, number: int) -> None:
        for seat in self.chance.sample(range(self.table.size), self.table.size):
            cards = random_subset(self.hand.cards[seat], 3, self.chance)
            self.hand.check_pass(seat, cards)
            self.log.add(ev.Passed(seat, cards, False))
        self.log.add(ev.CardsExchanged(number))

    def _play_trick(self, shooter: int | None) -> None:
        if self.chance.random() < 0.05:
            self._come_and_go(self.chance.randrange(self.table.size))
        while (turn := self.hand.turn) is not None:
            legal = self.hand.legal_plays(turn)
            assert legal
            self.log.add(ev.Played(turn, self._choice(legal, turn, shooter), False))
        before = self.hand.taken
        taker = self.hand.trick_taker()
        points = self.hand.trick_gathered().taken[taker] - before[taker]
        self.log.add(ev.TrickTaken(taker, points))

    def _choice(self, legal: int, seat: int, shooter: int | None) -> int:
        if shooter is None:
            return random_card(legal, self.chance)
        cards = [CARDS[name] for name in names_of(legal)]
        return (max if seat == shooter else min)(cards, key=lambda card: card % 13)

    def _come_and_go(self, seat: int) -> None:
        player = self.table.seats[seat].player
        assert player is not None
        back = self.chance.random() < 0.5
        self.log.then(
            ev.PlayerAway(seat, since=1),
            ev.PlayerBack(seat) if back else ev.BotStoodIn(seat),
            ev.SeatFreed(seat, player, Freed.REPLACED),
            ev.SeatTaken(seat, player, connected=True),
        )


# What the rulebook says, in terms of names


def legal_by_the_book(
    held: set[str], led: str | None, *, first_trick: bool, broken: bool, opening: str
) -> set[str]:
    """The names of the cards that may be played: rules 3 to 6."""
    if led is None and first_trick:
        return {opening}
    if led is None:
        plain = {card for card in held if card[1] != "H"}
        return held if broken or not plain else plain
    if following := {card for card in held if card[1] == led}:
        return following
    if first_trick:
        plain = {card for card in held if card[1] != "H" and card != "QS"}
        return plain or held - {"QS"}
    return held


def taker_by_the_book(trick: Trick) -> int:
    names = [NAMES[card] for card in trick.cards]
    following = [name for name in names if name[1] == names[0][1]]
    best = max(following, key=lambda name: RANKS.index(name[0]))
    return (trick.leader + names.index(best)) % len(names)


def points_by_the_book(cards: Sequence[str]) -> int:
    return sum(13 if card == "QS" else card[1] == "H" for card in cards)


def check_plays(hand: Hand) -> None:
    """Every card of the hand was held and legal when it was played."""
    held = [set(names_of(cards)) for cards in hand.start.held]
    broken = False
    for number, trick in enumerate(hand.tricks):
        led = None
        for seat, card in trick.by_seat():
            name = NAMES[card]
            assert name in held[seat]
            assert name in legal_by_the_book(
                held[seat],
                led,
                first_trick=number == 0,
                broken=broken,
                opening=OPENING[hand.players],
            )
            held[seat].remove(name)
            led = led or name[1]
        broken = broken or any(NAMES[card][1] == "H" for card in trick.cards)
    assert not any(held)


def check_tricks(hand: Hand) -> tuple[int, ...]:
    """Each card was played once, each trick went to the right seat; seat → points taken."""
    played = [NAMES[card] for trick in hand.tricks for card in trick.cards]
    assert len(played) == len(set(played))
    assert set(played) == CARDS_IN_USE[hand.players]
    taken = [0] * hand.players
    leader = hand.tricks[0].leader
    for trick in hand.tricks:
        assert (trick.leader, len(trick.cards)) == (leader, hand.players)
        leader = taker_by_the_book(trick)
        assert trick.taker == leader
        taken[leader] += points_by_the_book([NAMES[card] for card in trick.cards])
    assert sum(taken) == 26
    return tuple(taken)


def check_score(table: Table, before: Sequence[int], taken: tuple[int, ...]) -> bool:
    """The score follows from what was taken; whether somebody shot the moon."""
    sheet = table.scored[-1]
    moon = max(taken) == 26
    points = tuple(26 - points for points in taken) if moon else taken
    assert sheet.points == points
    assert sheet.shooter == (taken.index(26) if moon else None)
    assert table.totals == tuple(a + b for a, b in zip(before, points, strict=True))
    assert sum(table.totals) % 26 == 0
    return moon


def check_end(table: Table) -> None:
    """The game is over if and only if rule 10 says so."""
    low, next_low, *_, high = sorted(table.totals)
    ends = high >= table.target and low < next_low
    assert (table.state is State.OVER) == ends
    assert table.winner == (table.totals.index(low) if ends else None)


@pytest.mark.parametrize("players", [3, 4, 5])
def test_random_games_are_scored_by_the_rulebook_and_fold_to_the_same_table(players: int) -> None:
    chance = Random(players)
    moons = ties = 0
    for number in range(GAMES):
        game = RandomGame(players, 100 if number % 50 == 0 else chance.choice((26, 40)), chance)
        replayed = fold(game.log.logged)
        while game.table.state is State.RUNNING:
            totals = game.table.totals
            game.play_hand()
            table = game.table
            moons += check_score(table, totals, check_tricks(game.hand))
            check_end(table)
            ties += max(table.totals) >= table.target and table.winner is None
            replayed = fold(game.log.logged[replayed.version :], replayed)
            assert replayed == table
        check_plays(game.hand)
        assert [sheet.number for sheet in table.scored] == list(range(1, len(table.scored) + 1))
    assert moons > 10
    assert ties > 10


def refusal_by_the_book(held: set[str], card: str, led: str | None, *, first_trick: bool) -> str:
    """The code with which a card that may not be played by the seat on turn is refused."""
    if card not in held:
        return "card_not_held"
    if led is None:
        return "must_lead_first_card" if first_trick else "hearts_not_broken"
    if any(other[1] == led for other in held):
        return "must_follow_suit"
    return "no_points_in_first_trick"


def answer(hand: Hand, seat: int, card: str) -> str:
    """The code of the refusal, or "legal"."""
    try:
        hand.check_play(seat, CARDS[card])
    except errors.RuleError as refused:
        return refused.code
    return "legal"


def answers_by_the_book(hand: Hand, seat: int) -> dict[str, str]:
    """Each card of the pack → the code of its refusal, or "legal", if this seat plays it now."""
    if hand.is_passing or hand.is_over:
        return dict.fromkeys(CARDS, "not_playing")
    assert hand.leader is not None
    if seat != (hand.leader + len(hand.trick)) % hand.players:
        return dict.fromkeys(CARDS, "not_your_turn")
    held = set(names_of(hand.cards[seat]))
    led = NAMES[hand.trick[0]][1] if hand.trick else None
    first = not hand.tricks
    earlier = [NAMES[card] for trick in hand.tricks for card in trick.cards]
    broken = any(card[1] == "H" for card in earlier)
    opening = OPENING[hand.players]
    legal = legal_by_the_book(held, led, first_trick=first, broken=broken, opening=opening)
    return {
        card: "legal" if card in legal else refusal_by_the_book(held, card, led, first_trick=first)
        for card in CARDS
    }


@pytest.mark.parametrize("players", [3, 4, 5])
def test_at_random_moments_a_card_is_legal_or_refused_by_the_rule_that_forbids_it(
    players: int,
) -> None:
    chance = Random(players)
    codes: set[str] = set()
    for _ in range(2000):
        hand = random_moment(players, chance)
        for seat in range(players):
            expected = answers_by_the_book(hand, seat)
            assert {card: answer(hand, seat, card) for card in CARDS} == expected
            legal = {card for card, code in expected.items() if code == "legal"}
            assert set(names_of(hand.legal_plays(seat))) == legal
            assert legal or hand.turn != seat
            codes.update(expected.values())
    # In so few first tricks it may be that nobody is void, or has a point card to spare.
    assert codes - {"no_points_in_first_trick"} == {
        "legal",
        "not_playing",
        "not_your_turn",
        "card_not_held",
        "must_lead_first_card",
        "hearts_not_broken",
        "must_follow_suit",
    }
