"""Threads of dated posts beside an article, whatever they are called: readers' comments, mostly, or other news.

The learned default keeps few comments beside an article, and knows them by their names. Where names say nothing, as in
a language that no training page has, posts look much like paragraphs, and there may be hundreds. But each has its date,
in a line that looks like those of the others.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from cleanweb.classify.learned_page import MIN_ARTICLE_LOG_ODDS, Judgement
from cleanweb.classify.lines import CLOCK
from cleanweb.measures.features import feature_names
from cleanweb.measures.sums import cumulative

# A clock time, or a date in digits; prices, scores and versions mostly do not match.
_DATED = re.compile(
    rf"""
      {CLOCK.pattern}
    | (?<!\d) (?: 0?[1-9] | [12]\d | 3[01] ) ([./-]) (?: 0?[1-9] | [12]\d | 3[01] ) \1 (?: (?: 19 | 20 )? \d\d ) (?!\d)
    | (?<!\d) (?: 19 | 20 ) \d\d ([./-]) (?: 0?[1-9] | 1[0-2] ) \2 (?: 0?[1-9] | [12]\d | 3[01] ) (?!\d)
    """,
    re.VERBOSE,
)
_LIKELY = re.compile(r"\d[:./-]\d")  # in all of these, and fast to find
_DIGITS_SHARE = feature_names().index("digits share")
# All ours. 15 gold pages gain word F1 and none loses: by left-out models wcxb-dev +.0012; in view, daniel +.0044. With
# a minimum of two or three posts, a page of cleaneval loses .08. Dates that name a month do not count: four forums,
# taken for articles, would lose their replies.
MIN_POSTS = 4
MAX_CHANCE = 0.7  # of what is kept of the thread, the mean by words; it must be below the article's, too
MAX_DATE_WORDS = 25  # of the line that holds the date
MIN_ARTICLE_WORDS = 30  # kept outside the thread, without the title
# If the page shows no title, a thread with more than this many times the words of all else is what the page is about: a
# home page with the latest posts, a board. Ours: threads on such gold pages have 1.5 times at most.
MAX_UNTITLED_SHARE = 12
# Programmes, tracks, results, verses and changes have dates too, but stand amid the text, or are little more than dated
# lines. Ours: of 3,500 such lists put into 250 gold pages 480 would go, with both rules 40; all threads of gold pages
# go.
MAX_DATED_SHARE = 0.5  # of the thread's kept words, in dated lines that are no links
MAX_LINK_DENSITY = 0.5


def threads_beside(page: Judgement, keep: Sequence[bool]) -> dict[int, str]:
    """The kept blocks in threads beside the article, with their rule; none on a page that is no article by its odds.

    An article by its odds that is read as a page for what stands after it (`learned_page.MAX_AFTER_SHARE`) may have
    such threads.
    """
    if page.log_odds <= MIN_ARTICLE_LOG_ODDS:
        return {}
    elements, container = page.blocks.elements, page.blocks.container
    threads = [(posts, elements.rows_around(container[posts[0]], last=posts[-1])) for posts in _dated_looks(page)]
    if not threads:
        return {}
    is_kept = np.array(keep)
    words = page.words * is_kept
    if page.title_row >= 0:
        words[page.title_row] = 0
    kept = Kept(words, cumulative(words), cumulative(words * page.chances))
    found = np.zeros(len(keep), np.bool_)
    for posts, place in threads:
        if _is_beside(page, keep, place) and _is_thread(page, kept, posts, place):
            found[place.start : place.stop] = True  # thousands of threads may be nested
    return dict.fromkeys((found & is_kept).nonzero()[0].tolist(), "thread")


def tickers(page: Judgement, keep: Sequence[bool]) -> dict[int, str]:
    """The kept links with a clock time, of one look, that are unlikely text, with their rule; on any page with text.

    Ours: in view, daniel gains .0022 of word F1 (4 pages of news of three sites), and no set loses.
    """
    others, texts, density = np.array(keep), page.blocks.text, page.blocks.link_density
    unlikely = (others & (page.chances < MAX_CHANCE)).nonzero()[0].tolist()
    links = (row for row in unlikely if ":" in texts[row] and density(row) >= MAX_LINK_DENSITY)
    found = [*chain.from_iterable(_by_look(page, (row for row in links if CLOCK.search(texts[row]))))]
    others[found] = False
    return dict.fromkeys(found, "ticker") if page.words @ others >= MIN_ARTICLE_WORDS else {}


def _is_beside(page: Judgement, keep: Sequence[bool], place: range) -> bool:
    """Whether these blocks do not hold the title, nor stand right between two kept blocks other than the title."""
    before, after = place.start - 1, place.stop
    is_amid = before >= 0 and keep[before] and before != page.title_row and after < len(keep) and keep[after]
    return page.title_row not in place and not is_amid


def _dated_looks(page: Judgement) -> Iterator[Sequence[int]]:
    """The dated blocks of each look that has enough of them."""
    texts = page.blocks.text
    is_short = (page.words <= MAX_DATE_WORDS) & (np.bincount(page.alike)[page.alike] >= MIN_POSTS)
    rows = (is_short & (page.matrix[_DIGITS_SHARE] > 0)).nonzero()[0].tolist()
    return _by_look(page, (row for row in rows if _LIKELY.search(texts[row]) and _DATED.search(texts[row])))


def _by_look(page: Judgement, rows: Iterable[int]) -> Iterator[Sequence[int]]:
    """These blocks by look, for each look that has enough of them."""
    looks: dict[int, list[int]] = defaultdict(list)
    for row in rows:
        looks[int(page.alike[row])].append(row)
    return (some for some in looks.values() if len(some) >= MIN_POSTS)


class Kept(NamedTuple):
    """The kept words of each block, 0 for the title; and before each block, their sum, and that of those expected to be
    text."""

    words: npt.NDArray[np.float64]
    before: npt.NDArray[np.float64]
    expected: npt.NDArray[np.float64]


def _is_thread(page: Judgement, kept: Kept, posts: Sequence[int], place: range) -> bool:
    """Whether the kept part of these blocks is less likely text than the article, which is everything else that is
    kept, and more than a list of dated lines."""
    words, expected = (float(sums[place.stop] - sums[place.start]) for sums in (kept.before, kept.expected))
    article_words, article_expected = kept.before[-1] - words, kept.expected[-1] - expected
    if not words or article_words < MIN_ARTICLE_WORDS:
        return False
    if page.title_row < 0 and words > MAX_UNTITLED_SHARE * article_words:
        return False
    dated = float(kept.words[[row for row in posts if page.blocks.link_density(row) < MAX_LINK_DENSITY]].sum())
    if dated >= MAX_DATED_SHARE * words:
        return False
    return bool(expected / words < min(MAX_CHANCE, article_expected / article_words))
