"""Group commit: the moves that come while one write runs go into the next one together.

Each move is an ordinary command, run on a database thread after the others of its batch; only the
writing is shared, which is most of a move's cost. Nobody is told before it has been committed.
"""

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from tables import log
from tables.store import Folded
from tables.threads import guarded, in_thread

# More would let the first of a batch wait too long for the last.
LARGEST = 64

Work = Callable[[], Folded]


@dataclass(slots=True, eq=False)
class _Move:
    code: str
    work: Work
    answer: "asyncio.Future[Folded]"
    outcome: Folded | Exception | None = None

    def run(self) -> None:
        try:
            self.outcome = guarded(self.work)
        except Exception as error:  # noqa: BLE001 - handed to whoever asked for the move
            self.outcome = error

    def give_answer(self) -> None:
        if self.answer.done():
            return
        if isinstance(self.outcome, Folded):
            self.answer.set_result(self.outcome)
        elif self.outcome is not None:
            self.answer.set_exception(self.outcome)


class Moves:
    """The moves that wait in this process; lives on the event loop."""

    def __init__(self) -> None:
        self._waiting: list[_Move] = []
        self._writing: asyncio.Task[None] | None = None

    async def make(self, code: str, work: Work) -> Folded:
        """Runs a command on this table with the next batch. Raises what it raises."""
        loop = asyncio.get_running_loop()
        move = _Move(code, work, loop.create_future())
        self._waiting.append(move)
        if self._writing is None or self._writing.done():
            self._writing = loop.create_task(self._write_all())
        return await move.answer

    async def _write_all(self) -> None:
        while self._waiting:
            batch = self._next_batch()
            try:
                for announce in await in_thread(_run_together, batch):
                    announce()
            except Exception as error:  # noqa: BLE001 - the database is away: all are told
                for move in batch:
                    move.outcome = error
            for move in batch:
                move.give_answer()

    def _next_batch(self) -> list[_Move]:
        """The first of each table: a second one has to see what the first has done."""
        batch: dict[str, _Move] = {}
        later = []
        for move in self._waiting:
            if move.code in batch or len(batch) == LARGEST:
                later.append(move)
            else:
                batch[move.code] = move
        self._waiting = later
        return list(batch.values())


def _run_together(moves: Sequence[_Move]) -> list[Callable[[], None]]:
    """Runs and writes these; returns what is to be called now that they are committed."""
    with log.collected() as batch:
        for move in moves:
            move.run()
    try:
        lost = guarded(batch.write)
    except Exception as error:  # noqa: BLE001 - handed to those whose moves it lost
        for move in moves:
            if isinstance(move.outcome, Folded) and move.outcome.id in batch.announcements:
                move.outcome = error
        return []
    for move in moves:
        if isinstance(move.outcome, Folded) and move.outcome.id in lost:
            move.run()  # alone, in the ordinary way
    return list(batch.announcements.values())
