"""The signals that end a run, heard for a while."""

import signal
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager

# Ctrl-C, and the end of the terminal or of the connection to it: they reach every process that was begun there.
OF_TERMINAL = frozenset({signal.SIGINT, signal.SIGHUP})
ENDING = OF_TERMINAL | {signal.SIGTERM}


@contextmanager
def heard(handler: Callable[[int, object], None]) -> Iterator[None]:
    """The handler is called for the signals of ENDING within, but not for those that the caller has ignored.

    (A script has SIGINT ignored for its background jobs: Ctrl-C is for what is in the foreground; `nohup` has SIGHUP
    ignored.) Outside of the main thread nothing is heard: only there can handlers be set.
    """
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    mine = [number for number in ENDING if signal.getsignal(number) is not signal.SIG_IGN]
    before = {number: signal.signal(number, handler) for number in mine}
    try:
        yield
    finally:
        for number, earlier in before.items():
            signal.signal(number, earlier)
