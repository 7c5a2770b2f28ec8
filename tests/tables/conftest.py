"""What tests of tables share: an empty cache of folded tables, and no pace."""

import pytest
from pytest_django import Settings

from accounts.models import Player
from tables import store


@pytest.fixture(autouse=True)
def _clean_tables(settings: Settings) -> None:
    """No test meets another's tables; bots' cards show at once unless a test sets a pace."""
    store.cache.clear()
    settings.PACE_CARD_MS = settings.PACE_TRICK_MS = settings.PACE_SCORE_MS = 0


@pytest.fixture
def four(alice: Player, bob: Player, carol: Player, dave: Player) -> list[Player]:
    return [alice, bob, carol, dave]
