"""Labelled chunks of text, page by page: from gold sets, from pages with marked content, from JSON lines."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Final

from cleanweb.corpus.blocklog import block_logs
from cleanweb.corpus.compression import uncompressed
from cleanweb.corpus.inputs import PAGE_SUFFIXES, Page
from cleanweb.corpus.reading import read_lines
from cleanweb.decode import decode
from cleanweb.errors import DataError, InputError
from cleanweb.evaluate.gold_texts import Conditions, read_bytes
from cleanweb.train.alignment import MIN_ALIGNED_SHARE, aligned_shares
from cleanweb.train.gold import gold_words_text, read_gold

if TYPE_CHECKING:
    from cleanweb.pipeline import Pipeline

# Inserted into the text where content begins and ends, and where non-content begins and ends. U+FDD0 to U+FDD3 are
# noncharacters, so no page's text has them.
_BEGIN: Final = "\ufdd0"
_END: Final = "\ufdd1"
_OFF: Final = "\ufdd2"
_ON: Final = "\ufdd3"
# For each: whether it belongs to the content's markers (0) or to the others (1), and whether content may follow.
_STATES: Final = {_BEGIN: (0, True), _END: (0, False), _OFF: (1, False), _ON: (1, True)}
_REMOVED: Final = dict.fromkeys(map(ord, _STATES))

State = tuple[bool, bool]  # for each kind of markers, whether text counts as content


@dataclass(frozen=True, slots=True)
class Chunk:
    """A piece of text and whether it is content."""

    text: str
    keep: bool


@dataclass(frozen=True, slots=True)
class Markers:
    """Two literal strings (comments, tags, any text) around the content, or if `outside`, around everything else."""

    begin: str
    end: str
    outside: bool = False


# Comments with which a site asks search engines to ignore a part of a page.
GOOGLE: Final = tuple(
    Markers(f"<!--{space}googleoff: {what}{space}-->", f"<!--{space}googleon: {what}{space}-->", outside=True)
    for what in ("all", "index", "snippet", "anchor")
    for space in ("", " ")
)


def read_chunks(
    data: Path, pipeline: Pipeline, markers: Sequence[Markers] = (), where: Conditions = ()
) -> Iterator[list[Chunk]]:
    """For each page of `data`, the chunks that the pipeline keeps, labelled.

    `data` is a gold set (a folder with html/ and gold/), any folder of pages if there are `markers`, or a file (or
    folder of files) of JSON lines with a `text` and a `keep`, such as the logs of a run, compressed or not (the run's
    journal is skipped). A file of lines is one page, unless its lines name their page in `page`, as in logs of packs.
    `where` is for gold sets: only the pages whose meta has these values.

    Raises DataError when `data` is none of these, or has no gold, no marked page, or no labelled line.
    """
    if not data.exists():
        raise DataError(f"{data}: no such file or folder")
    if files := line_files(data, markers):
        return _read_lines(files)
    if markers:
        return _read_marked(data, pipeline, markers)
    if (data / "html").is_dir():
        return _read_gold(data, pipeline, where)
    raise DataError(f"{data}: expected a gold set (html/ and gold/), JSON lines, or pages together with --marker")


def line_files(data: Path, markers: Sequence[Markers]) -> list[Page]:
    """The files of JSON lines: `data` itself, or those in it unless it is a folder of pages."""
    if data.is_file():
        return [Page(name=data.name, path=str(data))]
    if markers or (data / "html").is_dir():
        return []
    return sorted(block_logs([str(data)]), key=lambda page: Path(page.name).parts)


def _read_gold(folder: Path, pipeline: Pipeline, where: Conditions) -> Iterator[list[Chunk]]:
    found = 0
    for page in read_gold(folder, where):
        if page.gold is None:
            continue
        found += 1
        cleaned = pipeline(page.html())
        shares = aligned_shares(cleaned.blocks.text, gold_words_text(page.gold))
        yield [
            Chunk(text, share >= MIN_ALIGNED_SHARE)
            for text, share, keep in zip(cleaned.blocks.text, shares, cleaned.verdicts.keep, strict=True)
            if keep
        ]
    if not found:
        raise DataError(f"{folder}: no page of html/ has a text of the same name in gold/")


def _read_marked(folder: Path, pipeline: Pipeline, markers: Sequence[Markers]) -> Iterator[list[Chunk]]:
    found = 0
    for path in sorted(filter(_is_page, folder.rglob("*"))):
        chunks = marked_chunks(read_bytes(path), pipeline, markers)
        if chunks is not None:
            found += 1
            yield chunks
    if not found:
        wanted = ", ".join(repr(marker.begin) for marker in markers[:3])
        raise DataError(f"{folder}: no page there contains {wanted}{', ...' if len(markers) > 3 else ''}")


def _is_page(path: Path) -> bool:
    return Path(uncompressed(path.name)).suffix.lower() in PAGE_SUFFIXES and path.is_file()


def marked_chunks(data: bytes, pipeline: Pipeline, markers: Sequence[Markers]) -> list[Chunk] | None:
    """The labelled chunks of a page whose template marks its content; None for a page without any marker.

    A chunk is content when most of its characters are. Markers may be anywhere that text may be, even inside a line.
    If a page has markers of both kinds, content is what is inside one kind and outside the other.
    """
    source = decode(data).text
    used = [marker for marker in markers if marker.begin in source]
    if not used:
        return None
    for marker in used:
        at_begin, at_end = (_OFF, _ON) if marker.outside else (_BEGIN, _END)
        source = source.replace(marker.begin, marker.begin + at_begin).replace(marker.end, at_end + marker.end)
    cleaned = pipeline(source.encode("utf-8", "replace"))
    state = all(marker.outside for marker in used), True
    chunks = []
    for text, keep in zip(cleaned.blocks.text, cleaned.verdicts.keep, strict=True):
        label, state = _label(text, state)
        bare = text.translate(_REMOVED).strip()
        if keep and bare:
            chunks.append(Chunk(bare, label))
    return chunks


def _label(text: str, state: State) -> tuple[bool, State]:
    """Whether most of the text is content, and the state at its end."""
    inside = outside = 0
    for character in text:
        if character in _STATES:
            kind, may_follow = _STATES[character]
            state = (may_follow, state[1]) if kind == 0 else (state[0], may_follow)
        elif all(state):
            inside += 1
        else:
            outside += 1
    return inside > outside, state


def _read_lines(files: Sequence[Page]) -> Iterator[list[Chunk]]:
    found = 0
    for file in files:
        pages: dict[str, list[Chunk]] = defaultdict(list)
        try:
            for number, line in enumerate(read_lines(file), 1):
                if line.strip() and (told := _chunk(line.decode("utf-8-sig"), f"{file.shown}:{number}")):
                    page, chunk = told
                    pages[page].append(chunk)
        except (InputError, UnicodeDecodeError) as error:
            raise DataError(f"{file.shown}: expected JSON lines in UTF-8: {error}") from None
        found += len(pages)
        yield from pages.values()
    if not found:
        raise DataError(f"{files[0].shown}: no labelled chunk there")


def _chunk(line: str, where: str) -> tuple[str, Chunk] | None:
    """The page that a line names, and its chunk; None for an edit of the linearizer, which is not a block."""
    try:
        record = json.loads(line)
    except (ValueError, RecursionError) as error:
        raise DataError(f"{where}: expected a JSON object a line; {error}") from None
    text, keep = (record.get("text"), record.get("keep")) if isinstance(record, dict) else (None, None)
    if not isinstance(text, str) or not isinstance(keep, bool):
        raise DataError(f'{where}: expected "text" (a string) and "keep" (true or false), found {line[:60]!r}')
    return None if "edit" in record else (str(record.get("page")), Chunk(text, keep))
