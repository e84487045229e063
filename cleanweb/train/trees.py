"""Grow a decision tree from labelled items: scikit-learn's CART with the entropy of C4.5, turned into a readable tree.

Paper: J. R. Quinlan, "C4.5: Programs for Machine Learning" (1993); L. Breiman and others, "Classification and
Regression Trees" (1984), whose cost-complexity pruning is used.

Differs from the paper: only the entropy is taken from C4.5; all splits are binary.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any, Literal

from cleanweb.errors import DataError
from cleanweb.models.decision_tree import DecisionTree, Items, Leaf, Node, Split

SEED = 0  # chooses among equally good splits


def grow(
    items: Sequence[Items],
    labels: Sequence[str],
    *,
    weights: Sequence[float] | None = None,
    min_leaf_share: float = 0.0,
    pruning: float = 0.0,
    criterion: Literal["entropy", "gini"] = "entropy",
    max_depth: int | None = None,
    about: Mapping[str, Any] | None = None,
) -> DecisionTree:
    """A tree that predicts the labels of the items; all items have the same features, numbers or names.

    `weights` has one value per item (default 1). A leaf has at least `min_leaf_share` of all weight; `pruning` is the
    entropy that a split must remove, in bits per item of all items (with the criterion "gini", Gini impurity). The same
    input gives the same tree.

    Raises DataError when there is only one label to learn.
    """
    if len(set(labels)) < 2:
        raise DataError(f"expected items of at least two classes to train on, found {dict(Counter(labels))}")
    from sklearn.tree import DecisionTreeClassifier

    columns = _columns(items)
    learner = DecisionTreeClassifier(
        criterion=criterion,
        max_depth=max_depth,
        min_weight_fraction_leaf=min_leaf_share,
        ccp_alpha=pruning,
        random_state=SEED,
    )
    learner.fit([[_number(item, column) for column in columns] for item in items], labels, sample_weight=weights)
    return DecisionTree(_merged(_node(learner, 0, columns)), dict(about or {}))


Column = tuple[str, str | None]  # a feature, and if its values are names, the name that is asked for


def _columns(items: Sequence[Items]) -> list[Column]:
    """Features sorted by name; one whose values are names has a column per name."""
    columns: list[Column] = []
    for feature in sorted(items[0]):
        names = {value for item in items if isinstance(value := item[feature], str)}
        columns += [(feature, name) for name in sorted(names)] or [(feature, None)]
    return columns


def _number(item: Items, column: Column) -> float:
    feature, name = column
    value = item[feature]
    return float(value) if name is None else float(value == name)


def _node(learner: Any, number: int, columns: Sequence[Column]) -> Node:
    """The node of this number in scikit-learn's tree, with all below it."""
    tree = learner.tree_
    if tree.children_left[number] < 0:
        # Values are shares of the node's weight; they are written as weights, rounded for readability.
        weight = float(tree.weighted_n_node_samples[number])
        counts = {
            str(label): round(share * weight, 2)
            for label, share in zip(learner.classes_, tree.value[number][0], strict=True)
            if share > 0
        }
        return Leaf(counts, max(sorted(counts), key=counts.__getitem__))
    feature, name = columns[tree.feature[number]]
    low = _node(learner, tree.children_left[number], columns)
    high = _node(learner, tree.children_right[number], columns)
    if name is None:
        return Split(feature, float(f"{tree.threshold[number]:.6g}"), low, high)
    return Split(feature, name, high, low)


def _merged(node: Node) -> Node:
    """The tree without splits whose two leaves have the same label."""
    if isinstance(node, Leaf):
        return node
    yes, no = _merged(node.yes), _merged(node.no)
    if isinstance(yes, Leaf) and isinstance(no, Leaf) and yes.label == no.label:
        counts = Counter(yes.counts)
        counts.update(no.counts)
        return Leaf({label: round(count, 2) for label, count in counts.items()}, yes.label)
    return Split(node.feature, node.at, yes, no)
