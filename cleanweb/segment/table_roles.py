"""Which leaf tables hold data, and what each of their cells is for: two trained models and a few repairs.

Paper: Falco, Moriceau and Vilnat, "Kitten", sections 3.1.1 and 3.1.2.

Differs from the paper: a small forest tells the cell roles, since a single tree does worse (see the model card); in a
long table it reads only the first rows, and the other cells take the role that is most common in their column there;
most of the repairs after it are ours (`cell_repairs.py`). Images and empty input fields are not seen: the walk records
elements that hold text.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import cached_property
from pathlib import Path
from typing import Final, cast, get_args

from cleanweb.errors import DataError
from cleanweb.files import ReadOnce
from cleanweb.measures.cell_roles import role_features
from cleanweb.measures.leaf_table import CellFacts, cell_facts, table_features
from cleanweb.models import FILES, decision_tree, forest
from cleanweb.page import Blocks, CellRole, LeafTable
from cleanweb.segment.cell_repairs import repaired_roles
from cleanweb.segment.leaf_tables import leaf_tables

ROLES: Final[tuple[CellRole, ...]] = get_args(CellRole)

LABELS: Final = ("layout", "data")  # of tables

LAYOUT_MODEL: Final = "table_layout.json"
ROLE_MODEL: Final = "table_roles.json"
MAX_READ: Final = 3000  # cells of a table that the model is shown; ours: the largest table of the gold has 1,089
MODELS: Final = "folder of models made by `cleanweb train tables`; empty for the shipped ones"  # of a parameter


@ReadOnce
def _tree(path: Path) -> decision_tree.DecisionTree:
    tree = decision_tree.load(path)
    if others := tree.labels() - {*LABELS}:
        raise DataError(f"{path}: expected a tree that tells data from layout, found {', '.join(sorted(others))}")
    return tree


_forest = ReadOnce(forest.load)


def layout_tree(folder: str = "") -> decision_tree.DecisionTree:
    """The tree of a folder, or the shipped one, that tells data tables from layout. Raises DataError."""
    return _tree(Path(folder or FILES) / LAYOUT_MODEL)


def role_forest(folder: str = "") -> forest.Forest:
    """The forest of a folder, or the shipped one, that tells the roles of cells. Raises DataError."""
    return _forest(Path(folder or FILES) / ROLE_MODEL)


def load_models(folder: str) -> None:
    """Read the models of a folder. Raises DataError when one cannot be read."""
    layout_tree(folder)
    role_forest(folder)


def is_data_table(blocks: Blocks, table: LeafTable, models: str = "") -> bool:
    """Whether the table's grid carries meaning; a single cell has no grid."""
    return len(table.cells) > 1 and _is_data(blocks, table, cell_facts(blocks, table), models)


class PageTables:
    """The leaf tables of a page, and which of them hold data; computed once for all the rules that ask."""

    def __init__(self, blocks: Blocks, models: str = "") -> None:
        self.blocks = blocks
        self._models = models
        self._known: dict[int, bool] = {}  # by its element, whether a table holds data

    @cached_property
    def leaves(self) -> list[LeafTable]:
        """The leaf tables that have cells, in document order."""
        return leaf_tables(self.blocks)

    def is_data(self, table: LeafTable) -> bool:
        """Whether one of them holds data."""
        if table.element not in self._known:
            self._known[table.element] = is_data_table(self.blocks, table, self._models)
        return self._known[table.element]


def _is_data(blocks: Blocks, table: LeafTable, facts: Sequence[CellFacts], models: str) -> bool:
    return layout_tree(models).leaf(table_features(blocks, table, facts)).label == "data"


def cell_roles(blocks: Blocks, table: LeafTable, models: str = "") -> list[CellRole]:
    """The role of each cell of a data table, in the order of its cells; none for a table of layout."""
    facts = cell_facts(blocks, table)
    if len(facts) < 2 or not _is_data(blocks, table, facts, models):
        return []
    model = role_forest(models)
    first = _first_rows(facts)
    roles = [cast(CellRole, model.label(item)) for item in role_features(blocks, table, first)]
    return repaired_roles(facts, roles + _continued(first, roles, facts[len(first) :]))


def _first_rows(facts: Sequence[CellFacts]) -> Sequence[CellFacts]:
    """The cells that the model reads: all or, in a long table, the first ones, up to the end of a row."""
    if len(facts) <= MAX_READ:
        return facts
    last = facts[MAX_READ].cell.row
    first = [fact for fact in facts if fact.cell.row < last]
    return first or facts


def _continued(first: Sequence[CellFacts], roles: Sequence[CellRole], others: Sequence[CellFacts]) -> list[CellRole]:
    """For the other cells of a long table, the most common role of the cells with text above them."""
    counts: dict[int, Counter[CellRole]] = {}
    for fact, role in zip(first, roles, strict=True):
        if fact.text:
            counts.setdefault(fact.cell.column, Counter())[role] += 1
    usual = {column: found.most_common(1)[0][0] for column, found in counts.items()}
    return [usual.get(fact.cell.column, "data") for fact in others]
