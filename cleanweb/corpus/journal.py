"""The journal of a run: one JSON line for every input, which was written, failed or skipped; and the sums."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import MISSING, dataclass, fields
from pathlib import Path
from typing import IO, Any, Literal, get_args

import orjson

from cleanweb.corpus.compression import uncompressed
from cleanweb.corpus.outputs import page_suffix
from cleanweb.errors import OutputError
from cleanweb.files import printable, reason
from cleanweb.wording import Several, counted

# The files beside the block logs that are none: of a whole run, or of shard I of N.
JOURNAL_NAME = re.compile(r"journal(?:-\d+-of-(\d+))?\.jsonl")

# What tells the log of a page called journal from the journal; a page may be called journal.page.html as well.
_MARK = ".page"
_MARKS = re.compile(rf"(?:{re.escape(_MARK)})+\Z")

# How the line begins with which every run begins, and that with which each ends that is not killed.
STARTED = b'{"started":'
FINISHED = b'{"finished":'


def journals_in(folder: str) -> list[str]:
    """The journals in a directory of logs, one a shard, sorted."""
    return sorted(str(path) for path in Path(folder).glob("journal*.jsonl") if JOURNAL_NAME.fullmatch(path.name))


def division(path: str) -> int:
    """Of how many shards a journal is one; 1 for that of a whole run.

    >>> division("txt.log/journal-3-of-100.jsonl"), division("txt.log/journal.jsonl")
    (100, 1)
    """
    found = JOURNAL_NAME.fullmatch(os.path.basename(path))
    return int(found[1] or 1) if found else 1


# In place of a digest: the page is to be cleaned again, though its output may be newer than it.
AGAIN = "again"

# Before what a page is known by that was skipped, for what it is and not unread.
SKIPPED = "skipped "

# The reason of a page that is skipped again; it gets no new line either.
SKIPPED_BEFORE = "an earlier run skipped it; its line in the journal says why"

# "done": written by an earlier run (`--resume`, `--newer`), whose line in the journal stands; it gets no new one.
State = Literal["written", "done", "failed", "skipped"]


@dataclass(frozen=True, slots=True)
class Outcome:
    """What became of one input: a line of the journal.

    Words are those of `measures/word_counts.py`, of all blocks and of the kept ones, before the linearizer's edits; of
    a page whose text is empty none is kept. `reason` says why a page failed, was skipped or is empty, or that it is a
    dump of its source.
    """

    input: str
    output: str  # below the output directory; "" when the text went elsewhere
    state: State
    reason: str = ""
    encoding: str = ""
    evidence: str = ""
    language: str = ""  # that <html> states: "en" of "en-GB"
    bytes: int = 0
    blocks: int = 0
    kept_blocks: int = 0
    words: int = 0
    kept_words: int = 0
    digest: str = ""  # SHA-256 of the input's bytes
    options: str = ""  # digest of version, stages, parameters and format
    ms: float = 0.0
    pack: str = ""  # of a page in a pack: the pack's number, a digest of the names of its pages, and one of its bytes
    output_digest: str = ""  # of the output's bytes; "" when they are in a pack or went elsewhere

    @property
    def is_known(self) -> bool:
        """Whether the line of an earlier run says it already."""
        return self.state == "done" or self.reason == SKIPPED_BEFORE


# What the fields of an outcome hold.
_TYPES = {field.name: str if field.default is MISSING else type(field.default) for field in fields(Outcome)}


@dataclass(slots=True)
class Summary:
    """Counts of a run. `inputs` = `reached` + `not_reached`."""

    inputs: int = 0
    written: int = 0
    empty: int = 0  # of the written
    done: int = 0  # written by an earlier run with the same options (`--resume`)
    failed: int = 0
    skipped: int = 0
    not_reached: int = 0  # the run was stopped before
    words: int = 0
    kept_words: int = 0
    bytes: int = 0
    seconds: float = 0.0
    stopped: str = ""  # why the run ended early
    signal: int = 0  # the signal that stopped it

    def add(self, outcome: Outcome, times: int = 1) -> None:
        """Count one page; -1 `times` when it was counted too early."""
        setattr(self, outcome.state, getattr(self, outcome.state) + times)
        self.empty += times * (outcome.state == "written" and not outcome.kept_words)
        self.words += times * outcome.words
        self.kept_words += times * outcome.kept_words
        self.bytes += times * outcome.bytes

    @property
    def reached(self) -> int:
        """Pages of which it is known what became of them."""
        return self.written + self.done + self.failed + self.skipped

    def __str__(self) -> str:
        parts = [f"{self.written:,} written" + (f" ({self.empty:,} empty)" if self.empty else "")]
        for name in ("done", "failed", "skipped", "not_reached"):
            if count := getattr(self, name):
                parts.append(f"{count:,} {name.replace('_', ' ')}" + (" before" if name == "done" else ""))
        words = counted(self.words, "word")
        kept = f"; kept {self.kept_words / self.words:.0%} of {words}" if self.words else ""
        rate = (self.written + self.failed) / self.seconds if self.seconds else 0
        speed = f", {rate:.{0 if rate >= 10 else 1}f} pages/s" if rate else ""
        return f"{counted(self.inputs, 'page')}: {', '.join(parts)}{kept}; {self.seconds:.1f} s{speed}"


class Journal:
    """Appends outcomes to a file; a torn last line, left by a kill or a full disk, is closed first.

    Of two runs at once with one journal, which is nobody's wish, the lines of both are there from the later start on.
    """

    def __init__(self, path: str, *, anew: bool) -> None:
        self.path = path
        try:
            torn = not anew and _is_torn(path)
            if anew:
                open(path, "wb").close()
            self._file: IO[bytes] = open(path, "ab")  # noqa: SIM115  (closed by `close`)
        except OSError as error:
            raise OutputError(f"cannot write the journal {printable(path)}: {reason(error)}") from error
        self._is_full = False
        if torn:
            self._file.write(b"\n")

    def add(self, outcome: Outcome) -> None:
        """Append one line. It is in the file after `flush`."""
        self._append(outcome)

    def note(self, what: str, values: Mapping[str, Any]) -> None:
        """Append a line about the run itself, if it can be written: `{"started": {...}}`, `{"finished": {...}}`."""
        if not self._is_full:
            self._append({what: values})

    def _append(self, line: Any) -> None:
        try:
            self._file.write(orjson.dumps(line, option=orjson.OPT_APPEND_NEWLINE))
        except OSError as error:
            raise self._full(error) from error

    def flush(self) -> None:
        """Hand everything to the system. Raises OutputError when the disk is full."""
        try:
            self._file.flush()
        except OSError as error:
            raise self._full(error) from error

    def _full(self, error: OSError) -> OutputError:
        self._is_full = True
        return OutputError(f"cannot write the journal {printable(self.path)}: {reason(error)}")

    def close(self) -> None:
        """Flush and close; what a full disk did not take, as was said once, is redone by `--resume`."""
        was_full = self._is_full
        try:
            self._file.close()
        except OSError as error:
            if not was_full:
                raise self._full(error) from error


def _is_torn(path: str) -> bool:
    try:
        with open(path, "rb") as file:
            if not file.seek(0, os.SEEK_END):
                return False
            file.seek(-1, os.SEEK_END)
            return file.read(1) != b"\n"
    except FileNotFoundError:
        return False


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
        told = {name: value for name, value in row.items() if name in _TYPES}
        outcome = Outcome(**told)
    except (orjson.JSONDecodeError, TypeError, AttributeError):
        return None
    is_typed = all(isinstance(value, _TYPES[name]) for name, value in told.items())
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
    if suspect and not _is_torn(path):
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


def log_stem(stem: str) -> str:
    """How the log of a page with this name, without suffix, is called: never like a journal.

    >>> log_stem("a/b"), log_stem("journal"), log_stem("journal.page")
    ('a/b', 'journal.page', 'journal.page.page')
    """
    is_taken = JOURNAL_NAME.fullmatch(_MARKS.sub("", os.path.basename(stem)) + ".jsonl")
    return stem + (_MARK if is_taken else "")


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


def known_by(shown: str, digest: str) -> str:
    """What an input is known by: its bytes, and its suffix, which is in its name and not in that of its output.

    >>> known_by("in/a.html.gz", "9f86d0")
    '9f86d0.html.gz'
    """
    return digest + page_suffix(shown)


# How the names begin that stand for packs among outputs, and what stands for those without a line: none is called so.
NO_FILE = "\0"


def pack_key(mark: str) -> str:
    """What stands for a pack, of any pages, among outputs."""
    return NO_FILE + mark.partition("-")[0]


def settled(*paths: str, options: str, with_unread: bool = False, with_empty: bool = True) -> Iterator[tuple[str, str]]:
    """(output, what the input is known by) of the pages that runs with these options wrote or, with SKIPPED, skipped.

    Without `with_empty` those with a word only. A page that was skipped unread has the digest "-" if it is asked for;
    one that failed, is empty or is of other options is AGAIN. The digest of the output follows on a page that
    was written or, on one in a pack, the mark of that, which is told by itself, too: under `pack_key`, the last that a
    pack had. Where a run did not reach all its pages, AGAIN stands under NO_FILE for those without a line: the journal
    may have told of other options before that run began it anew. Nothing where there is no journal.
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
    of_output = outcome.pack or outcome.output_digest
    return f"{told} {of_output}" if of_output else told
