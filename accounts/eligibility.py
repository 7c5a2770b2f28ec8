"""Rule 15: who may take a ranked seat, and what stands in the way of those who may not."""

from collections.abc import Iterator
from dataclasses import dataclass

from allauth.account.models import EmailAddress
from django.conf import settings

from accounts.models import EXPERIENCE_GAMES, Player, RankedBan, User


@dataclass(frozen=True, slots=True)
class Reason:
    """Why not, and what lifts it: the cure, or waiting until ``until_ms`` (None: no time does)."""

    code: str
    sentence: str
    cure: str
    until_ms: int | None = None


def reasons_of_visitors() -> list[Reason]:
    """What stands in the way of somebody who is no player yet."""
    register = Reason(
        "visitor", "You have not registered.", "Register, or log in if you have an account."
    )
    return [reason for reason in (register, _experienced(Player())) if reason]


def reasons(player: Player, now: int) -> list[Reason]:
    """All reasons why this player may not take a ranked seat now (ms); none means they may.

    Who acts on the answer locks the player first (`commands.lock_players`) and gives the row that
    the lock returned: then neither a ban nor a switch comes in between.
    """
    user = User.objects.filter(player=player).first()
    found = [_registered(player, user), _experienced(player), _leaderboards_on(player)]
    return [reason for reason in found if reason] + list(_bans(player, now))


def _registered(player: Player, user: User | None) -> Reason | None:
    if player.is_guest:
        return Reason(
            "guest",
            "You play as a guest.",
            "Register: the games that you have finished come along.",
        )
    if user is None or not user.is_active:
        return Reason("account_closed", "This account is closed.", "Nothing opens it again.")
    must_confirm = settings.EMAIL_VERIFICATION == "mandatory"
    if must_confirm and not EmailAddress.objects.filter(user=user, verified=True).exists():
        return Reason(
            "address_unconfirmed",
            "Your e-mail address is not confirmed.",
            "Confirm it in the settings, by the code that we mail you.",
        )
    return None


def _experienced(player: Player) -> Reason | None:
    missing = EXPERIENCE_GAMES - player.games_finished
    if missing <= 0:
        return None
    games = "game" if missing == 1 else "games"
    return Reason(
        "not_experienced",
        f"You have finished {player.games_finished} of {EXPERIENCE_GAMES} games.",
        f"Finish {missing} more {games}, at any table with a target of 50 or more.",
    )


def _leaderboards_on(player: Player) -> Reason | None:
    if player.leaderboards_on:
        return None
    return Reason(
        "leaderboards_off",
        "Hearts is off under “Leaderboards” in your settings.",
        "Turn it on there.",
    )


def banned_until(player: Player, now: int) -> int | None:
    """When the last ban in force ends (ms); None without one."""
    bans = RankedBan.objects.in_force(now).filter(player=player)
    return bans.order_by("-end_ms").values_list("end_ms", flat=True).first()


_WHY = {
    RankedBan.Reason.QUIT: "because you left one before its end",
    RankedBan.Reason.TURNED_OFF: "because you turned Hearts off under “Leaderboards”",
    RankedBan.Reason.MODERATOR: "by a moderator’s decision",
}


def _bans(player: Player, now: int) -> Iterator[Reason]:
    for ban in RankedBan.objects.in_force(now).filter(player=player).order_by("end_ms"):
        why = _WHY[RankedBan.Reason(ban.reason)]
        yield Reason(
            "banned",
            f"You are banned from ranked games, {why}.",
            "The ban ends by itself.",
            ban.end_ms,
        )
