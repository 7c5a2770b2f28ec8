"""Ratings and what is at stake, as pages show them."""

from django import template

from accounts.models import Player
from ranking.queries import rating_of

register = template.Library()


@register.filter
def own_elo(player: Player) -> int | None:
    """What a player's own pages show as their Elo; None for guests and with Hearts off."""
    is_rated = not player.is_guest and player.leaderboards_on
    return rating_of(player.pk).elo_shown if is_rated else None


@register.filter
def percent(chance: float) -> str:
    """A chance from 0 to 1, such as 26.6%."""
    return f"{100 * chance:.1f}%"


@register.filter
def points(change: float) -> str:
    """A gain or loss with its sign, such as +18.36 or −6.64."""
    return f"{change:+.2f}".replace("-", "−")


@register.filter
def negative(loss: float) -> float:
    """A loss, which is told from 0 up, as the change that it is."""
    return -loss
