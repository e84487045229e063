"""Oblivious trees: the sum of leaves, computed level by level, and the contribution of each feature."""

import numpy as np
import pytest

from cleanweb.models import boosted_trees
from cleanweb.models.boosted_trees import Contributions, ObliviousTrees


def small_trees() -> ObliviousTrees:
    rng = np.random.default_rng(3)
    return ObliviousTrees(
        feature=rng.integers(0, 5, (3, 60)),
        threshold=rng.normal(size=(3, 60)).astype(np.float32),
        leaf=rng.normal(size=(60, 8)).astype(np.float32),
        bias=0.5,
    )


def test_scores_are_the_sums_of_the_leaves() -> None:
    trees = small_trees()
    matrix = np.random.default_rng(4).normal(size=(5, 40)).astype(np.float32)
    expected = []
    for column in matrix.T:
        total = trees.bias
        for feature, threshold, leaf in zip(trees.feature.T, trees.threshold.T, trees.leaf, strict=True):
            place = sum(
                int(column[f] > t) << level for level, (f, t) in enumerate(zip(feature, threshold, strict=True))
            )
            total += leaf[place]
        expected.append(total)
    assert np.allclose(trees.scores(matrix), expected, atol=1e-4)


def test_contributions_add_up_to_the_score_above_the_mean() -> None:
    trees = small_trees()
    matrix = np.random.default_rng(5).normal(size=(5, 12)).astype(np.float32)
    worth = Contributions(trees).of(trees.places(matrix), len(matrix))
    mean = trees.bias + trees.leaf.mean(1).sum()
    assert worth.shape == matrix.shape
    assert np.allclose(worth.sum(0) + mean, trees.scores(matrix), atol=1e-4)


def test_contributions_of_one_question() -> None:
    trees = ObliviousTrees(np.array([[1], [0]]), np.zeros((2, 1), np.float32), np.array([[0, 2, 4, 8]], np.float32), 0)
    # Feature 0 says yes, feature 1 no: leaf 2, value 4.
    worth = Contributions(trees).of(trees.places(np.array([[1], [-1]], np.float32)), 2)
    assert worth[:, 0].tolist() == [2.5, -2.0]  # (4 + 8) / 2 - 3.5, then 4 - 6


def test_only_the_asking_trees_change_with_a_feature() -> None:
    trees = small_trees()
    before = np.random.default_rng(6).normal(size=(5, 10)).astype(np.float32)
    after = before.copy()
    after[2] += 3
    asked, asking = trees.asking(2)
    assert 0 < len(asking.leaf) < len(trees.leaf)
    change = asking.scores(after) - asking.sums(trees.places(before)[asked])
    assert np.allclose(trees.scores(after), trees.scores(before) + change, atol=1e-4)


def test_leaves_when_a_feature_of_two_values_is_the_other_one() -> None:
    trees = small_trees()
    matrix = np.random.default_rng(6).normal(size=(5, 10)).astype(np.float32)
    for before, after in ((0, 1), (1, 0)):
        matrix[2] = before
        places = trees.places(matrix)
        matrix[2] = after
        assert np.array_equal(places ^ trees.switched(2), trees.places(matrix))


def test_many_rows_are_asked_in_parts(monkeypatch: pytest.MonkeyPatch) -> None:
    trees = small_trees()
    matrix = np.random.default_rng(7).normal(size=(5, 40)).astype(np.float32)
    whole = trees.scores(matrix)
    monkeypatch.setattr(boosted_trees, "MAX_ROWS", 7)
    assert np.array_equal(trees.scores(matrix), whole)
