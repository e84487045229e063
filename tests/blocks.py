"""Blocks for tests, from texts or from HTML."""

from collections.abc import Sequence

from cleanweb import cleaner
from cleanweb.normalize.plain import Plain
from cleanweb.page import Blocks, HeadRecord
from cleanweb.parse import parse
from cleanweb.segment.blocks import BlockElements


def paragraphs(*texts: str) -> Blocks:
    """A block for each text."""
    return Blocks.of([("body>p", text) for text in texts])


def blocks_of(*rows: tuple[str, str], head: Sequence[HeadRecord] = ()) -> Blocks:
    """Blocks made by hand, as by `Blocks.of`, of a page with this head."""
    blocks = Blocks.of(rows)
    blocks.head.extend(head)
    return blocks


def default_blocks(html: str) -> Blocks:
    """A page's blocks as the default cuts and marks them."""
    made = cleaner("cleanweb")
    return made.segment(parse(html.encode()), made.normalize)


def plain_blocks(html: str) -> Blocks:
    """A page's blocks as most systems cut them, without marks."""
    return BlockElements()(parse(html.encode()), Plain())
