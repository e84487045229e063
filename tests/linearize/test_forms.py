"""`--tables` and `--lists` with any classifier and the plain linearizers."""

import re

import pytest

from cleanweb import cleaner
from cleanweb.linearize.permalinks import without_permalinks
from tests.timing import within

PAGE = (
    b"<p>You need:<ul><li>- tea<li>water</ul><table><tr><th>Tea<th>From<th>Price<tr><td>Oolong<td>Taiwan<td>4"
    b"<tr><td>Sencha<td>Japan<td><tr><td>Assam<td>India<td>2</table>"
)

CASES = [
    ("cleaneval", {}, "<p>You need:\n<l>- tea\n<l>water\n<p>Tea\n<p>From\n<p>Price\n<p>Oolong\n"),
    ("cleaneval", {"tables": "rows"}, "<l>water\n<p>Tea\tFrom\tPrice\n<p>Oolong\tTaiwan\t4\n<p>Sencha\tJapan\n"),
    ("cleaneval", {"tables": "sentences"}, "<l>water\n<p>Tea: Oolong / From: Taiwan / Price: 4.\n"),
    ("cleaneval", {"tables": "drop"}, "<p>You need:\n<l>- tea\n<l>water\n"),
    ("cleaneval", {"lists": "flatten"}, "<p>You need: tea, water.\n<p>Tea\n"),
    ("plain", {}, "- tea\nwater\nTea\tFrom\tPrice\nOolong\tTaiwan\t4\nSencha\tJapan\nAssam\tIndia\t2\n"),
    ("plain", {"tables": "cells"}, "water\nTea\nFrom\nPrice\nOolong\n"),
]


@pytest.mark.parametrize(("linearizer", "forms", "expected"), CASES)
def test_forms(linearizer: str, forms: dict[str, str], expected: str) -> None:
    clean = cleaner("kitten", normalize="plain", classify="keep-all", linearize=linearizer, parameters=forms)
    text = clean(PAGE).text
    assert expected in text
    assert ("Oolong" in text) == (forms.get("tables") != "drop")


def test_flattened_lists_repeat_an_introduction_that_ends_in_a_trigger() -> None:
    page = "<p>It is for:<ul><li>us<li>you</ul>"
    clean = cleaner("kitten", classify="keep-all", linearize="plain", parameters={"lists": "flatten"})
    assert clean(page).text.splitlines() == ["It is for us.", "It is for you."]


def test_cells_stand_under_their_headers() -> None:
    page = (
        "<table><tr><th><th>From<th><th colspan=2>Price<th>Stock<tr><td>Oolong<td>Taiwan<td><td>4<td>€<td>7"
        "<tr><td>Sencha<td rowspan=2>Japan<td><td><td><td>3<tr><td>Matcha<td><td>9<td>€<td>1"
        "<tr><td>Assam<td>India<td><td>2<td>€<td></table>"
    )
    assert cleaner("kitten", classify="keep-all", linearize="plain")(page).text.splitlines() == [
        "\tFrom\tPrice\t\tStock",
        "Oolong\tTaiwan\t4\t€\t7",
        "Sencha\tJapan\t\t\t3",
        "Matcha\t\t9\t€\t1",
        "Assam\tIndia\t2\t€",
    ]


def test_rows_stay_in_proportion_to_the_page(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("cleanweb.linearize.tables.is_data_table", lambda *_: True)
    page = f"<table><tr>{'<td>1' * 900}{'<tr><td colspan=899><td>2' * 9000}</table>"
    text = cleaner("kitten", classify="keep-all", linearize="plain")(page).text
    assert text.splitlines() == ["\t".join("1" * 900), *"2" * 9000]


@pytest.mark.parametrize(("linearizer", "forms"), [("plain", {}), ("kitten", {}), ("cleaneval", {"tables": "rows"})])
def test_cells_of_one_line_of_the_source_are_written_once(linearizer: str, forms: dict[str, str]) -> None:
    """Each cell had the words of the whole line."""
    page = PAGE.replace(b"<tr>", b"\n<tr>")
    lines = cleaner(segment="text-lines", breaks="source", classify="keep-all", linearize=linearizer, parameters=forms)(
        page
    )
    assert lines.text.count("Oolong Taiwan 4") == lines.text.count("Oolong") == 1


LAYOUT = """<table><tr><td><p>The mill ground the corn of nine villages until the railway came.<p>It is old.
<td><a href=/>Home</a><p>News of the valley</table>"""


@pytest.mark.parametrize("form", ["rows", "sentences", "cells"])
def test_what_a_formula_calls_a_cell_is_written_once(form: str) -> None:
    clean = cleaner("kitten", normalize="plain", classify="keep-all", linearize="plain", parameters={"tables": form})
    page = PAGE.replace(b"<td>Taiwan", b"<td><math><th>steep</math>Taiwan")
    assert clean(page).text.count("steep") == 1


@pytest.mark.parametrize("form", ["rows", "sentences", "drop"])
def test_layout_tables_are_read_as_ever(form: str) -> None:
    clean = cleaner("kitten", normalize="plain", classify="keep-all", linearize="plain", parameters={"tables": form})
    assert clean(LAYOUT).text.splitlines() == [
        "The mill ground the corn of nine villages until the railway came.",
        "It is old.",
        "Home",
        "News of the valley",
    ]


SIGNED = """<h1>Middleware<a href=#m>¶</a></h1><p>See ¶ 3.<dl><dt>class <a>Tea</a> <a href=#t>🔗</a><dd>A pot.</dl>
<p><a href=#t>¶</a><p>The end ¶<table><tr><td>x"""


@pytest.mark.parametrize("form", [{}, {"tables": "rows"}, {"lists": "flatten"}])
@pytest.mark.parametrize("linearizer", ["cleaneval", "plain"])
def test_signs_of_links_to_themselves_are_no_words(linearizer: str, form: dict[str, str]) -> None:
    clean = cleaner("kitten", classify="keep-all", linearize=linearizer, parameters=form)
    page = clean(SIGNED.encode())
    lines = [line.removeprefix("<h>").removeprefix("<p>").removeprefix("<l>") for line in page.text.splitlines()]
    assert lines[:2] == ["Middleware", "See ¶ 3."]
    assert "class Tea" in page.text and "🔗" not in page.text
    assert lines[-3:] == ["¶", "The end ¶", "x"]
    assert [(edit.rule, edit.removed) for edit in page.linearized.edits if edit.removed] == [
        ("link to itself", "¶"),
        ("link to itself", "🔗"),
    ]


LINKS_TO_THEMSELVES = [  # HTML, and the text written for it
    ("<h2>Usage <a href=#u>#</a></h2>", "Usage"),
    ("<h2>Usage<a href=/docs#u>§</a></h2>", "Usage"),
    ("<h2><a href=#u>#</a> Usage</h2>", "Usage"),
    ("<h2><a href=#u><span>§</span></a>Usage</h2>", "Usage"),
    ("<h2><span><a href=#u>◆&nbsp;</a></span>usage()</h2>", "usage()"),
    ("<h2><a href=#u>🔗\ufe0f</a> Usage</h2>", "Usage"),
    ("<h2><a href=#c>#</a> Programming in C#</h2>", "Programming in C#"),
    ("<p><a href=#u>#</a> Usage", "Usage"),
    ("<div><h2>Usage</h2><a href=#u>#</a></div>", "Usage"),
    ("<dl><dt>Tea<a href=#u>§</a></dl>", "Tea"),
    ("<div><h2>Usage</h2><a href=/tags>#</a></div>", "Usage|#"),
    ("<h2><a href=/a>A</a> C<a href=#u>#</a></h2>", "A C#"),
    # A sign that is not a link, or only part of one, or that links elsewhere, belongs to the text.
    ("<h2>Programming in C#</h2>", "Programming in C#"),
    ("<h2><a href=#c>Programming in C#</a></h2>", "Programming in C#"),
    ("<h2><a href=/c>See</a> C#</h2>", "See C#"),
    ("<p>See the law<a href=#n>§</a>", "See the law§"),
    ("<p><a href=/tags/tea>#</a>tea", "#tea"),
    ("<p><a href=#t>#tea</a> time", "#tea time"),
    ("<p>§ <a href=#3>3</a>", "§ 3"),
    ("<p>By ¶ 3 of <a href=/l>the law</a> §", "By ¶ 3 of the law §"),
    ("<h2>C# pots <a href=#c>#</a></h2>", "C# pots"),
    ("<p>Tea</p><p><a href=#u>#</a></p>", "Tea|#"),
]


def lines_of(html: str, linearizer: str, form: dict[str, str]) -> str:
    text = cleaner("kitten", classify="keep-all", linearize=linearizer, parameters=form)(html).text
    return "|".join(re.sub(r"^<.>", "", line) for line in text.splitlines())


@pytest.mark.parametrize("form", [{}, {"tables": "rows"}, {"lists": "flatten"}])
@pytest.mark.parametrize("linearizer", ["cleaneval", "plain"])
@pytest.mark.parametrize(("html", "text"), LINKS_TO_THEMSELVES)
def test_which_signs_link_to_themselves(html: str, text: str, linearizer: str, form: dict[str, str]) -> None:
    assert lines_of(html, linearizer, form) == text


@pytest.mark.parametrize(("html", "text"), LINKS_TO_THEMSELVES)
def test_kitten_writes_none_of_them_either(html: str, text: str) -> None:
    assert lines_of(html, "kitten", {"full_stops": "no"}) == text


EDIT, TEA = "[<a href=/e>edit</a>]", "<p>Tea is a drink."
OFFERED = [  # HTML of a heading with its neighbours, and the text written for it
    (f"<h2>Usage{EDIT}</h2>", "Usage"),
    (f"<h2>Usage <span>{EDIT}</span></h2>", "Usage"),
    (f"<div><h2>Usage</h2><span>{EDIT}</span></div>", "Usage"),
    ("<h2>Nutzung [<a href=/e>Bearbeiten</a> | <a href=/q>Quelltext bearbeiten</a>]</h2>", "Nutzung"),
    (f"<h2>{EDIT} Usage</h2>", "Usage"),
    ("<h2>Usage [ <a href=/e>edit</a> ]</h2>", "Usage"),
    ("<h2>[<a href=/t>Tea</a>] and [<a href=/c>cups</a>]</h2>", "[Tea] and [cups]"),
    (f"<h2># Usage {EDIT}</h2>", "# Usage"),
    (f"<h2>Pots [old] and pans {EDIT}</h2>", "Pots [old] and pans"),
    # Links elsewhere, beside unlinked text, or whose brackets are linked, too, belong to the text.
    (f"<p>Usage {EDIT}", "Usage [edit]"),
    (f"<div><h2>Usage</h2><p>Tea</p><p>{EDIT}</div>", "Usage|Tea|[edit]"),
    ("<h2>Usage [see <a href=/e>edit</a>]</h2>", "Usage [see edit]"),
    ("<h2>Usage <a href=#n>[1]</a></h2>", "Usage [1]"),
    ("<h2><a href=/u>Usage</a> [<a href=/e>edit</a>]</h2>", "Usage [edit]"),
    ("<h2>Usage [1]</h2>", "Usage [1]"),
]


@pytest.mark.parametrize(
    ("linearizer", "form"), [("cleaneval", {"tables": "rows"}), ("plain", {}), ("plain", {"lists": "flatten"})]
)
@pytest.mark.parametrize(("html", "text"), OFFERED)
def test_what_wikis_offer_beside_headings_is_no_text(
    html: str, text: str, linearizer: str, form: dict[str, str]
) -> None:
    assert lines_of(f"{html}{TEA}{html}{TEA}", linearizer, form) == f"{text}|Tea is a drink.|{text}|Tea is a drink."


def test_kitten_writes_no_offers_either() -> None:
    heading = f"<h2>Usage {EDIT}</h2>"
    assert cleaner("kitten")(f"{heading}{TEA}{heading}{TEA}").text.splitlines() == 2 * ["Usage.", "Tea is a drink."]


def test_what_one_heading_offers_stays() -> None:
    page = cleaner(classify="keep-all")(f"<h2>Usage {EDIT}</h2>{TEA}<h2>Cups [<a href=/d>PDF</a>]</h2>{TEA}")
    assert "Usage [edit]" in page.text and "Cups [PDF]" in page.text


def test_what_wikis_offer_is_told() -> None:
    page = cleaner(classify="keep-all")(f"<h2>Usage {EDIT}</h2>{TEA}<h2>Cups {EDIT}</h2>{TEA}")
    assert [(edit.block, edit.rule, edit.removed) for edit in page.linearized.edits] == [
        (0, "link of a heading", "[edit]"),
        (2, "link of a heading", "[edit]"),
    ]


def test_signs_in_many_inline_elements_take_linear_time() -> None:
    """The link of each sign was searched for in all of them."""
    page = cleaner(classify="keep-all", normalize="plain")(
        "<p>" + "<span>" * 8000 + "# <a href=#x>#</a> a<br><br>" * 4000
    )
    with within(2):
        without_permalinks(page.blocks, page.verdicts.keep)


LONG = """The last steam crane of Saltmouth was lifted off its
rails on Wednesday, after ninety-one years of work in
the harbour, and a hundred people came to see it go."""
SHORT = "It goes to the museum of the river, where it can be\nseen from spring on."

PREFORMATTED = [
    ("a program", "<pre><code>for x in tea:\n    pour(x)\n\n    stop()", "for x in tea:\n    pour(x)\n    stop()\n"),
    ("in colours", "<pre><b>if</b> x:\n\n    <i>y</i> = 1\n\t<i>z</i></pre>", "if x:\n    y = 1\n\tz\n"),
    ("coloured code", "<pre><code><b>if</b> x:\n\n    <i>y</i> = 1\n  <i>z</i>", "if x:\n    y = 1\n  z\n"),
    ("verse", "<pre>\nRoses are red,\n  violets blue,\n\nsugar", "Roses are red,\n  violets blue,\nsugar\n"),
    ("columns", "<pre>tea    4.00\n  milk 1.20</pre>", "tea    4.00\n  milk 1.20\n"),
    ("breaks", "<pre>tea  one<br>two<br>\nthree\n</pre>", "tea  one\ntwo\nthree\n"),
    ("lines in elements", "<pre><b>茶</b>\n\xa0 <b>水</b>\n<i>one</i></pre>", "茶\n  水\none\n"),
    ("indented after breaks", "<pre>if x:<br>  <b>y</b><br>&nbsp;<i>Z</i></pre>", "if x:\n  y\n Z\n"),
    ("Chinese", "<pre>茶を\n飲む<br>水<br>飲む</pre>", "茶を\n飲む\n水\n飲む\n"),
    ("repaired", "<pre>tea\xad\n  o\u200bne\xa0 two</pre>", "tea\n  one  two\n"),
    ("before prose", "<pre>tea\n  one</pre><p>water\n  of   <b>two</b>\nlines", "tea\n  one\nwater of two lines\n"),
    ("each its own", "<pre>tea\n    </pre><pre>one</pre>", "tea\none\n"),
    ("short prose", f"<pre>{SHORT}</pre>", f"{SHORT}\n"),
]


@pytest.mark.parametrize(("name", "html", "expected"), PREFORMATTED, ids=[case[0] for case in PREFORMATTED])
def test_preformatted_text_keeps_its_lines(name: str, html: str, expected: str) -> None:
    clean = cleaner(classify="keep-all", linearize="plain")
    assert clean(f"<body>{html}").text == expected, name
    joined = cleaner(classify="keep-all", linearize="plain", pre="joined")(f"<body>{html}")
    assert "".join(joined.text.split()) == "".join(expected.split())
    assert not re.search(r"  |\t|\n ", joined.text)


def test_preformatted_text_that_begins_with_a_raised_number_keeps_its_lines() -> None:
    clean = cleaner(classify="keep-all", linearize="plain", supsub="unicode")
    assert clean("<body><pre><sup>1</sup> tea\n  <sub>2</sub> cups</pre>").text == "¹ tea\n  ₂ cups\n"


WRAPPED = [
    ("prose", LONG, True),
    ("with its first line indented", f"  {LONG}", True),
    ("indented below its first line", LONG.replace("\n", "\n  "), False),
    ("quoted", "> " + LONG.replace("\n", "\n> "), False),
    ("narrow", LONG.replace(" off its\n", "\noff its ").replace(" of work in\n", "\nof work in "), False),
    ("of few words", "\n".join(3 * ["Schifffahrtsgesellschaft Regierungspräsidentinnen's"]), False),
    ("with a comment", LONG.replace("\nrails", "\n#rails"), False),
    ("of many signs", LONG.replace("e", "="), False),
    ("broken at will", LONG.replace(" was lifted off its\n", "\nwas lifted off its "), False),
]


@pytest.mark.parametrize(("name", "lines", "is_joined"), WRAPPED, ids=[case[0] for case in WRAPPED])
def test_wrapped_prose_is_joined_where_an_element_is_mostly_that(name: str, lines: str, is_joined: bool) -> None:
    clean = cleaner(classify="keep-all", linearize="plain")
    joined = " ".join(lines.split())
    assert clean(f"<pre>{lines}</pre>").text == f"{joined if is_joined else lines}\n", name
    if is_joined:
        with_little = clean(f"<pre>{lines}\n\n{SHORT}").text
        assert with_little == f"{joined}\n{' '.join(SHORT.split())}\n"
        program = "for x in tea:\n    pour(x)\n    wait()\n"
        assert clean(f"<pre>{lines}\n\n{program}\n{program}").text == f"{lines}\n{program}{program}"
        assert clean(f"<pre>{lines}\n\n{program}").text == f"{lines}\n{program}"  # half is not a majority


def test_preformatted_text_in_tables_keeps_its_lines_where_it_is_a_line_itself() -> None:
    code = "<pre>pour(\n  tea)</pre>"
    row = f"<tr><td>Sencha<td>Japan<td>{code}"
    clean = cleaner(classify="keep-all", linearize="plain")
    assert "Sencha\tJapan\tpour( tea)\n" in clean(f"<table><tr><th>Tea<th>From<th>Code{row}{row}{row}</table>").text
    assert clean(f"<p>Tea<table><tr><td>{code}</table>").text == "Tea\npour(\n  tea)\n"


@pytest.mark.parametrize(
    ("html", "items", "flat"),
    [
        ("<p>It needs:<ul><li>{}<li>pots</ul>{}", "It needs:\n{}\npots\n{}\n", "It needs: pour( tea), pots.\n{}\n"),
        (
            "<p>pour( tea)<p>It needs:<ul><li>{}</ul>",
            "pour( tea)\nIt needs:\n{}\n",
            "pour( tea)\nIt needs: pour( tea).\n",
        ),
        ("<p>Tea<dl><dt>x<dd>{}</dl>{}", "Tea\nx\n{}\n{}\n", "Tea\nx: pour( tea)\n{}\n"),
    ],
)
def test_preformatted_text_keeps_its_lines_where_no_rule_of_lists_rewrites_it(html: str, items: str, flat: str) -> None:
    code = "pour(\n  tea)"
    for form, text in (("items", items), ("flatten", flat)):
        page = cleaner(classify="keep-all", linearize="plain", lists=form)(html.replace("{}", f"<pre>{code}</pre>"))
        assert page.text == text.replace("{}", code)
        assert [*page.linearized.lines.values()] == [code] * text.count("{}")


def test_preformatted_text_without_a_sign_that_was_taken_out_is_a_line() -> None:
    html = "<pre id=a>pour(\n  tea)<a href=#a>¶</a></pre>"
    assert cleaner(classify="keep-all", linearize="plain")(html).text == "pour( tea)\n"
