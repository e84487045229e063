"""Stop lists: the packaged ones and the user's own, found by name or path; and which one fits a text (`-s auto`).

A list is a UTF-8 text file with one word per line; lines that start with `#` are comments. The packaged lists are named
by language code (ISO 639-1, else 639-3): `eu.txt`. Their sources are in `stoplists/README.md`.
"""

import os
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from difflib import get_close_matches
from functools import cache
from itertools import takewhile
from math import log
from pathlib import Path
from unicodedata import normalize

from cleanweb.errors import DataError, UsageError
from cleanweb.files import ReadOnce, reason
from cleanweb.measures.stopwords import SEPARATORS
from cleanweb.measures.stopwords import words as words_of
from cleanweb.packaged_stoplists import available, path_of

FREQUENT_WORDS = "# frequent words\n"  # begins the second part of a packaged list; `choose` reads only the first
MAX_CHARACTERS = 20_000  # from the middle of a text; on 1,752 whole pages, more gave the same language for all but 4
SUGGESTION_COUNT = 5  # nearest languages suggested for an unknown one


@dataclass(frozen=True, slots=True)
class StopList:
    """The stop words of one language, lower-cased."""

    language: str  # code of a packaged list; otherwise the file name without its suffix
    words: frozenset[str]


def find_stoplist(name_or_path: str) -> StopList:
    """The packaged list of this language code, or the list in this file.

    A language code takes precedence over a file of the same name; write `./eu` for the file. Raises UsageError, with
    the nearest languages, for a name that is neither; DataError for a file that cannot be read or is no list.
    """
    if name_or_path in available():
        return _packaged(name_or_path)
    if os.path.exists(name_or_path):  # noqa: PTH110  (False if the system cannot tell, as for a name that is too long)
        return _own(Path(name_or_path))
    names = _names()
    asked = name_or_path.lower()
    begun = [name for name in names if asked and name.startswith(asked)]
    turned = [name for name in names if sorted(name) == sorted(asked)]  # for "ue", `difflib` finds "uz" as near as "eu"
    nearest = [*begun, *turned, *get_close_matches(asked, list(names), cutoff=0.5)]
    hint = ", ".join(list(dict.fromkeys(names[name] for name in nearest))[:SUGGESTION_COUNT])
    raise UsageError(
        f"no stop list '{name_or_path}': expected a file or the code of a language"
        + (f"; nearest: {hint}" if hint else "; `cleanweb stoplist list` shows them")
    )


def read(path: Path) -> StopList:
    """The stop list in a file. Raises DataError, naming the line, when it cannot be read or is no stop list."""
    try:
        data = path.read_bytes()
    except OSError as error:
        raise DataError(f"{path}: cannot read the stop list: {reason(error)}") from error
    try:
        lines = data.decode("utf-8-sig").splitlines()
    except UnicodeDecodeError as error:
        number = data.count(b"\n", 0, error.start) + 1
        raise DataError(
            f"{path}:{number}: expected a stop list in UTF-8, found byte 0x{data[error.start]:02x}"
        ) from error
    given = (line.strip().strip(SEPARATORS) for line in lines if not line.startswith("#"))
    found = {word.lower().replace("i\u0307", "i") for word in given} - {""}
    if not found:
        raise DataError(f"{path}: expected a stop list, found no word")
    if len(" ".join(found).split()) > len(found):
        number = next(n for n, line in enumerate(lines, 1) if not line.startswith("#") and len(line.split()) > 1)
        raise DataError(f"{path}:{number}: expected one word a line, found '{lines[number - 1].strip()[:40]}'")
    composed = {normalize("NFC", word) for word in found}  # the default composes its texts; a page may have either form
    return StopList(path.stem, frozenset(found | composed))


_own = ReadOnce(read)


@cache
def _packaged(language: str) -> StopList:
    return read(path_of(language))


def header(language: str) -> dict[str, str]:
    """The `# name: value` lines at the top of a packaged list: language, sources, filter, coverage."""
    lines = path_of(language).read_text(encoding="utf-8").splitlines()
    pairs = [line[1:].split(":", 1) for line in lines if line.startswith("#") and ":" in line]
    return {name.strip(): value.strip() for name, value in pairs}


@cache
def _names() -> dict[str, str]:
    """What a user may have meant: `code (Name)` by code and by English name in lower case."""
    names = {code: header(code).get("language", code) for code in available()}
    shown = {code: f"{code} ({name})" for code, name in names.items()}
    return shown | {name.lower(): shown[code] for code, name in names.items()}


def choose(text: str) -> str | None:
    """The language whose stop list covers the text best; None if no word of any list occurs.

    A word counts more if fewer lists have it (inverse document frequency over the lists), so that related languages are
    distinguished by the words that they do not share. In scripts without spaces, single characters count.
    """
    holders, weights, languages = _auto_table()
    scores = [0.0] * len(languages)
    middle = max(0, len(text) - MAX_CHARACTERS) // 2
    for word, count in Counter(words_of(text[middle : middle + MAX_CHARACTERS])).items():
        numbers = holders.get(word)
        if numbers is not None:
            weight = count * weights[len(numbers)]
            for number in numbers:
                scores[number] += weight
    best = max(scores)
    return languages[scores.index(best)] if best > 0 else None


def stop_words_for(named: str, texts: Iterable[str]) -> frozenset[str]:
    """The words of the list of this name (see `find_stoplist`), or for "auto", of the list that fits the texts best.

    No words if "auto" finds no language.
    """
    name = choose("\n".join(texts)) if named == "auto" else named
    return find_stoplist(name).words if name else frozenset()


@cache
def _auto_table() -> tuple[dict[str, bytes], list[float], tuple[str, ...]]:
    """For each core word the numbers of the languages whose lists have it; weights by that count; and the languages.

    The numbers are stored as bytes, small and quick to build: some 30 ms for all 94 languages.
    """
    languages = available()
    holders: dict[str, bytes] = {}
    for number, language in enumerate(languages):
        with path_of(language).open(encoding="utf-8") as file:
            core = "".join(line for line in takewhile(FREQUENT_WORDS.__ne__, file) if not line.startswith("#"))
        for word in set(words_of(core)):
            holders[word] = holders.get(word, b"") + bytes([number])
    weights = [0.0] + [log((1 + len(languages)) / held) for held in range(1, len(languages) + 1)]
    return holders, weights, languages
