"""The price of a card: what playing it is likely to cost, in own points."""

from tables.bots.danger import lead_danger, suit_danger
from tables.bots.knowledge import Knowledge
from tables.bots.prospects import prospect
from tables.bots.stakes import Stakes
from tables.bots.stopping import helps_shooter, threat
from tables.hearts.cards import (
    QUEEN_MASK,
    QUEEN_OF_SPADES,
    SPADES,
    SUIT_MASKS,
    cards_in,
    points_of,
    suit_of,
)

LEAD = 1.5  # the weight of having to lead next
SMOKE = 1.4  # the worth of leading a spade below a queen that others hold
STOP = 0.8  # the share of moons that this seat alone can stop


def cheapest(known: Knowledge, stakes: Stakes) -> int:
    """The legal card with the lowest price; of equal ones the highest."""
    danger = threat(known)
    loss = 0.0
    if danger:
        loss = -STOP * danger.chance * stakes.moon(danger.shooter, known.taken)
    best, choice = float("inf"), -1
    for card in cards_in(known.legal):
        chance, points = prospect(known, card)
        price = _keeping(known, card) + _trick(known, stakes, card, chance, points)
        if danger:
            price += loss * helps_shooter(known, danger.shooter, card, chance, points)
        if price <= best:
            best, choice = price, card
    return choice


def _keeping(known: Knowledge, card: int) -> float:
    """How much more the suit is likely to cost without this card."""
    suit = suit_of(card)
    held = known.mine & SUIT_MASKS[suit]
    price = suit_danger(suit, held ^ (1 << card), known) - suit_danger(suit, held, known)
    if known.led < 0 and suit == SPADES and known.out & QUEEN_MASK and card < QUEEN_OF_SPADES:
        price -= SMOKE
    return price


def _trick(known: Knowledge, stakes: Stakes, card: int, chance: float, points: float) -> float:
    """What the running trick is likely to cost, and having to lead after it."""
    price = 0.0
    if chance > 0:
        lead = lead_danger(known.mine ^ 1 << card, known)
        price += chance * (LEAD * lead - stakes.gain(known.seat, points))
    given = points_of(known.trick | 1 << card)
    if given and chance < 1:
        ducks = known.led >= 0 and (suit_of(card) != known.led or card < known.best)
        gain = stakes.gain(known.taker, given) if ducks else given / (known.players - 1)
        price -= (1 - chance) * gain
    return price
