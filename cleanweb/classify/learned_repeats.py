"""What a page says twice: layouts do so, once for small screens and once for others, and authors do."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from cleanweb.page import Blocks
from cleanweb.segment.tags import CELL_TAGS, HEADING_TAGS

MIN_WORDS = 8  # ours: dropping repeats of shorter blocks loses list items and cells
# Ours. On left-out sites .8, .9 and .95 give wcxb-dev .86788, .86793 and .86795, debian-docs .9755, .9753 and .9751,
# the others, and in view cleaneval and daniel, the same.
MIN_KEPT_BETWEEN = 0.9
# What stands amid the text more often is said by a program. Ours: without a limit no gold set has more than .0002 more,
# and consent dialogs, which tell of each partner the same, keep more.
MAX_TIMES = 3
_DEFINITIONS = frozenset({"dt", "dd"})


def drop_repeats(blocks: Blocks, keep: list[bool], rule: list[str], words: Sequence[float]) -> None:
    """Of blocks with the same text the first kept one stays, or the first heading after it, unless they are short.

    What the author says again stays: as a refrain, in a cell, in a definition, in another list, or alone in the midst
    of the text. A heading has its text below it, what says the same before is mostly a table of contents.

    Ours. By left-out models debian-docs has .0077 more of word F1 than with none but refrains (160 pages up, 4 down),
    readability .0048, wcxb-dev .0003, newspaper4k-articles .0002 less; refrains alone brought readability .030.
    """
    texts = [text for text, kept, count in zip(blocks.text, keep, words, strict=True) if kept and count >= MIN_WORDS]
    if len(set(texts)) == len(texts):  # as on most pages
        return
    definitions = blocks.elements.rows_inside(_DEFINITIONS)
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
                row in definitions or _is_beside_or_in_cell(blocks, first, row) or lists.differ(first, row)
            ):
                between = kept_before[row] - kept_before[first]
                is_amid_text = times[text] <= MAX_TIMES and between >= MIN_KEPT_BETWEEN * (row - first)
                if not is_amid_text or _is_passage(blocks.text, first, row):
                    keep[row], rule[row] = False, "repeat"
        kept_before.append(kept_before[-1] + keep[row])


def _is_beside_or_in_cell(blocks: Blocks, first: int, row: int) -> bool:
    """Whether a block is a cell, or its element has the same parent as that of the first."""
    parent, container = blocks.elements.parent, blocks.container
    is_beside = container[row] >= 0 and parent[container[row]] == parent[container[first]]
    return is_beside or blocks.tag(row) in CELL_TAGS


class _Lists:
    """The lists of a page, by which a step of two procedures is told from a list that a layout has twice."""

    def __init__(self, blocks: Blocks) -> None:
        self.blocks = blocks
        self.known: dict[tuple[int, int], bool] = {}

    def differ(self, first: int, row: int) -> bool:
        """Whether two blocks are in items of two lists that do not say the same."""
        one, other = self._list_around(first), self._list_around(row)
        if one < 0 or other < 0:
            return False
        if (one, other) not in self.known:
            first_texts, texts = (self._texts(element) for element in (one, other))
            self.known[one, other] = first_texts != texts
        return self.known[one, other]

    def _list_around(self, row: int) -> int:
        elements = self.blocks.elements
        around = elements.ancestors(self.blocks.container[row])
        return next((elements.parent[element] for element in around if elements.tag[element] == "li"), -1)

    def _texts(self, element: int) -> list[str]:
        elements = self.blocks.elements
        return self.blocks.text[elements.first[element] : elements.end[element]]


def _is_passage(texts: Sequence[str], first: int, row: int) -> bool:
    """Whether the block before or after is repeated too, as where a layout has a passage twice."""
    is_before = first > 0 and texts[first - 1] == texts[row - 1]
    return is_before or texts[first + 1 : first + 2] == texts[row + 1 : row + 2]
