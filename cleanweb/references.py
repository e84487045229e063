"""Decode HTML character references where no parser does: in attributes escaped twice, in JSON-LD, in sources."""

from __future__ import annotations

import html
import re
from typing import Final

# Numbers that may be too long for `int`: Python's limit is 4,300 digits, or set by the user to 640 or more.
_LONG: Final = re.compile(r"(?<=&#)[0-9]{640,}+")
_ENOUGH: Final = 8  # digits without leading zeros: more than the code of any character


def unescape(text: str) -> str:
    """The text with its character references decoded; a number that is no character, however long, gives U+FFFD.

    >>> unescape("Tea &amp; &#109;ilk"), unescape(f"&#{'9' * 5000};"), unescape(f"&#{'0' * 5000}65;")
    ('Tea & milk', '\ufffd', 'A')
    """
    return html.unescape(_LONG.sub(_shortened, text))


def _shortened(number: re.Match[str]) -> str:
    return number[0].lstrip("0")[:_ENOUGH] or "0"
