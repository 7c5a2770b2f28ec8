"""How mail leaves the site, from one address such as smtp+tls://user:password@host:587."""

from typing import Any
from urllib.parse import unquote, urlsplit

import django
from django.core.exceptions import ImproperlyConfigured

SMTP = "django.core.mail.backends.smtp.EmailBackend"
CONSOLE = "django.core.mail.backends.console.EmailBackend"
_PORTS = {"smtp": 25, "smtp+tls": 587, "smtp+ssl": 465}
TIMEOUT_S = 10


def mail_settings(url: str) -> dict[str, Any]:
    """Django's settings for this address. Raises ImproperlyConfigured in one line."""
    if not url:
        raise ImproperlyConfigured(
            "EMAIL_URL is missing: codes are mailed (consolemail:// prints)."
        )
    backend, options = (CONSOLE, {}) if url == "consolemail://" else (SMTP, _smtp(url))
    if django.VERSION >= (6, 1):
        return {"MAILERS": {"default": {"BACKEND": backend, "OPTIONS": options}}}
    names = {"username": "HOST_USER", "password": "HOST_PASSWORD"}
    old = {f"EMAIL_{names.get(name, name.upper())}": value for name, value in options.items()}
    return {"EMAIL_BACKEND": backend, **old}


def _smtp(url: str) -> dict[str, Any]:
    parts = urlsplit(url)
    if parts.scheme not in _PORTS or not parts.hostname:
        raise ImproperlyConfigured("EMAIL_URL must be smtp+tls://user:password@host:port.")
    return {
        "host": parts.hostname,
        "port": parts.port or _PORTS[parts.scheme],
        "username": unquote(parts.username or ""),
        "password": unquote(parts.password or ""),
        "use_tls": parts.scheme == "smtp+tls",
        "use_ssl": parts.scheme == "smtp+ssl",
        "timeout": TIMEOUT_S,
    }
