"""The most frequent of very many items, in bounded memory; and what a log says was removed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator

import orjson

from cleanweb.corpus.inputs import NO_LIMIT, Page, Selection, find
from cleanweb.corpus.journal import JOURNAL_NAME
from cleanweb.corpus.reading import read
from cleanweb.errors import DataError

# Ours: some 200 MB of short texts.
MAX_DISTINCT = 1_000_000


class Topmost:
    """Counts items; exact while there are at most `max_distinct` different ones, then the rarest are forgotten."""

    def __init__(self, max_distinct: int = MAX_DISTINCT) -> None:
        self.total = 0
        self.is_rough = False
        self._max_distinct = max_distinct
        self._counts: Counter[str] = Counter()

    def add(self, items: Iterable[str]) -> None:
        """Count these."""
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
        """The most frequent, those of equal count in alphabetical order."""
        return sorted(self._counts.items(), key=lambda pair: (-pair[1], pair[0]))[:count]


def block_logs(places: Iterable[str]) -> Iterator[Page]:
    """The block logs in these directories, the journals left out, and these files."""
    for page in find(places, Selection(include=("*.jsonl", "*.jsonl.gz"))):
        if not JOURNAL_NAME.fullmatch(page.name):
            yield page


def removed(log: Page, by: str) -> Iterator[str]:
    """The field `by` of all that a block log says was removed, each on one line and cut at 100 characters.

    That is every removed block, and what the linearizer took out of a kept one, where it holds a word: signs such as
    bullets are taken out by the thousand. The `text` of such an edit is what it took out.

    Raises InputError when it cannot be read, DataError when it is no block log.
    """
    for number, line in enumerate(read(log, NO_LIMIT).splitlines(), 1):
        try:
            row = orjson.loads(line)
            if "edit" in row:
                row = {**row, "keep": not any(map(str.isalnum, row["edit"]["removed"])), "text": row["edit"]["removed"]}
            if not row["keep"]:
                yield " ".join(row[by].split())[:100]
        except (ValueError, KeyError, TypeError, AttributeError) as error:
            raise DataError(f"line {number} is no line of a block log: {error}") from error
