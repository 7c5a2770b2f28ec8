"""What ratings make of the news of accounts; each runs in the transaction of the sender.

The sender holds the player's row locked, before the rating. A game that would lock them the other
way round is one that the player has started and that is not settled: then all is refused before
any wait.
"""

from typing import Any

from accounts.models import Player
from ranking import commands


def start_over(player: Player, now: int, **_: Any) -> None:
    """Leaderboards turned off: a reset, or GameNotSettled."""
    commands.reset(player.pk, now)


def leave_boards_for_good(player: Player, **_: Any) -> None:
    """The account is closing: off the leaderboards, or GameNotSettled."""
    commands.refuse_while_unsettled(player.pk)
    commands.delist(player.pk)


def leave_boards(player: Player, **_: Any) -> None:
    """A deactivated player goes off the leaderboards; a running game is quit, and rated later."""
    commands.delist(player.pk)
