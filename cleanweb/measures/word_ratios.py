"""What the ICE systems measure of a text per word: capitals, punctuation, stop words.

Paper: Hofmann and Weerkamp, "Web Corpus Cleaning using Content and Structure" (ICE), section 3.3 and Figure 2.

Differs from the paper: the paper speaks of ratios of words to capitalized words; a ratio above 1 in its Figure 2 shows
that it counts capital letters, as is done here.
"""

from __future__ import annotations

from typing import NamedTuple

from cleanweb.measures.letters import sign_count
from cleanweb.measures.stopwords import stop_word_density


class WordRatios(NamedTuple):
    """Measures of one text; ratios are numbers per word, 0 for a text without words."""

    word_count: int
    cap_ratio: float
    punct_ratio: float
    stop_ratio: float


def word_ratios(text: str, stop_words: frozenset[str]) -> WordRatios:
    """Count the words between white space, and per word capital letters, punctuation signs and stop words.

    The marks of letters ("हिन्दी") are no signs.

    >>> word_ratios("The Tea, and the cup.", frozenset({"the", "and"}))
    WordRatios(word_count=5, cap_ratio=0.4, punct_ratio=0.4, stop_ratio=0.6)
    """
    word_count = len(text.split())
    if not word_count:
        return WordRatios(0, 0.0, 0.0, 0.0)
    capital_count = sum(map(str.isupper, text))
    return WordRatios(
        word_count,
        capital_count / word_count,
        sign_count(text) / word_count,
        stop_word_density(text, stop_words),
    )
