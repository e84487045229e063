"""What journals tell of earlier runs: their pages, which of these stand, and what is missing or damaged.

Every run that goes on appends to a journal; of several, one a shard, the runs are told apart by their beginnings.
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
    """The lines of journals; a page of a resumed run may have several, of which the last one counts.

    Those of several journals come run by run, in the order in which the runs began. Lines about the run, damaged ones
    (of a run that was killed while writing), and those that no run writes, are left out.
    """
    for run in _runs(paths) if len(paths) > 1 else [_Run(0.0, path, 0) for path in paths]:
        yield from _read_run(run)


@dataclass(slots=True, order=True)
class _Run:
    """When a run began, and between which places of which journal its lines are."""

    begun: float
    path: str
    start: int
    end: int = sys.maxsize
    options: str = ""
    is_over: bool = False  # and was not killed
    is_whole: bool = False  # and reached all its pages


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
    """The page of which a line tells as a run does; None of every other line."""
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
    """The numbers of the lines of a journal that tell of no page and of no run.

    One that a kill cut short is not among them: its run has no end, or a later one begins after it and has its page.
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
    """Why pages of the last run of a journal may be missing from it; "" where all are there."""
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
    """Which shards of the last run have no journal among these; "" where all have one, as has one without a page."""
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
    """How many pages a run that ends with this line did not reach, and why; none where the line is damaged."""
    try:
        told = orjson.loads(line)["finished"]
        return int(told["not_reached"]), str(told["stopped"])
    except (ValueError, KeyError, TypeError):
        return 0, ""


def _runs(paths: Iterable[str]) -> list[_Run]:
    """The runs of these journals by the time when they began."""
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
    """The names, without suffixes, that block logs of the pages in these journals have, or of their packs, many times.

    "" is that of a page whose text went elsewhere, of which the journal tells no name. Packs of other divisions than
    that of the last run are left out: their pages are in others now.
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
    """The digests of the options of the runs of these journals."""
    return {run.options for run in _runs(paths)}


def _begun(line: bytes, path: str, start: int) -> _Run:
    """The run that begins with this line; it may be damaged."""
    try:
        told = orjson.loads(line)["started"]
        return _Run(float(told.get("time", 0)), path, start, options=str(told.get("options", "")))
    except (ValueError, TypeError, AttributeError):
        return _Run(0.0, path, start)


def settled(*paths: str, options: str, with_unread: bool = False, with_empty: bool = True) -> Iterator[tuple[str, str]]:
    """(output, what the input is known by) of the pages that runs with these options wrote or, with SKIPPED, skipped.

    Without `with_empty` those with a word only. A page that was skipped unread has the digest "-" if it is asked for;
    one that failed, is empty or is of other options is AGAIN. On a page that was written follow the digest of the
    output and the number of lines of the log, if any; or, on one in a pack, the mark of that, which is told by itself,
    too: under `pack_key`, the last that a pack had. Where a run did not reach all its pages, AGAIN stands under NO_FILE
    for those without a line: the journal may have told of other options before that run began it anew. Nothing where
    there is no journal.
    """
    runs = _runs(filter(os.path.exists, paths))
    if not all(run.is_whole for run in runs):
        yield NO_FILE, AGAIN
    # A run with other options that was killed may have written over more than its lines tell.
    killed = (place for place, run in enumerate(runs) if not run.is_over and run.options != options)
    last_killed = max(killed, default=0)
    for place, run in enumerate(runs):
        for outcome in _read_run(run):
            if outcome.pack:
                yield pack_key(outcome.pack), outcome.pack
            # A later line of the same page overrules: it may have failed since, or been written with other options.
            is_wanting = not with_empty and outcome.state == "written" and not outcome.kept_words
            if outcome.state == "failed" or is_wanting:
                yield outcome.output, AGAIN
                continue
            stands = outcome.options == options and place >= last_killed
            yield outcome.output, _told(outcome, with_unread=with_unread) if stands else AGAIN


def _told(outcome: Outcome, *, with_unread: bool) -> str:
    """What `settled` says of a page that was written or skipped."""
    digest = outcome.digest or ("-" if with_unread else "")
    if not digest:
        return ""
    told = known_by(outcome.input, digest)
    if outcome.state == "skipped":
        told = SKIPPED + told
    of_log = f" {outcome.log_lines:d}" if outcome.log_lines else ""
    of_output = outcome.pack or outcome.output_digest + of_log
    return f"{told} {of_output}" if of_output else told
