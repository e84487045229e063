"""The blocks of several systems side by side: what each makes of the same words."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby

from rapidfuzz.distance import Indel

# Words of each side aligned at a time; ours: stretches that only one system has are shorter.
WINDOW = 4000


@dataclass(frozen=True, slots=True)
class Piece:
    """Words that are in a single block of each system that has them."""

    text: str
    rows: tuple[int, ...]  # the block in each system, -1 if the system does not have the words


def align(systems: Sequence[Sequence[str]]) -> list[Piece]:
    """The words of all systems, given as the texts of their blocks, in document order.

    The words of each further system are aligned with those before by a longest common subsequence; words that only the
    further one has are inserted where they occur.

    >>> align([["Tea Boil the water."], ["Tea", "Boil the water."]])
    [Piece(text='Tea', rows=(0, 0)), Piece(text='Boil the water.', rows=(0, 1))]
    """
    merged: list[tuple[str, tuple[int, ...]]] = []
    for count, texts in enumerate(systems):
        merged = list(_merged(merged, count, _words(texts)))
    grouped = groupby(merged, key=lambda word: word[1])
    return [Piece(" ".join(word for word, _ in words), rows) for rows, words in grouped]


def _words(texts: Sequence[str]) -> list[tuple[str, int]]:
    return [(word, row) for row, text in enumerate(texts) for word in text.split()]


def _merged(
    before: Sequence[tuple[str, tuple[int, ...]]], count: int, added: Sequence[tuple[str, int]]
) -> Iterator[tuple[str, tuple[int, ...]]]:
    """Each word of either side once, with its blocks in the `count` previous systems and in the added one."""
    nowhere = (-1,) * count
    for i, j in pairs([word for word, _ in before], [word for word, _ in added]):
        if i is None and j is not None:
            yield added[j][0], (*nowhere, added[j][1])
        elif i is not None:
            yield before[i][0], (*before[i][1], -1 if j is None else added[j][1])


def pairs(left: Sequence[str], right: Sequence[str]) -> Iterator[tuple[int | None, int | None]]:
    """Places in both sequences, equal words paired; done in windows, so that time and memory stay linear."""
    i = j = 0
    while i < len(left) or j < len(right):
        found = list(_window(left[i : i + WINDOW], right[j : j + WINDOW]))
        if i + WINDOW < len(left) or j + WINDOW < len(right):
            # Words near the end of a window may match words in the next: go on after the last equal words.
            equal = [place for place, pair in enumerate(found) if None not in pair]
            found = found[: equal[-1] + 1] if equal else found
        yield from ((None if a is None else i + a, None if b is None else j + b) for a, b in found)
        i += sum(a is not None for a, _ in found)
        j += sum(b is not None for _, b in found)


def _window(left: Sequence[str], right: Sequence[str]) -> Iterator[tuple[int | None, int | None]]:
    for step in Indel.opcodes(left, right):
        if step.tag == "equal":
            yield from zip(range(step.src_start, step.src_end), range(step.dest_start, step.dest_end), strict=True)
            continue
        yield from ((place, None) for place in range(step.src_start, step.src_end))
        yield from ((None, place) for place in range(step.dest_start, step.dest_end))
