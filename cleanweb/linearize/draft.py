"""A page's text while the rules of a linearizer work on it: lines in place of the blocks, and the edits so far."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from cleanweb.page import Blocks, Edit, Kind, Linearized, Verdicts


@dataclass(slots=True)
class Line:
    """A line of the draft; `row` is the block it begins with, to which its edits belong."""

    text: str
    kind: Kind
    row: int


@dataclass(slots=True)
class Draft:
    """`lines` has, for each block, the lines written in its place: none if it is not kept or was moved elsewhere."""

    blocks: Blocks
    lines: list[list[Line]]
    edits: list[Edit] = field(default_factory=list)
    left_out: list[bool] = field(init=False, repr=False)  # for each block, whether it had no line at first
    _skips: list[int] = field(default_factory=list, repr=False)  # see `_written_from`
    _language: str | None = field(default=None, repr=False)

    def __post_init__(self) -> None:
        """Remember which blocks are not kept, since rules also empty the places of others."""
        self.left_out = [not lines for lines in self.lines]

    @staticmethod
    def of(blocks: Blocks, verdicts: Verdicts) -> Draft:
        """A draft of the kept blocks, a line each."""
        return Draft(
            blocks,
            [
                [Line(text, kind, row)] if keep else []
                for row, (text, keep, kind) in enumerate(zip(blocks.text, verdicts.keep, verdicts.kind, strict=True))
            ],
        )

    @property
    def language(self) -> str:
        """The code of the language that the page states; "" if it states none."""
        if self._language is None:
            from cleanweb.metadata import html_language  # noqa: PLC0415  (loads months and dates; not for `--help`)

            self._language = html_language(self.blocks)
        return self._language

    def rows(self, element: int) -> range:
        """The places of the blocks that an element spans."""
        return self.blocks.elements.rows(element)

    def lines_of(self, element: int) -> list[Line]:
        """The lines written in an element's place."""
        return [line for row in self.rows(element) for line in self.lines[row]]

    def first_line_of(self, element: int) -> Line | None:
        """The first line written in an element's place.

        Call it only after tables are written: places found empty are never looked at again, since there may be
        thousands of nested lists.
        """
        rows = self.rows(element)
        row = self._written_from(rows.start)
        return self.lines[row][0] if row < rows.stop else None

    def text_of(self, element: int) -> str:
        """The text written in an element's place, joined by spaces."""
        return " ".join(line.text for line in self.lines_of(element))

    def place_before(self, row: int) -> int:
        """The place of the last line before a block, or -1. The line may begin with another block (`Line.row`)."""
        return next((place for place in range(row - 1, -1, -1) if self.lines[place]), -1)

    def _written_from(self, row: int) -> int:
        """The first place with lines from this one on; remembered for the empty places passed on the way."""
        skips = self._skips = self._skips or list(range(1, len(self.lines) + 1))
        passed = []
        while row < len(skips) and not self.lines[row]:
            passed.append(row)
            row = skips[row]
        for place in passed:
            skips[place] = row
        return row

    def clear(self, rows: Sequence[int]) -> None:
        """Delete the lines in the places of these blocks."""
        for row in rows:
            self.lines[row] = []

    def added(self, row: int, rule: str, words: str, note: str = "") -> None:
        """Record that a rule added words or signs that the blocks do not have."""
        if words or note:
            self.edits.append(Edit(row, rule, added=words, note=note))

    def removed(self, row: int, rule: str, words: str, note: str = "") -> None:
        """Record that a rule took words or signs out."""
        self.edits.append(Edit(row, rule, removed=words, note=note))

    def __iter__(self) -> Iterator[Line]:
        for lines in self.lines:
            yield from lines

    def written(self, *, tags: bool) -> Linearized:
        """The text line by line, with or without the kinds as CleanEval's tags, and the edits in block order."""
        text = "".join(f"<{line.kind}>{line.text}\n" if tags else f"{line.text}\n" for line in self)
        return Linearized(text, sorted(self.edits, key=lambda edit: edit.block))
