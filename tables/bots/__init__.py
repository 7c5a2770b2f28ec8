"""The bot: pure functions of what its seat may know."""

from tables.bots.names import bot_name
from tables.bots.player import choose_pass, choose_play

__all__ = ["bot_name", "choose_pass", "choose_play"]
