"""Paragraph, heading or list item: the choice that classifiers without a rule of their own call."""

from cleanweb.page import Blocks, Kind

HEADING_TAGS = frozenset({"h1", "h2", "h3", "h4", "h5", "h6"})
ITEM_TAGS = frozenset({"li", "dt", "dd"})


def tag_kind(tag: str) -> Kind:
    """The kind that a container's tag alone says: `h1`-`h6` heading, `li`, `dt`, `dd` list item, else paragraph."""
    if tag in HEADING_TAGS:
        return "h"
    return "l" if tag in ITEM_TAGS else "p"


def kinds(blocks: Blocks) -> list[Kind]:
    """The kind of every block: heading inside `h1`-`h6`, list item for the first block of an `li`, `dt` or `dd`."""
    elements = blocks.elements
    found: list[Kind] = []
    for row, container in enumerate(blocks.container):
        kind: Kind = "p"
        for element in elements.ancestors(container):
            tag = elements.tag[element]
            if tag in HEADING_TAGS:
                kind = "h"
                break
            if tag in ITEM_TAGS:
                kind = "l" if elements.first[element] == row else "p"
                break
        found.append(kind)
    return found
