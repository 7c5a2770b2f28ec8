from django.apps import AppConfig


class RankingConfig(AppConfig):
    """How good players are."""

    name = "ranking"
