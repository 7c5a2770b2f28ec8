"""What moderators see of accounts, and do to them, by commands alone."""

from typing import Any, ClassVar

# Before ours, so that what allauth registers can be replaced.
import allauth.mfa.admin
import allauth.usersessions.admin  # noqa: F401
from allauth.mfa.models import Authenticator
from allauth.usersessions.models import UserSession
from django import forms
from django.contrib import admin, messages
from django.contrib.auth.admin import UserAdmin
from django.forms import ModelForm
from django.http import HttpRequest

from accounts import clock, commands
from accounts.models import ForbiddenWord, Player, RankedBan, RankedBanQuerySet, User

admin.site.unregister([Authenticator, UserSession])


class Kept(admin.ModelAdmin):  # type: ignore[type-arg]
    """Rows that nobody deletes: others' games, or the record, depend on them."""

    def has_delete_permission(
        self,
        request: HttpRequest,  # noqa: ARG002
        obj: Any = None,  # noqa: ANN401, ARG002
    ) -> bool:
        return False


@admin.register(User)
class LogInAdmin(Kept, UserAdmin):  # type: ignore[type-arg]
    """Taking "active" away deactivates; a log-in is closed for good by its owner alone."""

    def save_model(
        self,
        request: HttpRequest,
        obj: User,
        form: "ModelForm[User]",
        change: bool,  # noqa: FBT001
    ) -> None:
        deactivated = change and "is_active" in form.changed_data and not obj.is_active
        if deactivated:
            obj.is_active = True  # the command has yet to do it
        super().save_model(request, obj, form, change)
        if deactivated:
            commands.deactivate(obj, clock.now_ms())


@admin.register(Player)
class PlayerAdmin(Kept):
    list_display = ("name", "is_guest", "games_finished", "leaderboards_on", "created_at")
    list_filter = ("is_guest", "leaderboards_on")
    search_fields = ("name",)
    readonly_fields: ClassVar = [field.name for field in Player._meta.fields]  # noqa: SLF001

    def has_add_permission(self, request: HttpRequest) -> bool:  # noqa: ARG002
        """Players come into being with a log-in or as guests."""
        return False


class BanForm(forms.ModelForm):  # type: ignore[type-arg]
    """A new ban: whom, for how long, and why."""

    hours = forms.IntegerField(min_value=1, max_value=24 * 365, initial=24)

    class Meta:
        model = RankedBan
        fields = ("player", "note")


@admin.register(RankedBan)
class RankedBanAdmin(Kept):
    list_display = ("player", "reason", "begins", "ends", "lifted", "game")
    list_filter = ("reason",)
    search_fields = ("player__name", "game")
    autocomplete_fields = ("player",)
    actions = ("lift",)

    def get_form(
        self,
        request: HttpRequest,
        obj: RankedBan | None = None,
        change: bool = False,  # noqa: FBT001, FBT002
        **kwargs: Any,
    ) -> Any:  # noqa: ANN401
        if obj is None:
            kwargs["form"] = BanForm
        return super().get_form(request, obj, change, **kwargs)

    def get_fields(self, request: HttpRequest, obj: RankedBan | None = None) -> Any:  # noqa: ANN401
        if obj is None:
            return ("player", "hours", "note")
        return super().get_fields(request, obj)

    def has_change_permission(
        self,
        request: HttpRequest,  # noqa: ARG002
        obj: RankedBan | None = None,  # noqa: ARG002
    ) -> bool:
        """A ban is added or lifted, never altered."""
        return False

    def save_model(
        self,
        request: HttpRequest,  # noqa: ARG002
        obj: RankedBan,
        form: "ModelForm[RankedBan]",
        change: bool,  # noqa: ARG002, FBT001
    ) -> None:
        begun = commands.ban(
            obj.player,
            RankedBan.Reason.MODERATOR,
            form.cleaned_data["hours"] * 3600,
            clock.now_ms(),
            note=obj.note,
        )
        obj.pk = begun.pk
        obj.refresh_from_db()

    @admin.action(description="Lift the selected bans", permissions=["add"])
    def lift(self, request: HttpRequest, queryset: RankedBanQuerySet) -> None:
        assert isinstance(request.user, User)
        now = clock.now_ms()
        for ban in queryset.in_force(now):
            commands.lift(ban, request.user.player, now)
            self.log_change(request, ban, "Lifted.")
            self.message_user(request, f"Lifted: {ban}.", messages.SUCCESS)

    @admin.display(description="begins")
    def begins(self, ban: RankedBan) -> str:
        return _shown(ban.start_ms)

    @admin.display(description="ends")
    def ends(self, ban: RankedBan) -> str:
        return _shown(ban.end_ms)

    @admin.display(description="lifted")
    def lifted(self, ban: RankedBan) -> str:
        return "" if ban.lifted_ms is None else f"{_shown(ban.lifted_ms)} by {ban.lifted_by}"


def _shown(ms: int) -> str:
    return f"{clock.as_datetime(ms):%Y-%m-%d %H:%M:%S}"


class WordForm(forms.ModelForm):  # type: ignore[type-arg]
    class Meta:
        model = ForbiddenWord
        fields = ("word", "inside_words")

    def clean_word(self) -> str:
        """Lower case, as names are compared. Raises ValidationError."""
        word: str = self.cleaned_data["word"].lower()
        if not (word.isascii() and word.isalnum()):
            raise forms.ValidationError("Letters without accents and digits only.")
        return word


@admin.register(ForbiddenWord)
class ForbiddenWordAdmin(admin.ModelAdmin):  # type: ignore[type-arg]
    form = WordForm
    list_display = ("word", "inside_words")
    search_fields = ("word",)


@admin.register(Authenticator)
class SecondStepAdmin(admin.ModelAdmin):  # type: ignore[type-arg]
    """For somebody who has lost their phone: it can be removed, and its secret is never shown."""

    list_display = ("user", "type", "created_at", "last_used_at")
    list_filter = ("type",)
    search_fields = ("user__username",)
    fields = ("user", "type", "created_at", "last_used_at")

    def has_add_permission(self, request: HttpRequest) -> bool:  # noqa: ARG002
        return False

    def has_change_permission(
        self,
        request: HttpRequest,  # noqa: ARG002
        obj: Authenticator | None = None,  # noqa: ARG002
    ) -> bool:
        return False
