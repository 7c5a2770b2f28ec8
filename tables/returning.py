"""Rule 19: an absent ranked player is back by asking for any page of the site, which leads there.

The time of the request decides. All other pages show the way back, and until when.
"""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property
from typing import Any

from django.conf import settings
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect
from django.urls import ResolverMatch
from django.utils.cache import add_never_cache_headers
from django.utils.functional import SimpleLazyObject

from accounts import clock
from accounts.identity import player_id_of
from tables import presence, store
from tables.hearts.duties import absence_left
from tables.hearts.table import State
from tables.queries import HeldSeat, held_seat
from tables.timing import limits

# What is no page, or does not count as one: log-out, parts of pages, files, data for scripts.
NO_PAGES = {
    "account_logout",
    "data_download",
    "healthz",
    "mfa_download_recovery_codes",
    "settings:look",
    "tables:open",
    "tables:way_back",
}
_ARRIVED, _SEAT = "tables.arrived_ms", "tables.held_seat"


class ReturnMiddleware:
    """Takes a page's request for a return, and leads an absent ranked player to the table."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self._get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        if settings.SESSION_COOKIE_NAME in request.COOKIES:
            request.META[_ARRIVED] = clock.now_ms()
        response = self._get_response(request)
        if request.META.get(_SEAT) and isinstance(response, HttpResponse):
            add_never_cache_headers(response)  # it shows the way back, or leads there
        return response

    def process_view(
        self, request: HttpRequest, _view: object, _args: object, _kwargs: object
    ) -> HttpResponseBase | None:
        if not (is_page(request) and request.user.is_authenticated):
            return None
        player, seat = request.user.player_id, _seat_of(request)
        if seat is None or not (seat.in_ranked_game and seat.is_lost):
            return None
        is_back = presence.page_requested(seat.code, player, request.META[_ARRIVED])
        del request.META[_SEAT]  # it has changed, or is lost
        if not is_back:
            return None  # it was too late, or they are a substitute
        if request.method == "GET" and not _shows(request.resolver_match, seat.code):
            return redirect("tables:table", seat.code)
        return None


def is_page(request: HttpRequest) -> bool:
    """Whether somebody asks for a page to look at, by a link, a form or an address."""
    match, headers = request.resolver_match, request.headers
    if match is None or match.view_name in NO_PAGES or "admin" in match.app_names:
        return False
    if "HX-Request" in headers or "Sec-Purpose" in headers:
        return False
    by_hand = headers.get("Sec-Fetch-Dest", "document") == "document"
    return by_hand and request.method in ("GET", "POST")


@dataclass(frozen=True)
class WayBack:
    """What the pages say to somebody who holds a seat."""

    seat: HeldSeat

    @cached_property
    def back_by(self) -> datetime | None:
        """By when an absent player of a ranked game has to be back."""
        if self.seat.lost_ms is None or not self.seat.is_lost:
            return None
        table = store.load(self.seat.code, store.cache.get(self.seat.code)).table
        if table.state is not State.RUNNING or not table.ranked:
            return None
        since = max(self.seat.lost_ms, table.restarted_at)
        return clock.as_datetime(since + absence_left(table, self.seat.number, limits()))


def context(request: HttpRequest) -> dict[str, Any]:
    """For every page: `way_back`, a WayBack or something false; looked up when first used.

    A running ranked game is told to its players everywhere, any other seat on the home page.
    """
    return {"way_back": SimpleLazyObject(lambda: _way_back(request))}


def _way_back(request: HttpRequest) -> WayBack | None:
    match = request.resolver_match
    is_home = match is not None and match.view_name == "home"
    if not (is_home or request.user.is_authenticated):
        return None
    seat = _seat_of(request)
    if seat is None or not (is_home or seat.in_ranked_game) or _shows(match, seat.code):
        return None
    return WayBack(seat)


def _seat_of(request: HttpRequest) -> HeldSeat | None:
    """The visitor's seat, looked up once for each request."""
    if _SEAT not in request.META:
        player = player_id_of(request.session, request.user)
        request.META[_SEAT] = player and held_seat(player)
    seat: HeldSeat | None = request.META[_SEAT]
    return seat


def _shows(match: ResolverMatch | None, code: str) -> bool:
    """Whether the page is the one of this table."""
    return match is not None and match.view_name == "tables:table" and match.kwargs["code"] == code
