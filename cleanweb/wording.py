"""Wording shared by all messages: numbers with nouns, the first of several, nearest names; and parsing NAME=VALUE."""

from __future__ import annotations

import re
from collections.abc import Collection
from dataclasses import dataclass
from difflib import get_close_matches

from cleanweb.errors import UsageError

_IN_BRACKETS = re.compile(r" \([^()]*\)")


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


def told_apart(value: float, limit: float, decimals: int = 2) -> tuple[str, str]:
    """A number and its limit with this many decimals, or more if they would otherwise look equal without being so.

    >>> told_apart(0.2004, 0.2), told_apart(0.2, 0.2)
    (('0.2004', '0.2000'), ('0.20', '0.20'))
    """
    while value != limit and f"{value:.{decimals}f}" == f"{limit:.{decimals}f}":
        decimals += 1
    return f"{value:.{decimals}f}", f"{limit:.{decimals}f}"


@dataclass(slots=True)
class Several:
    """Several things in one line: the first by its name, the others by their number.

    >>> str(Several(1, "a.html")), str(Several(1001, "a.html"))
    ('a.html', 'a.html and 1,000 more')
    """

    count: int = 0
    first: str = ""

    def add(self, name: str) -> None:
        """Add one more."""
        self.count += 1
        self.first = self.first or name

    def __str__(self) -> str:
        return self.first + (f" and {self.count - 1:,} more" if self.count > 1 else "")


def shared(reason: str) -> str:
    """The part of a reason for skipping that pages share, without the part in brackets, which differs between pages.

    >>> shared("its language is de (probability 0.93); asked for eu")
    'its language is de; asked for eu'
    """
    return _IN_BRACKETS.sub("", reason)


def nearest(name: str, known: Collection[str]) -> str:
    """The known names that are close to a wrong one; if none is close, all of them, as what was expected.

    >>> nearest("justex", ["justext", "kimatu"]), nearest("x", ["justext", "kimatu"])
    ('nearest: justext', 'expected one of: justext, kimatu')
    """
    close = get_close_matches(name, known, n=3)
    return f"nearest: {', '.join(close)}" if close else f"expected one of: {', '.join(known)}"


def name_and_value(option: str, text: str, form: str) -> tuple[str, str]:
    """Parse the `NAME=VALUE` of an option; `form` is its form in the help. Raises UsageError when either is empty.

    >>> name_and_value("--where", "split=dev", "KEY=VALUE")
    ('split', 'dev')
    """
    name, _, value = text.partition("=")
    if not (name and value):
        raise UsageError(f"{option} {text}: expected {form}")
    return name, value
