"""Leaf elements, and text that is in none."""

import pytest

from cleanweb.normalize.plain import Plain
from cleanweb.parse import PARSERS, ParserName, parse
from cleanweb.segment.leaves import Leaves

PAGE = b"""<body><div>before<p>one <b>t<i>w</i>o</b><br>three<br><br>four</p>between<ul><li>five</li><li><a>six</a></ul>
after</div><table><tr><td>seven<td>eight</table>"""


@pytest.mark.parametrize("parser", PARSERS)
def test_inline_elements_and_breaks_end_nothing(parser: ParserName) -> None:
    blocks = Leaves()(parse(PAGE, parser), Plain())
    assert blocks.text == [
        "before",
        "one two three four",
        "between",
        "five",
        "six",
        "after",
        "seven",
        "eight",
    ]
    assert [blocks.tag(row) for row in range(8)] == ["div", "p", "div", "li", "li", "div", "td", "td"]
    assert blocks.link_count == [0, 0, 0, 0, 1, 0, 0, 0]


def test_two_breaks_end_a_leaf_when_asked() -> None:
    assert Leaves(br="double")(parse(PAGE), Plain()).text[1:3] == ["one two three", "four"]
    assert Leaves(br="double")(parse(b"<p>One<br>Two<br><br>Three"), Plain()).text == ["One Two", "Three"]


def test_breaks_between_ideographs_are_spaces() -> None:
    assert Leaves()(parse("<p>茶を<br>\n飲む<br>\n<br>\n人".encode()), Plain()).text == ["茶を 飲む 人"]


def test_raised_digits_stay_digits() -> None:
    assert Leaves()(parse(b"<p>H<sub>2</sub>O on 4 m<sup>2</sup>"), Plain()).text == ["H2O on 4 m2"]


def test_page_without_text() -> None:
    assert Leaves()(parse(b""), Plain()).text == []
