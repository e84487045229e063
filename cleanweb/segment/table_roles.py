"""Which leaf tables hold data, and what each of their cells is for: two trained models and a few repairs.

Paper: Falco, Moriceau and Vilnat, "Kitten", sections 3.1.1 and 3.1.2.

Differs from the paper: the cell roles are told by a small forest, since a single tree stays behind (see the model
card); the paper names one of its hand-made repairs (a lone cell in a row of headers), the others are ours. Images and
empty input fields are not seen: the walk records elements that hold text.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Final, Literal, cast, get_args

from cleanweb.measures.cell_roles import repeated_rows, role_features
from cleanweb.measures.leaf_table import CellFacts, cell_facts, table_features
from cleanweb.models import decision_tree, forest
from cleanweb.page import Blocks, LeafTable
from cleanweb.segment.leaf_tables import leaf_tables

CellRole = Literal["header", "data", "neutral", "thema", "finalImportant", "finalNonImportant"]
ROLES: Final[tuple[CellRole, ...]] = get_args(CellRole)

LAYOUT_MODEL: Final = "table_layout.json"
ROLE_MODEL: Final = "table_roles.json"
_FILES: Final = Path(__file__).parent.parent / "models" / "files"

MIN_ROW_OF_HEADERS: Final = 3  # filled cells, all but one of them headers, before the lone one is repaired; ours
MIN_BODY: Final = 3  # filled cells of a column, before its majority decides; ours


@cache
def layout_tree() -> decision_tree.DecisionTree:
    """The shipped tree that tells data tables from layout."""
    return decision_tree.load(_FILES / LAYOUT_MODEL)


@cache
def role_forest() -> forest.Forest:
    """The shipped forest that tells the roles of cells."""
    return forest.load(_FILES / ROLE_MODEL)


def data_tables(blocks: Blocks) -> list[LeafTable]:
    """The page's leaf tables whose grid carries meaning, in document order."""
    return [table for table in leaf_tables(blocks) if is_data_table(blocks, table)]


def is_data_table(blocks: Blocks, table: LeafTable) -> bool:
    """Whether the table's grid carries meaning; a single cell has no grid."""
    if len(table.cells) < 2:
        return False
    features = table_features(blocks, table, cell_facts(blocks, table))
    return layout_tree().leaf(features).label == "data"


def cell_roles(blocks: Blocks, table: LeafTable) -> list[CellRole]:
    """The role of each cell of a data table, in the order of its cells."""
    facts = cell_facts(blocks, table)
    model = role_forest()
    return repaired(facts, [cast(CellRole, model.label(item)) for item in role_features(blocks, table, facts)])


def repaired(facts: Sequence[CellFacts], roles: Sequence[CellRole]) -> list[CellRole]:
    """The roles after the repairs, each of which makes a cell agree with its row or column.

    A lone filled cell in a row of headers is a header; a row of headers that says the same as a row above repeats it;
    below the headers, the filled cells of a column are headers or data as most of them are; an empty header is neutral.
    """
    found = list(roles)
    rows = _by_line(facts, [fact.cell.row for fact in facts])
    head_rows = set()
    repeated = repeated_rows(facts)
    for row, cells in rows.items():
        headers = sum(found[cell] == "header" for cell in cells)
        if len(cells) >= MIN_ROW_OF_HEADERS and headers == len(cells) - 1:
            headers = len(cells)
            for cell in cells:
                found[cell] = "header"
        if headers == len(cells):
            head_rows.add(row)
        if repeated.get(row) in head_rows:
            for cell in cells:
                found[cell] = "finalNonImportant"
    for cells in _by_line(facts, [fact.cell.column for fact in facts]).values():
        _agree(facts, found, [cell for cell in cells if facts[cell].cell.row not in head_rows])
    return ["neutral" if role == "header" and not fact.text else role for role, fact in zip(found, facts, strict=True)]


def _agree(facts: Sequence[CellFacts], roles: list[CellRole], cells: Sequence[int]) -> None:
    body = [cell for cell in cells if roles[cell] in ("header", "data") and facts[cell].cell.colspan == 1]
    if len(body) >= MIN_BODY:
        headers = sum(roles[cell] == "header" for cell in body)
        for cell in body:
            roles[cell] = "header" if 2 * headers > len(body) else "data"


def _by_line(facts: Sequence[CellFacts], numbers: Sequence[int]) -> dict[int, list[int]]:
    """The places of the filled cells, grouped by the number of their row or column."""
    lines: dict[int, list[int]] = {}
    for place, (fact, number) in enumerate(zip(facts, numbers, strict=True)):
        if fact.text:
            lines.setdefault(number, []).append(place)
    return lines
