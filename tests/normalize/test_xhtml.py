"""Normalised XHTML: what XML cannot express is changed, and every page is well-formed."""

from pathlib import Path
from xml.etree import ElementTree

import pytest
from click.testing import CliRunner
from hypothesis import given, settings

from cleanweb.cli.clean import command
from cleanweb.decode import decode
from cleanweb.normalize.xhtml import xhtml
from tests.fixtures import page_name, page_paths
from tests.property.strategies import any_bytes

CASES = [
    ("wrong order of tags", "<b><i>a</b></i>", "<b><i>a</i></b>"),
    ("unclosed tags and voids", "<p>a<br>b<p>c", "<p>a<br/>b</p><p>c</p>"),
    (
        "three formatting elements alike go on",
        '<p><b><b><b><b class="x"><b>a<p>b',
        '<p><b><b><b><b class="x"><b>a</b></b></b></b></b></p><p><b><b><b class="x"><b>b</b></b></b></b></p>',
    ),
    ("entities of every kind", "&eacute;&#233;&#xe9;é&apos;&#150;&nbsp;", "éééé'–\u00a0"),
    ("escapes", "a &lt; b &amp;amp; c", "a &lt; b &amp;amp; c"),
    (
        "scripts are text",
        "a<script>if (a<b && c) '</p>'</script>",
        "a<script>if (a&lt;b &amp;&amp; c) '&lt;/p&gt;'</script>",
    ),
    ("attributes", '<p class="a  b" title="&quot;<" hidden>x', '<p class="a b" title="&quot;&lt;" hidden="">x</p>'),
    ("names that are none", '<o:p a"b=1 @x=2 1=3>x</o:p>', '<o_p a_b="1" _x="2" _1="3">x</o_p>'),
    ("two attributes of one name", "<p a:b=1 a_b=2>x", '<p a_b="1">x</p>'),
    ("comments", "a<!-- b--c- -->", "a<!-- b- -c- -->"),
    ("a comment that ends in hyphens", "a<!--b--->", "a<!--b-->"),
    ("forbidden characters", "a\x0b\ufffe\x92", "a’"),
    ("empty elements", "<p></p><td>", "<p></p>"),
    ("noscript is parsed", "a<noscript><img src=x><p>b</noscript>", 'a<noscript><img src="x"/><p>b</p></noscript>'),
    ("references in a noscript", "<noscript>ben&ouml;tigt</noscript>", "<noscript>benötigt</noscript>"),
    (
        "drawings",
        "<svg><use xlink:href=#a /></svg>",
        '<svg xmlns="http://www.w3.org/2000/svg">'
        '<use xmlns:xlink="http://www.w3.org/1999/xlink" xlink:href="#a"></use></svg>',
    ),
    (
        "an attribute called like the prefix of another",
        "<p xlink=a xlink:href=#b>c",
        '<p xlink="a" xmlns:xlink="http://www.w3.org/1999/xlink" xlink:href="#b">c</p>',
    ),
    ("namespaces of the source", '<p xmlns="x" xmlns:o="y" xml:lang="en">a', '<p xml:lang="en">a</p>'),
]


@pytest.mark.parametrize(("name", "html", "body"), CASES, ids=[case[0] for case in CASES])
def test_bodies(name: str, html: str, body: str) -> None:
    text = xhtml(f"<body>{html}")
    assert text.split("<body>")[1].split("</body>")[0] == body, name
    ElementTree.fromstring(text.encode())


def test_the_whole_page() -> None:
    assert xhtml("<!doctype html><title>T</title>a") == (
        '<?xml version="1.0" encoding="UTF-8"?>\n<!DOCTYPE html>\n<html xmlns="http://www.w3.org/1999/xhtml">'
        "<head><title>T</title></head><body>a</body></html>\n"
    )


def test_deep_pages() -> None:
    assert xhtml("<div>" * 1500).count("</div>") == 1500  # deeper than Python's limit of calls


@pytest.mark.parametrize("path", page_paths(), ids=page_name)
def test_the_pages_of_the_tests_are_well_formed(path: Path) -> None:
    ElementTree.fromstring(xhtml(decode(path.read_bytes()).text).encode())


@settings(max_examples=100)
@given(data=any_bytes())
def test_any_page_is_well_formed(data: bytes) -> None:
    ElementTree.fromstring(xhtml(decode(data).text).encode())


def test_keep_normalized(tmp_path: Path) -> None:
    (tmp_path / "in" / "a").mkdir(parents=True)
    (tmp_path / "in" / "a" / "b.html").write_text("<p>tea", encoding="utf-8")
    arguments = [tmp_path / "in", "-o", tmp_path / "out", "--keep-normalized", tmp_path / "xhtml", "-j1", "-q"]
    assert CliRunner().invoke(command, list(map(str, arguments)), standalone_mode=False).return_value == 0
    assert "<p>tea</p>" in (tmp_path / "xhtml" / "a" / "b.xhtml").read_text("utf-8")
