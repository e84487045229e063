"""Boosted oblivious trees: all nodes of a level ask the same question, so a tree is a few comparisons and a look-up."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

MAX_DEPTH = 8  # of a tree: the number of its leaf is a byte

Places = npt.NDArray[np.uint8]  # the leaf of each tree (rows) that each block (columns) reaches

# Leaves looked up in one operation, trees times rows; more leave the processor's cache (ours: 30,000 to 100,000 are
# within 10 % of each other).
GROUP_SIZE = 75_000

# Rows processed at once: even a page of 400,000 blocks must be judged in no more memory than it takes itself. (Ours:
# 1,024 to 8,192 take as long.)
MAX_ROWS = 4096

# Questions asked at once: their values stay in the processor's cache (ours: 128 to 2,048 take as long).
QUESTIONS = 256


def parts(count: int) -> Iterator[slice]:
    """So many rows in parts of at most MAX_ROWS."""
    for start in range(0, count, MAX_ROWS):
        yield slice(start, start + MAX_ROWS)


class _Questions(NamedTuple):
    """The different questions of some trees, and the number of the question that each tree asks at each level."""

    feature: npt.NDArray[np.intp]
    threshold: npt.NDArray[np.float32]
    of_tree: npt.NDArray[np.intp]


@dataclass(frozen=True)
class ObliviousTrees:
    """Trees of one depth, at most 8: `feature` and `threshold` of shape (depth, trees), `leaf` (trees, 2 ** depth)."""

    feature: npt.NDArray[np.intp]
    threshold: npt.NDArray[np.float32]
    leaf: npt.NDArray[np.float32]
    bias: float

    def scores(self, matrix: npt.NDArray[np.float32]) -> npt.NDArray[np.float32]:
        """The sum of all trees for each column of `matrix`, shape (features, rows): log odds, shape (rows,)."""
        scores = np.empty(matrix.shape[1], np.float32)
        for some in parts(matrix.shape[1]):
            scores[some] = self.sums(self.places(matrix[:, some]))
        return scores

    def places(self, matrix: npt.NDArray[np.float32]) -> Places:
        """The leaf of each tree for each column of `matrix`: level 0 asks for the lowest bit.

        This takes a byte per tree and column; for many columns, call it part by part (`parts`).
        """
        depth, trees = self.feature.shape
        places = np.zeros((trees, matrix.shape[1]), np.uint8)
        answers = self._answers(matrix)
        for level in range(depth - 1, -1, -1):
            places += places
            places |= answers.take(self._questions.of_tree[level], 0)
        return places

    def _answers(self, matrix: npt.NDArray[np.float32]) -> npt.NDArray[np.uint8]:
        """Whether each column is above the threshold of each different question, 1 or 0."""
        asked = self._questions
        answers = np.empty((len(asked.feature), matrix.shape[1]), np.bool_)
        for start in range(0, len(answers), QUESTIONS):
            some = slice(start, start + QUESTIONS)
            np.greater(matrix.take(asked.feature[some], 0), asked.threshold[some, None], out=answers[some])
        return answers.view(np.uint8)

    @cached_property
    def _questions(self) -> _Questions:
        """The different questions: trees ask many more than once, two of five in the shipped model."""
        # One number for both: the feature and, in the lower half, the bits of the threshold.
        asked = self.feature.astype(np.int64) << 32 | np.ascontiguousarray(self.threshold, np.float32).view(np.uint32)
        different, of_tree = np.unique(asked, return_inverse=True)
        return _Questions(
            feature=(different >> 32).astype(np.intp),
            threshold=different.astype(np.uint32).view(np.float32),
            of_tree=of_tree.reshape(self.feature.shape),
        )

    def sums(self, places: Places) -> npt.NDArray[np.float32]:
        """The sum of the leaves at these places and the bias: log odds, shape (rows,)."""
        trees = len(self.leaf)
        first_leaf = _first_leaf(self.leaf)
        flat = self.leaf.ravel()
        total = np.full(places.shape[1], self.bias, np.float32)
        size = max(GROUP_SIZE // max(places.shape[1], 1), 1)
        for start in range(0, trees, size):
            group = slice(start, start + size)
            # All places are valid; "wrap" spares numpy a check of each.
            total += flat.take(places[group] + first_leaf[group], mode="wrap").sum(0)
        return total

    def asking(self, feature: int) -> tuple[npt.NDArray[np.intp], ObliviousTrees]:
        """The trees that ask about a feature: their numbers, and the trees themselves, without the bias.

        Only these change when only this feature does.
        """
        asked = np.flatnonzero((self.feature == feature).any(0))
        return asked, ObliviousTrees(self.feature[:, asked], self.threshold[:, asked], self.leaf[asked], 0.0)

    def switched(self, feature: int) -> Places:
        """The bits of each tree's leaf that change when a feature of 0 or 1 becomes the other: shape (trees, 1)."""
        asks = (self.feature == feature) & (self.threshold >= 0) & (self.threshold < 1)
        bits: Places = (asks << np.arange(len(asks), dtype=np.uint8)[:, None]).sum(0, dtype=np.uint8)
        return bits[:, None]


def _first_leaf(leaf: npt.NDArray[np.float32]) -> npt.NDArray[Any]:
    """The number of each tree's first leaf among all leaves, in the smallest type, which is added fastest."""
    return np.arange(0, leaf.size, leaf.shape[1], dtype=np.min_scalar_type(leaf.size))[:, None]


class Contributions:
    """How much each feature moves the scores of some trees.

    A tree is read from its last question to its first; a question is worth the difference between the mean of the
    leaves that its answer leaves open and the mean of those open before (Saabas, "Interpreting random forests", 2014).
    The leaf reached implies all answers, so their worth is computed once for each leaf.
    """

    def __init__(self, trees: ObliviousTrees) -> None:
        depth, count = trees.feature.shape
        self.first_leaf = _first_leaf(trees.leaf)
        self.levels: list[_Level] = []
        open_before = np.broadcast_to(trees.leaf.mean(1)[:, None], trees.leaf.shape)
        for level in range(depth - 1, -1, -1):
            open_now = np.repeat(trees.leaf.reshape(count, -1, 2**level).mean(2), 2**level, axis=1)
            self.levels.append(_Level(trees.feature[level], (open_now - open_before).ravel()))
            open_before = open_now

    def of(self, places: Places, feature_count: int) -> npt.NDArray[np.float32]:
        """What each feature adds to the sum of the leaves at these places, shape (features, rows)."""
        leaves = (places + self.first_leaf).astype(np.intp)
        total = np.zeros((feature_count, places.shape[1]), np.float32)
        for level in self.levels:
            total[level.features] = total.take(level.features, 0) + level.sums(leaves)
        return total


class _Level:
    """The questions of one level: their worth for each leaf, and its sums by feature.

    The trees are in rounds: the first tree of every feature, the second of those that have one, and so on, the features
    with most trees first; so a round is added to the sums as a whole.
    """

    def __init__(self, feature: npt.NDArray[np.intp], worth: npt.NDArray[np.float32]) -> None:
        asked, of_tree, counts = np.unique(feature, return_inverse=True, return_counts=True)
        by_feature = np.argsort(of_tree, kind="stable")
        round_of = np.empty_like(by_feature)
        round_of[by_feature] = np.arange(len(feature)) - np.repeat(np.cumsum(counts) - counts, counts)
        self.worth = worth
        self.features = asked[np.argsort(-counts, kind="stable")]
        self.trees = np.lexsort((-counts[of_tree] * len(asked) + of_tree, round_of))
        self.sizes: list[int] = np.bincount(round_of).tolist()

    def sums(self, leaves: npt.NDArray[np.intp]) -> npt.NDArray[np.float32]:
        """For each of `features` what its questions are worth, given the leaves reached, numbered through all trees."""
        found = self.worth.take(leaves, mode="wrap").take(self.trees, 0)
        total = found[: len(self.features)]
        start = len(total)
        for size in self.sizes[1:]:
            total[:size] += found[start : start + size]
            start += size
        return total


def sigmoid(scores: npt.NDArray[np.float32]) -> npt.NDArray[np.float32]:
    """Log odds to probabilities."""
    odds: npt.NDArray[np.float32] = np.exp(-scores)
    return np.float32(1) / (1 + odds)
