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
# In XML no "<" stands in a value; a tag with ">" in one is left as it is. The search never runs back.
_EMPTY: Final = re.compile(rb"<(?!(?:%s)[\s/])([a-z][\w:.-]*+)(\s(?:[^<>/]++|/(?!>))*+)?/>" % _WITHOUT_END_TAG, re.I)


def with_end_tags(utf8: bytes) -> bytes:
    """The source of a page, with an end tag for each empty element where an XML declaration begins the page.

    >>> with_end_tags(b'<?xml version="1.0"?><p><a id="x"/>Tea<br/>')
    b'<?xml version="1.0"?><p><a id="x"></a>Tea<br/>'
    >>> with_end_tags(b'<p><a id="x"/>Tea<br/>')
    b'<p><a id="x"/>Tea<br/>'
    """
    return _EMPTY.sub(rb"<\1\2></\1>", utf8) if _DECLARATION.match(utf8) else utf8
