"""Limits of time that hold on slow and busy machines."""

import gc
import time
from collections.abc import Iterator
from contextlib import contextmanager

# Processor time of `_work` on the machine on which the limits were chosen, with nothing beside it.
USUAL_SECONDS = 0.12


@contextmanager
def within(seconds: float) -> Iterator[None]:
    """Fails where what is done within takes more processor time than that.

    A machine that is slower just then has as much more; the garbage that other tests left is not looked through.
    """
    gc.disable()
    try:
        begun = time.process_time()
        yield
        spent = time.process_time() - begun
    finally:
        gc.enable()
    assert spent < seconds or spent < seconds * _work() / USUAL_SECONDS


def _work() -> float:
    """Processor time of what takes as long wherever Python is as fast."""
    begun = time.process_time()
    assert sum(number * number % 7 for number in range(1_000_000))
    return time.process_time() - begun
