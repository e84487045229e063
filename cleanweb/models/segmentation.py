"""Words of a text in a script without spaces, found without a dictionary.

A word has a probability (its share of the words of the text), and a text is divided so that the product of the
probabilities of its words is largest. Both are estimated in turns, each from the other, beginning with the counts of
all stretches of characters. This is the multigram model of Deligne and Bimbot (Language modeling by variable length
sequences, 1995) with hard assignments; the constants are ours, chosen by looking at Chinese news (`build` in
`cleanweb.own_stoplists`) and at English without its spaces. A character includes the marks on it and, in the scripts of
South-East Asia, the vowels before and after it, which no word boundary separates from it (ours).
"""

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from math import inf, log
from unicodedata import category

MAX_WORD_LENGTH = 8  # characters, each with what belongs to it
MIN_COUNT = 3  # a stretch seen less often is no word, except for single characters
ROUND_COUNT = 3  # three more rounds leave the first 50 words of Chinese news as they are
MAX_CHARACTERS = 200_000  # the model is estimated on so many; more give the same frequent words
UNKNOWN_COST = 2 * log(MAX_CHARACTERS)  # of a character that is not in the model: more than that of any word


# Marks of Thai to Tai Tham, and the vowels of Thai and Lao that follow their consonant or stand before it.
_MARKS = "".join(
    chr(code)
    for start, end in ((0x0E00, 0x0EFF), (0x1000, 0x109F), (0x1780, 0x17FF), (0x1A20, 0x1AAF), (0xAA60, 0xAA7F))
    for code in range(start, end + 1)
    if category(chr(code))[0] == "M"
)
_AFTER = _MARKS + "ะาำๅະາຳຽ"
_BEFORE = "เแโใไເແໂໃໄ"
# Vowels of Thai and Lao that a consonant follows, and what may stand between.
_CLOSED, _TONES = "\u0e31\u0e37\u0eb1\u0ebb", "\u0e48-\u0e4b\u0ec8-\u0ecb"
_CLUSTER = re.compile(
    rf"""
    [{_BEFORE}]? [^{_AFTER}] [{_AFTER}]*
    (?: (?<=[\u17d2\u1039\u1a60]) [^{_AFTER}] [{_AFTER}]*  # a letter below, in Khmer, Burmese and Tai Tham
      | [\u1000-\u102a] \u1037? \u103a [{_AFTER}]*         # in Burmese the last letter of a syllable
      | (?: (?<=[{_CLOSED}]) | (?<=[{_CLOSED}][{_TONES}]) ) [ก-ฮກ-ຮ] [{_AFTER}]* )*
    """,
    re.VERBOSE,
)
_FIRST_SIGN, _SIGN_COUNT = 0x100000, 0xFFFE  # a plane of private use


class _Signs:
    """Replaces each letter with its marks by one sign, so that no word begins or ends between them."""

    def __init__(self) -> None:
        self._sign_of: dict[str, str] = {}
        self._of_sign: dict[int, str] = {}

    def signs(self, run: str) -> str:
        """A run with signs in it."""
        return _CLUSTER.sub(self._sign, run)

    def letters(self, word: str) -> str:
        """What the signs of a word stand for."""
        return word.translate(self._of_sign)

    def _sign(self, found: re.Match[str]) -> str:
        cluster = found[0]
        if len(cluster) == 1 or (cluster not in self._sign_of and len(self._sign_of) == _SIGN_COUNT):
            return cluster
        sign = self._sign_of.setdefault(cluster, chr(_FIRST_SIGN + len(self._sign_of)))
        self._of_sign[ord(sign)] = cluster
        return sign


def segment(texts: Sequence[Sequence[str]]) -> list[list[str]]:
    """The words of each text, in order; a text is given as its runs of characters, and no word crosses their borders.

    Words that often stand side by side may be taken as one. Time grows linearly with the characters: about two seconds
    of CPU for the first 200,000 of them, half a second for each 200,000 more.
    """
    signs = _Signs()
    found = _segment([[signs.signs(run) for run in runs] for runs in texts])
    return [[signs.letters(word) for word in words] for words in found]


def _segment(texts: Sequence[Sequence[str]]) -> list[list[str]]:
    sample = _head(texts)
    counts = _stretches(sample)
    for _ in range(ROUND_COUNT):
        costs = _without_chance(_costs(counts), counts)
        counts = Counter(word for run in sample for word in _divide(run, costs))
    costs = _costs(counts)
    return [[word for run in runs for word in _divide(run, costs)] for runs in texts]


def _head(texts: Sequence[Sequence[str]]) -> list[str]:
    """The first runs, up to a number of characters."""
    sample: list[str] = []
    left = MAX_CHARACTERS
    for run in (run for runs in texts for run in runs):
        sample.append(run[:left])
        left -= len(run)
        if left <= 0:
            break
    return sample


def _stretches(sample: Sequence[str]) -> Counter[str]:
    """How often each stretch of characters occurs; longer ones are counted where both their parts are frequent."""
    counts = Counter("".join(sample))
    for length in range(2, MAX_WORD_LENGTH + 1):
        counts.update(
            Counter(
                stretch
                for run in sample
                for stretch in (run[start : start + length] for start in range(len(run) - length + 1))
                if counts[stretch[:-1]] >= MIN_COUNT and counts[stretch[1:]] >= MIN_COUNT
            )
        )
    return counts


def _costs(counts: Counter[str]) -> dict[str, float]:
    """Minus the logarithm of the probability of each word that may be used."""
    total = counts.total()
    return {word: log(total / count) for word, count in counts.items() if count >= MIN_COUNT or len(word) == 1}


def _without_chance(costs: dict[str, float], counts: Counter[str]) -> dict[str, float]:
    """The costs without the words that are only other words side by side by chance.

    A word must save more, over all its occurrences and against its division into other words, than it takes to spell it
    once (minimum description length).
    """
    letter_cost = log(sum(len(word) == 1 for word in costs) + 1)
    return {
        word: cost
        for word, cost in costs.items()
        if len(word) == 1
        or counts[word] * (_total(_divide(word, costs, len(word) - 1), costs) - cost) > len(word) * letter_cost
    }


def _total(words: Sequence[str], costs: Mapping[str, float]) -> float:
    return sum(costs.get(word, UNKNOWN_COST) for word in words)


def _divide(run: str, costs: Mapping[str, float], max_length: int = MAX_WORD_LENGTH) -> list[str]:
    """The cheapest division of a run into words of at most `max_length` characters."""
    best = [0.0] + [inf] * len(run)
    starts = [0] * (len(run) + 1)
    for end in range(1, len(run) + 1):
        for start in range(max(0, end - max_length), end):
            cost = best[start] + costs.get(run[start:end], UNKNOWN_COST if end - start == 1 else inf)
            if cost < best[end]:
                best[end], starts[end] = cost, start
    words = []
    end = len(run)
    while end:
        words.append(run[starts[end] : end])
        end = starts[end]
    return words[::-1]
