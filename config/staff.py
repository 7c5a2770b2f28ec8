"""The admin, for moderators: by the site's own log-in, and with a second step where that is due."""

from typing import Any

from allauth.mfa.utils import is_mfa_enabled
from django.conf import settings
from django.contrib import messages
from django.contrib.admin import AdminSite
from django.contrib.auth.views import redirect_to_login
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse


class StaffSite(AdminSite):
    site_header = site_title = "Low Man: moderation"

    def has_permission(self, request: HttpRequest) -> bool:
        return super().has_permission(request) and not _lacks_second_step(request)

    def login(
        self,
        request: HttpRequest,
        extra_context: dict[str, Any] | None = None,  # noqa: ARG002 - Django's signature
    ) -> HttpResponse:
        """Leads to the site's log-in (one rate limit, one look), or to setting up a second step."""
        there = request.GET.get("next") or reverse("admin:index")
        if not request.user.is_authenticated:
            return redirect_to_login(there)
        if not super().has_permission(request):
            raise PermissionDenied
        if _lacks_second_step(request):
            messages.error(request, "Moderators need a second step: please set one up first.")
            return redirect("mfa_index")
        return redirect("admin:index")


def _lacks_second_step(request: HttpRequest) -> bool:
    return settings.STAFF_SECOND_STEP and not is_mfa_enabled(request.user)
