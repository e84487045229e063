"""Blocks by leaf elements: inline elements removed, the text of each element that has no other inside.

Paper: Hofmann and Weerkamp, "Web Corpus Cleaning using Content and Structure" (ICE), sections 3.2 and 3.4.

Differs from the paper: text beside elements, which is in no leaf, is a block for each stretch, so that no text is lost
(on the 58 development pages of CleanEval a tenth of the gold's text is there).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Literal

from cleanweb.page import Blocks
from cleanweb.parse import Tree
from cleanweb.segment.repaired import repaired
from cleanweb.segment.tags import HTML_BLOCK_TAGS, STRUCTURE_TAGS, element_codes
from cleanweb.segment.walk import Walk
from cleanweb.segment.walks import LeafWalk
from cleanweb.stage import Normalizer, Segmenter, param


@dataclass(frozen=True, slots=True, kw_only=True)
class Leaves:
    """The text of each leaf element, white space collapsed.

    >>> from cleanweb.normalize.plain import Plain
    >>> from cleanweb.parse import parse
    >>> Leaves()(parse(b"<div>Tea <p>Boil <b>water</b>.<br><br>Wait.</p> and milk</div>"), Plain()).text
    ['Tea', 'Boil water. Wait.', 'and milk']
    """

    reads: ClassVar[Literal["tree"]] = "tree"

    br: str = param(
        "inline",
        "whether <br> is an inline element like any other, or two in a row end a block",
        source="ICE, section 3.4 (inline), section 3.1 (double)",
        choices=("inline", "double"),
    )

    def __call__(self, page: Tree, normalizer: Normalizer) -> Blocks:
        """The leaves of the parsed page, in document order."""
        walk = LeafWalk if self.br == "inline" else Walk
        codes = element_codes(HTML_BLOCK_TAGS + STRUCTURE_TAGS)
        blocks = walk(codes, normalizer, every_br=False, raise_digits=False).run(page)
        return repaired(blocks, normalizer)


STAGE: type[Segmenter] = Leaves
