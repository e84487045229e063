"""Marks hidden elements, consent boxes, menus, controls and fall-backs; repairs text.

A mark is evidence, not a verdict: `classify/marks.py` drops the marks that it is told to drop. On every third
development page of WCXB, the gold texts contain these shares of the words in marked blocks: none of 9,075 (consent, 50
pages), 37 % (hidden), 68 % (noscript), .3 % (menu), .7 % (option); and 70 % of the words in blocks without a mark.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final
from unicodedata import is_normalized

from cleanweb.normalize.marking import marked_by_look
from cleanweb.normalize.naming import named_mark, told_mark
from cleanweb.normalize.repairs import (
    composed,
    with_punctuation_once,
    without_c1_controls,
    without_controls,
    without_directions,
    without_icons,
    without_ligatures,
    without_soft_hyphens,
    without_zero_width,
)
from cleanweb.page import Elements
from cleanweb.stage import Normalizer, param

MARKS: Final = ("consent", "hidden", "menu", "noscript", "option")


@dataclass(frozen=True, slots=True, kw_only=True)
class Full:
    """Marks `consent`, `hidden`, `menu`, `option` or `noscript`, in this order; repairs the text of blocks.

    >>> Full().text("Boiler\\xadplate")
    'Boilerplate'
    """

    twice: bool = param(True, "repair punctuation that was encoded twice (â€™); letters stay as they are")
    c1_controls: bool = param(True, "read U+0080 to U+009F as in windows-1252: quotes, dashes")
    controls: bool = param(True, "remove control characters; words separated only by them are joined")
    soft_hyphens: bool = param(True, "remove soft hyphens; words are joined where a page uses them as hyphens")
    zero_width: bool = param(
        True,
        "remove zero-width spaces, except where they separate words (Thai, Khmer, ...), and joiners after Latin",
    )
    directions: bool = param(
        True, "remove marks of writing direction; lines with both directions may be displayed differently"
    )
    icons: bool = param(
        True,
        "remove private-use characters, which are icons in the page's fonts, except in words and beside ideographs",
    )
    ligatures: bool = param(True, "write ligatures such as ﬁ as letters")
    compose: bool = param(
        True,
        "use one spelling for letters with diacritics (form C); some compatibility ideographs change their shape",
        source="W3C, Character Model for the World Wide Web: String Matching, section 3",
    )

    def marks(self, elements: Elements) -> list[str]:
        """The mark of each element: its own, or that of an element around it."""
        return marked_by_look(elements, named_mark, told_mark)

    def text(self, text: str) -> str:
        """The text repaired; for most texts a quick check of their characters shows that nothing is needed."""
        if text.isascii() and text.isprintable():
            return text
        if self.twice:  # first: its input may include control characters, and its output zero-width ones
            text = with_punctuation_once(text)
        if not text.isprintable():  # with control characters, soft hyphens or zero-width characters
            if self.c1_controls:
                text = without_c1_controls(text)
            if self.controls:
                text = without_controls(text)
            if self.soft_hyphens:
                text = without_soft_hyphens(text)
            if self.zero_width:
                text = without_zero_width(text)
            if self.directions:
                text = without_directions(text)
            if self.icons:
                text = without_icons(text)
        if self.ligatures:
            text = without_ligatures(text)
        return composed(text) if self.compose and not is_normalized("NFC", text) else text


STAGE: type[Normalizer] = Full
