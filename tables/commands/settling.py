"""What a table's events mean for its players; runs in the transaction that stores them."""

from collections.abc import Iterable

from accounts.commands import ban, finish_game
from accounts.commands.bans import QUIT_S
from accounts.models import Player, RankedBan
from ranking.commands import lock_ratings, rate_game
from ranking.results import GameResult, HandResult, SeatResult
from tables.hearts import events as ev
from tables.hearts.events import Event
from tables.hearts.finishing import finishers
from tables.hearts.table import Table

SETTLES = (ev.PlayerQuit, ev.GameEnded)


def settle(code: str, table: Table, events: Iterable[Event], now: int) -> None:
    """Bans who has quit, and books a game that has ended; the table's row is locked.

    Locks ratings by player id, then players by id.
    """
    events = [event for event in events if isinstance(event, SETTLES)]
    ended = any(isinstance(event, ev.GameEnded) for event in events)
    if ended and table.ranked:
        lock_ratings(code)
    quitters = sorted(event.player for event in events if isinstance(event, ev.PlayerQuit))
    for player in quitters:
        ban(Player.objects.get(pk=player), RankedBan.Reason.QUIT, QUIT_S, now, game=code)
    if ended and table.ranked:
        rate_game(result_of(code, table), now)
    if ended:
        finish_game(code, finishers(table), now)


def result_of(code: str, table: Table) -> GameResult:
    """What ranking needs to know of a ranked game that is over."""
    seats = tuple(
        SeatResult(player, total, seat not in table.quitters)
        for seat, (player, total) in enumerate(zip(table.ranked_players, table.totals, strict=True))
    )
    hands = tuple(
        HandResult(hand.points, hand.shooter, hand.holder, hand.queen, hand.by_ranked_player)
        for hand in table.scored
    )
    return GameResult(code, seats, hands)
