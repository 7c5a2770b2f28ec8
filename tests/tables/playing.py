"""Tables with people at them, and moves by command, as the tests of commands and hub need them."""

from collections.abc import Callable

from accounts.models import Player
from tables import models, store
from tables.bots import choose_pass, choose_play
from tables.commands import opening, play, seats
from tables.hearts.cards import CARDS, cards_in, parse_cards
from tables.hearts.events import Event
from tables.hearts.hand import Hand
from tables.hearts.secrecy import seat_hand
from tables.hearts.table import State, Table
from tables.store import Folded


def table_of(
    *players: Player, size: int = 4, target: int = 100, private: bool = False, away: bool = False
) -> str:
    """A waiting table at which these people sit from seat 0 on, connected unless ``away``."""
    opener, *others = players
    code = opening.open_table(opener.pk, size=size, target=target, private=private).code
    if not away:
        seats.come_back(code, opener.pk)
    for player in others:
        seats.sit(code, player.pk, connected=not away, invited=True)
    return code


def game_of(*players: Player, size: int = 4, target: int = 100, private: bool = False) -> str:
    """A running game of these people, seated from 0 on, and bots: the first pass is due."""
    code = table_of(*players, size=size, target=target, private=private)
    play.start(code, players[0].pk, fill=True)
    return code


def trick_of(*players: Player, size: int = 4) -> str:
    """A running game in which all have passed: a person's turn, or a bot's that waits."""
    code = game_of(*players, size=size)
    for player in players:
        pass_any(code, player)
    return code


def guest(number: int) -> Player:
    return Player.objects.create(name=f"guest-{9000 + number}", is_guest=True)


def state_of(code: str) -> Table:
    """The table as the database has it."""
    return store.load(code).table


def version_of(code: str) -> int:
    return models.Table.objects.get(code=code).version


def kinds(code: str, after: int = 0) -> list[str]:
    """The kinds of the table's events after a version."""
    events = models.Event.objects.filter(table__code=code, number__gt=after)
    return list(events.order_by("number").values_list("kind", flat=True))


def events(code: str, after: int = 0) -> list[Event]:
    """The table's events after a version."""
    table = models.Table.objects.get(code=code)
    return [logged.event for logged in store.events_after(table.id, after)]


def put_hand(code: str, hand: Hand) -> Folded:
    """Makes this process believe that a table stands at such a hand."""
    folded = store.cache.get(code) or store.load(code)
    made_up = Folded(folded.id, code, folded.invite, folded.table._replace(hand=hand))
    store.cache.clear()
    store.cache.put(made_up)
    return made_up


def believed(code: str) -> Table:
    """The table as this process believes it to be."""
    folded = store.cache.get(code)
    assert folded is not None
    return folded.table


def pass_any(code: str, player: Player) -> Folded:
    """The player passes what a bot would."""
    table = state_of(code)
    seat = table.seat_of(player.pk)
    assert table.hand is not None
    assert seat is not None
    cards = choose_pass(seat_hand(table.hand, seat), table.totals, table.target)
    return play.pass_cards(code, player.pk, hand=table.hand.number, cards=cards)


def play_any(code: str, player: Player) -> Folded:
    """The player plays what a bot would."""
    table = state_of(code)
    seat = table.seat_of(player.pk)
    assert table.hand is not None
    assert seat is not None
    card = choose_play(seat_hand(table.hand, seat), table.totals, table.target)
    return play_text(code, player, card)


def play_text(code: str, player: Player, card: str | int) -> Folded:
    """The player plays a card to the running trick."""
    hand = state_of(code).hand
    assert hand is not None
    number = CARDS[card] if isinstance(card, str) else card
    return play.play_card(code, player.pk, hand=hand.number, trick=hand.trick_number, card=number)


def pass_text(code: str, player: Player, cards: str, *, hand: int = 1) -> Folded:
    """The player passes these cards."""
    return play.pass_cards(code, player.pk, hand=hand, cards=parse_cards(cards))


def legal_card(code: str, player: Player) -> int:
    """The lowest card that the player may play now."""
    table = state_of(code)
    seat = table.seat_of(player.pk)
    assert table.hand is not None
    assert seat is not None
    return next(cards_in(table.hand.legal_plays(seat)))


def play_on(code: str, *players: Player, until: Callable[[Table], bool]) -> Table:
    """These people pass and play until the table is as wanted, or the game is over."""
    by_id = {player.pk: player for player in players}
    table = state_of(code)
    while table.state is State.RUNNING and not until(table):
        hand = table.hand
        assert hand is not None
        turns = [n for n, passed in enumerate(hand.passed) if not passed]
        if not hand.is_passing:
            turns = [] if hand.turn is None else [hand.turn]
        player = next(by_id[p] for n in turns if (p := table.seats[n].player or 0) in by_id)
        move = pass_any if hand.is_passing else play_any
        table = move(code, player).table
    return table
