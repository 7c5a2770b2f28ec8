from django.apps import AppConfig


class SiteConfig(AppConfig):
    """The site's wiring: settings, urls, server and its commands."""

    name = "config"
    verbose_name = "Site"
