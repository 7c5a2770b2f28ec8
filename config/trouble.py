"""Services that are away: Redis behind the limits of accounts, the mail server."""

import logging
from collections.abc import Callable

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from redis import RedisError

from accounts.errors import MailAway

logger = logging.getLogger(__name__)


class TroubleMiddleware:
    """Answers 503 with a sentence where a page needs a service that is away."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self._get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self._get_response(request)

    def process_exception(self, request: HttpRequest, exception: Exception) -> HttpResponse | None:
        """The page for these troubles; others are bugs, and go on."""
        if not isinstance(exception, RedisError | MailAway):
            return None
        logger.warning("%s needs a service that is away: %r", request.path, exception)
        return render(request, "503.html", status=503)
