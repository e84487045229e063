"""Lexbor, the default engine: the WHATWG algorithm in C, about 25 times faster than html5lib."""

from selectolax.lexbor import LexborDocumentOptions, LexborHTMLParser, LexborNode

from cleanweb.parse import Node, Tree

# Without events: the tree holds what the source says (no copies into <selectedcontent>), and building it is faster.
OPTIONS = LexborDocumentOptions.WO_EVENTS.value


def parse(utf8: bytes) -> Tree:
    """The tree of a page given as UTF-8 bytes without NULs."""
    return Tree(utf8, LexborHTMLParser(utf8, scripting=True, options=OPTIONS).root, fragment, template_content)


def fragment(markup: str) -> Node | None:
    """The first top-level node of a piece of markup, as it would stand inside a `<div>`."""
    data = markup.encode("utf-8", "replace")
    return LexborHTMLParser(data, is_fragment=True, scripting=True, options=OPTIONS).root


def template_content(template: LexborNode) -> Node | None:
    """The first node of what a `<template>` holds, which is no part of the tree."""
    fragments = template.template_fragments()
    return fragments[0].first_child if fragments else None
