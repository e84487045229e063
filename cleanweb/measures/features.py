"""The features of a page's blocks by which the learned default decides: one row per feature, one column per block.

Everything is computed for the whole page at once: a sum over any element is two look-ups in a cumulative sum, a mean
over blocks of one look is two counts. Nothing here depends on a language: texts are compared with each other and with
the title that the head states, but no word counts by itself.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
import numpy.typing as npt

from cleanweb.measures.characters import DIGIT, FINAL, LOWER, MARK, PAUSE, UPPER
from cleanweb.measures.page_measures import LEVELS, PageMeasures
from cleanweb.measures.sums import cumulative, element_of_most
from cleanweb.measures.title import title_rows

Array = npt.NDArray[Any]

NO_HEADING_WORDS = 1000  # ours: added to the distance to the page's edge if there is no heading
WINDOWS = (7, 21)
MIN_SCORE = -4  # ours: log odds; worse names count no more against a container
BEST_CONTAINER_FLOOR = -0.5  # ours: log odds below which a block makes a container worse
MIN_PARAGRAPH_CHARS = 25  # Readability's own
MAX_PARAGRAPH_LINK_SHARE = 0.5  # ours
MAX_STRETCH_WORDS = 100  # ours, as the next two: one long block is no stretch, a menu entry costs, a sentence gains
STRETCH_LINK_COST = 1.5
STRETCH_BLOCK_COST = 8
_MEANS = ("words a block", "link density", "names", "full stops a word")
_SPANS = ("blocks", "words", "share of page words", "place in it", "own names")


def feature_names() -> list[str]:
    """The name of each row of `feature_matrix`, in order."""
    names = [
        "words", "characters a word", "capitals share", "digits share", "full stops", "full stops a word",
        "commas a word", "other signs a word", "link density", "links a word", "bold share", "depth", "heading level",
        "own names", "parent names", "ancestor names", "inline names", "names",
    ]  # fmt: skip # names in rows: one a line hides their order
    for where in ("before", "after"):
        names += [f"{what} of the block {where}" for what in ("words", "link density", "names")]
    names += [f"names of the block two {where}" for where in ("before", "after")]
    names += [f"{what} of the {window} blocks around" for window in WINDOWS for what in ("link density", "names")]
    for level in range(1, LEVELS + 1):
        names += [f"{what} of container {level}" for what in (*_MEANS, *_SPANS)]
    names += [f"{what} of blocks of the same look" for what in (*_MEANS, "number", "words", "spread")]
    names += [
        "page words", "page blocks", "page link density", "page names", "page sentence words", "place in the page",
        "words before", "words after", "earlier copies", "later copies", "in the best container",
        "words to the best container", "best container's share of words", "best container's share of blocks",
        "in the paragraphs' container", "words to the paragraphs' container", "paragraphs' container's share of words",
        "in the densest stretch", "words to the densest stretch", "densest stretch's share of words",
        "share of page words", "names above the page's mean", "after the first heading", "words since a heading",
        "words to the next heading", "title found", "likeness of the title", "words from the title",
        "words of the container shared with the title", "its share of page words", "levels to the title",
        "link density up to the title", "text up to the title", "article",
    ]  # fmt: skip # names in rows: one a line hides their order
    return names


FEATURE_COUNT = len(feature_names())


def feature_matrix(page: PageMeasures, *, is_article: bool) -> npt.NDArray[np.float32]:
    """Features of all blocks, shape (features, blocks); row names in `feature_names`.

    `is_article` is the gold standard's convention: the running text of one article, or all that the page is about.
    """
    matrix = np.empty((FEATURE_COUNT, page.count), np.float32)
    for row, values in zip(matrix, _rows(page, is_article), strict=True):
        row[:] = values
    return matrix


def _rows(page: PageMeasures, is_article: bool) -> Iterator[Array | float]:
    """One row at a time: all together, in float64, would take twice as much memory as the matrix."""
    sums = Sums(page)
    yield from _own_rows(page)
    yield from _neighbour_rows(page, sums)
    yield from _container_rows(page, sums)
    yield from sums.look_means()
    yield from _page_rows(page, sums)
    yield is_article


def _own_rows(page: PageMeasures) -> list[Array]:
    """What the block's own text, links and names say."""
    classes, words = page.classes, page.words
    return [
        page.log_words,
        page.chars / words,
        classes[UPPER] / (classes[UPPER] + classes[LOWER] + 1),
        classes[DIGIT] / (page.chars + 1),
        classes[FINAL],
        classes[FINAL] / words,
        classes[PAUSE] / words,
        classes[MARK] / words,
        page.link_share,
        page.link_count / words,
        page.bold_share,
        page.depth,
        page.heading,
        page.own_score,
        page.parent_score,
        page.older_score,
        page.inline_score,
        page.score,
    ]


def _neighbour_rows(page: PageMeasures, sums: Sums) -> list[Array]:
    """The blocks before and after, and windows around."""
    rows = []
    for offset in (-1, 1):
        rows += [_shifted(values, offset) for values in (page.log_words, page.link_share, page.score)]
    rows += [_shifted(page.score, offset) for offset in (-2, 2)]
    for window in WINDOWS:
        first = np.maximum(page.place - window // 2, 0)
        end = np.minimum(page.place + window // 2 + 1, page.count)
        rows += sums.means(first, end)[1:3]
    return rows


def _container_rows(page: PageMeasures, sums: Sums) -> Iterator[Array]:
    """What the containers around each block hold, level by level, and where in them the block lies."""
    for level in page.levels:
        first, end = page.first[level], page.end[level]
        inside = sums.words[end] - sums.words[first]
        size = end - first
        yield from sums.means(first, end)
        yield np.log1p(size)
        yield np.log1p(inside)
        yield inside / sums.words[-1]
        yield (page.place - first) / size
        yield page.element_score[level]


def _page_rows(page: PageMeasures, sums: Sums) -> list[Array | float]:
    """The page as a whole, and the block's place in it."""
    total, before = sums.words[-1], sums.words[:-1]
    names = float(sums.names[-1] / total)
    return [
        np.log1p(total),
        np.log1p(page.count),
        sums.links[-1] / sums.chars[-1],
        names,
        np.log1p(sums.sentence_words[-1]),
        page.place / page.count,
        np.log1p(before),
        np.log1p(total - before - page.words),
        *_copies(page),
        *_best_container(page, sums, before),
        *_paragraph_container(page, sums, before),
        *_densest_stretch(page, sums, before),
        page.words / total,
        page.score - names,
        *_headings(page, before),
        *title_rows(page, sums, before),
    ]


class Sums:
    """Cumulative sums over the page's blocks, and the means of spans of blocks that they give."""

    def __init__(self, page: PageMeasures) -> None:
        self.page = page
        self.words = cumulative(page.words)
        self.chars = cumulative(page.chars + 1)
        self.links = cumulative(page.link_share * (page.chars + 1))
        self.names = cumulative(page.score * page.words)
        self.final = cumulative(page.classes[FINAL])
        self.sentence_words = cumulative(np.where(page.classes[FINAL] > 0, page.words, 0))

    def means(self, first: Array, end: Array) -> list[Array]:
        """_MEANS of the blocks from `first` to `end` (arrays of places)."""
        words = self.words[end] - self.words[first]
        links = (self.links[end] - self.links[first]) / (self.chars[end] - self.chars[first])
        names = (self.names[end] - self.names[first]) / words
        return [np.log1p(words / (end - first)), links, names, (self.final[end] - self.final[first]) / words]

    def look_means(self) -> list[Array]:
        """_MEANS of all blocks of each block's look, how many they are, their words, and how far they spread."""
        page = self.page
        where = page.alike
        counts = np.bincount(where)
        words = np.bincount(where, page.words)
        chars = np.bincount(where, page.chars + 1)
        links = np.bincount(where, page.link_share * (page.chars + 1)) / chars
        names = np.bincount(where, page.score * page.words) / words
        final = np.bincount(where, page.classes[FINAL]) / words
        last = np.zeros(len(counts), np.int64)
        last[where] = page.place  # the last assignment stays
        first = np.zeros(len(counts), np.int64)
        first[where[::-1]] = page.place[::-1]
        spread = (last - first + 1) / counts
        table = np.array([np.log1p(words / counts), links, names, final, np.log1p(counts), np.log1p(words), spread])
        return list(table[:, where])


def _shifted(values: Array, offset: int) -> Array:
    """The values of the block `offset` places on; -1 beyond the page's ends."""
    shifted = np.full(len(values), -1, np.float32)
    if offset > 0:
        shifted[:-offset] = values[offset:]
    else:
        shifted[-offset:] = values[:offset]
    return shifted


def _copies(page: PageMeasures) -> list[Array]:
    """Whether the same text came earlier on the page, and whether it comes later."""
    earlier = np.zeros(page.count, np.float32)
    later = np.zeros(page.count, np.float32)
    seen: dict[str, int] = {}
    for place, text in enumerate(page.texts):
        last = seen.get(text)
        if last is not None:
            earlier[place] = 1
            later[last] = 1
        seen[text] = place
    return [earlier, later]


def _best_container(page: PageMeasures, sums: Sums, before: Array) -> list[Array | float]:
    """The element whose names and words promise most: is a block in it, words to it, its shares of words and blocks."""
    promise = (np.maximum(page.score, MIN_SCORE) - BEST_CONTAINER_FLOOR) * page.words * (1 - page.link_share)
    best = element_of_most(promise, page.first, page.end)
    first, end = int(page.first[best]), int(page.end[best])
    return [*_span_rows(page, sums, before, first, end), (end - first) / page.count]


def _span_rows(page: PageMeasures, sums: Sums, before: Array, first: int, end: int) -> list[Array | float]:
    """Whether each block lies in the span of blocks, the words from it to the span (signed log), the span's words."""
    inside = (page.place >= first) & (page.place < end)
    distance = np.where(page.place < first, before - sums.words[first], before - sums.words[end])
    signed_log = np.sign(distance) * np.log1p(np.abs(distance))
    share = (sums.words[end] - sums.words[first]) / sums.words[-1]
    return [inside, np.where(inside, 0, signed_log), share]


def _paragraph_container(page: PageMeasures, sums: Sums, before: Array) -> list[Array | float]:
    """The element that directly holds most paragraphs (rows as in `_span_rows`); length and commas count, links cost.

    The idea is that of Arc90's Readability (2009); the measure of a paragraph follows its published description.
    """
    worth = 1 + page.classes[PAUSE] + np.minimum(page.chars / 100, 3)
    worth = np.where((page.chars >= MIN_PARAGRAPH_CHARS) & (page.link_share < MAX_PARAGRAPH_LINK_SHARE), worth, 0)
    count = len(page.parent)
    total = np.bincount(page.levels[0], worth, count) + np.bincount(page.levels[1], worth / 2, count)
    links = (sums.links[page.end] - sums.links[page.first]) / (sums.chars[page.end] - sums.chars[page.first] + 1)
    best = int((total * (1 - links)).argmax())
    return _span_rows(page, sums, before, int(page.first[best]), int(page.end[best]))


def _densest_stretch(page: PageMeasures, sums: Sums, before: Array) -> list[Array | float]:
    """The run of blocks with most words, less a constant for each block and less links (rows as in `_span_rows`).

    The idea is body text extraction (Finn, Kushmerick and Smyth, 2001), with blocks for tags.
    """
    gain = np.minimum(page.words, MAX_STRETCH_WORDS) * (1 - STRETCH_LINK_COST * page.link_share) - STRETCH_BLOCK_COST
    sums_of_gain = cumulative(gain)
    lowest = np.minimum.accumulate(sums_of_gain)
    last = int((sums_of_gain[1:] - lowest[:-1]).argmax(0))
    first = int(sums_of_gain[: last + 1].argmin(0))
    return _span_rows(page, sums, before, first, last + 1)


def _headings(page: PageMeasures, before: Array) -> list[Array]:
    """Whether an h1 came before; the words since the last heading of any level and to the next one (log)."""
    last = np.maximum.accumulate(np.where(page.heading > 0, page.place, -1))
    following = np.minimum.accumulate(np.where(page.heading > 0, page.place, page.count)[::-1])[::-1]
    after_first = np.maximum.accumulate(page.heading == 1)
    since = np.where(last >= 0, before - before[last], before + NO_HEADING_WORDS)
    until = np.where(
        following < page.count,
        before[np.minimum(following, page.count - 1)] - before,
        NO_HEADING_WORDS + before[-1] - before,
    )
    return [after_first, np.log1p(since), np.log1p(until)]
