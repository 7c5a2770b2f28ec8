"""The histogram of both leaderboards, kept by whoever changes a rating (`DESIGN.md`, "Speed")."""

from collections import Counter
from collections.abc import Iterable

from django.db.models import Case, F, Q, Value, When

from ranking.models import Bin, Board, Rating

# (board, value as shown) → players.
Counts = Counter[tuple[str, int]]


def counts_of(ratings: Iterable[Rating]) -> Counts:
    """What these ratings count for."""
    counts: Counts = Counter()
    for rating in ratings:
        if rating.listed:
            counts[Board.ELO.value, rating.elo_shown] += 1
        if rating.listed_by_skill:
            assert rating.skill_shown is not None
            counts[Board.SKILL.value, rating.skill_shown] += 1
    return counts


def move(before: Counts, after: Counts) -> None:
    """Counts players elsewhere. Locks bins upwards, as the last locks of a transaction."""
    change = after.copy()
    change.subtract(before)
    moved = sorted(key for key, players in change.items() if players)
    if not moved:
        return
    # Upwards as well: who makes a bin holds it like a lock until the transaction ends.
    Bin.objects.bulk_create(
        [Bin(board=board, value=value) for board, value in moved], ignore_conflicts=True
    )
    wanted = Q()
    for board, value in moved:
        wanted |= Q(board=board, value=value)
    bins = Bin.objects.select_for_update().filter(wanted).order_by("board", "value")
    added = {row.pk: change[row.board, row.value] for row in bins}
    whens = [When(pk=pk, then=Value(players)) for pk, players in added.items()]
    Bin.objects.filter(pk__in=added).update(players=F("players") + Case(*whens))
