from functools import cache
from typing import Any

from django.http import HttpRequest
from django.urls import reverse
from django.utils.functional import SimpleLazyObject
from django.utils.html import format_html_join
from django.utils.safestring import SafeString

from accounts.identity import player_of
from accounts.models import Player, Preferences


def viewer(request: HttpRequest) -> dict[str, Any]:
    """For every page, read when first used.

    `viewer`: the Player who looks at it, or something false; `look`: the attributes of its <html>.
    """
    player = cache(lambda: player_of(request))
    return {
        "viewer": SimpleLazyObject(player),
        "look": SimpleLazyObject(lambda: look_of(player())),
    }


def look_of(player: Player | None) -> SafeString:
    """A registered player's settings as attributes; others keep theirs in the browser."""
    if player is None or player.is_guest:
        return SafeString("")
    stored = preferences_of(player)
    attributes = {
        "store": reverse("settings:look"),
        "theme": stored.theme,
        "deck": "4" if stored.four_colours else "",
        "cards": stored.card_size,
        "sounds": "on" if stored.sounds else "",
        "motion": "reduce" if stored.reduced_motion else "",
    }
    pairs = [(name, value) for name, value in attributes.items() if value]
    return format_html_join(" ", 'data-{}="{}"', pairs)


def preferences_of(player: Player) -> Preferences:
    """The player's settings: stored, or the defaults."""
    try:
        return player.preferences
    except Preferences.DoesNotExist:
        return Preferences(player=player)
