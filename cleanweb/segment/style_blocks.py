"""Text elements, and which of them belong together: same look, not far from each other.

Paper: Saralegi and Leturia, "Kimatu, a tool for cleaning non-content text parts from HTML docs", section 3.2: style
blocks are sets of text elements of the same aspect, or of the same class, that are not very distant from each other.

Differs from the paper: the page is parsed as a browser does, without a conversion to XHTML in which text would be lost.
A text element is the text between block boundaries. Of inline elements, links and bold type add to its look if they
hold all of it, and `<font>` does; others (`<span>`, `<i>`) do not.
"""

from __future__ import annotations

from dataclasses import dataclass

from cleanweb.measures.style import style_groups, style_numbers
from cleanweb.page import Blocks
from cleanweb.parse import Tree
from cleanweb.segment.blocks import BlockElements
from cleanweb.stage import Normalizer, Segmenter, param

# Kimatu also uses it for blocks that come without style blocks.
MAX_DISTANCE = 10


@dataclass(frozen=True, slots=True, kw_only=True)
class StyleBlocks(BlockElements):
    """The text elements of a page as blocks; `style` and `group` tell their look and their style block.

    >>> from cleanweb.normalize.plain import Plain
    >>> from cleanweb.parse import parse
    >>> blocks = StyleBlocks()(parse(b"<p>Tea</p><p>Milk</p><div><a href=x>More</a></div><p>Sugar</p>"), Plain())
    >>> blocks.text, blocks.group
    (['Tea', 'Milk', 'More', 'Sugar'], [0, 0, 1, 0])
    """

    max_distance: int = param(
        MAX_DISTANCE,
        "maximum distance between neighbouring members of a style block, in text elements",
        source="ours, by Ave on the CleanEval development pages: within .2 of the best of 1 to 50",
    )

    def __call__(self, page: Tree, normalizer: Normalizer) -> Blocks:
        """The text elements in document order, with the number of their style and of their style block."""
        blocks = BlockElements.__call__(self, page, normalizer)
        blocks.style = style_numbers(blocks)
        blocks.group = style_groups(blocks.style, self.max_distance)
        return blocks


STAGE: type[Segmenter] = StyleBlocks
