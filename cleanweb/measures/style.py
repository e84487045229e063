"""What a text element looks like, and which elements of one look stand together: the style blocks of Kimatu.

Paper: Saralegi and Leturia, "Kimatu, a tool for cleaning non-content text parts from HTML docs", section 3.2.

Differs from the paper: see `segment/style_blocks.py`.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence

from cleanweb.page import Attributes, Blocks
from cleanweb.segment.tags import BASE, BOLD, LINK

# Attributes by which a page of its time says how text looks (HTML 4.01, sections 7.5, 11.3.2, 14.2.2 and 15).
PRESENTATIONAL_ATTRIBUTES = ("align", "background", "bgcolor", "class", "color", "face", "size", "style", "valign")

Style = tuple[int | str, ...]


def style_numbers(blocks: Blocks) -> list[int]:
    """For each block the number of its style; blocks of equal numbers look alike.

    Two blocks look alike if the elements that style them have the same class or, without a class, the same tags and
    presentational attributes all the way up. The styling element is the block's container, a `<font>` in which the
    block begins, or a link or bold type that holds all of its text.
    """
    styles: dict[Style, int] = {}
    of_element = _element_styles(blocks, styles)
    known: dict[tuple[bool, bool], dict[int, int]] = defaultdict(lambda: {-1: -1})
    return [_dressed(blocks, row, of_element, styles, known) for row in range(len(blocks))]


def style_groups(styles: Sequence[int], max_distance: int) -> list[int]:
    """For each block the number of its style block, counted from 0 in the order in which they begin.

    A style block goes on as long as the next block of its style is at most `max_distance` blocks further.
    """
    groups: list[int] = []
    latest: dict[int, tuple[int, int]] = {}  # per style: the last block seen, and its style block
    count = 0
    for row, style in enumerate(styles):
        before, group = latest.get(style, (-1, -1))
        if before < 0 or row - before > max_distance:
            group = count
            count += 1
        latest[style] = (row, group)
        groups.append(group)
    return groups


def _element_styles(blocks: Blocks, styles: dict[Style, int]) -> list[int]:
    elements = blocks.elements
    found: list[int] = []
    for tag, parent, attributes in zip(elements.tag, elements.parent, elements.attributes, strict=True):
        found.append(_number(found[parent] if parent >= 0 else -1, tag, attributes, styles))
    return found


def _number(parent_style: int, tag: str, attributes: Attributes, styles: dict[Style, int]) -> int:
    """The style of an element: its class alone where it has one, otherwise its place in the chain of looks."""
    if names := (attributes.get("class") or "").split():
        key: Style = ("class", *names)
    else:
        key = (parent_style, tag)
        if attributes:
            key += tuple(f"{name}={attributes[name]}" for name in PRESENTATIONAL_ATTRIBUTES if name in attributes)
    return styles.setdefault(key, len(styles))


def _dressed(
    blocks: Blocks,
    row: int,
    of_element: Sequence[int],
    styles: dict[Style, int],
    known: Mapping[tuple[bool, bool], dict[int, int]],
) -> int:
    """The style of a block, with the inline elements around all of its text; -1 outside any element.

    `known` caches the style of blocks that begin in each element, by whether links and bold type hold all of a block.
    """
    elements, container, length = blocks.elements, blocks.container[row], len(blocks.text[row])
    is_link, is_bold = blocks.link_chars[row] >= length, blocks.bold_chars[row] >= length
    of_inline = known[is_link, is_bold]
    if container >= 0:
        of_inline[container] = of_element[container]
    for element in elements.unknown(blocks.inner[row], of_inline):
        tag, style = elements.tag[element], of_inline[elements.parent[element]]
        if _holds_all(tag, is_link=is_link, is_bold=is_bold):
            style = _number(style, tag, elements.attributes[element], styles)
        of_inline[element] = style
    return of_inline[blocks.inner[row]]


def _holds_all(tag: str, *, is_link: bool, is_bold: bool) -> bool:
    """Whether the inline element at the beginning of the block dresses all of it; `<font>` nearly always does."""
    code = BASE.get(tag)
    if code == LINK:
        return is_link
    return is_bold if code == BOLD else tag == "font"
