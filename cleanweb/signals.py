"""SIGINT and SIGTERM, heard for a while."""

import signal
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager


@contextmanager
def heard(handler: Callable[[int, object], None]) -> Iterator[None]:
    """The handler is called for SIGINT and SIGTERM within, but not for those that the caller has ignored.

    (A script has SIGINT ignored for its background jobs: Ctrl-C is for what is in the foreground.) Outside of the main
    thread nothing is heard: only there can handlers be set.
    """
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    mine = [number for number in (signal.SIGINT, signal.SIGTERM) if signal.getsignal(number) is not signal.SIG_IGN]
    before = {number: signal.signal(number, handler) for number in mine}
    try:
        yield
    finally:
        for number, earlier in before.items():
            signal.signal(number, earlier)
