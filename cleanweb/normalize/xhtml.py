"""A page as normalized XHTML: UTF-8, well-formed for any XML parser, without indentation.

Paper: Falco, Moriceau and Vilnat, "Kitten: a tool for normalizing HTML and extracting its textual content" (LREC 2012),
section 2.

Differs from the paper: BeautifulSoup with html5lib does the work of HTMLCleaner and jTidy. Characters are written as
themselves, in the paper as numeric entities. What XML cannot express is changed: names of elements and attributes,
characters that XML forbids, hyphens in comments.
"""

from __future__ import annotations

import re
import warnings
from collections.abc import Iterator
from functools import partial
from typing import Any, Final

from bs4 import BeautifulSoup
from bs4.builder._html5lib import HTML5TreeBuilder, TreeBuilderForHtml5lib
from bs4.element import Comment, NavigableString, PreformattedString, Tag
from html5lib.html5parser import HTMLParser
from html5lib.treebuilders.base import ActiveFormattingElements

from cleanweb.normalize.repairs import without_c1_controls

XHTML: Final = "http://www.w3.org/1999/xhtml"
NAMESPACES: Final = frozenset({XHTML, "http://www.w3.org/2000/svg", "http://www.w3.org/1998/Math/MathML"})
XLINK: Final = "http://www.w3.org/1999/xlink"
HEAD: Final = '<?xml version="1.0" encoding="UTF-8"?>\n<!DOCTYPE html>\n'
# Elements that HTML never closes, written `<br/>`; any other empty one is written `<p></p>`, which browsers expect.
VOID_TAGS: Final = frozenset("area base br col embed hr img input link meta param source track wbr".split())

# Characters that XML 1.0 does not allow (production 2), lone surrogates among them.
_FORBIDDEN: Final = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
# Names of ASCII letters and a few signs; XML allows more, but no page needs it.
_NAME: Final = re.compile(r"[A-Za-z_][A-Za-z0-9._-]*")
_NO_NAME: Final = re.compile(r"[^A-Za-z0-9._-]")
_ESCAPES: Final = str.maketrans({"&": "&amp;", "<": "&lt;", ">": "&gt;"})
_IN_QUOTES: Final = str.maketrans(
    {"&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "\n": "&#10;", "\t": "&#9;", "\r": "&#13;"}
)


class _Formatting(ActiveFormattingElements):
    """Unclosed formatting elements; the standard reopens at most three identical ones in each paragraph.

    BeautifulSoup's nodes never compare equal, so all would be reopened, and a page would grow with the square of its
    tags.
    """

    def nodesEqual(self, node1: Any, node2: Any) -> bool:  # noqa: N802  (the name that html5lib calls)
        """Whether two elements have the same name and attributes."""
        return bool(node1.nameTuple == node2.nameTuple and node1.element.attrs == node2.element.attrs)


class _TreeBuilder(TreeBuilderForHtml5lib):
    def reset(self) -> None:
        """Like html5lib's, with our `_Formatting`."""
        super().reset()
        self.activeFormattingElements = _Formatting()


class _Builder(HTML5TreeBuilder):
    """BeautifulSoup's builder with scripting on, as in all our parsers."""

    def feed(self, markup: Any) -> None:
        """Parse the text."""
        made = partial(_TreeBuilder, soup=self.soup, store_line_numbers=False)
        parser = HTMLParser(tree=made)  # type: ignore[arg-type]  # a function works, and bs4 itself passes one
        parser.parse(markup, scripting=True)


def xhtml(text: str) -> str:
    """The decoded page as XHTML; the content of noscript elements is parsed too."""
    soup = _soup(text)
    for noscript in soup.find_all(["noscript", "noframes"]):
        raw = noscript.get_text()
        if "<" in raw or "&" in raw:
            body = _soup(raw).body
            noscript.clear()
            noscript.extend(list(body.contents) if body else [])
    return HEAD + "".join(_written(soup)) + "\n"


def _soup(text: str) -> BeautifulSoup:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # of pages that look like XML or like a file name
        return BeautifulSoup(text, builder=_Builder())


def _written(soup: BeautifulSoup) -> Iterator[str]:
    """The tree in pieces of text, using an explicit stack: pages nest deeper than Python can recurse."""
    todo: list[tuple[Iterator[Any], str, str]] = [(iter(soup.contents), "", "")]  # children, end tag, namespace
    while todo:
        children, end, namespace = todo[-1]
        node = next(children, None)
        if node is None:
            yield end
            todo.pop()
        elif isinstance(node, Tag):
            name = _name(node.name)
            # Only foreign elements have a namespace of their own; declarations in the source are left out.
            own = node.namespace if node.namespace in NAMESPACES else XHTML
            start = "".join(_start(node, name, own if own != namespace else ""))
            if name in VOID_TAGS and not node.contents:
                yield f"<{start}/>"
            else:
                yield f"<{start}>"
                todo.append((iter(node.contents), f"</{name}>", own))
        elif isinstance(node, Comment):
            yield f"<!--{_comment(node)}-->"
        elif isinstance(node, NavigableString) and not isinstance(node, PreformattedString):
            yield _allowed(node).translate(_ESCAPES)


def _start(node: Tag, name: str, namespace: str) -> Iterator[str]:
    """The inside of a start tag."""
    yield name
    if namespace:
        yield f' xmlns="{namespace}"'
    seen = set()
    is_declared = False  # the prefix `xlink`
    for key, value in node.attrs.items():
        written = _attribute_name(str(key))
        if not written or written in seen:
            continue
        seen.add(written)
        if written.startswith("xlink:") and not is_declared:
            is_declared = True
            yield f' xmlns:xlink="{XLINK}"'
        words = value if isinstance(value, str) else " ".join(map(str, value or ()))
        yield f' {written}="{_allowed(words).translate(_IN_QUOTES)}"'


def _attribute_name(name: str) -> str:
    """The name in a form valid in XML; "" for namespace declarations."""
    if name == "xmlns" or name.startswith("xmlns:"):
        return ""
    prefix, colon, local = name.partition(":")
    if colon and prefix in ("xml", "xlink") and _NAME.fullmatch(local):
        return name
    return _name(name)


def _name(name: str) -> str:
    """The name of an element or attribute in a form valid in XML: `o:p` becomes `o_p`."""
    if _NAME.fullmatch(name):
        return name
    name = _NO_NAME.sub("_", name)
    return name if _NAME.fullmatch(name) else f"_{name}"


def _comment(text: str) -> str:
    return re.sub("-(?=-)", "- ", _allowed(text)).removesuffix("-")


def _allowed(text: str) -> str:
    return _FORBIDDEN.sub("", without_c1_controls(text))
