"""What a page says twice: layouts do so, once for small screens and once for others, and authors do."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import cached_property

from cleanweb.page import Blocks
from cleanweb.segment.tags import CELL_TAGS, HEADING_TAGS

MIN_WORDS = 8  # ours: dropping repeats of shorter blocks loses list items and cells
# Ours. On left-out sites .8, .9 and .95 give wcxb-dev .86788, .86793 and .86795, debian-docs .9755, .9753 and .9751,
# the others, and in view cleaneval and daniel, the same.
MIN_KEPT_BETWEEN = 0.9
# What stands amid the text more often is said by a program. Ours: without a limit no gold set has more than .0002 more,
# and consent dialogs, which tell of each partner the same, keep more.
MAX_TIMES = 3
MAX_ITEMS = 10  # as steps of so many lists; ours
_DEFINITIONS = frozenset({"dt", "dd"})


def drop_repeats(blocks: Blocks, keep: list[bool], rule: list[str], words: Sequence[float]) -> None:
    """Of blocks with the same text the first kept one stays, or the first heading after it, unless they are short.

    What the author says again stays: as a refrain, in a cell, in a definition, in another list, or alone in the midst
    of the text. A heading has its text below it, what says the same before is mostly a table of contents.

    Ours. By left-out models debian-docs has .0077 more of word F1 than with none but refrains (160 pages up, 4 down),
    readability .0048, wcxb-dev .0003, newspaper4k-articles .0002 less; refrains alone brought readability .030.
    Of elements in cells debian-docs has .0006 (23 up, none down).
    """
    texts = [text for text, kept, count in zip(blocks.text, keep, words, strict=True) if kept and count >= MIN_WORDS]
    if len(set(texts)) == len(texts):  # as on most pages
        return
    said_on_purpose = blocks.elements.rows_inside(_DEFINITIONS | CELL_TAGS)
    lists = _Lists(blocks)
    seen: dict[str, int] = {}  # the kept block with this text
    times: Counter[str] = Counter()
    kept_before = [0]  # of each block, how many
    for row, text in enumerate(blocks.text):
        if keep[row] and words[row] >= MIN_WORDS:
            first = seen.setdefault(text, row)
            times[text] += 1
            if blocks.tag(row) in HEADING_TAGS and blocks.tag(first) not in HEADING_TAGS:
                keep[first], rule[first] = False, "repeat"
                seen[text] = row
            elif first != row and not (
                row in said_on_purpose
                or _is_beside(blocks, first, row)
                or (times[text] <= MAX_ITEMS and lists.differ(first, row))
            ):
                between = kept_before[row] - kept_before[first]
                is_amid_text = times[text] <= MAX_TIMES and between >= MIN_KEPT_BETWEEN * (row - first)
                if not is_amid_text or _is_passage(blocks.text, first, row):
                    keep[row], rule[row] = False, "repeat"
        kept_before.append(kept_before[-1] + keep[row])


def _is_beside(blocks: Blocks, first: int, row: int) -> bool:
    """Whether the element of a block has the same parent as that of the first."""
    parent, container = blocks.elements.parent, blocks.container
    return container[row] >= 0 and parent[container[row]] == parent[container[first]]


class _Lists:
    """The lists of a page, by which a step of two procedures is told from a list that a layout has twice."""

    def __init__(self, blocks: Blocks) -> None:
        self.blocks = blocks
        self.known: dict[tuple[int, int], bool] = {}

    def differ(self, first: int, row: int) -> bool:
        """Whether two blocks are in items of two lists that do not say the same."""
        container, around = self.blocks.container, self._around
        one, other = around[container[first]], around[container[row]]
        if one < 0 or other < 0:
            return False
        if (one, other) not in self.known:
            rows, others = self.blocks.elements.rows(one), self.blocks.elements.rows(other)
            self.known[one, other] = len(rows) != len(others) or self._texts(rows) != self._texts(others)
        return self.known[one, other]

    def _texts(self, rows: range) -> list[str]:
        return self.blocks.text[rows.start : rows.stop]

    @cached_property
    def _around(self) -> list[int]:
        """For each element the list whose item it is or lies in, -1 for none; the last answers for no element."""
        elements = self.blocks.elements
        found: list[int] = []
        for tag, parent in zip(elements.tag, elements.parent, strict=True):
            found.append(parent if tag == "li" else found[parent] if parent >= 0 else -1)
        return [*found, -1]


def _is_passage(texts: Sequence[str], first: int, row: int) -> bool:
    """Whether the block before or after is repeated too, as where a layout has a passage twice."""
    is_before = first > 0 and texts[first - 1] == texts[row - 1]
    return is_before or texts[first + 1 : first + 2] == texts[row + 1 : row + 2]
