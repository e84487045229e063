"""The language that the letters of a page settle, where its script is that of one language.

Latin, Cyrillic, Arabic, Devanagari, Bengali, Ethiopic, Tibetan, Burmese and ideographs alone settle none.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Final

# Share of a page's letters. Ours: on the gold pages in Greek and Japanese it is .81 to .98, but where half of the text
# is code or names (.30 to .55); on one page in English it is .17, on the others .12 at most, in tables of letters.
MIN_SHARE: Final = 0.75
MIN_LETTERS: Final = 100  # ours: less may be a name, or the letters of a formula
MIN_KANA_SHARE: Final = 0.2  # of Japanese letters; ours: it is .63 to .79 on such pages, less than .01 on Chinese ones

_KANA: Final = "\u3041-\u3096\u30a1-\u30fa\u31f0-\u31ff\uff66-\uff9d"
# Letters by Unicode's blocks; the language that Unicode's CLDR (likely subtags) has for the script; others written in
# it, which a page may state (ours: ancient, neighbouring and minority languages, not all of them; Yiddish that is not
# stated counts as Hebrew).
_SCRIPTS: Final = tuple(
    (re.compile(f"[{letters}]"), tuple(languages.split()))
    for letters, languages in (
        ("\u0370-\u03ff\u1f00-\u1fff", "el grc pnt tsd cpg"),
        ("\u0531-\u0587", "hy hyw xcl axm"),
        ("\u05d0-\u05f2\ufb1d-\ufb4f", "he yi lad arc hbo jpr jrb"),
        ("\u0780-\u07bf", "dv"),
        ("\u0a00-\u0a7f", "pa"),
        ("\u0a80-\u0aff", "gu kfr"),
        ("\u0b00-\u0b7f", "or spv"),
        ("\u0b80-\u0bff", "ta bfq"),
        ("\u0c00-\u0c7f", "te gon lmn wbq"),
        ("\u0c80-\u0cff", "kn tcy kfa gom kok"),
        ("\u0d00-\u0d7f", "ml"),
        ("\u0d80-\u0dff", "si pi sa"),
        ("\u0e01-\u0e5b", "th nod sou tts kxm pi"),
        ("\u0e81-\u0edf", "lo kjg"),
        ("\u10a0-\u10ff\u1c90-\u1cbf\u2d00-\u2d2d", "ka xmf lzz sva oge"),
        ("\u1100-\u11ff\u3131-\u318e\ua960-\ua97c\uac00-\ud7fb", "ko jje okm"),
        ("\u13a0-\u13fd\uab70-\uabbf", "chr"),
        ("\u1780-\u17ff", "km"),
        (f"{_KANA}\u3005-\u3007\u3400-\u4dbf\u4e00-\u9fff", "ja ojp ain ryu"),
    )
)
_ONLY_KANA: Final = re.compile(f"[{_KANA}]")
_ANY: Final = re.compile("|".join(pattern.pattern for pattern, _ in _SCRIPTS))


def languages_of_letters(texts: Sequence[str]) -> Sequence[str]:
    """The language in whose script nearly all letters are, then others that are written so; none where several are.

    >>> languages_of_letters(["Ο ποταμός ανέβηκε τη νύχτα. "] * 9)[:2], languages_of_letters(["The river rose."] * 9)
    (('el', 'grc'), ())
    >>> languages_of_letters(["川の水が夜のあいだに増えた。"] * 9)[0], languages_of_letters(["河水夜里上涨了。"] * 20)
    ('ja', ())
    """
    text = "".join(texts)
    if not _ANY.search(text):
        return ()
    letters = {letter: count for letter, count in Counter(text).items() if letter.isalpha()}
    total = sum(letters.values())
    if total < MIN_LETTERS:
        return ()
    for pattern, languages in _SCRIPTS:
        count = _count(pattern, letters)
        if count >= MIN_SHARE * total:
            is_chinese = languages[0] == "ja" and _count(_ONLY_KANA, letters) < MIN_KANA_SHARE * count
            return () if is_chinese else languages
    return ()


def _count(pattern: re.Pattern[str], letters: Mapping[str, int]) -> int:
    return sum(count for letter, count in letters.items() if pattern.match(letter))
