"""Database work beside the event loop."""

import asyncio
import threading
import time

import pytest
from django.conf import settings
from django.db import OperationalError, connection

from accounts.models import Player
from tables import threads
from tables.threads import close_connections, in_thread

pytestmark = pytest.mark.django_db(transaction=True)


def opened() -> object:
    """This thread's line to the database, opened if it was not."""
    connection.ensure_connection()
    return connection.connection


async def closed_connections() -> None:
    await asyncio.get_running_loop().run_in_executor(None, close_connections)


async def test_work_runs_on_a_thread_of_its_own_and_returns(alice: Player) -> None:
    name = await in_thread(lambda: (threading.current_thread().name, Player.objects.get().name))
    assert name[0].startswith("database")
    assert name[1] == "Alice"
    await closed_connections()


async def test_what_work_raises_is_raised() -> None:
    def work(number: int, *, by: int) -> float:
        return number / by

    assert await in_thread(work, 6, by=3) == 2
    with pytest.raises(ZeroDivisionError):
        await in_thread(work, 6, by=0)


async def test_as_many_run_at_once_as_the_settings_say_and_no_more() -> None:
    running: list[int] = []
    most: list[int] = []
    lock = threading.Lock()

    def work() -> None:
        with lock:
            running.append(1)
            most.append(len(running))
        time.sleep(0.02)
        with lock:
            running.pop()

    await asyncio.gather(*(in_thread(work) for _ in range(5 * settings.DATABASE_THREADS)))
    assert max(most) == settings.DATABASE_THREADS


async def test_one_slow_piece_of_work_does_not_hold_up_the_others() -> None:
    let_go = threading.Event()
    slow = asyncio.ensure_future(in_thread(let_go.wait, 10))
    assert await asyncio.wait_for(in_thread(lambda: 7), 5) == 7
    let_go.set()
    assert await slow


def test_a_connection_is_kept_between_pieces_of_work_and_given_up_after_an_error() -> None:
    def fail() -> None:
        opened()
        raise OperationalError

    kept: list[object] = []

    def work() -> None:
        kept.append(threads.guarded(opened))
        kept.append(threads.guarded(opened))
        with pytest.raises(OperationalError):
            threads.guarded(fail)
        kept.append(connection.connection)
        connection.close()

    thread = threading.Thread(target=work)
    thread.start()
    thread.join()
    assert kept[0] is kept[1]
    assert kept[0] is not None
    assert kept[2] is None


async def test_all_connections_are_closed_at_the_end() -> None:
    count = settings.DATABASE_THREADS
    barrier = threading.Barrier(count)

    def line() -> object:
        barrier.wait(timeout=10)
        return connection.connection

    def lines_up() -> object:
        opened()
        return line()

    before = await asyncio.gather(*(in_thread(lines_up) for _ in range(count)))
    await closed_connections()
    after = await asyncio.gather(*(in_thread(line) for _ in range(count)))
    assert None not in before
    assert after == [None] * count
