"""Items and labels of the table models, how the models are grown, and their results in ten folds.

Folds are by domain, so that no site is both learned from and tested on; folds by table, which ignore sites as the
paper's most likely do, are there for comparison.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any

from cleanweb.errors import DataError
from cleanweb.measures.cell_roles import role_features
from cleanweb.measures.leaf_table import CellFacts, cell_facts, table_features
from cleanweb.models.decision_tree import DecisionTree
from cleanweb.models.forest import Forest
from cleanweb.page import CellRole
from cleanweb.segment.blocks import BlockElements
from cleanweb.segment.cell_repairs import repaired_roles
from cleanweb.train.forests import grow_forest
from cleanweb.train.table_gold import GoldTable
from cleanweb.train.trees import grow

FOLD_COUNT = 10  # Kitten, section 3.1
SEED = 2012  # of the division into folds

# Systems cut at <br> in two ways. Models learn a table as both see it, and are tested as the second, the default, does.
SEGMENTERS = (BlockElements(br="every"), BlockElements(br="double"))

# Chosen in ten folds of the gold, grouped by domain, among depths 3 to 8 and shares .005 to .012.
LAYOUT_TREE: Mapping[str, Any] = {"criterion": "gini", "max_depth": 4, "min_leaf_share": 0.005, "pruning": 0.005}
# Chosen likewise: fewer trees lose on headers, deeper ones gain nothing.
FOREST: Mapping[str, Any] = {"tree_count": 25, "max_depth": 12, "min_leaf_count": 4, "feature_share": 0.2}
LAYOUT_FOREST: Mapping[str, Any] = {**FOREST, "min_leaf_count": 1, "feature_share": 0.3}
CELL_WEIGHT_POWER = -0.5  # of the number of a table's cells: a long table has many cells, but little new in them; ours

Item = Mapping[str, float]


@dataclass(frozen=True, slots=True)
class Example:
    """A gold table with its features: a pair of views, one per segmenter."""

    gold: GoldTable
    tables: Sequence[Item]
    cells: Sequence[Sequence[Item]]  # of data tables with annotated roles; empty otherwise
    facts: Sequence[CellFacts]  # as the default segmenter sees them


def examples(gold: Sequence[GoldTable]) -> list[Example]:
    """The tables of the gold with their features."""
    found = []
    for table in gold:
        items, cells, facts = [], [], []
        for segment in SEGMENTERS:
            blocks, grid = table.read(segment)
            facts = cell_facts(blocks, grid)
            items.append(table_features(blocks, grid, facts))
            cells.append(role_features(blocks, grid, facts) if table.cells else [])
        found.append(Example(table, items, cells, facts))
    return found


def layout_tree(chosen: Sequence[Example], about: Mapping[str, Any] | None = None) -> DecisionTree:
    """The tree that tells data tables from layout."""
    items, labels, weights = _table_items(chosen)
    return grow(items, labels, weights=weights, about=about, **LAYOUT_TREE)


def layout_forest(chosen: Sequence[Example]) -> Forest:
    """A forest for the same task, to see what a single tree misses."""
    items, labels, weights = _table_items(chosen)
    return grow_forest(items, labels, weights=weights, **LAYOUT_FOREST)


def role_forest(chosen: Sequence[Example], about: Mapping[str, Any] | None = None) -> Forest:
    """The forest that tells the roles of cells."""
    items: list[Item] = []
    labels: list[str] = []
    weights: list[float] = []
    for example in chosen:
        roles = example.gold.roles()
        for cells in example.cells:
            items += cells
            labels += roles
            weights += [len(roles) ** CELL_WEIGHT_POWER for _ in roles]
    return grow_forest(items, labels, weights=weights, about=about, **FOREST)


def _table_items(chosen: Sequence[Example]) -> tuple[list[Item], list[str], list[float]]:
    """Items, labels, and weights that give both classes the same total (Kitten balanced by omitting layout tables)."""
    items = [item for example in chosen for item in example.tables]
    labels = [_label(example) for example in chosen for _ in example.tables]
    counts = Counter(labels)
    return items, labels, [len(chosen) / (2 * counts[label]) for label in labels]


def _label(example: Example) -> str:
    return "data" if example.gold.is_data else "layout"


def predicted_roles(model: Forest, example: Example) -> list[CellRole]:
    """The roles that a forest predicts for the cells of a table, after repairs."""
    roles: Any = [model.label(item) for item in example.cells[-1]]
    return repaired_roles(example.facts, roles)


Pair = tuple[str, str]  # gold and predicted label


@dataclass(frozen=True, slots=True)
class Predictions:
    """Gold and predicted labels of items; those of cells grouped by their table."""

    tables: Sequence[Pair]
    cells: Sequence[Sequence[Pair]]
    roles: Mapping[str, Sequence[CellRole]]  # predicted roles by the table's id
    tables_by_forest: Sequence[Pair] = ()


def predict(found: Sequence[Example], tree: DecisionTree, forest: Forest) -> Predictions:
    """The predictions of these models for the examples."""
    told = [example for example in found if example.gold.cells]
    roles = {example.gold.id: predicted_roles(forest, example) for example in told}
    return Predictions(
        tables=[(_label(example), tree.leaf(example.tables[-1]).label) for example in found],
        cells=[list(zip(example.gold.roles(), roles[example.gold.id], strict=True)) for example in told],
        roles=roles,
    )


def cross_validate(found: Sequence[Example], *, grouped: bool) -> Predictions:
    """Ten folds by domain or by table: each item is predicted by models that have not seen its fold.

    Raises DataError when the other folds have only one class, as when all tables are of one domain.
    """
    fold_of = _folds([example.gold.domain if grouped else example.gold.id for example in found])
    tables: list[Pair] = []
    by_forest: list[Pair] = []
    cells: list[Sequence[Pair]] = []
    roles: dict[str, Sequence[CellRole]] = {}
    for fold in range(FOLD_COUNT):
        inside = [example for example, number in zip(found, fold_of, strict=True) if number == fold]
        outside = [example for example, number in zip(found, fold_of, strict=True) if number != fold]
        if not inside:
            continue
        try:
            tree, forest, by_trees = layout_tree(outside), role_forest(outside), layout_forest(outside)
        except DataError as error:
            what = "sites" if grouped else "tables"
            raise DataError(f"too few {what} for ten folds: without a tenth of them, {error}") from None
        told = predict(inside, tree, forest)
        tables += told.tables
        cells += told.cells
        roles |= told.roles
        by_forest += [(_label(example), by_trees.label(example.tables[-1])) for example in inside]
    return Predictions(tables, cells, roles, by_forest)


def _folds(names: Sequence[str]) -> list[int]:
    """A fold for each item; items of the same name are in the same fold."""
    distinct = sorted(set(names))
    Random(SEED).shuffle(distinct)
    fold_of = {name: number % FOLD_COUNT for number, name in enumerate(distinct)}
    return [fold_of[name] for name in names]
