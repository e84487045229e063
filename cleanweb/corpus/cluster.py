"""Clean on many machines: shards of a run go to a Dask cluster, answers come back in the order of the inputs.

The machines share a file system, to which their workers write; what they send back is small. On every machine pages are
cleaned in a separate process (`local.Pool`), so that a hostile page costs neither a Dask worker nor its shard.
"""

from __future__ import annotations

import json
import logging
import os
import signal
import threading
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from multiprocessing import resource_tracker
from pathlib import Path
from time import monotonic, sleep
from typing import Any

from distributed import CancelledError, Client, Future, KilledWorker, LocalCluster
from distributed.comm import CommClosedError, get_address_host_port

from cleanweb.corpus.inputs import Page
from cleanweb.corpus.local import Pool, failed
from cleanweb.corpus.worker import Done, Task
from cleanweb.errors import CleanwebError, OutputError, UsageError
from cleanweb.signals import OF_TERMINAL

CONNECT_SECONDS = 30  # timeout for a scheduler to answer; ours
# A scheduler writes its file immediately, but not in one step; both ours, the number of tries as in Dask.
FILE_TRIES = 10
FILE_SECONDS = 0.1
LOOK_SECONDS = 1.0  # between looks at the workers while waiting for a shard; ours
# Ours. A run without workers says so after the first time, and whenever its wait has doubled. If it has had workers
# before, it ends after the second time; jobs that wait in a queue may wait for days.
FIRST_TOLD_SECONDS = 10.0
MAX_ALONE_SECONDS = 3600.0
# Ours: enough that no worker waits for the next shard while the answers to one travel.
SHARDS_A_WORKER = 4

_own = threading.local()


def clean_shard(shard: Sequence[Page], task: Task, folder: str = "") -> list[Done | None] | str:
    """Clean a shard on this machine: what became of each page, or as text, why nothing can be written.

    Paths are relative to `folder`, where the run was started: a Dask worker may have been started elsewhere. Each
    thread of a worker keeps a process for its pages.
    """
    pool: Pool | None = getattr(_own, "pool", None)
    if pool is None or (pool.task, pool.folder) != (task, folder) or pool.is_stopped:
        if pool:
            pool.close()
        _own.pool = pool = Pool(task, 1, folder)
    answers = list(pool.answers([shard]))
    return str(pool.failure) if pool.failure else answers


class Cluster:
    """The workers of a Dask cluster, for one run; see `local.Pool`."""

    def __init__(self, task: Task, address: str, jobs: int, say: Callable[[str], object] = lambda _: None) -> None:
        """`say` is called with a line about what the run waits for."""
        self.task = task
        self._folder = os.getcwd()
        self.failure: OutputError | None = None
        self._say = say
        self._had_workers = False
        self._stopping = False
        self._cluster, self._client = connect(address, jobs)
        self._waiting: deque[tuple[Sequence[Page], Future]] = deque()

    def stop(self) -> None:
        """Hand out no more shards and finish those handed out; when called again, or without workers, abandon them."""
        if self._stopping or not self._client.nthreads():
            self._client.cancel([future for _, future in self._waiting])
        self._stopping = True

    def close(self) -> None:
        """Leave the cluster; end it if it is ours."""
        for thing in (self._client, self._cluster):
            if thing is not None:
                thing.close()

    def answers(self, shards: Iterable[Sequence[Page]]) -> Iterator[Done | None]:
        """For each page of the shards, in order: what became of it, or None if the run was stopped before it."""
        more = iter(shards)
        try:
            self._hand_out(more)
            while self._waiting:
                shard, future = self._waiting[0]
                yield from self._result(shard, future)
                self._waiting.popleft()
                self._hand_out(more)
        except (CommClosedError, TimeoutError, OSError) as error:
            self.failure = OutputError(f"the cluster is lost: {error}")

    def _result(self, shard: Sequence[Page], future: Future) -> Iterator[Done | None]:
        """The answers to a shard; one that kills worker after worker is split until the bad page is found."""
        try:
            answer = self._answer(future)
        except KilledWorker:
            if len(shard) == 1:
                yield Done(failed(shard[0], "the machines that cleaned it were lost, again and again", self.task))
                return
            for half in (shard[: len(shard) // 2], shard[len(shard) // 2 :]):
                yield from self._result(half, self._submit(half))
        except CancelledError:
            if not self._stopping:
                self.failure = OutputError("the cluster is lost")
                self._stopping = True
            yield from (None for _ in shard)
        else:
            if isinstance(answer, str):
                self.failure = OutputError(answer)
                self._stopping = True
            yield from (None for _ in shard) if isinstance(answer, str) else answer

    def _answer(self, future: Future) -> list[Done | None] | str:
        """Wait for the result of a shard. Raises OutputError when all workers are gone and stay away."""
        alone_since, told_at = monotonic(), FIRST_TOLD_SECONDS
        while True:
            with suppress(TimeoutError):
                return future.result(timeout=LOOK_SECONDS)  # type: ignore[no-any-return]  # what `clean_shard` gives
            if self._threads():
                if future.done():  # only the transfer of its answers may take longer
                    return future.result()  # type: ignore[no-any-return]  # as above
                alone_since, told_at = monotonic(), FIRST_TOLD_SECONDS
                continue
            if self._stopping:
                self.stop()
            alone = monotonic() - alone_since
            if self._had_workers and alone > MAX_ALONE_SECONDS:
                raise OutputError(f"the cluster is lost: it had no worker for {MAX_ALONE_SECONDS / 60:g} minutes")
            if alone >= told_at:
                self._say(f"the cluster has had no worker for {alone:.0f} s; waiting for one (Ctrl-C ends the run)")
                told_at = 2 * alone

    def _hand_out(self, more: Iterator[Sequence[Page]]) -> None:
        threads = self._threads()
        while not self._stopping and len(self._waiting) < SHARDS_A_WORKER * max(threads, 1):
            if not (shard := next(more, None)):
                return
            self._waiting.append((shard, self._submit(shard)))

    def _threads(self) -> int:
        """The number of threads of all present workers."""
        threads: int = sum(self._client.nthreads().values())
        self._had_workers |= threads > 0
        return threads

    def _submit(self, shard: Sequence[Page]) -> Future:
        return self._client.submit(clean_shard, shard, self.task, self._folder, pure=False)


def connect(address: str, jobs: int) -> tuple[Any, Client]:
    """The cluster, if it is ours (else None), and a client of it.

    `address` is the address of a scheduler (`tcp://host:8786`), a scheduler file, `local:N` for N processes on this
    machine, or `slurm` for `jobs` SLURM jobs as Dask's configuration describes them. Raises CleanwebError when no
    scheduler answers, UsageError for a cluster without processes and for any other address.
    """
    for name in ("distributed", "distributed.scheduler", "distributed.worker", "distributed.client"):
        logging.getLogger(name).setLevel(logging.CRITICAL)  # what concerns the user is raised as our own error
    cluster: Any = None
    try:
        if address.startswith("local:"):
            with _no_interrupts():
                cluster = LocalCluster(
                    n_workers=_process_count(address), threads_per_worker=1, dashboard_address=None, memory_limit=0
                )
        elif address == "slurm":
            from dask_jobqueue import SLURMCluster  # noqa: PLC0415  (only where there is SLURM)

            cluster = SLURMCluster()
            cluster.scale(jobs=jobs)
        if cluster is not None:
            return cluster, Client(cluster)
        return None, Client(_scheduler(address), timeout=CONNECT_SECONDS)
    except (OSError, ValueError) as error:
        told = " ".join(str(error).split()) or "no scheduler answers"
        raise CleanwebError(f"--cluster {address}: {told}") from error


def _scheduler(address: str) -> str:
    """The address of a running scheduler, given as such or by its file. Raises UsageError for anything else.

    Checked before a client is made: a half-made client may block the next one (Dask stops it when it is collected).
    """
    try:
        told = _told_by(Path(address)) if Path(address).is_file() else address
        get_address_host_port(told)
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        expected = "expected the file or the address of a scheduler, like tcp://host:8786, slurm, or local:N"
        raise UsageError(f"--cluster {address}: {expected}") from error
    return told


def _told_by(file: Path) -> str:
    """The address in a scheduler's file, which may still be being written."""
    for _ in range(FILE_TRIES - 1):
        with suppress(ValueError, KeyError):
            return str(json.loads(file.read_bytes())["address"])
        sleep(FILE_SECONDS)
    return str(json.loads(file.read_bytes())["address"])


@contextmanager
def _no_interrupts() -> Iterator[None]:
    """Threads and processes started within get no signals from the terminal; only the run handles these.

    Otherwise they would end at once, and the shards in their hands, which the run should finish, would wait for others.
    """
    resource_tracker.ensure_running()  # it unblocks SIGINT when it starts, so it must start before
    before = signal.pthread_sigmask(signal.SIG_BLOCK, OF_TERMINAL)
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _process_count(address: str) -> int:
    """N of `local:N`. Raises UsageError for 0, with which no page would ever be cleaned."""
    number = address.removeprefix("local:")
    if not (number.isdecimal() and int(number) > 0):
        raise UsageError(f"--cluster {address}: expected local:N with the number of processes, like local:2")
    return int(number)
