from django.contrib.admin.apps import AdminConfig


class StaffConfig(AdminConfig):
    """Django's admin with the site's own log-in."""

    default_site = "config.staff.StaffSite"
