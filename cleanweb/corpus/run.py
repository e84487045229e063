"""A run: every page of a listing through a pool, into the journal, and the sums that must add up."""

from __future__ import annotations

import signal
import sys
import threading
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import fields, replace
from hashlib import sha256
from pathlib import Path
from time import perf_counter
from typing import Any, Protocol

from cleanweb import __version__
from cleanweb.corpus.inputs import Page
from cleanweb.corpus.journal import Journal, Outcome, Summary
from cleanweb.corpus.listing import Listing, is_stream
from cleanweb.corpus.worker import Done, Task
from cleanweb.errors import CleanwebError, OutputError

# A shard ends at so many pages, or at so many bytes where the pages come as a stream (ours: a shard is a tenth of a
# second of work, so that handing it out costs nothing and the last shards of a run end together).
MAX_SHARD_PAGES = 24
MAX_SHARD_BYTES = 8 << 20


class Workers(Protocol):
    """What cleans the pages: `local.Pool`, or a cluster."""

    failure: OutputError | None

    def answers(self, shards: Iterable[Sequence[Page]]) -> Iterator[Done | None]:
        """For each page, in order: what became of it, or None where the run was stopped before it."""

    def stop(self) -> None:
        """Finish the pages in hand and begin no other."""

    def close(self) -> None:
        """End the workers."""


def run(
    listing: Listing,
    workers: Workers,
    *,
    jobs: int = 1,
    journal: Journal | None = None,
    sink: Callable[[bytes], object] | None = None,
    watch: Callable[[Outcome, Summary], object] | None = None,
    fail_fast: bool = False,
) -> Summary:
    """Clean every page of the listing; the counts of what became of them.

    `sink` takes the records of pages that go to no file of their own, in order; `watch` sees each outcome. A signal
    (SIGINT, SIGTERM), a full disk and, with `fail_fast`, a failed page end the run early, with the pages in hand
    finished and in the journal. Raises CleanwebError when the counts do not add up.
    """
    summary, begun = Summary(inputs=len(listing)), perf_counter()
    with _signals(workers, summary):
        try:
            for done in workers.answers(_shards(_pages(listing, summary), jobs)):
                if done is None:
                    continue
                _note(done, summary, journal, sink)
                if watch:
                    watch(done.outcome, summary)
                if fail_fast and done.outcome.state == "failed" and not summary.stopped:
                    summary.stopped = "stopped at the first failure"
                    workers.stop()
        except OutputError as error:
            summary.stopped = str(error)
        finally:
            workers.close()
    summary.stopped = str(workers.failure or summary.stopped)
    summary.seconds = perf_counter() - begun
    _check(summary)
    return summary


def _note(done: Done, summary: Summary, journal: Journal | None, sink: Callable[[bytes], object] | None) -> None:
    summary.add(done.outcome)
    if done.record and sink:
        sink(done.record)
    if journal and done.outcome.state != "done":
        journal.add(done.outcome)
        journal.flush()


def _check(summary: Summary) -> None:
    """Of a run that was stopped, pages are missing; of any other, none."""
    reached = summary.written + summary.done + summary.failed + summary.skipped
    if summary.stopped:
        summary.not_reached = summary.inputs - reached
    elif reached != summary.inputs:
        raise CleanwebError(f"the counts do not add up: {summary.inputs} inputs, but {summary}")


def _pages(listing: Listing, summary: Summary) -> Iterator[Page]:
    """The pages of the listing, with those of standard input and of archives that are read as streams."""
    for page in listing:
        if page.path == "-":
            yield replace(page, data=sys.stdin.buffer.read(listing.max_bytes + 1))
            continue
        if not is_stream(page):
            digest = listing.done(page)
            yield replace(page, done=digest) if digest else page
            continue
        summary.inputs -= 1
        for member in listing.members(page):
            summary.inputs += 1
            yield member


def _shards(pages: Iterator[Page], jobs: int) -> Iterator[list[Page]]:
    """Shards that grow from one page, so that the workers of a short run share it."""
    shard: list[Page] = []
    volume = count = 0
    for page in pages:
        shard.append(page)
        volume += len(page.data or b"")
        if len(shard) >= min(MAX_SHARD_PAGES, 1 + count // jobs) or volume >= MAX_SHARD_BYTES:
            yield shard
            shard, volume, count = [], 0, count + 1
    if shard:
        yield shard


@contextmanager
def _signals(workers: Workers, summary: Summary) -> Iterator[None]:
    """SIGINT and SIGTERM end the run after the pages in hand; a second one does not wait for them."""

    def stop(number: int, _: object) -> None:
        summary.signal = number
        summary.stopped = f"stopped by {signal.Signals(number).name}"
        workers.stop()

    if threading.current_thread() is not threading.main_thread():  # only there can handlers be set
        yield
        return
    before = {number: signal.signal(number, stop) for number in (signal.SIGINT, signal.SIGTERM)}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


def options_digest(task: Task) -> str:
    """What decides a page's output besides its bytes: version, stages, parameters and their files, format."""
    told = [__version__, repr(task.pipeline), task.form, task.log_blocks, str(task.max_bytes)]
    stages: tuple[Any, ...] = (
        task.pipeline.normalize,
        task.pipeline.segment,
        *task.pipeline.classify,
        task.pipeline.linearize,
    )
    for stage in stages:
        for field in fields(stage):
            value = getattr(stage, field.name)
            if isinstance(value, str) and value and Path(value).is_file():
                told.append(sha256(Path(value).read_bytes()).hexdigest())
    return sha256("\n".join(told).encode()).hexdigest()[:16]
