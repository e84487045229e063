"""Features of a data table's cells, for the forest that tells their roles.

Paper: Kitten, section 3.1.2: Wang and Hu's features (content, length, consistency), and the cell's height and width,
the share of merged cells in its row and column, and the line breaks in it.

Differs from the paper: the features on the guidelines for a first column (is the corner empty, do all columns hold the
same, is there a head row) are ours.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from statistics import fmean
from typing import Final

from cleanweb.measures.leaf_table import CellFacts
from cleanweb.page import Blocks, LeafTable
from cleanweb.segment.tags import CELL_TAGS

SECTIONS: Final = frozenset({"thead", "tbody", "tfoot", "table"})


@dataclass(frozen=True, slots=True)
class Line:
    """Measures of a row or column, taken once for all its cells. Shares are of the cells with text unless noted."""

    filled_count: int = 0
    emphasised_share: float = 0.0
    th_share: float = 0.0  # of all cells
    empty_share: float = 0.0  # of all cells
    merged_share: float = 0.0  # of all cells
    digit_share: float = 0.0
    link_share: float = 0.0
    distinct_share: float = 0.0
    mean_length: float = 0.0
    content: str = "empty"  # the most common one of the cells with text
    texts: Mapping[str, int] = field(default_factory=dict)  # the number of cells with each text

    @staticmethod
    def of(cells: Sequence[CellFacts]) -> Line:
        """The measures of these cells."""
        if not cells:
            return Line()
        filled = [cell for cell in cells if cell.text]
        size = len(filled) or 1
        contents = Counter(cell.content for cell in filled)
        texts = Counter(cell.text for cell in filled)
        return Line(
            filled_count=len(filled),
            emphasised_share=sum(cell.is_emphasised for cell in filled) / size,
            th_share=sum(cell.is_th for cell in cells) / len(cells),
            empty_share=1 - len(filled) / len(cells),
            merged_share=sum(cell.is_merged for cell in cells) / len(cells),
            digit_share=contents["digit"] / size,
            link_share=contents["link"] / size,
            distinct_share=len(texts) / size,
            mean_length=sum(len(cell.text) for cell in filled) / size,
            content=contents.most_common(1)[0][0] if filled else "empty",
            texts=texts,
        )


@dataclass(frozen=True, slots=True)
class Grid:
    """A table's rows and columns as measured lines."""

    rows: dict[int, Line]
    columns: dict[int, Line]
    bodies: dict[int, Line]  # columns without their first cell
    repeated: dict[int, int]  # rows equal to one above, and that one
    about_table: dict[str, float]  # features that all cells share


def role_features(blocks: Blocks, table: LeafTable, facts: Sequence[CellFacts]) -> list[dict[str, float]]:
    """The features of every cell by name, in the order of the cells."""
    grid = _grid(table, facts)
    section = _sections(blocks, table)
    found = []
    left_filled = 0
    previous: CellFacts | None = None
    last_row = max(grid.rows)
    for index, fact in enumerate(facts):
        cell = fact.cell
        if previous is None or previous.cell.row != cell.row:
            previous, left_filled = None, 0
        following = facts[index + 1] if index + 1 < len(facts) else None
        if following is not None and following.cell.row != cell.row:
            following = None
        found.append(
            {
                **grid.about_table,
                **_own(fact, table),
                **_row(grid, cell.row, cell.rowspan),
                **_column(grid, fact),
                "column": cell.column,
                "left_filled": left_filled,
                "left_emphasised": float(previous is not None and previous.is_emphasised),
                "left_colon": float(previous is not None and previous.text.endswith(":")),
                "right_digit": float(following is not None and following.content == "digit"),
                "is_alone": float(bool(fact.text) and grid.rows[cell.row].filled_count == 1),
                "rows_left": last_row - cell.row,
                "in_head": float(section.get(cell.element) == "thead"),
                "in_foot": float(section.get(cell.element) == "tfoot"),
            }
        )
        left_filled += bool(fact.text)
        previous = fact
    return found


def _grid(table: LeafTable, facts: Sequence[CellFacts]) -> Grid:
    rows: dict[int, list[CellFacts]] = {}
    columns: dict[int, list[CellFacts]] = {}
    for fact in facts:
        rows.setdefault(fact.cell.row, []).append(fact)
        columns.setdefault(fact.cell.column, []).append(fact)
    row_lines = {row: Line.of(cells) for row, cells in rows.items()}
    column_lines = {column: Line.of(cells) for column, cells in columns.items()}
    bodies = {column: Line.of(cells[1:]) for column, cells in columns.items()}
    first = min(rows)
    return Grid(
        row_lines,
        column_lines,
        bodies,
        repeated_rows(facts),
        _about_table(table, rows[first], row_lines, column_lines, bodies),
    )


def _about_table(
    table: LeafTable,
    first_row: Sequence[CellFacts],
    rows: dict[int, Line],
    columns: dict[int, Line],
    bodies: dict[int, Line],
) -> dict[str, float]:
    """Is there a head row, a head column; do the columns under the head hold the same kind of thing?"""
    head = rows[min(rows)]
    contents = Counter(line.content for column, line in bodies.items() if column and line.filled_count)
    heads = [(cell, bodies[cell.cell.column]) for cell in first_row if cell.text]
    left, left_body = columns.get(0, Line()), bodies.get(0, Line())
    return {
        "row_count": len(rows),
        "column_count": table.column_count,
        "corner_empty": float(not first_row[0].text),
        "same_bodies": max(contents.values()) / sum(contents.values()) if contents else 0.0,
        "head_differs": fmean(cell.content != body.content for cell, body in heads) if heads else 0.0,
        "head_filled": head.filled_count,
        "head_digit": head.digit_share,
        "head_th": head.th_share,
        "head_emphasised": head.emphasised_share,
        "head_length": head.mean_length,
        "left_body_emphasised": left_body.emphasised_share,
        "left_body_th": left_body.th_share,
        "left_body_digit": left_body.digit_share,
        "left_body_link": left_body.link_share,
        "left_body_length": left_body.mean_length,
        "left_distinct": left.distinct_share,
        "table_digit": fmean(line.digit_share for line in rows.values()),
    }


def _own(fact: CellFacts, table: LeafTable) -> dict[str, float]:
    return {
        "is_th": float(fact.is_th),
        "is_emphasised": float(fact.is_emphasised),
        "is_empty": float(not fact.text),
        "is_digit": float(fact.content == "digit"),
        "is_link": float(fact.content == "link"),
        "is_text": float(fact.content == "alphabetical"),
        "is_control": float(fact.content == "control"),
        "length": len(fact.text),
        "digit_share": fact.digit_share,
        "line_count": fact.line_count,
        "ends_in_colon": float(fact.text.endswith(":")),
        "height": fact.cell.rowspan,
        "width": fact.cell.colspan,
        "width_share": fact.cell.colspan / table.column_count,
    }


def _row(grid: Grid, number: int, height: int) -> dict[str, float]:
    row = grid.rows[number]
    under = grid.rows.get(number + height, Line())
    over = grid.rows.get(number - 1, Line())
    return {
        "row": number,
        "row_filled": row.filled_count,
        "row_emphasised": row.emphasised_share,
        "row_th": row.th_share,
        "row_empty": row.empty_share,
        "row_merged": row.merged_share,
        "row_digit": row.digit_share,
        "row_length": row.mean_length,
        "row_repeated": float(number in grid.repeated),
        "under_filled": under.filled_count,
        "under_emphasised": under.emphasised_share,
        "under_digit": under.digit_share,
        "over_filled": over.filled_count,
        "over_digit": over.digit_share,
    }


def _column(grid: Grid, fact: CellFacts) -> dict[str, float]:
    column, body = grid.columns[fact.cell.column], grid.bodies[fact.cell.column]
    return {
        "column_emphasised": column.emphasised_share,
        "column_th": column.th_share,
        "column_empty": column.empty_share,
        "column_merged": column.merged_share,
        "column_digit": column.digit_share,
        "column_distinct": column.distinct_share,
        "column_link": column.link_share,
        "same_in_column": column.texts[fact.text] / column.filled_count if fact.text else 0.0,
        "body_filled": body.filled_count,
        "body_digit": body.digit_share,
        "body_length": body.mean_length,
        "length_to_body": len(fact.text) / (body.mean_length or 1),
    }


def repeated_rows(facts: Sequence[CellFacts]) -> dict[int, int]:
    """The rows of two or more filled cells that say the same as a row above, and the first such row."""
    texts: dict[int, list[str]] = {}
    for fact in facts:
        if fact.text:
            texts.setdefault(fact.cell.row, []).append(fact.text)
    seen: dict[tuple[str, ...], int] = {}
    found = {}
    for row, words in sorted(texts.items()):
        first = seen.setdefault(tuple(words), row)
        if len(words) > 1 and first < row:
            found[row] = first
    return found


def _sections(blocks: Blocks, table: LeafTable) -> dict[int, str]:
    """The table section each cell's element is in."""
    elements = blocks.elements
    section, close = "table", table.element
    found = {}
    for element in range(table.element + 1, elements.close[table.element]):
        tag = elements.tag[element]
        if tag in SECTIONS:
            section, close = tag, elements.close[element]
        elif tag in CELL_TAGS:
            found[element] = section if element < close else "table"
    return found
