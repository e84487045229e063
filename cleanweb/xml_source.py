"""Pages in XML: they may have empty-element tags (`<script src="a.js"/>`), which HTML takes for start tags, and CDATA
sections, which HTML takes for comments.

The rest of the page would become the element's content: a script, a title, or one long link.
"""

from __future__ import annotations

import re
from typing import Final

_DECLARATION: Final = re.compile(rb"\s*+<\?xml\s")
_WITHOUT_END_TAG: Final = (  # in HTML
    rb"area|base|basefont|bgsound|br|col|embed|frame|hr|image|img|input|keygen|link|meta|param|source|track|wbr"
)
# Parts without elements: scripts, style sheets, comments, CDATA sections. One without an end extends to the end of the
# page.
_PASSED: Final = rb"""
    <(?P<raw>script|style) (?=[\s>]) (?:[^<>/]++|/(?!>))*+ > .*? (?:</(?P=raw)|\Z)
    | <!(?=--) .*? (?:-->|\Z)
    | <!\[CDATA\[ (?:(?P<text>.*?)\]\]> | .*\Z)
"""
# In XML, values contain no "<"; a tag with ">" in a value is left as it is. The pattern does not backtrack.
_OF_XML: Final = re.compile(
    rb"%s | <(?!(?:%s)[\s/])(?P<name>[a-z][\w:.-]*+)(?P<rest>\s(?:[^<>/]++|/(?!>))*+)?/>" % (_PASSED, _WITHOUT_END_TAG),
    re.IGNORECASE | re.DOTALL | re.VERBOSE,
)


def as_html(utf8: bytes) -> bytes:
    """The source of a page; if it begins with an XML declaration, empty elements get end tags, and CDATA sections
    become text.

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
