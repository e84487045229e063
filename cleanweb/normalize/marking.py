"""Marks of elements: an element has its own mark, or that of an element around it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING, Final

from cleanweb.looks import TELLING_LENGTH

if TYPE_CHECKING:
    from cleanweb.page import Attributes, Elements

_ASK: Final = "?"  # in place of a look's mark, if its elements may have different marks


def inherited(own: Iterable[str], parents: Sequence[int]) -> list[str]:
    """The mark of each element, given the marks that each would have by itself; the outermost mark counts."""
    marks: list[str] = []
    for mark, parent in zip(own, parents, strict=True):
        marks.append((marks[parent] if parent >= 0 else "") or mark)
    return marks


def marked_by_look(
    elements: Elements,
    by_names: Callable[[str | None, str | None, str | None], str],
    marker: Callable[[str, Attributes], str],
) -> list[str]:
    """The marks given by a `marker` that agrees with `by_names` on elements without attributes of `looks.TELLING`.

    So `by_names` (of tag, class and id) is called once per look, and the marker only for elements with such attributes.
    As in `inherited`, the outermost mark counts.
    """
    looks = elements.looks()
    tags, attributes = elements.tag, elements.attributes
    of_look: list[str] = []
    for key in looks.keys:
        if len(key) == 1:
            of_look.append(by_names(key[0], None, None))
        else:
            of_look.append(by_names(key[0], key[1], key[2]) if len(key) < TELLING_LENGTH else _ASK)
    marks = list(map(of_look.__getitem__, looks.places))
    end = 0  # of the last marked element
    for row in [row for row, mark in enumerate(marks) if mark]:
        if row >= end:
            mark = marker(tags[row], attributes[row]) if marks[row] == _ASK else marks[row]
            if mark:
                end = elements.close[row]
                marks[row:end] = [mark] * (end - row)
            else:
                marks[row] = ""
    return marks
