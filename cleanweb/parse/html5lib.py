"""html5lib, the reference engine: slow, pure Python, and the algorithm as the standard words it.

Known differences from Lexbor (`tests/cases/parser_differences.json`): `<template>`, which may swallow the rest of the
page; tags inside `<select>`; `<dialog>` and `<search>` in a paragraph; the obsolete `<isindex>` and `<command>`;
formatting elements misnested more than three deep.
"""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import html5lib
from html5lib.constants import prefixes

from cleanweb.parse import MAX_TAG_ID, Tree


class ReferenceNode:
    """A node of html5lib's tree with the pointers that the segmenters walk along."""

    __slots__ = ("attributes", "first_child", "next", "tag", "tag_id", "text_content")

    def __init__(self, tag: str, text_content: str | None = None, attributes: dict[str, str | None] | None = None):
        self.tag = tag
        self.tag_id = MAX_TAG_ID  # only the name tells
        self.text_content = text_content
        self.attributes = attributes or {}
        self.first_child: ReferenceNode | None = None
        self.next: ReferenceNode | None = None


def parse(utf8: bytes) -> Tree:
    """The tree of a page given as UTF-8 bytes without NULs."""
    document = _parser().parse(utf8.decode("utf-8", "replace"), scripting=True)
    return Tree(utf8, _converted(document), fragment, template_content)


def fragment(markup: str) -> ReferenceNode | None:
    """The first top-level node of a piece of markup, as it would stand inside a `<div>`."""
    return _converted(_parser().parseFragment(markup, container="div", scripting=True)).first_child


def template_content(template: ReferenceNode) -> ReferenceNode | None:
    """The first node of what a `<template>` holds: to html5lib it is an ordinary element."""
    return template.first_child


def _parser() -> Any:
    return html5lib.HTMLParser(html5lib.getTreeBuilder("etree"), namespaceHTMLElements=False)


def _converted(root: Any) -> ReferenceNode:
    """The node of an ElementTree element, with all below it; without recursion, since pages nest deeper than Python
    can."""
    made = _node(root)
    todo = [(root, made)]
    while todo:
        element, node = todo.pop()
        children: list[ReferenceNode] = []
        if element.text and node.tag != "-comment":
            children.append(ReferenceNode("-text", element.text))
        for child in element:
            child_node = _node(child)
            children.append(child_node)
            todo.append((child, child_node))
            if child.tail:
                children.append(ReferenceNode("-text", child.tail))
        for left, right in pairwise(children):
            left.next = right
        node.first_child = next(iter(children), None)
    return made


def _node(element: Any) -> ReferenceNode:
    if not isinstance(element.tag, str):
        return ReferenceNode("-comment")
    tag = element.tag.rpartition("}")[2] if element.tag.startswith("{") else element.tag
    return ReferenceNode(tag, None, {_name(key): value for key, value in element.attrib.items()})


def _name(key: Any) -> str:
    """Attribute names as written: html5lib gives `{namespace}local` for the few foreign ones (xlink:href)."""
    if isinstance(key, str) and key.startswith("{"):
        namespace, _, local = key[1:].partition("}")
        prefix = {uri: short for short, uri in prefixes.items()}.get(namespace)
        return f"{prefix}:{local}" if prefix else local
    return str(key)
