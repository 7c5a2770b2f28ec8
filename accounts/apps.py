from django.apps import AppConfig


class AccountsConfig(AppConfig):
    """Who somebody is: players, log-ins, guests."""

    name = "accounts"
