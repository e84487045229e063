"""Lines of a page's text, and the uncounted lines between them."""

import pytest

from cleanweb.normalize.plain import Plain
from cleanweb.page import Blocks
from cleanweb.parse import PARSERS, ParserName, parse
from cleanweb.segment.text_lines import TextLines

PAGE = b"""<html><head><title>Head</title></head><body><table><tr><td>one
two<td>three</table>


<p>four <b>fi</b>ve<br>six</p><script>no()</script><a href=x>seven</a>
</body></html>"""


def lines(page: bytes, breaks: str, parser: ParserName = "lexbor") -> Blocks:
    return TextLines(breaks=breaks)(parse(page, parser), Plain())


@pytest.mark.parametrize("parser", PARSERS)
def test_rendered_lines_end_at_block_borders_and_br(parser: ParserName) -> None:
    assert lines(PAGE, "rendered", parser).text == ["one two", "three", "four five", "six", "seven"]


@pytest.mark.parametrize("parser", PARSERS)
def test_source_lines_end_at_line_feeds(parser: ParserName) -> None:
    assert lines(PAGE, "source", parser).text == ["one", "two three", "four five six seven"]


def test_blank_lines_are_counted_and_are_no_blocks() -> None:
    blocks = lines(b"one\n\n  \ntwo\nthree", "source")
    assert blocks.text == ["one", "two", "three"]
    assert [line - blocks.line[0] for line in blocks.line] == [0, 3, 4]
    rendered = lines(b"one<br><br>two<p>three", "rendered")
    assert [line - rendered.line[0] for line in rendered.line] == [0, 2, 3]


def test_container_is_the_block_where_the_line_begins() -> None:
    blocks = lines(b"<ul><li>one</li><li>two\nthree</li></ul>", "source")
    assert [blocks.tag(row) for row in range(2)] == ["li", "li"]


def test_link_characters_are_those_of_the_line() -> None:
    blocks = lines(b"<p><a href=x>one two</a> three<br>four</p>", "rendered")
    assert blocks.link_chars == [7, 0]
    assert blocks.link_count == [1, 0]


def test_selection_keeps_the_line_numbers() -> None:
    blocks = lines(b"one\n\ntwo\nthree", "source")
    assert blocks.select([1, 2]).line == blocks.line[1:]


def test_page_without_text() -> None:
    assert lines(b"", "source").text == []
    assert lines(b"<table></table>", "rendered").text == []
