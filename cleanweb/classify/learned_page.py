"""A page as the learned default judges it: chances, threshold, focus, and the words that explain them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from math import inf
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from cleanweb.classify.learned_decision import Decision, Shape, agreed, decide, shape_of
from cleanweb.classify.learned_stated import is_question_page
from cleanweb.classify.lines import has_price
from cleanweb.measures.features import feature_matrix
from cleanweb.measures.focus import focus_features
from cleanweb.measures.page_measures import PageMeasures
from cleanweb.models.boosted_trees import parts, sigmoid
from cleanweb.models.learned_file import DEFAULT, LearnedModel, load
from cleanweb.page import Blocks

Array = npt.NDArray[Any]

# A page with more words outside links is judged by trees that have seen pages as long as books. Ours: one gold page in
# thirty has so many; trees without such pages kept .00 to .15 of a book of 50,000 words, these keep .86 to 1.00.
# Shorter pages judged by these lose .003 on wcxb-dev and, in view, .01 on daniel.
LONG_PAGE_WORDS = 5_000
# No block counts for more in that sum: a mass of words in one is no book (`train/learned_foreign.py`). Ours.
MAX_BLOCK_WORDS = 1_000

# A page is read as one article above these log odds. Ours, by left-out models: -2 costs wcxb-dev .0012, -.5 costs
# daniel, in view, .0033.
MIN_ARTICLE_LOG_ODDS = -1.5

# If an article leaves out, after its text, more than this many times the words that it keeps, it is read as a page.
# Ours: of 3,111 gold pages, judged by left-out models, seven are such, and their mean word F1 rises from .21 to .66; 3
# costs daniel, in view, .004.
MAX_AFTER_SHARE = 5
# The same if this many short blocks have a price: a shop's list, whose introduction looks like an article. Ours: of
# gold pages with so much after the text, four have more than two prices; three gain .52 to .73 of word F1, the fourth
# .001. News without prices, in view, would lose .45 and more on 14 pages.
MAX_AFTER_SHARE_OF_SHOP = 2
MIN_PRICES = 5


@dataclass(frozen=True, slots=True)
class Judgement:
    """What the model says of each block of a page."""

    blocks: Blocks
    model: LearnedModel
    matrix: npt.NDArray[np.float32]
    look_weights: Array  # for each look of the page's elements, the weights of its names (`measures/tokens.py`)
    words: Array
    alike: Array  # the number of each block's look
    alone: npt.NDArray[np.float32]  # what the trees say of each block, before those of one look agree
    chances: npt.NDArray[np.float32]
    decision: Decision
    is_article: bool
    log_odds: float  # that the page is one article; infinite where the focus says so
    title_row: int  # of the page's title, -1 where the page does not show it
    # Of blocks that rules remove for a box around them, its element.
    boxes: Mapping[int, int] = field(default_factory=dict)

    def rules(self, focus: str = "") -> list[str]:
        """The rule that decided each block; rules that remove name the focus, or what is judged instead."""
        focus = focus or ("article" if self.is_article else "page")
        names = (f"below threshold ({focus})", f"after the text ({focus})", "kept")
        if self.decision.is_guarded:
            names = (*names[:2], "guard")
        keep = self.decision.keep
        is_sure = self.chances >= self.decision.threshold
        rules = [names[place] for place in np.where(keep, 2, is_sure).tolist()]
        title = self.title_row
        if title >= 0 and is_sure[title]:
            rules[title] = "kept"  # it needs no guard, and is never left out as after the article's text
        if self.decision.adds_title:
            rules[title] = "title"
        return rules


def judge(blocks: Blocks, model_path: Path | None, focus: str) -> Judgement:
    """Judge a page of at least one block. Raises DataError when the model cannot be read."""
    model = load(model_path or DEFAULT)
    blocks = _rooted(blocks)
    page = PageMeasures(blocks, model.weights, model.classes)
    if np.dot(np.minimum(page.words, MAX_BLOCK_WORDS), 1 - page.link_share) > LONG_PAGE_WORDS:
        model = model.of_long_pages
    if focus == "auto" and is_question_page(blocks):
        focus = "page"  # ours: of 24 gold pages, judged by left-out models, 6 are better (one by .75), 2 worse by .01
    is_article, log_odds = focus == "article", 0.0
    matrix = feature_matrix(page, is_article=is_article)
    shape, look_weights = shape_of(page), page.look_weights
    del page  # on a large page, a lot of memory while the trees are asked
    conventions = (False, True) if focus == "auto" else (is_article,)
    answers = convention_chances(model, matrix, conventions)
    if focus == "auto":
        seen = focus_features(matrix, [answers[False], answers[True]], shape.words)
        log_odds = float(model.focus.scores(seen)[0])
        is_article = log_odds > MIN_ARTICLE_LOG_ODDS
    chances, decision = _decided(shape, answers, is_article, log_odds)
    if focus == "auto" and is_article and _leaves_text_out(blocks, decision.after_share):
        is_article = False
        chances, decision = _decided(shape, answers, is_article, 0.0)
    matrix[-1] = is_article
    return Judgement(
        blocks=blocks,
        model=model,
        matrix=matrix,
        look_weights=look_weights,
        words=shape.words,
        alike=shape.alike,
        alone=answers[is_article],
        chances=chances,
        decision=decision,
        is_article=is_article,
        log_odds={"article": inf, "page": -inf}.get(focus, log_odds),
        title_row=shape.title_row,
    )


def _leaves_text_out(blocks: Blocks, after_share: float) -> bool:
    """Whether this share of words after an article's text shows that it is none; less is enough for a list of goods."""
    if after_share > MAX_AFTER_SHARE:
        return True
    return after_share > MAX_AFTER_SHARE_OF_SHOP and sum(map(has_price, blocks.text)) >= MIN_PRICES


def _decided(
    page: Shape, answers: Mapping[bool, npt.NDArray[np.float32]], is_article: bool, log_odds: float
) -> tuple[npt.NDArray[np.float32], Decision]:
    """Under one convention, the chances of the blocks once those of one look agree, and what is kept."""
    chances = agreed(page, answers[is_article])
    return chances, decide(page, chances, is_article, log_odds)


def convention_chances(
    model: LearnedModel, matrix: npt.NDArray[np.float32], conventions: Sequence[bool]
) -> dict[bool, npt.NDArray[np.float32]]:
    """The trees' chance for each block under each convention (whether the page is one article), one or both.

    For the second convention only the trees that ask for it are summed again: all other answers stay the same.
    """
    first, *others = conventions
    matrix[-1] = first
    found = {convention: np.empty(matrix.shape[1], np.float32) for convention in conventions}
    for some in parts(matrix.shape[1]):
        places = model.blocks.places(matrix[:, some])
        scores = model.blocks.sums(places)
        found[first][some] = sigmoid(scores)
        for other in others:
            asked, asking = model.asking_focus
            of_asking = places[asked]
            scores = scores - asking.sums(of_asking)
            scores = scores + asking.sums(of_asking ^ model.switched_by_focus)
            found[other][some] = sigmoid(scores)
    return found


def _rooted(blocks: Blocks) -> Blocks:
    """Blocks that all have a container; those of segmenters that read the source get a single one, without marks."""
    if min(blocks.container) >= 0:
        return blocks
    rooted = Blocks(head=blocks.head)
    root = rooted.append_element(-1, "html")
    for text in blocks.text:
        rooted.append(text, root)
    rooted.elements.end[root] = len(blocks)
    return rooted
