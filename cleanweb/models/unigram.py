"""Unigram language models of texts, smoothed by their collection, and their divergence from a query's model.

Paper: C. Zhai and J. Lafferty, "A study of smoothing methods for language models applied to information retrieval"
(2004): absolute discounting and Dirichlet priors.

Differs from the paper: the collection used for smoothing is not one of documents, but the texts of one page and the
query.

A smoothed model gives the word w the probability seen(w) + rest * p(w), where seen is 0 for words that are not in the
text and p is the model of the collection. So what most words add to a divergence is summed once for all texts, and the
cost of a text grows with its own words only.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from math import fsum, log
from typing import Final

Counts = Mapping[str, int]

ABSOLUTE: Final = "absolute"
DIRICHLET: Final = "dirichlet"


def divergences(texts: Sequence[Counts], query: Counts, *, smoothing: str, amount: float) -> list[float]:
    """The Kullback-Leibler divergence of each text's model from the query's, in nats; 0 where the query is empty.

    Texts and query are word counts; together they are the collection used for smoothing. `amount` is what `absolute`
    takes off each count (between 0 and 1), or the mass in words of the `dirichlet` prior (over 0).

    >>> [round(d, 2) for d in divergences([{"tea": 2}, {"login": 2}], {"tea": 1}, smoothing="absolute", amount=0.5)]
    [0.04, 0.98]
    """
    if not query:
        return [0.0] * len(texts)
    everything = Counter(query)
    for text in texts:
        everything.update(text)
    total = everything.total()
    background = {word: count / total for word, count in everything.items()}
    seen, rest = _smoothed(query, smoothing, amount)
    wanted = {word: seen.get(word, 0.0) + rest * share for word, share in background.items()}
    # The divergence of the background from the query: what a text without words of its own would have.
    # Python from 3.12 on adds floats more exactly than before; `fsum` says the same in all versions.
    base = fsum(share * log(share / wanted[word]) for word, share in background.items())
    return [_divergence(*_smoothed(text, smoothing, amount), background, wanted, base) for text in texts]


def _smoothed(text: Counts, smoothing: str, amount: float) -> tuple[dict[str, float], float]:
    """The `seen` probabilities of a text's words and the weight of the background."""
    length = sum(text.values())
    if not length:
        return {}, 1.0
    if smoothing == DIRICHLET:
        return {word: count / (length + amount) for word, count in text.items()}, amount / (length + amount)
    return {word: (count - amount) / length for word, count in text.items()}, amount * len(text) / length


def _divergence(
    seen: Mapping[str, float], rest: float, background: Mapping[str, float], wanted: Mapping[str, float], base: float
) -> float:
    """Computed as if the text had no words of its own, then corrected for each that it has."""
    sum_ = rest * (log(rest) + base)
    for word, share in seen.items():
        unseen = rest * background[word]
        sum_ += (unseen + share) * log((unseen + share) / wanted[word]) - unseen * log(unseen / wanted[word])
    return max(0.0, sum_)  # for equal models, rounding leaves a little less or more
