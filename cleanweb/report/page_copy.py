"""A copy of a page that can be viewed but does nothing: no scripts, handlers, forms, links or outside resources.

It is made from the same tree, by the same parser, as for the segmenters, so that elements have the same numbers as in
`Elements.order` and texts come in the same order. Text is cut into pieces, each an element `<cw-t i="7">`.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any

from bs4 import BeautifulSoup
from bs4.element import NavigableString, Tag

from cleanweb.page import Attributes
from cleanweb.parse import Node, Tree
from cleanweb.segment.tags import BASE, FORMULA, HEAD, INLINE, RAW, SCRIPT, SKIP, TEMPLATE, TEXT

# Browsers do not nest much deeper (Blink 512 elements); deeper elements are put at this level. Ours.
MAX_DEPTH = 400

# Attributes that only affect the looks of a page. None holds an address, so nothing can be fetched or followed.
ATTRIBUTES = frozenset(
    (
        "class id style dir lang align valign width height border cellpadding cellspacing bgcolor color size face "
        "colspan rowspan start type value reversed hidden open alt title nowrap"
    ).split()
)
# Elements that act, that cannot contain other elements when parsed again, or that would swallow the rest of the page.
RENAMED = frozenset(
    (
        "noscript noframes iframe select option optgroup textarea input button form frame frameset object embed applet "
        "audio video source track param plaintext xmp listing math marquee head body html dialog slot template base "
        "portal fencedframe"
    ).split()
)
_IMPORT = re.compile(r"@import\b[^;]*;?", re.IGNORECASE)
# A cut never produces a new match, since no "<" precedes it; nor is a match sought inside a run of "<", possibly long.
_MARKUP = re.compile(r"(?<!<)<++(?:!--|(?=[/!]))")


@dataclass(frozen=True, slots=True)
class TextNode:
    """A text of the page that is not only white space; `parent` is the number of its element, 0 for none."""

    parent: int
    text: str


class _Text(NavigableString):
    """A text in the copy, written as numbered pieces; `borders` are the offsets of their ends.

    (If the pieces were elements, each would be searched for among all its siblings.)
    """

    borders: Sequence[int]
    number: int  # of the first piece

    def output_ready(self, formatter: Any = "minimal") -> str:
        """The pieces as markup."""
        pieces = [NavigableString(self[start:end]).output_ready(formatter) for start, end in pairwise(self.borders)]
        return "".join(f'<cw-t i="{number}">{piece}</cw-t>' for number, piece in enumerate(pieces, self.number))


@dataclass(slots=True)
class PageCopy:
    """The copy and its texts, in document order; `html` renders it."""

    soup: BeautifulSoup = field(default_factory=lambda: BeautifulSoup("", "html.parser"))
    texts: list[TextNode] = field(default_factory=list)
    places: list[_Text] = field(default_factory=list)  # of the texts in the copy
    titles: list[str] = field(default_factory=list)

    def html(self, cuts: Sequence[Sequence[int]]) -> str:
        """The copy as markup, each text cut at these offsets into numbered pieces."""
        number = 0
        for place, inner in zip(self.places, cuts, strict=True):
            place.number, place.borders = number, [0, *inner, len(place)]
            number += len(inner) + 1
        return self.soup.decode(formatter="html5")


def copy_page(tree: Tree) -> PageCopy:
    """The copy of a parsed page; as in the segmenters, an unclosed `<title>` that swallowed it is parsed again."""
    copy = PageCopy()
    count = _copy(copy, tree, tree.root, 0)
    swallowed = [title for title in copy.titles if "<" in title]
    if swallowed and not copy.texts and tree.has_open_title:
        _copy(copy, tree, tree.fragment(swallowed[-1]), count)
    return copy


def _copy(copy: PageCopy, tree: Tree, start: Node | None, order: int) -> int:
    """Copy a node, its later siblings and all below them; return the number of the last element."""
    # Open elements: the parser's node, its number, its copy, whether it is, or is in, a shadow root.
    stack: list[tuple[Node, int, Tag, bool]] = []
    node = start
    while node is not None:
        code = BASE.get(node.tag, INLINE)
        parent, above, in_shadow = stack[-1][1:] if stack else (0, copy.soup, False)
        child: Node | None = None
        if code == TEXT:
            _add_text(copy, above, parent, node.text_content or "")
        elif code == SKIP:
            if not in_shadow:  # a shadow root's rules apply only inside it
                _add_style(copy, above, node)
        else:
            order += 1
            if node.tag == "title" and node.first_child is not None:
                copy.titles.append(node.first_child.text_content or "")
            elif code not in (HEAD, SCRIPT):
                made = _add_element(copy, above, node, is_deep=len(stack) >= MAX_DEPTH)
                around = [place[0] for place in stack[-2:]]
                child = tree.content(node, around) if code in (TEMPLATE, RAW, FORMULA) else node.first_child
                if child is not None:
                    stack.append((node, order, made, in_shadow or code == TEMPLATE))
        following = child or node.next
        while following is None and stack:
            following = stack.pop()[0].next
        node = following
    return order


def _add_text(copy: PageCopy, above: Tag, parent: int, text: str) -> None:
    if text.isspace():
        above.append(NavigableString(text))
        return
    above.append(place := _Text(text))
    copy.texts.append(TextNode(parent, text))
    copy.places.append(place)


def _add_element(copy: PageCopy, above: Tag, node: Node, *, is_deep: bool) -> Tag:
    """The element's copy; `above` itself if elements cannot be nested deeper."""
    if is_deep:
        return above
    tag = node.tag or ""
    name = tag if re.fullmatch(r"[a-z][a-z0-9]*", tag) and tag not in RENAMED else f"cw-{re.sub('[^a-z0-9]', '', tag)}"
    made = copy.soup.new_tag(name, attrs=_harmless(node.attributes))
    above.append(made)
    return made


def _harmless(attributes: Attributes) -> dict[str, str]:
    return {name: value or "" for name, value in attributes.items() if name in ATTRIBUTES}


def _add_style(copy: PageCopy, above: Tag, node: Node) -> None:
    """Copy the page's own style sheets, without imports; other elements without text are left out."""
    child = node.first_child
    if node.tag != "style" or child is None:
        return
    style = copy.soup.new_tag("style")
    # Rules for html and body must apply to their copies. Markup in the text could end the style element early.
    rules = re.sub(r"(?<![\w.#-])(html|body)(?![\w-])", r"cw-\1", _IMPORT.sub("", child.text_content or ""))
    style.string = _MARKUP.sub("", rules)
    above.append(style)
