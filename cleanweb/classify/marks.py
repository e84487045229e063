"""Drop the blocks that an earlier stage marked: consent boxes, and whatever else is asked for.

Put before another classifier (`--normalize full --classify marks --classify justext`), it passes the rest on.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from cleanweb.classify.kinds import kinds
from cleanweb.errors import UsageError
from cleanweb.normalize.full import MARKS as NORMALIZER_MARKS
from cleanweb.page import Blocks, Explanation, Verdicts
from cleanweb.segment.source_matches import UNCAPTURED
from cleanweb.stage import Classifier, param

# Those of the normalizer `full`, and that of the segmenter `source-matches`. (Two others, `head` and `dump`, are on all
# that a page has.)
MARKS = (*NORMALIZER_MARKS, UNCAPTURED)


@dataclass(frozen=True, slots=True, kw_only=True)
class Marks:
    """Keep the blocks without a mark, and those whose mark is not in `drop`; the score is 1 or 0.

    >>> page = Blocks.of([("body>div", "We use cookies"), ("body>p", "Boil water.")])
    >>> page.elements.mark[page.container[0]] = "consent"
    >>> Marks()(page).keep
    [False, True]
    """

    tells_kinds: ClassVar[bool] = False  # no rule of its own: in a chain the kinds of the classifier before stand

    drop: tuple[str, ...] = param(
        ("consent",),
        f"drop blocks with these marks, of {', '.join(MARKS)}",
        source="ours: the other marks are evidence for classifiers that weigh them, since much hidden text is content",
    )

    def __post_init__(self) -> None:
        """A mark that no stage makes is an error, not a rule that never fires."""
        if unknown := [mark for mark in self.drop if mark not in MARKS]:
            raise UsageError(f"marks.drop: no mark {unknown[0]!r}; expected some of: {', '.join(MARKS)}")

    def __call__(self, blocks: Blocks) -> Verdicts:
        """One look at each block's innermost element."""
        marks = [blocks.mark(row) for row in range(len(blocks))]
        keep = [mark not in self.drop for mark in marks]
        return Verdicts(
            keep=keep,
            kind=kinds(blocks),
            rule=[f"marked {mark}" if mark else "not marked" for mark in marks],
            score=[float(is_kept) for is_kept in keep],
        )

    def explain(self, blocks: Blocks, verdicts: Verdicts, rows: Sequence[int]) -> list[Explanation]:
        """The mark, and whether it is among those to drop."""
        told = []
        for row in rows:
            mark = blocks.mark(row)
            reason = (
                f"marked as {mark}, which is {'not ' if verdicts.keep[row] else ''}dropped" if mark else "not marked"
            )
            told.append(Explanation(reason, {"mark": mark}))
        return told


STAGE: type[Classifier] = Marks
