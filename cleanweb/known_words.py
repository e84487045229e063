"""Which encoding gives known words for a page's bytes: words of the packaged stop lists, in Latin script.

Words without accents tell the language, whatever the encoding. Those with accents are words of it only in the right
encoding: "előtt" is Hungarian; "elõtt", the same bytes in windows-1252, is not a word.
"""

from __future__ import annotations

import re
from collections import Counter
from functools import cache
from typing import Final
from unicodedata import normalize

from cleanweb.encodings import LATIN, decode_as
from cleanweb.packaged_stoplists import available, words_in

MIN_WORDS: Final = 3  # distinct words needed to tell a language, or one encoding from another; ours

_TOKEN = re.compile(rb"[A-Za-z\x80-\xff]{2,}")
# In windows-1258 marks are separate from their letters; what no page means (C1 controls, U+FFFD) does not end a word.
_WORD = re.compile("(?:[^\\W\\d_]|[\u0300-\u036f\x80-\x9f\ufffd])+")


def accented_words(sample: bytes, languages: tuple[str, ...]) -> tuple[str, dict[str, int]]:
    """The language with most known words, and how many of its accented words each encoding gives in the sample.

    Only distinct words count. If they are too few: no language ("") and no words.
    """
    tokens = set(_TOKEN.findall(sample))
    plain = _by_language({token.decode().lower() for token in tokens if token.isascii()}, languages)
    accented = b"\n".join(token for token in tokens if not token.isascii())
    made = {encoding: _by_language(_accented(accented, encoding), languages) for encoding in LATIN}
    most = {language: plain[language] + max(words[language] for words in made.values()) for language in languages}
    language = max(languages, key=lambda language: most[language])
    if most[language] < MIN_WORDS:
        return "", dict.fromkeys(LATIN, 0)
    return language, {encoding: words[language] for encoding, words in made.items()}


def _accented(data: bytes, encoding: str) -> set[str]:
    text = decode_as(data, encoding)[0].lower().replace("i\u0307", "i")  # İ, as in `measures.stopwords`
    return {word for word in _WORD.findall(normalize("NFC", text)) if not word.isascii()}


def _by_language(words: set[str], languages: tuple[str, ...]) -> Counter[str]:
    holders = _holders(languages)
    return Counter(language for word in words for language in holders.get(word, ()))


@cache
def _holders(languages: tuple[str, ...]) -> dict[str, tuple[str, ...]]:
    """For each word of the lists, the languages whose lists have it."""
    holders: dict[str, tuple[str, ...]] = {}
    for language in set(languages).intersection(available()):
        for word in {normalize("NFC", word).lower() for word in words_in(language)}:
            holders[word] = (*holders.get(word, ()), language)
    return holders
