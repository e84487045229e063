"""A run: send every page of a listing through a pool and into the journal; the counts must add up."""

from __future__ import annotations

import signal
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import Field, fields, replace
from functools import partial
from hashlib import file_digest, sha256
from itertools import chain
from pathlib import Path
from time import perf_counter
from typing import Any, Protocol

from cleanweb import __version__
from cleanweb.corpus.inputs import Page, descriptor
from cleanweb.corpus.journal import AGAIN, SKIPPED, Journal, Outcome, Summary, known_by
from cleanweb.corpus.limits import read_at_most
from cleanweb.corpus.listing import Listing, is_stream
from cleanweb.corpus.packs import Aside, Packs
from cleanweb.corpus.reading import IS_LIST, is_list, read
from cleanweb.corpus.worker import Done, Task, left_out_as
from cleanweb.errors import CleanwebError, OutputError, Refused
from cleanweb.files import reason
from cleanweb.packaged_stoplists import available
from cleanweb.pipeline import Pipeline
from cleanweb.signals import heard

# Maximum size of a shard in pages, or in bytes for pages that come as a stream (ours: a shard is a tenth of a second of
# work, so that handing it out costs nothing and the last shards of a run end together).
MAX_SHARD_PAGES = 24
MAX_SHARD_BYTES = 8 << 20


class Workers(Protocol):
    """What cleans the pages: `local.Pool`, or a cluster."""

    failure: OutputError | None

    def answers(self, shards: Iterable[Sequence[Page]]) -> Iterator[Done | None]:
        """For each page, in order: what became of it, or None if the run was stopped before it."""

    def stop(self) -> None:
        """Finish the pages in hand and begin no others."""

    def close(self) -> None:
        """End the workers."""


def run(
    listing: Listing,
    workers: Workers,
    *,
    jobs: int = 1,
    journal: Journal | None = None,
    packs: Packs | None = None,
    hand_out: Callable[[Done], object] = lambda _: None,
    sinks: Sequence[Callable[[Done, Summary], object]] = (),
    fail_fast: bool = False,
    tell_of_signal: Callable[[str], object] = lambda _: None,
) -> Summary:
    """Clean every page of the listing; return the counts of what became of them.

    `hand_out` gets the result of each page first, in order, for output that goes to no tree: a page counts only after
    that. Then packs, journal and `sinks` get it. Signals (`signals.ENDING`), a full disk and, with `fail_fast`, a
    failed page end the run early, with the pages in hand finished and in the journal; on a signal, its handler calls
    `tell_of_signal` with a line that says so. A closed pipe (BrokenPipeError) ends the run like SIGPIPE. Raises
    CleanwebError when the counts do not add up.
    """
    summary, begun = Summary(inputs=len(listing)), perf_counter()
    signals = _Signals(workers, summary, tell_of_signal)
    pages = _pages(listing, summary, signals)
    if packs:
        pages = _of_packs(pages, packs, listing, summary)
    with heard(signals.stop):
        try:
            for done in workers.answers(_shards(pages, jobs)):
                if done is None:
                    if packs:
                        packs.miss()
                    continue
                signals.wait_for(partial(hand_out, done))
                summary.add(done.outcome)
                settled = packs.take(done) if packs else [done.outcome]
                _note(settled, journal)
                for sink in sinks:
                    signals.wait_for(partial(sink, done, summary))
                if fail_fast and done.outcome.state == "failed" and not summary.stopped:
                    summary.stopped = "stopped at the first failure"
                    workers.stop()
        except OutputError as error:
            summary.stopped = str(error)
        except BrokenPipeError:
            signals.note(signal.SIGPIPE, "nobody reads its output any more")
        except _StoppedError:
            pass  # the summary has the signal
        finally:
            workers.close()
            if packs:
                packs.close()
    for outcome in packs.dropped if packs else ():
        summary.add(outcome, -1)
    summary.stopped = str(workers.failure or summary.stopped)
    summary.seconds = perf_counter() - begun
    _check(summary)
    return summary


def _note(outcomes: Iterable[Outcome], journal: Journal | None) -> None:
    if not journal:
        return
    for outcome in outcomes:
        if not outcome.is_known:
            journal.add(outcome)
    journal.flush()


def _check(summary: Summary) -> None:
    """Count the missing pages of a stopped run. Raises CleanwebError if any other run misses pages."""
    if summary.stopped:
        summary.not_reached = summary.inputs - summary.reached
    elif summary.reached != summary.inputs:
        raise CleanwebError(f"the counts do not add up: {summary.inputs} inputs, but {summary}")


def _pages(listing: Listing, summary: Summary, signals: _Signals) -> Iterator[Page]:
    """The pages of the listing, with those from open descriptors and from archives that are read as streams.

    Such an archive counts as an input until it is read to its end, since a stopped run has not reached the rest of it.
    """
    for page in listing:
        if (number := descriptor(page.path)) is not None and not page.error:
            found = _of_descriptor(page, number, listing.max_bytes)
            yield from signals.left(replace(page, done=listing.done(page)) for page in found)
            continue
        if not is_stream(page):
            yield replace(page, done=listing.done(page))
            continue
        for member in signals.left(listing.members(page)):
            summary.inputs += 1
            yield replace(member, done=listing.done(member))
        summary.inputs -= not summary.signal


def to_do(listing: Listing, task: Task, packs: Packs | None, summary: Summary) -> Iterator[Page]:
    """The pages that a run would clean or report as failed; those that it would leave out are counted in `summary`."""
    found = chain.from_iterable(listing.members(page) if is_stream(page) else [page] for page in listing)
    pages = (replace(page, done=listing.done(page)) for page in found)
    if packs:
        yield from _of_packs(pages, packs, listing, summary)
        return
    for page in pages:
        before = left_out_as(page, task)
        summary.done += before == "done"
        summary.skipped += before == "skipped"
        if not before:
            yield page


def _of_descriptor(page: Page, number: int, max_bytes: int) -> Iterator[Page]:
    """The page with the bytes read from a descriptor of this process, or with an error."""
    try:
        file = open(number, "rb", closefd=False) if number else sys.stdin.buffer  # noqa: SIM115  (it stays open)
        data = read_at_most(file, max_bytes + 1)
        if is_list(data):
            page = replace(page, error=f"{IS_LIST}; --files-from - or --files0-from - reads it")
        else:
            page = replace(page, data=data)
    except OSError as error:
        page = replace(page, error=reason(error))
    yield page


def _of_packs(pages: Iterator[Page], packs: Packs, listing: Listing, summary: Summary) -> Iterator[Page]:
    """The pages of the packs that do not exist yet, or whose pages have changed."""
    for is_there, group in packs.groups(pages):
        with Aside(packs.folder) as seen:
            if is_there and _is_as_it_was(group, seen, packs, listing):
                packs.leave_out()
                summary.done += len(seen) - seen.skipped
                summary.skipped += seen.skipped
            else:
                yield from (replace(page, done="") for page in chain(seen, group))


def _is_as_it_was(group: Iterator[Page], seen: Aside, packs: Packs, listing: Listing) -> bool:
    """Whether an existing pack was made of exactly these pages; those that had to be read are added to `seen`."""
    marks = set()
    for page in group:
        seen.add(page)
        known, _, mark = page.done.removeprefix(SKIPPED).partition(" ")
        marks.add(mark)
        if known in ("", AGAIN) or not packs.has_files(page) or known != _known_by(page, listing.max_bytes):
            return False
    return len(marks) == 1 and all(listing.has_pack(mark) and packs.has_mark(mark) for mark in marks)


def _known_by(page: Page, max_bytes: int) -> str:
    """The identity of a page as for a settled one; "" if the page cannot be read."""
    try:
        return known_by(page.shown, sha256(read(page, max_bytes)).hexdigest())
    except Refused:
        return known_by(page.shown, "-")
    except CleanwebError:
        return ""


def _shards(pages: Iterator[Page], jobs: int) -> Iterator[list[Page]]:
    """Shards of growing size, from one page on, so that the workers of a short run share it."""
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


class _StoppedError(Exception):
    """A signal came while waiting for a stream, which may never end, or a second one while waiting for a reader."""


class _Signals:
    """Signals end the run after the pages in hand; a second one waits neither for them nor for a reader."""

    def __init__(self, workers: Workers, summary: Summary, tell: Callable[[str], object]) -> None:
        self._is_waited = False  # for a stream: a signal ends the waiting by an exception
        self._is_handed_on = False  # a result is going to a reader, who may block: a second signal ends that likewise
        self._workers = workers
        self._summary = summary
        self._tell = tell

    def left(self, pages: Iterator[Page]) -> Iterator[Page]:
        """The pages of a stream, up to a signal, which also ends the wait for the next page."""
        while page := self._next(pages):
            yield page

    def _next(self, pages: Iterator[Page]) -> Page | None:
        try:
            try:
                self._is_waited = True
                return None if self._summary.signal else next(pages, None)
            finally:
                self._is_waited = False
        except _StoppedError:
            return None

    def wait_for(self, hand_on: Callable[[], object]) -> None:
        """Hand on the result of a page. Raises _StoppedError if a second signal comes meanwhile."""
        try:
            self._is_handed_on = True
            hand_on()
        finally:
            self._is_handed_on = False

    def note(self, number: int, why: str) -> None:
        """End the run as if by this signal, unless another came first: Ctrl-C ends readers too."""
        if not self._summary.signal:
            self._summary.signal = number
            self._summary.stopped = f"stopped by {signal.Signals(number).name}: {why}"

    def stop(self, number: int, _: object) -> None:
        """Handle a signal."""
        is_first, name = not self._summary.signal, signal.Signals(number).name
        self._summary.signal = number
        self._summary.stopped = f"stopped by {name}"
        self._workers.stop()
        if self._is_waited or (self._is_handed_on and not is_first):
            raise _StoppedError
        if is_first:
            self._tell(f"{name}: finishing the pages in progress first; a second signal does not wait for them")


def parameter_files(pipeline: Pipeline) -> Iterator[Path]:
    """The files named by the stages' parameters: stop lists, models, counts of sites."""
    for stage in pipeline.stages:
        for field in fields(stage):
            value = getattr(stage, field.name)
            if isinstance(value, str) and value:
                yield from _files_of(field, value)


def _files_of(parameter: Field[Any], value: str) -> list[Path]:
    """The file that a parameter names, or the models in the folder that it names; none if the value is a keyword."""
    is_language = parameter.name == "stoplist" and (value == "auto" or value in available())
    if parameter.metadata.get("choices") or value == parameter.default or is_language:
        return []  # even if the working directory has a file or folder of this name
    path = Path(value)
    return [path] if path.is_file() else sorted(path.glob("*.json")) if path.is_dir() else []


def _file_digest(path: Path) -> str:
    with path.open("rb") as file:
        return file_digest(file, "sha256").hexdigest()


def options_digest(task: Task) -> str:
    """A digest of all that determines a page's output (name and content) besides its bytes: version, stages,
    parameters, files, format."""
    told = [
        __version__,
        repr(task.pipeline),
        task.form,
        task.log_blocks,
        str(task.gzip),
        str(task.pack),
        str(task.max_bytes),
        str(task.languages),
        str(task.with_blocks),
        str(bool(task.log)),
        str(task.keep_suffix),
        task.normalized,
    ]
    told += map(_file_digest, parameter_files(task.pipeline))
    return sha256("\n".join(told).encode("utf-8", "surrogateescape")).hexdigest()[:16]
