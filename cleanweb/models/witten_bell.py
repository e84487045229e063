"""Character n-gram counts of two kinds of text, smoothed by interpolation, and the one table of log odds they give.

For a context s that was seen, followed by c, with s' the context without its first character:

    P(c | s) = (count(s c) + L * outcomes(s) * P(c | s')) / (followed(s) + L * outcomes(s))

`outcomes(s)` is the number of different characters after s, `followed(s)` the number of all of them, and P(c) of the
empty context is interpolated with 1 / 65535. An unseen context leaves the choice to the shorter one.
Witten and Bell's method C is L = 1; the generalization with L, and its default (the order), are those of LingPipe's
NGramProcessLM: B. Carpenter, "Scaling High-Order Character Language Models to Gigabytes", ACL Software Workshop 2005.

Differs from LingPipe: a text is scored as though an unseen character followed it; rare characters are merged into one.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import log2
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from cleanweb.models.ngrams import (
    CODE_BITS,
    MAX_ALPHABET,
    ORDER_BITS,
    OTHER,
    SEPARATOR,
    NgramModel,
    encode,
    ngram_keys,
)

Keys = NDArray[np.uint64]
Counts = NDArray[np.int64]
Reals = NDArray[np.float64]

UNIFORM: Final = 1 / 65535  # LingPipe: Character.MAX_VALUE characters
MAX_WEIGHT: Final = 127  # of a byte
TINY: Final = 1e-12  # what rounding leaves of a probability that is all given away; ours
MIN_CHARACTER_COUNT: Final = 5  # ours: rarer characters become OTHER
BATCH_CHARS: Final = 1 << 21  # counted at a time; ours


@dataclass(frozen=True, slots=True)
class Counted:
    """The n-grams of one length in both kinds of text: keys without their length, ascending, and a count for each."""

    keys: Keys
    first: Counts
    second: Counts


def _frequent_characters(texts: Iterable[str]) -> str:
    """The alphabet: the characters (UTF-16 units) seen often enough, the most frequent first, at most 1022."""
    counts: Counter[str] = Counter()
    for text in texts:
        counts.update(text)
    seen = [c for c in counts if counts[c] >= MIN_CHARACTER_COUNT and "\0" < c <= "\uffff"]
    return "".join(sorted(seen, key=lambda c: (-counts[c], c))[:MAX_ALPHABET])


def count(first: Sequence[str], second: Sequence[str], alphabet: str, order: int) -> list[Counted]:
    """Counts of the n-grams of length 1 to `order`; single characters are all listed, seen or not."""
    characters = np.arange(OTHER, len(alphabet) + OTHER + 1, dtype=np.uint64)
    found = []
    both = zip(_count_all(first, alphabet, order), _count_all(second, alphabet, order), strict=True)
    for n, (one, two) in enumerate(both):
        keys = np.union1d(one[0], two[0])
        if n == 0:
            keys = np.union1d(keys, characters)
        found.append(Counted(keys, _counts_of(keys, *one), _counts_of(keys, *two)))
    return found


def _count_all(texts: Sequence[str], alphabet: str, order: int) -> list[tuple[Keys, Counts]]:
    """Keys and counts for each length, batch by batch."""
    totals: list[tuple[Keys, Counts]] = [(np.empty(0, np.uint64), np.empty(0, np.int64)) for _ in range(order)]
    for batch in _batches(texts):
        margin = np.zeros(order - 1, np.uint64)
        rows = ngram_keys(np.concatenate([margin, encode("\0".join(batch) + "\0", alphabet)]), order)
        for n, row in enumerate(rows):
            mask = np.uint64((1 << CODE_BITS * (n + 1)) - 1)
            keys, counts = np.unique(_whole(row & mask, n), return_counts=True)
            totals[n] = _merged(totals[n], (keys, counts))
    return totals


def _batches(texts: Sequence[str]) -> Iterable[list[str]]:
    batch: list[str] = []
    size = 0
    for text in texts:
        batch.append(text)
        size += len(text)
        if size >= BATCH_CHARS:
            yield batch
            batch, size = [], 0
    if batch:
        yield batch


def _whole(keys: Keys, n: int) -> Keys:
    """The keys without those of n-grams that cross the end of a text."""
    code = np.uint64((1 << CODE_BITS) - 1)
    whole = np.ones(len(keys), bool)
    for place in range(n + 1):
        whole &= (keys >> np.uint64(CODE_BITS * place)) & code != SEPARATOR
    return keys[whole]


def _merged(left: tuple[Keys, Counts], right: tuple[Keys, Counts]) -> tuple[Keys, Counts]:
    keys = np.union1d(left[0], right[0])
    return keys, _counts_of(keys, *left) + _counts_of(keys, *right)


def _counts_of(keys: Keys, known: Keys, counts: Counts) -> Counts:
    """The count of each key; 0 where it is not among the known ones, which are a subset."""
    found = np.zeros(len(keys), np.int64)
    found[np.searchsorted(keys, known)] = counts
    return found


@dataclass(frozen=True, slots=True)
class _Rows:
    """For the n-grams of one length, the rows of their suffixes and prefixes, which are one character shorter."""

    suffix: NDArray[np.intp]
    prefix: NDArray[np.intp]


def _rows(counted: Sequence[Counted], n: int) -> _Rows:
    keys = counted[n].keys
    if n == 0:
        return _Rows(np.zeros(len(keys), np.intp), np.zeros(len(keys), np.intp))
    mask = np.uint64((1 << CODE_BITS * n) - 1)
    below = counted[n - 1].keys
    return _Rows(np.searchsorted(below, keys & mask), np.searchsorted(below, keys >> np.uint64(CODE_BITS)))


def _probabilities(rows: Sequence[_Rows], counts: Sequence[Counts], lambda_factor: float) -> list[Reals]:
    """The smoothed probability of each n-gram's last character, by the formula above; shortest n-grams first."""
    shorter = np.full(1, UNIFORM)
    found = []
    for place, seen in zip(rows, counts, strict=True):
        followed = np.bincount(place.prefix, seen, len(shorter))[place.prefix]
        outcomes = np.bincount(place.prefix, seen > 0, len(shorter))[place.prefix] * lambda_factor
        below = shorter[place.suffix]
        shorter = np.where(followed > 0, (seen + outcomes * below) / np.maximum(followed + outcomes, 1), below)
        found.append(shorter)
    return found


def _backoffs(rows: Sequence[_Rows], probabilities: Sequence[Reals]) -> list[Reals]:
    """For each context, first the empty one, the factor on the shorter one's probability of what is not listed after
    it.

    It makes every context's probabilities add up to 1, whatever n-grams were left out.
    """
    shorter = np.full(1, UNIFORM)
    found = []
    for place, own in zip(rows, probabilities, strict=True):
        left = 1 - np.bincount(place.prefix, own, len(shorter))
        left_below = 1 - np.bincount(place.prefix, shorter[place.suffix], len(shorter))
        found.append(np.maximum(left, TINY) / np.maximum(left_below, TINY))
        shorter = own
    return [*found, np.ones(len(shorter))]


@dataclass(frozen=True, slots=True)
class Odds:
    """Log odds in bits, one array for each length of n-gram: of an n-gram itself, and of backing off from it.

    `backoffs` begins with the empty context and includes the odds of an unseen character.
    """

    own: list[Reals]
    backoffs: list[Reals]

    def beyond_backing_off(self, rows: Sequence[_Rows]) -> list[Reals]:
        """What each n-gram itself adds to backing off to its shorter form."""
        shorter, found = np.zeros(1), []
        for place, own, before in zip(rows, self.own, self.backoffs[:-1], strict=True):
            found.append(own - shorter[place.suffix] - before[place.prefix])
            shorter = own
        return found

    def added(self, rows: Sequence[_Rows]) -> list[Reals]:
        """What each n-gram adds to a text's log odds wherever it occurs, given that its shorter forms do too."""
        return [own + after for own, after in zip(self.beyond_backing_off(rows), self.backoffs[1:], strict=True)]


def _odds(rows: Sequence[_Rows], probabilities: Sequence[Sequence[Reals]], single: float | None) -> Odds:
    """Log odds of the two kinds' models; with `single`, of the first against `single` bits a character."""
    own = [np.log2(level) for level in probabilities[0]]
    backoffs = [np.log2(level) for level in _backoffs(rows, probabilities[0])]
    if single is not None:
        backoffs[0] += np.log2(UNIFORM) + single
        return Odds([level + single for level in own], backoffs)
    other = [np.log2(level) for level in _backoffs(rows, probabilities[1])]
    return Odds(
        [a - np.log2(b) for a, b in zip(own, probabilities[1], strict=True)],
        [a - b for a, b in zip(backoffs, other, strict=True)],
    )


def train(
    first: Sequence[str],
    second: Sequence[str],
    *,
    order: int,
    lambda_factor: float,
    single: float | None,
    ngram_count: int | None,
    about: dict[str, Any],
) -> NgramModel:
    """The model of two kinds of text; with `ngram_count`, only of that many n-grams and those they build on."""
    alphabet = _frequent_characters(text for texts in (first, second) for text in texts)
    counted = count(first, second, alphabet, order)
    rows = [_rows(counted, n) for n in range(order)]
    probabilities = [
        _probabilities(rows, [level.first for level in counted], lambda_factor),
        _probabilities(rows, [level.second for level in counted], lambda_factor),
    ]
    odds = _odds(rows, probabilities, single)
    if ngram_count is not None:
        kept = _kept(counted, rows, odds, ngram_count)
        counted = [_chosen(level, keep) for level, keep in zip(counted, kept, strict=True)]
        probabilities = [[p[keep] for p, keep in zip(kind, kept, strict=True)] for kind in probabilities]
        rows = [_rows(counted, n) for n in range(order)]
        odds = _odds(rows, probabilities, single)
    keys, weights, unit = _compiled(counted, np.concatenate(odds.added(rows)))
    return NgramModel(
        order=order,
        alphabet=alphabet,
        prior=log2(len(first) / len(second)) if single is None else 0.0,
        base=float(odds.backoffs[0][0]),
        unit=unit,
        keys=keys,
        weights=weights,
        about=about,
    )


def _kept(counted: Sequence[Counted], rows: Sequence[_Rows], odds: Odds, ngram_count: int) -> list[NDArray[np.bool_]]:
    """Which n-grams stay: those whose removal changes the log odds of the training texts most, and their shorter forms.

    The change is weighted by the n-gram's frequency in either kind, so that the larger kind does not count for more.
    """
    sizes = [max(1, int(counted[0].first.sum())), max(1, int(counted[0].second.sum()))]
    changes = [
        (level.first / sizes[0] + level.second / sizes[1]) * np.abs(own)
        for level, own in zip(counted, odds.beyond_backing_off(rows), strict=True)
    ]
    every_change = np.concatenate(changes)
    least = np.partition(every_change, -ngram_count)[-ngram_count] if ngram_count < len(every_change) else 0.0
    kept = [change >= least for change in changes]
    kept[0][:] = True
    for n in range(len(kept) - 1, 0, -1):
        kept[n - 1][rows[n].suffix[kept[n]]] = True
        kept[n - 1][rows[n].prefix[kept[n]]] = True
    return kept


def _chosen(level: Counted, keep: NDArray[np.bool_]) -> Counted:
    return Counted(level.keys[keep], level.first[keep], level.second[keep])


def _compiled(counted: Sequence[Counted], bits: Reals) -> tuple[Keys, NDArray[np.int8], float]:
    """Keys, weights as whole numbers, and their unit: 1/8 bit (ours), or more where a weight would not fit a byte."""
    keys = np.concatenate([level.keys | np.uint64((n + 1) << ORDER_BITS) for n, level in enumerate(counted)])
    unit = max(1 / 8, float(np.abs(bits).max()) / MAX_WEIGHT)
    weights = np.rint(bits / unit).astype(np.int8)
    tells = weights != 0
    return keys[tells], weights[tells], unit
