"""Broken rules, each with a stable code and a sentence that a player can read."""

from typing import ClassVar


class TableError(Exception):
    """Something that this person may not do at this table now."""

    code: ClassVar[str] = "refused"
    message: ClassVar[str] = "That can't be done."

    def __init__(self, message: str | None = None) -> None:
        super().__init__(message or self.message)


class RuleError(TableError):
    """A card that the rules of Hearts forbid."""


class NotYourTurn(RuleError):
    code = "not_your_turn"
    message = "It is not your turn."


class WrongTurn(RuleError):
    code = "wrong_turn"
    message = "That trick is over: the table has moved on."


class NotPlaying(RuleError):
    code = "not_playing"
    message = "No trick is being played now."


class CardNotHeld(RuleError):
    code = "card_not_held"
    message = "You do not hold that card."


class MustLeadFirstCard(RuleError):
    code = "must_lead_first_card"
    message = "The lowest club opens the hand; no other card can be led."


class MustFollowSuit(RuleError):
    code = "must_follow_suit"
    message = "You must follow suit."


class HeartsNotBroken(RuleError):
    code = "hearts_not_broken"
    message = "Hearts can't be led before a heart has fallen in an earlier trick."


class NoPointsInFirstTrick(RuleError):
    code = "no_points_in_first_trick"
    message = "No heart and no queen of spades in the first trick."


class NotPassing(RuleError):
    code = "not_passing"
    message = "No cards are passed now."


class AlreadyPassed(RuleError):
    code = "already_passed"
    message = "You have passed already; a pass can't be changed."


class WrongPassCount(RuleError):
    code = "wrong_pass_count"
    message = "Pass exactly three different cards."
