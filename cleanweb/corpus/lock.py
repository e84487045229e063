"""One run at a time in a directory: locks of the system, which end with the process that has them, however it ends."""

from __future__ import annotations

import fcntl
import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress

from cleanweb.files import printable


@contextmanager
def locked(path: str, say: Callable[[str], object], *, is_shared: bool = False) -> Iterator[None]:
    """Within, no other run has locked a directory or file, which is made; `say` is told of a wait for that.

    Those that share a lock do not hinder each other. Where nothing can be locked, as a directory that may be written to
    but not read, or one of NFS, all goes on without.
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
