"""Sentences of tables from given roles: the paper's example word for word, and a case for each rule of the pattern."""

import pytest

from cleanweb.linearize.draft import Draft
from cleanweb.linearize.tables import Sentence, rewrite_tables, table_sentences
from cleanweb.page import CellRole, Edit, Verdicts
from cleanweb.segment.leaf_tables import cell_text, leaf_tables
from tests.blocks import plain_blocks
from tests.timing import within

ROLE_OF: dict[str, CellRole] = {
    "h": "header",
    "d": "data",
    "n": "neutral",
    "t": "thema",
    "f": "finalImportant",
    "r": "finalNonImportant",
}

# Kitten, Figure 6 and the sentences below it.
DS_LITE = (
    "<tr><td colspan=4>Dimensions comparison<tr><td><td>DS Lite<td>Original DS<td>PSP"
    "<tr><td>Length<td>133.0mm<td>148.7mm<td>170.0mm<tr><td>Width<td>73.9mm<td>84.7mm<td>74.0mm"
    "<tr><td>Depth<td>21.5mm<td>28.8mm<td>23.0mm<tr><td>Weight<td>218g<td>275g<td>260g"
)
DS_LITE_SENTENCES = [
    "Dimensions comparison ;; DS Lite ; Length: 133.0mm / Original DS ; Length: 148.7mm / PSP ; Length: 170.0mm.",
    "Dimensions comparison ;; DS Lite ; Width: 73.9mm / Original DS ; Width: 84.7mm / PSP ; Width: 74.0mm.",
    "Dimensions comparison ;; DS Lite ; Depth: 21.5mm / Original DS ; Depth: 28.8mm / PSP ; Depth: 23.0mm.",
    "Dimensions comparison ;; DS Lite ; Weight: 218g / Original DS ; Weight: 275g / PSP ; Weight: 260g.",
]

CASES = [
    ("the paper's example", DS_LITE, "t nhhh hddd hddd hddd hddd", DS_LITE_SENTENCES),
    ("one header", "<tr><td>Tea<td>Price<tr><td>Oolong<td>4", "hh dd", ["Tea: Oolong / Price: 4."]),
    ("keys and values", "<tr><td>Tea:<td>Oolong<tr><td>Price:<td>4", "hd hd", ["Tea: Oolong.", "Price: 4."]),
    ("two pairs a row", "<tr><td>Tea<td>Oolong<td>Price<td>4", "hdhd", ["Tea: Oolong / Price: 4."]),
    ("data keep their full stops", "<tr><td>A<td>B<tr><td>One.<td>2", "hh dd", ["A: One. / B: 2."]),
    ("closed after the mark", "<tr><td>A<td>“One.”<tr><td>B<td>(Two!)", "hd hd", ["A: “One.”", "B: (Two!)"]),
    ("a colon ends nothing", "<tr><td>A<td>see:", "hd", ["A: see:."]),
    ("headers on the right", "<tr><td>4 g<td>5 g<td>Oolong<td>Tea", "ddhh", ["Oolong, Tea: 4 g / Oolong, Tea: 5 g."]),
    ("a header further on", "<tr><td>4 g<td>?<td>Oolong<td>5 g", "dnhd", ["Oolong: 4 g / Oolong: 5 g."]),
    ("header on the right", "<tr><td>4 g<td>Oolong", "dh", ["Oolong: 4 g."]),
    (
        "two header rows",
        "<tr><td><td colspan=2>May<tr><td><td>min<td>max<tr><td>Rome<td>12<td>23",
        "nh nhh hdd",
        ["May, min ; Rome: 12 / May, max ; Rome: 23."],
    ),
    (
        "a later header row replaces the first",
        "<tr><td>A<td>B<tr><td>1<td>2<tr><td>C<td>D<tr><td>3<td>4",
        "hh dd hh dd",
        ["A: 1 / B: 2.", "C: 3 / D: 4."],
    ),
    (
        "a repeated header row is left out",
        "<tr><td>A<td>B<tr><td>1<td>2<tr><td>A<td>B<tr><td>3<td>4",
        "hh dd rr dd",
        ["A: 1 / B: 2.", "A: 3 / B: 4."],
    ),
    (
        "label of a group of rows",
        "<tr><td><td>2020<tr><td>Men<td><tr><td>Oslo<td>7<tr><td>Rome<td>8<tr><td><td>15",
        "nh hn hd hd nd",
        ["2020 ; Men, Oslo: 7.", "2020 ; Men, Rome: 8.", "2020: 15."],
    ),
    (
        "a label beside an empty header",
        "<tr><td><td>2020<tr><td>Men<td><tr><td>Oslo<td>7",
        "nh hh hd",
        ["2020 ; Men, Oslo: 7."],
    ),
    (
        "a label beside a header over two rows",
        "<tr><td>Tea<td rowspan=2>Price<tr><td>Green<tr><td>Sencha<td>4",
        "hh h dd",
        ["Tea ; Green: Sencha / Price ; Green: 4."],
    ),
    (
        "a label where no row has a header",
        "<tr><td>Mo<td>Tu<tr><td colspan=2>Spring<tr><td>rest<td>run",
        "hh h dd",
        ["Mo ; Spring: rest / Tu ; Spring: run."],
    ),
    (
        "two header rows of a single column",
        "<tr><td>Tea<tr><td>Green<tr><td>Sencha<tr><td>Matcha",
        "h h d d",
        ["Tea, Green: Sencha.", "Tea, Green: Matcha."],
    ),
    ("datum over two columns", "<tr><td>A<td>B<tr><td colspan=2>1", "hh d", ["A, B: 1."]),
    ("header over two rows", "<tr><td rowspan=2>A<td>1<tr><td>2", "hd d", ["A: 1.", "A: 2."]),
    ("datum over two rows", "<tr><td>A<td rowspan=2>1<tr><td>B", "hd h", ["A: 1.", "B: 1."]),
    ("empty data give no group", "<tr><td>A<td>B<tr><td><td>2<tr><td><td>", "hh dd dd", ["B: 2."]),
    (
        "caption, theme and note",
        "<caption>Teas:</caption><tr><td>in euros<tr><td>Oolong<td>4<tr><td>Taxes included.",
        "t hd f",
        ["Teas, in euros ;; Taxes included ;; Oolong: 4."],
    ),
    ("a theme that ends in a full stop", "<caption>Teas.</caption><tr><td>Oolong<td>4", "hd", ["Teas ;; Oolong: 4."]),
    ("no full stop after one", "<tr><td>A<td>Why?", "hd", ["A: Why?"]),
    ("Hindi", "<tr><td>दाम<td>सौ रुपये", "hd", ["दाम: सौ रुपये।"]),
    ("Japanese", "<tr><td>産地：<td>宇治", "hd", ["産地: 宇治。"]),
    ("Chinese, a unit in Latin letters", "<tr><td>价格<td>100 USD", "hd", ["价格: 100 USD。"]),
    ("Arabic", "<tr><td>السعر<td>مئة دينار", "hd", ["السعر: مئة دينار."]),
    ("Persian", "<tr><td>قیمت<td>صد تومان", "hd", ["قیمت: صد تومان."]),
    ("Urdu", "<tr><td>قیمت<td>سو روپے", "hd", ["قیمت: سو روپے۔"]),
    ("Uyghur and Kurdish have one letter of Urdu", "<tr><td>باھاسى<td>يۈز", "hd", ["باھاسى: يۈز."]),
    ("Armenian", "<tr><td>Գին<td>հարյուր դրամ", "hd", ["Գին: հարյուր դրամ։"]),
    ("Amharic", "<tr><td>ዋጋ<td>መቶ ብር", "hd", ["ዋጋ: መቶ ብር።"]),
    ("Burmese", "<tr><td>ဈေးနှုန်း<td>ကျပ်တစ်ရာ", "hd", ["ဈေးနှုန်း: ကျပ်တစ်ရာ။"]),
    ("Khmer", "<tr><td>តម្លៃ<td>មួយរយរៀល", "hd", ["តម្លៃ: មួយរយរៀល។"]),
    ("Santali", "<tr><td>ᱫᱟᱢ<td>ᱢᱤᱫ ᱥᱟᱭ", "hd", ["ᱫᱟᱢ: ᱢᱤᱫ ᱥᱟᱭ᱾"]),
    ("Tamil has the Latin sign", "<tr><td>விலை<td>நூறு ரூபாய்", "hd", ["விலை: நூறு ரூபாய்."]),
    ("Thai has none", "<tr><td>ราคา<td>หนึ่งร้อยบาท", "hd", ["ราคา: หนึ่งร้อยบาท"]),
    ("Greek", "<tr><td>Τιμή<td>εκατό ευρώ", "hd", ["Τιμή: εκατό ευρώ."]),
    ("Russian, in quotes", "<tr><td>Цена<td>«сто рублей»", "hd", ["Цена: «сто рублей»."]),
    (
        "no second full stop of a script",
        "<tr><td>दाम<td>सौ रुपये।<tr><td>産地<td>宇治｡",
        "hd hd",
        ["दाम: सौ रुपये।", "産地: 宇治｡"],
    ),
    ("a Chinese note", "<tr><td>价格<td>一百<tr><td>含税。", "hd f", ["含税 ;; 价格: 一百。"]),
    ("data without any header", "<tr><td>a<td>b", "dd", ["a / b."]),
]


@pytest.mark.parametrize(("name", "rows", "roles", "expected"), CASES, ids=[case[0] for case in CASES])
def test_sentences(name: str, rows: str, roles: str, expected: list[str]) -> None:
    blocks = plain_blocks(f"<table>{rows}</table>")
    (table,) = leaf_tables(blocks)
    told = [ROLE_OF[letter] for letter in roles.replace(" ", "")]
    sentences = table_sentences(table, told, lambda element: cell_text(blocks, element))
    assert [sentence.text for sentence in sentences] == expected, name
    for sentence in sentences:  # it contains only what it says it is made of
        parts = "".join(text for _, text in sentence.used) + sentence.signs
        assert sorted(sentence.text) == sorted(parts)


def test_signs_that_the_pattern_has_itself_are_declared_as_taken_out(monkeypatch: pytest.MonkeyPatch) -> None:
    told: list[CellRole] = ["header", "data", "header", "neutral", "finalImportant"]
    monkeypatch.setattr("cleanweb.linearize.tables.cell_roles", lambda *_: told)
    rows = "<tr><td>Tea:<td>Oolong<tr><td>Price<td>-<tr><td>Taxes included."
    blocks = plain_blocks(f"<table>{rows}</table>")
    draft = Draft.of(blocks, Verdicts([True] * 5, ["p"] * 5, ["kept"] * 5, [1.0] * 5))
    rewrite_tables(draft, "sentences")
    written = draft.written(tags=False)
    assert written.text == "Taxes included ;; Tea: Oolong.\n"
    assert written.edits == [
        Edit(0, "table sentence", removed=":"),
        Edit(1, "table sentence", added=" ;; : ."),
        Edit(2, "table cell left out", removed="Price"),
        Edit(3, "table cell left out", removed="-"),
        Edit(4, "table sentence", removed="."),
    ]


def test_a_sentence_of_very_many_parts_takes_linear_time() -> None:
    """The sentence was copied for each part."""
    sentence = Sentence()
    with within(4):
        for number in range(200_000):
            sentence.add_parts([(number, "some words")])
            sentence.add_sign(" / ")
        assert (len(sentence.text), len(sentence.signs)) == (2_600_000, 600_000)


@pytest.mark.slow  # measures times on a long page
def test_a_wide_row_takes_linear_time() -> None:
    """Each datum searched the whole row for its header."""
    blocks = plain_blocks("<table><tr><th>a" + "<td>1" * 40_000)
    (table,) = leaf_tables(blocks)
    with within(8):
        (sentence,) = table_sentences(table, ["header"] + ["data"] * 40_000, lambda element: cell_text(blocks, element))
    assert sentence.text.count("a: 1") == 40_000


def test_a_row_of_many_headers_takes_linear_time() -> None:
    """Each datum visited all headers again, used or not: 5 s for half of them, 20 s for these."""
    count = 8000
    blocks = plain_blocks("<table><tr>" + "<th>a" * count + "<td>1" * count)
    (table,) = leaf_tables(blocks)
    roles: list[CellRole] = ["header"] * count + ["data"] * count  # type: ignore[list-item]  # Literals
    with within(8):
        assert table_sentences(table, roles, lambda element: cell_text(blocks, element))


def test_cells_that_span_many_rows_are_told_in_proportion_to_the_page() -> None:
    """Each cell was repeated in all its rows: 1.4 MB for a page of 14 KB."""
    rows = "<table><tr><td>a" + "<td rowspan=0>1" * 500 + "<tr><td>a" * 700
    blocks = plain_blocks(rows)
    (table,) = leaf_tables(blocks)
    roles: list[CellRole] = ["data" for _ in table.cells]
    sentences = table_sentences(table, roles, lambda element: cell_text(blocks, element))
    assert [len(sentence.used) for sentence in sentences] == [501] + [1] * 700


def test_many_short_headers_are_told_once() -> None:
    """Each datum repeated all of 500 one-letter headers: 750 KB for a page of 5 KB."""
    blocks = plain_blocks("<table><tr>" + "<td>1" * 1000)
    (table,) = leaf_tables(blocks)
    roles: list[CellRole] = ["header"] * 500 + ["data"] * 500  # type: ignore[list-item]  # Literals
    (sentence,) = table_sentences(table, roles, lambda element: cell_text(blocks, element))
    assert len(sentence.text) < 5000
