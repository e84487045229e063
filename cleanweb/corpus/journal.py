"""The journal of a run: one JSON line for every input, which was written, failed or skipped; and the sums."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, fields
from pathlib import Path
from typing import IO, Any, Literal

import orjson

from cleanweb.errors import OutputError
from cleanweb.files import printable, reason
from cleanweb.wording import counted

# The files beside the block logs that are none: of a whole run, or of shard I of N.
JOURNAL_NAME = re.compile(r"journal(?:-\d+-of-(\d+))?\.jsonl")

# How the line begins with which every run begins.
STARTED = b'{"started":'


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

# Before the digest of a page that was skipped, for what it is and not unread.
SKIPPED = "skipped "

# The reason of a page that is skipped again; it gets no new line either.
SKIPPED_BEFORE = "an earlier run skipped it; its line in the journal says why"

# "done": written by an earlier run (`--resume`, `--newer`), whose line in the journal stands; it gets no new one.
State = Literal["written", "done", "failed", "skipped"]


@dataclass(frozen=True, slots=True)
class Outcome:
    """What became of one input: a line of the journal.

    Words are those of `measures/word_counts.py`, in and out. `reason` says why a page failed, was skipped or is empty,
    or that it is a dump of its source.
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
    pack: str = ""  # of a page in a pack: the pack's number and a digest of the names of its pages

    @property
    def is_known(self) -> bool:
        """Whether the line of an earlier run says it already."""
        return self.state == "done" or self.reason == SKIPPED_BEFORE


@dataclass(slots=True)
class Summary:
    """Counts of a run. `inputs` = written + done + failed + skipped + not_reached."""

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
            return bool(file.seek(0, os.SEEK_END)) and file.seek(-1, os.SEEK_END) >= 0 and file.read(1) != b"\n"
    except FileNotFoundError:
        return False


def read(*paths: str) -> Iterator[Outcome]:
    """The lines of journals; a page of a resumed run may have several, of which the last one counts.

    Those of several journals come run by run, in the order in which the runs began. Lines about the run, and damaged
    ones (of a run that was killed while writing), are left out.
    """
    for path, start, end in _runs(paths) if len(paths) > 1 else ((path, 0, None) for path in paths):
        yield from _read_part(path, start, end)


def _read_part(path: str, start: int, end: int | None) -> Iterator[Outcome]:
    """The lines between two places of a journal."""
    known = {field.name for field in fields(Outcome)}
    with open(path, "rb") as file:
        place = file.seek(start)
        for line in file:
            if end is not None and place >= end:
                return
            place += len(line)
            try:
                row = orjson.loads(line)
                yield Outcome(**{key: value for key, value in row.items() if key in known})
            except (orjson.JSONDecodeError, TypeError, AttributeError):
                continue


def _runs(paths: Iterable[str]) -> list[tuple[str, int, int]]:
    """The runs of these journals by the time when they began: the journal, and between which places the run is."""
    found: list[tuple[float, str, int, int]] = []
    for path in paths:
        begun, start, place = 0.0, 0, 0
        with open(path, "rb") as file:
            for line in file:
                if line.startswith(STARTED):
                    found.append((begun, path, start, place))
                    begun, start = _time_of(line), place
                place += len(line)
        found.append((begun, path, start, place))
    return [(path, start, end) for _, path, start, end in sorted(found)]


def _time_of(line: bytes) -> float:
    try:
        return float(orjson.loads(line)["started"].get("time", 0))
    except (ValueError, TypeError, AttributeError):
        return 0.0


def settled(
    *paths: str, options: str, with_skipped: bool = False, with_empty: bool = True
) -> Iterator[tuple[str, str]]:
    """(output, digest of the input) of the pages that runs with these options wrote, and skipped if so asked.

    Without `with_empty` those with a word only. A page that was skipped unread has the digest "-", one that failed or
    is empty AGAIN, one of other options none. Where skipped pages are not asked for, SKIPPED is before their digests.
    The mark of its pack follows the digest of a page that is in one.
    Nothing where there is no journal.
    """
    states = ("written", "skipped") if with_skipped else ("written",)
    for outcome in read(*filter(os.path.exists, paths)):
        # A later line of the same page overrules: it may have failed since, or been written with other options.
        is_wanting = not with_empty and outcome.state == "written" and not outcome.kept_words
        if outcome.state == "failed" or is_wanting:
            yield outcome.output, AGAIN
            continue
        stands = outcome.state in states and outcome.options == options
        was_skipped = outcome.state == "skipped" and outcome.options == options and bool(outcome.digest)
        told = (outcome.digest or "-") if stands else SKIPPED + outcome.digest if was_skipped else ""
        yield outcome.output, f"{told} {outcome.pack}" if stands and outcome.pack else told
