from django.apps import AppConfig


class TablesConfig(AppConfig):
    """The game: rules, bots, tables, sockets and their pages."""

    name = "tables"

    def ready(self) -> None:
        from tables import receivers  # noqa: PLC0415 - models are there only now

        receivers.connect()
