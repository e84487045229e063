"""Labels from CleanEval golds: which blocks the annotator kept, and whether as paragraph, heading or list item."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence

from cleanweb.evaluate.gold_texts import strip_url_line
from cleanweb.page import Kind
from cleanweb.train.alignment import MIN_ALIGNED_SHARE, aligned_tokens, tokens

NOT_INCLUDED = "n"  # the class of blocks that are not in the gold (ICE, section 3.3)

_TAG = re.compile(r"<([phl])>", re.IGNORECASE)


def gold_segments(gold: str) -> list[tuple[Kind, str]]:
    """The segments of a CleanEval text: kind and text. Text before the first tag is a paragraph, a `URL:` line none.

    >>> gold_segments("URL: http://tea.example/\\n<h>Tea\\n<p>Boil\\nwater.")
    [('h', 'Tea\\n'), ('p', 'Boil\\nwater.')]
    """
    before, *parts = _TAG.split(strip_url_line(gold))
    segments: list[tuple[Kind, str]] = [("p", before)] if before.strip() else []
    for tag, text in zip(parts[::2], parts[1::2], strict=True):
        kind = tag.lower()
        segments.append(("h" if kind == "h" else "l" if kind == "l" else "p", text))
    return segments


def block_labels(texts: Sequence[str], gold: str) -> list[str]:
    """For each text (the blocks of a page in order), the kind of the gold segment that it is aligned with, or `n`.

    A text aligned with several segments has the kind of most of its aligned tokens.
    """
    gold_tokens: list[str] = []
    kinds: list[Kind] = []
    for kind, text in gold_segments(gold):
        found = tokens(text)
        gold_tokens += found
        kinds += [kind] * len(found)
    labels = []
    for block in aligned_tokens(texts, gold_tokens):
        counts = Counter(kinds[j] for j in block if j >= 0)
        is_in = counts.total() >= MIN_ALIGNED_SHARE * len(block) and counts
        labels.append(max(sorted(counts), key=counts.__getitem__) if is_in else NOT_INCLUDED)
    return labels
