"""Time limits that hold on slow and busy machines, and waiting for other processes."""

import gc
import subprocess
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

# Processor time of `_work` on the machine on which the limits were chosen, otherwise idle.
USUAL_SECONDS = 0.12


@contextmanager
def within(seconds: float) -> Iterator[None]:
    """Fails if the block takes more processor time than this.

    A slower or busier machine gets proportionally more; the garbage collector is off, to skip other tests' garbage.
    """
    gc.disable()
    try:
        begun = time.process_time()
        yield
        spent = time.process_time() - begun
    finally:
        gc.enable()
    if spent >= seconds:
        most = seconds * max(1.0, _work() / USUAL_SECONDS)
        assert spent < most, f"{spent:.2f} seconds, where {most:.2f} would do on this machine"


def _work() -> float:
    """Processor time of a fixed amount of work: how fast Python is just now."""
    begun = time.process_time()
    assert sum(number * number % 7 for number in range(1_000_000))
    return time.process_time() - begun


def wait_until(is_so: Callable[[], object], seconds: float = 90) -> None:
    """Poll until it is so; fails after this time, which is enough to start Python under any load."""
    end = time.monotonic() + seconds
    while not is_so():
        assert time.monotonic() < end, f"not in {seconds:g} seconds"
        time.sleep(0.01)


def once_there(path: Path, act: Callable[[], object]) -> threading.Thread:
    """Act as soon as a file exists, in a thread; act also if it never does."""

    def wait() -> None:
        try:
            wait_until(path.exists)
        finally:
            act()

    thread = threading.Thread(target=wait)
    thread.start()
    return thread


@contextmanager
def started(command: list[str], **options: Any) -> Iterator[subprocess.Popen[Any]]:
    """A process, with options of Popen; killed at the end, so that failing tests do not wait."""
    with subprocess.Popen(command, **options) as process:
        try:
            yield process
        finally:
            process.kill()
