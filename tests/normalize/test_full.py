"""Marks on small pages, and text repairs."""

import tomllib
from collections import Counter
from pathlib import Path
from unicodedata import normalize

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cleanweb.normalize.full import MARKS, Full
from cleanweb.normalize.marking import inherited
from cleanweb.normalize.naming import told_mark
from cleanweb.page import Elements
from cleanweb.parse import PARSERS, parse
from cleanweb.segment.blocks import BlockElements
from tests.fixtures import page_paths
from tests.timing import within

CASES = tomllib.loads((Path(__file__).parent.parent / "cases" / "full_marks.toml").read_text())["case"]


@pytest.mark.parametrize("parser", PARSERS)
@pytest.mark.parametrize("case", CASES, ids=lambda case: case["name"])
def test_marks(case: dict[str, str], parser: str) -> None:
    blocks = BlockElements()(parse(case["html"].encode(), parser), Full())  # type: ignore[arg-type]  # a Literal
    assert blocks.text == ["x"]
    assert blocks[0].mark == case["mark"]


def test_every_mark_has_a_case() -> None:
    assert {case["mark"] for case in CASES} - {""} == set(MARKS)


NAMED = st.dictionaries(
    st.sampled_from(["class", "id", "role", "hidden", "style", "aria-hidden", "aria-label", "href"]),
    st.sampled_from([None, "", "cookie-banner", "post", "dialog", "navigation", "true", "display:none", "consent"]),
    max_size=3,
)


@given(st.lists(st.tuples(st.sampled_from(["p", "div", "nav", "select"]), NAMED, st.integers(0, 3)), max_size=8))
def test_marks_of_a_page_are_those_of_its_elements(rows: list[tuple[str, dict[str, str | None], int]]) -> None:
    elements = Elements()
    expected: list[str] = []
    for tag, named, steps_up in rows:
        around = list(elements.ancestors(len(elements) - 1))[steps_up:]
        elements.parent.append(around[0] if around else -1)
        elements.tag.append(tag)
        elements.attributes.append(named)
        elements.close.append(0)
        for element in elements.ancestors(len(elements) - 1):
            elements.close[element] = len(elements)
        expected.append((expected[around[0]] if around else "") or told_mark(tag, named))
    assert Full().marks(elements) == expected


REPAIRS = [
    ("soft hyphen", "Boiler\xadplate", "Boilerplate", {"soft_hyphens": False}),
    ("control character", "tea\x03 time", "tea time", {"controls": False}),
    ("zero-width space", "https://\u200bexample.org", "https://example.org", {"zero_width": False}),
    ("several zero-width spaces", "ภาษา\u200b\u200b\u200bไทย \u200b\u200bก", "ภาษา\u200bไทย ก", {"zero_width": False}),
    ("joiners that join nothing", "\u200dTea. \u200d Auf\u200clage\u200d", "Tea.  Auflage", {"zero_width": False}),
    ("joiners after signs", "که \u200cمی ،\u200c", "که می ،\u200c", {"zero_width": False}),
    ("byte order mark", "\ufefftea", "tea", {"zero_width": False}),
    ("unseen multiplication", "2\u2062x", "2x", {"zero_width": False}),
    ("unseen operators beside a word", "n\u2062log\u2061n, f\u2061(x)", "n log n, f(x)", {"zero_width": False}),
    ("unseen operators beside brackets", "sin\u2061(x)\u2062cos\u2061(y)", "sin(x)cos(y)", {"zero_width": False}),
    ("punctuation encoded twice", "â€œIâ€™d waitâ€¦ 5 â‚¬ Teaâ„¢", "“I’d wait… 5 € Tea™", {"twice": False}),
    ("quotes of windows-1252", "it\x92s", "it’s", {"c1_controls": False}),
    ("control character of windows-1252", "“tea”\x9d", "“tea”", {"controls": False}),
    ("mark of direction", "\u200fISBN\u200e", "ISBN", {"directions": False}),
    ("icon", "\ue8b6 Search", " Search", {"icons": False}),
    ("joiners between Latin letters and signs", "Te\u200c\u200ba\u200d!", "Tea!", {"zero_width": False}),
    ("icons between blanks and signs", "a \ue8b6\ue8b7 b (\ue8b6).", "a  b ().", {"icons": False}),
    ("icon after a word", "Playbook syntax\uf0c1", "Playbook syntax", {"icons": False}),
    ("ligature", "a ﬁne oﬃce", "a fine office", {"ligatures": False}),
    ("all ligatures", "ﬀﬁﬂﬃﬄﬅﬆ", normalize("NFKC", "ﬀﬁﬂﬃﬄﬅﬆ"), {"ligatures": False}),
    ("letter and mark", "cafe\u0301", "café", {"compose": False}),
]


@pytest.mark.parametrize(("name", "before", "after", "off"), REPAIRS, ids=[case[0] for case in REPAIRS])
def test_each_repair_and_its_switch(name: str, before: str, after: str, off: dict[str, bool]) -> None:
    assert Full().text(before) == after, name
    assert Full(**off).text(before) == before, name


@pytest.mark.parametrize(
    "text",
    [
        "plain ASCII, with punctuation.",
        "Straße, cœur, ĳs, naïve, Ελληνικά, русский, 漢字, हिन्दी, עברית",
        "ക്\u200d നമ്പർ",  # a final letter
        "می\u200cخواهم",  # the non-joiner separates a prefix from its verb
        "PDF\u200cها",  # and an ending from a word in Latin letters
        "PDF\u200c\u200cها",  # even twice
        "👩\u200d🚀",  # the joiner makes one sign of two
        "ภาษา\u200bไทย",  # the zero-width space separates words
        "ꦧꦱ\u200bꦗꦮ",  # in Javanese as well
        "x² and 100 m³, ½",  # compatibility characters keep their meaning
        "中国有\ue2e5。",  # a rare character that the page's encoding lacks
        "中\ue2e5 tea",
        "tea \ue2e5中",
        "中\ue2e5中",
        "wo\ue8bfd",
        "wo\ue8bf\ue8bfd",
        "中\ue2e5\ue2e6 tea",
        "tea \ue2e5\ue2e6中",
        "pâte, château, « â », â€, Ã© and Â´",
        "line\nof a poem\tindented",
        "",
    ],
)
def test_what_stays(text: str) -> None:
    assert Full().text(text) == text


def test_control_characters_may_be_a_part_of_what_was_encoded_twice() -> None:
    assert Full().text("he saidâ\x80\x94â\x80\x9cteaâ€\x9d") == "he said—“tea”"


def test_what_was_encoded_twice_is_repaired_as_all_else() -> None:
    assert Full().text("â€‹teaâ€‹") == "tea"  # a zero-width space


def test_text_of_blocks_is_repaired() -> None:
    blocks = BlockElements()(parse("<p>un\xadbreak\u200bable</p>".encode()), Full())
    assert blocks.text == ["unbreakable"]


def test_marks_of_a_page_are_those_of_its_elements_one_by_one() -> None:
    alike = b"<p class=a style=color:red>Tea<p class=a style=visibility:hidden>Cup<p class=a style=color:red>Pot"
    for page in (alike, *(path.read_bytes() for path in page_paths())):
        elements = BlockElements()(parse(page), Full()).elements
        assert elements.mark == inherited(map(told_mark, elements.tag, elements.attributes), elements.parent)


@pytest.mark.parametrize("marks", ["\u0301\u0323" * 100_000, "\u0301" * 100_000 + "\u0323" * 100_000])
def test_a_letter_with_very_many_marks_takes_linear_time(marks: str) -> None:
    """Sorting them took 20 s and more for these."""
    with within(4):
        found = Full().text(f"a{marks}")
    assert Counter(normalize("NFD", found[0]) + found[1:]) == Counter(f"a{marks}")


def test_runs_of_signs_take_linear_time() -> None:
    """Each sign in a run of nearly a thousand was tried as the start of one: 12 s for these."""
    with within(4):
        assert len(Full().text(("\u3002" * 999 + "e\u0301") * 300)) == 300_000


def test_the_marks_of_letters_are_put_in_order_whatever_their_number() -> None:
    for marks in ("\u0301\u0323", "\u0301\u0323" * 500, "\u0301" * 500 + "\u0323" * 500):
        text = f"Tea q{marks}, e{marks}\u4e2d" * 3
        assert Full().text(text) == normalize("NFC", text)
