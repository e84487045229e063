"""Headings, terms, parts of paragraphs, lists and data tables are kept or removed as units."""

from collections.abc import Sequence

import pytest

from cleanweb.classify.kitten import Kitten
from cleanweb.classify.units import (
    MIN_ITEM_SCORE,
    divided_tables,
    keep_headed,
    keep_lists,
    keep_lists_amid,
    keep_tables,
    keep_units,
)
from cleanweb.page import Blocks
from cleanweb.segment.table_roles import PageTables
from tests.blocks import default_blocks
from tests.timing import within


def test_a_heading_leads_in_the_text_of_its_section_only() -> None:
    blocks = default_blocks("<div><h2>One</h2></div><div><h2>Two</h2><h3>Three</h3><p>Text</div>")
    keep, rule = [False, False, False, True], ["below"] * 3 + ["kept"]
    keep_units(blocks, keep, rule)
    assert rule == ["below", "below", "lead-in", "kept"]
    assert keep == [False, False, True, True]


@pytest.mark.parametrize(("elsewhere", "count"), [(2, 2), (3, 0)])
def test_a_heading_mostly_removed_elsewhere_leads_in_nothing(elsewhere: int, count: int) -> None:
    label = "<h3 class=ad>Advertisement</h3>"
    blocks = default_blocks(f"<div>{label * elsewhere}</div><div><p>The warp{label}<p>The weft{label}<p>The web</div>")
    keep = [text.startswith("The") for text in blocks.text]
    rule = ["kept" if is_kept else "below" for is_kept in keep]
    keep_units(blocks, keep, rule)
    assert rule.count("lead-in") == sum(keep) - 3 == count


@pytest.mark.parametrize(
    ("html", "kept", "score", "is_whole"),
    [
        ("<ul><li>Warp<li>Weft<li>Web</ul>", [True, True, False], MIN_ITEM_SCORE, True),
        ("<ol><li>Warp<li>Weft<li>Web</ol>", [False, True, True], MIN_ITEM_SCORE, True),
        ("<ul><li>Warp<li>Weft<li>Web</ul>", [True, True, False], MIN_ITEM_SCORE - 0.01, False),
        ("<ul><li>Warp<li>Weft<li>Web</ul>", [True, False, False], MIN_ITEM_SCORE, False),
        ("<ul><li>The warp<li>Weft<li>Web</ul>", [True, False, False], MIN_ITEM_SCORE, True),
        ("<ul><li>Warp<li>Weft</ul>", [True, False], MIN_ITEM_SCORE, False),
        ("<ul><li>Warp<ul><li>Weft<li>Web</ul></ul>", [True, True, False], MIN_ITEM_SCORE, False),
        ("<div><p>Warp<p>Weft<p>Web</div>", [True, True, False], MIN_ITEM_SCORE, False),
    ],
    ids=["most", "numbered", "unlikely", "few", "most by length", "two items", "nested", "no list"],
)
def test_a_list_of_which_half_is_kept_stays_whole(html: str, kept: list[bool], score: float, is_whole: bool) -> None:
    keep, rule = list(kept), ["kept" if is_kept else "below" for is_kept in kept]
    keep_lists(default_blocks(html), keep, rule, [score] * len(keep))
    assert keep == ([True] * len(kept) if is_whole else kept)
    assert ("list" in rule) == is_whole


QUESTIONS = ("What is warp?", "What is weft?", "What is a web?")
ANSWER = "It is wound on the beam before anything is woven."


@pytest.mark.parametrize(
    ("questions", "answers", "more", "count"),
    [
        (QUESTIONS, [ANSWER] * 3, "", 3),
        (QUESTIONS[:2], [ANSWER] * 2, "", 0),  # too few
        (QUESTIONS, [ANSWER, ANSWER, "It is cloth, once the weft has been put."], "", 3),  # 40 characters
        (QUESTIONS, [ANSWER, ANSWER, "It is cloth, once the weft has been in."], "", 0),
        (("Warp", *QUESTIONS[1:]), [ANSWER] * 3, "", 0),  # two are questions
        (QUESTIONS, [ANSWER] * 3, "<div>Shall we?</div>" * 2, 3),  # three of five
        (QUESTIONS, [ANSWER] * 3, "<div>Shall we?</div>" * 3, 0),  # three of six
        ((*QUESTIONS, "What is weft?"), [ANSWER] * 4, "", 2),  # one occurs twice
        ([f"<a href=q>{question}</a>" for question in QUESTIONS], [ANSWER] * 3, "", 0),
        ([f"{'And again, ' * 10} what is it, {number}?" for number in range(3)], [ANSWER] * 3, "", 3),
        ([f"{'And again, ' * 11} what is it, {number}?" for number in range(3)], [ANSWER] * 3, "", 0),  # too long
    ],
)
def test_questions_lead_in_their_answers(questions: Sequence[str], answers: list[str], more: str, count: int) -> None:
    pairs = zip(questions, answers, strict=True)
    blocks = default_blocks("".join(f"<div>{question}</div><p>{answer}</p>" for question, answer in pairs) + more)
    keep = [blocks.tag(row) == "p" for row in range(len(blocks))]
    rule = ["kept" if is_kept else "below threshold" for is_kept in keep]
    keep_units(blocks, keep, rule)
    assert rule.count("lead-in") == count == sum(keep) - len(answers)


PARTS = "<h3>Tea</h3><p>{0}</p><h3>Milk</h3><p>{0}</p>"


@pytest.mark.parametrize(
    ("html", "count"),
    [
        ("<h2>Our drinks</h2>" + PARTS, 1),
        (("<h2>Our drinks</h2>" + PARTS) * 2, 1),  # one of two
        ("<h2>Our drinks</h2><h3>Tea</h3><p>{0}</p><h2>Cakes</h2><p>{0}</p>", 0),  # of one part
        ("<h2>Cakes</h2><h3>Tea</h3><p>{0}</p><h2>Our drinks</h2>" + PARTS, 1),
        ("<h2>Our drinks</h2><p>Hot</p>" + PARTS, 0),
        ("<h3>Our drinks</h3>" + PARTS, 0),  # of the same rank
        ("<p><b>Our drinks</b></p>" + PARTS, 0),
    ],
)
def test_a_heading_over_kept_parts_stays(html: str, count: int) -> None:
    blocks = default_blocks(f"<p>{ANSWER}</p>" + html.format(ANSWER))
    heads = {row for row in range(len(blocks)) if blocks.tag(row) == "h3"}
    keep = [text in (ANSWER, "Milk") or (text == "Tea" and row in heads) for row, text in enumerate(blocks.text)]
    rule = ["kept" if is_kept else "below threshold" for is_kept in keep]
    keep_units(blocks, keep, rule)
    assert [rule[row] for row, text in enumerate(blocks.text) if text == "Our drinks"].count("lead-in") == count


@pytest.mark.parametrize("html", ["<h2>Our drinks</h2>", f"<h1>Our drinks</h1><p>{ANSWER}</p><h2>Our drinks</h2>"])
def test_one_over_the_whole_page_or_that_repeats_does_not(html: str) -> None:
    blocks = default_blocks(html + PARTS.format(ANSWER))
    keep = [blocks.tag(row) != "h2" for row in range(len(blocks))]
    rule = ["kept" if is_kept else "below threshold" for is_kept in keep]
    keep_units(blocks, keep, rule)
    assert "lead-in" not in rule


@pytest.mark.parametrize(
    ("opener", "count"),
    [
        ("<button aria-expanded=false>Opening hours</button>", 2),
        ("<div><a href='#a' data-toggle=collapse>Opening hours</a></div>", 2),
        ("<div data-bs-toggle=collapse><b>Opening hours</b></div>", 2),
        ("<details><summary>Opening hours</summary></details>", 2),
        ("<button>Opening hours</button>", 0),
        ("<button aria-expanded=false aria-haspopup=true>Opening hours</button>", 0),  # of a menu
        ("<div aria-expanded=false><p>Opening</p><p>hours</p></div>", 0),
    ],
)
def test_what_opens_a_kept_text_leads_it_in(opener: str, count: int) -> None:
    blocks = default_blocks(f"<div><div>{opener}</div><p>{ANSWER}</p></div>" * 2)
    keep = [text == ANSWER for text in blocks.text]
    rule = ["kept" if is_kept else "below threshold" for is_kept in keep]
    keep_units(blocks, keep, rule)
    assert rule.count("lead-in") == count


def test_questions_of_lines_without_elements_lead_in_nothing() -> None:
    blocks = Blocks()
    for question in QUESTIONS:
        blocks.append(question, -1)
        blocks.append(ANSWER, -1)
    keep, rule = [False, True] * 3, ["below threshold", "kept"] * 3
    keep_units(blocks, keep, rule)
    assert "lead-in" not in rule


def test_questions_that_a_rule_removed_stay_removed() -> None:
    blocks = default_blocks("".join(f"<div>{question}</div><p>{ANSWER}</p>" for question in QUESTIONS))
    keep, rule = [False, True] * 3, ["thread", "kept"] * 3
    keep_units(blocks, keep, rule)
    assert rule == ["thread", "kept"] * 3


ENTRY = "<article><header><h2>{title}</h2>{bylines}</header><p>{text}</p></article>"
ENTRY_TEXT = "The warp is wound on the beam before anything is woven."


@pytest.mark.parametrize(
    ("titles", "bylines", "text", "kept"),
    [
        (["Warp", "Weft", "Web"], "<p>3 May</p>", ENTRY_TEXT, 3),
        (["Warp", "Weft", "Web"], "<p>3 May</p><p>Ada Hill</p><p>2 comments</p>", ENTRY_TEXT, 3),
        (["Warp", "Weft", "Web"], "<p>3 May</p><p>Ada Hill</p><p>Looms</p><p>2 comments</p>", ENTRY_TEXT, 0),
        (["Warp", "Weft", "Web"], f"<p>{'Ada Hill, ' * 10}</p>", ENTRY_TEXT, 3),
        (["Warp", "Weft", "Web"], f"<p>{'Ada Hill, ' * 11}</p>", ENTRY_TEXT, 0),
        (["Warp", "Weft", "Web"], "<p>3 May</p>", "The warp is wound on the beam before it.", 3),
        (["Warp", "Weft", "Web"], "<p>3 May</p>", "The warp is wound on the beam after it.", 0),
        (["Warp", "Weft", "Web"], "<h3>Ada Hill</h3>", ENTRY_TEXT, 0),
        (["Warp", "Weft", "Web"], "<p>3 May</p></header><h3>", ENTRY_TEXT, 0),
        (["Warp<div>Ends</div>", "Weft<div>Picks</div>", "Web<div>Cloth</div>"], "", ENTRY_TEXT, 0),
        (
            [f"What a {part} is, and what it may be good for" for part in ("warp", "weft", "web")],
            "<p>3 May</p>" * 4,
            ENTRY_TEXT,
            0,
        ),
        (["Warp", "Weft"], "<p>3 May</p>", ENTRY_TEXT, 0),
        (["Re: Warp", "Weft", "Re: Warp", "Web"], "<p>3 May</p>", ENTRY_TEXT, 2),
    ],
    ids=[
        "date",
        "three",
        "four",
        "long",
        "too long",
        "40 characters",
        "short text",
        "heading",
        "before a heading",
        "of two blocks",
        "long headings",
        "two entries",
        "repeated",
    ],
)
def test_headings_of_entries_stay_where_their_bylines_go(titles: list[str], bylines: str, text: str, kept: int) -> None:
    blocks = default_blocks("".join(ENTRY.format(title=title, bylines=bylines, text=text) for title in titles))
    keep = [block == text for block in blocks.text]
    rule = ["kept" if is_kept else "below" for is_kept in keep]
    keep_units(blocks, keep, rule)
    assert rule.count("lead-in") == sum(keep) - len(titles) == kept


@pytest.mark.parametrize(
    "entry",
    [
        "<article><div><p>Looms</p><h2>{}</h2></div><p>{}</p></article>",
        "<article><div><p>3 May</p><p>Looms</p><p>Ada Hill</p><h2>{}</h2></div><p>{}</p></article>",
        "<div><p>Looms</p><h2>{}</h2><p>3 May</p><p>{}</p></div>",
    ],
    ids=["a kicker", "three", "before and after"],
)
def test_headings_of_entries_may_have_bylines_before_them(entry: str) -> None:
    blocks = default_blocks("".join(entry.format(title, ENTRY_TEXT) for title in ("Warp", "Weft", "Web")))
    keep = [block == ENTRY_TEXT for block in blocks.text]
    rule = ["kept" if is_kept else "below" for is_kept in keep]
    keep_units(blocks, keep, rule)
    assert rule.count("lead-in") == 3


@pytest.mark.parametrize(
    "entry",
    [
        "<h2>{}</h2><p>3 May</p><p>{}</p>",
        "<div><h3>Looms</h3><div><h2>{}</h2></div><p>3 May</p><p>{}</p></div>",
        "<div><p>3 May</p><p>Looms</p><p>Ada Hill</p><p>Mill</p><div><h2>{}</h2></div><p>3 May</p><p>{}</p></div>",
        "<div><h2>{}</h2><p>3 May</p></div><p>{}</p>",
    ],
    ids=["right in the body", "after a heading", "after four", "text outside"],
)
@pytest.mark.parametrize("first", ["", "<p>Looms</p>"])
def test_headings_that_begin_no_entry_stay_out(entry: str, first: str) -> None:
    blocks = default_blocks(first + "".join(entry.format(title, ENTRY_TEXT) for title in ("Warp", "Weft", "Web")))
    keep = [block == ENTRY_TEXT for block in blocks.text]
    keep_units(blocks, keep, ["below"] * len(keep))
    assert sum(keep) == 3


@pytest.mark.parametrize("question", ["<h3>When?</h3>", "<h3><button>When?</button></h3>", "<b><h3>When?</h3></b>"])
def test_a_heading_in_elements_of_its_own_leads_in_too(question: str) -> None:
    one = f"<li><div>{question}</div><div><p>Then.<p>Or later.</div>"
    keep, rule = [False, True, True, False, False, False], ["below", "kept", "kept", "below", "below", "below"]
    keep_units(default_blocks(f"<ul>{one}{one}</ul>"), keep, rule)
    assert rule == ["lead-in", "kept", "kept", "below", "below", "below"]
    assert keep == [True, True, True, False, False, False]


def test_a_term_goes_with_its_definition() -> None:
    blocks = default_blocks("<dl><dt>Warp<dd>Threads along<dt>Weft<dd>Threads across</dl>")
    keep, rule = [False, True, False, False], ["below", "kept", "below", "below"]
    keep_units(blocks, keep, rule)
    assert rule == ["lead-in", "kept", "below", "below"]
    assert keep == [True, True, False, False]


def test_a_definition_goes_with_its_term() -> None:
    blocks = default_blocks("<dl><dt>Warp<dd><p>Threads<p>along<dt>Weft<dd>Threads across<dd>The same</dl>")
    keep, rule = [True, False, False, False, False, True], ["kept", *["below"] * 4, "kept"]
    keep_units(blocks, keep, rule)
    assert rule == ["kept", "definition", "definition", "below", "below", "kept"]
    assert keep == [True, True, True, False, False, True]


@pytest.mark.parametrize(
    ("html", "keep", "after"),
    [
        ("<dl><dt>Warp<dd><div><p>Threads<p>along</div></dl>", [False, True, True], [True, True, True]),
        ("<dl><dt>Warp<dd><p>Threads<p>along</dl>", [False, False, True], [False, False, True]),
        ("<dl><dt>Warp<dt>Chain<dt>Ends<dd>Threads</dl>", [False, False, False, True], [True] * 4),
        ("<dl><dt>Warp<dt>Chain<dd><p>Threads</dl>", [False, True, True], [True, True, True]),
        ("<dl><dt>Warp<dt>Chain<dd>Threads</dl>", [False, True, False], [True, True, True]),
        ("<dl><dt>Warp<dt>Chain</dl><p>Text", [False, False, True], [False, False, True]),
    ],
    ids=["in a paragraph", "its second paragraph", "three", "one kept", "only a term kept", "none"],
)
def test_all_terms_of_a_definition_go_with_its_beginning(html: str, keep: list[bool], after: list[bool]) -> None:
    keep_units(default_blocks(html), keep, [""] * len(keep))
    assert keep == after


def test_a_part_between_kept_parts_of_one_paragraph_stays() -> None:
    blocks = default_blocks("<p>One.<br>Two.<br>Three.<p>Four.<p>Five.")
    keep, rule = [True, False, True, False, True], ["kept", "below", "kept", "below", "kept"]
    keep_units(blocks, keep, rule)
    assert rule == ["kept", "part", "kept", "below", "kept"]
    assert keep == [True, True, True, False, True]


@pytest.mark.parametrize(
    ("html", "keep", "after"),
    [
        ("<div><p>Text<div><pre>a = 1</pre></div><p>More</div>", [True, False, True], [True, True, True]),
        ("<div><p>Text<pre>a = 1\n\nb = 2</pre><p>More</div>", [True, False, False, True], [True] * 4),
        ("<div><p>Text<pre>a = 1</pre></div><p>More", [True, False, True], [True, False, True]),
        ("<div><p>Text<pre>a = 1</pre><p>More</div>", [True, False, False], [True, False, False]),
        ("<pre>a = 1</pre>", [False], [False]),
    ],
    ids=["wrapped", "of two blocks", "at the end", "before what goes", "alone"],
)
def test_an_example_between_kept_blocks_stays(html: str, keep: list[bool], after: list[bool]) -> None:
    keep_units(default_blocks(html), keep, [""] * len(keep))
    assert keep == after


@pytest.mark.parametrize(
    ("is_kept", "removed", "expected"),
    [(True, "below threshold", "preformatted"), (True, "form", "form"), (False, "below threshold", "below threshold")],
)
def test_a_page_that_keeps_an_example_keeps_those_that_the_model_removed(
    is_kept: bool, removed: str, expected: str
) -> None:
    blocks = default_blocks("<div><p>Text<pre>a = 1</pre></div><p>More<div><pre>b = 2</pre><p>And more</div>")
    keep, rule = [True, is_kept, True, False, False], ["kept", "kept" if is_kept else removed, "kept", removed, removed]
    keep_units(blocks, keep, rule)
    assert rule == ["kept", "kept" if is_kept else removed, "kept", expected, removed]
    assert keep == [True, is_kept, True, expected == "preformatted", False]


def test_a_program_kept_in_part_is_kept_except_what_a_rule_removed() -> None:
    blocks = default_blocks("<div><p>Text</div><div><pre>a = 1\n\nb = 2\n\nc = 3\n\nd = 4</pre></div><p>Menu")
    keep = [True, False, True, False, False, False]
    rule = ["kept", "below threshold", "kept", "after the text", "form", "below threshold"]
    keep_units(blocks, keep, rule)
    assert rule == ["kept", "preformatted", "kept", "preformatted", "form", "below threshold"]
    assert keep == [True, True, True, True, False, False]


@pytest.mark.parametrize(
    ("html", "keep"),
    [
        ("<p>One.<br>Two.<br>Three.", [False, False, True]),
        ("<p>One.<br>Two.<br>Three.", [True, False, False]),
        ("<p>One.<br>Two.<br>Three.<br>Four.", [True, False, False, True]),
        ("<p>One.<p>Two.<br>Three.", [True, False, True]),
        ("<p>One.<br>Two.<p>Three.", [True, False, True]),
        ("<div><h2>One</h2></div><p>Text", [False, True]),
        ("<div><h2>One</h2><h2>Two</h2></div>", [False, True]),
        ("<dl><dt>Warp<dd>Threads<dt>Weft</dl>", [False, False, True]),
    ],
)
def test_other_blocks_stay_alone(html: str, keep: list[bool]) -> None:
    blocks, after = default_blocks(html), list(keep)
    keep_units(blocks, after, [""] * len(keep))
    assert after == keep


WALKS = "".join(f"<tr><td>Walk {n}<td>{n} km<td>{n + 1} hours" for n in range(4))
DATA = f"<table border=1><tr><th>Walk<th>Length<th>Time{WALKS}</table><p>Text"
LAYOUT = f"<table><tr><td><p>{'Home and news. ' * 9}<td><p>Tea<p>Pot</table><p>Text"


@pytest.mark.parametrize(
    ("kept", "whole"),
    [
        (range(12), range(15)),  # most of the table
        ([4], range(3, 6)),  # one cell: its whole row
        ([4, 14], [*range(3, 6), *range(12, 15)]),
        ([], []),
    ],
)
def test_a_data_table_that_is_mostly_kept_is_kept_or_rows_of_it(kept: Sequence[int], whole: Sequence[int]) -> None:
    blocks = default_blocks(DATA)
    assert len(blocks) == 16
    keep = [row in kept for row in range(len(blocks))]
    rule = ["kept" if kept else "below" for kept in keep]
    before = list(keep)
    keep_tables(PageTables(blocks), keep, rule)
    assert [row for row, is_kept in enumerate(keep) if is_kept] == [*whole]
    name = "data table" if len(whole) == 15 else "table row"
    assert [told == name for told in rule] == [was != now for was, now in zip(before, keep, strict=True)]


@pytest.mark.parametrize("kept", [range(0), range(16)])
def test_a_table_that_is_kept_or_removed_as_a_whole_is_not_divided(kept: Sequence[int]) -> None:
    tables = PageTables(default_blocks(DATA))
    keep = [row in kept for row in range(16)]
    assert len(tables.leaves) == 1
    assert list(divided_tables(tables, keep, settled=())) == []
    keep[14] = not keep[14]
    assert list(divided_tables(tables, keep, settled=[14])) == []


@pytest.mark.parametrize(("name", "returns"), [("links", True), ("button", False)])
def test_cells_return_to_their_row_by_the_rule_that_removed_them(name: str, returns: bool) -> None:
    blocks = default_blocks(DATA)
    keep = [row in (3, 5) for row in range(len(blocks))]
    rule = ["kept" if is_kept else name for is_kept in keep]
    keep_tables(PageTables(blocks), keep, rule, ("links", "tail"))
    assert [row for row, is_kept in enumerate(keep) if is_kept] == ([3, 4, 5] if returns else [3, 5])


TERMS = "<h2>Walks</h2><dl><dt>Weight<dd>3 kg<dt>Colour<dd>green</dl>"


@pytest.mark.parametrize(
    ("html", "score", "removed_by", "count"),
    [
        (f"<h2>Walks</h2>{DATA}", 0.2, "below threshold (page)", 15),
        (TERMS, 0.2, "after the text (article)", 4),
        (TERMS, 0.19, "below threshold (page)", 0),
        (TERMS, 0.2, "navigation", 0),
        (TERMS.replace("h2", "p"), 0.2, "below threshold (page)", 0),
        (TERMS.replace("</h2>", "</h2><p>Of it"), 0.2, "below threshold (page)", 0),
        (TERMS.replace("3 kg", "<a>3 kg of it</a>").replace("green", "<a>green</a>"), 0.2, "below threshold (page)", 0),
        ("<h2>Walks</h2><dl><dt>Weight<dd>3 kg</dl>", 0.2, "below threshold (page)", 0),
        ("<h2>Walks</h2><table><tr><td><p>One<p>Two<tr><td>Three</table>", 0.2, "below threshold (page)", 0),
    ],
)
def test_details_stay_under_their_heading(html: str, score: float, removed_by: str, count: int) -> None:
    blocks = default_blocks(html)
    keep = [row == 0 for row in range(len(blocks))]
    rule = ["kept" if is_kept else removed_by for is_kept in keep]
    keep_headed(PageTables(blocks), keep, rule, [score] * len(blocks))
    assert rule.count("headed") == sum(keep) - 1 == count


def test_the_caption_of_a_table_is_no_row() -> None:
    blocks = default_blocks(DATA.replace("<tr>", "<caption>Walks by the river</caption><tr>", 1))
    keep = [text == "Walks by the river" for text in blocks.text]
    keep_tables(PageTables(blocks), keep, [""] * len(keep))
    assert sum(keep) == 1


@pytest.mark.parametrize(("item", "is_kept"), [("0 km", True), ("The walk along the river" * 9, False)])
def test_in_kitten_the_cells_of_a_data_table_share_one_fate(item: str, is_kept: bool) -> None:
    blocks = default_blocks(DATA.replace("<td>0 km", f"<td><ul><li><a href=x>{item}</a></ul>"))
    keep = [is_kept] * (len(blocks) - 1)
    assert Kitten(min_link_words=50)(blocks).keep == [*keep, True]


def test_kitten_scores_what_it_decides() -> None:
    blocks = default_blocks(DATA.replace("<td>0 km", "<td><ul><li><a href=x>0 km</a></ul>"))
    verdicts = Kitten()(blocks)
    assert verdicts.rule[blocks.text.index("0 km")] == "data table"
    assert verdicts.score == [float(keep) for keep in verdicts.keep] == [1.0] * len(blocks)


def test_most_characters_decide_not_most_cells() -> None:
    blocks = default_blocks(
        DATA.replace("Walk 0", "The walk along the river, past the mill and up to the old bridge" * 3)
    )
    keep = [len(text) > 100 for text in blocks.text]
    assert sum(keep) == 1
    keep_tables(PageTables(blocks), keep, [""] * len(keep))
    assert all(keep[:-1])


@pytest.mark.parametrize("is_half", [True, False])
def test_half_of_the_characters_are_enough(is_half: bool) -> None:
    blocks = default_blocks(DATA)
    others = sum(map(len, blocks.text[1:-1]))
    blocks.text[0] = "x" * (others if is_half else others - 1)
    keep = [row == 0 for row in range(len(blocks))]
    keep_tables(PageTables(blocks), keep, [""] * len(keep))
    assert keep == [True] * 3 + [is_half] * (len(keep) - 4) + [False]


def test_settled_blocks_have_no_part_in_it() -> None:
    blocks = default_blocks(DATA)
    keep = [row % 2 == 1 for row in range(len(blocks))]
    ((rows, _),) = divided_tables(PageTables(blocks), keep, settled={0, 2, 4})
    assert rows == [1, 3, *range(5, len(blocks) - 1)]


def test_the_cells_of_a_layout_table_do_not() -> None:
    blocks = default_blocks(LAYOUT)
    keep = [True, False, True, True]
    keep_tables(PageTables(blocks), keep, [""] * len(keep))
    assert keep == [True, False, True, True]


BELOW = "below threshold (page)"
ITEMS = "<ul><li>a kettle of copper<li>a stove</ul>"
LINKS = "<ul><li><a href=/>a kettle of copper</a><li><a href=/>a stove</a></ul>"


@pytest.mark.parametrize(
    ("html", "rules", "expected"),
    [
        (f"<p>Needed are:</p>{ITEMS}<p>Wait.", ["kept", BELOW, BELOW, "kept"], "introduced"),
        (f"<p>Needed are:</p>{ITEMS}<p>Wait.", ["kept", "after the text (article)", BELOW, BELOW], "introduced"),
        (f"<p>要るのは：</p>{ITEMS}", ["kept", BELOW, BELOW], "introduced"),
        (f"<ul><li>Home</ul><p>Needed are:</p>{ITEMS}", [BELOW, "kept", BELOW, BELOW], "introduced"),
        (f"<p>More<ul><li>Home</ul><p>Needed are:</p>{ITEMS}", [BELOW, BELOW, "kept", BELOW, BELOW], "introduced"),
        (f"<p>Boil it.</p>{ITEMS}<p>Wait.", ["kept", BELOW, BELOW, "kept"], "amid"),
        (f"<p>Boil it.</p>{ITEMS}<p>Wait.", ["kept", "kept", BELOW, "kept"], "amid"),
        (f"<p>Boil it.</p>{ITEMS}<p>Wait.", ["kept", BELOW, BELOW, BELOW], BELOW),
        (f"<p>Boil it.</p>{ITEMS}<p>Wait.", [BELOW, BELOW, BELOW, "kept"], BELOW),
        (f"{ITEMS}<p>Wait.", [BELOW, BELOW, "kept"], BELOW),  # nothing before it
        (f"{ITEMS}<p>Needed are:", [BELOW, BELOW, "kept"], BELOW),
        (f"<p>Boil it.</p>{ITEMS}<div><p>Wait.</div>", ["kept", BELOW, BELOW, "kept"], BELOW),
        (f"<p>Needed are:</p>{ITEMS}", ["kept", "thread", "thread"], "thread"),
        (f"<p>Needed are:</p>{LINKS}", ["kept", BELOW, BELOW], BELOW),
        (ITEMS, [BELOW, BELOW], BELOW),
    ],
)
def test_a_list_amid_kept_text_stays(html: str, rules: list[str], expected: str) -> None:
    blocks = default_blocks(html)
    keep = [rule == "kept" for rule in rules]
    last = blocks.text.index("a stove")
    keep_lists_amid(blocks, keep, rules, [float(len(text.split())) for text in blocks.text])
    assert rules[last] == expected
    assert keep[last] is (expected in ("introduced", "amid"))


def test_what_is_preformatted_stays_where_the_page_keeps_any() -> None:
    blocks = default_blocks("<pre>boil(water)</pre><p>Or so:</p><pre>boil(tea)</pre><pre>wait()</pre>")
    keep, rule = [True, False, False, False], ["kept", "button", "below threshold (page)", "button"]
    keep_units(blocks, keep, rule)
    assert keep == [True, False, True, False]
    assert rule[2] == "preformatted"  # nothing below it is kept


@pytest.mark.parametrize("path", ["pre", "h2>div"])
def test_examples_and_headings_that_lie_in_each_other_take_linear_time(path: str) -> None:
    """Climbing from each block to the outermost element took eight times this limit and more."""
    nested = ">".join(["body", *[path] * 10_000])
    blocks = Blocks.of([(nested, "The loom"), ("body>p", "12 May"), ("body>p", ENTRY_TEXT)])
    with within(0.5):
        keep_units(blocks, [False, False, True], ["below threshold"] * 3)


def test_rows_of_tables_with_elements_in_each_other_take_linear_time() -> None:
    """Climbing from each cell to its row took five times this limit."""
    blocks = default_blocks(DATA.replace("</table>", f"<tr><td>{'<div>w ' * 10_000}</table>"))
    keep = [row == 4 for row in range(len(blocks))]
    with within(0.5):
        keep_tables(PageTables(blocks), keep, [""] * len(keep))
    assert sum(keep) == 3
