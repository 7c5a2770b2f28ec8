"""One hub per process: its open sockets by table, and news of changes to those tables.

Commands of this process tell it directly (``tell``), with the events and the new table. News of
other processes (``tables.news``) is a hint only: the hub reads the events from the database, and
every few seconds compares the versions of its tables, so a lost hint costs seconds at most.
Everything here runs on the event loop, except ``tell``.
"""

import asyncio
import logging
from collections.abc import Iterable, Sequence
from typing import Protocol

from accounts import sessions
from tables import queries, store
from tables.audience import Audience, Viewer
from tables.hearts.events import Logged, SeatTaken
from tables.hearts.table import Table
from tables.ratings import Ratings, Standing, ratings_at, standings_of
from tables.store import Change, Folded
from tables.threads import in_thread
from tables.viewing import Name

logger = logging.getLogger(__name__)

COMPARE_EVERY_S = 3.0

# The close code for a socket whose session has ended: a browser that has a new one comes back.
LOGIN_CHANGED = 4401


class NewsListener(Protocol):
    """Who else hears of every change in this process: the lobby, the other processes."""

    def changed(self, change: Change) -> None: ...


class Hub:
    """The sockets of this process by table code."""

    def __init__(self) -> None:
        self.loop = asyncio.get_running_loop()
        self._audiences: dict[str, Audience] = {}
        self._opening: dict[str, asyncio.Task[Audience]] = {}
        self._changed_while_opening: set[str] = set()
        self._behind: set[str] = set()
        self._catching_up: asyncio.Task[None] | None = None
        self._comparing = self.loop.create_task(self._compare_for_ever())
        self.listeners: list[NewsListener] = []

    async def stop(self) -> None:
        tasks = [self._comparing, *self._opening.values()]
        if self._catching_up:
            tasks.append(self._catching_up)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    @property
    def sockets(self) -> int:
        return sum(len(audience.viewers) for audience in self._audiences.values())

    # Sockets

    async def join(self, code: str, viewer: Viewer) -> None:
        """Adds a socket to the table's audience and shows it the table. Raises NoSuchTable."""
        audience = self._audiences.get(code) or await self._open(code)
        audience.viewers.add(viewer)
        if audience.folded.table.ranked:
            await self._read_ratings(audience)
        if viewer in audience.viewers:
            audience.deliver([viewer])

    def leave(self, code: str, viewer: Viewer) -> None:
        audience = self._audiences.get(code)
        if audience is not None:
            audience.viewers.discard(viewer)
            if not audience.viewers:
                del self._audiences[code]

    def show(self, code: str, viewer: Viewer) -> None:
        """Sends the table as it stands to one socket."""
        audience = self._audiences.get(code)
        if audience is not None:
            audience.deliver([viewer])

    async def _open(self, code: str) -> Audience:
        """The table's audience; many sockets that come at once share one reading.

        The reading counts as open until its audience is in place, so that no change slips between.
        """
        task = self._opening.get(code)
        if task is None or task.done():
            task = self.loop.create_task(self._read_audience(code))
            self._opening[code] = task
        try:
            audience = self._audiences.setdefault(code, await asyncio.shield(task))
        finally:
            if task.done() and self._opening.get(code) is task:
                del self._opening[code]
        if code in self._changed_while_opening:
            self._changed_while_opening.discard(code)
            self.is_behind(code)
        return audience

    async def _read_audience(self, code: str) -> Audience:
        folded, names = await in_thread(_read_table, code)
        return Audience(folded, names)

    # News

    def hear(self, change: Change) -> None:
        """A command of this process has changed a table."""
        audience = self._audience_of(change.after.code)
        if audience is not None and change.after.version > audience.folded.version:
            if change.before == audience.folded.version and audience.knows_names(change.log):
                self._advance(audience, change.after, change.log)
            else:
                self.is_behind(change.after.code)
        for listener in self.listeners:
            listener.changed(change)

    def hear_versions(self, versions: Iterable[tuple[str, int]]) -> None:
        """Other processes, or the database, know of these versions of tables."""
        for code, version in versions:
            audience = self._audience_of(code)
            if audience is not None and version > audience.folded.version:
                self.is_behind(code)

    def _audience_of(self, code: str) -> Audience | None:
        if code in self._opening:
            self._changed_while_opening.add(code)
        return self._audiences.get(code)

    def is_behind(self, code: str) -> None:
        """Has the table read; all tables heard of during one reading go into the next."""
        self._behind.add(code)
        if self._catching_up is None or self._catching_up.done():
            self._catching_up = self.loop.create_task(self._catch_up())

    async def _catch_up(self) -> None:
        while self._behind:
            audiences = [a for code in self._behind if (a := self._audiences.get(code))]
            self._behind.clear()
            try:
                await self._read_events(audiences)
                for audience in audiences:
                    if audience.wants_ratings:
                        await self._read_ratings(audience)
                        audience.deliver(audience.viewers)
            except Exception:  # noqa: BLE001 - the database is away: the next comparison heals it
                logger.warning("could not read the events of %d tables", len(audiences))
                return

    async def _read_events(self, audiences: Sequence[Audience]) -> None:
        known = {a.folded.id: a.folded.version for a in audiences}
        logs, names = await in_thread(_read_logs, known)
        for audience in audiences:
            audience.names.update(names)
            first = audience.folded.version + 1
            log = [logged for logged in logs[audience.folded.id] if logged.number >= first]
            if log:
                self._advance(audience, store.with_events(audience.folded, log), log)

    async def _read_ratings(self, audience: Audience) -> None:
        """Reads what ratings say of a ranked table, and where its new watchers stand."""
        version, table = audience.folded.version, audience.folded.table
        ratings, standings = await in_thread(
            _read_ratings, audience.folded.code, table, audience.newcomers()
        )
        audience.standings |= standings
        if version >= audience.ratings_read:
            audience.ratings, audience.ratings_read = ratings, version

    async def _compare_for_ever(self) -> None:
        while True:
            await asyncio.sleep(COMPARE_EVERY_S)
            try:
                if self._audiences:
                    await self._compare()
            except Exception:  # noqa: BLE001 - the database is away: compare again later
                logger.warning("could not compare the tables with the database")

    async def _compare(self) -> None:
        """Heals lost news, shows new names, and closes sockets whose session has ended."""
        viewers = {viewer for audience in self._audiences.values() for viewer in audience.viewers}
        known = {viewer.session for viewer in viewers if viewer.session is not None}
        players = {player for audience in self._audiences.values() for player in audience.names}
        versions, names, living = await in_thread(_look, list(self._audiences), players, known)
        self.hear_versions(versions.items())
        for audience in self._audiences.values():
            if audience.wants_ratings:
                self.is_behind(audience.folded.code)
            fresh = {player: names[player] for player in audience.names if player in names}
            if any(audience.names[player] != name for player, name in fresh.items()):
                audience.names.update(fresh)
                audience.deliver(audience.viewers)
        for viewer in viewers:
            if viewer.session is not None and viewer.session[0] not in living:
                viewer.close(LOGIN_CHANGED, "your log-in has changed")

    def _advance(self, audience: Audience, folded: Folded, log: Sequence[Logged]) -> None:
        store.cache.put(folded)
        audience.advance(folded, log)
        if audience.wants_ratings:
            self.is_behind(folded.code)


def _read_table(code: str) -> tuple[Folded, dict[int, Name]]:
    known = store.cache.get(code)
    folded = store.load(code, known)
    people = {who for who, _ in folded.table.held} | set(folded.table.players)
    return folded, queries.names_of_players(people)


def _read_ratings(
    code: str, table: Table, watchers: set[int]
) -> tuple[Ratings, dict[int, Standing]]:
    return ratings_at(code, table), standings_of(watchers) if watchers else {}


def _look(
    codes: Iterable[str], players: Iterable[int], known: Iterable[sessions.Known]
) -> tuple[dict[str, int], dict[int, Name], set[str]]:
    """Versions by code, names by player, and the keys of the sessions that still hold."""
    return queries.versions(codes), queries.names_of_players(players), sessions.living(known)


def _read_logs(known: dict[int, int]) -> tuple[dict[int, list[Logged]], dict[int, Name]]:
    logs = queries.events_of_tables(known)
    taken = (e.event for log in logs.values() for e in log if isinstance(e.event, SeatTaken))
    return logs, queries.names_of_players(event.player for event in taken)


_hub: Hub | None = None


def current() -> Hub:
    """The hub of this process, which runs a server or a clock."""
    if _hub is None:
        raise RuntimeError("no hub runs in this process")
    return _hub


async def start() -> Hub:
    """Starts the hub of this process on the running loop."""
    global _hub  # noqa: PLW0603 - one hub per process
    _hub = Hub()
    return _hub


async def stop() -> None:
    global _hub
    hub, _hub = _hub, None
    if hub is not None:
        await hub.stop()


def tell(change: Change) -> None:
    """Tells this process's hub, if there is one, of a committed change; from any thread."""
    hub = _hub
    if hub is not None:
        hub.loop.call_soon_threadsafe(hub.hear, change)
