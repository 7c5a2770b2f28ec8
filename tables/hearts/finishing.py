"""Who has finished a game that is over, and who has won it: rules 10, 14 and 24."""

from tables.hearts.table import Seat, State, Table

# A shorter game is no experience.
LEAST_TARGET = 50


def finishers(table: Table) -> list[int]:
    """The players for whom this game, which is over, counts as finished, by seat (rule 14).

    They hold a seat and play it themselves; who came in after the start has played a whole hand.
    """
    if table.state is not State.OVER or table.target < LEAST_TARGET:
        return []
    hands = len(table.scored)
    return [
        seat.player
        for seat in table.seats
        if seat.player is not None and not seat.stand_in and _has_played_a_hand(seat, hands)
    ]


def _has_played_a_hand(seat: Seat, hands: int) -> bool:
    return seat.came_in_hand < hands


def winners(table: Table, lowest: int) -> list[int]:
    """The seats that have won; ``lowest`` is alone on the lowest total.

    In a ranked game only those who have not quit can win, and they can tie (rule 24).
    """
    if not table.ranked:
        return [lowest]
    finished = [seat for seat in range(table.size) if seat not in table.quitters]
    least = min((table.totals[seat] for seat in finished), default=None)
    return [seat for seat in finished if table.totals[seat] == least]
