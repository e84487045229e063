"""Read journals of earlier runs: their pages, which of these are still valid, and what is missing or damaged.

Every resumed run appends to its journal. In several journals, one per shard, runs are ordered by their start times.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import get_args

import orjson

from cleanweb.corpus.compression import uncompressed
from cleanweb.corpus.journal import (
    AGAIN,
    FINISHED,
    NO_FILE,
    SKIPPED,
    STARTED,
    TYPES,
    Outcome,
    State,
    division,
    is_torn,
    known_by,
    log_stem,
    pack_key,
)
from cleanweb.files import printable
from cleanweb.wording import Several, counted


def read(*paths: str) -> Iterator[Outcome]:
    """The pages' lines in journals; a page of a resumed run may have several, of which the last one counts.

    Lines of several journals come run by run, in the order in which the runs began. Lines about the run, damaged ones
    (of a run that was killed while writing) and lines that no run writes are left out.
    """
    for run in _runs(paths) if len(paths) > 1 else [_Run(0.0, path, 0) for path in paths]:
        yield from _read_run(run)


@dataclass(slots=True, order=True)
class _Run:
    """When a run began, and where in which journal its lines are (byte offsets)."""

    begun: float
    path: str
    start: int
    end: int = sys.maxsize
    options: str = ""
    is_over: bool = False  # it ended without being killed
    is_whole: bool = False  # it also reached all its pages


def _read_run(run: _Run) -> Iterator[Outcome]:
    with open(run.path, "rb") as file:
        place = file.seek(run.start)
        for line in file:
            if place >= run.end:
                return
            place += len(line)
            if outcome := _outcome(line):
                yield outcome


def _outcome(line: bytes) -> Outcome | None:
    """The outcome in a line; None for a line that no run would write about a page."""
    try:
        row = orjson.loads(line)
        told = {name: value for name, value in row.items() if name in TYPES}
        outcome = Outcome(**told)
    except (orjson.JSONDecodeError, TypeError, AttributeError):
        return None
    is_typed = all(isinstance(value, TYPES[name]) for name, value in told.items())
    is_told = is_typed and outcome.state in get_args(State) and 0 <= outcome.kept_words <= outcome.words
    return outcome if is_told else None


def damaged(path: str) -> Iterator[int]:
    """The numbers of a journal's lines that are neither about a page nor about a run.

    A line cut short by a kill does not count: its run has no end, or a later run begins after it and has its page.
    """
    suspect = 0
    with open(path, "rb") as file:
        for number, line in enumerate(file, 1):
            is_start = line.startswith(STARTED)
            if suspect and not is_start:
                yield suspect
            suspect = 0 if is_start or line.startswith(FINISHED) or _outcome(line) else number
    if suspect and not is_torn(path):
        yield suspect


def missing(path: str) -> str:
    """Why pages of a journal's last run may be missing from it; "" if all are there."""
    last = b""
    with open(path, "rb") as file:
        for line in file:
            if line.startswith((STARTED, FINISHED)):
                last = line
    if last.startswith(STARTED):
        return "the run goes on, or was killed; --resume cleans what it has not reached"
    count, why = _not_reached(last)
    return f"the run did not reach {counted(count, 'page')} ({why}); --resume cleans them" if count else ""


def not_begun(paths: Sequence[str]) -> str:
    """Which shards of the last run have no journal among these; "" if all have one (even a shard without pages has)."""
    runs = _runs(paths)
    if not runs:
        return ""
    folder, count = os.path.dirname(runs[-1].path), division(runs[-1].path)
    there = {path for path in paths if division(path) == count}
    if len(there) >= count:
        return ""
    names = (os.path.join(folder, f"journal-{number}-of-{count}.jsonl") for number in range(count))
    absent = Several(count - len(there), printable(next(name for name in names if name not in there)))
    return f"{absent}: not there; what the shards without a journal have to clean is not counted"


def _not_reached(line: bytes) -> tuple[int, str]:
    """How many pages a run that ends with this line did not reach, and why; 0 if the line is damaged."""
    try:
        told = orjson.loads(line)["finished"]
        return int(told["not_reached"]), str(told["stopped"])
    except (ValueError, KeyError, TypeError):
        return 0, ""


def _runs(paths: Iterable[str]) -> list[_Run]:
    """The runs of these journals, ordered by the time they began."""
    found: list[_Run] = []
    for path in paths:
        run, place = _Run(0.0, path, 0, is_whole=True), 0
        with open(path, "rb") as file:
            for line in file:
                if line.startswith(STARTED):
                    run.end = place
                    found.append(run)
                    run = _begun(line, path, place)
                if line.startswith(FINISHED):
                    run.is_over, run.is_whole = True, not _not_reached(line)[0]
                place += len(line)
        run.end = place
        found.append(run)
    return sorted(run for run in found if run.end > run.start)


def logged(paths: Sequence[str]) -> Iterator[str]:
    """The names, without suffixes, of the block logs of the pages in these journals, or of their packs (repeatedly).

    "" is for a page whose text went elsewhere, whose name the journal does not tell. Packs of runs with another number
    of shards than the last run are left out: their pages are in other packs now.
    """
    runs = _runs(paths)
    last = division(runs[-1].path) if runs else 1
    for path in paths:
        shard = os.path.basename(path).removeprefix("journal").removesuffix(".jsonl")[1:]
        for outcome in read(path):
            if not outcome.pack:
                if outcome.output or outcome.state == "written":
                    yield log_stem(uncompressed(outcome.output).rpartition(".")[0])
            elif division(path) == last:
                number = outcome.pack.partition("-")[0]
                yield f"{shard}-{number:0>5}" if shard else f"{number:0>5}"


def options_in(paths: Iterable[str]) -> set[str]:
    """The digests of the options of all runs in these journals."""
    return {run.options for run in _runs(paths)}


def _begun(line: bytes, path: str, start: int) -> _Run:
    """The run that begins with this line, which may be damaged."""
    try:
        told = orjson.loads(line)["started"]
        return _Run(float(told.get("time", 0)), path, start, options=str(told.get("options", "")))
    except (ValueError, TypeError, AttributeError):
        return _Run(0.0, path, start)


def settled(*paths: str, options: str, with_unread: bool = False, with_empty: bool = True) -> Iterator[tuple[str, str]]:
    """(output, identity of the input) of the pages that runs with these options wrote or, with SKIPPED, skipped.

    The identity is that of `known_by`. A page that was skipped unread has the digest "-" if `with_unread`. The identity
    is AGAIN for a page that failed, was written with other options or, without `with_empty`, is empty. For a written
    page it is followed by the digest of the output and, if there is a log, the number of its lines; for a page in a
    pack, by the pack's mark. The last mark of each pack is also yielded, under its `pack_key`. If a run did not reach
    all its pages, AGAIN is yielded under NO_FILE for pages without a line: the journal may have told of other options
    before that run began it anew. Without a journal, nothing is yielded.
    """
    runs = _runs(filter(os.path.exists, paths))
    if not all(run.is_whole for run in runs):
        yield NO_FILE, AGAIN
    # A killed run with other options may have overwritten more than its lines tell.
    killed = (place for place, run in enumerate(runs) if not run.is_over and run.options != options)
    last_killed = max(killed, default=0)
    for place, run in enumerate(runs):
        for outcome in _read_run(run):
            if outcome.pack:
                yield pack_key(outcome.pack), outcome.pack
            # A later line of the same page overrides: it may have failed since, or been written with other options.
            is_wanting = not with_empty and outcome.state == "written" and not outcome.kept_words
            if outcome.state == "failed" or is_wanting:
                yield outcome.output, AGAIN
                continue
            stands = outcome.options == options and place >= last_killed
            yield outcome.output, _told(outcome, with_unread=with_unread) if stands else AGAIN


def _told(outcome: Outcome, *, with_unread: bool) -> str:
    """What `settled` yields for a page that was written or skipped."""
    digest = outcome.digest or ("-" if with_unread else "")
    if not digest:
        return ""
    told = known_by(outcome.input, digest)
    if outcome.state == "skipped":
        told = SKIPPED + told
    of_log = f" {outcome.log_lines:d}" if outcome.log_lines else ""
    of_output = outcome.pack or outcome.output_digest + of_log
    return f"{told} {of_output}" if of_output else told
