"""Blocks with their texts as a normalizer repairs them."""

from __future__ import annotations

from cleanweb.page import Blocks
from cleanweb.stage import Normalizer

Note = tuple[int, int, int]  # of `Blocks.notes`


def repaired(blocks: Blocks, normalizer: Normalizer) -> Blocks:
    """The blocks with repaired texts, without those of which nothing is left: of control characters only, say.

    >>> from cleanweb.normalize.full import Full
    >>> repaired(Blocks.of([("p", "\\x02"), ("p", "\\x03 tea")]), Full()).text
    ['tea']
    """
    texts = [normalizer.text(text) for text in blocks.text]
    if texts == blocks.text:  # nearly every page
        return blocks
    blocks.notes = _moved(blocks.notes, blocks.text, normalizer)
    blocks.text = [" ".join(text.split()) for text in texts]
    if all(blocks.text):
        return blocks
    return blocks.select([row for row, text in enumerate(blocks.text) if text])


def _moved(notes: list[Note], texts: list[str], normalizer: Normalizer) -> list[Note]:
    """The notes in the repaired texts: each stands behind what is left of the text that it stood behind."""
    moved: list[Note] = []
    row, done, length, was_space = -1, 0, 0, False
    for element, block, place in notes:
        if block != row:
            row, done, length, was_space = block, 0, 0, False
        piece = normalizer.text(texts[block][done:place])
        if words := " ".join(piece.split()):
            length += len(words) + (1 if length and (was_space or piece[0].isspace()) else 0)
            was_space = False
        was_space = was_space or piece[-1:].isspace()
        done = place
        moved.append((element, block, length))
    return moved
