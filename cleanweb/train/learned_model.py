"""Train the model of the default on pages with gold: token weights, trees for blocks, trees that choose the focus."""

from __future__ import annotations

import json
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from cleanweb.classify.learned_decision import shape_of
from cleanweb.errors import DataError
from cleanweb.measures.characters import class_table
from cleanweb.measures.features import feature_matrix
from cleanweb.measures.page_measures import PageMeasures
from cleanweb.measures.tokens import TokenWeights
from cleanweb.models.boosted_trees import ObliviousTrees
from cleanweb.models.learned_file import LearnedModel
from cleanweb.train.learned_copies import (
    changed_copies,
    crowded_copies,
    long_copies,
    short_copies,
    unpunctuated_copies,
)
from cleanweb.train.learned_focus import Measured, train_focus
from cleanweb.train.learned_foreign import foreign_copies
from cleanweb.train.learned_pages import FOLDS, TrainingPage, fold_of
from cleanweb.train.token_weights import Examples, fit, vocabulary

THIN_BELOW = 0.03  # weight of a block; a block with one hundredth of the gold's words has this weight (ours)
# Blocks of article sets are used a second time, read as pages, with this weight: on a page with one article both
# conventions should keep the same, so that less depends on the choice. Ours, on two left-out folds: what wcxb-dev loses
# when all of it is read as articles falls from .022 to .009.
AS_PAGE_WEIGHT = 0.5
PAGE_POWER = 0.5  # ours: F1 on two left-out folds of wcxb-dev +.0024 against 0, on the others -.004 to +.001
# Ours, by the F1 on left-out sites; more or deeper trees gain less than .001 and cost time on every page.
BLOCK_TREES = {"iterations": 300, "depth": 6, "learning_rate": 0.1, "l2_leaf_reg": 5.0, "border_count": 64}
# Ours. With half the features and six pages in ten for each tree, and small leaves, the sum of F1 over three left-out
# sets is 2.732 with each of three seeds; without, 2.730.
FOCUS_TREES = {
    "iterations": 150,
    "depth": 4,
    "learning_rate": 0.05,
    "l2_leaf_reg": 50.0,
    "border_count": 32,
    "bootstrap_type": "Bernoulli",
    "subsample": 0.6,
    "rsm": 0.5,
}
# With fewer columns, trees see all of them instead of a sample, since CatBoost stops when a sample is empty. With this
# many, that happens to one of 150 trees in two of ten billion trainings.
MIN_SAMPLED = 30


class Columns(NamedTuple):
    """The blocks of all pages as trees learn from them: a column of features, label, weight and site's fold each."""

    matrix: npt.NDArray[np.float32]
    keep: npt.NDArray[np.bool_]
    weights: npt.NDArray[np.float32]
    folds: npt.NDArray[Any]

    def chosen(self, which: npt.NDArray[Any]) -> Columns:
        """Copies of some of the columns, given as numbers or as a mask."""
        return Columns(self.matrix[:, which], self.keep[which], self.weights[which], self.folds[which])


@dataclass(frozen=True, slots=True)
class Trained:
    """A model, and the F1 of each left-out page with a gold text: by its set's convention, and by automatic focus."""

    model: LearnedModel
    own_f1: dict[str, float]
    auto_f1: dict[str, float]


def train(pages: Sequence[TrainingPage], seed: int) -> Trained:
    """Train on these pages. Whatever a later part learns from an earlier one comes from models of other sites.

    Raises DataError when all blocks have the same label, and when there is no gold text to choose the focus by.
    """
    if not any(page.gold is not None for page in pages):
        raise DataError(f"expected pages with text and a gold text in gold/, found {len(pages)} with snippets only")
    labelled = np.concatenate([page.keep[page.weights > 0] for page in pages])
    if labelled.all() or not labelled.any():
        raise DataError(f"expected blocks to keep and blocks to remove, found {len(labelled)} that are all the same")
    named = [*pages, *changed_copies(pages)]
    short = short_copies(pages)
    usual = [*named, *short, *crowded_copies([*pages, *short])]
    everything = [*usual, *foreign_copies([*pages, *short]), *unpunctuated_copies(pages)]
    long = long_copies(pages)
    folds = _folds([*everything, *long])
    known = vocabulary((page.domain, page.blocks) for page in pages)
    examples = _examples(known, named)  # other copies would only repeat the names of these
    by_fold = {  # only folds that have pages
        fold: _token_weights(known, examples, folds[: len(named)] != fold) for fold in sorted(set(folds.tolist()))
    }
    measured = [_measured(page, by_fold[fold]) for page, fold in zip([*everything, *long], folds, strict=True)]
    count = len(everything)
    columns = _columns(pages, everything, measured[:count], folds[:count])
    left_out = {fold: _boost_blocks(columns.chosen(columns.folds != fold), seed) for fold in by_fold}
    focus_boost = partial(_boost, options=FOCUS_TREES, seed=seed)
    focus = train_focus(everything, measured[:count], folds[:count], left_out, focus_boost)
    weights_of_tokens = _token_weights(known, examples, np.ones(len(named), bool))
    blocks = _boost_blocks(columns, seed)
    # Without the foreign copies: most long pages would be such, and a book in one `div` would be removed entirely.
    rows = [*range(len(usual)), *range(count, len(measured))]
    columns = _columns(pages, [*usual, *long], [measured[row] for row in rows], folds[rows])
    of_long = _boost_blocks(columns, seed) if long else blocks
    model = LearnedModel(weights_of_tokens, blocks, of_long, focus.trees, class_table())
    return Trained(model, focus.own_f1, focus.auto_f1)


def _columns(
    originals: Sequence[TrainingPage],
    pages: Sequence[TrainingPage],
    measured: Sequence[Measured],
    folds: npt.NDArray[Any],
) -> Columns:
    """The columns of these pages, which are the originals and their copies."""
    matrices = [page.matrix for page in measured]
    sizes = [matrix.shape[1] for matrix in matrices]
    keep = np.concatenate([page.keep for page in pages])
    weights = np.concatenate([page.weights for page in pages])
    columns = Columns(
        np.concatenate(matrices, axis=1), keep, _balanced(_thinned(weights, keep), sizes), np.repeat(folds, sizes)
    )
    return with_articles_as_pages(columns, np.repeat(_of_article_sets(originals, pages), sizes))


def _of_article_sets(originals: Sequence[TrainingPage], pages: Sequence[TrainingPage]) -> npt.NDArray[np.bool_]:
    """For each page, changed or not, whether its set's golds are whole articles."""
    sets = {page.set_name for page in originals if page.is_article and page.gold is not None}
    return np.array([page.set_name in sets for page in pages])


def with_articles_as_pages(columns: Columns, is_article: npt.NDArray[np.bool_]) -> Columns:
    """The columns, followed by those of articles again, with less weight and under the convention of pages."""
    again = columns.chosen(np.flatnonzero(is_article & (columns.weights > 0)))
    again.matrix[-1] = 0
    return Columns(
        np.concatenate([columns.matrix, again.matrix], axis=1),
        np.append(columns.keep, again.keep),
        np.append(columns.weights, again.weights * np.float32(AS_PAGE_WEIGHT)),
        np.append(columns.folds, again.folds),
    )


def _folds(pages: Sequence[TrainingPage]) -> npt.NDArray[Any]:
    """The fold of each page, by site; or by page if all sites fall in one fold, as a single site does.

    Pages are then numbered, not hashed: hashes of a few pages could share a fold too, with nothing left to learn from.
    """
    by_site = np.array([fold_of(page.domain) for page in pages])
    if len(set(by_site.tolist())) > 1:
        return by_site
    number = {name: place for place, name in enumerate(sorted({page.id for page in pages}))}  # copies share a name
    return np.array([number[page.id] % FOLDS for page in pages])


def _thinned(weights: npt.NDArray[np.float32], keep: npt.NDArray[np.bool_]) -> npt.NDArray[np.float32]:
    """Drop every second of the smallest removed blocks (mostly menu entries) and double the others' weights.

    It halves the time with the same F1.
    """
    small = np.flatnonzero((weights > 0) & (weights < THIN_BELOW) & ~keep)
    thinned = weights.copy()
    thinned[small[::2]] = 0
    thinned[small[1::2]] *= 2
    return thinned


def _balanced(weights: npt.NDArray[np.float32], sizes: Sequence[int]) -> npt.NDArray[np.float32]:
    """Each page's weights, divided by their sum to the power PAGE_POWER, so that long menus do not dominate."""
    borders = np.cumsum(sizes)[:-1]
    sums = np.array([float(page.sum()) for page in np.split(weights, borders)])
    scale = np.where(sums > 0, np.maximum(sums, 1e-6) ** -PAGE_POWER, 0)
    return weights * np.repeat(scale, sizes).astype(np.float32)


def _examples(known: dict[str, int], pages: Sequence[TrainingPage]) -> Examples:
    examples = Examples(known)
    for page in pages:
        examples.add(page.blocks, page.keep.tolist(), page.weights.tolist())
    return examples


def _token_weights(known: dict[str, int], examples: Examples, chosen: npt.NDArray[np.bool_]) -> TokenWeights:
    """Token weights fitted on the chosen pages (a mask)."""
    rows = chosen[examples.pages]
    return fit(known, examples.matrix[rows], np.array(examples.labels)[rows], np.array(examples.weights)[rows])


def _measured(page: TrainingPage, weights: TokenWeights) -> Measured:
    measures = PageMeasures(page.blocks, weights, class_table())
    return Measured(feature_matrix(measures, is_article=page.is_article), shape_of(measures))


def _boost_blocks(columns: Columns, seed: int) -> ObliviousTrees:
    return _boost(columns.matrix, columns.keep, columns.weights, BLOCK_TREES, seed)


def _boost(
    matrix: npt.NDArray[Any], labels: npt.NDArray[Any], weights: npt.NDArray[Any], options: dict[str, Any], seed: int
) -> ObliviousTrees:
    """Oblivious trees by CatBoost on the columns of positive weight; one thread, for the same bytes every time.

    If there is nothing to learn (one label, or all columns alike), the tree is void and the bias gives the label.
    """
    used = weights > 0
    chosen = matrix[:, used]
    if len(set(labels[used].tolist())) < 2 or (chosen.max(1) == chosen.min(1)).all():
        return _void_trees(weights[used & labels].sum() >= weights[used & ~labels].sum(), int(options["depth"]))
    from catboost import CatBoostClassifier

    if used.sum() < MIN_SAMPLED and "subsample" in options:
        options = {**options, "bootstrap_type": "No"}
        del options["subsample"]
    model = CatBoostClassifier(**options, random_seed=seed, thread_count=1, verbose=False, allow_writing_files=False)
    model.fit(chosen.T, labels[used].astype(int), sample_weight=weights[used] / weights[used].mean())
    return _as_trees(model, int(options["depth"]))


def _void_trees(is_likely: bool, depth: int) -> ObliviousTrees:
    """One tree without effect, and a bias for the likely label."""
    void = np.full((depth, 1), np.inf, np.float32)
    return ObliviousTrees(
        np.zeros_like(void, np.intp), void, np.zeros((1, 2**depth), np.float32), 1.0 if is_likely else -1.0
    )


def _as_trees(model: Any, depth: int) -> ObliviousTrees:
    """CatBoost's trees as arrays, rounded as they are stored; trees of fewer levels are padded with void questions."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "model.json"
        model.save_model(str(path), format="json")
        trees = json.loads(path.read_text())
    feature = np.zeros((len(trees["oblivious_trees"]), depth), np.intp)
    threshold = np.full(feature.shape, np.inf, np.float32)
    leaf = np.zeros((len(feature), 2**depth), np.float16)
    for row, tree in enumerate(trees["oblivious_trees"]):
        for level, split in enumerate(tree["splits"] or ()):
            feature[row, level] = split["float_feature_index"]
            threshold[row, level] = split["border"]
        values = np.array(tree["leaf_values"])
        leaf[row, : len(values)] = values
    scale, bias = trees["scale_and_bias"]
    assert scale == 1
    return ObliviousTrees(feature.T.copy(), threshold.T.copy(), leaf.astype(np.float32), float(np.ravel(bias)[0]))
