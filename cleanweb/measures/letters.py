"""Letters of all scripts with their marks and joiners, which `\\w` of Python's expressions leaves out.

A third of "हिन्दी" are such marks, as are the vowels of Thai and Hebrew and the accents of decomposed texts.
"""

import re
import unicodedata
from collections.abc import Collection, Iterable
from functools import cache
from itertools import groupby
from typing import Final

from cleanweb.normalize.repairs import composed

MARKS: Final = frozenset({"Mn", "Mc", "Me"})  # Unicode's categories of marks
# All marks are in these ranges, except the selectors of Plane 14, which stand in no word. Between are the blocks of
# ideographs, Hangul and Yi, surrogates and private use; cuneiform and hieroglyphs; Tangut, Khitan and Nüshu.
_PLACES_OF_MARKS: Final = ((0x300, 0x3100), (0xA4D0, 0xAC00), (0xFB00, 0x12000), (0x13430, 0x17000), (0x1B000, 0x1E94B))
_JOINERS: Final = "\u200c\u200d"  # inside words of Persian and the scripts of India
# Soft hyphens, zero-width spaces, marks of direction, byte order marks: neither letters nor signs.
_INVISIBLE: Final = "\u00ad\u061c\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff"
# Letters that number items in other scripts than Latin: "(ক) চা", "ב) קפה". Of Korean those that do, except "사", which
# in brackets stands for a kind of firm.
ITEM_LETTERS: Final = (
    "а-яёіїєґα-ωա-ևა-ჰא-ת\u0621-\u064aپچژکگیअ-हঅ-হઅ-હਅ-ਹੲੳஅ-ஹఅ-హಅ-ಹഅ-ഹඅ-ෆก-ฮກ-ຮក-អက-အሀ-ፗ가나다라마바아자차카타파하"
)


def char_class(codes: Iterable[int], categories: Collection[str]) -> str:
    """The characters of these ascending codes in one of these Unicode categories, as the inside of a character class.

    >>> char_class(range(0x30, 0x47), {"Nd", "Lu"})
    '0-9A-F'
    """
    spans = []
    for is_in, stretch in groupby(codes, lambda code: unicodedata.category(chr(code)) in categories):
        if is_in:
            found = [*map(chr, stretch)]
            spans.append(f"{found[0]}-{found[-1]}")
    return "".join(spans)


@cache
def marks() -> str:
    """The marks of letters of all scripts, and the joiners, as the inside of a character class: some 6 ms, once."""
    return "".join(char_class(range(*place), MARKS) for place in _PLACES_OF_MARKS) + _JOINERS


def sign_count(text: str) -> int:
    """How many characters are neither letters, with their marks, nor digits, nor white space.

    >>> sign_count("Tea, and milk_cups."), sign_count("हिन्दी, می\\u200cشود"), sign_count("שָׁלוֹם")
    (3, 1, 0)
    """
    return len(_SIGN.findall(text) if text.isascii() else _sign_of_any_script().findall(text))


def words(text: str) -> list[str]:
    """The stretches of letters, with their marks, and digits.

    >>> words("Tea, हिन्दी می\\u200cشود.") == ["Tea", "हिन्दी", "می\\u200cشود"]
    True
    """
    return (_WORD if text.isascii() else _word_of_any_script()).findall(text)


def begins_in_lower_case(text: str) -> bool:
    """Whether a text begins with a small letter, in a script where that shows that a sentence goes on.

    All letters of Georgian are small; they have capitals, but these begin no sentences.

    >>> begins_in_lower_case("tea"), begins_in_lower_case("Tea"), begins_in_lower_case("ჩაი")
    (True, False, False)
    """
    first = text[:1]
    return first.islower() and first.title() != first


_SIGN: Final = re.compile(r"[^\w\s]|_")
_WORD: Final = re.compile(r"\w+")


@cache
def _sign_of_any_script() -> re.Pattern[str]:
    return re.compile(rf"[^\w\s{marks()}{_INVISIBLE}]|_")


@cache
def _word_of_any_script() -> re.Pattern[str]:
    return re.compile(rf"[\w{marks()}]+")


# Variants of the same sign, and what Sphinx puts at the end of headings. Ours: debian-docs gains .0008 of word F1 by
# left-out models (45 pages up, 9 down), since its titles are found.
_PLAIN_SIGNS: Final = str.maketrans(
    {**dict.fromkeys("–—‐‑−", "-"), **dict.fromkeys("“”„«»″", '"'), **dict.fromkeys("‘’‚′", "'"), "¶": None}
)


def letters_of(text: str) -> str:
    """The letters and digits of a text in one case: what two spellings of a title have in common.

    >>> letters_of("Cafe\\u0301 (2)!") == letters_of("CAF\\u00c9 2")
    True
    """
    return "".join(filter(str.isalnum, composed(text).casefold()))


def folded(text: str) -> str:
    """A text for comparison with others: no capitals, plain dashes and quotes, single spaces.

    >>> folded("Tea – the “Green”  One¶")
    'tea - the "green" one'
    """
    return " ".join((text if text.isascii() else text.translate(_PLAIN_SIGNS)).casefold().split())
