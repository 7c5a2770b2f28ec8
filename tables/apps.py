from django.apps import AppConfig


class TablesConfig(AppConfig):
    """The game: rules, bots, tables, sockets and their pages."""

    name = "tables"
