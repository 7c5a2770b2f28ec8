"""Which of the sessions behind open sockets still hold (they live in the database)."""

from collections.abc import Iterable, Iterator, Sequence
from typing import TypeVar

from django.contrib.sessions.models import Session
from django.utils.crypto import constant_time_compare

from accounts import clock
from accounts.models import User

# (session key, id of the user logged in there or None, the session hash stored there or None)
Known = tuple[str, int | None, str | None]
_IN_ONE_QUERY = 10_000
T = TypeVar("T")


def living(sessions: Iterable[Known]) -> set[str]:
    """The keys of those sessions that still exist, with an active user and the same session hash.

    A log-out deletes the session, a log-in gives it another key, a new password changes the hash.
    """
    known = list(sessions)
    kept = _existing({key for key, _, _ in known})
    users = _active({user for _, user, _ in known if user is not None})
    return {
        key
        for key, user, stored in known
        if key in kept and (user is None or (user in users and _fits(users[user], stored)))
    }


def _existing(keys: set[str]) -> set[str]:
    found: set[str] = set()
    for part in _parts(sorted(keys)):
        rows = Session.objects.filter(session_key__in=part, expire_date__gt=clock.now())
        found |= set(rows.values_list("session_key", flat=True))
    return found


def _active(user_ids: set[int]) -> dict[int, User]:
    found: dict[int, User] = {}
    for part in _parts(sorted(user_ids)):
        rows = User.objects.filter(pk__in=part, is_active=True).only("password")
        found |= {user.pk: user for user in rows}
    return found


def _fits(user: User, stored: str | None) -> bool:
    hashes = [user.get_session_auth_hash(), *user.get_session_auth_fallback_hash()]
    return stored is not None and any(constant_time_compare(stored, own) for own in hashes)


def _parts(values: Sequence[T]) -> Iterator[Sequence[T]]:
    for start in range(0, len(values), _IN_ONE_QUERY):
        yield values[start : start + _IN_ONE_QUERY]
