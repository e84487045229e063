"""Blocks with their texts as a normalizer repairs them."""

from __future__ import annotations

from itertools import groupby, pairwise
from operator import itemgetter

from cleanweb.normalize.repairs import is_seen
from cleanweb.page import Blocks
from cleanweb.segment.recording import collapsed_ends, have_false_space
from cleanweb.stage import Normalizer

Note = tuple[int, int, int]  # of `Blocks.notes`


def repaired(blocks: Blocks, normalizer: Normalizer) -> Blocks:
    """The blocks with repaired texts, without invisible ones, such as those of control characters only.

    >>> from cleanweb.normalize.full import Full
    >>> repaired(Blocks.of([("p", "\\x02"), ("p", "\\x03 tea"), ("p", "\\u200d")]), Full()).text
    ['tea']
    """
    texts = list(map(normalizer.text, blocks.text))
    if texts != blocks.text or have_false_space(texts):  # few pages
        blocks.notes = _moved(blocks.notes, blocks.text, normalizer)
        blocks.text = [" ".join(text.split()) for text in texts]
        blocks.preformatted = {row: normalizer.text(text) for row, text in blocks.preformatted.items()}
    # Most are ASCII, which is faster to check.
    seen = [row for row, text in enumerate(blocks.text) if (text and text.isascii()) or is_seen(text)]
    return blocks if len(seen) == len(texts) else blocks.select(seen)


def _moved(notes: list[Note], texts: list[str], normalizer: Normalizer) -> list[Note]:
    """The notes in the repaired texts: each stands after what is left of the text before it."""
    moved: list[Note] = []
    for row, group in groupby(notes, itemgetter(1)):
        noted = list(group)
        places = [0, *(place for _, _, place in noted)]
        ends = collapsed_ends([normalizer.text(texts[row][start:end]) for start, end in pairwise(places)])
        moved += [(element, row, end) for (element, _, _), end in zip(noted, ends, strict=True)]
    return moved
