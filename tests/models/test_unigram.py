"""Divergences against their definition, summed over every word."""

from collections import Counter
from collections.abc import Mapping
from math import isclose, log

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cleanweb.models.unigram import ABSOLUTE, DIRICHLET, divergences

WORDS = st.lists(st.sampled_from("abcdef"), max_size=8).map(Counter)


def by_definition(texts: list[Counter[str]], query: Counter[str], smoothing: str, amount: float) -> list[float]:
    everything = sum([*texts, query], Counter[str]())
    background = {word: count / everything.total() for word, count in everything.items()}

    def probability(text: Mapping[str, int], word: str) -> float:
        length = sum(text.values())
        if not length:
            return background[word]
        if smoothing == DIRICHLET:
            return (text.get(word, 0) + amount * background[word]) / (length + amount)
        return (max(text.get(word, 0) - amount, 0) + amount * len(text) * background[word]) / length

    return [
        sum(probability(text, w) * log(probability(text, w) / probability(query, w)) for w in background)
        for text in texts
    ]


@given(
    texts=st.lists(WORDS, min_size=1, max_size=5),
    query=WORDS.filter(len),
    smoothing=st.sampled_from([ABSOLUTE, DIRICHLET]),
    amount=st.floats(0.05, 0.95),
)
@settings(max_examples=150)
def test_equals_the_definition(texts: list[Counter[str]], query: Counter[str], smoothing: str, amount: float) -> None:
    found = divergences(texts, query, smoothing=smoothing, amount=amount)
    expected = by_definition(texts, query, smoothing, amount)
    assert all(isclose(a, b, abs_tol=1e-9) for a, b in zip(found, expected, strict=True))
    assert not any(str(divergence).startswith("-") for divergence in found)  # nor -0.0


def test_the_query_itself_is_nearest() -> None:
    query = {"green": 2, "tea": 3}
    near, half, far = divergences([query, {"tea": 5}, {"login": 5}], query, smoothing=ABSOLUTE, amount=0.3)
    assert near == pytest.approx(0)
    assert near < half < far


def test_without_a_query_nothing_diverges() -> None:
    assert divergences([{"tea": 1}, {}], {}, smoothing=ABSOLUTE, amount=0.3) == [0.0, 0.0]
    assert divergences([], {"tea": 1}, smoothing=ABSOLUTE, amount=0.3) == []


def test_the_order_of_words_changes_no_digit() -> None:  # nor does the version of Python: see `fsum`
    words = {str(number): number % 4 + 1 for number in range(300)}
    by_count = dict(sorted(words.items(), key=lambda item: item[1]))
    texts = [{str(number): 3 for number in range(0, 300, 4)}]
    found, again = (divergences(texts, query, smoothing=ABSOLUTE, amount=0.5) for query in (words, by_count))
    assert found == again
