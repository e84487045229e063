"""Lines of the source: the counts equal those of the published program's loop over characters."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cleanweb.normalize.plain import Plain
from cleanweb.page import Blocks
from cleanweb.segment.source_lines import SourceLines
from tests.timing import within

# source, then for each block: text, text characters, markup characters
CASES = [
    ("plain text", "abc", [("abc", 3, 0)]),
    ("a tag", "<p>abc</p>", [("abc", 3, 3)]),
    ("white space around the line and the text", "  \t<b> a  b </b>\t", [("a b", 4, 3)]),
    ("line ends", "a\rb\r\nc\n\n\nd", [("a", 1, 0), ("b", 1, 0), ("c", 1, 0), ("d", 1, 0)]),
    ("markup only", "<hr>\n<br/>", []),
    ("a tag over two lines is text on the second", '<a\nhref="x">y</a>', [('href="x"y', 9, 2)]),
    ("an unclosed tag ends with its line", "a <b c\nd", [("a", 1, 3), ("d", 1, 0)]),
    ("< in a tag is neither", "<a <b>c", [("c", 1, 3)]),
    ("> in text is neither", "a > b", [("a b", 4, 0)]),
    ("references count as written", "a&amp;b&eacute;", [("a&bé", 15, 0)]),
    ("spaces as references are no text", "<td>&nbsp;</td>", []),
    ("scripts are text", "<script>f()</script>", [("f()", 3, 13)]),
]


def rows(blocks: Blocks) -> list[tuple[str, int, int]]:
    return list(zip(blocks.text, blocks.source_text_chars, blocks.source_markup_chars, strict=True))


@pytest.mark.parametrize(("name", "source", "expected"), CASES, ids=[case[0] for case in CASES])
def test_lines(name: str, source: str, expected: list[tuple[str, int, int]]) -> None:
    assert rows(SourceLines()(source, Plain())) == expected, name


def published(line: str) -> tuple[int, int]:
    """Text and markup characters of a line, as the published program counts them."""
    text, markup, is_markup = "", 0, False
    for character in line:
        if character == "<":
            is_markup = True
        elif character == ">":
            is_markup = False
        elif is_markup:
            markup += 1
        else:
            text += character
    return len(text.strip(" \t\r\n")), markup


@given(st.lists(st.text("<>ab/ é=", max_size=30), max_size=6))
@settings(max_examples=100)
def test_counts_equal_the_published_loop(lines: list[str]) -> None:
    blocks = SourceLines()("\n".join(lines), Plain())
    counts = [published(line.strip(" ")) for line in lines]
    assert list(zip(blocks.source_text_chars, blocks.source_markup_chars, strict=True)) == [
        (text, markup) for text, markup in counts if text
    ]


DROPPED = [
    ("<script>\nf()\n</script>a", ["a"]),
    ("<STYLE type=x>\nb{}\n</Style >a", ["a"]),
    ("a<!-- x\ny -->b<!--->c", ["abc"]),
    ("a<script>never\nclosed", ["a"]),
    ("a<!-- never\nclosed", ["a"]),
    ("<scripture>a</scripture>", ["a"]),
    ("<script></scripts>x</script>a", ["a"]),
]


@pytest.mark.parametrize(("source", "expected"), DROPPED)
def test_scripts_dropped_first(source: str, expected: list[str]) -> None:
    assert SourceLines(drop_scripts=True)(source, Plain()).text == expected


def test_hostile_sources_are_read_in_linear_time() -> None:
    with within(10):  # 0.1 s; quadratic time takes minutes
        for piece in ("<", "<script", "<script>", "</script", "<!--", "<!-- --!", "<a <a "):
            SourceLines(drop_scripts=True)(piece * 50_000, Plain())
