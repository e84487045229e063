"""Stop lists: the packaged ones and the user's own, found by name or path; and which one fits a text (`-s auto`).

A list is a UTF-8 text file with one word a line; lines that start with `#` are comments. The packaged lists are named
by language code (ISO 639-1, or 639-3 where there is none): `eu.txt`. Their sources are in `stoplists/README.md`.
"""

import re
from bisect import bisect_left
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from functools import lru_cache
from itertools import pairwise, takewhile
from math import log
from pathlib import Path
from unicodedata import category, normalize

from cleanweb.errors import DataError, UsageError
from cleanweb.files import ReadOnce
from cleanweb.measures.stopwords import SEPARATORS, SPACELESS, has_spaceless, lowered, runs, stop_word_density
from cleanweb.measures.stopwords import words as words_of
from cleanweb.models.segmentation import segment

FREQUENT_WORDS = "# frequent words\n"  # the line before the second part of a packaged list; `choose` reads the first
MAX_CHARACTERS = 20_000  # of the middle of a text; on 1,752 whole pages more gave the same language for all but 4
SUGGESTION_COUNT = 5  # nearest languages named for an unknown one

# Building and checking; all numbers are ours.
DEFAULT_COVERAGE = 0.45  # running text lies above jusText's 0.30 and 0.32 with room to spare
MAX_CAPITAL_SHARE = 0.5  # capitalized inside sentences more often than this: a name, or a German noun
MAX_LENGTH = 14  # characters of a word; function words are shorter, even in Finnish
MIN_COUNT, MIN_SPREAD = 5, 0.25  # so frequent a word in so small a part of the texts that chance would give it
FIRST_HAN_OR_KANA = "\u3005"
APOSTROPHES = "'’‘"  # also at the edges of words, as in Maltese ("ta'") and in Hawaiian as it is often typed ("'ike")
SENTENCE_ENDS = ".!?…:;։؟·\"'“”„«»‘’([-–—*•|"
_PARTICLE = re.compile("[\u104c-\u104f]")  # of Burmese ("၏"), which Unicode takes for punctuation


@dataclass(frozen=True, slots=True)
class StopList:
    """The stop words of one language, lower-cased."""

    language: str  # code of a packaged list; the file name without its ending otherwise
    words: frozenset[str]
    path: Path


def folder() -> Path:
    """The folder of the packaged lists: inside the package when installed, at the top of a checkout otherwise."""
    package = Path(__file__).parent
    candidates = (package / "data" / "stoplists", package.parent / "stoplists")
    for candidate in candidates:
        if candidate.is_dir():
            return candidate
    raise DataError(f"the packaged stop lists are missing: neither {candidates[0]} nor {candidates[1]} is there")


@lru_cache(maxsize=1)
def available() -> tuple[str, ...]:
    """The language codes of the packaged lists, sorted."""
    return tuple(sorted(path.stem for path in folder().glob("*.txt")))


def find_stoplist(name_or_path: str) -> StopList:
    """The packaged list of this language code, or the list in this file.

    A language code wins over a file of the same name; write `./eu` for the file. Raises UsageError for a name that is
    neither, with the nearest languages; DataError for a file that cannot be read, or is no list.
    """
    if name_or_path in available():
        return _packaged(name_or_path)
    path = Path(name_or_path)
    if name_or_path and path.exists():
        return _own(path)
    names = _names()
    asked = name_or_path.lower()
    begun = [name for name in names if asked and name.startswith(asked)]
    turned = [name for name in names if sorted(name) == sorted(asked)]  # "ue": `difflib` finds "uz" as near as "eu"
    nearest = [*begun, *turned, *get_close_matches(asked, list(names), cutoff=0.5)]
    hint = ", ".join(list(dict.fromkeys(names[name] for name in nearest))[:SUGGESTION_COUNT])
    raise UsageError(
        f"no stop list '{name_or_path}': expected a file or the code of a language"
        + (f"; nearest: {hint}" if hint else "; `cleanweb stoplist list` shows them")
    )


def read(path: Path) -> StopList:
    """The stop list in a file. Raises DataError when it cannot be read or is none, naming the line."""
    try:
        data = path.read_bytes()
    except OSError as error:
        raise DataError(f"{path}: cannot read the stop list: {error.strerror}") from error
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
    composed = {normalize("NFC", word) for word in found}  # as the default has its texts; a page may have either
    return StopList(path.stem, frozenset(found | composed), path)


_own = ReadOnce(read)


@lru_cache(maxsize=128)
def _packaged(language: str) -> StopList:
    return read(folder() / f"{language}.txt")


def header(language: str) -> dict[str, str]:
    """The `# name: value` lines at the top of a packaged list: language, sources, filter, coverage."""
    lines = (folder() / f"{language}.txt").read_text(encoding="utf-8").splitlines()
    pairs = [line[1:].split(":", 1) for line in lines if line.startswith("#") and ":" in line]
    return {name.strip(): value.strip() for name, value in pairs}


@lru_cache(maxsize=1)
def _names() -> dict[str, str]:
    """What a user may have meant, code or English name in small letters, each with `code (Name)`."""
    names = {code: header(code).get("language", code) for code in available()}
    shown = {code: f"{code} ({name})" for code, name in names.items()}
    return shown | {name.lower(): shown[code] for code, name in names.items()}


def choose(text: str) -> str | None:
    """The language whose stop list covers the text best; None when no word of any list occurs.

    A word counts the more, the fewer lists hold it (inverse document frequency over the lists), so that related
    languages are told apart by the words that they do not share. In scripts without spaces single characters count.
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
    """The words of the list so named (see `find_stoplist`), of "auto" those of the list that fits a page's texts best.

    No words where "auto" finds no language.
    """
    name = choose("\n".join(texts)) if named == "auto" else named
    return find_stoplist(name).words if name else frozenset()


@lru_cache(maxsize=1)
def _auto_table() -> tuple[dict[str, bytes], list[float], tuple[str, ...]]:
    """For each core word the numbers of the languages whose lists hold it; the weight by how many; the languages.

    The numbers are bytes, small and quick to build: some 30 ms for all 94 languages.
    """
    languages, lists = available(), folder()
    holders: dict[str, bytes] = {}
    for number, language in enumerate(languages):
        with (lists / f"{language}.txt").open(encoding="utf-8") as file:
            core = "".join(line for line in takewhile(FREQUENT_WORDS.__ne__, file) if not line.startswith("#"))
        for word in set(words_of(core)):
            holders[word] = holders.get(word, b"") + bytes([number])
    weights = [0.0] + [log((1 + len(languages)) / held) for held in range(1, len(languages) + 1)]
    return holders, weights, languages


@dataclass(frozen=True, slots=True)
class WordUse:
    """How a word is used in a collection of texts."""

    count: int
    text_count: int  # texts in which it occurs
    inner_count: int  # occurrences in which a capital would mean a name: not at the start of a sentence
    capital_count: int  # of these, with a capital


def build(texts: Sequence[str], *, top: int | None = None, coverage: float | None = None) -> list[str]:
    """Stop words of the language of these texts, the most widely used first.

    Words are ranked by the number of texts that hold them, then by their count, then by the alphabet. Left out are
    words with a digit or with punctuation at an edge (but for apostrophes with which a word occurs more often than
    without), words that are capitalized inside sentences, and, when there are several texts, words of one text only.
    `top` limits the number of words; `coverage` (a share) stops as soon as they are this share of the words of all
    texts. In scripts without spaces the words are found first (`cleanweb.models.segmentation`).
    """
    uses = _uses(texts)
    min_text_count = min(2, len(texts))
    candidates = [
        word
        for word, use in uses.items()
        if use.text_count >= min_text_count and _is_listed(word, uses) and not _is_name(word, use)
    ]
    candidates.sort(key=lambda word: (-uses[word].text_count, -uses[word].count, word))
    limit = len(candidates) if top is None else min(top, len(candidates))
    if coverage is None:
        return candidates[:limit]
    needed = bisect_left(range(limit), coverage, key=lambda count: covered(texts, frozenset(candidates[:count]))[0])
    return candidates[:needed]


def covered(texts: Sequence[str], listed: frozenset[str]) -> tuple[float, int]:
    """The share of the words of all texts that are in a list, as `stop_word_density` measures it; and their number.

    Text by text where that is the same: the words of a whole corpus at once take ten times the memory of its texts.
    """
    if any(map(has_spaceless, texts)):
        joined = "\n".join(texts)
        return stop_word_density(joined, listed), len(words_of(joined))
    word_count = listed_count = 0
    for text in texts:
        found = words_of(text)
        word_count += len(found)
        listed_count += sum(word in listed for word in found)
    return listed_count / word_count if word_count else 0.0, word_count


def check(listed: frozenset[str], texts: Sequence[str] = ()) -> list[tuple[str, list[str]]]:
    """The words of a list that look like content words, by the alphabet, each with the reasons."""
    uses = _uses(texts)
    findings = ((word, _doubts(word, uses.get(word), len(texts))) for word in sorted(listed))
    return [(word, reasons) for word, reasons in findings if reasons]


def _doubts(word: str, use: WordUse | None, text_count: int) -> list[str]:
    """Why a word may be a content word; empty when nothing speaks for it."""
    reasons = []
    if any(character.isdigit() for character in word):
        reasons.append("holds a digit")
    elif not _is_wordlike(word.strip(APOSTROPHES) or word):
        reasons.append("holds punctuation at an edge" if len(word) > 1 else "is a single sign or letter")
    if len(word) > MAX_LENGTH:
        reasons.append(f"is longer than {MAX_LENGTH} characters")
    if use is None:
        return reasons
    if _is_name(word, use) and use.inner_count >= MIN_COUNT:
        reasons.append(f"is capitalized in {use.capital_count} of {use.inner_count} places inside sentences")
    # Were its occurrences spread at random over texts of equal length, this many texts would hold the word.
    expected = text_count * (1 - (1 - 1 / text_count) ** use.count)
    if use.count >= MIN_COUNT and use.text_count < MIN_SPREAD * expected:
        reasons.append(f"occurs {use.count} times, but in {use.text_count} of {text_count} texts only")
    return reasons


def _uses(texts: Sequence[str]) -> dict[str, WordUse]:
    """The use of every word in the texts."""
    counts: Counter[str] = Counter()
    text_counts: Counter[str] = Counter()
    inner_counts: Counter[str] = Counter()
    capital_counts: Counter[str] = Counter()
    for text, found in zip(texts, _words_of_all(texts), strict=True):
        counts.update(found)
        text_counts.update(set(found))
        for line in text.splitlines():
            for before, part in pairwise(line.split()):
                if before[-1] in SENTENCE_ENDS or (len(part) > 1 and part.isupper()):
                    continue
                word = lowered(part)
                inner_counts[word] += 1
                capital_counts[word] += part[0].isupper()
    return {
        word: WordUse(count, text_counts[word], inner_counts[word], capital_counts[word])
        for word, count in counts.items()
    }


def _words_of_all(texts: Sequence[str]) -> Iterable[list[str]]:
    """The words of each text; words that no space separates are found by the company they keep in all the texts."""
    if not any(map(has_spaceless, texts)):
        return map(words_of, texts)
    all_runs = [list(runs(lowered(text))) for text in texts]
    segmented = segment([[run for run in found if SPACELESS.match(run)] for found in all_runs])
    return [
        [*words, *(run for run in found if not SPACELESS.match(run))]
        for words, found in zip(segmented, all_runs, strict=True)
    ]


def _is_name(word: str, use: WordUse) -> bool:
    """Whether a word is capitalized inside sentences most of the time: a name, or a German noun; not `I` and `I'm`."""
    return use.capital_count > MAX_CAPITAL_SHARE * use.inner_count and len(re.split("['’]", word)[0]) > 1


def _is_listed(word: str, uses: Mapping[str, WordUse]) -> bool:
    """Whether a word is wordlike, or is without its apostrophes, with which it occurs more often than without."""
    bare = word.strip(APOSTROPHES)
    if bare == word or not bare:
        return _is_wordlike(word)
    return _is_wordlike(bare) and (bare not in uses or uses[bare].count < uses[word].count)


def _is_wordlike(word: str) -> bool:
    """Whether a word has no digit, begins with a letter and ends with one, marks apart; no single letter of Thai."""
    word = _PARTICLE.sub("ကာ", word)
    if len(word) == 1 and SPACELESS.match(word) and word < FIRST_HAN_OR_KANA:
        return False
    no_digit = not any(character.isdigit() for character in word)
    return no_digit and category(word[0])[0] == "L" and category(word[-1])[0] in "LM"
