"""The log of one page: a JSON line for every removed block (or every block), and for every edit of the linearizer.

Logs are written here, and read again to list what was removed.
"""

from __future__ import annotations

import os
import re
from collections import deque
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain
from typing import Any, Literal

import orjson

from cleanweb.corpus.archives import every
from cleanweb.corpus.compression import compressed, uncompressed
from cleanweb.corpus.inputs import Page, Selection, find_once
from cleanweb.corpus.journal import JOURNAL_NAME
from cleanweb.corpus.reading import begins_as_pages, read_lines
from cleanweb.errors import DataError
from cleanweb.files import is_special
from cleanweb.jsonl import json_lines
from cleanweb.page import Edit, Elements, Explanation, tag_step
from cleanweb.pipeline import Cleaned
from cleanweb.terminal import beginning, shortened
from cleanweb.wording import Several

LogBlocks = Literal["removed", "all", "none"]

Line = dict[str, Any]

NO_LINES: Mapping[int, str] = {}


# Lines made at a time: all lines of a page with hundreds of thousands of blocks would take a gigabyte. (Ours.)
CHUNK = 8192

# Innermost steps of a tag path shown in a line, so that a log grows with the page but not with its depth. (Ours: whole
# paths, 12 steps on average, would be half of a log.)
PATH_STEPS = 6
_CUT = "..."
# Characters of the block's text shown in the lines of further edits: with the whole text, a block of thousands of
# abbreviations would take gigabytes. (Ours, as in `log top`.)
TEXT_CHARS = 100
# In the default's reasons: the score, with the strongest feature that moved it; and the numbers in that.
_SCORE = re.compile(r"\bscore [\d.]+ (<|>=) [\d.]+((?:; [^;]*)?).*")
_NUMBER = re.compile(r"(?<!\S)[\d.,]+(?=%?\s)")


def block_log(cleaned: Cleaned, blocks: LogBlocks, page: str = "") -> bytes:
    """The page's lines as JSON, for the blocks asked for; reasons are computed for these only.

    In a pack, which has the logs of many pages, every line begins with `page`.
    """
    return b"".join(
        json_lines([{"page": page, **line} for line in lines] if page else lines) for lines in _chunks(cleaned, blocks)
    )


def block_lines(cleaned: Cleaned, as_written: Mapping[int, str] = NO_LINES) -> Iterator[Line]:
    """A line for every block with the fields `keep kind rule reason score numbers path text`, in document order.

    An edit has a line of its own after its block's: the same fields, and `edit` with the words added and removed. Paths
    are cut to their innermost steps; the line of a block and that of its first edit have the whole text. The rows in
    `as_written` have the text given there, with its line breaks.
    """
    return chain.from_iterable(_chunks(cleaned, "all", as_written))


def _chunks(cleaned: Cleaned, blocks: LogBlocks, as_written: Mapping[int, str] = NO_LINES) -> Iterator[list[Line]]:
    keep = cleaned.verdicts.keep
    if blocks == "all":
        rows: Sequence[int] = range(len(keep))
    else:
        rows = [row for row, kept in enumerate(keep) if not kept and blocks == "removed"]
    edits = deque(cleaned.linearized.edits if blocks != "none" else ())
    told = cleaned.explain(rows)
    for start in range(0, len(rows), CHUNK):
        part = rows[start : start + CHUNK]
        lines = _block_lines(cleaned, part, told[start : start + CHUNK])
        if as_written:
            for row, line in zip(part, lines, strict=True):
                line["text"] = as_written.get(row, line["text"])
        mine = []
        while edits and edits[0].block <= part[-1]:
            mine.append(edits.popleft())
        yield _with_edits(cleaned, mine, part, lines) if mine else lines
    if edits:
        yield _with_edits(cleaned, edits, (), ())


def _block_lines(cleaned: Cleaned, rows: Sequence[int], told: Sequence[Explanation]) -> list[Line]:
    paths = _paths(cleaned, rows)
    verdicts, texts, container = cleaned.verdicts, cleaned.blocks.text, cleaned.blocks.container
    keep, kind, rule, score = verdicts.keep, verdicts.kind, verdicts.rule, verdicts.score
    return [
        {
            "keep": keep[row],
            "kind": kind[row],
            "rule": rule[row],
            "reason": why.reason,
            "score": score[row],
            "numbers": why.numbers,
            "path": paths[container[row]],
            "text": texts[row],
        }
        for row, why in zip(rows, told, strict=True)
    ]


def _with_edits(cleaned: Cleaned, edits: Iterable[Edit], rows: Sequence[int], lines: Iterable[Line]) -> list[Line]:
    """The lines of blocks and edits, grouped by block."""
    ordered = list(zip(rows, lines, strict=True))
    shown: set[int] = set()
    texts = cleaned.blocks.text
    paths = _paths(cleaned, [edit.block for edit in edits])
    for edit in edits:
        row = edit.block
        parts = (("added", edit.added), ("took out", edit.removed))
        told = " and ".join(f"{verb} {words!r}" for verb, words in parts if words)
        line = {
            "keep": cleaned.verdicts.keep[row],
            "kind": cleaned.verdicts.kind[row],
            "rule": edit.rule,
            "reason": f"the linearizer {told}" + (f" ({edit.note})" if edit.note else ""),
            "score": cleaned.verdicts.score[row],
            "numbers": {},
            "path": paths[cleaned.blocks.container[row]],
            "text": beginning(texts[row], TEXT_CHARS) if row in shown else texts[row],
            "edit": {"added": edit.added, "removed": edit.removed},
        }
        ordered.append((row, line))
        shown.add(row)
    return [line for _, line in sorted(ordered, key=lambda pair: pair[0])]  # stable: a block before its edits


def _paths(cleaned: Cleaned, rows: Iterable[int]) -> dict[int, str]:
    """By container of these rows, the innermost steps of its tag path; "" for text outside any element."""
    elements, container = cleaned.blocks.elements, cleaned.blocks.container
    parents, (numbers, firsts) = elements.parent, elements.alike()
    steps = _Steps(elements, firsts)
    above: dict[int, str] = {-1: ""}  # by element: the steps before those of its grandchildren
    around: dict[int, str] = {-1: ""}  # by element: the steps before those of its children
    paths = {-1: ""}
    for inner in {container[row] for row in rows} - {-1}:
        outer = parents[inner]
        before = around.get(outer)
        if before is None:
            further = parents[outer]
            if further not in above:
                above[further] = _innermost(parents, further, PATH_STEPS - 2, numbers, steps)
            before = around[outer] = f"{above[further]}{steps[numbers[outer]]}>"
        paths[inner] = before + steps[numbers[inner]]
    return paths


class _Steps(dict[int, str]):
    """The steps of paths by the numbers of `Elements.alike`, each made on first use."""

    def __init__(self, elements: Elements, firsts: Sequence[int]) -> None:
        super().__init__()
        self._elements, self._firsts = elements, firsts

    def __missing__(self, number: int) -> str:
        element = self._firsts[number]
        step = self[number] = tag_step(self._elements.tag[element], self._elements.attributes[element])
        return step


def _innermost(parents: Sequence[int], element: int, count: int, numbers: Sequence[int], steps: _Steps) -> str:
    """The innermost `count` steps of an element's path, followed by a `>`."""
    found = [""]
    while element >= 0 and len(found) <= count:
        found.append(steps[numbers[element]])
        element = parents[element]
    if element >= 0:
        found.append(_CUT)
    found.reverse()
    return ">".join(found)


def block_logs(places: Sequence[str], repeated: Several | None = None) -> Iterator[Page]:
    """The block logs among these files and directories, each once; `repeated` counts the repetitions.

    Journals are left out, and so are the texts of a run, which may be below its logs (`-o run/texts --log run`).
    """
    selection = Selection(include=compressed("*.jsonl"))
    for page in every(find_once(places, selection, repeated or Several()), selection):
        is_journal = JOURNAL_NAME.fullmatch(os.path.basename(uncompressed(page.name)))
        # A pipe can be read only once.
        if not is_journal and (is_special(page.path) or not begins_as_pages(page, unread=False)):
            yield page


def _in_short(reason: re.Match[str]) -> str:
    return f"score {reason[1]} threshold{_NUMBER.sub('…', reason[2])}"


def removed(log: Page, by: str) -> Iterator[str]:
    """The field `by` of everything that a block log says was removed, each on one line and cut to 100 characters;
    reasons with a score are reduced to the strongest one, without the numbers in which blocks differ.

    Counted are every removed block, and what the linearizer took out of a kept one if it holds a word (signs such as
    bullets are taken out by the thousand). The `text` of such an edit is what it took out.

    Raises InputError when the log cannot be read, DataError when it is no block log.
    """
    for number, line in enumerate(read_lines(log), 1):
        try:
            row = orjson.loads(line)
            if "edit" in row:
                row = {**row, "keep": not any(map(str.isalnum, row["edit"]["removed"])), "text": row["edit"]["removed"]}
            if not row["keep"]:
                text = " ".join(row[by].split())
                yield shortened(_SCORE.sub(_in_short, text) if by == "reason" else text, TEXT_CHARS)
        except (ValueError, KeyError) as error:
            found = f"no field {error}" if isinstance(error, KeyError) else str(error)
            raise DataError(f"line {number} is no line of a block log: {found}") from error
        except (TypeError, AttributeError) as error:  # the line is a number, for example
            raise DataError(f"line {number} is no line of a block log: a value of another kind") from error
