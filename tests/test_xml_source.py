"""Pages in XML: empty elements end where they begin, in every system."""

import pytest

from cleanweb import clean, cleaner
from cleanweb.decode import decode
from cleanweb.xml_source import as_html
from tests.timing import within

DECLARATION = '<?xml version="1.0" encoding="UTF-8"?>'
TEXT = "The river rose in spring, and the town moved its market up the hill until the autumn of that year."
PAGE = (
    f'{DECLARATION}\n<html xmlns="http://www.w3.org/1999/xhtml"><head><title>The river</title>'
    f'<script type="text/javascript" src="a.js"/><style/></head>\n<body><a id="top" /><h1>The river</h1>\n'
    f"<p>{TEXT}</p>\n<p>{TEXT.replace('spring', 'summer')}</p></body></html>"
)


@pytest.mark.parametrize("system", ["cleanweb", "kitten", "ice-bl", "ice-ga"])
def test_what_follows_an_empty_element_is_none_of_it(system: str) -> None:
    assert TEXT in cleaner(system)(PAGE.encode()).text
    assert TEXT in cleaner(system, parser="html5lib")(PAGE.encode("utf-16")).text


def test_what_follows_an_empty_link_is_no_link() -> None:
    assert clean(PAGE).blocks.link_chars == [0, 0, 0]


@pytest.mark.parametrize(
    ("source", "after"),
    [
        ("<A ID='x'/>", "<A ID='x'></A>"),
        ("<o:p/><p />", "<o:p></o:p><p ></p>"),
        ("<br/><IMG src='a/b' /><link/>", "<br/><IMG src='a/b' /><link/>"),
        ("<a href=x/y>z</a> 1 </> <a\n/ >", "<a href=x/y>z</a> 1 </> <a\n/ >"),
        ("<a title='>'/>", "<a title='>'/>"),
        ("<SCRIPT src='a/b'>'<script/>'</Script><p/>", "<SCRIPT src='a/b'>'<script/>'</Script><p></p>"),
        ("<script>'<b/>'\n<!-- '<i/>' --></script ><p/>", "<script>'<b/>'\n<!-- '<i/>' --></script ><p></p>"),
        (
            "<script\n/><p/><script type='x' /><script>'<p/>'",
            "<script\n></script><p></p><script type='x' ></script><script>'<p/>'",
        ),
        ("<scripts><p/></scripts>", "<scripts><p></p></scripts>"),
        ("<!-- <p/>\n<script> --><p/><!--><p/><!---><p/>", "<!-- <p/>\n<script> --><p></p><!--><p></p><!---><p></p>"),
        ("<![CDATA[<p/>\n]>&]]><p/><!doctype><p/>", "&lt;p/&gt;\n]&gt;&amp;<p></p><!doctype><p></p>"),
        ("<style>/*<![CDATA[*/ p>b /*]]>*/</style><p/>", "<style>/*<![CDATA[*/ p>b /*]]>*/</style><p></p>"),
        ("<p/><![CDATA[<p/>", "<p></p><![CDATA[<p/>"),
    ],
)
def test_elements_that_are_empty_get_an_end_tag(source: str, after: str) -> None:
    assert as_html(f"{DECLARATION}{source}".encode()) == f"{DECLARATION}{after}".encode()


def test_what_a_program_writes_ends_no_program() -> None:
    """An end tag inserted into a script's string ended the script: the rest became text."""
    program = (
        """<script>document.write("<script src='a.js'/>"); var menu = "eight words that nobody reads on the page";"""
    )
    page = PAGE.replace("<style/>", f"{program}</script>")
    assert clean(page, "ice-bl").text == clean(PAGE, "ice-bl").text


@pytest.mark.parametrize("start", ["", "<!-- x -->", "<!doctype html>", "<?xml-stylesheet href='a.css'?>"])
def test_pages_that_do_not_begin_as_xml_are_themselves(start: str) -> None:
    page = f"{start}<script src='a.js'/><p>{TEXT}".encode()
    assert decode(page).utf8 is page


@pytest.mark.parametrize(
    "piece", ["<a ", "<a /", "<a  ", "<", "/", "<?xml ", "<a b='", "<script ", "<script>", "<!--", "<![CDATA["]
)
def test_any_source_takes_linear_time(piece: str) -> None:
    with within(5):
        as_html((DECLARATION + piece * 300_000).encode())
        as_html((DECLARATION + "<a" + piece.strip("<") * 300_000).encode())


def test_text_in_a_cdata_section_is_text() -> None:
    page = PAGE.replace("<h1>", "<p><![CDATA[It rose & fell, as <rivers> do in the spring of every year.]]></p><h1>")
    assert "It rose & fell, as <rivers> do" in clean(page).text
