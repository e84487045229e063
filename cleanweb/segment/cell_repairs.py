"""Repairs after the model of cell roles: each makes a cell agree with its row or column.

Paper: Falco, Moriceau and Vilnat, "Kitten", section 3.1.2, which names one of its hand-made rules: a lone cell in a row
of headers.

Differs from the paper: the other rules are ours, made from the model's errors in ten folds over the gold.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import Final

from cleanweb.measures.cell_roles import repeated_rows
from cleanweb.measures.endings import COLONS
from cleanweb.measures.leaf_table import LONG_TEXT, MAX_LABEL, CellFacts
from cleanweb.page import CellRole

MIN_ROW_OF_HEADERS: Final = 3  # filled cells, all but one of them headers, before the lone one is repaired; ours
MIN_BODY: Final = 3  # filled cells of a column, before its majority decides; ours
MIN_GROUP_WIDTH: Final = 3  # columns of a table, before a lone bold cell names a group of rows; ours

Lines = Mapping[int, Sequence[int]]  # the places of filled cells by the number of their row or column


def repaired_roles(facts: Sequence[CellFacts], roles: Sequence[CellRole]) -> list[CellRole]:
    """The roles of a table's cells after all repairs, in this order; an empty header is neutral."""
    found = list(roles)
    rows = _by_line(facts, [fact.cell.row for fact in facts])
    _read_colons(facts, found, rows)
    head_rows = _complete_head_rows(facts, found, rows)
    for cells in _by_line(facts, [fact.cell.column for fact in facts]).values():
        _agree(facts, found, [cell for cell in cells if facts[cell].cell.row not in head_rows])
    _name_groups(facts, found, rows)
    _read_notes(facts, found, rows)
    return ["neutral" if role == "header" and not fact.text else role for role, fact in zip(found, facts, strict=True)]


def _read_colons(facts: Sequence[CellFacts], roles: list[CellRole], rows: Lines) -> None:
    """`Weight: | 3 kg`: a short cell with a colon names the plain one behind it, which has none."""
    for cells in rows.values():
        for label, value in pairwise(cells):
            is_label = facts[label].text.endswith(COLONS) and len(facts[label].text) <= MAX_LABEL
            if is_label and not facts[label].is_merged and not facts[value].text.endswith(COLONS):
                roles[label] = "header"
                if roles[value] == "header" and not facts[value].is_emphasised:
                    roles[value] = "data"


def _complete_head_rows(facts: Sequence[CellFacts], roles: list[CellRole], rows: Lines) -> set[int]:
    """The rows of headers: a lone other cell in one becomes a header; a row equal to one above is a repetition."""
    head_rows = set()
    repeated = repeated_rows(facts)
    for row, cells in rows.items():
        headers = sum(roles[cell] == "header" for cell in cells)
        if len(cells) >= MIN_ROW_OF_HEADERS and headers == len(cells) - 1:
            headers = len(cells)
            for cell in cells:
                roles[cell] = "header"
        if headers == len(cells):
            head_rows.add(row)
        if repeated.get(row) in head_rows:
            for cell in cells:
                roles[cell] = "finalNonImportant"
    return head_rows


def _agree(facts: Sequence[CellFacts], roles: list[CellRole], cells: Sequence[int]) -> None:
    """Below the headers, the filled cells of a column are headers or data as most of them are."""
    body = [cell for cell in cells if roles[cell] in ("header", "data") and facts[cell].cell.colspan == 1]
    if len(body) >= MIN_BODY:
        headers = sum(roles[cell] == "header" for cell in body)
        for cell in body:
            roles[cell] = "header" if 2 * headers > len(body) else "data"


def _name_groups(facts: Sequence[CellFacts], roles: list[CellRole], rows: Lines) -> None:
    """A short bold cell in the first column, with empty ones behind it and rows below, names a group of rows."""
    every: dict[int, list[int]] = {}
    for place, fact in enumerate(facts):
        every.setdefault(fact.cell.row, []).append(place)
    width = max((fact.cell.column + fact.cell.colspan for fact in facts), default=0)
    last = max(rows, default=0)
    for row, (first, *others) in rows.items():
        fact = facts[first]
        is_alone = not others and row < last and fact.cell.column == 0 and len(every[row]) == width >= MIN_GROUP_WIDTH
        if is_alone and fact.is_emphasised and len(fact.text) <= LONG_TEXT and roles[first] in ("header", "data"):
            for cell in every[row]:
                roles[cell] = "header" if cell == first else "neutral"


def _read_notes(facts: Sequence[CellFacts], roles: list[CellRole], rows: Lines) -> None:
    """Long text alone in its row is no header: below all data it is a note on the table, between data it is data."""
    data = [fact.cell for fact, role in zip(facts, roles, strict=True) if role == "data" and fact.text]
    if not data:
        return
    above, below = min(cell.row for cell in data), max(cell.row + cell.rowspan for cell in data)
    for row, (first, *others) in rows.items():
        if row > above and not others and roles[first] == "header" and len(facts[first].text) > LONG_TEXT:
            roles[first] = "finalImportant" if row >= below else "data"


def _by_line(facts: Sequence[CellFacts], numbers: Sequence[int]) -> dict[int, list[int]]:
    """The places of the filled cells, grouped by the number of their row or column."""
    lines: dict[int, list[int]] = {}
    for place, (fact, number) in enumerate(zip(facts, numbers, strict=True)):
        if fact.text:
            lines.setdefault(number, []).append(place)
    return lines
