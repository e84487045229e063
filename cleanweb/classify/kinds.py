"""Paragraph, heading or list item by tags: for classifiers without a rule of their own."""

from collections.abc import Sequence

from cleanweb.page import Blocks, Kind
from cleanweb.segment.tags import HEADING_TAGS, ITEM_TAGS

KIND_TAGS = HEADING_TAGS | ITEM_TAGS
NOTHING = -1
HEADING = -2


def kinds(blocks: Blocks) -> list[Kind]:
    """The kind of each block: heading inside `h1`-`h6`, item for the first of an `li`, `dt` or `dd`."""
    rows = range(len(blocks))
    return kinds_by_item(blocks, rows, items_around(blocks, rows))


def kinds_by_item(blocks: Blocks, rows: Sequence[int], items: Sequence[int]) -> list[Kind]:
    """The kinds of these blocks, given the item or heading around each, as from `items_around`."""
    first = blocks.elements.first
    found: list[Kind] = []
    for row, item in zip(rows, items, strict=True):
        if item == HEADING:
            found.append("h")
        else:
            found.append("l" if item >= 0 and first[item] == row else "p")
    return found


def items_around(blocks: Blocks, rows: Sequence[int]) -> list[int]:
    """For each of the rows the innermost item around it, or HEADING, or NOTHING."""
    tags, around = blocks.elements.tag, [*blocks.elements.nearest(KIND_TAGS), NOTHING]  # the last is for no element
    items = [around[blocks.container[row]] for row in rows]
    return [HEADING if item != NOTHING and tags[item] in HEADING_TAGS else item for item in items]
