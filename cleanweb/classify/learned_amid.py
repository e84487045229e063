"""Texts that the model removed beside or amid the text they belong to: a paragraph before the box of the others, one
between two of its look, one loose beside paragraphs, a quotation."""

from __future__ import annotations

from bisect import bisect_right
from collections import defaultdict
from collections.abc import Iterator, Sequence
from itertools import accumulate
from operator import mul

from cleanweb.classify.units import BY_MODEL, MAX_LINK_DENSITY
from cleanweb.page import Blocks

# For a text in several boxes. Ours: newspaper4k-articles gains .0002 of word F1 by left-out models; of 258 other pages
# of news eight gain their lead.
MIN_TEXT_SHARE = 0.6
MIN_PART_SCORE = 0.4
MIN_PART_WORDS = 15
MAX_PART_LINK_DENSITY = 0.3
# For a text amid others, right between two of its look or loose beside paragraphs. Ours, found on unseen pages of news;
# in view, all gold sets have as much word F1 or up to .0002 more.
MIN_AMID_SCORE = 0.25
MIN_AMID_WORDS = 8
MIN_LOOSE_WORDS = 12
MIN_PARAGRAPHS_SHARE = 0.5  # of the words kept


def earlier_parts(
    blocks: Blocks, keep: Sequence[bool], rule: Sequence[str], words: Sequence[float], score: Sequence[float]
) -> list[int]:
    """The removed paragraphs before the element that holds most of the text, in elements that look like it.

    Sites put an advertisement or a picture between the first paragraph and the others, each in a box of the same name.
    """
    likely = _likely(keep, rule, words, score, min_score=MIN_PART_SCORE, min_words=MIN_PART_WORDS)
    rows = [row for row in likely if blocks.link_density(row) < MAX_PART_LINK_DENSITY]
    if not rows or True not in keep:
        return []
    elements, places = blocks.elements, blocks.elements.looks().places
    before = [*accumulate(map(mul, words, keep), initial=0.0)]
    middle = bisect_right(before, before[-1] / 2) - 1  # it lies in all elements that hold more than half
    starts = {
        places[element]: elements.first[element]
        for element in elements.ancestors(blocks.container[middle])
        if before[elements.end[element]] - before[elements.first[element]] >= MIN_TEXT_SHARE * before[-1]
        and elements.attributes[element].get("class")
    }
    around = elements.around(blocks.container[row] for row in rows)
    like_it = (element for element in around if elements.end[element] <= starts.get(places[element], -1))
    return sorted(set(rows).intersection(elements.rows_of(like_it)))


def texts_amid(
    blocks: Blocks, keep: Sequence[bool], rule: Sequence[str], words: Sequence[float], score: Sequence[float]
) -> dict[int, str]:
    """The texts that the model removed amid others, with their rules: directly between two kept blocks, all three in
    siblings of one look (`between`), loose in the element whose paragraphs are most of the text (`loose`), or in a
    quotation between kept blocks (`quoted`)."""
    likely = _likely(keep, rule, words, score, min_score=MIN_AMID_SCORE, min_words=MIN_AMID_WORDS)
    rows = [row for row in likely if blocks.link_density(row) < MAX_LINK_DENSITY]
    if not rows or min(blocks.container) < 0:  # of a segmenter that reads the source
        return {}
    elements, container = blocks.elements, blocks.container
    held: dict[int, float] = defaultdict(float)  # by element: the kept words in blocks right in it
    for row, is_kept in enumerate(keep):
        if is_kept:
            held[elements.parent[container[row]]] += words[row]
    most = MIN_PARAGRAPHS_SHARE * sum(held.values())
    found = {row: "loose" for row in rows if words[row] >= MIN_LOOSE_WORDS and 0 < most <= held[container[row]]}
    found |= {row: "between" for row in rows if _is_between(blocks, keep, row)}
    return found | dict.fromkeys(_quotations(blocks, keep, rule, words, score), "quoted")


def _likely(
    keep: Sequence[bool],
    rule: Sequence[str],
    words: Sequence[float],
    score: Sequence[float],
    *,
    min_score: float,
    min_words: float,
) -> Iterator[int]:
    """The blocks that the model removed, but that have at least this score and number of words."""
    for row, (is_kept, chance) in enumerate(zip(keep, score, strict=True)):
        if not is_kept and chance >= min_score and words[row] >= min_words and rule[row].startswith(BY_MODEL):
            yield row


def _is_between(blocks: Blocks, keep: Sequence[bool], row: int) -> bool:
    """Whether the blocks right before and after are kept, and all three are in siblings of one look."""
    if row == 0 or row + 1 == len(keep) or not (keep[row - 1] and keep[row + 1]):
        return False
    elements = blocks.elements
    look_of = elements.looks().places
    around = blocks.container[row - 1 : row + 2]
    return len({(look_of[element], elements.parent[element]) for element in around}) == 1


def _quotations(
    blocks: Blocks, keep: Sequence[bool], rule: Sequence[str], words: Sequence[float], score: Sequence[float]
) -> Iterator[int]:
    """The blocks of quotations that the model removed whole between kept blocks; none with links, as embedded posts of
    social networks have, nor unlikely ones, as those that repeat a sentence of the text in large letters.

    Ours: six of 4,400 gold pages, by left-out models, and three of 238 pages of news get one; read, all are of the text
    (on gold texts 3 pages up, 1 down).
    """
    elements = blocks.elements
    for quotation in elements.outermost({"blockquote"}):
        first, end = elements.first[quotation], elements.end[quotation]
        if not (0 < first < end < len(keep) and keep[first - 1] and keep[end]):
            continue
        rows = range(first, end)
        if any(keep[row] or blocks.link_count[row] or not rule[row].startswith(BY_MODEL) for row in rows):
            continue
        count = sum(words[first:end])
        if count >= MIN_PART_WORDS and sum(map(mul, words[first:end], score[first:end])) >= MIN_PART_SCORE * count:
            yield from rows
