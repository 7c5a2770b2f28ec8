"""The sockets at one table, and the table as they have seen it. Lives on the event loop."""

import logging
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Protocol

from accounts import clock, sessions
from tables.hearts import events as ev
from tables.hearts.events import Logged
from tables.hearts.table import State
from tables.ratings import UNKNOWN, Ratings, Standing
from tables.store import Folded
from tables.timing import limits
from tables.viewing import Name, encoded_updates
from tables.viewpoints import viewpoint_of

logger = logging.getLogger(__name__)

# After these, other ratings are at stake at a ranked table, or other people watch it.
MOVES_RATINGS = (ev.SeatTaken, ev.SeatFreed, ev.PlayerQuit, ev.GameStarted, ev.GameEnded)


class Viewer(Protocol):
    """A socket at a table; player and session are None for a visitor without them."""

    player: int | None
    session: sessions.Known | None

    def deliver(self, message: bytes) -> None: ...

    def close(self, code: int, reason: str) -> None: ...


@dataclass(slots=True, eq=False)
class Audience:
    """What one table's sockets have seen.

    ``ratings`` and watchers' ``standings`` are of ranked tables alone. The two versions are that of
    the last event after which they must be read again, and the table's when they were read last.
    """

    folded: Folded
    names: dict[int, Name]
    viewers: set[Viewer] = field(default_factory=set)
    ratings: Ratings = UNKNOWN
    standings: dict[int, Standing] = field(default_factory=dict)
    ratings_moved: int = 0
    ratings_read: int = 0

    @property
    def wants_ratings(self) -> bool:
        return self.ratings_moved > self.ratings_read

    def newcomers(self) -> set[int]:
        """The watchers of an unfinished ranked table whose standing is not known yet."""
        table = self.folded.table
        if not table.ranked or table.state not in (State.WAITING, State.RUNNING):
            return set()
        here = {viewer.player for viewer in self.viewers if viewer.player is not None}
        return here - set(table.players) - set(self.standings)

    def knows_names(self, log: Iterable[Logged]) -> bool:
        taken = (logged.event for logged in log if isinstance(logged.event, ev.SeatTaken))
        return all(event.player in self.names for event in taken)

    def advance(self, folded: Folded, log: Sequence[Logged]) -> None:
        """The table has moved on by these events; all are shown it."""
        self.folded = folded
        if folded.table.ranked and any(isinstance(e.event, MOVES_RATINGS) for e in log):
            self.ratings_moved = folded.version
        self.deliver(self.viewers, log)

    def deliver(self, viewers: Iterable[Viewer], log: Sequence[Logged] = ()) -> None:
        """Computes each distinct view once and hands it to its sockets."""
        table = self.folded.table
        places = [
            (viewer, viewpoint_of(table, viewer.player, self.ratings, self.standings))
            for viewer in viewers
        ]
        updates = encoded_updates(
            self.folded,
            log,
            names=self.names,
            now=clock.known_ms(),
            limits=limits(),
            viewers={viewpoint for _, viewpoint in places},
            ratings=self.ratings,
        )
        for viewer, viewpoint in places:
            try:
                viewer.deliver(updates[viewpoint])
            except Exception:  # one failing socket must not end the round of the others
                logger.exception("a socket at table %s failed", self.folded.code)
