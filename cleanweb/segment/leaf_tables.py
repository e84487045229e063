"""The leaf tables of a page as grids, read from the recorded elements, for everything that looks at tables.

Paper: Falco, Moriceau and Vilnat, "Kitten: a tool for normalizing HTML and extracting its textual content", section
3.1.1: a leaf table is a `table` that holds no other.

Differs from the paper: spans are laid out as in WHATWG HTML, section 4.9.12 (the paper is silent), but clipped to the
table, not to the row group, and to column 1000; rows keep the order of the page, those of a `tfoot` too.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from cleanweb.page import Blocks, Elements, LeafTable, TableCell
from cleanweb.segment.tags import CELL_TAGS

# The most columns that a cell may span (WHATWG HTML, section 4.9.11). Cells from this column on span nothing, earlier
# ones end there. Ours: otherwise a table of nothing but spans takes time and memory quadratic in its rows. The widest
# table of the gold pages has 99.
MAX_COLUMNS: Final = 1000
_NUMBER: Final = re.compile(r"[ \t\n\f\r]*\+?([0-9]+)")


def leaf_tables(blocks: Blocks) -> list[LeafTable]:
    """The page's leaf tables that have cells, in document order."""
    elements = blocks.elements
    places = elements.tagged({"table"})
    found = []
    around: list[int] = []  # the ends of the tables around this one
    for place, element in enumerate(places):
        while around and around[-1] <= element:
            around.pop()
        is_leaf = place + 1 == len(places) or places[place + 1] >= elements.close[element]
        if is_leaf and (table := _grid(elements, element, len(around))).cells:
            found.append(table)
        around.append(elements.close[element])
    return found


def cell_text(blocks: Blocks, element: int) -> str:
    """The text of all blocks of a cell, caption or other element, joined by single spaces."""
    return " ".join([blocks.text[row] for row in blocks.elements.rows(element)])


def _grid(elements: Elements, table: int, depth: int) -> LeafTable:
    cells: list[TableCell] = []
    free_from: list[int] = []  # for each column, the first row in which no cell from above stands
    row, column, caption = -1, 0, -1
    parts = list(_parts(elements, table))
    row_count = sum(1 for element in parts if elements.tag[element] == "tr")
    for element in parts:
        tag = elements.tag[element]
        if tag == "tr":
            row, column = row + 1, 0
        elif tag == "caption" and caption < 0:
            caption = element
        elif tag in CELL_TAGS and row >= 0:
            while column < len(free_from) and free_from[column] > row:
                column += 1
            is_far = column >= MAX_COLUMNS
            colspan = 1 if is_far else min(_span(elements, element, "colspan") or 1, MAX_COLUMNS - column)
            rows_left = row_count - row
            rowspan = 1 if is_far else min(_span(elements, element, "rowspan") or rows_left, rows_left)
            cells.append(TableCell(element, row, column, rowspan, colspan))
            free_from.extend([0] * (column + colspan - len(free_from)))
            if rowspan > 1:
                for taken in range(column, column + colspan):
                    free_from[taken] = max(free_from[taken], row + rowspan)
            column += colspan
    return LeafTable(table, caption, depth, row_count, len(free_from), cells)


def _parts(elements: Elements, table: int) -> Iterator[int]:
    """The elements of a leaf table, without those inside its cells: inside `<math>`, `<th>` is just a name."""
    element = table + 1
    while element < elements.close[table]:
        yield element
        element = elements.close[element] if elements.tag[element] in CELL_TAGS else element + 1


def _span(elements: Elements, element: int, name: str) -> int:
    """The number an attribute begins with, as HTML reads integers; 1 where there is none, 0 where it says so."""
    number = _NUMBER.match(elements.attributes[element].get(name) or "")
    return int(number[1][:9]) if number else 1
