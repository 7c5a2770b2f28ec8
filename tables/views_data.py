"""The own data of all apps as one file; the page that offers it is accounts' (settings:data)."""

from typing import Any

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, JsonResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from accounts import data
from accounts.models import Player, User
from ranking.models import QueenEntry, RankedEntry, Rating, RatingChange
from tables.models import Seat


@login_required
@never_cache
@require_safe
def data_download(request: HttpRequest) -> JsonResponse:
    """All that is kept about the person who asks, as JSON."""
    assert isinstance(request.user, User)
    player = request.user.player
    everything = {**data.export(request.user), **_ranking(player), "games": _games(player)}
    response = JsonResponse(everything, json_dumps_params={"indent": 2, "ensure_ascii": False})
    response["Content-Disposition"] = 'attachment; filename="low-man.json"'
    return response


def _games(player: Player) -> data.Rows:
    """Every hold of a seat, with its table, in the order in which the seats were taken."""
    seats = Seat.objects.filter(player=player).select_related("table").order_by("pk")
    return [
        {
            "table": seat.table.code,
            "seat": seat.number,
            "still_held": seat.held,
            "ranked": seat.table.ranked,
            "private": seat.table.private,
            "size": seat.table.size,
            "target": seat.table.target,
            "state": seat.table.state,
            "opened_ms": seat.table.opened_ms,
        }
        for seat in seats
    ]


def _ranking(player: Player) -> dict[str, Any]:
    entries = RankedEntry.objects.filter(player=player)
    return {
        "rating": data.rows(Rating.objects.filter(player=player), leave_out=["player"]),
        "ranked_games": data.rows(entries, leave_out=["player"]),
        "rating_changes": data.rows(
            RatingChange.objects.filter(player=player), leave_out=["id", "player"]
        ),
        "queens": data.rows(QueenEntry.objects.filter(entry__in=entries), leave_out=["id"]),
    }
