"""Ranked bans: rules 17, 28 and 30. Their length is exact, and nothing has to end them."""

import hashlib
import hmac
from collections.abc import Iterable

from django.conf import settings
from django.db import transaction

from accounts.commands.run import lock_player
from accounts.models import Player, RankedBan
from accounts.signals import ranked_ban_begun

QUIT_S = 3_600
TURNED_OFF_S = 604_800


def ban(
    player: Player,
    reason: RankedBan.Reason,
    seconds: int,
    now: int,
    game: str = "",
    note: str = "",
) -> RankedBan:
    """Begins a ban from ranked games now (ms), and tells the others; locks the player."""
    with transaction.atomic():
        locked = lock_player(player.pk)
        begun = RankedBan.objects.create(
            player=locked,
            reason=reason,
            start_ms=now,
            end_ms=now + seconds * 1000,
            game=game,
            note=note,
        )
        ranked_ban_begun.send(sender=RankedBan, player=locked, now=now)
    return begun


def lift(ban: RankedBan, by: Player, now: int) -> None:
    """Ends a ban early; one that is over or was lifted before stays as it is."""
    with transaction.atomic():
        lock_player(ban.player_id)
        RankedBan.objects.filter(pk=ban.pk).in_force(now).update(lifted_by=by, lifted_ms=now)
    ban.refresh_from_db()


def keep_bans_for(player: Player, addresses: Iterable[str], now: int) -> None:
    """Marks a closing account's bans in force, so that they go on for its e-mail address."""
    primary = next(iter(addresses), None)
    if primary:
        player.ranked_bans.in_force(now).update(address_hash=address_hash(primary))


def carry_bans_over(player: Player, address: str, now: int) -> None:
    """Gives a new account the bans in force that a closed one with the same address left."""
    if address:
        left = RankedBan.objects.in_force(now).filter(address_hash=address_hash(address))
        left.update(player=player, address_hash="")


def address_hash(address: str) -> str:
    """An e-mail address in a form that tells it to nobody: keyed with the site's secret."""
    key = b"banned address:" + settings.SECRET_KEY.encode()
    return hmac.new(key, address.strip().lower().encode(), hashlib.sha256).hexdigest()
