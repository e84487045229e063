"""Keep everything: the baseline that every other classifier has to beat.

Paper: Hofmann and Weerkamp, "Web Corpus Cleaning using Content and Structure" (ICE), section 3.1, the baseline run.

Differs from the paper: `kinds=tags` (the default) marks headings and list items too; the paper's run is `kinds=p`. All
evidence in a page tells its encoding, in the paper only the meta element. The paper's blocks are p, div, li, h1 to h6
"or plain text" (as for `ice-dt`): here plain text ends where browsers end a block, so each table cell is a block. With
cells run together the lowest of the 58 pages would get 18.5 for text and markup; here it gets 17.4 (paper: 17.5).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from cleanweb.classify.kinds import kinds
from cleanweb.page import Blocks, Explanation, Verdicts
from cleanweb.stage import Classifier, param


@dataclass(frozen=True, slots=True, kw_only=True)
class KeepAll:
    """Every block is kept.

    >>> KeepAll()(Blocks.of([("body>h1", "Tea"), ("body>p", "Boil water.")])).kind
    ['h', 'p']
    """

    kinds: str = param(
        "tags",
        "kinds of the blocks: all paragraphs (p), or as their tags say (tags)",
        source="ICE, section 3.1 (p); ours (tags)",
        choices=("tags", "p"),
    )

    def __call__(self, blocks: Blocks) -> Verdicts:
        """All kept, score 1."""
        count = len(blocks)
        return Verdicts(
            keep=[True] * count,
            kind=kinds(blocks) if self.kinds == "tags" else ["p"] * count,
            rule=["keep all"] * count,
            score=[1.0] * count,
        )

    def explain(self, blocks: Blocks, verdicts: Verdicts, rows: Sequence[int]) -> list[Explanation]:  # noqa: ARG002  (the protocol's signature)
        """The same sentence for every block."""
        return [Explanation("every block is kept") for _ in rows]


STAGE: type[Classifier] = KeepAll
