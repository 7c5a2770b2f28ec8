"""Which cards may be played: rules 3 to 6, stated once, for people and bots alike."""

from tables.hearts import errors
from tables.hearts.cards import (
    HEART_MASK,
    POINT_MASK,
    QUEEN_MASK,
    SUIT_MASKS,
    SUIT_SINGULAR,
)


def legal_leads(cards: int, *, opening: int, hearts_broken: bool) -> int:
    """The cards that the leader of a trick may play, out of the cards held; never empty.

    ``opening`` is the card that opens the hand, as a set; in later tricks it has gone.
    """
    # Rule 3: whoever holds the lowest club opens the hand with it.
    if cards & opening:
        return opening
    # Rule 5: hearts are not led before they are broken, unless there is nothing else.
    if not hearts_broken and cards & ~HEART_MASK:
        return cards & ~HEART_MASK
    return cards


def legal_follows(cards: int, led: int, *, first_trick: bool) -> int:
    """The cards that may be played to a trick in which a suit was led, out of the cards held."""
    # Rule 4: follow suit if you can.
    following = cards & SUIT_MASKS[led]
    if following:
        return following
    # Rule 6: no point card in the first trick; with only hearts and the queen, a heart.
    if first_trick:
        return cards & ~POINT_MASK or cards & ~QUEEN_MASK
    return cards


def refusal(card: int, cards: int, *, led: int | None, first_trick: bool) -> errors.RuleError:
    """Why a card that is not among the legal plays is refused."""
    if not cards & (1 << card):
        return errors.CardNotHeld()
    if led is None:
        return errors.MustLeadFirstCard() if first_trick else errors.HeartsNotBroken()
    if cards & SUIT_MASKS[led]:
        suit = SUIT_SINGULAR[led]
        return errors.MustFollowSuit(f"You hold a {suit}, so you must follow suit.")
    return errors.NoPointsInFirstTrick()
