from typing import ClassVar

from django.contrib import admin
from django.contrib.auth.admin import UserAdmin
from django.http import HttpRequest

from accounts.models import Player, User

admin.site.register(User, UserAdmin)


@admin.register(Player)
class PlayerAdmin(admin.ModelAdmin):  # type: ignore[type-arg]
    list_display = ("name", "is_guest", "created_at")
    list_filter = ("is_guest",)
    search_fields = ("name",)
    readonly_fields: ClassVar = ["is_guest", "created_at"]

    def has_add_permission(self, request: HttpRequest) -> bool:  # noqa: ARG002
        """Players come into being with a log-in or as guests."""
        return False
