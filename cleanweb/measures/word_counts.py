"""How many words a text has, for journals, summaries and reports, and for the features of the default.

It does without numpy, which runs of most systems never load.
"""

import re
from collections.abc import Iterable
from functools import cache

from cleanweb.measures.letters import char_class

# Scripts without spaces, in which every letter counts as a word: Thai and Lao, Tibetan, Burmese, Khmer, kana, Han. The
# default was trained with these, so they stay as they are, without rarer scripts and letters. Stop words have their own
# ranges (`stopwords.UNSPACED_RANGES`), in which the syllables of Tibetan are words.
TIBETAN = (0x0F00, 0x0FFF)
COUNTED_BY_LETTER = (
    (0x0E00, 0x0EFF),
    TIBETAN,
    (0x1000, 0x109F),
    (0x1780, 0x17FF),
    (0x3040, 0x30FF),
    (0x3400, 0x9FFF),
    (0xF900, 0xFAFF),
)
LETTERS = frozenset({"Ll", "Lo", "Lm", "Mn", "Mc"})  # Unicode's categories of letters and vowel signs without capitals
_MAYBE_UNSPACED = re.compile("[" + "".join(f"{chr(start)}-{chr(end)}" for start, end in COUNTED_BY_LETTER) + "]")


def word_counts(texts: Iterable[str]) -> list[int]:
    """Words of each text: what stands between spaces, and each letter of scripts without spaces.

    The texts have only single spaces, like those of blocks.

    >>> word_counts(["three small words", "茶道", "茶は 2024 年から。", ""])
    [3, 2, 7, 0]
    """
    search = _MAYBE_UNSPACED.search
    return [
        (text.count(" ") + 1 if text else 0) if text.isascii() or not search(text) else _with_unspaced(text)
        for text in texts
    ]


def _with_unspaced(text: str) -> int:
    letter_count = len(text) - len(_unspaced_letters().sub("", text))
    return text.count(" ") + (letter_count or 1)


@cache
def _unspaced_letters() -> re.Pattern[str]:
    """Stretches of letters of scripts without spaces."""
    return re.compile(
        "[" + "".join(char_class(range(start, end + 1), LETTERS) for start, end in COUNTED_BY_LETTER) + "]+"
    )
