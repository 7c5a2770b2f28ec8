"""What the bots are called."""

NAMES = ("Bot Fern", "Bot Hazel", "Bot Juniper", "Bot Linden", "Bot Rowan")


def bot_name(seat: int) -> str:
    """The name of the bot at a seat (0 to 4)."""
    return NAMES[seat]
