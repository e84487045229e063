"""Texts of all scripts on a terminal: how many columns they take, and where their lines break."""

from __future__ import annotations

import re
from textwrap import wrap
from typing import Final
from unicodedata import category, east_asian_width

MAX_WIDTH: Final = 100  # columns of wrapped text, however wide the terminal; ours

# Vowels and finals of decomposed Korean letters, which share the columns of the consonant before them.
_INNER_JAMO: Final = re.compile("[\u1160-\u11ff\ud7b0-\ud7ff]")
# Ideographs, kana and full-width signs, between which a line may break; and signs that may not begin a line.
_WIDE: Final = "\u2e80-\u303e\u3041-\ua4cf\uf900-\ufaff\uff01-\uff60\U00020000-\U0003fffd"
_NOT_FIRST: Final = "、。，．！？：；」』）】》〉〕］｝”’…ー々"
# A line may also break after these: zero-width spaces of Khmer and Thai, and the signs between syllables of Tibetan and
# words of Ethiopic.
_SEAMS: Final = "\u200b\u0f0b\u1361"
_PIECE: Final = re.compile(rf"\s*(?:[{_WIDE}][{_NOT_FIRST}]*|[^\s{_WIDE}{_SEAMS}]*[{_SEAMS}]+|[^\s{_WIDE}{_SEAMS}]+)")


def columns(text: str) -> int:
    """The number of terminal columns of a text: two for ideographs and the like, none for combining marks.

    Composed and decomposed Hangul take the same number.

    >>> columns("tea"), columns("お茶"), columns("te\\u0301"), columns("กำลังที่")
    (3, 4, 2, 5)
    """
    return len(text) if text.isascii() else sum(map(_columns_of, text))


def _columns_of(char: str) -> int:
    if category(char) in ("Mn", "Me", "Cf") or _INNER_JAMO.match(char):
        return 0
    return 2 if east_asian_width(char) in ("W", "F") else 1


# Characters that belong to the one before, besides combining marks: joiners, the parts of emoji.
_PARTS: Final = re.compile("[\u200c\u200d\U0001f3fb-\U0001f3ff\U000e0020-\U000e007f]")


def beginning(text: str, length: int) -> str:
    """At most `length` first characters of a text; letters keep their marks, and emoji are not cut into parts.

    >>> beginning("boil the water", 4), beginning("हिन्दी", 5)
    ('boil', 'हिन्')
    """
    end = length
    if not text.isascii():
        while 0 < end < len(text) and (
            category(text[end])[0] == "M" or _PARTS.match(text[end]) or text[end - 1] == "\u200d"
        ):
            end -= 1
    return text[: end or length]


def shortened(text: str, length: int) -> str:
    """A text of at most `length` characters; cut, if possible at a space in the last half, and ended with `…`.

    >>> shortened("boil the water", 14), shortened("boil the water", 12), shortened("watercress", 6)
    ('boil the water', 'boil the…', 'water…')
    """
    if len(text) <= length:
        return text
    cut = beginning(text, length - 1)
    if not text[len(cut)].isspace():
        words, _, _ = cut.rpartition(" ")
        cut = words if len(words) > length // 2 else cut
    return cut.rstrip() + "…"


def left(text: str, width: int) -> str:
    """A text flush left in `width` columns."""
    return text + " " * (width - columns(text))


def right(text: str, width: int) -> str:
    """A text flush right in `width` columns."""
    return " " * (width - columns(text)) + text


def lines(text: str, width: int) -> list[str]:
    """A text in lines of `width` columns, broken at spaces and between ideographs; longer words stay whole.

    Thai and Khmer are broken only at spaces and zero-width spaces.

    >>> lines("boil the water", 9), lines("お茶を飲む。はい", 8)
    (['boil the', 'water'], ['お茶を飲', 'む。はい'])
    """
    if text.isascii():
        return wrap(text, width, break_long_words=False, break_on_hyphens=False)
    found: list[str] = []
    room = 0
    for piece in _PIECE.findall(text):
        needed = columns(piece)
        if found and needed <= room:
            found[-1] += piece
            room -= needed
        else:
            found.append(piece.lstrip())
            room = width - columns(found[-1])
    return found
