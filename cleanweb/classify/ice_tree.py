"""ICE, decision tree: five simple features of a block, and a trained tree that says p, h, l or not included.

Paper: Hofmann and Weerkamp, "Web Corpus Cleaning using Content and Structure", section 3.3 and Figure 2 (ice_dt); and,
as section 5 proposes, the divergence of `ice-lm` as one more feature.

Differs from the paper: the tree is CART with the entropy of C4.5, cost-complexity pruning and binary splits only;
blocks are labelled by aligning their words with the gold's (the paper looks each element up in the gold), so more of
them are content; `cleanweb train ice-tree` makes the tree, and the model card beside the file gives its training data
and quality.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from cleanweb.classify.ice_lm import IceLm
from cleanweb.errors import DataError
from cleanweb.files import ReadOnce
from cleanweb.measures.divergence import query_divergences
from cleanweb.measures.word_ratios import word_ratios
from cleanweb.models import FILES
from cleanweb.models.decision_tree import DecisionTree, Items, load
from cleanweb.page import Blocks, Explanation, Kind, Verdicts
from cleanweb.stage import Classifier, param
from cleanweb.stoplists import find_stoplist, stop_words_for

SHIPPED: Final = ("ice_tree", "ice_tree_divergence")
KINDS: Final[dict[str, Kind]] = {"p": "p", "h": "h", "l": "l"}
DIVERGENCE: Final = "divergence"
FEATURES: Final = frozenset({"wordcount", "parent_tag", "cap_ratio", "punct_ratio", "stop_ratio", DIVERGENCE})


@dataclass(frozen=True, slots=True, kw_only=True)
class IceTree:
    """Each block by the tree alone; the score is the share of the leaf's training items that were in the gold.

    >>> blocks = Blocks.of([("ul>li", "Login"), ("p", "She boiled the water, and then she drank the tea.")])
    >>> IceTree(stoplist="en")(blocks).rule
    ['leaf n', 'leaf p']
    """

    model: str = param(
        "ice_tree", "shipped model (ice_tree or ice_tree_divergence), or a file made by `cleanweb train ice-tree`"
    )
    stoplist: str = param(
        "auto", "stop list: a language, a file, or auto (the list that fits the page best)", flag="-s"
    )

    def __post_init__(self) -> None:
        """A missing model or stop list is an error now, not on every page."""
        self.tree()
        if self.stoplist != "auto":
            find_stoplist(self.stoplist)

    def tree(self) -> DecisionTree:
        """The model, read once."""
        return _load(FILES / f"{self.model}.json" if self.model in SHIPPED else Path(self.model))

    def __call__(self, blocks: Blocks) -> Verdicts:
        """Features, then the tree."""
        items = self.items(blocks)
        verdicts = tree_verdicts(self.tree(), items)
        verdicts.evidence = items
        return verdicts

    def items(self, blocks: Blocks) -> list[dict[str, float | str]]:
        """The features of each block that the tree asks for."""
        return block_items(blocks, self.stoplist, with_divergence=DIVERGENCE in self.tree().features())

    def explain(self, blocks: Blocks, verdicts: Verdicts, rows: Sequence[int]) -> list[Explanation]:
        """The path through the tree, and the block's features."""
        tree = self.tree()
        items = verdicts.evidence if isinstance(verdicts.evidence, list) else self.items(blocks)
        told = []
        for row in rows:
            path = " and ".join(tree.path(items[row])) or "whatever it is"
            label = verdicts.rule[row].removeprefix("leaf ")
            share = tree.leaf(items[row]).share
            reason = f"{path}: {label} ({share:.0%} of the training items with these features)"
            numbers = {
                name: round(value, 4) if isinstance(value, float) else value for name, value in items[row].items()
            }
            told.append(Explanation(reason, numbers))
        return told


def block_items(blocks: Blocks, stoplist: str, *, with_divergence: bool) -> list[dict[str, float | str]]:
    """The features of each block by name. `stoplist` is a language, a file, or auto; trainer and stage share this."""
    stop_words = stop_words_for(stoplist, blocks.text)
    items: list[dict[str, float | str]] = []
    for row, text in enumerate(blocks.text):
        ratios = word_ratios(text, stop_words)
        items.append(
            {
                "wordcount": ratios.word_count,
                "parent_tag": blocks.tag(row),
                "cap_ratio": ratios.cap_ratio,
                "punct_ratio": ratios.punct_ratio,
                "stop_ratio": ratios.stop_ratio,
            }
        )
    if not with_divergence:
        return items
    lm = IceLm()
    found = query_divergences(blocks, smoothing=lm.smoothing, amount=lm.discount) or [0.0] * len(items)
    return [item | {DIVERGENCE: value} for item, value in zip(items, found, strict=True)]


def tree_verdicts(tree: DecisionTree, items: Iterable[Items]) -> Verdicts:
    """The tree's verdicts on blocks given by their features."""
    verdicts = Verdicts()
    for item in items:
        leaf = tree.leaf(item)
        verdicts.keep.append(leaf.label in KINDS)
        verdicts.kind.append(KINDS.get(leaf.label, "p"))
        verdicts.rule.append(f"leaf {leaf.label}")
        verdicts.score.append(sum(leaf.counts.get(kind, 0.0) for kind in KINDS) / (sum(leaf.counts.values()) or 1))
    return verdicts


@ReadOnce
def _load(path: Path) -> DecisionTree:
    tree = load(path)
    if unknown := tree.features() - FEATURES:
        raise DataError(
            f"{path}: expected a tree over {', '.join(sorted(FEATURES))}; found {', '.join(sorted(unknown))}"
        )
    return tree


STAGE: type[Classifier] = IceTree
