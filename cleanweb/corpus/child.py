"""The child process that cleans the pages of a run one by one, so that a hostile page costs only itself.

Python runs no signal handler while C code hangs, so the time limit of a page is an alarm with the system's default
action: it ends the process.
"""

from __future__ import annotations

import gc
import mmap
import os
import resource
import signal
import sys
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace
from importlib import import_module
from itertools import chain
from multiprocessing.connection import Connection
from typing import Any

from cleanweb import language
from cleanweb.corpus.inputs import Page
from cleanweb.corpus.limits import memory_limit
from cleanweb.corpus.reading import read
from cleanweb.corpus.worker import Task, clean_page
from cleanweb.errors import CleanwebError, OutputError
from cleanweb.memory import give_back
from cleanweb.signals import OF_TERMINAL

# A page that waits (for a file system that hangs) ends after this many times its limit. (Ours.) The limit itself is
# processor time, so that a page that is cleaned on an idle machine does not fail on a busy one.
WAITING = 10

# Ours: the objects of about ten pages.
OBJECTS_BETWEEN_COLLECTIONS = 50_000

# Below this memory limit, in bytes, a numerical library may find no room for itself. (Ours: numpy takes 100 MB.)
NARROW = 256 << 20

# Address space, in bytes, that a narrow limit must leave for a page. (Ours: a page of 100 KB takes half of it.)
ROOM = 8 << 20

# Exit status of a worker that met the memory limit; no other reason to end has this value.
OUT_OF_MEMORY = 77


class _StoppedError(BaseException):
    """A signal came while a page was being read, perhaps from a pipe without a writer: the page counts as not begun."""


class _Stopping:
    """Set by the signals that end a run: a page that has been read is finished, the others are not begun."""

    def __init__(self) -> None:
        self.asked = False
        self._is_reading = False
        signal.signal(signal.SIGTERM, self._ask)
        for number in OF_TERMINAL:
            if signal.getsignal(number) is not signal.SIG_IGN:  # if ignored, the run does not stop either
                signal.signal(number, self._ask)
        signal.pthread_sigmask(signal.SIG_UNBLOCK, OF_TERMINAL)  # `local.Worker` blocked them until here

    def _ask(self, *_: object) -> None:
        self.asked = True
        if self._is_reading:
            self._is_reading = False  # a second signal must not raise while the first is handled
            raise _StoppedError

    def read(self, page: Page, max_bytes: int) -> bytes:
        """Like `reading.read`, which may never end. Raises _StoppedError if a signal comes first."""
        try:
            self._is_reading = True
            if self.asked:
                raise _StoppedError
            return read(page, max_bytes)
        finally:
            self._is_reading = False


def main(answers: int) -> None:
    """Serve one parent: a task and then shards of pages come on stdin, an answer for every page goes to a pipe.

    `answers` is the descriptor of that pipe. Whatever libraries print goes to standard error, so that it does not get
    between the answers.

    The first answer is "ready". Then, for each page: a `Done`; an `OutputError` when nothing can be written; None when
    it was not begun because the run was asked to stop.
    """
    stopping = _Stopping()
    receiver, sender = Connection(os.dup(0), writable=False), Connection(answers, readable=False)
    os.set_inheritable(answers, False)
    os.dup2(os.open(os.devnull, os.O_RDONLY), 0)  # no page (a link to /dev/stdin) may read what is for this process
    try:
        # If the parent is gone already, this is another process's number; but then "ready" cannot be sent.
        task: Task = replace(receiver.recv(), parent=os.getppid())
        task = replace(task, max_memory=memory_limit(task.max_memory))
        is_narrow = 0 < task.max_memory < NARROW
        if is_narrow:
            _load_libraries(task)
        cleaned_before = is_narrow and _cleans_least(task)
        _limit_memory(task.max_memory)
        if cleaned_before and not (_has_room() and _cleans_least(task)):  # all pages would fail, a few seconds each
            raise MemoryError
        _collect_seldom()
        sender.send("ready")
        while True:
            _serve(receiver.recv(), task, sender, stopping)
    except (EOFError, BrokenPipeError, ConnectionResetError):
        os._exit(0)  # the parent is gone, or has no more to do
    except MemoryError:
        os._exit(OUT_OF_MEMORY)  # the next page needs a process in a clean state


def _collect_seldom() -> None:
    """Collect cyclic garbage seldom, and never look at what is loaded: pages leave no cycles behind."""
    gc.freeze()
    gc.set_threshold(OBJECTS_BETWEEN_COLLECTIONS)


def _load_libraries(task: Task) -> None:
    """Load what would be loaded on first use: short of memory, a library ends the process with messages of its own."""
    of_stages = chain.from_iterable(getattr(stage, "loads", ()) for stage in task.pipeline.stages)
    of_signatures = ["numpy"] if task.signatures else []  # rensa takes less memory if there is a limit
    for library in (*of_stages, *of_signatures):
        import_module(library)
    if task.languages:
        language.load()


def _cleans_least(task: Task) -> bool:
    """Whether a minimal page is cleaned, or refused by the options; short of memory, Python raises many errors."""
    try:
        with suppress(CleanwebError):
            task.pipeline(b"<p>a")
    except Exception:
        return False
    return True


def _has_room() -> bool:
    """Whether a page may take ROOM, beyond what loading happened to leave free in the heap."""
    try:
        mmap.mmap(-1, ROOM).close()
    except OSError:
        return False
    return True


def _limit_memory(limit: int) -> None:
    _, hard = resource.getrlimit(resource.RLIMIT_AS)
    if limit and sys.platform != "darwin":  # macOS refuses to set it
        resource.setrlimit(resource.RLIMIT_AS, (limit, hard))


def _serve(shard: Sequence[Page], task: Task, sender: Connection, stopping: _Stopping) -> None:
    for page in shard:
        answer: Any = None
        if not stopping.asked:
            _set_alarms(task.timeout)
            try:
                answer = clean_page(page, task, stopping.read)
                give_back(answer.outcome.bytes)
            except _StoppedError:
                pass
            except OutputError as error:
                answer = error
            _set_alarms(0)
        sender.send(answer)


def _set_alarms(seconds: float) -> None:
    """Let the system end this process after this processor time, or WAITING times this real time; 0 for never."""
    signal.setitimer(signal.ITIMER_PROF, seconds)
    signal.setitimer(signal.ITIMER_REAL, seconds * WAITING)
