from django.apps import AppConfig


class RankingConfig(AppConfig):
    """How good players are."""

    name = "ranking"

    def ready(self) -> None:
        from accounts import signals  # noqa: PLC0415 - models are there only now
        from ranking import receivers  # noqa: PLC0415

        signals.leaderboards_turned_off.connect(receivers.start_over)
        signals.account_closing.connect(receivers.leave_boards_for_good)
        signals.player_deactivated.connect(receivers.leave_boards)
