"""Pages that are XML: an element may be empty there (`<script src="a.js"/>`), which HTML takes for one that begins.

The rest of the page would be its content: a program, a title, or one long link.
"""

from __future__ import annotations

import re
from typing import Final

_DECLARATION: Final = re.compile(rb"\s*+<\?xml\s")
_WITHOUT_END_TAG: Final = (  # in HTML
    rb"area|base|basefont|bgsound|br|col|embed|frame|hr|image|img|input|keygen|link|meta|param|source|track|wbr"
)
# What holds no elements: programs, comments, CDATA sections. One without an end goes on to that of the page.
_PASSED: Final = rb"""
    <script (?=[\s>]) (?:[^<>/]++|/(?!>))*+ > .*? (?:</script|\Z)
    | <!(?=--) .*? (?:-->|\Z)
    | <!\[CDATA\[ .*? (?:\]\]>|\Z)
"""
# In XML no "<" stands in a value; a tag with ">" in one is left as it is. The search never runs back.
_EMPTY: Final = re.compile(
    rb"%s | <(?!(?:%s)[\s/])([a-z][\w:.-]*+)(\s(?:[^<>/]++|/(?!>))*+)?/>" % (_PASSED, _WITHOUT_END_TAG),
    re.IGNORECASE | re.DOTALL | re.VERBOSE,
)


def with_end_tags(utf8: bytes) -> bytes:
    """The source of a page, with an end tag for each empty element where an XML declaration begins the page.

    >>> with_end_tags(b'<?xml version="1.0"?><p><a id="x"/>Tea<br/>')
    b'<?xml version="1.0"?><p><a id="x"></a>Tea<br/>'
    >>> with_end_tags(b'<p><a id="x"/>Tea<br/>')
    b'<p><a id="x"/>Tea<br/>'
    """
    return _EMPTY.sub(_ended, utf8) if _DECLARATION.match(utf8) else utf8


def _ended(found: re.Match[bytes]) -> bytes:
    name = found[1]
    return b"<%s%s></%s>" % (name, found[2] or b"", name) if name else found[0]
