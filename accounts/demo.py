"""Players to try the site with, on the embedded set-up on loopback only."""

import hashlib
import hmac

from django.conf import settings

from accounts.models import User

DEMO_NAMES = ("alice", "bob", "carol", "dave")


def demo_password() -> str:
    """The demo players' password: this data folder's own, the same at each start."""
    key = settings.SECRET_KEY.encode()
    return hmac.new(key, b"demo players", hashlib.sha256).hexdigest()[:12]


def make_demo_players() -> list[str]:
    """Make those demo players who are missing; returns the names of all.

    Raises RuntimeError outside the embedded set-up: their password is printed at each start.
    """
    if not settings.EMBEDDED:
        raise RuntimeError("demo players are for the embedded set-up only")
    present = set(User.objects.filter(username__in=DEMO_NAMES).values_list("username", flat=True))
    for name in DEMO_NAMES:
        if name not in present:
            User.objects.create_user(name, password=demo_password())
    return list(DEMO_NAMES)
