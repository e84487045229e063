"""One run at a time in a directory: locks of the system, which end with the process that has them, however it ends."""

from __future__ import annotations

import fcntl
import os
from collections.abc import Iterator
from contextlib import contextmanager

from cleanweb.errors import OutputError
from cleanweb.files import printable


def lock(descriptor: int, path: str, *, is_shared: bool = False) -> None:
    """Lock an open file or directory until it is closed. Raises OutputError where another run has locked it.

    Those that share a lock do not hinder each other. Where the file system has no such locks, there is none.
    """
    try:
        fcntl.flock(descriptor, (fcntl.LOCK_SH if is_shared else fcntl.LOCK_EX) | fcntl.LOCK_NB)
    except BlockingIOError as error:
        told = "another run is writing there; wait for its end, name another directory, or give one run all pages (-j)"
        raise OutputError(f"{printable(path)}: {told}") from error
    except OSError:  # NFS locks no directory, some file systems nothing
        pass


@contextmanager
def locked(folder: str, *, is_shared: bool) -> Iterator[None]:
    """Within, the directory is locked, if it can be: one that may be written to need not be one that may be read."""
    try:
        descriptor = os.open(folder, os.O_RDONLY | os.O_CLOEXEC)
    except OSError:
        yield
        return
    try:
        lock(descriptor, folder, is_shared=is_shared)
        yield
    finally:
        os.close(descriptor)
