"""How likely a page's bytes are text in an encoding of a non-Latin script, judged by words of the packaged stop lists.

The likelihood of a letter is that of its pair with the letter before it in these words; for ideographs, kana and
hangul, which are too many for pairs, that of the character alone. The numbers are natural logarithms of probabilities:
ours, tried on 8,000 texts of 5 to 30 high bytes in sixteen languages (messages of programs, the Universal Declaration
of Human Rights, news).
"""

from __future__ import annotations

from collections import Counter
from functools import cache, lru_cache
from itertools import pairwise
from math import log
from typing import Final
from unicodedata import category

from cleanweb.encodings import MULTI_BYTE, decode_as, python_name
from cleanweb.packaged_stoplists import available, words_in

AT_RANDOM: Final = -log(0x80)  # of a byte above 7F
NEVER: Final = -9.0  # of what words never have: a control, a symbol, a letter next to an ASCII letter
SIGN: Final = -7.0  # of punctuation
# Of an ASCII letter after a word; added for an ideograph after an ASCII letter, and for the capital in "aB".
BROKEN: Final = -4.5
CAPITAL: Final = -1.0  # added for any other capital
KANA: Final = -6.0  # of kana that no word has
EVERYDAY: Final = -9.0  # of other characters that no word has, in the rows of everyday characters
RARE: Final = -6.5  # of each byte of a character in the other rows
ALPHABET: Final = 30  # letters; add-one smoothing: each pair counts once more than it occurs
SCRIPTS: Final = 8  # whose words' first letters are counted together
IDEOGRAPHS: Final = 3000  # length of a text, in characters, in which each ideograph occurs as often as in the words

# First bytes of kana, of level 1 ideographs (JIS, GB 2312, Big5), and of the syllables of KS X 1001.
_EVERYDAY_ROWS: Final = {
    "gb18030": range(0xB0, 0xD8),
    "big5": range(0xA4, 0xC7),
    "euc-jp": range(0xA4, 0xD0),
    "shift_jis": range(0x82, 0x98),
    "euc-kr": range(0xB0, 0xC9),
}


def evidence(sample: bytes, encoding: str) -> float:
    """The log likelihood of the bytes of non-ASCII characters in this encoding, compared with random bytes."""
    text = decode_as(sample, encoding)[0]
    likelihood = _of_ideograph if encoding in MULTI_BYTE else _of_letter
    pairs = Counter(pairwise(f" {text} "))
    byte_count = len(sample) - len(text.encode("ascii", "ignore"))
    return sum(
        (count * likelihood(before, char, encoding) for (before, char), count in pairs.items()),
        start=-byte_count * AT_RANDOM,
    )


@lru_cache(maxsize=1 << 16)
def _of_letter(before: str, char: str, _: str) -> float:
    """The log likelihood of a character after another, in a single-byte encoding."""
    if before.isascii() and char.isascii():
        return 0.0
    pairs, firsts, chars = _counts()
    first, small = before.lower() if _is_letter(before) else " ", char.lower()
    if char.isascii():
        if first == " ":
            return 0.0
        return BROKEN if char.isalpha() else log((pairs[first, " "] + 1) / (firsts[first] + ALPHABET))
    if category(char)[0] == "P":
        return SIGN
    if not chars[small] or (before.isascii() and before.isalpha()):
        return NEVER
    of_case = 0.0 if char == small else BROKEN if before.islower() else CAPITAL
    first_count = firsts[first] / (SCRIPTS if first == " " else 1)
    return of_case + log((pairs[first, small] + 1) / (first_count + ALPHABET))


@lru_cache(maxsize=1 << 16)
def _of_ideograph(before: str, char: str, encoding: str) -> float:
    """The log likelihood of a character after another, in a multi-byte encoding."""
    if char.isascii():
        return BROKEN if char.isalpha() and _is_letter(before) else 0.0
    of_place = BROKEN if before.isascii() and before.isalpha() else 0.0
    if char < "\u2e80" or not char.isalpha():
        return NEVER
    stored = char.encode(python_name(encoding), "ignore")
    if len(stored) != 2 or stored[0] not in _EVERYDAY_ROWS[encoding]:
        return of_place + RARE * (len(stored) or 2)
    least = KANA if char < "\u3100" else EVERYDAY
    count = _counts()[2][char]
    return of_place + (max(least, log(count / IDEOGRAPHS)) if count else least)


def _is_letter(char: str) -> bool:
    return not char.isascii() and (char.isalpha() or category(char) == "Mn")


@cache
def _counts() -> tuple[Counter[tuple[str, str]], Counter[str], Counter[str]]:
    """Counts in words without Latin letters: pairs (with the spaces around a word), their first halves, characters."""
    pairs: Counter[tuple[str, str]] = Counter()
    for language in available():
        for word in words_in(language):
            if min(word) > "\u036f":
                pairs.update(pairwise(f" {word.lower()} "))
    firsts, chars = Counter[str](), Counter[str]()
    for (before, char), count in pairs.items():
        firsts[before] += count
        chars[char] += count
    return pairs, firsts, chars
