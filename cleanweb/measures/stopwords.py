"""Stop words in a text: how many there are, in languages with spaces and in scripts without."""

import re
from collections.abc import Iterable
from functools import lru_cache

# Scripts without spaces between words, as the inside of a character class: Thai, Lao, Burmese, Khmer, the Tai scripts,
# kana, Han. Not Hangul (Korean has spaces), nor Tibetan (it marks syllables). `word_counts.py` counts by fewer scripts,
# with Tibetan.
UNSPACED_RANGES = (
    "\u0e00-\u0eff"  # Thai, Lao
    "\u1000-\u109f\ua9e0-\ua9ff\uaa60-\uaa7f"  # Burmese
    "\u1780-\u17ff\u1950-\u19ff\u1a20-\u1aaf"  # Khmer, Tai Le, New Tai Lue, Tai Tham
    "\u3005-\u3007\u3041-\u309f\u30a1-\u30fa\u30fc-\u30ff\u31f0-\u31ff\uff66-\uff9f"  # kana and iteration marks
    "\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U000323af"  # Han
)
# Chinese and Japanese punctuation, full-width forms among them, ends a word as white space does.
PUNCTUATION_RANGES = "\u3000-\u3004\u3008-\u3040\u30fb\uff01-\uff0f\uff1a-\uff20\uff3b-\uff40\uff5b-\uff65"
UNSPACED = re.compile(f"[{UNSPACED_RANGES}]")
# What stands for a space: between syllables of Tibetan and at the ends of its phrases, and between words of Ethiopic.
SEPARATORS = "\u0f0b\u0f0c\u0f0d\u0f0e\u1361"
_TO_SPACES = str.maketrans(SEPARATORS, " " * len(SEPARATORS))
_RUNS = re.compile(rf"[{UNSPACED_RANGES}]+|[^\s{UNSPACED_RANGES}{PUNCTUATION_RANGES}]+")
_WORD_CHARACTER = re.compile(r"\w")


def words(text: str) -> list[str]:
    """The words of a text, lower-cased, in order.

    In languages with spaces these are the parts between white space, punctuation left on, as in jusText; in Tibetan
    they are syllables. In scripts without spaces each character counts as a word (ours: it needs no dictionary, and
    every text has the same measure); what stands between such characters is a word when it has a letter or a digit.
    """
    small = lowered(text)
    if not has_unspaced(small):
        return small.split()
    found: list[str] = []
    for run in runs(small):
        if UNSPACED.match(run):
            found.extend(run)
        else:
            found.append(run)
    return found


def stop_word_density(text: str, stoplist: frozenset[str]) -> float:
    """The share of the words of a text that are in the stop list, from 0 to 1; 0 for a text without words.

    In languages with spaces it equals jusText's measure: split at white space, lower-case, look up (doc/algorithm.rst;
    `Paragraph.stopwords_density` of jusText 3.0.2), except for what `lowered` does to Turkish, Tibetan and Ethiopic. In
    scripts without spaces it is the share of characters that lie in a stop word, where stop words are found from left
    to right, the longest first (ours).
    """
    small = lowered(text)
    if not has_unspaced(small):
        parts = small.split()
        return sum(part in stoplist for part in parts) / len(parts) if parts else 0.0
    starts = _by_first_character(stoplist)
    word_count = stop_word_count = 0
    for run in runs(small):
        if UNSPACED.match(run):
            word_count += len(run)
            stop_word_count += _covered_characters(run, starts)
        else:
            word_count += 1
            stop_word_count += run in stoplist
    return stop_word_count / word_count if word_count else 0.0


def lowered(text: str) -> str:
    """A text in lower case, with spaces for the signs that stand for them in Tibetan and Ethiopic.

    İ becomes i, as in Turkish: Unicode's lower case of it has a second dot, and no list has such words.

    >>> lowered("İçin IŞIK"), lowered("ང་ཚོ་ཡོད།").split()
    ('için işik', ['ང', 'ཚོ', 'ཡོད'])
    """
    small = text.lower()
    if small.isascii():
        return small
    small = small.replace("i\u0307", "i")
    # Looking is quick, and few texts have them.
    return small.translate(_TO_SPACES) if any(sign in small for sign in SEPARATORS) else small


def has_unspaced(text: str) -> bool:
    """Whether a character of a script without spaces occurs in the text."""
    return not text.isascii() and UNSPACED.search(text) is not None


def runs(lowered: str) -> Iterable[str]:
    """Stretches of characters without spaces, and the stretches between them that hold a letter or a digit."""
    return (run for run in _RUNS.findall(lowered) if UNSPACED.match(run) or _WORD_CHARACTER.search(run))


@lru_cache(maxsize=32)
def _by_first_character(stoplist: frozenset[str]) -> dict[str, list[str]]:
    """The stop words of scripts without spaces by their first character, the longest first."""
    starts: dict[str, list[str]] = {}
    for word in sorted(stoplist, key=lambda word: (-len(word), word)):
        if UNSPACED.match(word):
            starts.setdefault(word[0], []).append(word)
    return starts


def _covered_characters(run: str, starts: dict[str, list[str]]) -> int:
    """How many characters of the run lie in stop words, by leftmost longest matches."""
    covered = position = 0
    while position < len(run):
        for word in starts.get(run[position], ()):
            if run.startswith(word, position):
                covered += len(word)
                position += len(word)
                break
        else:
            position += 1
    return covered
