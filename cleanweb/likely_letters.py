"""How likely a page's bytes are text in an encoding of another script than Latin: by words of the packaged stop lists.

A letter is as likely as it is after the one before it in these words; ideographs, kana and hangul, which are too many
for that, by themselves. The numbers are natural logarithms of probabilities: ours, tried on 8,000 texts of 5 to 30 high
bytes in sixteen languages (messages of programs, the Universal Declaration of Human Rights, news).
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
NEVER: Final = -9.0  # of what words have not: a control, a symbol, a letter beside one of ASCII
SIGN: Final = -7.0  # of punctuation
# Of a letter of ASCII after a word; and added to that of an ideograph after one, and of the capital of "aB".
BROKEN: Final = -4.5
CAPITAL: Final = -1.0  # added to that of any other capital
KANA: Final = -6.0  # of kana that no word has
EVERYDAY: Final = -9.0  # of other characters that no word has, in the rows of everyday ones
RARE: Final = -6.5  # of each byte of a character in the other rows
ALPHABET: Final = 30  # letters: each is taken to have followed each other once more than it did
SCRIPTS: Final = 8  # whose words' first letters are counted together
IDEOGRAPHS: Final = 3000  # characters of a text in which each stands as often as in the words

# The first bytes: of kana, of the ideographs of level 1 (JIS, GB 2312, Big5), of the syllables of KS X 1001.
_EVERYDAY_ROWS: Final = {
    "gb18030": range(0xB0, 0xD8),
    "big5": range(0xA4, 0xC7),
    "euc-jp": range(0xA4, 0xD0),
    "shift_jis": range(0x82, 0x98),
    "euc-kr": range(0xB0, 0xC9),
}


def evidence(sample: bytes, encoding: str) -> float:
    """How much likelier the bytes above 7F, and others of their characters, are in the encoding than at random."""
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
    """The likelihood of a character after another in an encoding of one byte for each."""
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
    """The likelihood of a character after another in an encoding of more bytes than one."""
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
    """Of the words without Latin letters: pairs, with the spaces around a word; their first halves; characters."""
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
