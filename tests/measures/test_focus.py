"""The measures that tell a page of one article from others, on blocks counted by hand."""

import numpy as np
import pytest

from cleanweb.measures.features import feature_names
from cleanweb.measures.focus import FOCUS_COUNT, focus_features

WORDS, LINK_SHARE = np.array([10, 20, 30, 40]), np.array([0, 0.5, 1, 0.25])
PAGE_ROWS = ("page words", "page blocks", "page link density", "page names", "page sentence words")
BEST = ("best container's share of words", "best container's share of blocks")
# Of 100 words, the first convention expects 52; of the 70 kept 49, in stretches of 30 and 40. The second expects 20;
# of the 10 kept 9. The last keeps none.
CASES = [
    ([0.9, 0.8, 0.1, 0.6], [0.52, np.log(53), 98 / 122, np.log(4), np.log(3), np.log(1 + 70 / 3), 0.7, 2 / 7, 4 / 7]),
    ([0.9, 0.2, 0.1, 0.1], [0.20, np.log(21), 18 / 30, np.log(2), np.log(2), np.log(11), 0.9, 0, 1]),
    ([0.1, 0.1, 0.1, 0.1], [0.10, np.log(11), 0, 0, 0, 0, 0, 0, 0]),
]


@pytest.mark.parametrize(("page", "article", "ratio"), [(0, 1, 11 / 71), (1, 0, 71 / 11), (0, 2, 1 / 71)])
def test_features_of_the_focus(page: int, article: int, ratio: float) -> None:
    matrix = np.tile(np.arange(len(feature_names()), dtype=np.float32)[:, None], 4)
    matrix[feature_names().index("link density")] = LINK_SHARE
    chances = [np.array(CASES[one][0], np.float32) for one in (page, article)]
    found = focus_features(matrix, chances, WORDS)[:, 0]
    assert len(found) == FOCUS_COUNT
    rows = [feature_names().index(name) for name in (*PAGE_ROWS, *BEST)]
    assert found == pytest.approx([*rows, *CASES[page][1], *CASES[article][1], ratio], rel=1e-6)
