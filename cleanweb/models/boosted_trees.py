"""Boosted oblivious trees: all nodes of a level ask the same, so that a tree is a few comparisons and a look-up."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

# Comparisons made in one operation, trees times rows; more leave the processor's cache (ours: 30,000 to 100,000 are
# within 10 % of each other).
GROUP_SIZE = 75_000


@dataclass(frozen=True, slots=True)
class ObliviousTrees:
    """Trees of one depth (at most 8): `feature` and `threshold` of shape (depth, trees), `leaf` (trees, 2 ** depth)."""

    feature: npt.NDArray[np.intp]
    threshold: npt.NDArray[np.float32]
    leaf: npt.NDArray[np.float32]
    bias: float

    def scores(self, matrix: npt.NDArray[np.float32]) -> npt.NDArray[np.float32]:
        """The sum of all trees for each column of `matrix`, shape (features, rows): log odds, shape (rows,)."""
        depth, trees = self.feature.shape
        total = np.full(matrix.shape[1], self.bias, np.float32)
        size = max(GROUP_SIZE // matrix.shape[1], 1)
        for start in range(0, trees, size):
            group = slice(start, start + size)
            place = (matrix[self.feature[0, group]] > self.threshold[0, group, None]).view(np.uint8)
            for level in range(1, depth):
                answers = (matrix[self.feature[level, group]] > self.threshold[level, group, None]).view(np.uint8)
                answers <<= level
                place |= answers
            first_leaves = np.arange(len(place), dtype=np.int32)[:, None] << depth
            total += self.leaf[group].ravel().take(place + first_leaves).sum(0)
        return total

    def asking(self, feature: int) -> ObliviousTrees:
        """The trees that ask about a feature, without the bias: all that changes when only this feature does."""
        asked = (self.feature == feature).any(0)
        return ObliviousTrees(self.feature[:, asked], self.threshold[:, asked], self.leaf[asked], 0.0)

    def contributions(self, matrix: npt.NDArray[np.float32]) -> npt.NDArray[np.float32]:
        """How much each feature moved the score of each column of `matrix`: the shape of `matrix`.

        A tree is read from its last question to its first; a question is worth the difference between the mean of the
        leaves that its answer leaves open and the mean of those open before (Saabas, "Interpreting random forests",
        2014).
        """
        depth, trees = self.feature.shape
        places = np.zeros((trees, matrix.shape[1]), np.int32)
        first_of_tree = np.arange(trees, dtype=np.int32)[:, None]
        open_before = np.broadcast_to(self.leaf.mean(1)[:, None], places.shape)
        worth = np.zeros_like(matrix)
        for level in range(depth - 1, -1, -1):
            feature = self.feature[level]
            places = places * 2 + (matrix[feature] > self.threshold[level][:, None])
            known = depth - level  # questions answered so far: 2 ** known groups of leaves
            means = self.leaf.reshape(trees, 2**known, -1).mean(2).ravel()
            open_now = means.take(places + (first_of_tree << known))
            by_feature = np.argsort(feature, kind="stable")
            asked, starts = np.unique(feature[by_feature], return_index=True)
            worth[asked] += np.add.reduceat((open_now - open_before)[by_feature], starts)
            open_before = open_now
        return worth


def sigmoid(scores: npt.NDArray[np.float32]) -> npt.NDArray[np.float32]:
    """Log odds to probabilities."""
    odds: npt.NDArray[np.float32] = np.exp(-scores)
    return np.float32(1) / (1 + odds)
