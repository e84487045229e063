"""Line breaks of the source that are no spaces: those between letters of scripts that set none.

CSS takes them out (Text Level 3, section 4.1.3; Chromium 156 shows spaces), since a source that is broken into lines
would else be full of spaces: between wide characters, but not those of Hangul, which sets spaces. White space of its
own between two elements stays a space, it parts entries of menus, and so does a line break after a short line: that
ends a label, or one of several headlines, and no line of a paragraph.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Final

from cleanweb.page import LINE_SEPARATOR

# East Asian Width W, F and H without Hangul (CSS Text Level 3), and without emoji, which stand between words.
_WIDE: Final = (
    "\u2e80-\u303e\u3041-\u312f\u3190-\u4dbf\u4e00-\ua4cf\uf900-\ufaff\ufe10-\ufe19\ufe30-\ufe6f\uff01-\uff9f\uffe0-\uffe6"
    "\U00020000-\U0003fffd"
)
_BEFORE_WIDE: Final = re.compile(rf"\n[ \t\f]*[{_WIDE}]")  # begins with one character: found fastest
# After a line of 16 characters or more. Ours: of 793 such breaks on 156 of 5,400 pages 663 are after shorter lines; of
# these, read on 48 pages, seven are within a sentence, on six pages.
_BREAK: Final = re.compile(
    rf"(?=[ \t\f\n])(?<=[^\s][^\n{LINE_SEPARATOR}]{{14}}[{_WIDE}])[ \t\f]*\n[ \t\n\f]*(?=[{_WIDE}])"
)
_GONE: Final = "\0"  # no parser leaves one in a text


def without_line_breaks(text: str) -> str:
    """The text without the line breaks between wide characters, and without the white space around these.

    >>> line = "著者は川の近くで育ち、毎朝お茶を"
    >>> without_line_breaks(line + "\\n  飲む\\nand wait") == line + "飲む\\nand wait"
    True
    >>> without_line_breaks("港の朝\\n海の風") == "港の朝\\n海の風"
    True
    """
    return _BREAK.sub("", text) if _BEFORE_WIDE.search(text) else text


def pieces_without_line_breaks(pieces: Sequence[str]) -> Iterator[str]:
    """The same for a text in pieces, of any of which a line break may be a part."""
    whole = _BREAK.sub(lambda found: _GONE * len(found[0]), "".join(pieces))
    start = 0
    for piece in pieces:
        yield whole[start : start + len(piece)].replace(_GONE, "")
        start += len(piece)
