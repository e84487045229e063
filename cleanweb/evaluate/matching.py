"""Exactly the matching blocks of difflib, but fast for long texts with very many short blocks, where it takes hours."""

from bisect import bisect_left
from difflib import Match, SequenceMatcher


class Matcher(SequenceMatcher[str]):
    """Compares two sequences of words, none of which is junk.

    difflib searches all that is left for each block. If a table lacks one of its columns, each row is a block, and the
    time grows with the square of the rows. Here the block found next to a part limits how long a block in that part can
    be: the first block of that length is a longest one, and the search stops.
    """

    a: list[str]
    b: list[str]
    b2j: dict[str, list[int]]  # the places in b of each of its words, except popular ones

    def __init__(self, a: list[str], b: list[str]) -> None:
        self._most: dict[tuple[int, int, int, int], int] = {}
        super().__init__(None, a, b)

    def find_longest_match(self, alo: int = 0, ahi: int | None = None, blo: int = 0, bhi: int | None = None) -> Match:
        """The first of the longest blocks in a[alo:ahi] and b[blo:bhi], extended by the popular words at its ends."""
        a, b = self.a, self.b
        ahi, bhi = len(a) if ahi is None else ahi, len(b) if bhi is None else bhi
        most = self._most.pop((alo, ahi, blo, bhi), len(a))
        i, j, size = self._longest(alo, ahi, blo, bhi, most)
        start, other, end = i, j, i + size
        while start > alo and other > blo and a[start - 1] == b[other - 1]:
            start, other = start - 1, other - 1
        shift = other - start
        while end < ahi and end + shift < bhi and a[end] == b[end + shift]:
            end += 1
        self._most[alo, start, blo, other] = size - 1
        self._most[end, ahi, end + shift, bhi] = size
        return Match(start, other, end - start)

    def _longest(self, alo: int, ahi: int, blo: int, bhi: int, most: int) -> tuple[int, int, int]:
        """The first of the longest blocks without popular words; none can have more than `most` words."""
        best = alo, blo, 0
        lengths: dict[int, int] = {}  # lengths of the blocks that end before a[i], by their last place in b
        for i in range(alo, ahi):
            before, lengths = lengths, {}
            places = self.b2j.get(self.a[i], ())
            for j in places[bisect_left(places, blo) : bisect_left(places, bhi)]:
                size = lengths[j] = before.get(j - 1, 0) + 1
                if size > best[2]:
                    best = i - size + 1, j - size + 1, size
                    if size == most:
                        return best
        return best
