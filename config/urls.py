from allauth.account.decorators import secure_admin_login
from django.contrib import admin
from django.urls import include, path

from config.views import healthz

# The site's own log-in page serves the admin too: one rate limit, one look.
admin.site.login = secure_admin_login(admin.site.login)  # type: ignore[method-assign]

urlpatterns = [
    path("", include("tables.urls")),
    path("", include("accounts.urls")),
    path("admin/", admin.site.urls),
    path("healthz", healthz, name="healthz"),
]
