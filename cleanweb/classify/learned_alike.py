"""What looks like the text of a page that is no plain article: the replies of a forum, the sections of a guide.

The trees know a comment by its names, and so take replies for comments where they take the page for an article. But
the replies of a forum look as its first post does, and comments seldom look like the article above them.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from heapq import nlargest

import numpy as np

from cleanweb.classify.learned_page import Judgement
from cleanweb.page import Blocks, Elements

# All ours, on left-out sites. Together: wcxb-dev +.0032 of word F1 (43 pages up, 13 down), readability +.0021, 3 up,
# debian-docs +.0012, 11 up, newspaper4k-articles +.0003; in view, cleaneval +.0003 (2 up), daniel as before. With one
# look instead of two wcxb-dev has .0026; MIN_PARTS of 3 to 6, MIN_CHANCE of .1 to .15 and MIN_PART_WORDS of 10 to 15
# are within .0007 of that. Of surer articles the sentences that look like the text are notes and teasers, as often as
# not: to log odds of 2, newspaper4k-articles has .0004 less.
MAX_LOG_ODDS = 1
MOST_LOOKS = 2  # of those with the most text that is kept, each with
MIN_SHARE = 0.2  # of all that is kept; both by the words expected
MIN_PARTS = 4
MIN_PART_WORDS = 10  # that a part without kept text has on average, and
MIN_CHANCE = 0.15  # the mean chance by words of these

_WHOLE = frozenset({"html", "body"})  # their classes tell the page's look, not a part's

# Of each look the parts of the page that have it, and of each of them, by its element, its blocks of that look.
Parts = dict[int, list[int]]


def like_text(page: Judgement, keep: Sequence[bool]) -> dict[int, str]:
    """The removed blocks in parts of the page that look like those where its text is, and their rule."""
    if page.log_odds > MAX_LOG_ODDS or not any(keep):
        return {}
    expected: list[float] = (page.words * page.chances).tolist()
    kept = [amount if is_kept else 0 for amount, is_kept in zip(expected, keep, strict=True)]
    total = sum(kept)
    amounts = ((sum(kept[row] for rows in parts.values() for row in rows), parts) for parts in _looks(page.blocks))
    most = nlargest(MOST_LOOKS, amounts, key=lambda look: look[0])
    found: dict[int, str] = {}
    for amount, parts in most:
        if amount >= MIN_SHARE * total and len(parts) >= MIN_PARTS:
            bare = [rows for rows in parts.values() if not any(keep[row] for row in rows)]
            found |= dict.fromkeys(_likely(page, bare), "alike")
    return found


def _likely(page: Judgement, parts: Sequence[Sequence[int]]) -> list[int]:
    """The blocks of these parts, if they have some words, and are not too unlikely to be text; none otherwise."""
    rows = [row for part in parts for row in part]
    words = float(page.words[rows].sum())
    is_likely = words > 0 and np.dot(page.words[rows], page.chances[rows]) >= MIN_CHANCE * words
    return rows if is_likely and words >= MIN_PART_WORDS * len(parts) else []


def _looks(blocks: Blocks) -> Iterator[Parts]:
    """The parts of the page by their look: the class of the nearest element that has one, and the tags below it."""
    of_element = _element_looks(blocks.elements)
    looks: dict[int, Parts] = defaultdict(lambda: defaultdict(list))
    for row, container in enumerate(blocks.container):
        look, part = of_element[container]
        if part >= 0:
            looks[look][part].append(row)
    return iter(looks.values())


def _element_looks(elements: Elements) -> list[tuple[int, int]]:
    """For each element the number of its look, and the nearest element with a class; (-1, -1) where none has one."""
    numbers: dict[tuple[int | str, str], int] = {}
    found: list[tuple[int, int]] = []
    for element, (tag, parent, attributes) in enumerate(
        zip(elements.tag, elements.parent, elements.attributes, strict=True)
    ):
        name = (attributes.get("class") or "").strip() if attributes and tag not in _WHOLE else ""
        if name:
            found.append((numbers.setdefault((name, tag), len(numbers)), element))
            continue
        look, part = found[parent] if parent >= 0 else (-1, -1)
        if part >= 0:
            look = numbers.setdefault((look, tag), len(numbers))
        found.append((look, part))
    return found
