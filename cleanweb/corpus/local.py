"""Clean on one machine: shards of pages go to worker processes, answers come back in the order of the inputs.

Every worker has its own pipes, so that little is lost when one is killed: the pages it had answered are done, the
current page is tried again alone or fails, and the rest goes to another worker.
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

# Ours. Answers wait for those of earlier pages; if this many pages, or bytes of records, are waiting, no new work is
# handed out. A page may hold up the others until its time limit; 2048 pages keep a worker busy for some ten seconds.
MAX_WAITING_PAGES = 2048
MAX_WAITING_BYTES = 64 << 20

# How often a page is tried if its worker dies: the system kills the largest process, which need not be the guilty one.
# The limit of processor time concerns only the page, so it has one try. The limit of waiting also runs while the whole
# run is suspended (Ctrl-Z, a SLURM job that makes room for another). Memory is tried once more in a fresh process.
_TRIES = {-signal.SIGPROF: 1, -signal.SIGALRM: 2, OUT_OF_MEMORY: 2}
_OTHER_TRIES = 3

# The run gives up after this many workers in a row were killed before they had read their task: the system will not let
# others live either. (Ours: some twenty seconds.)
MAX_STILLBORN = 50

# Limits of processes, memory, and open files (per process and of the system): fewer workers may fit.
_OF_LIMITS = {errno.EAGAIN, errno.ENOMEM, errno.EMFILE, errno.ENFILE}

PATIENCE = 5.0  # seconds that a worker has to end by itself; ours
MAX_SILENCE = 86_400.0  # seconds; systems wait at most 2 ** 31 milliseconds, 24 days; ours

# A worker uses one thread; more threads of numerical libraries would only take address space.
_ONE_THREAD = {"OPENBLAS_NUM_THREADS": "1", "OMP_NUM_THREADS": "1"}

Numbered = tuple[int, Page]


def processors() -> int:
    """The number of processors that this process may use."""
    try:
        return len(os.sched_getaffinity(0))
    except AttributeError:  # macOS cannot tell
        return os.cpu_count() or 1


class Worker:
    """A child process that cleans shards, and the pages that it has not answered yet."""

    def __init__(self, task: Task, folder: str = "") -> None:
        """`folder` is its working directory, which paths are relative to; "" for that of this process."""
        theirs_in, ours_out = os.pipe()
        ours_in, theirs_out = os.pipe()
        # -P: code is imported from where this process found it, never from the working directory.
        environment = {
            **os.environ,
            "PYTHONPATH": os.pathsep.join(map(os.path.abspath, sys.path)),
            **_ONE_THREAD,
        }
        # Answers have their own pipe: a `sitecustomize` may print before the worker can redirect its output.
        command = [sys.executable, "-P", "-c", f"from cleanweb.corpus.child import main; main({theirs_out})"]
        # Signals from the terminal also reach the worker, perhaps before it has a handler: block them until it has.
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
        with suppress(OSError):  # the worker is dead: `receive` will say so
            self.sender.send(value)

    def receive(self) -> Any:
        """The next answer. Raises EOFError when the process is dead."""
        try:
            return self.receiver.recv()
        except OSError as error:
            raise EOFError from error

    def close(self, patience: float = PATIENCE) -> int:
        """End the process, by force after `patience` seconds; return its exit status."""
        self.sender.close()
        self.receiver.close()
        try:
            return self.process.wait(patience)
        except subprocess.TimeoutExpired:
            self.process.kill()
            return self.process.wait()


class Pool:
    """Worker processes, which serve until `close`; `answers` yields what became of every page, in order.

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
        self._stillborn = 0  # workers in a row that died before they had read their task
        # Long enough for the alarm to have ended every busy worker; None (for ever) if pages have no time limit.
        self._longest_silence = min(task.timeout * WAITING + PATIENCE, MAX_SILENCE) if task.timeout else None

    def stop(self) -> None:
        """Finish the pages in hand and begin no others; when called again, do not wait for them."""
        for worker in self._workers:
            if self.is_stopped:
                worker.process.kill()
            else:
                worker.process.terminate()
        self.is_stopped = True

    def close(self) -> None:
        """End the workers; the pages that they are cleaning are lost."""
        for worker in self._workers:
            if worker.todo:
                worker.process.kill()
            worker.close()
        self._workers = []

    def answers(self, shards: Iterable[Sequence[Page]]) -> Iterator[Done | None]:
        """For each page of the shards, in order: what became of it, or None if the run was stopped before it."""
        more, given = iter(shards), self._handed_out
        while True:
            self._hand_out(more, given)
            before = given
            while given in self._waiting:
                yield self._taken(given)
                given += 1
            busy = {worker.receiver: worker for worker in self._workers if worker.todo}
            if not busy and given > before and not self.is_stopped:
                continue  # no work was handed out while too many answers waited; now there may be some
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
        """Give every idle worker a shard, as long as there are shards and not too many answers wait."""
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
            if not shard or self.is_stopped:  # by a signal that came while waiting for pages
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
                told = f"the machine of a worker has no {printable(self.folder)}, where the run was started"
                raise CleanwebError(f"{told}; --cluster needs a file system that all machines share") from error
            told = f"a worker process cannot start ({reason(error)})"
            if error.errno in _OF_LIMITS:
                raise CleanwebError(f"{told}; fewer (-j) may do") from error
            python = f"as {sys.executable}" if sys.executable else "since Python does not know where it is"
            raise CleanwebError(f"{told}: Python cannot be started again {python}") from error

    def _collect(self, worker: Worker) -> None:
        """Take one answer from a worker, or handle its death."""
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
        """Pass on the pages of a worker that was asked to end by someone else, such as a system short of memory."""
        self._workers.remove(worker)
        worker.close()
        self._again.append([*worker.todo])

    def _bury(self, worker: Worker) -> None:
        """Handle a dead worker: its current page is tried again alone or fails, the pages after it go to another."""
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
    """Continue workers that somebody has stopped (SIGSTOP), so that their pending alarms can end them."""
    for worker in workers:
        worker.process.send_signal(signal.SIGCONT)


def failed(page: Page, reason: str, task: Task) -> Outcome:
    """The outcome of a page that took its worker down."""
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
