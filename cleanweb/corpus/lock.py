"""One run at a time in a directory, by system locks, which end with the process that holds them, however it ends."""

from __future__ import annotations

import fcntl
import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress

from cleanweb.files import printable


@contextmanager
def locked(path: str, say: Callable[[str], object], *, is_shared: bool = False) -> Iterator[None]:
    """Hold a lock on a directory, or on a file, which is created; `say` is told if this must wait for another run.

    Runs with shared locks do not hinder each other. Where locking is impossible (a directory that may be written but
    not read, or one on NFS), the run goes on without a lock.
    """
    try:
        descriptor = os.open(path, os.O_RDONLY | os.O_CLOEXEC | (0 if os.path.isdir(path) else os.O_CREAT), 0o666)
    except OSError:
        yield
        return
    kind = fcntl.LOCK_SH if is_shared else fcntl.LOCK_EX
    try:
        with suppress(OSError):
            try:
                fcntl.flock(descriptor, kind | fcntl.LOCK_NB)
            except BlockingIOError:
                say(f"{printable(path)}: another run is writing there; waiting for its end")
                fcntl.flock(descriptor, kind)
        yield
    finally:
        os.close(descriptor)
