"""Build your own stop lists from texts of a language, and check them for content words.

`cleanweb.stoplists` finds and reads them.
"""

import re
from bisect import bisect_left
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from unicodedata import category

from cleanweb.measures.stopwords import UNSPACED, has_unspaced, lowered, runs, stop_word_density
from cleanweb.measures.stopwords import words as words_of
from cleanweb.models.segmentation import segment

# All numbers are ours.
DEFAULT_COVERAGE = 0.45  # running text is then well above jusText's 0.30 and 0.32
MAX_CAPITAL_SHARE = 0.5  # a word capitalized inside sentences more often than this is a name, or a German noun
MAX_LENGTH = 14  # characters of a word; function words are shorter, even in Finnish
MIN_COUNT, MIN_SPREAD = 5, 0.25  # a word this frequent in less than this share of the texts that chance would give
FIRST_HAN_OR_KANA = "\u3005"
APOSTROPHES = "'’‘"  # also at the edges of words, as in Maltese ("ta'"), and in Hawaiian as often typed ("'ike")
SENTENCE_ENDS = ".!?…:;։؟·\"'“”„«»‘’([-–—*•|"
_ADDRESS = re.compile(r"@|\w\.\w")  # of mail or a site ("bbc.co.uk"): all pages of a site may have one at the end
_PARTICLE = re.compile("[\u104c-\u104f]")  # of Burmese ("၏"); punctuation according to Unicode


@dataclass(frozen=True, slots=True)
class WordUse:
    """How a word is used in a collection of texts."""

    count: int
    text_count: int  # texts in which it occurs
    inner_count: int  # occurrences not at the start of a sentence, where a capital would mean a name
    capital_count: int  # those of them with a capital


def build(texts: Sequence[str], *, top: int | None = None, coverage: float | None = None) -> list[str]:
    """Stop words of the language of these texts, the most widely used first.

    Words are ranked by the number of texts that have them, then by their count, then alphabetically. Left out are words
    with a digit or with punctuation at an edge (except apostrophes, if the word occurs more often with them than
    without), addresses, words that are capitalized inside sentences, and, if there are several texts, words that occur
    in only one.
    `top` limits the number of words; `coverage` stops as soon as they are this share of the words of all texts. In
    scripts without spaces, words are found first (`cleanweb.models.segmentation`).
    """
    uses = _uses(texts)
    min_text_count = min(2, len(texts))
    candidates = [
        word
        for word, use in uses.items()
        if use.text_count >= min_text_count and _is_listed(word, uses)
        if not (_is_address(word) or _is_name(word, use))
    ]
    candidates.sort(key=lambda word: (-uses[word].text_count, -uses[word].count, word))
    limit = len(candidates) if top is None else min(top, len(candidates))
    if coverage is None:
        return candidates[:limit]
    words = _counted(texts)
    needed = bisect_left(range(limit), coverage, key=lambda count: _share(words, frozenset(candidates[:count])))
    return candidates[:needed]


def covered(texts: Sequence[str], listed: frozenset[str]) -> tuple[float, int]:
    """The share of the words of all texts that are in a list, as in `stop_word_density`; and the number of words."""
    words = _counted(texts)
    return _share(words, listed), sum(count * _size(word) for word, count in words.items())


def _counted(texts: Sequence[str]) -> Counter[str]:
    """The count of each word, or of each stretch of characters in scripts without spaces, in the texts.

    Counts are kept because `build` needs the share of many lists, and the words themselves take ten times the memory.
    """
    words: Counter[str] = Counter()
    divided = any(map(has_unspaced, texts))  # all texts are divided in the same way
    for text in texts:
        words.update(runs(lowered(text)) if divided else words_of(text))
    return words


def _share(words: Mapping[str, int], listed: frozenset[str]) -> float:
    """The share of these words that are in a list; stretches without spaces count by characters in listed words."""
    total = found = 0
    for word, count in words.items():
        total += count * (size := _size(word))
        found += count * (round(stop_word_density(word, listed) * size) if UNSPACED.match(word) else word in listed)
    return found / total if total else 0.0


def _size(word: str) -> int:
    """The number of words that it counts as: 1, or its number of characters in scripts without spaces."""
    return len(word) if UNSPACED.match(word) else 1


def check(listed: frozenset[str], texts: Sequence[str] = ()) -> list[tuple[str, list[str]]]:
    """The words of a list that look like content words, in alphabetical order, each with the reasons."""
    uses = _uses(texts)
    findings = ((word, _doubts(word, uses.get(word), len(texts))) for word in sorted(listed))
    return [(word, reasons) for word, reasons in findings if reasons]


def _doubts(word: str, use: WordUse | None, text_count: int) -> list[str]:
    """The reasons why a word may be a content word."""
    reasons = []
    if any(character.isdigit() for character in word):
        reasons.append("holds a digit")
    elif not _is_wordlike(word.strip(APOSTROPHES) or word):
        reasons.append("holds punctuation at an edge" if len(word) > 1 else "is a single sign or letter")
    if _is_address(word):
        reasons.append("reads like an address")
    if len(word) > MAX_LENGTH:
        reasons.append(f"is longer than {MAX_LENGTH} characters")
    if use is None:
        return reasons
    if _is_name(word, use) and use.inner_count >= MIN_COUNT:
        reasons.append(f"is capitalized in {use.capital_count} of {use.inner_count} places inside sentences")
    # The number of texts that would have the word if it were spread at random over texts of equal length.
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
    """The words of each text; words not separated by spaces are found by segmentation over all texts."""
    if not any(map(has_unspaced, texts)):
        return map(words_of, texts)
    all_runs = [list(runs(lowered(text))) for text in texts]
    segmented = segment([[run for run in found if UNSPACED.match(run)] for found in all_runs])
    return [
        [*words, *(run for run in found if not UNSPACED.match(run))]
        for words, found in zip(segmented, all_runs, strict=True)
    ]


def _is_name(word: str, use: WordUse) -> bool:
    """Whether a word is mostly capitalized inside sentences: a name, or a German noun; but not `I` or `I'm`."""
    return use.capital_count > MAX_CAPITAL_SHARE * use.inner_count and len(re.split("['’]", word)[0]) > 1


def _is_address(word: str) -> bool:
    """Whether a word looks like the address of a mailbox or site; abbreviations, which end in a full stop, do not.

    >>> _is_address("office@example.org"), _is_address("example.org"), _is_address("etc.")
    (True, True, False)
    """
    return _ADDRESS.search(word) is not None


def _is_listed(word: str, uses: Mapping[str, WordUse]) -> bool:
    """Whether a word is wordlike, possibly without apostrophes at its edges, if it is more frequent with them."""
    bare = word.strip(APOSTROPHES)
    if bare == word or not bare:
        return _is_wordlike(word)
    return _is_wordlike(bare) and (bare not in uses or uses[bare].count < uses[word].count)


def _is_wordlike(word: str) -> bool:
    """Whether a word has no digit and begins and ends with a letter (marks may follow it); no single letter of Thai."""
    word = _PARTICLE.sub("ကာ", word)
    if len(word) == 1 and UNSPACED.match(word) and word < FIRST_HAN_OR_KANA:
        return False
    no_digit = not any(character.isdigit() for character in word)
    return no_digit and category(word[0])[0] == "L" and category(word[-1])[0] in "LM"
