"""One process per data folder: the embedded set-up keeps what it knows in memory."""

import fcntl
from pathlib import Path
from typing import IO


class AlreadyRunning(Exception):
    """Another process serves from this data folder."""


def lock_folder(folder: Path) -> IO[str]:
    """Locks the folder until the returned file is closed or this process ends, however it ends."""
    file = (folder / "server.lock").open("w")
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as error:
        file.close()
        raise AlreadyRunning from error
    return file
