"""What texts have in common: words that recur among short texts, and how much of one text returns in another."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence

_NUMBER = re.compile(r"\d+")


def recurring_share(texts: Sequence[Sequence[str]]) -> float:
    """The share of all words, 0 to 1, that are in more than half of the texts; each text is its words.

    "posted by Ann", "posted by Bob" and "posted by Eve" share two words of three; one text alone shares none. All
    numbers count as equal, so that dates and times recur (ours).
    """
    texts = [[_NUMBER.sub("0", word) for word in text] for text in texts]
    total = sum(map(len, texts))
    if len(texts) < 2 or not total:
        return 0.0
    frequency = Counter(word for text in texts for word in set(text))
    half = len(texts) / 2
    return sum(frequency[word] > half for text in texts for word in text) / total


def lcs_share(part: Sequence[str], whole: Sequence[str]) -> float:
    """The longest common subsequence of both, in words, over the length of `part`: 0 to 1, 1 for a full quote."""
    from rapidfuzz.distance import LCSseq  # noqa: PLC0415  (late: most pages have no quote to compare)

    if not part:
        return 0.0
    return LCSseq.similarity(part, whole) / len(part)
