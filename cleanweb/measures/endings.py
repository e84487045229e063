"""The ends of texts: final signs, and signs after them that do not change how a text ends."""

from __future__ import annotations

import re
from typing import Final
from unicodedata import category

# Signs that stand after a final mark without changing it. In German and its neighbours “ and « close: „So.“, »So.«
CLOSERS: Final = "\"'’”»›“‘«‹)]}）】」』〉》〕］｝｣〗〙〛〞〟﹂﹄＂＇״﴾﴿❜❞ \u00a0"

QUESTION_MARKS: Final = tuple("?？؟፧")

# A colon with a dash, as in India and Ethiopia, and what stands for it in Burmese: a dash.
COLON_WITH_DASH: Final = re.compile(r"(?: \s? [:：፡] | (?<=[\u1000-\u109f]) \s? ) [-–—] \Z", re.VERBOSE)
COLONS: Final = (":", "：", "៖", "፦")
# Other ends of an introduction: the comma of Armenian, and the sign between words of Ethiopic.
INTRODUCER: Final = re.compile(rf"{COLON_WITH_DASH.pattern} | (?: [{''.join(COLONS)}] | ՝ | (?<!፡)፡ ) \Z", re.VERBOSE)
ETHIOPIC_STOP: Final = "፡፡"  # the sign between words, twice: typed for the full stop

FIRST_PICTURE: Final = "\u2600"
_PARTS: Final = "\ufe0f\u200d "  # of an emoji, and between two


def without_pictures(text: str) -> str:
    """A text without the emoji that stand after its words: "See you! 😊" ends as "See you!" does.

    >>> without_pictures("See you! 😊👍🏽"), without_pictures("☎"), without_pictures("12 °C")
    ('See you!', '☎', '12 °C')
    """
    end = len(text)
    while (
        end and text[end - 1] >= FIRST_PICTURE and (text[end - 1] in _PARTS or category(text[end - 1]) in ("So", "Sk"))
    ):
        end -= 1
        while end and text[end - 1] in _PARTS:
            end -= 1
    return text[:end] or text
