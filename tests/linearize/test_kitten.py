"""The system `kitten` on small pages: the paper's examples word for word, each rule alone, and the law of its text."""

import tomllib
from collections import Counter
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given, settings

from cleanweb import cleaner
from cleanweb.errors import Refused, UsageError
from cleanweb.files import forget_changed
from cleanweb.linearize.introductions import page_triggers
from cleanweb.page import Blocks
from cleanweb.pipeline import Cleaned
from tests.fixtures import page_name, page_paths
from tests.property.strategies import pages
from tests.timing import within

CASES = tomllib.loads((Path(__file__).parent.parent / "cases" / "kitten.toml").read_text("utf-8"))["case"]
KITTEN = cleaner("kitten")

# A page with something to do for every rule.
PAGE = (
    "<p>Made in <abbr title=Basel>BS</abbr><p>You need:<ul><li>1. tea<li>2. water</ul>"
    "<p>It is for:<ul><li>us<li>you</ul>"
    "<p>One<br>two<dl><dt>Assam<dd>black</dl>"
    "<table><tr><th>Tea<th>From<th>Price<tr><td>Oolong<td>Taiwan<td>4<tr><td>Sencha<td>Japan<td>3<tr><td>Assam<td>India"
    "<td>2</table>"
)


def signs(texts: list[str]) -> Counter[str]:
    return Counter("".join("".join(texts).split()))


def check_law(page: Cleaned) -> None:
    """The signs written are those read, minus declared removals, plus declared additions."""
    kept = [text for text, keep in zip(page.blocks.text, page.verdicts.keep, strict=True) if keep]
    edits = page.linearized.edits
    expected = signs(kept) + signs([edit.added for edit in edits])
    expected.subtract(signs([edit.removed for edit in edits]))
    assert +expected == signs([page.text])
    assert not -expected
    assert [edit.block for edit in edits] == sorted(edit.block for edit in edits)


@pytest.mark.parametrize("case", CASES, ids=[case["name"] for case in CASES])
def test_texts(case: dict[str, str]) -> None:
    page = KITTEN(case["html"].encode())
    assert page.text == case["text"].lstrip("\n")
    check_law(page)


SWITCHES = [
    ("titles=false", "Made in BS (Basel).", "Made in BS."),
    ("bullets=false", "You need: tea, water.", "You need: 1. tea, 2. water."),
    ("lists=items", "You need: tea, water.", "You need:\ntea.\nwater."),
    ("long_item=3", "You need: tea, water.", "You need:\ntea.\nwater."),
    ("repeat=false", "It is for us.\nIt is for you.", "It is for: us, you."),
    ("triggers=none", "It is for us.\nIt is for you.", "It is for: us, you."),
    ("triggers=fr", "It is for us.\nIt is for you.", "It is for: us, you."),
    ("definitions=false", "Assam: black.", "Assam.\nblack."),
    ("full_stops=false", "One two.", "One two\n"),
    ("tables=rows", "Tea: Oolong / From: Taiwan / Price: 4.", "Tea\tFrom\tPrice.\nOolong\tTaiwan\t4."),
    ("tables=cells", "Tea: Oolong / From: Taiwan / Price: 4.", "Price.\nOolong.\nTaiwan.\n4."),
    ("tables=drop", "Tea: Oolong / From: Taiwan / Price: 4.", ""),
    ("tags=true", "Assam: black.", "<l>Assam: black."),
]


@pytest.mark.parametrize(("switch", "with_it", "without"), SWITCHES, ids=[switch for switch, _, _ in SWITCHES])
def test_each_rule_is_a_switch(switch: str, with_it: str, without: str) -> None:
    assert with_it in KITTEN(PAGE.encode()).text
    name, _, value = switch.partition("=")
    page = cleaner("kitten", parameters={f"kitten.{name}": value})(PAGE.encode())
    assert without in page.text
    if name != "tags":
        assert with_it not in page.text
        check_law(page)


@pytest.mark.parametrize(("length", "text"), [(59, "Teas: {0}, {0}.\n"), (60, "Teas:\n{0}.\n{0}.\n")])
def test_a_median_of_exactly_sixty_characters_counts_as_long(length: int, text: str) -> None:
    item = "x" * length
    assert KITTEN(f"<p>Teas:<ul><li>{item}<li>{item}</ul>".encode()).text == text.format(item)


def test_switching_off_the_joining_of_clauses() -> None:
    html = b"<p>The tea house in<br>Basel"
    assert KITTEN(html).text == "The tea house in Basel.\n"
    assert cleaner("kitten", join_br=False)(html).text == "The tea house in.\nBasel.\n"
    html = b"<p>The tea<br>house,<br>Basel.<br><br>open"
    assert cleaner("kitten", join_br=False, br="each")(html).text == "The tea.\nhouse,\nBasel.\nopen.\n"
    assert cleaner("kitten", br="each")(html).text == "The tea house, Basel.\nopen.\n"


@pytest.mark.parametrize(
    ("before", "written"),
    [
        ("Donau\u00addampf\u00ad\u00adschiff of", "Donaudampfschiff of"),
        ("the e\ufb00ect of", "the effect of"),
        ("\u200b\u200bin", "in"),
        ("it\x03 \x03 was", "it was"),
        ("\ufeff", ""),
    ],
)
def test_titles_stand_behind_their_words_where_texts_are_repaired(before: str, written: str) -> None:
    """They used to stay at their old distance from the beginning: `NSW ru (New South Wales)ns`."""
    clean = cleaner(classify="keep-all", linearize="kitten", noted_tags="abbr")
    name = "<abbr title='New South Wales'>N\u00adS\u00adW</abbr>"
    text = clean(f"<p>{before} {name} runs, {name}\u00ad-wide.").text
    assert text == f"{written} NSW (New South Wales) runs, NSW (New South Wales)-wide.\n".lstrip()


def test_titles_of_other_elements_and_of_what_is_removed_are_not_written() -> None:
    clean = cleaner("kitten", noted_tags="abbr,q")
    menu = "<ul><li><a href=a><abbr title=House>H</abbr></a><li><a href=b>Teas</a></ul>"
    page = clean(f"{menu}<p>Made in <abbr title=' '>CH</abbr>, <q title=old>well</q>, in <abbr title=Basel>BS</abbr>")
    assert page.text == "Made in CH, well, in BS (Basel).\n"
    check_law(page)


def test_list_and_item_of_a_repeated_introduction_are_noted() -> None:
    notes = [edit.note for edit in KITTEN(PAGE.encode()).linearized.edits if edit.rule == "introduction repeated"]
    assert notes == ["list 2, item 1 of 2", "list 2, item 2 of 2"]


def test_words_of_ones_own(tmp_path: Path) -> None:
    (tmp_path / "de.txt").write_text("# Wörter\naus\n", encoding="utf-8")
    german = cleaner("kitten", triggers=tmp_path / "de.txt")
    assert german(b"<p>Tee kommt aus:<ul><li>Assam").text == "Tee kommt aus Assam.\n"
    for wrong in ("xx", "no/file", "a\0.txt"):
        with pytest.raises(UsageError, match=r"expected a (language|text, without NUL)"):
            cleaner("kitten", triggers=wrong)


def test_a_file_of_words_may_have_capitals_blank_lines_and_spaces(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    for encoding in ("utf-8", "utf-8-sig"):  # with a byte order mark, the first line was not read as a comment or word
        for name, lines in (("own.txt", "# aus\n\n  Jusqu'à \n \nVon\n"), ("bare.txt", "Jusqu'à\nVon")):
            (tmp_path / name).write_text(lines, encoding=encoding)
            forget_changed()
            assert page_triggers(Blocks(), name) == {"jusqu'à", "jusqu’à", "von"}


@pytest.mark.parametrize("root", ["urlset", "sitemapindex"])
def test_sitemaps_are_refused(root: str) -> None:
    page = f'<?xml version="1.0"?>\n<!-- made -->\n<{root} xmlns="http://www.sitemaps.org/x"><loc>a</loc></{root}>'
    with pytest.raises(Refused, match="sitemap: addresses, no text"):
        KITTEN(page.encode())


@pytest.mark.parametrize("part", [b"<!-- a -->", b"<? a ?>\n"])
def test_pages_that_begin_with_many_comments_are_read(part: bytes) -> None:
    """Every comment doubled the time, when a comment could go on after its end."""
    assert KITTEN(part * 100 + b"<p>Tea").text == "Tea.\n"
    with pytest.raises(Refused, match="sitemap"):
        KITTEN(part * 100 + b"<urlset >")


def test_a_document_type_may_stand_before_the_root() -> None:
    """Such sitemaps were kept as addresses, and the fields of converted XML ran together."""
    with pytest.raises(Refused, match="sitemap"):
        KITTEN(b'<?xml version="1.0"?><!DOCTYPE urlset SYSTEM "a.dtd"><urlset><url><loc>a</loc></url></urlset>')
    converted = b'<!DOCTYPE document SYSTEM "a.dtd">\n<document><header>Tea</header><page>one</page><page>two</page>'
    assert KITTEN(converted + b"</document>").text == KITTEN(converted).text == "Tea.\none.\ntwo.\n"
    assert KITTEN(b"<!DOCTYPE html><p>Tea").text == "Tea.\n"


def test_a_page_about_sitemaps_is_none() -> None:
    assert KITTEN(b"<p>&lt;urlset> begins a sitemap").text == "<urlset> begins a sitemap.\n"


def test_the_dump_is_logged_as_such() -> None:
    page = KITTEN(b"<template>Boil water</template>")
    assert page.verdicts.rule == ["dump"]
    assert "plain dump" in page.explain([0])[0].reason


GROWING = [
    ("introduction", lambda n: f"<p>{'word ' * n}to:<ul>{'<li>x' * n}</ul>"),
    ("term", lambda n: f"<dl><dt>{'word ' * n}{'<dd>x' * n}</dl>"),
    ("header rows", lambda n: f"<table>{'<tr><th>a<th>b<th>c' * n}{'<tr><td>1<td>2<td>3' * n}</table>"),
    (
        "caption",
        lambda n: f"<table><caption>{'word ' * n}</caption><tr><th>a<th>b<th>c{'<tr><td>1<td>2<td>3' * n}</table>",
    ),
]


def test_the_dump_takes_linear_time_of_comments_that_never_end() -> None:
    dump = cleaner("kitten").normalize.dump  # type: ignore[attr-defined]  # that of Kitten
    with within(5):  # 5 s for a sixth of them, when each searched for its end
        assert dump(b"<!-- a --><!-- b" + b"<!--" * 100_000 + b"c").text == ["b c"]
        assert dump(b"<!---->tea<!-- time").text == ["tea time"]


def test_a_block_of_many_abbreviations_takes_linear_time() -> None:
    with within(4):  # 7 s and more, when the block was copied for each
        text = KITTEN(b"<p>" + b"<abbr title='New South Wales'>NSW</abbr> and " * 50_000).text
        assert text.startswith("NSW (New South Wales) and NSW (New South Wales) and NSW")
        assert text.count("(") == 50_000


@pytest.mark.parametrize(("name", "page_of"), GROWING, ids=[name for name, _ in GROWING])
def test_the_text_stays_in_proportion_to_the_page(name: str, page_of: Callable[[int], str]) -> None:
    short, long = (len(KITTEN(page_of(n).encode()).text) for n in (200, 800))
    assert long < 5 * short, name


@pytest.mark.parametrize(
    "lists",
    [
        "<ul><li><a href=x>x</a>" * 6000,
        "<div>" * 6000 + "<p>a:<ul><li>x</ul>" * 6000,
        "<dl><dd>" * 8000 + "<div>" * 10_000 + "x",
        "<dl><dt><div id=menu>" + "<p>x" * 10_000 + "</div>" + "<dd>x" * 10_000,
    ],
    ids=["in lists", "after introductions", "of definitions", "of a term that is not kept"],
)
def test_lists_at_great_depth_take_linear_time(lists: str) -> None:
    """The first line of each was searched for in all of it, and each climbed to the root in search of a list."""
    page = KITTEN(lists.encode())
    with within(2):  # 3 s and more, when it was quadratic
        KITTEN.linearize(page.blocks, page.verdicts)


def test_lists_nested_thousands_deep_keep_their_words() -> None:
    check_law(KITTEN(b"<p>a:" + b"<ul><li>- x" * 3000))


@pytest.mark.parametrize("path", page_paths(), ids=page_name)
def test_the_law_on_the_pages_of_the_tests(path: Path) -> None:
    check_law(KITTEN(path.read_bytes()))


@settings(max_examples=100)
@given(html=pages())
def test_the_law_of_the_text(html: str) -> None:
    check_law(KITTEN(html.encode()))
