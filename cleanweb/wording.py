"""Numbers in sentences."""

from __future__ import annotations


def plural(count: float, noun: str) -> str:
    """The noun for this count.

    >>> plural(1, "word"), plural(0, "word")
    ('word', 'words')
    """
    return noun if count == 1 else noun + "s"


def counted(count: float, noun: str) -> str:
    """The count, rounded, with its noun.

    >>> counted(1, "word"), counted(2300.0, "word")
    ('1 word', '2,300 words')
    """
    return f"{count:,.0f} {plural(round(count), noun)}"
