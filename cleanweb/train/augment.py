"""Changed copies of training pages, so that the default also learns from pages whose elements have no telling names.

Bare pages (a few paragraphs under the body, as of the early web or of print views) are rare among today's gold pages;
cropped and stripped copies of rich ones stand for them.
"""

from __future__ import annotations

from collections.abc import Sequence

from cleanweb.page import BLOCK_COLUMNS, NO_ATTRIBUTES, Blocks, Elements

# Share of a page's kept words that the container to which a copy is cropped holds at least (ours).
MIN_KEPT_SHARE = 0.9


def without_names(blocks: Blocks) -> Blocks:
    """The page without any attribute."""
    old = blocks.elements
    elements = Elements(
        old.parent, old.tag, [NO_ATTRIBUTES] * len(old), old.mark, old.order, old.first, old.end, old.close
    )
    return Blocks(elements=elements, head=blocks.head, **{name: getattr(blocks, name) for name in BLOCK_COLUMNS})


def as_layout_tables(blocks: Blocks) -> Blocks:
    """The page as the early web would have laid it out: nested tables for containers, bold lines for headings."""
    bare = without_names(blocks)
    elements = bare.elements
    elements.tag = [
        ("table", "td")[depth % 2] if tag in _CONTAINERS else _OLD_TAGS.get(tag, tag)
        for tag, depth in zip(elements.tag, _depths(elements.parent), strict=True)
    ]
    bare.bold_chars = [
        len(text) if blocks.elements.tag[container] in _HEADINGS else bold
        for text, container, bold in zip(bare.text, bare.container, bare.bold_chars, strict=True)
    ]
    return bare


_CONTAINERS = frozenset({"div", "section", "article", "main", "header", "footer", "nav", "aside", "figure"})
_HEADINGS = frozenset({"h1", "h2", "h3", "h4", "h5", "h6"})
_OLD_TAGS = dict.fromkeys(_HEADINGS, "p") | {"strong": "b", "em": "i", "span": "font", "button": "font"}


def _depths(parents: Sequence[int]) -> list[int]:
    depths: list[int] = []
    for parent in parents:
        depths.append(depths[parent] + 1 if parent >= 0 else 0)
    return depths


def content_element(blocks: Blocks, kept_words: Sequence[float]) -> int:
    """The last (smallest) element that holds nearly all the kept words; -1 on a page where none are kept."""
    total = sum(kept_words)
    if not total:
        return -1
    sums = [0.0]
    for words in kept_words:
        sums.append(sums[-1] + words)
    elements = blocks.elements
    holding = [
        row
        for row, (first, end) in enumerate(zip(elements.first, elements.end, strict=True))
        if sums[end] - sums[first] >= MIN_KEPT_SHARE * total
    ]
    return max(holding, key=lambda row: (elements.first[row] - elements.end[row], row), default=-1)


def cropped(blocks: Blocks, element: int) -> tuple[Blocks, range]:
    """The page with only the inside of one element, directly under html and body; and the rows that are left."""
    old = blocks.elements
    rows = range(old.first[element], old.end[element])
    kept = range(element, old.close[element])
    offset = element - 1  # the element itself becomes the body, row 1, below html, row 0

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
    columns = {name: [getattr(blocks, name)[row] for row in rows] for name in BLOCK_COLUMNS}
    for name in ("container", "inner"):
        columns[name] = [renumbered(row) for row in columns[name]]
    return Blocks(elements=elements, head=blocks.head, **columns), rows


def beginning(keep: Sequence[bool], words: Sequence[float], budget: float) -> list[int]:
    """The rows of a page cut short: all removed blocks, and the first kept ones until they have `budget` words."""
    rows = []
    for row, (is_kept, count) in enumerate(zip(keep, words, strict=True)):
        if is_kept:
            if budget <= 0:
                continue
            budget -= count
        rows.append(row)
    return rows
