"""The language that a page's letters determine, if only one language has the script; else the languages they allow.

Latin letters determine none and allow all. Cyrillic, Arabic, Devanagari, Bengali, Ethiopic, Tibetan and Burmese ones
determine none, but rule out languages that are not written in them. Ideographs without kana are Chinese, unless a page
states another language that is written in them.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Final

# Share of a page's letters. Ours: on the gold pages in Greek and Japanese it is .81 to .98, except where half of the
# text is code or names (.30 to .55); on one page in English it is .17, on the others at most .12, in tables of letters.
MIN_SHARE: Final = 0.75
MIN_LETTERS: Final = 100  # ours: fewer may be a name, or the letters of a formula
# Of Japanese letters; ours: it is .63 to .79 on Japanese pages, less than .01 on Chinese ones. In between, as in lists
# of names, the letters determine nothing.
MIN_KANA_SHARE: Final = 0.2
MAX_CHINESE_KANA_SHARE: Final = 0.02
NONE_SETTLED: Final = ""
# Stands for languages with three-letter codes (ISO 639-3) in a shared script: too many to list, and no template states
# them.
OTHERS: Final = "*"

_KANA: Final = "\u3041-\u3096\u30a1-\u30fa\u31f0-\u31ff\uff66-\uff9d"
# Letters by Unicode blocks; the language of the script according to Unicode's CLDR (likely subtags); and others written
# in it, which a page may state (ours: ancient, neighbouring and minority languages, not all of them; Yiddish that is
# not stated counts as Hebrew).
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
# Scripts of several languages: those with two-letter codes (ISO 639-1) that use the script, perhaps besides another one
# ("az", "uz", "ro" in Moldova), and "sh" and "bh", which pages still state. Ours: following the languages by script of
# Unicode's CLDR, from memory, not compared with a release; without former uses (Turkish in Arabic letters).
_SHARED: Final = tuple(
    (re.compile(f"[{letters}]"), (NONE_SETTLED, *languages.split(), OTHERS))
    for letters, languages in (
        (
            "\u0400-\u052f\u1c80-\u1c8a\u2de0-\u2dff\ua640-\ua69f",
            "ab av az ba be bg bs ce cu cv kk ku kv ky mk mn os ro ru sh sr tg tk tt ug uk uz",
        ),
        (
            "\u0620-\u06ff\u0750-\u077f\u0870-\u08c9\ufb50-\ufdfc\ufe70-\ufefc",
            "ar az fa ff ha kk ks ku ky ms pa ps sd so sw tg tk ug ur uz wo",
        ),
        ("\u0904-\u097f\ua8f2-\ua8ff", "bh hi ks mr ne pi sa sd"),
        ("\u0980-\u09ff", "as bn pi sa"),
        ("\u1200-\u139f\u2d80-\u2dde\uab01-\uab2e", "am om ti"),
        ("\u0f00-\u0fbc", "bo dz"),
        ("\u1000-\u109f\ua9e0-\ua9fe\uaa60-\uaa7f", "my pi sa"),
    )
)
_ALL: Final = (*_SCRIPTS, *_SHARED)
_CHINESE: Final = ("zh", "ja", "za", OTHERS)
_CHINESE_OR_JAPANESE: Final = (NONE_SETTLED, *_CHINESE)
_ONLY_KANA: Final = re.compile(f"[{_KANA}]")
_ANY: Final = re.compile("|".join(pattern.pattern for pattern, _ in _ALL))


def languages_of_letters(texts: Sequence[str]) -> Sequence[str]:
    """The languages whose script nearly all letters have, first the one assumed if the page states none; () for Latin.

    >>> languages_of_letters(["Ο ποταμός ανέβηκε τη νύχτα. "] * 9)[:2], languages_of_letters(["The river rose."] * 9)
    (('el', 'grc'), ())
    >>> languages_of_letters(["川の水が夜のあいだに増えた。"] * 9)[0], languages_of_letters(["河水上涨了。"] * 20)[0]
    ('ja', 'zh')
    >>> languages_of_letters(["Река поднялась ночью. "] * 9)[:4]
    ('', 'ab', 'av', 'az')
    """
    text = "".join(texts)
    if not _ANY.search(text):
        return ()
    letters = {letter: count for letter, count in Counter(text).items() if letter.isalpha()}
    total = sum(letters.values())
    if total < MIN_LETTERS:
        return ()
    for pattern, languages in _ALL:
        count = _count(pattern, letters)
        if count >= MIN_SHARE * total:
            return _by_kana(_count(_ONLY_KANA, letters) / count, languages) if languages[0] == "ja" else languages
    return ()


def is_written_so(language: str, languages: Sequence[str]) -> bool:
    """Whether a language code is among those that the letters allow.

    >>> cyrillic = languages_of_letters(["Река поднялась ночью. "] * 9)
    >>> [language for language in ("uk", "sah", "en") if is_written_so(language, cyrillic)]
    ['uk', 'sah']
    """
    return not languages or language in languages or (OTHERS in languages and len(language) > 2)


def _by_kana(share: float, japanese: Sequence[str]) -> Sequence[str]:
    if share >= MIN_KANA_SHARE:
        return japanese
    return _CHINESE if share <= MAX_CHINESE_KANA_SHARE else _CHINESE_OR_JAPANESE


def _count(pattern: re.Pattern[str], letters: Mapping[str, int]) -> int:
    return sum(count for letter, count in letters.items() if pattern.match(letter))
