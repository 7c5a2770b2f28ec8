"""Hands and tables as the tests write them: cards as text, seats by name."""

from collections.abc import Sequence

from tables.hearts import events as ev
from tables.hearts.cards import CARDS, mask_of, names_of, parse_cards
from tables.hearts.deck import first_lead
from tables.hearts.events import Event, Logged
from tables.hearts.hand import Hand, Start, Trick
from tables.hearts.table import Table, apply

ALICE, BOB, CAROL, DAVE, ERIN, VICTOR = range(101, 107)
CAST = (ALICE, BOB, CAROL, DAVE, ERIN)
FOUR = (ALICE, BOB, CAROL, DAVE)

SEED = bytes(range(32))
PASSES = ["5C 9C 2D", "2C 8C KC", "7C TC QC", "3C 4C 6C"]  # of what SEED deals to four
NO_HEART = "7S 8S 9S TS"
WITH_A_HEART = "7S 8S 9S JH"


def listed(text: str) -> tuple[int, ...]:
    """``"7C JC"`` → the cards in this order."""
    return tuple(CARDS[name] for name in text.split())


def text_of(cards: int) -> str:
    """A set of cards as text, by suit (C D H S) and rank."""
    return " ".join(names_of(cards))


def hand_in_play(*cards: str, leader: int = 0, trick: str = "", earlier: str = NO_HEART) -> Hand:
    """A hand in which each seat holds the cards of its text.

    ``trick`` is the running trick so far, led by ``leader``; ``earlier`` a trick that was taken
    before, or "" for the first trick.
    """
    players = len(cards)
    played = listed(trick)
    before = (Trick(0, listed(earlier), 0, 0),) if earlier else ()
    assert not parse_cards(" ".join(cards)) & parse_cards(earlier)
    return Hand(
        Start(
            number=1,
            players=players,
            seed=SEED,
            opening=1 << first_lead(players),
            held=tuple(parse_cards(text) for text in cards),
            passed=(0,) * players,
        ),
        leader=leader,
        turn=(leader + len(played)) % players if len(played) < players else None,
        trick=played,
        tricks=before,
        gone=mask_of(played) | parse_cards(earlier),
    )


def legal(hand: Hand) -> str:
    """The legal plays of the seat whose turn it is, as text."""
    assert hand.turn is not None
    return text_of(hand.legal_plays(hand.turn))


class Log:
    """A table that events are added to, one a second from 1 s on; all of them stay listed."""

    def __init__(self, *events: Event) -> None:
        self.table: Table | None = None
        self.logged: list[Logged] = []
        for event in events:
            self.add(event)

    def add(self, event: Event) -> Table:
        at = 1000 * (len(self.logged) + 1)
        entry = Logged(number=len(self.logged) + 1, at=at, show=at, event=event)
        self.logged.append(entry)
        self.table = apply(self.table, entry)
        return self.table

    def then(self, *events: Event) -> Table:
        """The table after some more events."""
        for event in events:
            self.add(event)
        assert self.table is not None
        return self.table


def opened(size: int = 4, target: int = 100) -> Log:
    """A table that nobody sits at yet."""
    return Log(ev.TableOpened(size=size, target=target, ranked=False, private=False))


def seated(players: Sequence[int], size: int | None = None, target: int = 100) -> Log:
    """A waiting table at which these players sit from seat 0 on, in this order, all connected."""
    log = opened(size or len(players), target)
    log.then(*(ev.SeatTaken(seat, player, True) for seat, player in enumerate(players)))
    return log


def started(*players: int) -> Log:
    """A game of these players that has started, before the first deal."""
    log = seated(players)
    log.add(ev.GameStarted())
    return log


def in_play() -> Log:
    """Four people's game after the exchange of the first hand; Carol has got the 2C."""
    log = started(*FOUR)
    log.add(ev.Dealt(1, SEED))
    log.then(*(ev.Passed(seat, parse_cards(cards), False) for seat, cards in enumerate(PASSES)))
    log.add(ev.CardsExchanged(1))
    return log
