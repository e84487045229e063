"""The blocks of a page as readable lines: kept or removed, kind, rule, reason, numbers, text.

Lines are yielded one by one, since a page with hundreds of thousands of blocks would take gigabytes.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from cleanweb.corpus.blocklog import Line, block_lines
from cleanweb.files import printable
from cleanweb.measures.word_counts import word_counts
from cleanweb.page import Told
from cleanweb.pipeline import Cleaned
from cleanweb.report.alignment import Piece, align
from cleanweb.terminal import lines

Style = Callable[..., str]  # styles a text; takes click's `fg`, `bold` and `dim`

INDENT = 4
_VALUE = re.compile(r"-?\d+(?:\.\d+)?")


def one_system(system: str, cleaned: Cleaned, only: str, width: int, style: Style) -> Iterator[str]:
    """Each block with all that is known about it, and the edits of the linearizer.

    `only` is "kept" or "removed" to leave out the other blocks, "" for all.
    """
    yield heading(cleaned, {system: cleaned})
    number = 0
    for line in block_lines(cleaned):
        number += "edit" not in line
        if only and line["keep"] != (only == "kept"):
            continue
        if "edit" in line:
            yield " " * (INDENT + 3) + style(printable(f"{line['rule']}: {line['reason']}"), dim=True)
            continue
        yield ""
        yield f"{number:{INDENT}} {verdict(line['keep'], line['kind'], style)}  {style(line['rule'], bold=True)}"
        yield from _indented(line["text"], width)
        yield from (style(row, dim=True) for row in _indented(_because(line), width))
    yield ""


def heading(cleaned: Cleaned, systems: Mapping[str, Cleaned]) -> str:
    """The encoding of a page, and how much of it each system keeps."""
    rows = [f"encoding {cleaned.decoded.encoding} ({cleaned.decoded.evidence})"]
    for system, page in systems.items():
        words = word_counts(page.blocks.text)
        kept = sum(count for count, keep in zip(words, page.verdicts.keep, strict=True) if keep)
        share = f" ({kept / sum(words):.0%})" if sum(words) else ""
        blocks = f"{sum(page.verdicts.keep)} of {len(words)} blocks"
        rows.append(f"{system}: keeps {blocks}, {kept} of {sum(words)} words{share}")
    return "\n".join(rows)


def verdict(keep: bool, kind: str, style: Style) -> str:
    """`+ p` for a kept paragraph, `- l` for a removed list item."""
    return style(f"+ {kind}", fg="green") if keep else style(f"- {kind}", fg="red")


def _because(line: Line) -> str:
    told = str(line["reason"])
    more = () if isinstance(line["numbers"], Told) else line["numbers"].items()
    numbers = ", ".join(f"{name} {short(value)}" for name, value in more if not _is_in(told, name, value))
    return told + (f" ({numbers})" if numbers else "") + f"; at {line['path'] or 'the top'}"


def _is_in(reason: str, name: str, value: Any) -> bool:
    """Whether a reason states this number, perhaps rounded; its name alone is not enough, as it may name a limit."""
    told = {short(value), f"{value:.2f}" if isinstance(value, float) else ""}
    return name in reason and not told.isdisjoint(_VALUE.findall(reason))


def short(value: Any) -> str:
    """A number in a readable form."""
    return f"{value:.4g}" if isinstance(value, float) else str(value)


def _indented(text: str, width: int) -> Iterator[str]:
    """Lines of a text from or about the page, indented, without characters that would control the terminal."""
    margin = " " * (INDENT + 3)
    return (margin + printable(row) for row in lines(text, max(20, width - len(margin))))


def side_by_side(systems: Mapping[str, Cleaned], only: str, width: int, style: Style) -> Iterator[str]:
    """Pieces of the page that no system cuts further, with a column for each system's verdict.

    `only` is "kept" (by any), "removed" (by any), "different" (kept by some), or "" for all.
    """
    first = next(iter(systems.values()))
    names, pages = list(systems), list(systems.values())
    columns = [max(len(name), 3) for name in names]
    yield from (heading(first, systems), "", "     " + "  ".join(map(str.ljust, names, columns)))
    reasons = [_reasons(page) for page in pages]
    for number, piece in enumerate(align([page.blocks.text for page in pages]), 1):
        if not _is_shown(piece, pages, only):
            continue
        marks = [_mark(page, row, wide, style) for page, row, wide in zip(pages, piece.rows, columns, strict=True)]
        yield f"{number:{INDENT}} " + "  ".join(marks)
        yield from _indented(piece.text, width)
        if is_different(piece, pages):
            for name, row, why in zip(names, piece.rows, reasons, strict=True):
                reason = why[row] if row >= 0 else "has no such text"
                yield from (style(line, dim=True) for line in _indented(f"{name}: {reason}", width))
        yield ""


def _reasons(page: Cleaned) -> list[str]:
    told = page.explain(range(len(page.blocks)))
    return [f"{rule}; {why.reason}" for rule, why in zip(page.verdicts.rule, told, strict=True)]


def _mark(page: Cleaned, row: int, width: int, style: Style) -> str:
    padding = " " * (width - 3)
    if row < 0:
        return " ? " + padding
    return verdict(page.verdicts.keep[row], page.verdicts.kind[row], style) + padding


def _is_shown(piece: Piece, pages: Sequence[Cleaned], only: str) -> bool:
    if only == "different":
        return is_different(piece, pages)
    keeps = [row >= 0 and page.verdicts.keep[row] for row, page in zip(piece.rows, pages, strict=True)]
    return not only or (any(keeps) if only == "kept" else not all(keeps))


def is_different(piece: Piece, pages: Sequence[Cleaned]) -> bool:
    """Whether some systems keep the piece and others do not."""
    return len({row >= 0 and page.verdicts.keep[row] for row, page in zip(piece.rows, pages, strict=True)}) > 1
