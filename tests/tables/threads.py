"""Several things at once, for real."""

import threading
from collections.abc import Callable

from django.db import connection


def at_once(*works: Callable[[], object]) -> list[object]:
    """Runs these in threads that set off together; the result or the error of each."""
    barrier = threading.Barrier(len(works))
    results: list[object] = [None] * len(works)

    def work(number: int) -> None:
        try:
            barrier.wait(timeout=10)
            results[number] = works[number]()
        except Exception as error:  # noqa: BLE001 - handed back
            results[number] = error
        finally:
            connection.close()

    threads = [threading.Thread(target=work, args=(n,)) for n in range(len(works))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(timeout=30)
    return results
