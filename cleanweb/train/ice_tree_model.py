"""The decision tree of ICE: its training pages, folds and figures, and its card.

Paper: Hofmann and Weerkamp, "Web Corpus Cleaning using Content and Structure", section 3.3: block-level elements
matched with the manually cleaned files, classes h, l, p and n; ten-fold cross-validation.

Differs from the paper: no site is in two folds (the card also gives the error rate of folds that ignore pages); blocks
are labelled by aligning their words with the gold's.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random
from statistics import fmean
from typing import Any

import cleanweb
from cleanweb.classify.ice_tree import block_items, tree_verdicts
from cleanweb.errors import DataError
from cleanweb.evaluate.gold_texts import Conditions, as_compared
from cleanweb.models.decision_tree import DecisionTree
from cleanweb.page import Blocks
from cleanweb.train.gold import read_gold
from cleanweb.train.segments import block_labels
from cleanweb.wording import counted

FOLD_COUNT = 10  # ICE, section 3.3
SEED = 2007  # of the division into folds that ignores pages
LABELS = ("n", "p", "h", "l")
MEASURES = ("tm", "to", "ave")

# The paper's figures (section 3.3; Table 1), printed beside ours.
PAPER_COUNTS = {"n": 3467, "p": 1311, "h": 663, "l": 425}
PAPER_ERROR_RATE = 22.57
PAPER_SCORES = {"tm": 47.6, "to": 57.3, "ave": 52.4}

Grow = Callable[[Sequence[Mapping[str, Any]], Sequence[str]], DecisionTree]


@dataclass(frozen=True, slots=True)
class LabelledPage:
    """A page's blocks with their features and classes, and its gold text."""

    domain: str
    is_site_told: bool
    gold: str
    blocks: Blocks
    items: Sequence[Mapping[str, Any]]
    labels: Sequence[str]


@dataclass(frozen=True, slots=True)
class Figures:
    """A tree's results: means of the official CleanEval scores by name, and wrong classes in per cent."""

    scores: Mapping[str, float]
    error_rate: float


def read_pages(gold: Path, where: Conditions, stoplist: str, *, divergence: bool) -> list[LabelledPage]:
    """The pages of a gold set, cut into blocks as by the system `ice-dt` and labelled by alignment."""
    clean = cleanweb.cleaner("ice-dt", classify="keep-all")
    pages = []
    for page in read_gold(gold, where):
        if page.gold is not None:
            blocks = clean(page.html()).blocks
            items = block_items(blocks, stoplist, with_divergence=divergence)
            labels = block_labels(blocks.text, page.gold)
            pages.append(LabelledPage(page.domain, page.is_site_told, page.gold, blocks, items, labels))
    return pages


def fit(pages: Sequence[LabelledPage], grown: Grow) -> DecisionTree:
    """A tree grown from all blocks of these pages."""
    return grown([item for page in pages for item in page.items], [label for page in pages for label in page.labels])


def folds_are_of(pages: Sequence[LabelledPage]) -> str:
    """What is never split over folds: a "site", or only a "page" if all are of one site or a page's site is unknown."""
    sites_are_apart = len({page.domain for page in pages}) > 1 and all(page.is_site_told for page in pages)
    return "site" if sites_are_apart else "page"


def folds(pages: Sequence[LabelledPage], grown: Grow) -> list[tuple[DecisionTree, Sequence[LabelledPage]]]:
    """For each fold, the tree trained on the other folds, and the fold's pages.

    The pages of a site are in one fold; if there is only one site, folds are of single pages. Raises DataError for
    fewer than two pages, and when the other folds have only one class.
    """
    if len(pages) < 2:
        raise DataError(f"expected two pages or more, to test a tree on pages it has not seen; found {len(pages)}")
    domains = sorted({page.domain for page in pages})
    number_of = {domain: number for number, domain in enumerate(domains)}
    fold_of = [(number_of[page.domain] if len(domains) > 1 else place) % FOLD_COUNT for place, page in enumerate(pages)]
    found: list[tuple[DecisionTree, Sequence[LabelledPage]]] = []
    for fold in sorted(set(fold_of)):
        inside = [page for page, its in zip(pages, fold_of, strict=True) if its == fold]
        outside = [page for page, its in zip(pages, fold_of, strict=True) if its != fold]
        try:
            found.append((fit(outside, grown), inside))
        except DataError as error:
            what = "sites" if len(domains) > 1 else "pages"
            raise DataError(f"too few {what} for ten folds: without a tenth of them, {error}") from None
    return found


def figures_of(runs: Sequence[tuple[DecisionTree, Sequence[LabelledPage]]]) -> Figures:
    """Figures over the pages of all runs, each page cleaned with its run's tree."""
    from cleanweb.evaluate.cleaneval import cleaneval_scores
    from cleanweb.linearize.cleaneval import CleanEval

    linearize = CleanEval()
    scores = []
    wrong: list[bool] = []
    for tree, pages in runs:
        for page in pages:
            text = linearize(page.blocks, tree_verdicts(tree, page.items)).text
            scores.append(cleaneval_scores(page.gold, as_compared(text)))
            wrong += _wrong(tree, page.items, page.labels)
    means = {measure: fmean(getattr(score, measure) for score in scores) for measure in MEASURES}
    return Figures(means, 100 * fmean(wrong))


def scattered_error_rate(pages: Sequence[LabelledPage], grown: Grow) -> float:
    """Wrong classes in per cent, in ten folds of blocks that ignore pages, as the paper's folds most likely do."""
    pairs = [pair for page in pages for pair in zip(page.items, page.labels, strict=True)]
    Random(SEED).shuffle(pairs)
    wrong: list[bool] = []
    for fold in range(min(FOLD_COUNT, len(pairs))):
        outside = [pair for number, pair in enumerate(pairs) if number % FOLD_COUNT != fold]
        tree = grown([item for item, _ in outside], [label for _, label in outside])
        wrong += _wrong(tree, *zip(*pairs[fold::FOLD_COUNT], strict=True))
    return 100 * fmean(wrong)


def _wrong(tree: DecisionTree, items: Sequence[Mapping[str, Any]], labels: Sequence[str]) -> list[bool]:
    return [tree.leaf(item).label != label for item, label in zip(items, labels, strict=True)]


def card(name: str, tree: DecisionTree, figures: Mapping[str, Figures], scattered: float, made: str) -> str:
    """The model card, in Markdown."""
    about = tree.about
    counts = [f"| {label} | {about['items'][label]:,} | {PAPER_COUNTS[label]:,} |" for label in LABELS]
    scores = [
        f"| {what} | {' | '.join(f'{found.scores[measure]:.1f}' for measure in MEASURES)} | {found.error_rate:.2f} |"
        for what, found in figures.items()
    ]
    paper = f"| paper, on the pages it was trained on | {' | '.join(f'{PAPER_SCORES[m]:.1f}' for m in MEASURES)} | |"
    return CARD.format(
        name=name,
        features=", ".join(sorted(tree.features())),
        leaf_count=tree.leaf_count(),
        made=made,
        data=about["data"],
        page_count=counted(about["pages"], "page"),
        counts="\n".join([*counts, f"| all | {sum(about['items'].values()):,} | {sum(PAPER_COUNTS.values()):,} |"]),
        scores="\n".join([*scores, paper]),
        scattered=scattered,
        limits=LIMITS.get(about["data"], OTHER_LIMITS),
        paper_error_rate=PAPER_ERROR_RATE,
    )


CARD = """# {name}

The decision tree of `ice-dt`: classes p (paragraph), h (heading), l (list item), n (not included); {leaf_count} leaves.
Features used: {features}.

- {made}
- Data: {data}, {page_count}. The file holds counts and thresholds, none of the pages' text.

## Blocks by class

| class | here | paper |
|---|---|---|
{counts}

## Figures

Means of the official CleanEval scores over the pages, and blocks whose class is wrong, in per cent.

| | text and markup | text only | combined | wrong blocks |
|---|---|---|---|---|
{scores}

With blocks of the same page in several folds, as most likely in the paper, {scattered:.2f} % of the classes are wrong
(paper: {paper_error_rate} %).

## Limits

{limits}
"""

# By data set. For other data than that of the shipped trees, no more is known than the card says.
LIMITS = {
    "cleaneval split=dev": """\
The data are a few English pages of 2006 and 2007, made of `<table>`, `<font>` and `<br>`. Labels come from alignment
with the gold text, so a block that the annotator cut in two has one class. For anything else, train your own tree or
use another system."""
}
OTHER_LIMITS = """\
Labels come from alignment with the gold text, so a block that the annotator cut in two has one class. The tree knows
pages like those named above; for others, train another."""
