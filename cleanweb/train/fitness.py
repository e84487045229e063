"""The fitness of an expression: points for the words that it captures on the pages of a gold set.

Paper: Hofmann and Weerkamp, "Web Corpus Cleaning using Content and Structure" (ICE), section 3.5: 2 points for each
output word that is also in the manually cleaned file, minus 1 for any other; a time limit on each evaluation.

Differs from the paper: scripts are removed from a page before it is searched.
"""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import numpy as np
from numpy.typing import NDArray

from cleanweb.decode import decode
from cleanweb.errors import DataError
from cleanweb.evaluate.gold_texts import Conditions
from cleanweb.models.regex_evolution import Tree, captured_spans, expression
from cleanweb.segment.source import readable, without_scripts
from cleanweb.segment.source_matches import STRETCH
from cleanweb.train.alignment import tokens
from cleanweb.train.gold import gold_words_text, read_gold

REWARD: Final = 2  # ICE, section 3.5: a word that is in the gold
PENALTY: Final = 1  # ICE, section 3.5: a word that is not
KEEP_ALL: Final[Tree] = ("capture", "text")


@dataclass(frozen=True, slots=True)
class Page:
    """A page prepared for the fitness. Its words are those of its stretches of text, in order."""

    source: str  # without scripts
    starts: NDArray[np.int64]  # of the stretches of text
    words: NDArray[np.int64]  # for each word its number among the gold's words, -1 if the gold lacks it
    stretches: NDArray[np.int64]  # for each word its stretch
    gold: NDArray[np.int64]  # for each distinct word of the gold its count

    def points(self, spans: Sequence[tuple[int, int]]) -> float:
        """The points of the text within these spans, given in ascending order."""
        if not spans:
            return 0.0
        begins, ends = np.array(spans).T
        place = np.searchsorted(begins, self.starts, "right") - 1
        is_captured = (place >= 0) & (self.starts < ends[place])
        output = self.words[is_captured[self.stretches]]
        counts = np.bincount(output[output >= 0], minlength=len(self.gold))
        hits = int(np.minimum(counts, self.gold).sum())
        return float(REWARD * hits - PENALTY * (len(output) - hits))


def read_pages(gold: Path, where: Conditions) -> list[Page]:
    """The pages of a gold set that have a gold text.

    Raises DataError when there is none, or when none contains a word of its gold text.
    """
    pages = [
        made_page(without_scripts(decode(page.html()).text), gold_words_text(page.gold))
        for page in read_gold(gold, where)
        if page.gold is not None
    ]
    if not any((page.words >= 0).any() for page in pages):
        raise DataError(f"{gold}: no word of the gold texts is on its page, so there is nothing to search for")
    return pages


def made_page(source: str, gold: str) -> Page:
    """A page from its source (without scripts) and its gold text (without tags)."""
    counts = Counter(tokens(gold))
    number = {word: place for place, word in enumerate(counts)}
    stretches = list(STRETCH.finditer(source))
    words = [(place, word) for place, match in enumerate(stretches) for word in tokens(readable(match.group()))]
    return Page(
        source=source,
        starts=np.array([match.start() for match in stretches], np.int64),
        words=np.array([number.get(word, -1) for _, word in words], np.int64),
        stretches=np.array([place for place, _ in words], np.int64),
        gold=np.array(list(counts.values()), np.int64),
    )


@dataclass(frozen=True, slots=True)
class CapturedWords:
    """The points of a candidate on all pages; minus infinity if it takes longer than `timeout` seconds on one."""

    pages: Sequence[Page]
    timeout: float

    def __call__(self, tree: Tree) -> float:
        """The points of a tree."""
        return self.of_expression(expression(tree))

    def of_expression(self, text: str) -> float:
        """The points of any expression that the package `regex` understands."""
        import regex  # for its time limit, which `re` lacks

        pattern = regex.compile(text, regex.IGNORECASE)
        try:
            found = (captured_spans(pattern.finditer(page.source, timeout=self.timeout)) for page in self.pages)
            return sum(page.points(spans) for page, spans in zip(self.pages, found, strict=True))
        except TimeoutError:
            return float("-inf")


def digest(pages: Sequence[Page]) -> str:
    """A SHA-256 that identifies these pages and golds."""
    found = hashlib.sha256()
    for page in pages:
        found.update(page.source.encode("utf-8", "replace"))
        found.update(page.words.tobytes() + page.gold.tobytes())
    return found.hexdigest()
