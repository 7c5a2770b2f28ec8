"""Random passes and plays, each from a seeded source; all choices are alike."""

from random import Random

from tables.hearts.cards import cards_in, mask_of
from tables.hearts.hand import Hand, dealt_hand


def random_card(cards: int, chance: Random) -> int:
    """One of a set of cards."""
    for _ in range(int(chance.random() * cards.bit_count())):
        cards &= cards - 1
    return (cards & -cards).bit_length() - 1


def random_subset(cards: int, count: int, chance: Random) -> int:
    """So many of a set of cards."""
    return mask_of(chance.sample(list(cards_in(cards)), count))


def random_moment(players: int, chance: Random) -> Hand:
    """A random hand of a game at a random moment, from before the first pass to after the last
    trick; every moment is as likely."""
    hand = dealt_hand(chance.randrange(1, players + 1), players, chance.randbytes(32))
    steps = len(hand.cards) * hand.cards[0].bit_count()
    left = chance.randrange(-players if hand.is_passing else 0, steps + 1)
    if hand.is_passing:
        for seat in chance.sample(range(players), min(players, players + left)):
            hand = hand.with_pass(seat, random_subset(hand.cards[seat], 3, chance))
        if left < 0 or (left == 0 and chance.random() < 0.5):
            return hand
        hand = hand.exchanged()
    for _ in range(left):
        assert hand.turn is not None
        hand = hand.with_play(hand.turn, random_card(hand.legal_plays(hand.turn), chance))
        if hand.turn is None:
            hand = hand.trick_gathered()
    return hand
