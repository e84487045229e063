"""The signals that end a run, handled for a while."""

import signal
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager

# Ctrl-C, and the end of the terminal or of the connection to it; they reach every process started there.
OF_TERMINAL = frozenset({signal.SIGINT, signal.SIGHUP})
ENDING = OF_TERMINAL | {signal.SIGTERM}


@contextmanager
def heard(handler: Callable[[int, object], None] | signal.Handlers) -> Iterator[None]:
    """Call the handler for the signals of ENDING within this context, except for those that the caller ignores.

    (Scripts ignore SIGINT in their background jobs, since Ctrl-C is for the foreground; `nohup` ignores SIGHUP.)
    Outside the main thread nothing is handled, since handlers can be set only there.
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


@contextmanager
def ended_at_once() -> Iterator[None]:
    """Let the signals of ENDING end the process at once within this context.

    Parsers are written in C, and while they run Python calls no handler: on a page of 200,000 nested elements, for
    minutes.
    """
    with heard(signal.SIG_DFL):
        yield
