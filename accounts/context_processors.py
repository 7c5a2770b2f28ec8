from typing import Any

from django.http import HttpRequest
from django.utils.functional import SimpleLazyObject

from accounts.identity import player_of


def viewer(request: HttpRequest) -> dict[str, Any]:
    """`viewer`: the Player who looks at the page, or something false; read when first used."""
    return {"viewer": SimpleLazyObject(lambda: player_of(request))}
