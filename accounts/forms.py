"""The site's own words and checks in allauth's forms, and the settings' forms."""

from typing import Any

from allauth.account import forms as allauth_forms
from allauth.account.adapter import get_adapter
from allauth.account.internal.flows.email_verification import (
    consume_email_verification_rate_limit,
    get_address_for_user,
)
from django import forms
from django.conf import settings
from django.core.exceptions import ValidationError
from django.core.validators import MaxLengthValidator
from django.db import IntegrityError, transaction
from django.http import HttpRequest

from accounts.models import Preferences, User


class NameTaken(Exception):
    """Somebody else registered the same name at the same moment."""


# The site's words for the fields of allauth's forms, by the fields' names: label and help.
_WORDS = {
    "login": ("Name or e-mail address", ""),
    "password": ("Password", ""),
    "oldpassword": ("Your password now", ""),
    "username": ("Name", "What others see: 3 to 20 letters, digits, _ or -."),
    "email": ("E-mail address", ""),
    "password1": ("Password", "At least 8 characters, and hard to guess."),
    "password2": ("The password again", ""),
    "code": ("Code", ""),
    "name": ("Name of the passkey", "To tell it from others, such as the device it is on."),
}


class OwnWords:
    """A form of allauth in the site's words."""

    fields: dict[str, forms.Field]

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for name, field in self.fields.items():
            field.label, field.help_text = _WORDS.get(name, (field.label, field.help_text))
            field.widget.attrs.pop("placeholder", None)


class ChangePasswordForm(OwnWords, allauth_forms.ChangePasswordForm):
    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["password1"].label = "New password"


class SetPasswordForm(OwnWords, allauth_forms.SetPasswordForm):
    pass


class ResetPasswordForm(OwnWords, allauth_forms.ResetPasswordForm):
    pass


class ResetPasswordKeyForm(OwnWords, allauth_forms.ResetPasswordKeyForm):
    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["password1"].label = "New password"


class ReauthenticateForm(OwnWords, allauth_forms.ReauthenticateForm):
    pass


class AddEmailForm(OwnWords, allauth_forms.AddEmailForm):
    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["email"].label = "New address"
        self.fields[
            "email"
        ].help_text = "It counts once you have entered the code that we mail there."


class LoginForm(OwnWords, allauth_forms.LoginForm):
    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        login = self.fields["login"]
        login.widget.attrs |= {"autocomplete": "username", "autocapitalize": "none"}

    def clean(self) -> dict[str, Any]:
        """Raises ValidationError, also while a code that was just mailed blocks the next one."""
        cleaned: dict[str, Any] = super().clean()
        if self.user is not None and _waits_for_code(self.request, self.user):
            raise ValidationError(
                "We have mailed you a code a moment ago. Please wait a minute before you ask for"
                " another one by logging in.",
                code="code_mailed",
            )
        return cleaned

    def _clean_with_password(self, credentials: dict[str, Any]) -> dict[str, Any]:
        """As allauth's, but for the mail limit, which `clean` words better."""
        adapter = get_adapter(self.request)
        self.user = adapter.authenticate(self.request, **credentials)
        if self.user is None:
            method = "email" if "email" in credentials else "username"
            raise adapter.validation_error(f"{method}_password_mismatch")
        self._login = allauth_forms.Login(user=self.user, email=credentials.get("email"))
        cleaned: dict[str, Any] = self.cleaned_data
        return cleaned


def _waits_for_code(request: HttpRequest, user: User) -> bool:
    """Whether this log-in would mail a code, but one was mailed too short a while ago."""
    if settings.EMAIL_VERIFICATION != "mandatory":
        return False
    address = get_address_for_user(user)
    if address is None or address.verified:
        return False
    return not consume_email_verification_rate_limit(request, address.email, dry_run=True)


class RegistrationForm(OwnWords, allauth_forms.SignupForm):
    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        name = self.fields["username"]
        name.widget.attrs |= {"autocapitalize": "none", "spellcheck": "false"}
        # The rule for names says how long they are; one sentence for that is enough.
        name.validators = [v for v in name.validators if not isinstance(v, MaxLengthValidator)]
        self.fields[
            "email"
        ].help_text = "For codes, and if you forget your password. Nobody sees it."

    def validate_unique_email(self, value: str) -> str:
        """Where confirming is optional, a known address passes like any other: no page tells."""
        if settings.EMAIL_VERIFICATION == "mandatory":
            value = super().validate_unique_email(value)
        return value

    def save(self, request: HttpRequest) -> User:
        """Raises NameTaken when somebody else was quicker."""
        try:
            with transaction.atomic():
                user: User = super().save(request)
        except IntegrityError as error:
            raise NameTaken from error
        return user


class PreferencesForm(forms.ModelForm):  # type: ignore[type-arg]
    class Meta:
        model = Preferences
        fields = ("theme", "four_colours", "card_size", "sounds", "reduced_motion")
        widgets = {"theme": forms.RadioSelect, "card_size": forms.RadioSelect}


class PasswordForm(forms.Form):
    """The log-in's own password, asked before something that can't be undone."""

    password = forms.CharField(
        label="Your password",
        strip=False,
        widget=forms.PasswordInput(attrs={"autocomplete": "current-password"}),
    )

    def __init__(self, user: User, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._user = user

    def clean_password(self) -> str:
        """Raises ValidationError; wrong ones count as failed log-ins."""
        password: str = self.cleaned_data["password"]
        if not get_adapter().reauthenticate(self._user, password):
            raise ValidationError("That password is not right.", code="wrong_password")
        return password
