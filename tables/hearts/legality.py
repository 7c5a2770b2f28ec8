"""Which cards may be played: rules 3 to 6, stated once, for people and bots alike."""

from tables.hearts import errors
from tables.hearts.cards import (
    HEART_MASK,
    POINT_MASK,
    QUEEN_MASK,
    SUIT_MASKS,
    SUIT_SINGULAR,
    suit_of,
)


def legal_plays(
    cards: int, *, led: int | None, first_trick: bool, hearts_broken: bool, first_lead: int
) -> int:
    """The cards that may be played, out of the cards that a seat holds; never empty if it holds any.

    ``led`` is the suit led, or None for the leader; ``first_lead`` the card that opens the hand.
    """
    if led is None:
        # Rule 3: whoever holds the lowest club opens the hand with it.
        if first_trick:
            return cards & (1 << first_lead)
        # Rule 5: hearts are not led before they are broken, unless there is nothing else.
        if not hearts_broken and cards & ~HEART_MASK:
            return cards & ~HEART_MASK
        return cards
    # Rule 4: follow suit if you can.
    following = cards & SUIT_MASKS[led]
    if following:
        return following
    # Rule 6: no point card in the first trick; with only hearts and the queen, a heart.
    if first_trick:
        return cards & ~POINT_MASK or cards & ~QUEEN_MASK or cards
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
    if suit_of(card) != led and first_trick:
        return errors.NoPointsInFirstTrick()
    raise AssertionError("a legal card was refused")
