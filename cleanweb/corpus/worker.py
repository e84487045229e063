"""Process one page from its bytes to its files: read, clean and write it, and report the result as an `Outcome`."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from gzip import compress
from hashlib import sha256
from itertools import compress as chosen
from pathlib import Path
from stat import S_ISREG
from time import perf_counter
from traceback import walk_tb

from cleanweb.classify.sites import Sites
from cleanweb.corpus.blocklog import LogBlocks, block_lines, block_log
from cleanweb.corpus.compression import uncompressed
from cleanweb.corpus.inputs import IN_CLOSED, TAKEN, TAKES_PLACE, Page
from cleanweb.corpus.journal import AGAIN, SKIPPED, SKIPPED_BEFORE, Outcome, State, known_by, log_stem
from cleanweb.corpus.limits import MAX_BYTES, MAX_MEMORY, TIMEOUT
from cleanweb.corpus.metrics import Clock, peak_memory
from cleanweb.corpus.outputs import has_lines, is_as_written, output_digest, output_name, twin, write
from cleanweb.corpus.reading import read, read_lines
from cleanweb.errors import CleanwebError, InputError, OutputError, Refused
from cleanweb.files import printable, reason
from cleanweb.measures.word_counts import word_counts
from cleanweb.metadata import html_language
from cleanweb.normalize.kitten import DUMP
from cleanweb.pipeline import Cleaned, Pipeline
from cleanweb.records import METADATA, SUFFIXES, WITH_METADATA, Format, recast, record
from cleanweb.segment.stated import MARK as OF_HEAD

# The system's message when a limit leaves no memory for a library, which `import` passes on as an ImportError; and the
# message for a failure of Lexbor, which only fails for lack of memory.
_NO_ROOM = ("failed to map segment from shared object", "Can't parse HTML.")

PACKAGE = Path(__file__).parents[1]

DUMPED = "no tree with text: the plain dump of its source"  # by the normalizer `kitten`
STATED = "no text in the page but what JSON-LD in its head states"  # by the segmenter `blocks`

# Appended to the reason for skipping a page that had a text before; or, with the cause, if that or its log remains.
EARLIER_REMOVED = "; the text at its place is removed"
EARLIER_STAYS = "; what an earlier run wrote of it cannot be removed: "


@dataclass(frozen=True, slots=True, kw_only=True)
class Task:
    """All that a worker needs to know about a run, the same for every page."""

    pipeline: Pipeline
    form: Format = "cleaneval"
    output: str = ""  # directory of the texts; "" sends them back as records
    log: str = ""  # directory of the block logs, of earlier runs if `log_blocks` is "none"; "" for none
    log_blocks: LogBlocks = "removed"
    pack: int = 0  # pages per pack: texts and logs go back to the parent, which writes them to packs; 0 for none
    gzip: bool = False  # compress texts and logs
    with_blocks: bool = False  # records in jsonl hold every block of the page, with its verdict
    make: Callable[[Page, Cleaned], bytes] | None = None  # makes what is sent back, instead of a record of `form`
    signatures: bool = False  # send back signatures of cleaned texts, for near-duplicates
    metrics: bool = False  # send back times of the stages
    keep_suffix: bool = False
    normalized: str = ""  # directory of the pages as XHTML; "" for none
    newer: bool = False  # skip a page whose output is newer than its input, unless it failed since or had other options
    options: str = ""  # digest of all that determines an output, for the journal
    languages: tuple[str, ...] = ()  # pages in other languages are skipped; empty for all languages
    max_bytes: int = MAX_BYTES
    max_memory: int = MAX_MEMORY  # bytes of address space of the process; 0 for no limit
    timeout: float = TIMEOUT  # seconds of processor time per page; 0 for no limit
    parent: int = 0  # parent process of the worker; 0 if the page is not cleaned by a worker

    @property
    def suffix(self) -> str:
        """Suffix of the texts."""
        return SUFFIXES[self.form] + ".gz" * self.gzip

    @property
    def log_suffix(self) -> str:
        """Suffix of the block logs."""
        return ".jsonl" + ".gz" * self.gzip

    @property
    def is_logged(self) -> bool:
        """Whether pages get block logs."""
        return bool(self.log) and self.log_blocks != "none"

    @property
    def beside(self) -> dict[str, str]:
        """Name endings of the files written for a page besides its text, and what these files are."""
        logs = {self.log_suffix: "logs"} if self.is_logged and not self.pack else {}
        return logs | ({".xhtml": "normalized pages"} if self.normalized else {})

    def output_name(self, page: Page) -> str:
        """The path of the page's text below the output directory; also its name in the journal."""
        return output_name(page.name, self.suffix, keep_suffix=self.keep_suffix)

    def log_name(self, page: Page) -> str:
        """The path of the page's block log below the log directory; never that of a journal or of another page."""
        stem = output_name(page.name, "", keep_suffix=self.keep_suffix)
        return log_stem(stem) + self.log_suffix

    def normalized_name(self, page: Page) -> str:
        """The path of the page as XHTML below the directory of those."""
        return output_name(page.name, ".xhtml", keep_suffix=self.keep_suffix)

    def places(self, page: Page) -> Iterator[str]:
        """The paths where files of this page alone are written, or those of earlier runs are removed."""
        if not self.pack:
            logs = (self.log_name(page), twin(self.log_name(page)))
            yield from _below(self.output, self.output_name(page))
            yield from _below(self.log, *logs)
        yield from _below(self.normalized, self.normalized_name(page))


def _below(root: str, *names: str) -> list[str]:
    """Paths of files below a directory; none if the run has no such directory."""
    return [os.path.join(root, name) for name in names] if root else []


@dataclass(frozen=True, slots=True)
class Done:
    """What a worker sends back for one page: its line of the journal, and record and log unless written to files."""

    outcome: Outcome
    record: bytes = b""
    log: bytes = b""
    signature: bytes = b""  # MinHash of the cleaned text
    times: Mapping[str, float] = field(default_factory=dict)  # seconds by stage
    peak_memory: int = 0  # of the worker so far, bytes


def clean_page(page: Page, task: Task, read: Callable[[Page, int], bytes] = read) -> Done:
    """Read, clean and write one page.

    Raises OutputError when nothing can be written, MemoryError when there is no memory for the page; anything else that
    may happen is in the outcome.
    """
    begun = perf_counter()
    clock = Clock() if task.metrics else None
    name = task.output_name(page)
    is_elsewhere = page.error.startswith((TAKEN, TAKES_PLACE, IN_CLOSED))  # another file is, or may be, there
    place = printable(name) if task.output and not is_elsewhere else ""
    outcome = Outcome(input=page.shown, output=place, state="failed", options=task.options)
    text, log, signed = b"", b"", b""
    try:
        if _is_newer(page, task):
            return _done_before(outcome, _in_place(page, task), task)
        data = read(page, task.max_bytes)
        digest = sha256(data).hexdigest()
        outcome = replace(outcome, bytes=len(data), digest=digest)
        before = _state_before(page, task, digest)
        if before == "done":
            return _done_before(outcome, _in_place(page, task), task)
        if before == "skipped":
            return Done(replace(outcome, state="skipped", reason=SKIPPED_BEFORE))
        pipeline = _for_page(task.pipeline, page)
        cleaned = (clock.timed(pipeline) if clock else pipeline)(data)
        if task.languages:
            _refuse_others(cleaned, task.languages)
        blocks_told = _log(page, cleaned, task)
        if not (task.make or task.with_blocks):
            cleaned = _unexplained(cleaned)
        written = _written(page, cleaned, blocks_told, task, outcome)
        text, log = written.record, written.log
        signed = _signature(cleaned.text) if task.signatures else b""
        outcome = _counted(written.outcome, cleaned)
    except (OutputError, MemoryError):
        raise
    except Refused as refused:
        outcome = replace(outcome, state="skipped", reason=printable(str(refused)) + _remove_earlier(page, task))
    except CleanwebError as error:
        outcome = replace(outcome, reason=printable(str(error)))
    except Exception as error:  # a page that breaks a stage costs only itself
        if task.max_memory and any(told in str(error) for told in _NO_ROOM):
            raise MemoryError from error
        outcome = replace(outcome, reason=printable(_told(error)))
    seconds = perf_counter() - begun
    done = Done(replace(outcome, ms=round(seconds * 1000, 2)), text, log, signed)
    return replace(done, times=clock.times(seconds), peak_memory=peak_memory()) if clock else done


def _for_page(pipeline: Pipeline, page: Page) -> Pipeline:
    """The pipeline, with the page's name passed to a classifier that needs it."""
    if not any(isinstance(stage, Sites) for stage in pipeline.classify):
        return pipeline
    told = tuple(replace(stage, page=page.name) if isinstance(stage, Sites) else stage for stage in pipeline.classify)
    return replace(pipeline, classify=told)


def left_out_as(page: Page, task: Task) -> State | None:
    """The state that `clean_page` gives a page that it leaves out, "done" or "skipped"; None if it cleans the page."""
    if _is_newer(page, task):
        return "done"
    try:
        return _state_before(page, task, sha256(read(page, task.max_bytes)).hexdigest()) if page.done else None
    except CleanwebError:
        return None


def _state_before(page: Page, task: Task, digest: str) -> State | None:
    """The state of a page with these bytes in an earlier run, if that is still valid; else None."""
    known, is_there = known_by(page.shown, digest), os.path.isfile(_in_place(page, task))
    if page.done == SKIPPED + known and not is_there:
        return "skipped"
    return "done" if is_there and has_normalized(page, task) and _is_as_it_was(page, task, known) else None


def _in_place(page: Page, task: Task) -> str:
    """The path of the page's own text file; "" if it has none."""
    return os.path.join(task.output, task.output_name(page)) if task.output and not task.pack else ""


def _done_before(outcome: Outcome, path: str, task: Task) -> Done:
    """The result for a page that an earlier run wrote, with the signature of its text in `path` if asked for."""
    done = Done(replace(outcome, state="done"))
    if not task.signatures:
        return done
    lines = read_lines(Page(name=path, path=path))
    try:
        text = b"".join(recast(uncompressed(path), lines, "plain")).decode()
    except CleanwebError as error:
        raise InputError(f"its text of an earlier run, {printable(path)}: {error}") from error
    return replace(done, signature=_signature(text))


def _refuse_others(cleaned: Cleaned, languages: tuple[str, ...]) -> None:
    from cleanweb.language import refuse_others  # noqa: PLC0415  (its package is an extra)

    refuse_others("\n".join(chosen(cleaned.blocks.text, cleaned.verdicts.keep)), languages)


def _signature(text: str) -> bytes:
    from cleanweb.corpus.duplicates import signature  # noqa: PLC0415  (its package is an extra)

    return signature(text)


def has_normalized(page: Page, task: Task) -> bool:
    """Whether the page exists as XHTML, if that is asked for: an earlier run may have had another directory."""
    return not task.normalized or os.path.isfile(os.path.join(task.normalized, task.normalized_name(page)))


def _is_as_it_was(page: Page, task: Task, known: str) -> bool:
    """Whether an earlier run wrote text and log of the page in its present state, `known`, and both are unchanged.

    The log need only be complete: a run with other options may have put its own in place.
    """
    known_before, _, files = page.done.partition(" ")
    text, _, log_lines = files.partition(" ")
    if known_before != known or not is_as_written(_in_place(page, task), text):
        return False
    if not task.is_logged:
        return True
    count = int(log_lines) if log_lines.isdecimal() else 0  # a journal may be malformed
    return has_lines(os.path.join(task.log, task.log_name(page)), count)


def _is_newer(page: Page, task: Task) -> bool:
    """Whether the page's text is newer than the page, if that is asked for and no journal marks the page AGAIN."""
    if not task.newer or page.done == AGAIN or page.error or not has_normalized(page, task):
        return False
    try:
        output = os.stat(_in_place(page, task))
        return S_ISREG(output.st_mode) and output.st_mtime_ns >= os.stat(page.path).st_mtime_ns
    except OSError:
        return False


def _unexplained(cleaned: Cleaned) -> Cleaned:
    """The page without the evidence for its verdicts, which takes as much memory as its text."""
    return replace(cleaned, verdicts=replace(cleaned.verdicts, evidence=None), steps=())


def _log(page: Page, cleaned: Cleaned, task: Task) -> bytes:
    """The page's log, if it is to have one."""
    if not task.is_logged:
        return b""
    return block_log(cleaned, task.log_blocks, page=printable(page.name) if task.pack else "")


def _written(page: Page, cleaned: Cleaned, log: bytes, task: Task, outcome: Outcome) -> Done:
    """Write text and log to their files; return the outcome, with whatever has no file.

    Everything is made before anything is written: if a page breaks a stage, its earlier text stays with its own log.
    Raises OutputError when the run is gone.
    """
    outcome = replace(outcome, log_lines=log.count(b"\n"))
    if task.gzip and task.is_logged:
        log = compress(log, mtime=0)
    text = task.make(page, cleaned) if task.make else _record(page, cleaned, task)
    normalized = _normalized(cleaned) if task.normalized else b""
    _check_run_is_there(task)
    if task.normalized:
        write(task.normalized, task.normalized_name(page), normalized)
    if task.is_logged and not task.pack:
        write(task.log, task.log_name(page), log)
        _remove(task.log, twin(task.log_name(page)))  # else readers of the logs would count the page twice
    if task.make or task.pack or not task.output:
        return Done(outcome, text, log)
    if write(task.output, task.output_name(page), text) and not task.is_logged:
        _remove_logs(page, task)  # those of the previous text
    return Done(replace(outcome, output_digest=output_digest(text)))


def _check_run_is_there(task: Task) -> None:
    """Raises OutputError when the run was killed: the files may belong to the next run by now."""
    if task.parent and os.getppid() != task.parent:
        raise OutputError("the run is gone")


def _normalized(cleaned: Cleaned) -> bytes:
    from cleanweb.normalize.xhtml import xhtml  # noqa: PLC0415  (late: it loads BeautifulSoup)

    return xhtml(cleaned.decoded.text).encode()


def _record(page: Page, cleaned: Cleaned, task: Task) -> bytes:
    blocks = list(block_lines(cleaned, cleaned.linearized.lines)) if task.with_blocks else None
    text = record(printable(page.name), cleaned.text, _metadata(cleaned, task.form), task.form, blocks)
    return compress(text, mtime=0) if task.gzip else text


def _remove_earlier(page: Page, task: Task) -> str:
    """Delete what an earlier run, with other options or another version of the page, wrote of a page skipped now.

    Returns an addition to the reason. Raises OutputError when the run is gone.
    """
    _check_run_is_there(task)
    text, had_text = task.output_name(page), False
    whys = [_remove(task.normalized, task.normalized_name(page))]
    if not task.pack:
        had_text = bool(task.output) and os.path.isfile(os.path.join(task.output, text))
        whys += [_remove_logs(page, task), _remove(task.output, text)]
    if any(whys):
        return EARLIER_STAYS + max(whys)
    return EARLIER_REMOVED if had_text else ""


def _remove_logs(page: Page, task: Task) -> str:
    """Like `_remove`, for both names of a log."""
    log = task.log_name(page)
    return max(_remove(task.log, name) for name in (log, twin(log)))


def _remove(root: str, name: str) -> str:
    """Delete a file, if it exists and the run has such a directory; return why that failed, or ""."""
    path = os.path.join(root, name)
    try:
        if root and os.path.isfile(path):
            os.unlink(path)
    except OSError as error:
        return reason(error)
    return ""


def _metadata(cleaned: Cleaned, form: Format) -> dict[str, str]:
    """The page's metadata, for formats that can hold them."""
    if form not in WITH_METADATA:
        return {}
    said = cleaned.metadata
    return {name: value for name in METADATA if (value := getattr(said, name))}


def _counted(outcome: Outcome, cleaned: Cleaned) -> Outcome:
    texts, keep = cleaned.blocks.text, cleaned.verdicts.keep
    words = word_counts(texts)
    kept_words = sum(chosen(words, keep)) if cleaned.text else 0
    mark = cleaned.blocks.elements.mark
    found = DUMPED if DUMP in mark[:1] else STATED if OF_HEAD in mark[-1:] else ""
    return replace(
        outcome,
        state="written",
        reason=found if kept_words else _why_empty(cleaned),
        encoding=cleaned.decoded.encoding,
        evidence=cleaned.decoded.evidence,
        replaced=cleaned.decoded.replaced_count,
        language=html_language(cleaned.blocks),
        blocks=len(texts),
        kept_blocks=int(sum(keep)),  # int() for arrays, which a user's classifier may return
        words=sum(words),
        kept_words=kept_words,
    )


def _why_empty(cleaned: Cleaned) -> str:
    if any(cleaned.verdicts.keep):
        return "the linearizer took out all that was kept"  # for example a page that is a table, with `--tables drop`
    return "every block was removed" if cleaned.blocks.text else "no text in the page"


def _told(error: Exception) -> str:
    """An unexpected error in one line: what it is, and where in the package it occurred."""
    where = ""
    for frame, line in walk_tb(error.__traceback__):
        path = Path(frame.f_code.co_filename)
        if path.is_relative_to(PACKAGE) or path.is_relative_to(PACKAGE.name):  # the latter for compiled modules
            where = f" ({path.parent.name}/{path.name}, line {line})"
    return f"{type(error).__name__}: {' '.join(str(error).split())}{where}"
