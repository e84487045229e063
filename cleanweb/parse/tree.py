"""The values that a parser answers with: nodes, and the tree of a page."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol

# Tags with a number below this one have it in every document; Lexbor gives those of made-up tags anew each time.
MAX_TAG_ID = 1 << 12

# Beginnings of elements whose content is one raw text node; and how many of these are read as such inside another.
# (Ours: real pages have one or two.)
_RAW_TAG = re.compile("<(?:no(?:script|frames)|iframe)(?![a-z0-9-])", re.I)
MAX_RAW = 10

# What an `<iframe>` that is never closed holds, with the rest of the page.
_PAGE_END = "</html"

# Classes of elements with a formula that is also written beside them, in plain elements: that of KaTeX, and that of
# MathJax 2, which may also draw the formula beside.
UNSEEN_FORMULA = "katex-mathml"
UNSEEN_OR_DRAWN = "MJX_Assistive_MathML"

# The attribute of a template that declares a shadow root, and its values.
SHADOW_MODE = "shadowrootmode"
SHADOW_MODES = ("open", "closed")


class Node(Protocol):
    """An element, text or comment as the segmenters see it; tags like `-text` are not those of elements."""

    @property
    def tag(self) -> str | None:
        """Lower-case tag name."""

    @property
    def tag_id(self) -> int:
        """A number that, below MAX_TAG_ID, identifies the tag; faster to read than its name."""

    @property
    def first_child(self) -> Node | None:
        """The first child node."""

    @property
    def next(self) -> Node | None:
        """The next sibling."""

    @property
    def text_content(self) -> str | None:
        """The characters of a text node; None for other nodes."""

    @property
    def attributes(self) -> dict[str, str | None]:
        """Attributes by lower-case name; the value is None or "" where none is written."""


@dataclass(frozen=True, slots=True)
class Tree:
    """A parsed page: its source and root element, and what the same engine needs to read more of it.

    `fragment` takes raw markup and returns the first of its top-level nodes; `template_content` takes a `<template>`
    and returns the first node of what it holds.
    """

    source: bytes
    root: Node | None
    fragment: Callable[[str], Node | None]
    template_content: Callable[[Any], Node | None]
    # For parents of formulas, whether these are also written beside: a cache, since attributes are read anew at each
    # access and may be as long as the page.
    _asked: dict[Node, bool] = field(default_factory=dict, repr=False, compare=False)

    def content(self, node: Node, around: Sequence[Node]) -> Node | None:
        """The first node of what a formula, template, noscript, noframes or iframe shows; None if it shows nothing.

        `around` are the elements around it, the innermost last; the last two are enough.

        A formula that is also written beside in plain elements is there for those who do not see these, and shows
        nothing. A template shows what it holds if it declares a shadow root (WHATWG HTML, section 4.12.3). The content
        of the others is one raw text node, as scripting is on, and is parsed again if it has tags or character
        references. The content of an iframe counts only if it is never closed, as in pages written by a program for XML
        (`<iframe/>`): then it is the rest of the page. If more than MAX_RAW of these elements begin in the text, they
        become borders: as none is closed, each would hold all that follows, to be parsed again.
        """
        if node.tag == "template":
            return self.template_content(node) if is_shadow_root(node) else None
        child = node.first_child
        if node.tag == "math":
            return None if self._is_said_beside(around) else child
        raw = child.text_content if child is not None else None
        if node.tag == "iframe" and _PAGE_END not in (raw or "").lower():
            return None
        if not raw or ("<" not in raw and "&" not in raw):
            return child
        return self.fragment(_RAW_TAG.sub("<hr", raw) if len(_RAW_TAG.findall(raw)) > MAX_RAW else raw)

    def _is_said_beside(self, around: Sequence[Node]) -> bool:
        """Whether the formulas in the innermost of these elements are also written beside it in plain elements."""
        if not around:
            return False
        holder = around[-1]
        if holder not in self._asked:
            classes = holder.attributes.get("class") or ""
            beside = past_comments(around[-2].first_child) if len(around) > 1 and UNSEEN_OR_DRAWN in classes else None
            is_written = beside is not None and beside != holder and beside.tag != "svg"
            self._asked[holder] = is_written or UNSEEN_FORMULA in classes
        return self._asked[holder]

    @property
    def has_open_title(self) -> bool:
        """Whether the last `<title>` is never closed: all after it is then its text."""
        lower = self.source.lower()
        return lower.rfind(b"<title") > lower.rfind(b"</title")


def past_comments(node: Node | None) -> Node | None:
    """The node, or the first sibling after it that is no comment: frameworks put `<!-- -->` around each text."""
    while node is not None and node.tag == "-comment":
        node = node.next
    return node


def has_text(start: Node | None) -> bool:
    """Whether a node, its later siblings or all below them hold any text but white space."""
    todo = [start]
    while todo:
        node = todo.pop()
        while node is not None:
            text = node.text_content
            if text is not None and node.tag == "-text" and not text.isspace():
                return True
            todo.append(node.first_child)
            node = node.next
    return False


def is_shadow_root(node: Node) -> bool:
    """Whether the node is a template that declares a shadow root."""
    return node.tag == "template" and (node.attributes.get(SHADOW_MODE) or "").lower() in SHADOW_MODES
