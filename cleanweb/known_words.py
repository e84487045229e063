"""Which encoding of Latin script makes known words of a page's bytes: words of the packaged stop lists.

Words without accents tell the language, whatever the encoding. Those with accents are words of it in the right one
only: "előtt" is Hungarian, "elõtt", the same bytes in windows-1252, is nothing.
"""

from __future__ import annotations

import re
from collections import Counter
from functools import cache
from typing import Final
from unicodedata import normalize

from cleanweb.encodings import LATIN, decode_as
from cleanweb.packaged_stoplists import available, words_in

MIN_WORDS: Final = 3  # different ones, that tell a language, or one encoding from another; ours

_TOKEN = re.compile(rb"[A-Za-z\x80-\xff]{2,}")
# Marks stand apart from their letters in windows-1258; what no page means (C1 controls, U+FFFD) does not end a word.
_WORD = re.compile("(?:[^\\W\\d_]|[\u0300-\u036f\x80-\x9f\ufffd])+")


def accented_words(sample: bytes, languages: tuple[str, ...]) -> tuple[str, dict[str, int]]:
    """The language that most known words are of, and how many accented ones each encoding makes of the sample.

    Only different words count. Where they are too few, no language ("") and no words.
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
    """For each word of the lists the languages whose lists hold it."""
    holders: dict[str, tuple[str, ...]] = {}
    for language in set(languages).intersection(available()):
        for word in {normalize("NFC", word).lower() for word in words_in(language)}:
            holders[word] = (*holders.get(word, ()), language)
    return holders
