"""Kitten's marks and repairs, and its extraction of converted XML before a page is parsed.

Paper: Falco, Moriceau and Vilnat, "Kitten: a tool for normalizing HTML and extracting its textual content" (LREC 2012),
sections 2 and 3.3.

Differs from the paper: HTMLCleaner and jTidy are not run; the parser's WHATWG algorithm repairs the tags, reads all
kinds of entities (numbers 128 to 159 as windows-1252) and treats script and style as text. The normalized XHTML is
written on request (`xhtml.py`). The encoding is detected as for all systems (`cleanweb/decode.py`), in the paper by
jChardet. The textual dump is ours, without a browser; it is made for pages whose tree has no text (in the paper: that
could not be normalized) and includes their title. The id of a menu may also have the word in capitals. Sitemaps are
refused by all systems, not only by this one (`cleanweb/formats.py`).
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from html import escape
from typing import Final
from xml.etree import ElementTree

from cleanweb.formats import first_tag
from cleanweb.normalize.marking import inherited
from cleanweb.normalize.repairs import is_seen, without_c1_controls
from cleanweb.page import Attributes, Blocks, Elements
from cleanweb.references import unescape
from cleanweb.stage import Normalizer

OPTION_TAGS: Final = frozenset({"option", "optgroup"})
DUMP: Final = "dump"  # the mark of all elements of a dump

# XML of converted files (swf, doc, rtf): `document` at the root, and one of the other three tags inside.
CONVERTED_ROOT: Final = b"document"
CONVERTED: Final = re.compile(rb"<(?:textfield|page|header)[\s>]")
CONVERTED_TAGS: Final = ("document", "header", "textfield", "page")
CONVERTED_TAG: Final = re.compile(rb"<(/?)(?:" + "|".join(CONVERTED_TAGS).encode() + rb")(?=[\s/>])")
HEAD_BYTES: Final = 4096  # searched for signs of converted XML; ours

# What the dump leaves out: comments (matched here only by their beginning), scripts and styles, tags. A ">" in quotes
# does not end a tag, but a "<" does: after an unclosed quote all the rest would be taken for a value.
_NO_TEXT: Final = re.compile(
    r"""
      <!--
    | <(script|style)\b .*? (?: </\1\s*> | \Z )
    | </? [a-z!?] (?: [^<>=] | = \s* (?: "[^"<]*" | '[^'<]*' )?+ )*+ (?: > | \Z )
    """,
    re.VERBOSE | re.DOTALL | re.IGNORECASE,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Kitten:
    """Marks `option` and `menu`; repairs raw control characters.

    >>> Kitten().mark("div", {"id": "leftmenu"}), Kitten().mark("option", {}), Kitten().mark("p", {})
    ('menu', 'option', '')
    >>> Kitten().text("it\\x92s")
    'it’s'
    """

    def marks(self, elements: Elements) -> list[str]:
        """The `mark` of each element, or that of an element around it."""
        return inherited(map(self.mark, elements.tag, elements.attributes), elements.parent)

    def mark(self, tag: str, attributes: Attributes) -> str:
        """`menu` for a `div` with "menu" in its id, `option` for the options of a form's menu, or ""."""
        if tag in OPTION_TAGS:
            return "option"
        return "menu" if tag == "div" and "menu" in (attributes.get("id") or "").lower() else ""

    def text(self, text: str) -> str:
        """Read characters U+0080 to U+009F as windows-1252; the length stays the same."""
        return without_c1_controls(text)

    def source(self, utf8: bytes) -> bytes:
        """The source to parse: converted XML becomes HTML paragraphs, any other page is unchanged."""
        head = utf8[:HEAD_BYTES]
        is_converted = first_tag(head) == CONVERTED_ROOT and CONVERTED.search(head)
        return _converted(utf8) if is_converted else utf8

    def dump(self, utf8: bytes) -> Blocks:
        """The lines of a page whose tree has no text, without markup and with references resolved; marked `dump`."""
        lines = map(unescape, " ".join(_texts(utf8.decode())).splitlines())
        blocks = Blocks.of([(DUMP, words) for line in lines if is_seen(words := " ".join(line.split()))])
        blocks.elements.mark = [DUMP] * len(blocks.elements)
        return blocks


def _texts(source: str) -> Iterator[str]:
    """The texts between the markup of a source; a comment without an end counts as text."""
    start, last_end = 0, source.rfind("-->")
    while found := _NO_TEXT.search(source, start):
        yield source[start : found.start()]
        start = found.end()
        if found[0] == "<!--" and start <= last_end:
            start = source.index("-->", start) + len("-->")
    yield source[start:]


class _Paragraphs:
    """Parser target for converted XML: its four elements separate paragraphs, all others are inline."""

    def __init__(self) -> None:
        self.parts: list[list[str]] = [[]]

    def start(self, tag: str, attributes: dict[str, str]) -> None:  # noqa: ARG002  (ElementTree's signature)
        """Handle the start of an element."""
        self.end(tag)

    def end(self, tag: str) -> None:
        """Handle the end of an element."""
        if tag.rpartition("}")[2] in CONVERTED_TAGS:  # without its namespace
            self.parts.append([])

    def data(self, text: str) -> None:
        """Handle a piece of text."""
        self.parts[-1].append(text)


def _converted(utf8: bytes) -> bytes:
    """Converted XML as paragraphs of HTML, in their order."""
    found = _Paragraphs()
    parser = ElementTree.XMLParser(target=found)
    try:
        parser.feed(utf8.decode())  # as text, since the declared encoding is the one before decoding
        parser.close()
    except ElementTree.ParseError:
        return CONVERTED_TAG.sub(rb"<\1div", utf8)  # malformed XML: let the HTML parser make the best of it
    texts = map("".join, found.parts)
    return "".join(f"<p>{escape(text)}</p>\n" for text in texts if text.strip()).encode()


STAGE: type[Normalizer] = Kitten
