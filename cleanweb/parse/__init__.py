"""Text to tree: two engines behind one adapter.

Only this folder names a parser for pages that are cleaned; `normalize/xhtml.py`, which writes pages, and
`train/table_gold.py`, which reads a gold set, have their own. Both engines follow the WHATWG algorithm with scripting
on: a `<noscript>` holds one raw text node, which the segmenter has parsed again as a fragment.
"""

from __future__ import annotations

from importlib import import_module
from typing import Literal

from cleanweb.errors import UsageError
from cleanweb.parse.slots import with_slots
from cleanweb.parse.tree import MAX_TAG_ID, SHADOW_MODE, Node, Tree, has_text, past_comments

__all__ = ("MAX_TAG_ID", "PARSERS", "Node", "ParserName", "Tree", "has_text", "parse", "parser_named", "past_comments")

ParserName = Literal["lexbor", "html5lib"]
PARSERS: tuple[ParserName, ...] = ("lexbor", "html5lib")


def parse(utf8: bytes, parser: ParserName = "lexbor") -> Tree:
    """The tree of a page given as UTF-8 bytes without NULs."""
    module = import_module(f"cleanweb.parse.{parser}")
    tree = module.parse(utf8)
    assert isinstance(tree, Tree)
    return with_slots(tree) if SHADOW_MODE.encode() in utf8 else tree


def parser_named(name: str) -> ParserName:
    """The parser of this name. Raises UsageError where there is none."""
    for parser in PARSERS:
        if parser == name:
            return parser
    raise UsageError(f"unknown parser {name!r}; expected one of: {', '.join(PARSERS)}")
