"""The columns that the default's trees are trained on."""

import numpy as np

from cleanweb.measures.features import feature_names
from cleanweb.train.learned_model import AS_PAGE_WEIGHT, Columns, with_articles_as_pages


def test_articles_are_learned_once_more_as_pages_with_less_weight() -> None:
    assert feature_names()[-1] == "article"
    columns = Columns(
        matrix=np.array([[1, 2, 3, 4], [0, 1, 1, 1]], np.float32),
        keep=np.array([True, False, True, False]),
        weights=np.array([1, 2, 0, 4], np.float32),
        folds=np.array([0, 1, 2, 3]),
    )
    made = with_articles_as_pages(columns, np.array([False, True, True, True]))
    assert made.matrix.tolist() == [[1, 2, 3, 4, 2, 4], [0, 1, 1, 1, 0, 0]]
    assert made.keep.tolist() == [True, False, True, False, False, False]
    assert made.weights.tolist() == [1, 2, 0, 4, 2 * AS_PAGE_WEIGHT, 4 * AS_PAGE_WEIGHT]
    assert made.folds.tolist() == [0, 1, 2, 3, 1, 3], "a site's blocks stay on one side"
    assert columns.matrix[-1].tolist() == [0, 1, 1, 1], "the columns given are as they were"


def test_sets_of_pages_are_learned_once() -> None:
    columns = Columns(np.ones((2, 3), np.float32), np.ones(3, bool), np.ones(3, np.float32), np.zeros(3, int))
    assert with_articles_as_pages(columns, np.zeros(3, bool)).matrix.shape == (2, 3)
