"""Rule 28: Hearts on and off under "Leaderboards"."""

from accounts.commands.bans import TURNED_OFF_S, ban
from accounts.commands.run import in_one_transaction, lock_player
from accounts.models import Player, RankedBan
from accounts.signals import leaderboards_turned_off


def turn_leaderboards_off(player: Player, now: int) -> None:
    """Hearts off: the others are told (ranking resets the Elo), and a ban of a week begins.

    Does nothing while it is off. Raises the AccountError of whoever refuses.
    """

    def work() -> None:
        locked = lock_player(player.pk)
        if not locked.leaderboards_on:
            return
        locked.leaderboards_on = False
        locked.save(update_fields=["leaderboards_on"])
        leaderboards_turned_off.send(sender=Player, player=locked, now=now)
        ban(locked, RankedBan.Reason.TURNED_OFF, TURNED_OFF_S, now)

    in_one_transaction(work)


def turn_leaderboards_on(player: Player) -> None:
    """Hearts on again; it lifts nothing."""
    Player.objects.filter(pk=player.pk, closed_ms__isnull=True).update(leaderboards_on=True)
