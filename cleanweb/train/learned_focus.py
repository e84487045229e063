"""The trees by which the learned default chooses its focus on a page: all content, or one article."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import compress
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from cleanweb.classify.learned_decision import Shape, agreed, decide
from cleanweb.classify.learned_page import MIN_ARTICLE_LOG_ODDS
from cleanweb.evaluate.bag import bag_scores
from cleanweb.measures.focus import focus_features
from cleanweb.models.boosted_trees import ObliviousTrees, sigmoid
from cleanweb.train.learned_copies import COPY_WEIGHT
from cleanweb.train.learned_pages import TrainingPage

# Minimum weight of a page, in F1. On most articles both conventions keep the same, and then the kind of page decides.
# Ours: compared with the gain alone, daniel's news are read as articles on .93 of the pages, not .80, at the same cost.
BASE_GAIN = 0.02

Boost = Callable[[npt.NDArray[Any], npt.NDArray[Any], npt.NDArray[Any]], ObliviousTrees]


class Measured(NamedTuple):
    """The features of a page's blocks, and the page's shape, which the decision also needs."""

    matrix: npt.NDArray[np.float32]
    shape: Shape


@dataclass(frozen=True, slots=True)
class Focus:
    """The trees, and the F1 of left-out pages without copies: by their set's convention, and by automatic focus.

    The F1 ignores the other effect of the focus's odds (`learned_decision.LEAN`).
    """

    trees: ObliviousTrees
    own_f1: dict[str, float]
    auto_f1: dict[str, float]


def train_focus(
    pages: Sequence[TrainingPage],
    measured: Sequence[Measured],
    folds: npt.NDArray[Any],
    left_out: Mapping[int, ObliviousTrees],
    boost: Boost,
) -> Focus:
    """Train on the results of other sites' block trees (`left_out[fold]`) on each page under both conventions."""
    chosen = [row for row, page in enumerate(pages) if page.gold is not None]
    seen, f1 = [], []
    for row in chosen:
        features, scores = _both_ways(pages[row], measured[row], left_out[folds[row]])
        seen.append(features)
        f1.append(scores)
    features, f1_of = np.array(seen).T, np.array(f1)
    labels, weights = _examples([pages[row] for row in chosen], f1_of[:, 1] - f1_of[:, 0])
    decided = np.zeros(len(chosen))
    for fold in left_out:
        inside = folds[chosen] != fold
        trees = boost(features[:, inside], labels[inside], weights[inside])
        decided[~inside] = trees.scores(features[:, ~inside])
    own, auto = {}, {}
    for row, scores, score in zip(chosen, f1, decided, strict=True):
        if not pages[row].is_copy:
            own[pages[row].id] = scores[int(pages[row].is_article)]
            auto[pages[row].id] = scores[int(score > MIN_ARTICLE_LOG_ODDS)]
    return Focus(boost(features, labels, weights), own, auto)


def _examples(
    pages: Sequence[TrainingPage], gain: npt.NDArray[np.float64]
) -> tuple[npt.NDArray[np.bool_], npt.NDArray[np.float64]]:
    """For each page, whether its set calls it an article, and a weight: the F1 that reading it so gains, if it gains,
    plus BASE_GAIN.

    Copies have the same reduced weight as for the blocks.
    """
    is_article = np.array([page.is_article or page.page_type == "article" for page in pages])
    agrees = (gain > 0) == is_article
    share = np.array([COPY_WEIGHT if page.is_copy else 1 for page in pages])
    return is_article, share * (np.where(agrees, np.abs(gain), 0) + BASE_GAIN)


def _both_ways(
    page: TrainingPage, measured: Measured, trees: ObliviousTrees
) -> tuple[npt.NDArray[np.float32], list[float]]:
    """The page's features for the choice, and its F1 under each convention."""
    matrix, shape = measured
    chances = []
    for is_article in (False, True):
        matrix[-1] = is_article
        chances.append(sigmoid(trees.scores(matrix)))
    matrix[-1] = page.is_article
    features = focus_features(matrix, chances, shape.words)[:, 0]
    return features, [_f1(page, shape, found, bool(is_article)) for is_article, found in enumerate(chances)]


def _f1(page: TrainingPage, shape: Shape, chances: npt.NDArray[np.float32], is_article: bool) -> float:
    assert page.gold is not None
    keep = decide(shape, agreed(shape, chances), is_article).keep
    return bag_scores(page.gold, "\n".join(compress(page.blocks.text, keep))).f1
