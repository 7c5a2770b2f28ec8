"""allauth's questions to the site, and what happens at a log-in."""

from typing import Any

from allauth.account.adapter import DefaultAccountAdapter
from allauth.account.app_settings import AppSettings
from allauth.account.stages import EmailVerificationStage
from allauth.mfa.adapter import DefaultMFAAdapter
from allauth.mfa.models import Authenticator
from django.conf import settings
from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse

from accounts import clock, commands, identity
from accounts.errors import MailAway
from accounts.models import ForbiddenWord, User
from accounts.names import has_forbidden_word, is_reserved


class AccountAdapter(DefaultAccountAdapter):
    error_messages = {
        **DefaultAccountAdapter.error_messages,
        "username_password_mismatch": "The name or the password is not right.",
        "email_password_mismatch": "The address or the password is not right.",
        "too_many_login_attempts": "Too many attempts. Please try again in five minutes.",
        "rate_limited": "You have asked for a code a moment ago. Please wait a minute.",
        "incorrect_code": "That code is not right.",
        "incorrect_password": "That password is not right.",
        "enter_current_password": "That is not your password.",
        "username_taken": "This name is taken.",
        "email_taken": "This address belongs to another account.",
        "duplicate_email": "This is your address already.",
        "account_inactive": "This account is closed.",
    }

    def clean_username(self, username: str, shallow: bool = False) -> str:  # noqa: FBT001, FBT002
        """A name that the rules for names allow. Raises ValidationError."""
        name: str = super().clean_username(username, shallow=shallow)
        words = ForbiddenWord.objects.values_list("word", "inside_words")
        if is_reserved(name) or has_forbidden_word(name, words):
            raise ValidationError("This name can't be used. Please choose another.", "reserved")
        return name

    def send_mail(self, template_prefix: str, email: str, context: dict[str, Any]) -> None:
        """Raises MailAway."""
        try:
            super().send_mail(template_prefix, email, context)
        except OSError as error:  # smtplib's own errors are of this kind
            raise MailAway from error

    def get_login_stages(self) -> list[str]:
        """As allauth's; whether an address must be confirmed first is the site's setting."""
        own = {"allauth.account.stages.EmailVerificationStage": "accounts.adapter.EmailStage"}
        return [own.get(stage, stage) for stage in super().get_login_stages()]

    def login(self, request: HttpRequest, user: User) -> None:
        """A completed log-in: the session's guest becomes a new one's player, or stays behind."""
        guest = request.session.pop(identity.SESSION_KEY, None)
        request.session.pop(identity.GIVEN_UP_KEY, None)
        is_first = user.last_login is None
        if is_first:
            adopted = guest is not None and commands.adopt_guest(user, guest)
            commands.carry_bans_over(user.player, user.email, clock.now_ms())
            guest = None if adopted else guest
        if guest is not None:
            commands.give_up_guest(guest, clock.now_ms())
        super().login(request, user)


class EmailStage(EmailVerificationStage):
    def handle(self) -> tuple[HttpResponse | None, bool]:
        """Asks for the mailed code; where that is optional, only mails it at the registration."""
        if settings.EMAIL_VERIFICATION == "optional":
            self.login.email_verification = AppSettings.EmailVerificationMethod.OPTIONAL
        response: tuple[HttpResponse | None, bool] = super().handle()
        return response


class SecondStepAdapter(DefaultMFAAdapter):
    error_messages = {
        **DefaultMFAAdapter.error_messages,
        "incorrect_code": "That code is not right.",
        "unverified_email": "Confirm your e-mail address first.",
    }

    def get_totp_label(self, user: User) -> str:
        return user.username

    def build_totp_svg(self, url: str) -> str:
        """The QR code as an element to put into a page."""
        svg: str = super().build_totp_svg(url)
        return svg[svg.index("<svg") :]

    def generate_authenticator_name(self, user: User, type: Authenticator.Type) -> str:  # noqa: A002
        """What a new passkey is called unless its owner says otherwise."""
        known = Authenticator.objects.filter(user=user, type=type).count()
        return "Passkey" if not known else f"Passkey {known + 1}"

    def get_public_key_credential_rp_entity(self) -> dict[str, Any]:
        return {**super().get_public_key_credential_rp_entity(), "name": "Low Man"}
