"""What tells a page of one article from other pages: how the words that each convention would keep are spread.

What the page calls itself (og:type, JSON-LD) was tried and adds nothing on left-out sites.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from cleanweb.measures.features import feature_names

Array = npt.NDArray[Any]

_PAGE_ROWS = (
    "page words", "page blocks", "page link density", "page names", "page sentence words",
    "best container's share of words", "best container's share of blocks",
)  # fmt: skip # names in rows: one a line hides their order
_PLACES = {name: place for place, name in enumerate(feature_names())}

FOCUS_COUNT = len(_PAGE_ROWS) + 2 * 9 + 1  # of the page, of either convention, and one that compares the two


def focus_features(
    matrix: npt.NDArray[np.float32], chances: Sequence[npt.NDArray[np.float32]], words: Array
) -> npt.NDArray[np.float32]:
    """Features of the page, shape (FOCUS_COUNT, 1), from its blocks' features and chances of being kept.

    `chances` are those under the two conventions: all content, one article.
    """
    values = [float(matrix[_PLACES[name], 0]) for name in _PAGE_ROWS]
    link_share = matrix[_PLACES["link density"]]
    kept_words = []
    for of_mode in chances:
        measured, kept = _mode_features(of_mode, words, link_share)
        values += measured
        kept_words.append(kept)
    values.append((kept_words[1] + 1) / (kept_words[0] + 1))
    return np.array(values, np.float32)[:, None]


def _mode_features(chances: npt.NDArray[np.float32], words: Array, link_share: Array) -> tuple[list[float], float]:
    """The features of one convention, and the words that it keeps at even chances."""
    expected = words * chances
    kept = chances >= 0.5
    kept_words = words * kept
    total = float(kept_words.sum())
    starts = np.flatnonzero(kept & ~np.concatenate(([False], kept[:-1])))
    stretches: Array = np.add.reduceat(kept_words, starts) if len(starts) else np.zeros(1)
    right = float((expected * kept).sum())
    block_count = int(kept.sum())
    measured = [
        float(expected.sum() / words.sum()),  # expected share of the page's words
        float(np.log1p(expected.sum())),  # expected words
        2 * right / (total + float(expected.sum())),  # expected F1
        float(np.log1p(block_count)),  # kept blocks
        float(np.log1p(len(starts))),  # kept stretches
        float(np.log1p(total / max(block_count, 1))),  # words a kept block
        right / max(total, 1.0),  # certainty of the kept words
        float((kept_words * link_share).sum()) / max(total, 1.0),  # link density of the kept blocks
        float(stretches.max()) / max(total, 1.0),  # share of the largest stretch
    ]
    return measured, total
