"""What one socket may ask of the server."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Limits:
    """Bounds per socket: bytes, frames and seconds."""

    message_bytes: int = 4096
    frames_per_second: float = 20
    frame_burst: int = 60
    # Messages that the consumer has not taken yet.
    unread_messages: int = 100
    # Bytes that the browser has not taken yet.
    unsent_bytes: int = 256 * 1024
    # A socket silent for so long is pinged, and given up so long after the ping: together, with
    # the check of each second, a dead peer is seen within 25 seconds.
    ping_after: float = 10
    ping_timeout: float = 10


class Allowance:
    """A bucket of `burst` tokens that fills by `rate` tokens a second."""

    __slots__ = ("_burst", "_rate", "_tokens", "_updated")

    def __init__(self, *, rate: float, burst: int, now: float) -> None:
        self._rate = rate
        self._burst = burst
        self._tokens = float(burst)
        self._updated = now

    def take(self, now: float) -> bool:
        """Take one token at the monotonic second `now`; False if there is none."""
        filled = self._tokens + (now - self._updated) * self._rate
        self._updated = now
        if filled < 1:
            self._tokens = filled
            return False
        self._tokens = min(filled, self._burst) - 1
        return True
