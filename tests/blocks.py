"""The blocks of pages that are written in tests."""

from cleanweb import cleaner
from cleanweb.normalize.plain import Plain
from cleanweb.page import Blocks
from cleanweb.parse import parse
from cleanweb.segment.blocks import BlockElements


def paragraphs(*texts: str) -> Blocks:
    """A block for each text."""
    return Blocks.of([("body>p", text) for text in texts])


def default_blocks(html: str) -> Blocks:
    """As the default cuts and marks a page."""
    made = cleaner("cleanweb")
    return made.segment(parse(html.encode()), made.normalize)


def plain_blocks(html: str) -> Blocks:
    """As most systems cut it, without marks."""
    return BlockElements()(parse(html.encode()), Plain())
