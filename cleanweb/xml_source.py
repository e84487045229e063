"""Pages that are XML: an element may be empty there (`<script src="a.js"/>`), which HTML takes for one that begins, and
text may stand in a CDATA section, which HTML takes for a comment.

The rest of the page would be the element's content: a program, a title, or one long link.
"""

from __future__ import annotations

import re
from typing import Final

_DECLARATION: Final = re.compile(rb"\s*+<\?xml\s")
_WITHOUT_END_TAG: Final = (  # in HTML
    rb"area|base|basefont|bgsound|br|col|embed|frame|hr|image|img|input|keygen|link|meta|param|source|track|wbr"
)
# What holds no elements: programs, style sheets, comments, CDATA sections. One without an end goes on to that of the
# page.
_PASSED: Final = rb"""
    <(?P<raw>script|style) (?=[\s>]) (?:[^<>/]++|/(?!>))*+ > .*? (?:</(?P=raw)|\Z)
    | <!(?=--) .*? (?:-->|\Z)
    | <!\[CDATA\[ (?:(?P<text>.*?)\]\]> | .*\Z)
"""
# In XML no "<" stands in a value; a tag with ">" in one is left as it is. The search never runs back.
_OF_XML: Final = re.compile(
    rb"%s | <(?!(?:%s)[\s/])(?P<name>[a-z][\w:.-]*+)(?P<rest>\s(?:[^<>/]++|/(?!>))*+)?/>" % (_PASSED, _WITHOUT_END_TAG),
    re.IGNORECASE | re.DOTALL | re.VERBOSE,
)


def as_html(utf8: bytes) -> bytes:
    """The source of a page; where an XML declaration begins it, with an end tag for each empty element, and with CDATA
    sections as the text that they are.

    >>> as_html(b'<?xml version="1.0"?><p><a id="x"/>Tea<br/> <![CDATA[& <milk>]]>')
    b'<?xml version="1.0"?><p><a id="x"></a>Tea<br/> &amp; &lt;milk&gt;'
    >>> as_html(b'<p><a id="x"/>Tea<br/>')
    b'<p><a id="x"/>Tea<br/>'
    """
    return _OF_XML.sub(_in_html, utf8) if _DECLARATION.match(utf8) else utf8


def _in_html(found: re.Match[bytes]) -> bytes:
    name, text = found["name"], found["text"]
    if text is not None:
        return text.replace(b"&", b"&amp;").replace(b"<", b"&lt;").replace(b">", b"&gt;")
    return b"<%s%s></%s>" % (name, found["rest"] or b"", name) if name else found[0]
