"""A page for who comes to an address that only takes forms, by the Back button or a pasted link."""

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.cache import add_never_cache_headers


class WrongMethodMiddleware:
    """Gives answers of status 405, which are empty, a body for people."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self._get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self._get_response(request)
        if response.status_code != 405 or response.content:
            return response
        match = request.resolver_match
        page = render(
            request, "405.html", {"code": match.kwargs.get("code") if match else None}, status=405
        )
        page.headers["Allow"] = response.headers["Allow"]
        add_never_cache_headers(page)
        return page
