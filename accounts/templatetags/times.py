"""Moments on pages: in UTC from the server, in the reader's own time once site.js has run."""

from datetime import datetime

from django import template
from django.utils.html import format_html
from django.utils.safestring import SafeString

from accounts.clock import as_datetime

register = template.Library()


@register.filter
def moment(at: int | datetime) -> SafeString:
    """A time (ms, or an aware datetime) as a <time> element."""
    moment = as_datetime(at) if isinstance(at, int) else at
    return format_html(
        '<time datetime="{}" data-moment>{} UTC</time>',
        f"{moment:%Y-%m-%dT%H:%M:%SZ}",
        f"{moment.day} {moment:%B %Y, %H:%M}",
    )
