"""Names of months in the languages of `data/months.tsv`, full and short, in the forms used in dates and headings."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path
from typing import Final, NamedTuple
from unicodedata import category, normalize

FILE: Final = Path(__file__).parent / "data" / "months.tsv"
SOLAR: Final = "@solar"  # after a language code: its names for the months of Iran and Afghanistan
# A nasal before a consonant, which Hindi also writes as a dot, and the abbreviation sign: दिसम्बर is दिसंबर, दिस॰ दिस.
_DEVANAGARI: Final = re.compile("[ङञणनम]\u094d(?=[क-ह])|\u0970")
_LETTERS: Final = str.maketrans("يكى", "یکی")  # typed on Arabic keyboards in Persian and Pashto


class _Names(NamedTuple):
    """The month number of each name: by language, and for all languages together (0 if they disagree)."""

    by_language: dict[str, dict[str, int]]
    everywhere: dict[str, int]


def month_number(name: str, language: str = "") -> int:
    """1 to 12, whatever the case and accents; 0 for an unknown name, or one that means different months in different
    languages.

    With `SOLAR` after the language code, only its names of that calendar are looked up.

    >>> month_number("Décembre"), month_number("ΔΕΚΕΜΒΡΙΟΥ"), month_number("Listopada"), month_number("listopada", "pl")
    (12, 12, 0, 11)
    """
    names = _names()
    key = _key(name)
    number = names.by_language.get(language, {}).get(key, 0)
    return number or (0 if language.endswith(SOLAR) else names.everywhere.get(key, 0))


def _key(name: str) -> str:
    """A key that all spellings of a name share, including Turkish ones, where I is the capital of ı."""
    plain = normalize("NFD", name.casefold().rstrip(".").replace("ı", "i").translate(_LETTERS))
    return "".join(char for char in _DEVANAGARI.sub("", plain) if category(char) != "Mn")


@cache
def _names() -> _Names:
    found = _Names({}, {})
    for line in FILE.read_text("utf-8").splitlines():
        if line.startswith("#"):
            continue
        language, *months = line.split("\t")
        own = {_key(name): number for number, names in enumerate(months, start=1) for name in names.split()}
        found.by_language[language] = own
        if language.endswith(SOLAR):
            continue
        for key, number in own.items():
            if found.everywhere.setdefault(key, number) != number:
                found.everywhere[key] = 0
    found.everywhere.update(found.by_language["en"])  # machines write English, whatever the page's language
    return found
