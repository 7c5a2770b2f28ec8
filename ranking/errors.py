"""Refusals about ratings, each with a stable code and a sentence that the person can read."""

from typing import ClassVar

from accounts.errors import AccountError


class GameNotSettled(AccountError):
    """Rule 28: a started ranked game in which the player is or was ranked has not ended."""

    code = "game_not_settled"
    message = (
        "A ranked game that you started is still being played, even if you have left it."
        " Please try again once it has ended."
    )


class GameNotRated(Exception):
    """Rule 31: only a rated game can be voided."""

    code: ClassVar[str] = "game_not_rated"
    message: ClassVar[str] = "This game has not been rated, so there is nothing to void."

    def __init__(self) -> None:
        super().__init__(self.message)
