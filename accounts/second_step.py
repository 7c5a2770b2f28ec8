"""allauth's forms for second steps and passkeys, in the site's words and safe from any input."""

from typing import Any

from allauth.mfa.base import forms as base_forms
from allauth.mfa.models import Authenticator
from allauth.mfa.totp import forms as app_forms
from allauth.mfa.webauthn import forms as passkey_forms
from django import forms
from django.core.exceptions import ValidationError

from accounts.forms import OwnWords

# What reading a made-up answer of a device may raise.
_GARBLED = (AttributeError, KeyError, TypeError, ValueError, RecursionError)


def _not_understood() -> ValidationError:
    return ValidationError("The passkey's answer was not understood.", code="bad_credential")


class SecondStepForm(OwnWords, base_forms.AuthenticateForm):
    pass


class SecondStepAgainForm(OwnWords, base_forms.ReauthenticateForm):
    pass


class ActivateAppForm(OwnWords, app_forms.ActivateTOTPForm):
    pass


class EditPasskeyForm(OwnWords, passkey_forms.EditWebAuthnForm):
    pass


class CredentialField(forms.JSONField):
    """What a browser says that the device answered."""

    widget = forms.HiddenInput

    def to_python(self, value: Any) -> Any:  # noqa: ANN401 - JSON
        try:
            return super().to_python(value)
        except _GARBLED as error:
            raise _not_understood() from error

    def bound_data(self, data: Any, initial: Any) -> None:  # noqa: ANN401 - JSON
        """An answer counts once: the form that is shown again holds none."""

    def prepare_value(self, value: Any) -> str:  # noqa: ANN401, ARG002 - JSON
        return ""


class AddPasskeyForm(OwnWords, passkey_forms.AddWebAuthnForm):
    credential = CredentialField()

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["passwordless"].initial = True

    def clean(self) -> dict[str, Any]:
        """Raises ValidationError for what is no passkey, or another site's."""
        try:
            cleaned: dict[str, Any] = super().clean()
        except _GARBLED as error:
            raise _not_understood() from error
        return cleaned


class PasskeyAnswer(forms.Form):
    """A form with a passkey's answer to a log-in."""

    credential = CredentialField()

    def clean_credential(self) -> Authenticator:
        """Raises ValidationError for what is no passkey's answer, or not a known one's."""
        try:
            return super().clean_credential()  # type: ignore[misc]
        except _GARBLED as error:
            raise _not_understood() from error


class PasskeyLoginForm(PasskeyAnswer, passkey_forms.LoginWebAuthnForm):
    pass


class PasskeySecondStepForm(PasskeyAnswer, passkey_forms.AuthenticateWebAuthnForm):
    pass


class PasskeyAgainForm(PasskeyAnswer, passkey_forms.ReauthenticateWebAuthnForm):
    pass
