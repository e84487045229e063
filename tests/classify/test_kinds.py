"""Paragraph, heading or list item, by tags and by layout."""

import pytest

from cleanweb.classify.kinds import kinds, layout_kinds
from cleanweb.normalize.plain import Plain
from cleanweb.parse import parse
from cleanweb.segment.blocks import BlockElements

CASES = [
    ("tags", "<h2>Tea</h2><p>Boil the water.</p><ul><li>pot<li>cup</ul>", "hpll"),
    ("only the first block of an item", "<ul><li><p>One.</p><p>More of it.</p></li><li>Two.</li></ul>", "lpl"),
    ("a heading inside an item", "<ul><li><h3>One</h3><p>Text.</p></li><li>Two.</li></ul>", "hpp"),
    ("short line without punctuation", "<p>On tea</p><p>It is old.</p>", "hp"),
    ("bold line that ends like a clause", "<p><b>What is tea?</b></p><p>A drink.</p>", "hp"),
    ("bold sentence", "<p><b>Tea is a drink.</b></p>", "p"),
    ("long line", "<p>this line has many more words than any heading would have on any page</p>", "p"),
    ("bullets", "<p>• pot</p><p>• cup</p>", "ll"),
    ("numbers", "<p>1. Boil.</p><p>2) Pour.</p><p>(iv) Drink.</p>", "lll"),
    ("a lone item", "<p>Text.</p><ul><li>one</ul>", "pp"),
    ("many short lines are a list", "<p>a</p><p>b</p><p>c</p><p>d</p><p>e</p><p>f</p>", "llllll"),
    ("many short lines of two tags are not", "<p>a</p><p>b</p><p>c</p><div>d</div><div>e</div><div>f</div>", "hhhhhh"),
    ("Chinese sentence", "<p>水开了。</p>", "p"),
]


@pytest.mark.parametrize(("name", "html", "expected"), CASES, ids=[case[0] for case in CASES])
def test_layout_kinds(name: str, html: str, expected: str) -> None:
    blocks = BlockElements()(parse(html.encode()), Plain())
    assert "".join(layout_kinds(blocks, [True] * len(blocks))) == expected, name


def test_removed_blocks_do_not_count() -> None:
    blocks = BlockElements()(parse(b"<ul><li>a<li>b<li>c</ul>"), Plain())
    assert layout_kinds(blocks, [True, False, False]) == ["p", "p", "p"]


def test_kinds_by_tag() -> None:
    blocks = BlockElements()(parse(b"<h1>a</h1><dl><dt>b<dd>c</dl><td>d"), Plain())
    assert kinds(blocks) == ["h", "l", "l", "p"]
