"""What ratings make of the news of accounts; each runs in the transaction of the sender.

The sender holds the player's row locked, so the rating comes after it here. A settlement may lock
them the other way round; where that could meet, the player has a game that is not settled, and all
is refused before any wait. Deactivation refuses nothing: there one of the two begins again.
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
