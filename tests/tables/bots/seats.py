"""What a seat knows in a position that a test writes down, and what the bot does there.

Cards are text; Alice's seat is 0, Bob's 1, Carol's 2 and so on, and it is Alice's turn.
"""

from collections.abc import Sequence

from tables.bots import choose_pass, choose_play
from tables.hearts.cards import CARDS, HEART_MASK, NAMES, mask_of, names_of, parse_cards, points_of
from tables.hearts.deck import cards_each, first_lead
from tables.hearts.hand import Trick
from tables.hearts.legality import legal_follows, legal_leads
from tables.hearts.passing import Direction
from tables.hearts.secrecy import PublicHand, SeatHand

ALICE, BOB, CAROL, DAVE, ERIN = range(5)


def taken_trick(leader: int, text: str) -> Trick:
    """A taken trick: who led, and its cards in order of play."""
    cards = tuple(CARDS[name] for name in text.split())
    best = max(card for card in cards if card // 13 == cards[0] // 13)
    taker = (leader + cards.index(best)) % len(cards)
    return Trick(leader, cards, taker, points_of(mask_of(cards)))


def seat(
    cards: str,
    *,
    trick: str = "",
    tricks: Sequence[Trick] = (),
    passed: str = "",
    direction: Direction = Direction.LEFT,
    players: int = 4,
) -> SeatHand:
    """What Alice knows who holds these cards and is to play to this trick, after these tricks."""
    mine = parse_cards(cards)
    played = tuple(CARDS[name] for name in trick.split())
    left = cards_each(players) - len(tricks)
    assert mine.bit_count() == left
    leader = -len(played) % players
    taken = [0] * players
    for one in tricks:
        taken[one.taker] += one.points
    broken = any(one.mask & HEART_MASK for one in tricks)
    if played:
        legal = legal_follows(mine, played[0] // 13, first_trick=not tricks)
    else:
        opening = 0 if tricks else 1 << first_lead(players)
        legal = legal_leads(mine, opening=opening, hearts_broken=broken)
    public = PublicHand(
        number=1,
        players=players,
        direction=direction,
        commitment="",
        is_passing=False,
        has_passed=(True,) * players,
        leader=leader,
        turn=ALICE,
        trick=played,
        tricks=tuple(tricks),
        taken=tuple(taken),
        cards_left=tuple(
            left - (1 if other >= leader and played else 0) for other in range(players)
        ),
        hearts_broken=broken,
    )
    return SeatHand(public, ALICE, mine, legal, parse_cards(passed), 0)


def before_pass(cards: str, direction: Direction = Direction.LEFT, players: int = 4) -> SeatHand:
    """What Alice knows who was dealt these cards and is to pass."""
    mine = parse_cards(cards)
    assert mine.bit_count() == cards_each(players)
    public = PublicHand(
        number=1,
        players=players,
        direction=direction,
        commitment="",
        is_passing=True,
        has_passed=(False,) * players,
        leader=None,
        turn=None,
        trick=(),
        tricks=(),
        taken=(0,) * players,
        cards_left=(cards_each(players),) * players,
        hearts_broken=False,
    )
    return SeatHand(public, ALICE, mine, 0, 0, 0)


def plays(hand: SeatHand, totals: Sequence[int] = (), target: int = 100) -> str:
    """The card that the bot plays, as text."""
    return NAMES[choose_play(hand, tuple(totals) or (0,) * hand.public.players, target)]


def passes(hand: SeatHand, totals: Sequence[int] = (), target: int = 100) -> str:
    """The cards that the bot passes, as text by suit and rank."""
    cards = choose_pass(hand, tuple(totals) or (0,) * hand.public.players, target)
    return " ".join(names_of(cards))
