"""Pace and limits come from the settings."""

import pytest
from pytest_django import Settings

from tables.hearts.duties import Limits
from tables.timing import Pace, limits, pace

pytestmark = pytest.mark.pure


def test_the_usual_limits_are_those_of_the_rulebook() -> None:
    assert limits() == Limits()


def test_limits_are_set_in_seconds_and_the_pace_in_milliseconds(settings: Settings) -> None:
    settings.LIMIT_PLAY_S, settings.LIMIT_PASS_S, settings.STAND_IN_S = 1, 2, 3
    settings.WAITING_SEAT_S, settings.CLOSE_AFTER_S = 4, 5
    settings.PACE_CARD_MS, settings.PACE_TRICK_MS, settings.PACE_SCORE_MS = 6, 7, 8
    settings.RANKED_START_S, settings.ABSENCE_S, settings.ABSENCES_S = 9, 10, 11
    settings.SUBSTITUTE_AWAY_S, settings.RESERVE_S, settings.CONNECT_S = 12, 13, 14
    assert limits() == Limits(
        1_000, 2_000, 3_000, 4_000, 5_000, 9_000, 10_000, 11_000, 12_000, 13_000, 14_000
    )
    assert pace() == Pace(card=6, trick=7, score=8)
