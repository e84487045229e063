"""A law of the segmenters that read all text of the tree: they cut it differently, but lose and add nothing."""

from hypothesis import given, settings

from cleanweb.normalize.plain import Plain
from cleanweb.parse import parse
from cleanweb.segment.blocks import BlockElements
from cleanweb.segment.leaves import Leaves
from cleanweb.segment.text_lines import TextLines
from cleanweb.stage import Segmenter
from tests.property.strategies import lists_of

MARKUP = (
    "<p> </p> <div> </div> <li> <b> </b> <br> <br><br> <td> <table> </table> <a_href=x> </a> <h2> </h2> <pre> "
    "<!--no--> <script>no()</script>"
)
PIECES = [
    *(piece.replace("_", " ") for piece in MARKUP.split()),
    *("\n", " ", "\n\n", " one ", " two ", " three ", " four "),
]
SEGMENTERS: list[Segmenter] = [
    Leaves(),
    Leaves(br="double"),
    TextLines(),
    TextLines(breaks="source"),
    BlockElements(br="every"),
]


@given(pieces=lists_of(PIECES, 40))
@settings(max_examples=200)
def test_the_words_are_those_of_the_blocks(pieces: list[str]) -> None:
    page = "".join(pieces).encode()
    expected = " ".join(BlockElements()(parse(page), Plain()).text).split()
    for segmenter in SEGMENTERS:
        blocks = segmenter(parse(page), Plain())
        assert " ".join(blocks.text).split() == expected, segmenter
        assert all(text and text == " ".join(text.split()) for text in blocks.text), segmenter
