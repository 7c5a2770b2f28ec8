"""Refusals of commands that one table alone can't tell; the others are in ``tables.hearts``."""

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
