"""Blocks with their texts as a normalizer repairs them."""

from __future__ import annotations

from cleanweb.page import Blocks
from cleanweb.stage import Normalizer


def repaired(blocks: Blocks, normalizer: Normalizer) -> Blocks:
    """The blocks with repaired texts, without those of which nothing is left: of control characters only, say.

    >>> from cleanweb.normalize.full import Full
    >>> repaired(Blocks.of([("p", "\\x02"), ("p", "\\x03 tea")]), Full()).text
    ['tea']
    """
    texts = [normalizer.text(text) for text in blocks.text]
    if texts == blocks.text:  # nearly every page
        return blocks
    blocks.text = [" ".join(text.split()) for text in texts]
    if all(blocks.text):
        return blocks
    return blocks.select([row for row, text in enumerate(blocks.text) if text])
