"""The journal of a run: one JSON line for every input, which was written, failed or skipped; and the sums."""

from __future__ import annotations

import os
import re
from collections.abc import Mapping
from dataclasses import MISSING, dataclass, fields
from pathlib import Path
from typing import IO, Any, Literal

import orjson

from cleanweb.corpus.outputs import page_suffix
from cleanweb.errors import OutputError
from cleanweb.files import printable, reason
from cleanweb.wording import counted

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
    pack: str = ""  # of a page in one: its number, digests of the names of its pages and of its bytes, lines of its log
    output_digest: str = ""  # of the output's bytes; "" when they are in a pack or went elsewhere
    log_lines: int = 0  # of the block log, as it was written; 0 for none

    @property
    def is_known(self) -> bool:
        """Whether the line of an earlier run says it already."""
        return self.state == "done" or self.reason == SKIPPED_BEFORE


# What the fields of an outcome hold; of programs that filter a journal some write 5.0 as 5.
_HELD = {field.name: str if field.default is MISSING else type(field.default) for field in fields(Outcome)}
TYPES = {name: (int, float) if held is float else held for name, held in _HELD.items()}


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

    Of two runs at once with one journal the second waits (`lock.py`); where it cannot, the lines of both are there from
    the later start on.
    """

    def __init__(self, path: str, *, anew: bool) -> None:
        self.path = path
        try:
            torn = not anew and is_torn(path)
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


def is_torn(path: str) -> bool:
    """Whether the last line of a journal has no end."""
    try:
        with open(path, "rb") as file:
            if not file.seek(0, os.SEEK_END):
                return False
            file.seek(-1, os.SEEK_END)
            return file.read(1) != b"\n"
    except FileNotFoundError:
        return False


def log_stem(stem: str) -> str:
    """How the log of a page with this name, without suffix, is called: never like a journal.

    >>> log_stem("a/b"), log_stem("journal"), log_stem("journal.page")
    ('a/b', 'journal.page', 'journal.page.page')
    """
    is_taken = JOURNAL_NAME.fullmatch(_MARKS.sub("", os.path.basename(stem)) + ".jsonl")
    return stem + (_MARK if is_taken else "")


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
