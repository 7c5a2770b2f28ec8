"""Who may see a private table: whoever holds or held a seat there, and whoever has its link."""

from typing import Any, Protocol

from tables import models

SESSION_KEY = "invites"
KEPT_INVITES = 50


class Session(Protocol):
    """What is needed of a session, a page's or a socket's."""

    def get(self, key: str, default: list[str]) -> Any: ...  # noqa: ANN401 - JSON

    def __setitem__(self, key: str, value: list[str]) -> None: ...


def may_watch(code: str, player: int | None, session: Session) -> bool:
    """Whether this visitor may see the table; true for one that does not exist."""
    table = models.Table.objects.filter(code=code).first()
    if table is None or not table.private or has_invite(code, session):
        return True
    return player is not None and table.seats.filter(player_id=player).exists()


def has_invite(code: str, session: Session) -> bool:
    """Whether this session has opened the table's invite link."""
    return code in session.get(SESSION_KEY, [])


def keep_invite(code: str, session: Session) -> None:
    """Notes that this session has opened the table's invite link; the oldest ones are dropped."""
    others = [kept for kept in session.get(SESSION_KEY, []) if kept != code]
    session[SESSION_KEY] = [*others, code][-KEPT_INVITES:]
