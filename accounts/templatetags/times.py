"""Moments on pages: in UTC from the server, in the reader's own time once site.js has run."""

from datetime import datetime

from django import template
from django.utils.html import format_html
from django.utils.safestring import SafeString

from accounts.clock import as_datetime

register = template.Library()
_ELEMENT = '<time datetime="{}" data-{}>{} UTC</time>'


@register.filter
def moment(at: int | datetime) -> SafeString:
    """A time (ms, or an aware datetime) as a <time> element."""
    moment = as_datetime(at) if isinstance(at, int) else at
    words = f"{moment.day} {moment:%B %Y, %H:%M}"
    return format_html(_ELEMENT, f"{moment:%Y-%m-%dT%H:%M:%SZ}", "moment", words)


@register.filter
def time_of_day(moment: datetime) -> SafeString:
    """The time of an aware datetime that is near, as a <time> element."""
    words = f"{moment:%H:%M}"
    return format_html(_ELEMENT, f"{moment:%Y-%m-%dT%H:%M:%SZ}", "time-of-day", words)
