import logging

import pytest

from config.quiet import OnceAMinute

pytestmark = pytest.mark.pure


def failure(at: float, message: str = "no answer") -> logging.LogRecord:
    """What a logger makes of an exception, at this second."""
    error = ConnectionError()
    exception = (ConnectionError, error, None)
    record = logging.LogRecord("layer", logging.ERROR, "", 0, message, (), exception)
    record.created = at
    return record


def test_what_fails_again_and_again_is_told_once_a_minute() -> None:
    quiet = OnceAMinute()

    passed = [at for at in range(1_000, 1_180) if quiet.filter(failure(at))]

    assert passed == [1_000, 1_060, 1_120]


def test_another_message_is_told_at_once() -> None:
    quiet = OnceAMinute()
    quiet.filter(failure(1_000))

    assert quiet.filter(failure(1_001, "no room"))


def test_an_exception_is_told_by_its_name_without_a_traceback() -> None:
    record = failure(1_000)
    OnceAMinute().filter(record)

    assert logging.Formatter("{message}", style="{").format(record) == "no answer: ConnectionError"
