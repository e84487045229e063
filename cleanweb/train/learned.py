"""`cleanweb train learned`: the model of the default, from gold sets."""

from __future__ import annotations

import json
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import compress
from pathlib import Path
from typing import Any

import click
import numpy as np
import numpy.typing as npt

from cleanweb.classify.learned_page import FOCUS_LEAN, decide
from cleanweb.evaluate.bag import bag_scores
from cleanweb.measures.characters import class_table
from cleanweb.measures.features import PageMeasures, feature_matrix, feature_names
from cleanweb.measures.focus import focus_features
from cleanweb.measures.tokens import TokenWeights
from cleanweb.models.boosted_trees import ObliviousTrees, sigmoid
from cleanweb.models.learned_file import LearnedModel, save
from cleanweb.systems import pipeline
from cleanweb.train.cards import command_line, today
from cleanweb.train.learned_card import card, left_out_figures
from cleanweb.train.learned_pages import CONVENTIONS, Data, TrainingPage, changed_copies, fold_of, training_pages
from cleanweb.train.token_weights import Examples, fit, vocabulary

FOLDS = 5
SEED = 20
THIN_BELOW = 0.03  # weight of a block; a block of one word in a hundred of the gold weighs as much (ours)
# Ours, by the F1 on left-out sites; more and deeper trees gain under .001 and cost time on every page.
BLOCK_TREES = {"iterations": 300, "depth": 6, "learning_rate": 0.1, "l2_leaf_reg": 5.0, "border_count": 64}
FOCUS_TREES = {"iterations": 60, "depth": 3, "learning_rate": 0.05, "l2_leaf_reg": 10.0, "border_count": 32}


@dataclass(frozen=True, slots=True)
class Trained:
    """A model, and the F1 of each left-out page that has gold: by its own convention, and by automatic focus."""

    model: LearnedModel
    own_f1: dict[str, float]
    auto_f1: dict[str, float]


def train(pages: Sequence[TrainingPage], seed: int = SEED) -> Trained:
    """Train on these pages. Everything a later part learns from an earlier one comes from models of other sites."""
    copies = changed_copies(pages)
    everything = [*pages, *copies]
    folds = np.array([fold_of(page.domain, FOLDS) for page in everything])
    known = vocabulary((page.domain, page.blocks) for page in pages)
    by_fold = _token_weights_by_fold(known, everything, folds)
    matrices = [_matrix(page, by_fold[fold], page.is_article) for page, fold in zip(everything, folds, strict=True)]
    columns = np.repeat(folds, [matrix.shape[1] for matrix in matrices])
    whole = np.concatenate(matrices, axis=1)
    keep = np.concatenate([page.keep for page in everything])
    weights = np.concatenate([page.weights for page in everything])
    weights = _thinned(weights, keep)
    left_out = [
        _boost(whole[:, columns != f], keep[columns != f], weights[columns != f], BLOCK_TREES, seed)
        for f in range(FOLDS)
    ]
    focus, own_f1, auto_f1 = _train_focus(pages, matrices, folds, left_out, seed)
    weights_of_tokens = _token_weights(known, everything, np.ones(len(everything), bool))
    blocks = _boost(whole, keep, weights, BLOCK_TREES, seed)
    return Trained(LearnedModel(weights_of_tokens, blocks, focus, class_table()), own_f1, auto_f1)


def _thinned(weights: npt.NDArray[np.float32], keep: npt.NDArray[np.bool_]) -> npt.NDArray[np.float32]:
    """Of the smallest removed blocks (menu entries, mostly) every second one, for two: half the time, the same F1."""
    small = np.flatnonzero((weights > 0) & (weights < THIN_BELOW) & ~keep)
    thinned = weights.copy()
    thinned[small[::2]] = 0
    thinned[small[1::2]] *= 2
    return thinned


def _token_weights_by_fold(known: dict[str, int], pages: Sequence[TrainingPage], folds: Any) -> list[TokenWeights]:
    return [_token_weights(known, pages, folds != fold) for fold in range(FOLDS)]


def _token_weights(known: dict[str, int], pages: Sequence[TrainingPage], chosen: Any) -> TokenWeights:
    examples = Examples(known)
    for number, (page, is_chosen) in enumerate(zip(pages, chosen, strict=True)):
        if is_chosen:
            examples.add(number, page.blocks, page.keep.tolist(), page.weights.tolist())
    return fit(known, examples.matrix(len(pages)), np.array(examples.labels), np.array(examples.weights))


def _matrix(page: TrainingPage, weights: TokenWeights, is_article: float) -> npt.NDArray[np.float32]:
    return feature_matrix(PageMeasures(page.blocks, weights, class_table()), is_article)


def _boost(
    matrix: npt.NDArray[Any], labels: npt.NDArray[Any], weights: npt.NDArray[Any], options: dict[str, Any], seed: int
) -> ObliviousTrees:
    """Oblivious trees by CatBoost on the columns of positive weight; one thread, for the same bytes every time."""
    from catboost import CatBoostClassifier  # noqa: PLC0415  (of the extra [train])

    used = weights > 0
    model = CatBoostClassifier(**options, random_seed=seed, thread_count=1, verbose=False, allow_writing_files=False)
    model.fit(matrix[:, used].T, labels[used].astype(int), sample_weight=weights[used] / weights[used].mean())
    return _as_trees(model, int(options["depth"]))


def _as_trees(model: Any, depth: int) -> ObliviousTrees:
    """CatBoost's trees as arrays, rounded as they are stored; a tree of fewer levels is padded with a void question."""
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


def _train_focus(
    pages: Sequence[TrainingPage],
    matrices: Sequence[npt.NDArray[np.float32]],
    folds: npt.NDArray[Any],
    left_out: Sequence[ObliviousTrees],
    seed: int,
) -> tuple[ObliviousTrees, dict[str, float], dict[str, float]]:
    """The trees that choose between the conventions, and the F1 of left-out pages by own and by automatic focus.

    A page's example is which convention gives the higher F1, weighted by the difference.
    """
    seen, gains, f1s, used = [], [], [], []
    link_density = feature_names().index("link density")
    for page, matrix, fold in zip(pages, matrices, folds, strict=False):
        if page.gold is None or page.is_copy:
            continue
        own = matrix[-1, 0]
        chances = []
        for is_article in (0.0, 1.0):
            matrix[-1] = is_article
            chances.append(sigmoid(left_out[fold].scores(matrix)))
        matrix[-1] = own
        words = np.expm1(matrix[0])
        seen.append(focus_features(matrix, chances, words, matrix[link_density])[:, 0])
        scores = [_f1(page, of_mode, words, bool(mode)) for mode, of_mode in enumerate(chances)]
        gains.append(scores[1] - scores[0])
        f1s.append(scores)
        used.append((page, fold))
    features, gain = np.array(seen).T, np.array(gains)
    page_folds = np.array([fold for _, fold in used])
    decided = np.zeros(len(gain))
    for fold in range(FOLDS):
        inside = page_folds != fold
        trees = _boost(features[:, inside], gain[inside] > 0, np.abs(gain[inside]), FOCUS_TREES, seed)
        decided[~inside] = trees.scores(features[:, ~inside])
    own_f1 = {page.id: f1[int(page.is_article)] for (page, _), f1 in zip(used, f1s, strict=True)}
    auto_f1 = {page.id: f1[int(s > FOCUS_LEAN)] for (page, _), f1, s in zip(used, f1s, decided, strict=True)}
    return _boost(features, gain > 0, np.abs(gain), FOCUS_TREES, seed), own_f1, auto_f1


def _f1(page: TrainingPage, chances: npt.NDArray[np.float32], words: npt.NDArray[Any], is_article: bool) -> float:
    assert page.gold is not None
    elements = page.blocks.elements
    keep, _, _ = decide(words, chances, np.array(elements.first), np.array(elements.end), is_article)
    return bag_scores(page.gold, "\n".join(compress(page.blocks.text, keep))).f1


@click.command("learned")
@click.argument("data", nargs=-1, required=True, metavar="DATA...")
@click.option("-o", "--output", type=click.Path(dir_okay=False, path_type=Path), required=True, help="the model file")
@click.option("--seed", default=SEED, show_default=True, help="seed of the boosting")
@click.option("--date", default=today, help="the day on the model card; today where not given")
@click.pass_context
def command(context: click.Context, data: tuple[str, ...], output: Path, seed: int, date: str) -> None:
    """Train the default classifier; the model card is written beside the model.

    DATA is a gold set (html/, gold/ or snippets in meta.json), with its convention: DIR:page where the gold is all that
    a page is about, DIR:article where it is the running text of one article; and, if wished, a weight: DIR:article:0.5.

    \b
    cleanweb train learned examples/corpus -o mine.npz
    cleanweb clean examples/corpus/html -o out -p learned.model=mine.npz
    """
    sets = [Data.read(entry) for entry in data]
    made = pipeline("cleanweb")
    pages = [page for one in sets for page in training_pages(one, made.segment, made.normalize)]
    trained = train(pages, seed)
    save(trained.model, output)
    figures = left_out_figures(trained.own_f1, trained.auto_f1)
    entries = [":".join([one.folder.name, CONVENTIONS[int(one.is_article)], f"{one.weight:g}"]) for one in sets]
    made_by = f"Made on {date} by `{command_line(context, data=' '.join(entries), date=date)}`"
    output.with_suffix(".md").write_text(card(output, made_by, entries, len(pages), figures), encoding="utf-8")
    for figure in figures:
        click.echo(figure)
