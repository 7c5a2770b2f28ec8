"""The pace and the limits of play, from the settings."""

from dataclasses import dataclass

from django.conf import settings

from tables.hearts.duties import Limits


@dataclass(frozen=True, slots=True)
class Pace:
    """How long browsers show things before the next, in ms: a card, a gathered trick, a score."""

    card: int
    trick: int
    score: int


def pace() -> Pace:
    return Pace(settings.PACE_CARD_MS, settings.PACE_TRICK_MS, settings.PACE_SCORE_MS)


def limits() -> Limits:
    return Limits(
        play=settings.LIMIT_PLAY_S * 1000,
        passing=settings.LIMIT_PASS_S * 1000,
        stand_in=settings.STAND_IN_S * 1000,
        waiting_seat=settings.WAITING_SEAT_S * 1000,
        close=settings.CLOSE_AFTER_S * 1000,
        start=settings.RANKED_START_S * 1000,
        absence=settings.ABSENCE_S * 1000,
        absences=settings.ABSENCES_S * 1000,
        substitute=settings.SUBSTITUTE_AWAY_S * 1000,
        reserve=settings.RESERVE_S * 1000,
        connect=settings.CONNECT_S * 1000,
    )
