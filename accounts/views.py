"""Where the account pages differ from allauth's."""

from typing import Any

from allauth.account import views as account_views
from allauth.account.internal.flows.logout import logout
from allauth.account.internal.stagekit import get_pending_stage
from allauth.mfa.webauthn import views as webauthn_views
from allauth.usersessions.models import UserSession
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.forms import Form
from django.http import HttpRequest, HttpResponse, HttpResponseBase, QueryDict
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from accounts.agents import browser_of
from accounts.forms import NameTaken, RegistrationForm
from accounts.identity import GIVEN_UP_KEY, player_of
from accounts.models import User


class LoginView(account_views.LoginView):
    """A guest is asked first: logging in to another account leaves the guest's seat behind."""

    def get(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        if must_ask(request):
            page = {"next": request.GET.get("next", "")}
            return render(request, "accounts/guest_login.html", page)
        response: HttpResponseBase = super().get(request, *args, **kwargs)
        return response

    def post(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        if must_ask(request):
            return redirect(_login_url(request))
        response: HttpResponseBase = super().post(request, *args, **kwargs)
        return response


class PasskeyLoginView(webauthn_views.LoginWebAuthnView):
    def post(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        if must_ask(request):
            return redirect("account_login")
        response: HttpResponseBase = super().post(request, *args, **kwargs)
        return response


class PasskeyAgainView(webauthn_views.ReauthenticateWebAuthnView):
    def form_invalid(self, form: Form) -> HttpResponseBase:
        """Asks once more; allauth would lead to the log-in page."""
        super().form_invalid(form)
        return redirect(self.passthrough_next_url(reverse("mfa_reauthenticate_webauthn")))


def must_ask(request: HttpRequest) -> bool:
    """Whether a log-in would leave a guest behind who has not agreed to that."""
    if get_pending_stage(request) is not None:
        return False
    player = player_of(request)
    return player is not None and player.is_guest and request.session.get(GIVEN_UP_KEY) != player.pk


@require_POST
def give_up_guest(request: HttpRequest) -> HttpResponseBase:
    """The guest agrees to stay behind; the log-in page comes next."""
    player = player_of(request)
    if player is not None and player.is_guest:
        request.session[GIVEN_UP_KEY] = player.pk
    return redirect(_login_url(request))


def _login_url(request: HttpRequest) -> str:
    query = QueryDict(mutable=True)
    if there := request.POST.get("next"):
        query["next"] = there
    return f"{reverse('account_login')}?{query.urlencode()}".rstrip("?")


class RegistrationView(account_views.SignupView):
    def form_valid(self, form: RegistrationForm) -> HttpResponse:
        try:
            response: HttpResponse = super().form_valid(form)
        except NameTaken:
            form.add_error("username", "This name is taken.")
            response = self.form_invalid(form)
        return response


@login_required
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def sessions(request: HttpRequest) -> HttpResponseBase:
    """The own sessions; POST ends the one that is named, or all others."""
    assert isinstance(request.user, User)
    own = UserSession.objects.purge_and_list(request.user)
    if request.method == "POST":
        return _end_sessions(request, own)
    own.sort(key=lambda session: (not session.is_current(), -session.created_at.timestamp()))
    rows = [(session, browser_of(session.user_agent)) for session in own]
    return render(request, "usersessions/usersession_list.html", {"rows": rows})


def _end_sessions(request: HttpRequest, own: list[UserSession]) -> HttpResponseBase:
    named = request.POST.get("session")
    for session in own:
        if str(session.pk) != named and (named or session.is_current()):
            continue
        if session.is_current():
            logout(request)
            session.delete()
            return redirect("home")
        session.end()
    messages.info(request, "Logged out there." if named else "Logged out everywhere else.")
    return redirect("usersessions_list")
