"""A page as arrays of its blocks and elements, from which the features of the learned default are computed."""

from __future__ import annotations

from collections.abc import Sequence
from struct import pack
from typing import Any

import numpy as np
import numpy.typing as npt

from cleanweb.measures.characters import SPACE, UNSPACED, class_counts, class_table
from cleanweb.measures.site_name import shown_title
from cleanweb.measures.sums import ancestor_sums
from cleanweb.measures.title import Title, find_title
from cleanweb.measures.tokens import TokenWeights
from cleanweb.page import Blocks

Array = npt.NDArray[Any]

LEVELS = 4  # distinct ancestors looked at, from the smallest that holds more than the block; ours
_HEADING_LEVELS = {f"h{level}": level for level in range(1, 7)}


def block_words(texts: Sequence[str]) -> Array:
    """Words of each text, none of which is empty, as `word_counts` counts them: at least one."""
    return _words(class_counts(texts, class_table()).T)


def _words(classes: Array) -> Array:
    words: Array = classes[SPACE] + classes[UNSPACED] + (classes[UNSPACED] == 0)
    return words


def _array(values: Sequence[int], kind: type[Any] = np.int64) -> Array:
    """Integers as an array; packing them first takes half as long as leaving it to numpy."""
    return np.frombuffer(pack(f"{len(values)}q", *values), np.int64).astype(kind, copy=False)


def _numbered(values: Array) -> Array:
    """The values numbered from 0 on, equal ones alike; takes half as long as `np.unique`."""
    order = values.argsort()
    ordered = values[order]
    is_new = ordered[1:] != ordered[:-1]
    numbers = np.zeros(len(values), np.int64)
    numbers[order[1:]] = is_new.cumsum()
    return numbers


class PageMeasures:
    """Arrays of a page, most of them with one value per block.

    `parent`, `first`, `end`, `close` and `element_score` have one per element, `look_weights` one per look.
    `classes` has a row per class of characters and a column per block, counts as float32. Scores are log odds.
    """

    def __init__(self, blocks: Blocks, weights: TokenWeights, table: npt.NDArray[np.uint8]) -> None:
        elements = blocks.elements
        self.count = len(blocks)
        self.place = np.arange(self.count)
        counts = class_counts(blocks.text, table)
        self.classes = counts.T.astype(np.float32)
        self.chars = self.classes.sum(0) - self.classes[SPACE]
        self.words = _words(self.classes)
        total = np.maximum(counts.sum(1), 1).astype(np.float32)
        self.log_words = np.log1p(self.words)
        self.link_share = np.minimum(_array(blocks.link_chars, np.float32) / total, 1)
        self.bold_share = np.minimum(_array(blocks.bold_chars, np.float32) / total, 1)
        self.link_count = _array(blocks.link_count, np.float32)
        self.parent = _array(elements.parent)
        self.first = _array(elements.first)
        self.end = _array(elements.end)
        self.close = _array(elements.close)
        self.container = _array(blocks.container)
        self.inner = _array(blocks.inner)
        self.texts = blocks.text
        level_of, tags = _HEADING_LEVELS.get, elements.tag
        self.heading = _array([level_of(tags[row], 0) for row in blocks.container])
        self.title: Title = find_title(blocks, self.heading, self.link_share)
        self.shown_title = shown_title(blocks, self.title, self.heading, self.link_share)
        self._token_scores(blocks, weights)
        self._widening()

    def _token_scores(self, blocks: Blocks, weights: TokenWeights) -> None:
        """Scores of the blocks' containers by role, and the look of each block: one number for each signature."""
        elements = blocks.elements
        looks = elements.looks()
        self.look_weights = weights.weighed(looks.keys)
        own, above, *summed = self.look_weights.T.take(_array(looks.places, np.intp), 1)
        older, inline, signature, depth = (ancestor_sums(values, self.close) for values in (*summed, np.ones(len(own))))
        container, inner = self.container, self.inner
        around = self.parent[container]
        further = np.where(around >= 0, self.parent[around], -1)
        self.element_score = own
        self.own_score = own[container]
        self.parent_score = np.where(around >= 0, above[around], 0)
        self.older_score = np.where(further >= 0, older[further], 0)
        self.inline_score = inline[inner] - inline[container]
        self.score = self.own_score + self.parent_score + self.older_score + self.inline_score
        self.depth = depth[container] - 1
        self.alike = _numbered(signature[inner])

    def _widening(self) -> None:
        """`levels[k]` is the k-th distinct ancestor of each block; each spans more blocks than the one before."""
        first, end, parent = self.first, self.end, self.parent
        safe = np.maximum(parent, 0)
        same = (parent >= 0) & (first[safe] == first) & (end[safe] == end)
        top = np.where(same, parent, np.arange(len(parent)))  # the outermost wrapper of the same blocks
        while True:
            further = top[top]
            if (further == top).all():
                break
            top = further
        wider = np.where(parent[top] >= 0, parent[top], top)
        single = end - first <= 1
        level = np.where(single[self.container], wider[self.container], self.container)
        self.levels = [level]
        for _ in range(LEVELS - 1):
            level = wider[level]
            self.levels.append(level)
