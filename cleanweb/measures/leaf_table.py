"""Features of a leaf table and of its cells, for the trees that tell data from layout and a cell's role.

Paper: the features of Wang and Hu, "A machine learning based approach for table detection on the web" (2002), section
3, and those that Kitten (section 3.1) adds: empty cells per row and column, `form`, `caption`, number of tags, nesting.

Differs from the paper: the walk records only elements that hold text, so pictures are no content of a cell, and forms
of input fields alone, or around rows, are not seen; tags are counted per cell; the words themselves, Wang and Hu's
third group, are not used, so nothing depends on a language; the other markup features, and most of those that tell
whether the cells of a line belong together, are ours.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import sqrt
from statistics import fmean
from typing import Final

from cleanweb.page import Blocks, LeafTable, TableCell
from cleanweb.segment.leaf_tables import cell_text

# What a cell holds (Wang and Hu, section 3.2), by what dominates it.
CONTENTS: Final = ("control", "link", "alphabetical", "digit", "empty", "other")
CONTROL_TAGS: Final = frozenset({"select", "textarea", "button"})
MIN_LINK_SHARE: Final = 0.5  # of a cell's characters, from which it is a link; ours
MIN_DIGIT_SHARE: Final = 0.5  # of its letters and digits, from which it is a number; ours
MIN_BOLD_SHARE: Final = 0.8  # of its characters, above which it is written like a heading; ours
MIN_NUMBERS: Final = 0.8  # of the cells under the first of a column of numbers; ours
MAX_MARKER: Final = 3  # characters of a sign or number such as "-" or "12"; ours
MAX_LABEL: Final = 40  # characters of a name of a row or column; ours
LONG_TEXT: Final = 60  # characters; Kitten's own border between short and long items (section 3.2.3)
SENTENCE_ENDS: Final = tuple(".!?。！？…")


@dataclass(frozen=True, slots=True)
class CellFacts:
    """Measures of one cell, taken once for both trees."""

    cell: TableCell
    text: str
    content: str  # one of CONTENTS
    is_th: bool
    bold_share: float  # of its characters
    link_share: float
    digit_share: float
    line_count: int  # blocks in it: lines cut by `<br>` and paragraphs
    control_count: int

    @property
    def is_emphasised(self) -> bool:
        """Whether it is written like a heading: `th`, or bold for the most part."""
        return self.is_th or self.bold_share > MIN_BOLD_SHARE

    @property
    def is_merged(self) -> bool:
        """Whether it spans several rows or columns."""
        return self.cell.rowspan > 1 or self.cell.colspan > 1

    @property
    def is_plain(self) -> bool:
        """Whether it holds nothing but one short line of text."""
        return (
            self.line_count == 1
            and len(self.text) <= LONG_TEXT
            and self.link_share < MIN_LINK_SHARE
            and not self.control_count
        )


def cell_facts(blocks: Blocks, table: LeafTable) -> list[CellFacts]:
    """The facts of the table's cells, in their order."""
    return [_facts(blocks, cell) for cell in table.cells]


def _facts(blocks: Blocks, cell: TableCell) -> CellFacts:
    elements = blocks.elements
    first, end = elements.first[cell.element], elements.end[cell.element]
    text = cell_text(blocks, cell.element)
    size = len(text) or 1
    inside = elements.tag[cell.element + 1 : elements.close[cell.element]]
    link_share = min(1.0, sum(blocks.link_chars[first:end]) / size)
    digit_share = sum(map(str.isdigit, text)) / (sum(map(str.isalnum, text)) or 1)
    control_count = sum(1 for tag in inside if tag in CONTROL_TAGS)
    return CellFacts(
        cell=cell,
        text=text,
        content=_content(text, link_share, digit_share, control_count),
        is_th=elements.tag[cell.element] == "th",
        bold_share=min(1.0, sum(blocks.bold_chars[first:end]) / size),
        link_share=link_share,
        digit_share=digit_share,
        line_count=end - first,
        control_count=control_count,
    )


def _content(text: str, link_share: float, digit_share: float, control_count: int) -> str:
    if control_count:
        return "control"
    if not text:
        return "empty"
    if link_share >= MIN_LINK_SHARE:
        return "link"
    if digit_share >= MIN_DIGIT_SHARE:
        return "digit"
    return "alphabetical" if any(map(str.isalpha, text)) else "other"


def table_features(blocks: Blocks, table: LeafTable, facts: Sequence[CellFacts]) -> dict[str, float]:
    """The table's features by name. Shares are of its cells unless noted; a line is a row or a column."""
    rows = _lines(facts, [fact.cell.row for fact in facts])
    columns = _lines(facts, [fact.cell.column for fact in facts])
    return {
        **_markup(blocks, table, facts),
        **_contents(facts),
        **_lengths(facts, rows, columns),
        **_relations(rows, columns),
        "row_count": table.row_count,
        "column_count": table.column_count,
        "cell_count": len(facts),
        "mean_cells_per_row": fmean(map(len, rows)),
        "deviation_cells_per_row": _deviation([*map(len, rows)]),
        "max_row_empty_share": max(map(_empty_share, rows)),
        "max_column_empty_share": max(map(_empty_share, columns)),
    }


def _markup(blocks: Blocks, table: LeafTable, facts: Sequence[CellFacts]) -> dict[str, float]:
    elements = blocks.elements
    inside = elements.tag[table.element + 1 : elements.close[table.element]]
    count = len(facts)
    border = elements.attributes[table.element].get("border") or "0"
    return {
        "has_form": float("form" in inside),
        "has_caption": float(table.caption >= 0),
        "has_thead": float("thead" in inside),
        "has_border": float(border not in ("0", "0px")),
        "is_nested": float(table.depth > 0),
        "tags_per_cell": len(inside) / count,
        "th_share": sum(fact.is_th for fact in facts) / count,
        "merged_share": sum(fact.is_merged for fact in facts) / count,
    }


def _contents(facts: Sequence[CellFacts]) -> dict[str, float]:
    count = len(facts)
    contents = Counter(fact.content for fact in facts)
    texts = [fact.text for fact in facts if fact.text]
    return {
        **{f"{content}_share": contents[content] / count for content in CONTENTS},
        "link_char_share": sum(fact.link_share * len(fact.text) for fact in facts) / (sum(map(len, texts)) or 1),
        "plain_share": sum(fact.is_plain for fact in facts) / (len(texts) or 1),  # of the cells with text
        "marker_share": sum(len(text) <= MAX_MARKER and not any(map(str.isalpha, text)) for text in texts) / count,
        "day_number_share": sum(text.isdigit() and len(text) < 3 for text in texts) / count,
        "sentence_share": sum(text.endswith(SENTENCE_ENDS) for text in texts) / count,
        "repeated_share": 1 - len(set(texts)) / (len(texts) or 1),  # of the cells with text
    }


def _lengths(
    facts: Sequence[CellFacts], rows: Sequence[Sequence[CellFacts]], columns: Sequence[Sequence[CellFacts]]
) -> dict[str, float]:
    """Lengths in characters, and in lines of text."""
    lengths = [len(fact.text) for fact in facts]
    mean = fmean(lengths)
    return {
        "mean_length": mean,
        "deviation_length": _deviation(lengths),
        "max_length": max(lengths),
        "long_share": sum(length > LONG_TEXT for length in lengths) / len(facts),
        "mean_line_count": fmean([fact.line_count for fact in facts]),
        "max_line_count": max(fact.line_count for fact in facts),
        "row_length_consistency": fmean(map(_length_consistency, rows)),
        "column_length_consistency": fmean(map(_length_consistency, columns)),
        "first_row_length": _mean_length(rows[0]),
        "first_column_length": _mean_length(columns[0]),
        "first_row_length_ratio": _mean_length(rows[0]) / (mean or 1),
        "first_column_length_ratio": _mean_length(columns[0]) / (mean or 1),
    }


def _relations(rows: Sequence[Sequence[CellFacts]], columns: Sequence[Sequence[CellFacts]]) -> dict[str, float]:
    """Signs that cells of a row or column belong together; ours, except for the consistencies."""
    filled_rows = [filled for row in rows if (filled := [fact for fact in row if fact.text])]
    filled_columns = [filled for column in columns if (filled := [fact for fact in column if fact.text])]
    row_count = len(filled_rows) or 1
    related = [row for row in filled_rows if len(row) > 1]
    return {
        "row_content_consistency": fmean(map(_content_consistency, rows)),
        "column_content_consistency": fmean(map(_content_consistency, columns)),
        "filled_row_count": len(filled_rows),
        "filled_column_count": len(filled_columns),
        "related_row_share": len(related) / row_count,  # of the rows with text, those with text in two cells
        "plain_related_row_share": sum(all(fact.is_plain for fact in row) for row in related) / row_count,
        "has_label_row": float(bool(filled_rows) and _are_labels(filled_rows[0])),
        "has_label_column": float(bool(filled_columns) and _are_labels(filled_columns[0])),
        "has_head_row": float(len(filled_rows) > 1 and _is_head(rows[0])),
        "has_head_column": float(len(filled_columns) > 1 and _is_head(columns[0])),
        "digit_column_share": sum(map(_is_digit_column, columns)) / len(columns),
    }


def _lines(facts: Iterable[CellFacts], numbers: Sequence[int]) -> list[list[CellFacts]]:
    """The cells grouped by row or column number, in the order of the numbers; empty rows are left out."""
    lines: dict[int, list[CellFacts]] = {}
    for fact, number in zip(facts, numbers, strict=True):
        lines.setdefault(number, []).append(fact)
    return [lines[number] for number in sorted(lines)]


# `fmean` gets lists: it has to count what has no length, which takes longer.
def _length_consistency(line: Sequence[CellFacts]) -> float:
    """Wang and Hu's cumulative length consistency: 0.5 less a cell's relative distance from the mean, at most 1."""
    mean = _mean_length(line)
    return fmean([0.5 - min(1.0, abs(len(fact.text) - mean) / (mean or 1)) for fact in line])


def _content_consistency(line: Sequence[CellFacts]) -> float:
    """1 for each cell of the dominating content, -1 for every other one, on average."""
    dominating = Counter(fact.content for fact in line).most_common(1)[0][1]
    return 2 * dominating / len(line) - 1


def _empty_share(line: Sequence[CellFacts]) -> float:
    return sum(1 for fact in line if fact.content == "empty") / len(line)


def _is_head(line: Sequence[CellFacts]) -> bool:
    """Whether the cells with text are all written like headings."""
    written = [fact for fact in line if fact.text]
    return bool(written) and all(fact.is_emphasised for fact in written)


def _are_labels(line: Sequence[CellFacts]) -> bool:
    """Whether the cells name things: two or more, short and plain, no numbers, no two of them the same."""
    return (
        len(line) > 1
        and all(fact.is_plain and fact.digit_share < MIN_DIGIT_SHARE and len(fact.text) <= MAX_LABEL for fact in line)
        and len({fact.text for fact in line}) == len(line)
    )


def _deviation(numbers: Sequence[int]) -> float:
    """The standard deviation; `statistics.pstdev` computes in fractions, a fifth of the time that a table took."""
    mean = fmean(numbers)
    return sqrt(fmean([(number - mean) ** 2 for number in numbers]))


def _mean_length(line: Sequence[CellFacts]) -> float:
    return fmean([len(fact.text) for fact in line])


def _is_digit_column(column: Sequence[CellFacts]) -> bool:
    """Whether nearly all of the column's cells under its first hold numbers; ours."""
    below = [fact for fact in column[1:] if fact.text]
    return bool(below) and sum(fact.digit_share >= MIN_DIGIT_SHARE for fact in below) >= MIN_NUMBERS * len(below)
