"""Fewer lines in the log for what fails again and again."""

import logging

_PAUSE_S = 60.0


class OnceAMinute(logging.Filter):
    """Passes each message of a logger once a minute, its exception by name instead of traceback."""

    def __init__(self) -> None:
        super().__init__()
        self._passed: dict[str, float] = {}

    def filter(self, record: logging.LogRecord) -> bool:
        message = record.getMessage()
        if record.created - self._passed.get(message, -_PAUSE_S) < _PAUSE_S:
            return False
        self._passed[message] = record.created
        if record.exc_info and record.exc_info[0]:
            record.msg, record.args = f"{message}: {record.exc_info[0].__name__}", ()
            record.exc_info = None
        return True
