"""Refusals about accounts, each with a stable code and a sentence that the person can read."""

from typing import ClassVar


class AccountError(Exception):
    """Something that this person may not do with an account now. Nothing was changed."""

    code: ClassVar[str] = "refused"
    message: ClassVar[str] = "That can't be done now."

    def __init__(self, message: str | None = None) -> None:
        super().__init__(message or self.message)


class TryAgain(Exception):
    """Another command came first on the same rows: the whole transaction has to begin again."""


class Busy(AccountError):
    code = "busy"
    message = "The site is very busy. Please try again."


class ModeratorsAccount(AccountError):
    code = "moderators_account"
    message = "A moderator's account is kept for the record of what they did. Ask the site's owner."


class MailAway(Exception):
    """The mail server can't be reached; whatever needed it may be tried again later."""
