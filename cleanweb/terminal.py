"""How texts of all scripts stand on a terminal: the columns that they take, and where their lines break."""

from __future__ import annotations

import re
from textwrap import wrap
from typing import Final
from unicodedata import category, east_asian_width

# Ideographs, kana and full-width signs, between which a line may break; and what no line begins with.
_WIDE: Final = "\u2e80-\u303e\u3041-\ua4cf\uf900-\ufaff\uff01-\uff60\U00020000-\U0003fffd"
_NOT_FIRST: Final = "、。，．！？：；」』）】》〉〕］｝”’…ー々"
_PIECE: Final = re.compile(rf"\s*(?:[{_WIDE}][{_NOT_FIRST}]*|[^\s{_WIDE}]+)")


def columns(text: str) -> int:
    """How many columns of a terminal a text takes: two for ideographs and the like, none for marks above letters.

    >>> columns("tea"), columns("お茶"), columns("te\\u0301"), columns("กำลังที่")
    (3, 4, 2, 5)
    """
    return len(text) if text.isascii() else sum(map(_columns_of, text))


def _columns_of(char: str) -> int:
    if category(char) in ("Mn", "Me", "Cf"):
        return 0
    return 2 if east_asian_width(char) in ("W", "F") else 1


def left(text: str, width: int) -> str:
    """A text flush left in so many columns."""
    return text + " " * (width - columns(text))


def right(text: str, width: int) -> str:
    """A text flush right in so many columns."""
    return " " * (width - columns(text)) + text


def lines(text: str, width: int) -> list[str]:
    """A text in lines of so many columns, broken at spaces and between ideographs; longer words stay whole.

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
