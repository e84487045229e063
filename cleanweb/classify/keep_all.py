"""Keep everything: the baseline that every other classifier has to beat.

Paper: Hofmann and Weerkamp, "Web Corpus Cleaning using Content and Structure" (ICE), section 3.1, the baseline run.

Differs from the paper: `kinds=tags` (the default) marks headings and list items too; the paper's run is `kinds=p`. The
encoding of a page is found by all evidence in it, there by its meta element alone. The paper's blocks are p, div, li,
h1 to h6 "or plain text" (`ice-dt` has the same): plain text is taken to end where browsers end a block, so that each
cell of a table is one. With cells run together the lowest page of the 58 would get 18.5 for text and markup, here 17.4
(paper: 17.5).
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
        "all blocks as paragraphs (p), or as their tags say (tags)",
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
