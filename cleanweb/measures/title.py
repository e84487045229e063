"""Where a page shows its title, and where its blocks are relative to it.

What a page is about is near its title: in a container that both share, after it, with no links between. Ours: on two
left-out folds of five this is worth .002 (wcxb-dev) to .007 (newspaper4k-articles) of word F1.
"""

from __future__ import annotations

from collections.abc import Sequence, Set
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
import numpy.typing as npt

from cleanweb.measures.letters import folded, words
from cleanweb.measures.sums import cumulative
from cleanweb.page import Blocks, HeadRecord

if TYPE_CHECKING:
    from cleanweb.measures.features import Sums
    from cleanweb.measures.page_measures import PageMeasures

Array = npt.NDArray[Any]

_META = frozenset({"og:title", "twitter:title", "title", "headline"})

# All ours, not tuned. A title often has the site's name around the heading's words, a heading seldom has more words.
MIN_CHARS = 4
MIN_BYTES = 6  # for fewer characters, in UTF-8: two ideographs are a title
MAX_MORE_CHARS = 60
MAX_STATED = 100  # titles that are compared with every heading
MIN_LIKENESS = 0.25
HEADING_BONUS = 0.5  # for any heading, over a teaser or a breadcrumb of the same words
FIRST_HEADING_BONUS = 0.25  # in addition, for an h1
LINK_COST = 0.5  # of a block that is all link
MIN_SHARED_WORDS = 0.6  # the Dice coefficient of a heading that words the stated title differently
MIN_SHOWN_LIKENESS = 0.6  # with bonus and cost: any heading that is no link, or most of the title's words

# These too.
MAX_LINK_SHARE = 0.5  # of a block that counts as text on the way from the title
MAX_BLOCK_WORDS = 100  # so that one long block does not count as a long way
BLOCK_COST = 8  # in words, so that many short blocks do not count as text

# How a title was found: not at all, as the first h1, by the words that the head states.
NOT_FOUND, BY_PLACE, BY_WORDS = 0, 1, 2


class Title(NamedTuple):
    """The block that is the page's title: how it was found, and how sure that is."""

    row: int
    found: int
    likeness: float

    @property
    def is_sure(self) -> bool:
        """Whether the block surely shows the title."""
        return self.found == BY_WORDS and self.likeness >= MIN_SHOWN_LIKENESS


def stated_titles(head: Sequence[HeadRecord]) -> list[str]:
    """The titles that the head states, in any of its ways, folded for comparison."""
    stated = []
    for tag, attributes, text in head:
        if tag == "title":
            stated.append(folded(text))
        elif tag == "meta" and (attributes.get("property") or attributes.get("name") or "").lower() in _META:
            stated.append(folded(attributes.get("content") or ""))
    return [title for title in dict.fromkeys(stated) if is_long_enough(title)][:MAX_STATED]


def find_title(blocks: Blocks, heading: Array, link_share: Array) -> Title:
    """The block most like a stated title, a heading if possible; `heading` is each block's level, 0 where none."""
    stated = stated_titles(blocks.head)
    headings: list[int] = heading.nonzero()[0].tolist()
    row, worth = most_like(blocks, stated, heading, link_share, range(len(blocks)))
    if row < 0:
        row, worth = _reworded(blocks, stated, [row for row in headings if link_share[row] < MAX_LINK_SHARE])
    if row >= 0:
        return Title(row, BY_WORDS, worth)
    first_headings = [row for row in headings if heading[row] == 1]
    if first_headings:
        return Title(first_headings[0], BY_PLACE, 0)
    return Title(-1, NOT_FOUND, 0)


def most_like(
    blocks: Blocks, stated: Sequence[str], heading: Array, link_share: Array, rows: range
) -> tuple[int, float]:
    """The row of these that is most like one of the titles, and its likeness with bonus and cost; -1 if none is."""
    best, best_row = 0.0, -1
    for are_headings in (True, False):
        if best >= 1:
            break  # no block without a heading's bonus can be more likely
        chosen = ((heading[rows.start : rows.stop] > 0) == are_headings).nonzero()[0] + rows.start
        for row, likeness in _likely(blocks, chosen.tolist(), stated):
            bonus = HEADING_BONUS * are_headings + FIRST_HEADING_BONUS * (heading[row] == 1)
            worth = float(likeness + bonus - LINK_COST * float(link_share[row]))  # not of numpy: the title's likeness
            if best_row < 0 or worth > best:
                best, best_row = worth, row
    return best_row, best


def _likely(blocks: Blocks, rows: Sequence[int], stated: Sequence[str]) -> list[tuple[int, float]]:
    """The rows whose text is like a stated title, with the likeness, MIN_LIKENESS to 1."""
    if not stated:
        return []
    lengths = [len(title) for title in stated]
    shortest, longest = min(lengths), max(lengths) + MAX_MORE_CHARS
    # Folding may lengthen text beyond ASCII; other texts that are shorter than this are like no title.
    least = max(MIN_CHARS, MIN_LIKENESS * shortest)
    together = "\n".join(title for title in stated if MIN_LIKENESS * len(title) <= shortest)  # others are too long
    likely = []
    for row in rows:
        text = blocks.text[row]
        if least <= len(text) <= longest or (len(text) < least and not text.isascii() and is_long_enough(text)):
            own = folded(text)
            # A text shorter than all of them can only be a part of one, and is looked for in all at once.
            if len(own) >= shortest or (len(own) >= MIN_LIKENESS * shortest and own in together):
                likeness = _likeness(own, stated)
                if likeness >= MIN_LIKENESS and blocks.mark(row) != "option":
                    likely.append((row, likeness))
    return likely


def _likeness(text: str, stated: Sequence[str]) -> float:
    """The length of the shorter text over that of the longer, if it is a part of it: 0 or MIN_LIKENESS to 1.

    Texts of which one is much longer are not searched: a title may be as long as the page, and its headings are many.
    """
    likeness = 0.0
    for title in stated:
        part, whole = (text, title) if len(text) < len(title) else (title, text)
        share = len(part) / len(whole)
        if share >= MIN_LIKENESS and share > likeness and part in whole:
            likeness = share
    return likeness


def _reworded(blocks: Blocks, stated: Sequence[str], headings: Sequence[int]) -> tuple[int, float]:
    """The heading that shares most words with a stated title, and their Dice coefficient; -1 where none has enough."""
    best, best_row = 0.0, -1
    titles = title_words(stated)
    for row in headings if titles else ():
        likeness = shared_words(folded(blocks.text[row]), titles)
        if likeness >= MIN_SHARED_WORDS and likeness > best:
            best, best_row = likeness, row
    return best_row, best


def is_long_enough(text: str) -> bool:
    """Whether a text has enough characters to identify a title."""
    return len(text) >= MIN_CHARS or len(text.encode("utf-8", "surrogatepass")) >= MIN_BYTES


def title_words(stated: Sequence[str]) -> list[set[str]]:
    """The words of each title as `stated_titles` has them."""
    return [set(words(title)) for title in stated]


def shared_words(text: str, titles: Sequence[Set[str]]) -> float:
    """The highest Dice coefficient, 0 to 1, of the words of a folded text and those of a title.

    That is twice the number of words that both share over the sum of their numbers of words.
    """
    own = set(words(text))
    return max((2 * len(own & title) / max(len(own) + len(title), 1) for title in titles), default=0.0)


def title_rows(page: PageMeasures, sums: Sums, before: Array) -> list[Array | float]:
    """Where each block is relative to the page's title: how far, in what container that holds both, past what.

    Rows "title found" to "text up to the title" of `feature_matrix`; `before` are the words before each block.
    """
    row, found, likeness = page.title
    total = sums.words[-1]
    if not found:
        return [0.0, 0.0, 0.0, np.log1p(total), 1.0, -1.0, 0.0, 0.0]
    firsts, ends = spans_around(row, page.container, page.parent, page.first, page.end)
    levels = shared_levels(page.place, firsts, ends)
    shared = (sums.words[ends] - sums.words[firsts])[levels]
    distance = before - before[row]
    start, stop = np.minimum(page.place, row), np.maximum(page.place, row) + 1
    links = (sums.links[stop] - sums.links[start]) / (sums.chars[stop] - sums.chars[start])
    unlinked = np.where(page.link_share < MAX_LINK_SHARE, np.minimum(page.words, MAX_BLOCK_WORDS), 0)
    text = cumulative(unlinked - BLOCK_COST)
    return [
        float(found),
        likeness,
        np.sign(distance) * np.log1p(np.abs(distance)),
        np.log1p(shared),
        shared / total,
        levels,
        links,
        (text[stop] - text[start]) / np.sqrt(stop - start),
    ]


def spans_around(row: int, container: Array, parent: Array, first: Array, end: Array) -> tuple[Array, Array]:
    """The distinct spans of the containers around a block, the smallest first, the whole page last."""
    spans: list[tuple[int, int]] = []
    element = int(container[row])
    while element >= 0:
        span = (int(first[element]), int(end[element]))
        if not spans or spans[-1] != span:
            spans.append(span)
        element = int(parent[element])
    page = (0, len(container))
    if spans[-1] != page:
        spans.append(page)
    table = np.array(spans)
    return table[:, 0], table[:, 1]


def shared_levels(place: Array, firsts: Array, ends: Array) -> Array:
    """For each place the number of the smallest of these nested spans that holds it."""
    by_first = (-firsts).searchsorted(-place)
    by_end = ends.searchsorted(place, side="right")
    levels: Array = np.maximum(by_first, by_end)
    return levels
