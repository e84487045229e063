"""Data that a page shows as if they were text: JSON outside of the elements for code. The learned default leaves them
out before it judges the page, since one such block may have many times the words of the text.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from cleanweb.page import Blocks, Explanation, Verdicts
from cleanweb.segment.tags import PREFORMATTED_TAGS

# Shorter ones may be shown on purpose, and do little harm. Ours: on 4,458 gold pages there are nine such texts, of 55
# to 32,951 characters; four of them are longer, three of which are in no gold text.
MIN_CHARS = 1_000
CODE_TAGS = frozenset({*PREFORMATTED_TAGS, "textarea", "code", "samp", "kbd"})
REASON = "data: JSON outside of code is no text"


@dataclass(frozen=True, slots=True)
class Beside:
    """The rest of a page with data, and what was decided there."""

    rows: Sequence[int]
    blocks: Blocks
    verdicts: Verdicts

    def explain(
        self, explain: Callable[[Blocks, Verdicts, Sequence[int]], list[Explanation]], rows: Sequence[int]
    ) -> list[Explanation]:
        """Why these rows of the page are kept or removed: `explain` tells of the rest."""
        place = {row: at for at, row in enumerate(self.rows)}
        rest = [row for row in rows if row in place]
        told = dict(zip(rest, explain(self.blocks, self.verdicts, [place[row] for row in rest]), strict=True))
        return [told.get(row) or Explanation(REASON) for row in rows]

    def __reduce__(self) -> tuple[type[None], tuple[()]]:
        """None travels, as of a judgement."""
        return type(None), ()


def data_rows(blocks: Blocks) -> list[int]:
    """The blocks that are data; none where the page has nothing else."""
    rows = [row for row, text in enumerate(blocks.text) if text.startswith(("{", "[")) and _is_data(blocks, row)]
    return rows if len(rows) < len(blocks) else []


def _is_data(blocks: Blocks, row: int) -> bool:
    text, elements = blocks.text[row], blocks.elements
    if len(text) < MIN_CHARS or not text.endswith(("}", "]")):
        return False
    if any(elements.tag[around] in CODE_TAGS for around in elements.ancestors(blocks.inner[row])):
        return False
    import orjson  # noqa: PLC0415  (late: most pages have no such text)

    try:
        found = orjson.loads(text)
    except orjson.JSONDecodeError:
        return False
    return isinstance(found, dict) or any(isinstance(item, dict | list) for item in found)


def judged_beside(blocks: Blocks, data: Sequence[int], judge: Callable[[Blocks], Verdicts]) -> Verdicts:
    """The verdicts of a page whose data go, with those of `judge` on its other blocks."""
    is_data = set(data)
    rest = [row for row in range(len(blocks)) if row not in is_data]
    others = blocks.select(rest)
    decided = judge(others)
    count = len(blocks)
    found = Verdicts([False] * count, ["p"] * count, ["data"] * count, [0.0] * count, Beside(rest, others, decided))
    for row, keep, kind, rule, score in zip(rest, decided.keep, decided.kind, decided.rule, decided.score, strict=True):
        found.keep[row], found.kind[row], found.rule[row], found.score[row] = keep, kind, rule, score
    return found
