"""What tells a page of one article from other pages: how its words lie that either convention would keep.

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
_MODE_FEATURES = (
    "expected share", "expected words", "expected F1", "kept blocks", "kept stretches", "words a kept block",
    "certainty of kept words", "link density of kept blocks", "largest kept stretch",
)  # fmt: skip # names in rows: one a line hides their order


def focus_features(
    matrix: npt.NDArray[np.float32],
    chances: Sequence[npt.NDArray[np.float32]],
    words: Array,
    link_share: Array,
) -> npt.NDArray[np.float32]:
    """Features of the page, shape (features, 1), from its blocks' features and chances of being kept.

    `chances` are those under the two conventions: all content, one article.
    """
    values = [float(matrix[_PLACES[name], 0]) for name in _PAGE_ROWS]
    kept_words = []
    for of_mode in chances:
        measured, kept = _mode_features(of_mode, words, link_share)
        values += measured
        kept_words.append(kept)
    values.append((kept_words[1] + 1) / (kept_words[0] + 1))
    return np.array(values, np.float32)[:, None]


def _mode_features(chances: npt.NDArray[np.float32], words: Array, link_share: Array) -> tuple[list[float], float]:
    """_MODE_FEATURES of one convention, and the words that it keeps at even chances."""
    expected = words * chances
    kept = chances >= 0.5
    kept_words = words * kept
    total = float(kept_words.sum())
    starts = np.flatnonzero(kept & ~np.concatenate(([False], kept[:-1])))
    stretches = np.add.reduceat(kept_words, starts) if len(starts) else np.zeros(1)
    right = float((expected * kept).sum())
    block_count = int(kept.sum())
    measured = [
        float(expected.sum() / words.sum()),
        float(np.log1p(expected.sum())),
        2 * right / (total + float(expected.sum())),
        float(np.log1p(block_count)),
        float(np.log1p(len(starts))),
        float(np.log1p(total / max(block_count, 1))),
        right / max(total, 1.0),
        float((kept_words * link_share).sum()) / max(total, 1.0),
        float(stretches.max()) / max(total, 1.0),
    ]
    return measured, total
