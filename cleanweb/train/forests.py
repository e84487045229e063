"""Grow a forest from labelled items: scikit-learn's random forest, turned into flat columns.

Paper: L. Breiman, "Random Forests" (2001).

Differs from the paper: in the vote, see `models/forest.py`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from cleanweb.errors import DataError
from cleanweb.models.forest import FlatTree, Forest

SEED = 0  # of the samples that the trees see


def grow_forest(
    items: Sequence[Mapping[str, float]],
    labels: Sequence[str],
    *,
    tree_count: int,
    max_depth: int,
    min_leaf_count: int,
    feature_share: float,
    weights: Sequence[float] | None = None,
    about: Mapping[str, Any] | None = None,
) -> Forest:
    """A forest that predicts the labels of the items, all of which have the same features.

    `weights` has one value per item (default 1); each leaf has `min_leaf_count` items or more; each split chooses among
    `feature_share` of the features. The same input gives the same forest.

    Raises DataError when there is only one label to learn.
    """
    if len(set(labels)) < 2:
        raise DataError(f"expected items of at least two classes to train on, found {dict(Counter(labels))}")
    from sklearn.ensemble import RandomForestClassifier

    features = sorted(items[0])
    learner = RandomForestClassifier(
        tree_count,
        max_depth=max_depth,
        min_samples_leaf=min_leaf_count,
        max_features=feature_share,
        random_state=SEED,
    )
    learner.fit([[float(item[feature]) for feature in features] for item in items], labels, sample_weight=weights)
    trees = [_flat(estimator.tree_) for estimator in learner.estimators_]
    return Forest(features, [str(label) for label in learner.classes_], trees, dict(about or {}))


def _flat(tree: Any) -> FlatTree:
    """The columns of one of scikit-learn's trees."""
    feature: list[int] = []
    at: list[float] = []
    no: list[int] = []
    leaves: list[list[int]] = []
    todo = [(0, -1)]  # a node to write, and the written node that has it as `no`
    while todo:
        node, parent = todo.pop()
        if parent >= 0:
            no[parent] = len(feature)
        low, high = int(tree.children_left[node]), int(tree.children_right[node])
        no.append(0)
        if low < 0:
            shares = tree.value[node][0] / tree.value[node][0].sum()
            leaves.append([round(1000 * float(share)) for share in shares])
            feature.append(-len(leaves))
            at.append(0.0)
        else:
            todo += [(high, len(feature)), (low, -1)]
            feature.append(int(tree.feature[node]))
            at.append(float(f"{tree.threshold[node]:.6g}"))
    return FlatTree(feature, at, no, leaves)
