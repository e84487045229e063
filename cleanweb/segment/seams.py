"""Where words of two inline elements meet without a space: `<a>Home</a><a>News</a>`."""

from __future__ import annotations

from typing import Final

# After these a capital begins something new, if what they end is more than one word: not `re.` and `Match`.
_ENDINGS: Final = frozenset(".!?…)")


def are_apart(before: str, after: str) -> bool:
    """Whether a word plainly ends between two texts of some characters: before a capital, between a letter and a digit.

    Letters of scripts without case never are apart: most of those have no spaces either.

    >>> are_apart("Home", "News"), are_apart("Sofas", "1385"), are_apart("news", "paper"), are_apart("re.", "Match")
    (True, True, False, False)
    """
    last, first = before[-1], after[0]
    is_cased = last.islower() or last.isupper()
    if first.isupper():
        return is_cased or last.isdigit() or (last in _ENDINGS and " " in before)
    return is_cased and first.isdigit()
