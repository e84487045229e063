"""A decision tree that people can read: stored as JSON, evaluated without any library, printed as if-then rules.

Paper: J. R. Quinlan, "C4.5: Programs for Machine Learning" (1993); the printed form follows Figure 2 of Hofmann and
Weerkamp, "Web Corpus Cleaning using Content and Structure".

Differs from the paper: all splits are binary; a feature whose values are names is asked about one name at a time.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from cleanweb.errors import DataError
from cleanweb.models.model_file import read_json, write

FORMAT: Final = "cleanweb decision tree"
VERSION: Final = 1

Value = float | str
Items = Mapping[str, Value]


@dataclass(frozen=True, slots=True)
class Leaf:
    """The end of a path: how many training items of each class came here (in weights, so perhaps fractions)."""

    counts: Mapping[str, float]
    label: str  # the most common class; of several, the first by name

    @property
    def share(self) -> float:
        """Share of the training items here that are of the leaf's class, 0 to 1."""
        return self.counts[self.label] / (sum(self.counts.values()) or 1)


@dataclass(frozen=True, slots=True)
class Split:
    """A question: is the feature's value at most `at` (a number), or is it `at` (a name)?"""

    feature: str
    at: Value
    yes: Split | Leaf
    no: Split | Leaf

    def answer(self, items: Items) -> bool:
        """Whether the item goes to `yes`."""
        value = items[self.feature]
        if isinstance(self.at, str) or isinstance(value, str):
            return value == self.at
        return value <= self.at

    def condition(self, answer: bool) -> str:
        """The question and its answer as a condition, such as `wordcount <= 15`."""
        if isinstance(self.at, str):
            return f"{self.feature} {'=' if answer else '!='} {self.at or '(none)'}"
        return f"{self.feature} {'<=' if answer else '>'} {self.at:.6g}"


Node = Split | Leaf


@dataclass(frozen=True, slots=True)
class DecisionTree:
    """A trained tree; `about` says where it comes from (plain JSON values)."""

    root: Node
    about: Mapping[str, Any]

    def leaf(self, items: Items) -> Leaf:
        """The leaf of an item given as its features' values by name; KeyError where a feature is missing."""
        node = self.root
        while isinstance(node, Split):
            node = node.yes if node.answer(items) else node.no
        return node

    def path(self, items: Items) -> list[str]:
        """The conditions that lead an item to its leaf, from the root down."""
        node = self.root
        conditions = []
        while isinstance(node, Split):
            answer = node.answer(items)
            conditions.append(node.condition(answer))
            node = node.yes if answer else node.no
        return conditions

    def features(self) -> set[str]:
        """The names of the features that are asked for."""
        return {node.feature for node in _nodes(self.root) if isinstance(node, Split)}

    def labels(self) -> set[str]:
        """The classes that it tells apart."""
        return {node.label for node in _nodes(self.root) if isinstance(node, Leaf)}

    def leaf_count(self) -> int:
        """How many leaves there are."""
        return sum(isinstance(node, Leaf) for node in _nodes(self.root))

    def rules(self) -> Iterator[str]:
        """Lines like `| wordcount <= 2: h (67/1.4)`: conditions by depth; at leaves class, items, and those of others.

        >>> tree = DecisionTree(Split("wordcount", 15, Leaf({"h": 35, "n": 7}, "h"), Leaf({"p": 80}, "p")), {})
        >>> print("\\n".join(tree.rules()))
        wordcount <= 15: h (42/7)
        wordcount > 15: p (80)
        """
        return _rules(self.root)

    def save(self, path: Path) -> None:
        """Write the tree; an existing file is replaced at once or not at all. Raises OutputError."""
        document = {"format": FORMAT, "version": VERSION, "about": self.about, "tree": _to_json(self.root)}
        write(path, json.dumps(document, indent=1, ensure_ascii=False) + "\n")


def load(path: Path) -> DecisionTree:
    """The tree of a file.

    Raises DataError when it cannot be read, is no tree, is of another version, or is damaged.
    """
    document = read_json(path, FORMAT, VERSION)
    try:
        return DecisionTree(_from_json(document["tree"]), dict(document["about"]))
    except (AttributeError, KeyError, TypeError, ValueError, OverflowError, RecursionError) as error:
        raise DataError(f"{path}: the tree is damaged: {type(error).__name__} {error}") from None


def _nodes(root: Node) -> Iterator[Node]:
    """All nodes."""
    todo = [root]
    while todo:
        node = todo.pop()
        yield node
        if isinstance(node, Split):
            todo += [node.no, node.yes]


def _rules(root: Node) -> Iterator[str]:
    todo: list[tuple[int, str, Node]] = [(0, "", root)]
    while todo:
        depth, condition, node = todo.pop()
        if isinstance(node, Leaf):
            yield f"{condition}: {_ending(node)}" if condition else _ending(node)
            continue
        if condition:
            yield f"{condition}:"
        bars = "| " * depth
        todo += [
            (depth + 1, bars + node.condition(answer), below) for answer, below in ((False, node.no), (True, node.yes))
        ]


def _ending(leaf: Leaf) -> str:
    total = sum(leaf.counts.values())
    others = total - leaf.counts[leaf.label]
    return f"{leaf.label} ({total:.6g}/{others:.6g})" if others else f"{leaf.label} ({total:.6g})"


def _to_json(node: Node) -> dict[str, Any]:
    if isinstance(node, Leaf):
        return {"class": node.label, "counts": dict(sorted(node.counts.items()))}
    return {"feature": node.feature, "at": node.at, "yes": _to_json(node.yes), "no": _to_json(node.no)}


def _from_json(node: Any) -> Node:
    if "class" in node:
        counts = {str(label): float(count) for label, count in node["counts"].items()}
        if node["class"] not in counts:
            raise ValueError(f"no count of class {node['class']!r}")
        return Leaf(counts, node["class"])
    at = node["at"]
    if isinstance(at, bool) or not isinstance(at, (int, float, str)):
        raise TypeError(f"a split at {at!r}")
    return Split(str(node["feature"]), at, _from_json(node["yes"]), _from_json(node["no"]))
