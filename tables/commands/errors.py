"""Refusals of commands that one table alone can't tell; the others are in ``tables.hearts``."""

from collections.abc import Sequence

from accounts import clock
from accounts.eligibility import Reason
from ranking.elo import Stake
from tables.hearts.errors import TableError


class SeatedElsewhere(TableError):
    """Rule 13. ``code_there`` is the other table's code."""

    code = "seated_elsewhere"
    message = "You hold a seat at another table. Go back there, or leave it first."

    def __init__(self, code_there: str) -> None:
        super().__init__()
        self.code_there = code_there


class InviteNeeded(TableError):
    code = "invite_needed"
    message = "This table is private: ask its players for the invite link."


class Busy(TableError):
    code = "busy"
    message = "The table is very busy. Please try again."


class GameNotOver(TableError):
    code = "game_not_over"
    message = "You can play again once this game is over."


class NotYourGame(TableError):
    code = "not_your_game"
    message = "Only those who played a private game can play it again."


class NotEligible(TableError):
    """Rules 15 and 18. ``reasons``: each that applies."""

    code = "not_eligible"

    def __init__(self, reasons: Sequence[Reason]) -> None:
        super().__init__(" ".join(_sentence(reason) for reason in reasons))
        self.reasons = reasons


def _sentence(reason: Reason) -> str:
    if reason.until_ms is None:
        return f"{reason.sentence} {reason.cure}"
    until = clock.as_datetime(reason.until_ms)
    return f"{reason.sentence} The ban ends at {until:%H:%M} UTC on {until:%d %B %Y}."


class QuitNotConfirmed(TableError):
    """Rule 17: leaving has its price, and the player has not said that they know it.

    ``elo`` is the player's rating now, unrounded; ``ban_until`` (ms) is for who quits now.
    """

    code = "quit_not_confirmed"

    def __init__(self, stake: Stake, elo: float, ban_until: int) -> None:
        super().__init__(
            f"Leaving now is quitting: it costs {stake.loss + stake.fine:.2f} points"
            f" ({stake.loss:.2f} for the loss, {stake.fine:.2f} for quitting)"
            " and bans you from ranked games for an hour. It can't be undone."
        )
        self.stake = stake
        self.elo = elo
        self.ban_until = ban_until

    @property
    def elo_after(self) -> float:
        """What the loss and the fine would make of the rating, which never falls below 0."""
        return max(0.0, self.elo - self.stake.loss - self.stake.fine)
