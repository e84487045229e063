"""A forest: decision trees that vote, stored as one JSON file of flat columns and evaluated without any library.

Paper: L. Breiman, "Random Forests" (2001).

Differs from the paper: a tree votes by the shares of the classes in its leaf, as in scikit-learn, not for one of them.
The trees are grown by `train/forests.py`.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, Final

from cleanweb.errors import DataError
from cleanweb.models.model_file import read_json, write

FORMAT: Final = "cleanweb forest"
VERSION: Final = 1


@dataclass(frozen=True, slots=True)
class FlatTree:
    """A tree as columns with one entry per node; a node comes before those below it, its `yes` side right after it.

    `feature` is an index of the forest's features, or -1 - (an index of `leaves`) at a leaf; a value of at most `at`
    goes to the next node, any other to node `no`. A leaf has a share of its training items for each label, in per
    mille.
    """

    feature: Sequence[int]
    at: Sequence[float]
    no: Sequence[int]
    leaves: Sequence[Sequence[int]]

    def shares(self, values: Sequence[float]) -> Sequence[int]:
        """What the tree says of an item: a share for each label, in per mille."""
        node = 0
        while (feature := self.feature[node]) >= 0:
            node = node + 1 if values[feature] <= self.at[node] else self.no[node]
        return self.leaves[-1 - feature]


@dataclass(frozen=True, slots=True)
class Forest:
    """Trees over the same features; `about` says where they come from (plain JSON values)."""

    features: Sequence[str]
    labels: Sequence[str]
    trees: Sequence[FlatTree]
    about: Mapping[str, Any]

    def label(self, item: Mapping[str, float]) -> str:
        """The label with the highest sum of shares over all trees; ties go to the first of `labels`."""
        values = [item[feature] for feature in self.features]
        sums = list(map(sum, zip(*(tree.shares(values) for tree in self.trees), strict=True)))
        return self.labels[sums.index(max(sums))]

    def save(self, path: Path) -> None:
        """Write the forest, a tree a line. Raises OutputError."""
        trees = ",\n".join(json.dumps(asdict(tree), separators=(",", ":")) for tree in self.trees)
        head = {"format": FORMAT, "version": VERSION, "about": self.about, "features": self.features}
        head["labels"] = self.labels
        write(path, json.dumps(head, ensure_ascii=False, indent=1)[:-2] + f',\n "trees": [\n{trees}\n]}}\n')


def load(path: Path) -> Forest:
    """The forest of a file.

    Raises DataError when it cannot be read, is no forest, is of another version, or is damaged.
    """
    document = read_json(path, FORMAT, VERSION)
    try:
        forest = Forest(
            tuple(map(str, document["features"])),
            tuple(map(str, document["labels"])),
            tuple(_tree(tree) for tree in document["trees"]),
            dict(document["about"]),
        )
    except (KeyError, TypeError, ValueError, OverflowError) as error:
        raise DataError(f"{path}: the forest is damaged: {type(error).__name__} {error}") from None
    if not forest.trees or not all(_is_sound(tree, forest) for tree in forest.trees):
        raise DataError(f"{path}: the forest is damaged: a node leads nowhere")
    return forest


def _tree(columns: Mapping[str, Any]) -> FlatTree:
    return FlatTree(
        feature=tuple(map(int, columns["feature"])),
        at=tuple(map(float, columns["at"])),
        no=tuple(map(int, columns["no"])),
        leaves=tuple(tuple(map(int, leaf)) for leaf in columns["leaves"]),
    )


def _is_sound(tree: FlatTree, forest: Forest) -> bool:
    """Whether every path goes down and ends at a leaf."""
    count = len(tree.feature)
    if not count or not count == len(tree.at) == len(tree.no):
        return False
    return all(len(leaf) == len(forest.labels) for leaf in tree.leaves) and all(
        -len(tree.leaves) <= feature < len(forest.features)
        and (feature < 0 or (node + 1 < count and node < no < count))
        for node, (feature, no) in enumerate(zip(tree.feature, tree.no, strict=True))
    )
