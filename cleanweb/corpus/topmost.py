"""The most frequent of very many items, in bounded memory."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

# Ours: some 200 MB of short texts.
MAX_DISTINCT = 1_000_000


class Topmost:
    """Counts items, exactly for up to `max_distinct` distinct ones; beyond that, the rarer half is forgotten."""

    def __init__(self, max_distinct: int = MAX_DISTINCT) -> None:
        self.total = 0
        self.is_rough = False
        self._max_distinct = max_distinct
        self._counts: Counter[str] = Counter()

    def add(self, items: Iterable[str]) -> None:
        """Count these items."""
        for item in items:
            self._counts[item] += 1
            self.total += 1
            if len(self._counts) > self._max_distinct:
                self._forget()

    def _forget(self) -> None:
        """Keep the more frequent half."""
        self.is_rough = True
        self._counts = Counter(dict(self._counts.most_common(self._max_distinct // 2)))

    def most(self, count: int) -> list[tuple[str, int]]:
        """The most frequent items with their counts; equal counts in alphabetical order."""
        return sorted(self._counts.items(), key=lambda pair: (-pair[1], pair[0]))[:count]
