"""Many pages on one machine: shards of pages to worker processes, their answers in the order of the inputs.

Every worker has pipes of its own, so that one that is killed takes nothing with it: the pages it had answered are done,
the page in hand is tried again alone or fails, the rest goes to another worker.
"""

from __future__ import annotations

import errno
import os
import signal
import subprocess
import sys
from collections import Counter, deque
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from multiprocessing.connection import Connection, wait
from typing import Any

from cleanweb.corpus.child import OUT_OF_MEMORY, WAITING
from cleanweb.corpus.inputs import Page
from cleanweb.corpus.journal import Outcome
from cleanweb.corpus.limits import memory_limit
from cleanweb.corpus.outputs import remove_drafts
from cleanweb.corpus.worker import Done, Task
from cleanweb.errors import CleanwebError, OutputError, UsageError
from cleanweb.files import printable, reason
from cleanweb.signals import OF_TERMINAL

# Ours. Answers wait for those of earlier pages; beyond this many pages, or bytes of records, no new work is handed
# out. A page may hold the others up for its time limit; 2048 pages keep a worker busy for some ten seconds.
MAX_WAITING_PAGES = 2048
MAX_WAITING_BYTES = 64 << 20

# How often a page is tried whose worker died with it: the system kills the largest process, not the guilty one. A time
# limit of work is the page's own; one of waiting goes on while the whole run is suspended (Ctrl-Z, a job of SLURM that
# makes room for another); memory is tried once more in a fresh process.
_TRIES = {-signal.SIGPROF: 1, -signal.SIGALRM: 2, OUT_OF_MEMORY: 2}
_OTHER_TRIES = 3

# Workers that are killed one after the other before they have read their task, until the run gives up: what the system
# kills so soon it will not let live. (Ours: some twenty seconds.)
MAX_STILLBORN = 50

# Of processes, memory, open files of a process and of the system: with fewer workers there may be enough.
_OF_LIMITS = {errno.EAGAIN, errno.ENOMEM, errno.EMFILE, errno.ENFILE}

PATIENCE = 5.0  # seconds that a worker has to end by itself; ours
MAX_SILENCE = 86_400.0  # seconds; a system waits for no more than 2 ** 31 milliseconds, 24 days; ours

# A worker is one thread; the threads of numerical libraries would only take address space.
_ONE_THREAD = {"OPENBLAS_NUM_THREADS": "1", "OMP_NUM_THREADS": "1"}

Numbered = tuple[int, Page]


def processors() -> int:
    """The processors that this process may use."""
    try:
        return len(os.sched_getaffinity(0))
    except AttributeError:  # macOS cannot tell
        return os.cpu_count() or 1


class Worker:
    """A child process that cleans shards, and what it has not answered yet."""

    def __init__(self, task: Task, folder: str = "") -> None:
        """`folder` is its working directory, from which relative paths are; "" for that of this process."""
        theirs_in, ours_out = os.pipe()
        ours_in, theirs_out = os.pipe()
        # -P: code is found where this process found it, never in the directory where it happens to run.
        environment = {
            **os.environ,
            "PYTHONPATH": os.pathsep.join(map(os.path.abspath, sys.path)),
            **_ONE_THREAD,
        }
        # Answers have a pipe of their own: what a `sitecustomize` prints comes before the worker can see to it.
        command = [sys.executable, "-P", "-c", f"from cleanweb.corpus.child import main; main({theirs_out})"]
        # Signals of the terminal reach the worker too, perhaps before it has a handler: they wait until there is one.
        before = signal.pthread_sigmask(signal.SIG_BLOCK, OF_TERMINAL)
        try:
            self.process = subprocess.Popen(
                command, stdin=theirs_in, stdout=2, pass_fds=[theirs_out], env=environment, cwd=folder or None
            )
        finally:
            signal.pthread_sigmask(signal.SIG_SETMASK, before)
        os.close(theirs_in)
        os.close(theirs_out)
        self.sender = Connection(ours_out, readable=False)
        self.receiver = Connection(ours_in, writable=False)
        self.todo: deque[Numbered] = deque()
        self.ready = False  # it has read its task
        self._send(task)

    def give(self, shard: Sequence[Numbered]) -> None:
        """Hand a shard to an idle worker."""
        self.todo.extend(shard)
        self._send([page for _, page in shard])

    def _send(self, value: Any) -> None:
        with suppress(OSError):  # it is dead: `receive` will say so
            self.sender.send(value)

    def receive(self) -> Any:
        """The next answer. Raises EOFError when the process is dead."""
        try:
            return self.receiver.recv()
        except OSError as error:
            raise EOFError from error

    def close(self, patience: float = PATIENCE) -> int:
        """End the process, by force if it takes more than `patience` seconds; its exit status."""
        self.sender.close()
        self.receiver.close()
        try:
            return self.process.wait(patience)
        except subprocess.TimeoutExpired:
            self.process.kill()
            return self.process.wait()


class Pool:
    """Worker processes; `answers` gives what became of every page, in order. They serve until `close`.

    Their working directory is `folder`; "" for that of this process.
    """

    def __init__(self, task: Task, jobs: int, folder: str = "") -> None:
        self.task = task
        self.jobs = jobs
        self.folder = folder
        self.failure: OutputError | None = None  # why nothing can be written
        self.is_stopped = False
        self._workers: list[Worker] = []
        self._again: deque[list[Numbered]] = deque()
        self._tries: Counter[int] = Counter()
        self._waiting: dict[int, Done | None] = {}
        self._waiting_bytes = 0
        self._handed_out = 0
        self._stillborn = 0  # workers, one after the other, that died before they had read their task
        # Until its alarm has ended each that is at work, a while more; None for ever, where pages have no time limit.
        self._longest_silence = min(task.timeout * WAITING + PATIENCE, MAX_SILENCE) if task.timeout else None

    def stop(self) -> None:
        """Finish the pages in hand and begin no other; when asked again, do not wait for them."""
        for worker in self._workers:
            if self.is_stopped:
                worker.process.kill()
            else:
                worker.process.terminate()
        self.is_stopped = True

    def close(self) -> None:
        """End the workers; pages that they have in hand are lost."""
        for worker in self._workers:
            if worker.todo:
                worker.process.kill()
            worker.close()
        self._workers = []

    def answers(self, shards: Iterable[Sequence[Page]]) -> Iterator[Done | None]:
        """For each page of the shards, in order: what became of it, or None where the run was stopped before it."""
        more, given = iter(shards), self._handed_out
        while True:
            self._hand_out(more, given)
            before = given
            while given in self._waiting:
                yield self._taken(given)
                given += 1
            busy = {worker.receiver: worker for worker in self._workers if worker.todo}
            if not busy and given > before and not self.is_stopped:
                continue  # too many answers waited for more work to be handed out; now there may be some
            if not busy:
                break
            ready = wait(list(busy), self._longest_silence)
            if not ready:
                _wake(busy.values())
            for receiver in ready:
                assert isinstance(receiver, Connection)
                self._collect(busy[receiver])
        for number in range(given, self._handed_out):
            yield self._taken(number) if number in self._waiting else None

    def _taken(self, number: int) -> Done | None:
        answer = self._waiting.pop(number)
        self._waiting_bytes -= len(answer.record) + len(answer.log) if answer else 0
        return answer

    def _hand_out(self, more: Iterator[Sequence[Page]], given: int) -> None:
        """Give every idle worker a shard, while there are some and not too many answers wait."""
        while not self.is_stopped:
            idle = next((worker for worker in self._workers if not worker.todo), None)
            if not idle and len(self._workers) == self.jobs:
                return
            if self._again:
                shard: Sequence[Numbered] = self._again.popleft()
            elif self._handed_out - given >= MAX_WAITING_PAGES or self._waiting_bytes >= MAX_WAITING_BYTES:
                return
            else:
                shard = list(enumerate(next(more, ()), self._handed_out))
                self._handed_out += len(shard)
            if not shard or self.is_stopped:  # by a signal that came while it was waited for
                return
            if not idle:
                idle = self._new_worker()
                self._workers.append(idle)
            idle.give(shard)

    def _new_worker(self) -> Worker:
        try:
            return Worker(self.task, self.folder)
        except OSError as error:
            if self.folder and not os.path.isdir(self.folder):
                told = f"the machine of a worker has no {printable(self.folder)}, where the run was begun"
                raise CleanwebError(f"{told}; --cluster wants a file system that all machines share") from error
            told = f"a worker process cannot start ({reason(error)})"
            if error.errno in _OF_LIMITS:
                raise CleanwebError(f"{told}; fewer (-j) may do") from error
            python = f"as {sys.executable}" if sys.executable else "since Python does not know where it is"
            raise CleanwebError(f"{told}: Python cannot be started again {python}") from error

    def _collect(self, worker: Worker) -> None:
        """Take one answer of a worker that has one, or its death."""
        try:
            answer = worker.receive()
        except EOFError:
            self._bury(worker)
            return
        if not worker.ready:
            worker.ready = True
            self._stillborn = 0
            return
        if answer is None and not self.is_stopped:
            self._replace(worker)
            return
        number, _ = worker.todo.popleft()
        if isinstance(answer, OutputError):
            self.failure, answer = answer, None
            if not self.is_stopped:
                self.stop()
        self._keep(number, answer)

    def _keep(self, number: int, answer: Done | None) -> None:
        self._waiting[number] = answer
        self._waiting_bytes += len(answer.record) + len(answer.log) if answer else 0

    def _replace(self, worker: Worker) -> None:
        """A worker was asked to end, and not by the run, as where the system is short of memory: another goes on."""
        self._workers.remove(worker)
        worker.close()
        self._again.append([*worker.todo])

    def _bury(self, worker: Worker) -> None:
        """A worker is dead: its page in hand is tried again alone or fails, the pages after it go to another."""
        self._workers.remove(worker)
        status = worker.close()
        self._stillborn += not worker.ready
        if not worker.ready and (status > 0 or self._stillborn >= MAX_STILLBORN) and not self.is_stopped:
            told = f"a worker process cannot start ({_cause(status, self.task)})"
            raise UsageError(f"--max-memory: {told}") if status == OUT_OF_MEMORY else CleanwebError(told)
        (number, page), *rest = worker.todo
        if rest:
            self._again.append(rest)
        self._tries[number] += worker.ready
        if self._tries[number] < _TRIES.get(status, _OTHER_TRIES):
            self._again.appendleft([(number, page)])
            return
        for path in self.task.places(page):
            remove_drafts(path)
        times = f" ({tries} times)" if (tries := self._tries[number]) > 1 else ""
        self._keep(number, Done(failed(page, _cause(status, self.task) + times, self.task)))


def _wake(workers: Iterable[Worker]) -> None:
    """Have workers go on that somebody has stopped (SIGSTOP), whose alarms wait with them: that of a page ends it."""
    for worker in workers:
        worker.process.send_signal(signal.SIGCONT)


def failed(page: Page, reason: str, task: Task) -> Outcome:
    """The journal's line of a page that took its worker with it."""
    output = printable(task.output_name(page)) if task.output else ""
    return Outcome(input=page.shown, output=output, state="failed", reason=reason, options=task.options)


def _cause(status: int, task: Task) -> str:
    """Why a worker with this exit status died, in words."""
    if status == -signal.SIGPROF:
        return f"it took longer than the time limit of {task.timeout:g} s"
    if status == -signal.SIGALRM:
        return f"it waited longer than {WAITING} times the time limit of {task.timeout:g} s"
    memory = memory_limit(task.max_memory)
    if status == OUT_OF_MEMORY:
        return f"it needs more memory than {f'the limit of {memory / (1 << 20):.4g} MB' if memory else 'there is'}"
    if status < 0:
        return f"its worker was killed by {signal.Signals(-status).name}"
    limit = f", with a memory limit of {memory / (1 << 20):.4g} MB" if memory else ""
    return f"its worker ended with status {status}{limit}"
