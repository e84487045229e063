"""Limits of time that hold on slow and busy machines, and waiting for other processes."""

import gc
import subprocess
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

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
    if spent >= seconds:
        most = seconds * max(1.0, _work() / USUAL_SECONDS)
        assert spent < most, f"{spent:.2f} seconds, where {most:.2f} would do on this machine"


def _work() -> float:
    """Processor time of what takes as long wherever Python is as fast."""
    begun = time.process_time()
    assert sum(number * number % 7 for number in range(1_000_000))
    return time.process_time() - begun


def wait_until(is_so: Callable[[], object], seconds: float = 90) -> None:
    """Look again and again; fails where it is not so in that time, which is enough to start Python under any load."""
    end = time.monotonic() + seconds
    while not is_so():
        assert time.monotonic() < end, f"not in {seconds:g} seconds"
        time.sleep(0.01)


def once_there(path: Path, act: Callable[[], object]) -> threading.Thread:
    """Act as soon as a file is there, beside what the test does; in the end all the same."""

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
    """A process, with options of Popen; a test that fails while it runs does not wait for it."""
    with subprocess.Popen(command, **options) as process:
        try:
            yield process
        finally:
            process.kill()
