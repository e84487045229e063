"""The overlay of pages: every block finds its place, nothing on the page is active, and a browser shows it."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from time import process_time

import pytest
from bs4 import BeautifulSoup
from click.testing import CliRunner
from hypothesis import example, given, settings

from cleanweb import cleaner
from cleanweb.cli import cli
from cleanweb.errors import UsageError
from cleanweb.page import Verdicts
from cleanweb.parse import PARSERS, ParserName, parse
from cleanweb.pipeline import Pipeline
from cleanweb.report.overlay import MAX_TEXT, overlay, places, shown, weights
from cleanweb.report.page_copy import PageCopy, copy_page
from cleanweb.report.places import Span, fold, place_blocks, place_by_letters
from cleanweb.systems import SYSTEMS
from tests.fixtures import page_name, page_paths, ran
from tests.property.strategies import lists_of
from tests.report.browser import MISSING, Browser, browser
from tests.timing import within

HOSTILE = b"""<!DOCTYPE html><html onclick="boom()"><head><base href="http://evil.example/"><title>Tea</title>
<meta http-equiv="refresh" content="0; url=http://evil.example/">
<link rel="stylesheet" href="http://evil.example/a.css"><script src="http://evil.example/a.js"></script>
<style>@import "http://evil.example/b.css"; p { color: red } body { margin: 0 }</style></head>
<body onload="document.title='owned'" background="http://evil.example/b.png" style="margin:9px">
<p id="one" onmouseover="boom()">Boil <b>the</b> water.<br><br>Wait &lt;script&gt;boom()&lt;/script&gt; a minute.</p>
<form action="http://evil.example/"><input value="x"><select><option>Green<option>Black</select>
<button>Go</button></form>
<a href="javascript:boom()" target="_blank">A link</a><iframe src="http://evil.example/"></iframe>
<object data="http://evil.example/x">Inside an object</object>
<img src="http://evil.example/i.png" onerror="boom()" alt="cup">
<svg><script>boom()</script><a href="http://evil.example/">svg</a></svg><noscript><p>Without scripts</p></noscript>
<textarea>In a text area</textarea><p style="background:url(http://evil.example/c.png)">
<my-tea>The</my-tea> <o:p>end.</o:p></p>
<script>document.title = "owned"; document.body.innerHTML = ""</script></body></html>"""


def report_of(*pages: bytes, systems: tuple[str, ...] = ("ice-bl", "justext")) -> str:
    pipelines = {name: cleaner(name) for name in systems}
    return overlay([shown(f"page {number}", page, pipelines) for number, page in enumerate(pages)])


def data_of(report: str) -> list[dict[str, object]]:
    found = re.search(r'<script type="application/json" id="data">(.*?)</script>', report, re.S)
    assert found
    return json.loads(found[1])  # type: ignore[no-any-return]  # JSON


# The same for all systems, which only read them.
parsed = cache(parse)


@cache
def copied(page: bytes, parser: ParserName) -> PageCopy:
    """The copy of a page, for tests that only read it."""
    return copy_page(parsed(page, parser))


@cache
def letters(text: str) -> str:
    """The part of a text that is compared."""
    return fold(text).letters


def placed(chosen: Pipeline, parser: ParserName, data: bytes) -> tuple[list[str], list[str]]:
    """The letters of each block, and the letters at the places found for it."""
    cleaned = chosen(data)
    copy = copied(cleaned.decoded.utf8, parser)
    found = [""] * len(cleaned.blocks)
    for span in places(chosen, cleaned, copy):
        found[span.block] += copy.texts[span.node].text[span.start : span.end]
    return [letters(text) for text in cleaned.blocks.text], [letters(text) for text in found]


READ_THE_TREE = [name for name in SYSTEMS if cleaner(name).segment.reads == "tree"]
DUMPED = {("kitten", "empty-body")}  # Kitten rewrites such a page: its blocks have no place in the tree


@pytest.mark.parametrize("system", READ_THE_TREE)
@pytest.mark.parametrize("parser", PARSERS)
def test_every_block_of_every_page_has_the_text_of_its_place(
    system: str, parser: ParserName, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("cleanweb.pipeline.parse", parsed)
    chosen = cleaner(system, parser=parser)
    for path in page_paths():
        blocks, found = placed(chosen, parser, path.read_bytes())
        assert found == blocks or (system, page_name(path)) in DUMPED, page_name(path)


@pytest.mark.parametrize("system", sorted(set(SYSTEMS) - set(READ_THE_TREE)))
def test_blocks_of_the_source_are_found_by_their_letters(system: str) -> None:
    both = [placed(cleaner(system), "lexbor", path.read_bytes()) for path in page_paths()]
    equal = sum(block == place for blocks, found in both for block, place in zip(blocks, found, strict=True))
    assert equal / sum(len(blocks) for blocks, _ in both) > 0.9  # titles and scripts are not texts of the page


def test_equal_texts_are_told_apart_by_their_elements() -> None:
    page = b"<div>News</div><video><b>News</b></video><ul><li>News<li>News</ul><p>News</p>"
    cleaned = cleaner("ice-bl")(page)
    spans = place_blocks(cleaned.blocks, copy_page(parse(page)).texts)
    assert [(span.node, span.block) for span in spans] == [(0, 0), (1, 1), (2, 2), (3, 3)]


# A page, and the block of each text or part of one; if two blocks share a part, the later.
PLACED = {
    "a sign alone": ("*", "*|0"),
    "signs after a block are its own": ("<p><b>Tea</b>:<p>Hot", "Tea|0 :|0 Hot|1"),
    "signs at the end": ("<p><b>Tea</b>:", "Tea|0 :|0"),
    "signs before a block that are of the last": ("<div>Tea<b>time</b>:<br><br>Hot</div>", "Tea|0 time|0 :|0 Hot|1"),
    "a line of signs": ("<p>Tea<p>---<p>Hot", "Tea|0 ---|1 Hot|2"),
    "signs at the beginning": ("<p>Hot<p><i>*</i><i>*</i>Tea", "Hot|0 *|1 *|1 Tea|1"),
    "a later text that begins alike": ("—<a>Tea</a><p>Boil</p>Teatime", "—|0 Tea|0 Boil|1 Teatime|2"),
    "a later text of signs": ("<pre>Boil.\n\n—<li>Wait.</li>-", "Boil.—|0 —|1 Wait.|2 -|3"),
    "one that has the signs too": ("<pre>Boil-it\n\n-\n\n-\n\nWait</pre>", "Boil-it--|0 --|1 -|2 Wait|3"),
    "words of signs": ("<pre>Boil\n\n*\t-\n\nWait\n\n-</pre>", "Boil*-|0 *-|1 Wait-|2 -|3"),
    "a text that begins in signs": ("<pre>---\n\nBoil.\n\nWait.</pre>", "---|0 Boil.|1 Wait.|2"),
    "signs of another text": ("<p>a<p>b<p>--<pre>*a\n\n--\n\nb</pre>", "a|0 b|1 --|2 *a--|3 --|4 b|5"),
    "signs at the end of a text": ("<pre>½\n\n--</pre><p>Tea", "½--|0 --|1 Tea|2"),
    "parts of a text": ("<pre>Boil it.\n\nBoil</pre><p>Boil", "Boilit.|0 Boil|1 Boil|2"),
    "one letter": ("<pre>a\n\nb\n\nc</pre>", "a|0 b|1 c|2"),
    "the rest of a text": ("<pre><b>Tea\n\nHot Tea </b>Wait.\n\nTea</pre>", "Tea|0 HotTea|1 Wait.|1 Tea|2"),
    "words that a normalizer mends": ("<p>Tea<p>Itâ€™s tea, itâ€™s hot<p>Hot", "Tea|0 Itâ€™stea,itâ€™shot|1 Hot|2"),
    "the end of a line of signs": ("<pre>Wait.\n\n-\n\nTea</pre>", "Wait.-|0 -|1 Tea|2"),
    "letters that a normalizer writes otherwise": (
        "<pre>ﬁsh\n\n—\n\nCafe\u0301\n\n—\n\nTea",
        "ﬁsh—|0 —|1 Cafe\u0301—|2 —|3 Tea|4",
    ),
    "the name of an icon first": ("<p><a><i class=google-symbols>home</i> Tea</a><p>Hot", "Tea|0 Hot|1"),
    "names of icons": ("<p>A <i class=material-icons>star</i><b>tea</b>-<b>pot</b>", "A|0 tea|0 -|0 pot|0"),
}


@pytest.mark.parametrize(("html", "placed"), PLACED.values(), ids=PLACED)
def test_which_texts_are_of_which_block(html: str, placed: str) -> None:
    cleaned = cleaner("cleanweb")(html)
    texts = copy_page(parse(cleaned.decoded.utf8)).texts
    found = [(texts[span.node].text[span.start : span.end], span.block) for span in place_blocks(cleaned.blocks, texts)]
    assert " ".join(f"{''.join(text.split())}|{block}" for text, block in found) == placed


def test_a_line_of_signs_takes_no_letters_of_the_next() -> None:
    page = b"<pre>Boil the water.\n\n[...]\n\nWait.\n\n* * *\n\nPour it on.\n\n---\n\n-- \n<a>Ann</a> of the club</pre>"
    cleaned = cleaner("cleanweb")(page)
    texts = copy_page(parse(page)).texts
    spans = place_blocks(cleaned.blocks, texts)
    beginnings = [texts[span.node].text[span.start : span.end].split("\n")[0] for span in spans]
    assert beginnings == ["Boil the water.", "[...]", "Wait.", "* * *", "Pour it on.", "---", "Ann", " of the club"]
    assert [span.block for span in spans] == [0, 1, 2, 3, 4, 5, 6, 6]


def test_a_block_may_begin_in_signs_at_the_end_of_a_text() -> None:
    page = b"<pre>Boil the water.\n\n-- \n<a>Ann</a> of the tea club\n<a>Bob</a> of the tea club</pre>"
    cleaned = cleaner("cleanweb")(page)
    spans = place_blocks(cleaned.blocks, copy_page(parse(page)).texts)
    assert cleaned.blocks.text == ["Boil the water.", "-- Ann of the tea club Bob of the tea club"]
    assert [(span.node, span.block) for span in spans] == [(0, 0), (1, 1), (2, 1), (3, 1), (4, 1)]


def test_a_block_goes_on_after_texts_that_were_left_out() -> None:
    page = "<p><ruby>子<rp>(</rp><rt>こ</rt><rp>)</rp></ruby>どもへの<ruby>体罰<rt>たいばつ</rt></ruby>。<p>次".encode()
    cleaned = cleaner("cleanweb", ruby="drop")(page)
    texts = copy_page(parse(page)).texts
    found = [(texts[span.node].text, span.block) for span in place_blocks(cleaned.blocks, texts)]
    assert found == [("子", 0), ("(", 0), ("どもへの", 0), ("体罰", 0), ("次", 1)]


def test_what_the_page_does_not_have_get_no_place() -> None:
    copy = copy_page(parse(b"<title>Tea</title><p>Tea time, <b>now</b></p><p>Two</p>"))
    spans = place_by_letters(["Tea", "Tea time, now", "xyz"], copy.texts, "Tea")
    assert spans == [Span(0, 0, 8, 1), Span(1, 0, 3, 1)]


def test_a_page_that_an_unclosed_title_swallowed_is_copied_as_its_blocks_are_cut() -> None:
    page = b"<title>5 < 6</title><title>Tea<body><p>Boil.<p>Wait."
    cleaned = cleaner("ice-bl")(page)
    copy = copy_page(parse(page))
    assert [text.text for text in copy.texts] == cleaned.blocks.text == ["Tea", "Boil.", "Wait."]
    assert [(span.node, span.block) for span in place_blocks(cleaned.blocks, copy.texts)] == [(0, 0), (1, 1), (2, 2)]
    assert not copy_page(parse(b"<title>Tea <br> shop</title><body><div id=app></div>")).texts


def test_a_shadow_root_is_copied_where_its_blocks_are() -> None:
    page = (
        b"<style>p { color: red }</style><p>One.<template>Two.</template>"
        b"<x-a><template shadowrootmode=open><style>p { color: blue }</style><p>Three.</p></template><p>Four.</x-a>"
    )
    cleaned = cleaner("ice-bl")(page)
    copy = copy_page(parse(page))
    assert [text.text for text in copy.texts] == cleaned.blocks.text == ["One.", "Three.", "Four."]
    assert "red" in copy.html([()] * 3)
    assert "blue" not in copy.html([()] * 3), "rules of a shadow root are for it alone"
    assert "<template" not in copy.html([()] * 3), "no browser would show what is in there"
    assert [(span.node, span.block) for span in place_blocks(cleaned.blocks, copy.texts)] == [(0, 0), (1, 1), (2, 2)]


def test_a_formula_that_is_written_twice_is_copied_once() -> None:
    page = b"<p><b class=katex-mathml><math><mi>x</math></b><i>y</i><p>z"
    assert [text.text for text in copy_page(parse(page)).texts] == cleaner("ice-bl")(page).blocks.text == ["y", "z"]


PAGE_OF_PIECES = b"<p>Tea</p><pre>Boil.\n\nWait.</pre><p>Hot</p>"


def test_nothing_of_the_page_can_act() -> None:
    (page,) = data_of(report_of(HOSTILE))
    soup = BeautifulSoup(str(page["html"]), "html5lib")
    assert "evil" not in " ".join(str(page["html"]).replace("background:url(http://evil.example/c.png)", "").split())
    names = {tag.name for tag in soup.find_all(True)}
    assert not names & {"script", "form", "iframe", "object", "input", "button", "link", "meta", "base", "svg"}
    assert {"cw-op", "cw-mytea"} <= names
    assert all(re.fullmatch(r"(cw-)?[a-z0-9]+", name) for name in names)
    attributes = {name for tag in soup.find_all(True) for name in tag.attrs}
    assert attributes <= {"class", "id", "style", "i", "alt", "value"}
    assert "Wait <script>boom()</script> a minute." in soup.get_text()
    style = soup.find("style")  # the page's own without its imports, and that of the copy of its body
    assert style is not None
    assert str(style.string).split() == "p { color: red } cw-body { margin: 0 }".split()


def test_the_pieces_of_each_system_are_its_blocks() -> None:
    pages = [path.read_bytes() for path in page_paths()[::6]]
    pages += [b"<p>one<br>two <b>three</b></p>four<p>one</p>", b"<pre>Boil the water.\n\nWait.\n\nPour it on.</pre>"]
    for data in data_of(report_of(*pages, systems=("ice-bl", "cleanweb"))):
        found_pieces = BeautifulSoup(str(data["html"]), "html.parser").find_all("cw-t")
        assert [piece["i"] for piece in found_pieces] == [str(number) for number in range(len(found_pieces))]
        pieces = [piece.get_text() for piece in found_pieces]
        systems = data["systems"]
        assert isinstance(systems, dict)
        assert list(systems) == ["ice-bl", "cleanweb"]
        for system in systems.values():
            assert len(system["pieces"]) == len(pieces)
            found = [""] * len(system["blocks"])
            for text, block in zip(pieces, system["pieces"], strict=True):
                if block >= 0:
                    found[block] += text
            texts = [block["text"] for block in system["blocks"]]
            assert all(
                letters(text) == letters(there) or (text[-1] == "…" and letters(there).startswith(letters(text[:-1])))
                for text, there in zip(texts, found, strict=True)
            )


def test_texts_are_cut_where_some_system_cuts_them_and_may_have_no_block() -> None:
    (data,) = data_of(report_of(PAGE_OF_PIECES, systems=("cleanweb", "ice-bl", "density")))
    pieces = [piece.get_text() for piece in BeautifulSoup(str(data["html"]), "html.parser").find_all("cw-t")]
    assert pieces == ["Tea", "Boil", ".\n\n", "Wait", ".", "Hot"]
    assert data["encoding"] == "utf-8 (ascii)"
    systems = data["systems"]
    assert isinstance(systems, dict)
    assert {name: system["pieces"] for name, system in systems.items()} == {
        "cleanweb": [0, 1, 1, 2, 2, 3],
        "ice-bl": [0, 1, 1, 1, 1, 2],
        "density": [0, 0, -1, 1, -1, 1],  # which reads letters
    }


def test_of_each_block_is_told_what_its_system_says() -> None:
    page = b"<title>Tea</title><h1>Tea</h1><p>Boil the water, wait for a minute, and pour it on.<p><a href=/>Home</a>"
    (data,) = data_of(report_of(page))
    systems = data["systems"]
    assert isinstance(systems, dict)
    for name, system in systems.items():
        cleaned = cleaner(name)(page)
        told = cleaned.explain(range(len(cleaned.blocks)))
        assert [block["reason"] for block in system["blocks"]] == [why.reason for why in told]
        assert [block["numbers"].keys() for block in system["blocks"]] == [why.numbers.keys() for why in told]
        assert [block["keep"] for block in system["blocks"]] == cleaned.verdicts.keep
        assert [block["kind"] for block in system["blocks"]] == cleaned.verdicts.kind
        assert [block["rule"] for block in system["blocks"]] == [rule or "no rule" for rule in cleaned.verdicts.rule]
        assert [float(block["score"]) for block in system["blocks"]] == pytest.approx(cleaned.verdicts.score, rel=1e-3)
        assert [block["weight"] for block in system["blocks"]] == pytest.approx(weights(cleaned.verdicts), abs=0.005)
        assert [block["path"] for block in system["blocks"]] == ["html>body>h1", "html>body>p", "html>body>p"]
        assert [block["words"] for block in system["blocks"]] == [len(text.split()) for text in cleaned.blocks.text]


@pytest.mark.parametrize(("length", "end"), [(MAX_TEXT, "xx"), (MAX_TEXT + 1, "x…")])
def test_long_texts_are_cut(length: int, end: str) -> None:
    (data,) = data_of(report_of(b"<p>" + b"x" * length, systems=("ice-bl",)))
    systems = data["systems"]
    assert isinstance(systems, dict)
    (block,) = systems["ice-bl"]["blocks"]
    assert len(block["text"]) == MAX_TEXT
    assert block["text"].endswith(end)


def test_of_long_paths_the_end_is_shown() -> None:
    (data,) = data_of(report_of(b"<div>" * MAX_TEXT + b"x", systems=("ice-bl",)))
    systems = data["systems"]
    assert isinstance(systems, dict)
    (block,) = systems["ice-bl"]["blocks"]
    assert len(block["path"]) == MAX_TEXT
    assert block["path"].endswith(">div>div")


def test_blocks_are_coloured_by_the_rank_of_their_scores_among_those_of_their_verdict() -> None:
    verdicts = Verdicts([True, False, True, True, False, False], ["p"] * 6, [""] * 6, [0.9, 0.1, 0.9, 0.5, 0.4, 0.2])
    assert weights(verdicts) == pytest.approx([1, 1, 1, 0.3, 0.3, 0.65])
    assert weights(Verdicts([True, True, False], ["p"] * 3, [""] * 3, [0.7, 0.7, 0.9])) == [1, 1, 1]


def test_a_page_cannot_leave_its_place_in_the_report() -> None:
    report = report_of(
        "<p>a</script><script>alert(1)</script>\u2028\u2029 <!-- @@DATA@@ --> &lt;/script&gt;@@STYLE@@</p>".encode(),
        b"",
    )
    assert report.count("<script") == 2
    assert "page 0, page 1</title>" in report
    html = str(data_of(report)[0]["html"])
    assert "@@STYLE@@" in html and "\u2028\u2029" in html
    assert "\u2028" not in report and "\u2029" not in report


@settings(max_examples=50)
@given(lists_of(["<", "</", "sty", "le", "style", ">", "!--", "-->", "p {}", "<b>x</b>"]))
@example(["</", "sty", "</", "style", "le", ">", "<b>x</b>"])
@example(["<", "</", "style", "le", ">"])
def test_a_style_sheet_ends_where_it_did(pieces: list[str]) -> None:
    copy = copy_page(parse(f"<style>{''.join(pieces)}</style><p>Tea".encode()))
    html = copy.html([[]] * len(copy.texts))
    assert html.count("</style") == html.count("<style>") == len(copy.soup.find_all("style"))


@pytest.fixture(scope="module")
def window() -> Iterator[Browser]:
    if MISSING:
        pytest.skip(MISSING)
    with browser() as found:
        yield found


FRAME = "const inner = document.getElementById('page').contentDocument;"


def test_a_browser_shows_pages_systems_and_reasons(window: Browser, tmp_path: Path) -> None:
    path = tmp_path / "report.html"
    article = next(one for one in page_paths() if page_name(one) == "article").read_bytes()
    path.write_text(report_of(article, HOSTILE, systems=("justext", "ice-bl")), encoding="utf-8")
    window.open(path)
    kept = FRAME + "return [...inner.querySelectorAll('cw-t[data-k=\"1\"]:not(.off)')].length"
    some = window.run(kept)
    assert 0 < some < window.run(FRAME + "return inner.querySelectorAll('cw-t').length")
    window.run("document.querySelector('#systems input[value=ice-bl]').click()")
    assert window.run(kept) > some
    window.run("document.querySelector('#systems input[value=justext]').click()")

    # A reason that is switched off is neither listed nor coloured.
    count = "return document.querySelectorAll('#blocks li').length"
    everything = window.run(count)
    window.run("document.querySelector('#rules input').click()")
    assert window.run(count) < everything
    assert window.run(kept) < some
    window.run("document.querySelector('#rules input').click()")

    # After a click on a block of the page, its reason is shown.
    window.run(FRAME + "inner.querySelector('cw-t[data-k=\"0\"]').click()")
    assert window.run("return document.querySelectorAll('button[aria-expanded=true] dd').length") > 0
    assert window.complaints() == []


def test_the_keyboard_is_enough(window: Browser, tmp_path: Path) -> None:
    path = tmp_path / "report.html"
    path.write_text(report_of(HOSTILE, b"<p>Second page</p>"), encoding="utf-8")
    window.open(path)
    chosen = "return document.activeElement.dataset.block"
    window.press("jj")
    assert window.run(chosen) == "1"
    window.press("k")
    assert window.run(chosen) == "0"
    window.press("s")
    assert window.run("return document.querySelector('#systems input:checked').value") == "justext"
    # The other system's block at the same place is selected, with its reason.
    same = "const {pieces} = pages[0].systems[arguments[0]]; return pieces.indexOf(Number(arguments[1]))"
    assert window.run(same, "justext", window.run(chosen)) == window.run(same, "ice-bl", "0")
    window.press("l")
    assert window.run(FRAME + "return inner.documentElement.classList.contains('cw-labels')") is True
    window.press("n")
    window.wait(FRAME + "return inner.body && inner.body.textContent.includes('Second page')")


def test_a_hostile_page_does_nothing_in_a_browser(window: Browser, tmp_path: Path) -> None:
    path = tmp_path / "report.html"
    path.write_text(report_of(HOSTILE), encoding="utf-8")
    window.open(path)
    assert window.run("return document.title") == "cleanweb: page 0"
    assert window.run(FRAME + "return inner.body.textContent").count("Inside an object") == 1
    assert window.run("return performance.getEntriesByType('resource').length") == 0
    requests = [line for line in window.complaints() if "c.png" not in line]
    assert requests == []  # the policy blocks the picture of a style; nothing else is even requested


def test_a_browser_finds_every_piece_of_pages(window: Browser, tmp_path: Path) -> None:
    path = tmp_path / "report.html"
    paths = page_paths()[::4]
    report = report_of(*(page.read_bytes() for page in paths))
    path.write_text(report, encoding="utf-8")
    window.open(path)
    for number, page in enumerate(data_of(report)):
        soup = BeautifulSoup(str(page["html"]), "html.parser")
        window.run("const old = frame.contentDocument.body;"
                   "old.dataset.old = 1; showPage(arguments[0])", number)  # fmt: skip # the script in two lines
        window.wait(FRAME + "return inner.readyState === 'complete' && inner.body && !inner.body.dataset.old")
        shown = window.run(FRAME + "return [...inner.querySelectorAll('cw-t')].map((piece) => piece.textContent)")
        assert shown == [piece.get_text() for piece in soup.find_all("cw-t")], page_name(paths[number])


def test_a_browser_sets_blocks_from_right_to_left_where_their_script_is(window: Browser, tmp_path: Path) -> None:
    path = tmp_path / "report.html"
    path.write_text(report_of("<p>يفتح السوق في 5 صباحًا.<p>The market opens.".encode()), encoding="utf-8")
    window.open(path)
    left = (
        "const text = document.querySelectorAll('#blocks .text')[arguments[0]].firstChild, range = new Range();"
        "const place = (at) => { range.setStart(text, at); range.setEnd(text, at + 1);"
        "return range.getBoundingClientRect().left; }; return place(text.length - 1) < place(0)"
    )
    assert (window.run(left, 0), window.run(left, 1)) == (True, False)  # the full stop is left of the first letter


def test_the_name_of_a_page_may_be_any_bytes(tmp_path: Path) -> None:
    page = os.fsdecode(os.fsencode(tmp_path) + b"/caf\xe9.html")
    Path(page).write_text("<p>Tea.")
    ran("report", page, "-o", tmp_path / "r")
    assert str(data_of((tmp_path / "r").read_text("utf-8"))[0]["name"]).endswith("/caf\\xe9.html")


@pytest.mark.parametrize(
    ("pages", "output"),
    [
        (["a.html"], ["-o", "a.html"]),
        (["b.html", "a.html"], ["-o", "./a.html"]),
        (["link.html"], ["-o", "a.html"]),
        (["link.html"], ["-o", "link.html"]),
        (["a.html", "a.report.html"], []),
    ],
)
def test_no_page_is_overwritten_by_its_report(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, pages: list[str], output: list[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    names = ("a.html", "a.report.html", "b.html")
    for name in names:
        Path(name).write_text("<p>Tea.")
    Path("link.html").symlink_to("a.html")
    with pytest.raises(UsageError, match=r"-o [a-z./]+html: that is one of the pages; expected another file"):
        CliRunner().invoke(cli, ["report", *pages, *output], catch_exceptions=False, standalone_mode=False)
    assert [Path(name).read_text() for name in names] == ["<p>Tea."] * 3


@pytest.mark.slow  # measures times on a long page
@pytest.mark.parametrize("part", [b"A line<br>", b"some <b>bold</b> "])
def test_a_paragraph_of_many_texts_takes_linear_time(part: bytes) -> None:
    with within(15):  # 40 s, when each text was searched for among all others
        assert overlay([shown("page.html", b"<p>" + part * 16_000, {"ice-bl": cleaner("ice-bl")})])


@pytest.mark.slow  # measures times on a long page
@pytest.mark.parametrize("part", [b"<div class=abc>A line", b"<div>" + b"<!-- c -->" * 5, b"<" * 20])
def test_a_report_takes_linear_time(part: bytes) -> None:
    """All ancestors of a deep element were visited, for its path and for each comment; in a style each "<"."""
    style, pipeline = b"<style>" * part.startswith(b"<<"), cleaner("ice-bl")
    with within(8):  # it was 10 s and more, where 4 s are usual now
        assert overlay([shown("page.html", style + part * 10_000, {"ice-bl": pipeline})])


@pytest.mark.slow  # measures times on a long page
@pytest.mark.parametrize(("start", "part"), [(b"<pre>", b"A line of it.\n\n"), (b"<p>", b"some <b>bold</b> ")])
def test_blocks_are_placed_in_linear_time(start: bytes, part: bytes) -> None:
    """The rest of a long text, or of a block of very many texts, was copied for each of its parts."""
    times = []
    for count in (30_000, 240_000):
        cleaned = cleaner("ice-bl")(start + part * count)
        texts = copy_page(parse(cleaned.decoded.utf8)).texts
        begun = process_time()
        assert place_blocks(cleaned.blocks, texts)
        times.append(process_time() - begun)
    assert times[1] < 16 * times[0]  # eight times as much takes about eight times as long
