from allauth.account.adapter import DefaultAccountAdapter
from django.http import HttpRequest


class AccountAdapter(DefaultAccountAdapter):
    """allauth's questions to the site."""

    def is_open_for_signup(self, request: HttpRequest) -> bool:  # noqa: ARG002
        """Nobody can register yet: guests play without an account."""
        return False
