"""The journal of a run: one JSON line for every input, saying what became of it; and the sums."""

from __future__ import annotations

import errno
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

# Journals are next to the block logs: of a whole run, or of shard I of N.
JOURNAL_NAME = re.compile(r"journal(?:-\d+-of-(\d+))?\.jsonl")

# Tells the log of a page called journal from the journal; a page may also be called journal.page.html.
_MARK = ".page"
_MARKS = re.compile(rf"(?:{re.escape(_MARK)})+\Z")

# Beginnings of the first line of every run, and of the last line of every run that is not killed.
STARTED = b'{"started":'
FINISHED = b'{"finished":'


def journals_in(folder: str) -> list[str]:
    """The journals in a directory of logs, one per shard, sorted."""
    return sorted(str(path) for path in Path(folder).glob("journal*.jsonl") if JOURNAL_NAME.fullmatch(path.name))


def division(path: str) -> int:
    """The number of shards of a journal's run; 1 for a whole run.

    >>> division("txt.log/journal-3-of-100.jsonl"), division("txt.log/journal.jsonl")
    (100, 1)
    """
    found = JOURNAL_NAME.fullmatch(os.path.basename(path))
    return int(found[1] or 1) if found else 1


# In place of a digest: the page must be cleaned again, even if its output is newer than the page.
AGAIN = "again"

# Put before the identity of a page that was skipped.
SKIPPED = "skipped "

# The reason of a page that is skipped again; it gets no new line either.
SKIPPED_BEFORE = "an earlier run skipped it; its line in the journal says why"

# "done": written by an earlier run (`--resume`, `--newer`), whose line in the journal remains; it gets no new one.
State = Literal["written", "done", "failed", "skipped"]


@dataclass(frozen=True, slots=True)
class Outcome:
    """What became of one input: a line of the journal.

    Words are counted by `measures/word_counts.py`, in all blocks and in the kept ones, before the linearizer's edits; a
    page whose text is empty has no kept words. `reason` says why a page failed, was skipped or is empty, or that it is
    a dump of its source.
    """

    input: str
    output: str  # below the output directory; "" when the text went elsewhere
    state: State
    reason: str = ""
    encoding: str = ""
    evidence: str = ""
    replaced: int = 0  # byte sequences without meaning in the encoding, each of which became U+FFFD
    language: str = ""  # as stated by <html>: "en" for "en-GB"
    bytes: int = 0
    blocks: int = 0
    kept_blocks: int = 0
    words: int = 0
    kept_words: int = 0
    digest: str = ""  # SHA-256 of the input's bytes
    options: str = ""  # digest of version, stages, parameters and format
    ms: float = 0.0
    pack: str = ""  # mark of its pack, if any: number, digests of the pages' names and of the bytes, lines of the log
    output_digest: str = ""  # of the output's bytes; "" when they are in a pack or went elsewhere
    log_lines: int = 0  # of the block log when it was written; 0 for none

    @property
    def is_known(self) -> bool:
        """Whether the line of an earlier run already says so."""
        return self.state == "done" or self.reason == SKIPPED_BEFORE


# Types of the fields of an outcome; some programs that filter a journal write 5.0 as 5.
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
    not_reached: int = 0  # because the run was stopped
    words: int = 0
    kept_words: int = 0
    bytes: int = 0
    seconds: float = 0.0
    stopped: str = ""  # why the run ended early
    signal: int = 0  # the signal that stopped it

    def add(self, outcome: Outcome, times: int = 1) -> None:
        """Count one page; with `times` -1, undo a count made too early."""
        setattr(self, outcome.state, getattr(self, outcome.state) + times)
        self.empty += times * (outcome.state == "written" and not outcome.kept_words)
        self.words += times * outcome.words
        self.kept_words += times * outcome.kept_words
        self.bytes += times * outcome.bytes

    @property
    def reached(self) -> int:
        """The number of pages whose outcome is known."""
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
    """Appends outcomes to a file; a torn last line, left by a kill or a full disk, is ended first.

    If two runs use one journal at once, the second waits (`lock.py`); where locking is impossible, the lines of both
    are mixed from the later start on.
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
        self._is_unwritable = False
        if torn:
            self._file.write(b"\n")

    def add(self, outcome: Outcome) -> None:
        """Append one line, which is in the file after `flush`."""
        self._append(outcome)

    def note(self, what: str, values: Mapping[str, Any]) -> None:
        """Append a line about the run itself, if possible: `{"started": {...}}`, `{"finished": {...}}`."""
        if not self._is_unwritable:
            self._append({what: values})

    def _append(self, line: Any) -> None:
        try:
            self._file.write(orjson.dumps(line, option=orjson.OPT_APPEND_NEWLINE))
        except OSError as error:
            raise self._unwritable(error) from error

    def flush(self) -> None:
        """Write everything to the file. Raises OutputError when the disk is full, or when the file was removed."""
        try:
            self._file.flush()
            if not os.fstat(self._file.fileno()).st_nlink:
                raise FileNotFoundError(errno.ENOENT, "it was removed")
        except OSError as error:
            raise self._unwritable(error) from error

    def _unwritable(self, error: OSError) -> OutputError:
        self._is_unwritable = True
        return OutputError(f"cannot write the journal {printable(self.path)}: {reason(error)}")

    def close(self) -> None:
        """Flush and close. An error is reported only once; `--resume` redoes what is missing."""
        was_unwritable = self._is_unwritable
        try:
            self._file.close()
        except OSError as error:
            if not was_unwritable:
                raise self._unwritable(error) from error


def is_torn(path: str) -> bool:
    """Whether the last line of a journal is incomplete."""
    try:
        with open(path, "rb") as file:
            if not file.seek(0, os.SEEK_END):
                return False
            file.seek(-1, os.SEEK_END)
            return file.read(1) != b"\n"
    except FileNotFoundError:
        return False


def log_stem(stem: str) -> str:
    """The name, without suffix, of the log of a page with this name; never that of a journal.

    >>> log_stem("a/b"), log_stem("journal"), log_stem("journal.page")
    ('a/b', 'journal.page', 'journal.page.page')
    """
    is_taken = JOURNAL_NAME.fullmatch(_MARKS.sub("", os.path.basename(stem)) + ".jsonl")
    return stem + (_MARK if is_taken else "")


def known_by(shown: str, digest: str) -> str:
    """What identifies an input: the digest of its bytes, and its suffix, which the name of its output lacks.

    >>> known_by("in/a.html.gz", "9f86d0")
    '9f86d0.html.gz'
    """
    return digest + page_suffix(shown)


# Among outputs, the beginning of keys of packs, and the key of all pages without a line; no file is called so.
NO_FILE = "\0"


def pack_key(mark: str) -> str:
    """The key of a pack among outputs, whatever its pages."""
    return NO_FILE + mark.partition("-")[0]
