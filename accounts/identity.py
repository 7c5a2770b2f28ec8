"""Who is behind a request or a socket; guests get their identity here."""

import secrets
from collections.abc import Mapping

from django.conf import settings
from django.contrib.auth.models import AnonymousUser
from django.contrib.sessions.backends.base import SessionBase
from django.core.signing import BadSignature, get_cookie_signer
from django.db import IntegrityError, transaction
from django.http import HttpRequest
from django.http.response import HttpResponseBase

from accounts.models import Player, User
from accounts.names import GUEST_PREFIX

SESSION_KEY = "player_id"
# In the session: the guest whom its person has agreed to give up by logging in (rule 14).
GIVEN_UP_KEY = "guest_given_up"
DEVICE_COOKIE = "device"
DEVICE_AGE_S = 400 * 24 * 3600  # the longest that browsers keep a cookie
# Random digits of a guest's name, try by try: short while short ones are free.
_DIGITS = (4, 4, 4, 5, 6, 8, 10, 12, 14)


def player_id_of(session: SessionBase, user: User | AnonymousUser) -> int | None:
    """The player's id behind a session: the user's if logged in, else the guest's, if any."""
    if user.is_authenticated:
        return user.player_id
    kept = session.get(SESSION_KEY)
    return kept if isinstance(kept, int) else None


def player_of(request: HttpRequest) -> Player | None:
    """The player behind a request, if there is one already."""
    player_id = player_id_of(request.session, request.user)
    if player_id is None:
        return None
    return Player.objects.select_related("preferences").filter(pk=player_id).first()


def keep_guest(request: HttpRequest, guest: Player) -> None:
    """The visitor is this guest from now on."""
    request.session[SESSION_KEY] = guest.pk


def make_guest() -> Player:
    """A new guest under a name that is free; ``keep_guest`` makes a visitor that guest."""
    for digits in _DIGITS:
        try:
            with transaction.atomic():
                return Player.objects.create(name=guest_name(digits), is_guest=True)
        except IntegrityError:
            continue
    raise RuntimeError("no free guest name found")


def guest_name(digits: int) -> str:
    """A random name for a guest, such as guest-4711."""
    return f"{GUEST_PREFIX}{secrets.randbelow(10**digits):0{digits}}"


def device_of(cookies: Mapping[str, str]) -> str | None:
    """The random id in the device cookie, if there is one that we signed."""
    try:
        return get_cookie_signer(DEVICE_COOKIE).unsign(cookies[DEVICE_COOKIE])
    except (KeyError, BadSignature):
        return None


def signed(device: str) -> str:
    """What the device's cookie holds."""
    return get_cookie_signer(DEVICE_COOKIE).sign(device)


def ensure_device(request: HttpRequest) -> str:
    """The device behind a request; one without gets an id, which ``remember_device`` then sets."""
    device = device_of(request.COOKIES)
    if device is None:
        device = secrets.token_urlsafe(16)
        request.COOKIES = {**request.COOKIES, DEVICE_COOKIE: signed(device)}
    return device


def remember_device(request: HttpRequest, response: HttpResponseBase) -> None:
    """Set or renew the device cookie: it outlives sessions, and names no person."""
    response.set_cookie(
        DEVICE_COOKIE,
        signed(ensure_device(request)),
        max_age=DEVICE_AGE_S,
        httponly=True,
        samesite="Lax",
        secure=settings.SESSION_COOKIE_SECURE,
    )
