"""Changed copies of training pages, so that the default also learns from pages whose elements have no telling names.

Bare pages (a few paragraphs under the body, as on the early web or in print views) are rare in today's gold sets;
cropped and stripped copies of rich pages stand in for them.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from itertools import accumulate
from typing import Any

from cleanweb.page import BLOCK_COLUMNS, NO_ATTRIBUTES, Blocks, Elements
from cleanweb.segment.tags import HEADING_TAGS

# Minimum share of a page's kept content that the container of a cropped copy holds (ours).
MIN_KEPT_SHARE = 0.9

BODY = 1  # the row of the body; html is row 0


def as_layout_tables(blocks: Blocks) -> Blocks:
    """The page as the early web would have laid it out: nested tables as containers, bold lines as headings."""
    bare = blocks.without_names()
    elements = bare.elements
    elements.tag = [
        ("table", "td")[depth % 2] if tag in _CONTAINERS else _OLD_TAGS.get(tag, tag)
        for tag, depth in zip(elements.tag, _depths(elements.parent), strict=True)
    ]
    bare.bold_chars = [
        len(text) if blocks.elements.tag[container] in HEADING_TAGS else bold
        for text, container, bold in zip(bare.text, bare.container, bare.bold_chars, strict=True)
    ]
    return bare


_CONTAINERS = frozenset({"div", "section", "article", "main", "header", "footer", "nav", "aside", "figure"})
_OLD_TAGS = dict.fromkeys(HEADING_TAGS, "p") | {"strong": "b", "em": "i", "span": "font", "button": "font"}


def _depths(parents: Sequence[int]) -> list[int]:
    depths: list[int] = []
    for parent in parents:
        depths.append(depths[parent] + 1 if parent >= 0 else 0)
    return depths


def content_element(blocks: Blocks, kept: Sequence[float]) -> int:
    """The smallest (of equals the last) element with MIN_KEPT_SHARE of `kept`, a weight per block; -1 if all are 0."""
    total = sum(kept)
    if not total:
        return -1
    sums = [*accumulate(kept, initial=0.0)]
    elements = blocks.elements
    holding = [
        row
        for row, (first, end) in enumerate(zip(elements.first, elements.end, strict=True))
        if sums[end] - sums[first] >= MIN_KEPT_SHARE * total
    ]
    return max(holding, key=lambda row: (elements.first[row] - elements.end[row], row), default=-1)


def lifted(elements: Elements, element: int, levels: int) -> int:
    """The ancestor this many levels up, but never the body or above."""
    for _ in range(levels):
        if elements.parent[element] > BODY:
            element = elements.parent[element]
    return element


def cropped(blocks: Blocks, element: int) -> tuple[Blocks, range]:
    """The page reduced to the inside of one element, placed directly in the body; and the block rows that are left."""
    old = blocks.elements
    rows = old.rows(element)
    kept = range(element, old.close[element])
    offset = element - 1  # the element itself becomes the body (row 1) in html (row 0)

    def renumbered(row: int) -> int:
        return max(row - offset, 1)

    elements = Elements(
        parent=[-1, 0, *(renumbered(old.parent[row]) for row in kept[1:])],
        tag=["html", "body", *(old.tag[row] for row in kept[1:])],
        attributes=[NO_ATTRIBUTES, NO_ATTRIBUTES, *(old.attributes[row] for row in kept[1:])],
        mark=["", "", *(old.mark[row] for row in kept[1:])],
        order=list(range(len(kept) + 1)),
        first=[0, *(old.first[row] - rows.start for row in kept)],
        end=[len(rows), *(old.end[row] - rows.start for row in kept)],
        close=[len(kept) + 1, *(old.close[row] - offset for row in kept)],
    )
    columns: dict[str, Any] = {name: [getattr(blocks, name)[row] for row in rows] for name in BLOCK_COLUMNS}
    for name in ("container", "inner"):
        columns[name] = [renumbered(row) for row in columns[name]]
    return Blocks(elements=elements, head=blocks.head, **columns), rows


def listed(texts: Sequence[str], tag: str) -> Blocks:
    """Blocks of these texts, each in an element of this tag, all in one `div`."""
    blocks = Blocks()
    around = blocks.append_element(-1, "div")
    for text in texts:
        blocks.append(text, blocks.append_element(around, tag))
    elements = blocks.elements
    elements.end[around] = len(texts)
    elements.close = [len(elements), *range(2, len(elements) + 1)]
    return blocks


def with_part(
    blocks: Blocks, place: int, other: Blocks, element: int, part: range, *, is_after: bool
) -> tuple[Blocks, range]:
    """The page with blocks of another one inserted, as a new element before or after `place`; and their rows.

    `element` is the other page's element to insert; only its first blocks, the rows `part`, are taken.
    """
    old, new = blocks.elements, other.elements
    chosen = [row for row in range(element, new.close[element]) if row == element or new.first[row] < part.stop]
    number = {row: index for index, row in enumerate(chosen)}
    here, first = (old.close[place], old.end[place]) if is_after else (place, old.first[place])
    count, size = len(chosen), len(part)
    around = set(old.ancestors(old.parent[place]))

    def moved(column: Sequence[int], by: int) -> list[int]:
        """Ends of spans, moved for the elements that come after the new part or contain it."""
        return [value + by * (row >= here or row in around) for row, value in enumerate(column)]

    def with_new(column: Sequence[Any], inserted: Sequence[Any]) -> list[Any]:
        return [*column[:here], *inserted, *column[here:]]

    def renumbered(row: int) -> int:
        return row + count * (row >= here)

    elements = Elements(
        parent=with_new(
            [renumbered(row) for row in old.parent],
            [old.parent[place], *(here + number[new.parent[row]] for row in chosen[1:])],
        ),
        tag=with_new(old.tag, [new.tag[row] for row in chosen]),
        attributes=with_new(old.attributes, [new.attributes[row] for row in chosen]),
        mark=with_new(old.mark, [new.mark[row] for row in chosen]),
        order=list(range(len(old) + count)),
        first=with_new(
            [value + size * (row >= here) for row, value in enumerate(old.first)],
            [new.first[row] - part.start + first for row in chosen],
        ),
        end=with_new(moved(old.end, size), [min(new.end[row], part.stop) - part.start + first for row in chosen]),
        close=with_new(moved(old.close, count), [here + bisect_left(chosen, new.close[row]) for row in chosen]),
    )
    columns: dict[str, Any] = {}
    for name in BLOCK_COLUMNS:
        own, inserted = getattr(blocks, name), [getattr(other, name)[row] for row in part]
        if name in ("container", "inner"):
            own, inserted = [renumbered(row) for row in own], [here + number.get(row, 0) for row in inserted]
        columns[name] = [*own[:first], *inserted, *own[first:]]
    return Blocks(elements=elements, head=blocks.head, **columns), range(first, first + size)


def beginning(keep: Sequence[bool], words: Sequence[float], budget: float) -> list[int]:
    """The rows of a shortened page: all removed blocks, and the first kept ones until they have `budget` words."""
    rows = []
    for row, (is_kept, count) in enumerate(zip(keep, words, strict=True)):
        if is_kept:
            if budget <= 0:
                continue
            budget -= count
        rows.append(row)
    return rows
