"""The only ways to change what accounts keeps about a player."""

from accounts.commands.bans import ban, carry_bans_over, lift
from accounts.commands.closing import close_account, deactivate
from accounts.commands.experience import finish_game
from accounts.commands.guests import adopt_guest, clear_unfinished_registrations, give_up_guest
from accounts.commands.leaderboards import turn_leaderboards_off, turn_leaderboards_on
from accounts.commands.run import lock_player, lock_players

__all__ = [
    "adopt_guest",
    "ban",
    "carry_bans_over",
    "clear_unfinished_registrations",
    "close_account",
    "deactivate",
    "finish_game",
    "give_up_guest",
    "lift",
    "lock_player",
    "lock_players",
    "turn_leaderboards_off",
    "turn_leaderboards_on",
]
