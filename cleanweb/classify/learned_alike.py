"""What looks like the text of a page that is no plain article: the replies of a forum, the sections of a guide.

The trees recognize comments by their names, so where they take a page for an article, they take replies for comments.
But a forum's replies look like its first post, and comments seldom look like the article above them.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from cleanweb.classify.learned_page import Judgement
from cleanweb.page import Blocks
from cleanweb.segment.tags import WHOLE_TAGS

# All ours, by left-out models: they take wcxb-dev from .8729 to .8765 of word F1 (44 pages up, 12 down). On surer
# articles, sentences that look like the text are notes and teasers as often as not.
MAX_LOG_ODDS = 1
MOST_LOOKS = 2  # asked: those with the most kept text
MIN_SHARE = 0.2  # of all kept text, by expected words, that has the look
MIN_PARTS = 4  # of the look
MIN_PART_WORDS = 10  # on average, in the parts without kept text
MIN_CHANCE = 0.1  # the mean chance of these parts, by words
MIN_BLOCK_CHANCE = 0.05  # less likely blocks are left alone: most of a page's menus

Rows = npt.NDArray[np.intp]


def like_text(page: Judgement, keep: Sequence[bool]) -> list[int]:
    """The removed blocks in parts of the page that look like the parts with its text."""
    if page.log_odds > MAX_LOG_ODDS:
        return []
    is_kept = np.array(keep)
    if page.words[~is_kept & (page.chances >= MIN_CHANCE)].sum() < MIN_PART_WORDS:
        return []  # as on most pages
    expected = page.words * page.chances * is_kept
    looks, parts = _looks(page.blocks, (is_kept | (page.chances >= MIN_BLOCK_CHANCE)).nonzero()[0])
    amounts = np.bincount(looks + 1, expected)[1:]  # without blocks that have no look
    most = (-amounts).argsort(kind="stable")[:MOST_LOOKS]
    found: list[int] = []
    for look in most[amounts[most] > MIN_SHARE * expected.sum()].tolist():
        rows = (looks == look).nonzero()[0]
        mine, with_text = parts[rows].tolist(), {*parts[rows[is_kept[rows]]].tolist()}
        bare = rows[[part not in with_text for part in mine]]
        if len(set(mine)) >= MIN_PARTS and _is_likely(page, bare, parts):
            found += bare.tolist()
    return found


def _is_likely(page: Judgement, rows: Rows, parts: Rows) -> bool:
    """Whether these blocks have enough words per part, and are likely enough to be text."""
    words, count = page.words[rows], len({*parts[rows].tolist()})
    return bool(
        count and words.sum() >= MIN_PART_WORDS * count and words @ page.chances[rows] >= MIN_CHANCE * words.sum()
    )


def _looks(blocks: Blocks, rows: Rows) -> tuple[Rows, Rows]:
    """The number of each block's look, and its part: the nearest element around it that has a class.

    The look is that class with the tags from there down. Both are -1 if no element has a class, and outside `rows`.
    """
    elements, known = blocks.elements, {-1: (-1, -1)}
    numbers: dict[tuple[int | str, str], int] = {}
    containers = [blocks.container[row] for row in rows.tolist()]
    for container in containers:
        for element in elements.unknown(container, known):
            tag, (look, part) = elements.tag[element], known[elements.parent[element]]
            if tag in WHOLE_TAGS:  # their classes tell the page's look, not a part's
                known[element] = -1, -1
            elif name := (elements.attributes[element].get("class") or "").strip():
                known[element] = numbers.setdefault((name, tag), len(numbers)), element
            else:
                known[element] = numbers.setdefault((look, tag), len(numbers)) if part >= 0 else -1, part
    looks, parts = np.full((2, len(blocks)), -1)
    looks[rows], parts[rows] = zip(*[known[container] for container in containers], strict=True)
    return looks, parts
