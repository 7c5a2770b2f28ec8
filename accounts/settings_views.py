"""The settings: profile, Leaderboards, bans, data, and closing the account."""

from typing import Any

from allauth.account.internal.flows.logout import logout
from allauth.account.internal.flows.reauthentication import raise_if_reauthentication_required
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import (
    HttpRequest,
    HttpResponse,
    HttpResponseBadRequest,
    HttpResponseBase,
    QueryDict,
)
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from accounts import clock, commands, eligibility
from accounts.commands.bans import TURNED_OFF_S
from accounts.context_processors import preferences_of
from accounts.errors import AccountError
from accounts.forms import PasswordForm, PreferencesForm
from accounts.models import EXPERIENCE_GAMES, Player, RankedBan, Theme, User

form_methods = require_http_methods(["GET", "HEAD", "POST"])


def _user(request: HttpRequest) -> User:
    assert isinstance(request.user, User)
    return request.user


def posted(request: HttpRequest) -> QueryDict | None:
    """What a form was sent with, if it was sent."""
    return request.POST if request.method == "POST" else None


@login_required
@never_cache
@form_methods
def profile(request: HttpRequest) -> HttpResponseBase:
    """The name shown, and how the site looks and sounds."""
    stored = preferences_of(_user(request).player)
    form = PreferencesForm(posted(request), instance=stored)
    if form.is_valid():
        form.save()
        messages.success(request, "Saved.")
        return redirect("settings:profile")
    return render(request, "accounts/profile.html", {"form": form})


@login_required
@require_POST
def look(request: HttpRequest) -> HttpResponse:
    """Stores a choice that was made by one of the switches outside the settings."""
    stored = preferences_of(_user(request).player)
    if (theme := request.POST.get("theme")) in Theme.values:
        stored.theme = theme
    elif (deck := request.POST.get("deck")) in ("", "4"):
        stored.four_colours = deck == "4"
    else:
        return HttpResponseBadRequest("a theme (light, dark or nothing) or a deck (4 or nothing)")
    stored.save()
    return HttpResponse(status=204)


@login_required
@never_cache
@require_safe
def leaderboards(request: HttpRequest) -> HttpResponse:
    """Whether Hearts is on, and what stands in the way of a ranked seat."""
    return render(request, "accounts/leaderboards.html", _standing(_user(request).player))


def _standing(player: Player) -> dict[str, Any]:
    return {
        "player": player,
        "reasons": eligibility.reasons(player, clock.now_ms()),
        "games_needed": EXPERIENCE_GAMES,
        "games_shown": min(player.games_finished, EXPERIENCE_GAMES),
    }


@login_required
@never_cache
@form_methods
def leaderboards_off(request: HttpRequest) -> HttpResponseBase:
    """Asks, and says what it costs; POST turns Hearts off (rule 28)."""
    player, now = _user(request).player, clock.now_ms()
    if not player.leaderboards_on:
        return redirect("settings:leaderboards")
    if request.method == "POST":
        try:
            commands.turn_leaderboards_off(player, now)
        except AccountError as refusal:
            messages.error(request, str(refusal))
        else:
            messages.success(request, "Hearts is off under “Leaderboards”.")
        return redirect("settings:leaderboards")
    page = {"ban_s": TURNED_OFF_S, "ban_ends_ms": now + TURNED_OFF_S * 1000}
    return render(request, "accounts/leaderboards_off.html", page)


@login_required
@require_POST
def leaderboards_on(request: HttpRequest) -> HttpResponseBase:
    commands.turn_leaderboards_on(_user(request).player)
    messages.success(request, "Hearts is on under “Leaderboards”.")
    return redirect("settings:leaderboards")


@login_required
@never_cache
@require_safe
def bans(request: HttpRequest) -> HttpResponse:
    """The own bans, those in force first (rule 30)."""
    now = clock.now_ms()
    own = RankedBan.objects.filter(player=_user(request).player).order_by("-end_ms")
    rows = [(ban, ban.is_in_force(now)) for ban in own]
    rows.sort(key=lambda row: not row[1])
    return render(request, "accounts/bans.html", {"rows": rows})


@login_required
@never_cache
@require_safe
def data(request: HttpRequest) -> HttpResponse:
    """What is kept about oneself: to take along, or to give up."""
    return render(request, "accounts/data.html")


@login_required
@never_cache
@form_methods
def close(request: HttpRequest) -> HttpResponseBase:
    """Asks for the password, or a passkey where there is none; POST closes the account."""
    user = _user(request)
    has_password = user.has_usable_password()
    if not has_password:
        raise_if_reauthentication_required(request, app="allauth.account")
    form = PasswordForm(user, posted(request)) if has_password else None
    if request.method == "POST" and (form is None or form.is_valid()):
        try:
            commands.close_account(user, clock.now_ms())
        except AccountError as refusal:
            messages.error(request, str(refusal))
            return redirect("settings:data")
        logout(request, show_message=False)
        messages.success(request, "Your account is closed. Thank you for playing.")
        return redirect("home")
    return render(request, "accounts/close.html", {"form": form})
