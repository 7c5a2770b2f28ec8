from django.contrib import admin
from django.urls import include, path

from config.views import healthz

urlpatterns = [
    path("", include("tables.urls")),
    path("", include("accounts.urls")),
    path("admin/", admin.site.urls),
    path("healthz", healthz, name="healthz"),
]
