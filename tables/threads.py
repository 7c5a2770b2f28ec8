"""Database work of sockets and hub: a few threads of our own, each with its connection.

Channels would run all of it on one thread, and close old connections there before every message.
"""

import asyncio
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import ParamSpec, TypeVar

from django.conf import settings
from django.db import DatabaseError, InterfaceError, connection

P = ParamSpec("P")
T = TypeVar("T")

_pool = ThreadPoolExecutor(settings.DATABASE_THREADS, thread_name_prefix="database")


async def in_thread(work: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
    """Runs ``work`` on one of the database threads. Raises what it raises."""
    return await asyncio.get_running_loop().run_in_executor(
        _pool, lambda: guarded(work, *args, **kwargs)
    )


def guarded(work: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
    """Runs ``work``; a connection that may be broken is given up, so that the next one is new."""
    try:
        return work(*args, **kwargs)
    except (DatabaseError, InterfaceError):
        if not connection.in_atomic_block:
            connection.close()
        raise


def close_connections() -> None:
    """Closes every database thread's connection; they wait for one another: none is missed."""
    count = settings.DATABASE_THREADS
    barrier = threading.Barrier(count)

    def close() -> None:
        barrier.wait(timeout=10)
        connection.close()

    for future in [_pool.submit(close) for _ in range(count)]:
        future.result()
