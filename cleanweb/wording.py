"""What sentences of all parts have in common: numbers with nouns, the first of several, names; and NAME=VALUE read."""

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
    """A number and its limit with so many decimals, and more where they would read alike without being so.

    >>> told_apart(0.2004, 0.2), told_apart(0.2, 0.2)
    (('0.2004', '0.2000'), ('0.20', '0.20'))
    """
    while value != limit and f"{value:.{decimals}f}" == f"{limit:.{decimals}f}":
        decimals += 1
    return f"{value:.{decimals}f}", f"{limit:.{decimals}f}"


@dataclass(slots=True)
class Several:
    """Things that are told of in one line: the first by its name, the others by their number.

    >>> str(Several(1, "a.html")), str(Several(1001, "a.html"))
    ('a.html', 'a.html and 1,000 more')
    """

    count: int = 0
    first: str = ""

    def add(self, name: str) -> None:
        """One more."""
        self.count += 1
        self.first = self.first or name

    def __str__(self) -> str:
        return self.first + (f" and {self.count - 1:,} more" if self.count > 1 else "")


def shared(reason: str) -> str:
    """What the reasons for skipping several pages have in common: in brackets is what differs from page to page.

    >>> shared("its language is de (probability 0.93); asked for eu")
    'its language is de; asked for eu'
    """
    return _IN_BRACKETS.sub("", reason)


def nearest(name: str, known: Collection[str]) -> str:
    """The known names that a wrong one is near to, with commas between them; all where it is near to none.

    >>> nearest("justex", ["justext", "kimatu"]), nearest("x", ["justext", "kimatu"])
    ('justext', 'justext, kimatu')
    """
    return ", ".join(get_close_matches(name, known, n=3) or known)


def name_and_value(option: str, text: str, form: str) -> tuple[str, str]:
    """What an option says as `NAME=VALUE`; `form` is that, as its help has it. Raises UsageError where either is empty.

    >>> name_and_value("--where", "split=dev", "KEY=VALUE")
    ('split', 'dev')
    """
    name, _, value = text.partition("=")
    if not (name and value):
        raise UsageError(f"{option} {text}: expected {form}")
    return name, value
