"""Text that belongs to no page: the page is judged as if it were not there."""

import json
import pickle
from html import escape

import pytest

from cleanweb.classify.learned_beside import (
    REASONS,
    is_most_kept,
    line_numbers,
    page_footers,
    pressed,
    rules_beside,
    sources,
    unindexed,
)
from cleanweb.page import Blocks
from tests.classify.test_learned import PAGE, STORY, cleaned
from tests.timing import within

RECORDS = json.dumps([{"id": number, "name": "cheap flights", "price": 7 * number} for number in range(900)])
COUNTRIES = "".join(f"<option>Land of the {number} rivers" for number in range(300))
BESIDE = "<p>Read more of our news<p>Follow us on our pages"
NOTICE = "This page needs JavaScript. <p>See <a href=help>how to switch it on</a>."


@pytest.mark.parametrize(
    ("rule", "before", "shown", "count"),
    [
        ("data", "", f"<div>{RECORDS}</div>", 1),
        ("data", "", f"<p hidden>{RECORDS}", 1),
        ("data", "", f"<ul><li>{RECORDS}</ul>", 1),
        ("data", "", f"<b>{RECORDS}</b>", 1),
        ("data", "", f"<div>[900, {RECORDS[1:]}</div>", 1),
        ("choice", "", f"<select>{COUNTRIES}</select>", 300),
        ("choice", "<p>Where do you live?", f"<select><optgroup>{COUNTRIES}</optgroup></select>", 300),
        ("choice", "", f"<noscript><select>{COUNTRIES}</select></noscript>", 300),
        ("script notice", "", f"<noscript>{NOTICE}</noscript>", 2),
        ("permalink", "<h2 id=mill>The mill", "</h2><div><a href='#mill'>Section titled The mill</a></div>", 1),
    ],
)
@pytest.mark.parametrize("comments", ["keep", "only"])
def test_a_page_is_judged_as_if_it_were_not_there(
    rule: str, before: str, shown: str, count: int, comments: str
) -> None:
    alone = cleaned(PAGE.replace("</main>", f"{before}</main>"), comments=comments)
    page = cleaned(PAGE.replace("</main>", f"{before}{shown}</main>"), comments=comments)
    rows = [row for row, name in enumerate(page.verdicts.rule) if name == rule]
    assert len(rows) == count
    assert page.text == alone.text
    assert not any(page.verdicts.keep[row] or page.verdicts.score[row] for row in rows)
    reasons = [told.reason for told in page.explain(range(len(page.blocks)))]
    assert {reasons.pop(row) for row in reversed(rows)} == {REASONS[rule]}
    assert reasons == [told.reason for told in alone.explain(range(len(alone.blocks)))]


@pytest.mark.parametrize(
    "html",
    [
        "<h2 id=mill>The mill</h2><div><a href='#top'>Section titled The mill</a></div>",
        "<h2 id=mill>The mill</h2><div><a href='/#mill'>Section titled The mill</a></div>",
        "<h2 id=mill>The mill</h2><div>Section titled <a href='#mill'>The mill</a></div>",
        "<p id=mill>The mill</p><div><a href='#mill'>Section titled The mill</a></div>",
        "<div><a href='#mill'>Section titled The mill</a></div><h2 id=mill>The mill</h2>",
    ],
)
def test_other_links_beside_headings_are_no_permalinks(html: str) -> None:
    assert "permalink" not in cleaned(PAGE.replace("</main>", f"{html}</main>")).verdicts.rule


def test_a_page_is_judged_without_consent_boxes_that_would_be_kept() -> None:
    terms = "".join(
        f"<p>We and {number} partners store, read and use information about you on your device, on any day."
        for number in range(30)
    )
    page = cleaned(f'<div id="cookie-banner"><h1>The mill</h1>{terms}</div><div><a href=/>Home</a></div><p>It turns.')
    alone = cleaned("<div><a href=/>Home</a></div><p>It turns.")
    assert page.text == alone.text != ""
    assert set(page.verdicts.rule[:31]) == {"consent box"}
    assert page.explain([0])[0].reason == REASONS["consent box"]


def test_html_in_a_text_area_is_no_text() -> None:
    """HTML of the page's text for republishing used to be kept, once in place of the text itself."""
    area = f"<p>Copy the story.</p><textarea>{escape(f'<h1>The mill</h1><p>{STORY}</p>')}</textarea>"
    page = cleaned(PAGE.replace(STORY, STORY + area))
    assert "</" not in page.text
    assert page.text.count("That was 1850") == 1
    row = page.verdicts.rule.index("source")
    assert page.explain([row])[0].reason.startswith("HTML in a text area, to be copied: score")
    blocks = cleaned(f"<p>It turns.</p>{area}").blocks
    assert sources(blocks, [True, True, True]) == {2: "source"}
    assert sources(blocks, [True, True, False]) == {}
    assert sources(cleaned("<textarea>&lt;b>tea&lt;/b>").blocks, [True]) == {}
    assert sources(cleaned("<p>It turns.<textarea>Is 5 &lt; 6?").blocks, [True, True]) == {}


@pytest.mark.parametrize(("name", "is_text"), [("informed-consent", True), ("user-consent", False)])
def test_a_section_with_a_heading_on_consent_is_no_box(name: str, is_text: bool) -> None:
    section = f'<section id="{name}" class="level2"><h2>Informed consent</h2>{STORY}</section>'
    page = cleaned(PAGE.replace(STORY, f"<p>It has been empty for years, but not for long.{section}"))
    rules = [page.verdicts.rule[row] for row, text in enumerate(page.blocks.text) if "thought of tourists" in text]
    assert ("consent box" not in rules) == is_text


FOOTER = f"<footer><h1>The mill</h1>{STORY}</footer>"
REST = "<div><a href=/>Home</a></div><p>It turns."


def test_a_page_is_judged_without_a_footer_that_would_be_kept() -> None:
    page = cleaned(FOOTER + REST)
    assert page.text == cleaned(REST).text != ""
    assert set(page.verdicts.rule[:-2]) == {"footer"}
    assert page.explain([0])[0].reason == REASONS["footer"]


@pytest.mark.parametrize("html", [FOOTER, f"<main>{FOOTER}</main>{REST}", f"<ul><li>{FOOTER}</ul>{REST}"])
def test_a_footer_of_something_else_is_judged_and_one_without_a_page(html: str) -> None:
    page = cleaned(html)
    assert "footer" not in page.verdicts.rule
    assert page.text.startswith("<h>The mill\n<p>The old mill")


@pytest.mark.parametrize(
    ("html", "kept", "gone"),
    [
        ("<p>One.<div id=footer><p>Two.<p>Three.</div>", [0, 2], [1, 2]),
        ("<p>One.<div class='wide Site-Footer'>Two.</div>", [0, 1], [1]),
        ("<p>One.<div id=footer>Two.</div><p>Three.", [0, 1], [1]),  # nothing is kept after it
        ("<p>One.<div id=footer>Two.</div><p>Three.", [0, 1, 2], []),
        ("<p>One.<div id=footer>Two.</div><p>Three.", [0], []),
        ("<p>One.<div class=footer-links>Two.</div>", [0, 1], []),
        ("<p>One.<article><p>Two.<div class=footer>Three.</div></article>", [0, 1, 2], []),
        ("<p>One.<div class=footer><p>Two.<footer>Three.</footer></div>", [0, 1, 2], [1, 2]),
        ("<div class=footer><p>One.<p>Two.</div>", [0, 1], []),  # the page has nothing else
    ],
)
def test_footers_by_name_end_the_page(html: str, kept: list[int], gone: list[int]) -> None:
    blocks = cleaned(html).blocks
    found = page_footers(blocks, [row in kept for row in range(len(blocks))])
    assert sorted(found) == gone


def test_footers_are_asked_for_where_any_is_kept_and_weigh_by_words() -> None:
    blocks = cleaned("<p>One two three four five six seven eight nine ten.<footer><p>Two.<p>Three.</footer>").blocks
    assert page_footers(blocks, [True, False, False]) == {}
    assert page_footers(blocks, [False, False, True]) == {1: "footer", 2: "footer"}
    assert not is_most_kept([1, 2], [True, True, True], [10, 1, 1])
    assert not is_most_kept([1, 2], [True, True, False], [1, 9, 9])
    assert is_most_kept([1, 2], [True, True, True], [1, 9, 1])


@pytest.mark.parametrize(
    ("html", "rows"),
    [
        ("<button>How long does it take?</button><p>Two days within the country, a week elsewhere.", []),
        ("<button>その水車はまだ回りますか？</button><p>Two days within the country, a week elsewhere.", []),
        ("<button>Was this helpful?</button><p>Yes", [1]),  # a short answer
        ("<button>Was this helpful?</button>", [1]),
        ("<button>Share it</button><p>Two days within the country, a week elsewhere.", [1]),
        ("<p>Open the menu and press <button>Save as</button> OK takes a folder.", []),
        ("<p>Open the menu and press</p><button>Save as</button><p>OK takes a folder.", [2]),
    ],
)
def test_what_of_buttons_is_read(html: str, rows: list[int]) -> None:
    blocks = cleaned(f"<p>The mill turns.</p>{html}").blocks
    unlikely = [0.5] * len(blocks)
    assert pressed(blocks, [True] * len(blocks), unlikely) == dict.fromkeys(rows, "button")
    assert pressed(blocks, [True] * len(blocks), [0.8] * len(blocks)) == {}
    if rows == [] and "?" in html:
        assert pressed(blocks, [True, True, False], unlikely) == {1: "button"}  # without its answer


def test_a_question_over_its_answer_may_begin_a_page() -> None:
    blocks = cleaned("<button>How long does it take?</button><p>Two days within the country, a week elsewhere.").blocks
    assert pressed(blocks, [True, True], [0.5, 0.5]) == {}
    assert pressed(blocks, [True, False], [0.5, 0.5]) == {}, "it is all that is kept"
    named = cleaned("<button>Save as</button> OK takes a folder.").blocks
    assert pressed(named, [True, True], [0.5, 0.5]) == {0: "button"}


def test_a_button_is_a_word_of_a_sentence_where_both_sides_are_kept() -> None:
    blocks = cleaned("<p>The mill turns.<p>Open the menu and press <button>Save as</button> OK takes a folder.").blocks
    for around, rows in (([True, True], []), ([False, True], [2]), ([True, False], [2])):
        assert pressed(blocks, [True, around[0], True, around[1]], [0.5] * 4) == dict.fromkeys(rows, "button")


def test_what_is_pressed_goes_unless_it_heads_or_opens_something() -> None:
    sentence = "The miller ground the corn of nine villages, and the river did the work."
    buttons = [
        "<button>The miller ground the corn of nine villages.",
        f"<h3><button>{sentence} Two",
        f"<button aria-expanded=false>{sentence} Three",
    ]
    story = STORY + "".join(f"{button}</button></h3><p>{sentence}" for button in buttons)
    page = cleaned(PAGE.replace(STORY, story), focus="page")
    texts = ("The miller ground the corn of nine villages.", f"{sentence} Two", f"{sentence} Three")
    rows = [page.blocks.text.index(text) for text in texts]
    assert [page.verdicts.rule[row] == "button" for row in rows] == [True, False, False]
    assert page.explain(rows)[0].reason.startswith("what is pressed, not read: score")
    assert cleaned(f"<button>{sentence}</button>").text


LISTING = "<table><tr><td>{numbers}<td>{program}</table>"


@pytest.mark.parametrize(
    ("html", "rows"),
    [
        (LISTING.format(numbers="<pre>1\n2\n3</pre>", program="<pre>a = 1\nb = 2\nc = 3</pre>"), [0]),
        (LISTING.format(numbers="<div><pre>1</pre></div>", program="<div><pre>a = 1</pre></div>"), [0]),
        (LISTING.format(numbers="<pre><div>1</div><div>2</div></pre>", program="<pre>a = 1\nb = 2</pre>"), [0, 1]),
        (LISTING.format(numbers="<pre>11</pre>", program="<pre>tons of wheat</pre>"), []),
        (LISTING.format(numbers="<pre>1\n2</pre>", program="<pre>1\n2\n3</pre>"), []),
        (LISTING.format(numbers="<pre>1\n2\n4</pre>", program="<pre>a = 1\nb = 2</pre>"), []),  # data
        (LISTING.format(numbers="<pre>-1\n0\n1</pre>", program="<pre>a = 1\nb = 2</pre>"), []),
        (LISTING.format(numbers="<pre>1\n2</pre>", program="What it is"), []),
        (LISTING.format(numbers="1 2", program="<pre>a = 1\nb = 2</pre>"), []),
        ("<table><tr><td><pre>1</pre><tr><td><pre>a = 1</pre></table>", []),  # each in a row of its own
        ("<table><tr><td><pre>1</pre><pre>a = 1</pre></table>", []),
        ("<pre>1</pre><pre>a = 1</pre>", []),
    ],
)
def test_the_numbers_of_lines_go(html: str, rows: list[int]) -> None:
    blocks = cleaned(html).blocks
    assert line_numbers(blocks, [True] * len(blocks)) == dict.fromkeys(rows, "line number")
    assert line_numbers(blocks, [row != 0 for row in range(len(blocks))]) == dict.fromkeys(rows[1:], "line number")
    assert line_numbers(blocks, [row < 1 for row in range(len(blocks))]) == {}, "the program is not kept"


def test_a_program_is_kept_without_the_numbers_of_its_lines() -> None:
    listing = LISTING.format(numbers="<pre>1\n2</pre>", program="<pre>turn(mill)\ngrind(corn)</pre>")
    page = cleaned(PAGE.replace(STORY, STORY + listing + STORY))
    row = page.blocks.text.index("1 2")
    assert page.verdicts.rule[row] == "line number" and "grind(corn)" in page.text
    assert page.explain([row])[0].reason.startswith("the numbers of the lines of a program beside it: ")


@pytest.mark.parametrize("shown", [f"<noscript>{STORY}</noscript>", f"<noscript>{NOTICE}{STORY}{STORY}</noscript>"])
def test_a_text_for_browsers_without_scripts_is_judged(shown: str) -> None:
    page = cleaned(PAGE.replace(STORY, shown))
    assert "script notice" not in page.verdicts.rule


def test_of_a_page_that_is_a_notice_nothing_is_left() -> None:
    page = cleaned(f"<div id=app></div><noscript>{NOTICE}</noscript>")
    assert not page.text
    assert page.verdicts.rule == ["script notice"] * 2
    assert [told.reason for told in page.explain([0, 1])] == [REASONS["script notice"]] * 2


def test_what_comes_from_another_process_is_explained_as_well() -> None:
    page = cleaned(PAGE.replace("</main>", f"<div>{RECORDS}</div></main>"))
    rows = range(len(page.blocks))
    assert pickle.loads(pickle.dumps(page)).explain(rows) == page.explain(rows)


@pytest.mark.parametrize(
    "shown",
    [
        f"<pre>{RECORDS}</pre>",
        f"<p><code>{RECORDS}</code></p>",
        f"<div>{RECORDS[:-1]}</div>",
        f"<div>{RECORDS[: RECORDS.index('}', 900) + 1]}]</div>",
        f"<div>{json.dumps(list(range(900)))}</div>",
        "<div>{" + '"tea": 1, ' * 900 + "and so on}</div>",
        "<div>" + "[" * 5000 + "]" * 5000 + "</div>",
        "<div>[" + "see " * 900 + "]</div>",
    ],
    ids=["pre", "code", "cut", "short", "numbers", "no JSON", "deep", "in brackets"],
)
def test_all_else_is_judged_as_text(shown: str) -> None:
    page = cleaned(PAGE.replace(STORY, STORY + shown))
    assert "data" not in page.verdicts.rule


@pytest.mark.parametrize("shown", [f"<div>{RECORDS}</div>", f"<select>{COUNTRIES}</select>"])
def test_data_and_choices_stay_where_the_page_has_nothing_else(shown: str) -> None:
    assert cleaned(shown).text
    assert cleaned(f"{shown}<noscript>{NOTICE}</noscript>").text


@pytest.mark.parametrize(
    ("begin", "end", "rows"),
    [
        ("<noindex>", "</noindex>", [1, 2]),
        ("<div data-nosnippet>", "</div>", [1, 2]),
        ("<span data-nosnippet=true>", "</span>", [1, 2]),
        ('<section class="note robots-nocontent">', "</section>", [1, 2]),
        ("<div class=note>", "</div>", []),
    ],
)
def test_what_search_engines_are_asked_to_leave_out_goes(begin: str, end: str, rows: list[int]) -> None:
    blocks = cleaned(f"<p>The mill turns.</p>{begin}<p>Write to us.<p>Be kind.</p>{end}<p>It turns.").blocks
    assert unindexed(blocks, [True] * 4, [9, 9, 9, 9], [0.7] * 4) == dict.fromkeys(rows, "noindex")
    assert unindexed(blocks, [True, True, False, True], [9, 9, 9, 9], [0.7] * 4) == dict.fromkeys(rows[:1], "noindex")
    assert unindexed(blocks, [True] * 4, [1, 9, 9, 0], [0.7] * 4) == {}  # nearly all of the text is


def test_what_is_plainly_text_is_not_left_out() -> None:
    blocks = cleaned("<p>The mill turns.</p><div data-nosnippet><p>It grinds.<p>It stops.</p></div><p>It turns.").blocks
    assert unindexed(blocks, [True] * 4, [9, 9, 9, 9], [0.1, 0.9, 0.81, 0.1]) == {}
    assert unindexed(blocks, [True] * 4, [9, 8, 9, 9], [0.1, 0.9, 0.79, 0.1]) == dict.fromkeys([1, 2], "noindex")
    page = cleaned(PAGE.replace(STORY, f"<p>It has been empty for years.<div data-nosnippet>{STORY}</div>"))
    assert "noindex" not in page.verdicts.rule
    assert "That was 1850" in page.text


def test_a_block_of_which_the_beginning_is_to_be_left_out_stays() -> None:
    blocks = cleaned("<p>It turns.<p><noindex><a href=/>The paper</a></noindex> said that the mill turns.").blocks
    assert unindexed(blocks, [True, True], [3, 7], [0.7] * 2) == {}


def test_the_reason_tells_that_search_engines_are_asked_to_leave_it_out() -> None:
    page = cleaned(PAGE.replace(STORY, f"{STORY}<div data-nosnippet>{BESIDE}</div>"))
    rows = [row for row, rule in enumerate(page.verdicts.rule) if rule == "noindex"]
    assert len(rows) > 1
    assert not any(page.verdicts.keep[row] for row in rows)
    assert page.explain(rows[:1])[0].reason.startswith("search engines are asked to leave it out: ")


def test_data_in_very_many_elements_takes_linear_time() -> None:
    """Each element used to climb to the root to see whether it is in a program: 10 s for these."""
    blocks, innermost = Blocks(), -1
    for _ in range(200_000):
        innermost = blocks.append_element(innermost, "div")
    for text in ["The mill turns.", *[json.dumps({"name": "cheap flights" * 80})] * 1000]:
        blocks.append(text, innermost)
    with within(4):
        assert rules_beside(blocks) == dict.fromkeys(range(1, 1001), "data")


def test_buttons_that_head_what_they_unfold_are_read() -> None:
    sentence = "The miller ground the corn of nine villages, and the river did the work of the others for them."
    names = ("Our history", "The wheel of 1740", "How to find the mill")
    parts = "".join(f"<button class=accordion>{name}</button><div class=panel><p>{sentence}</div>" for name in names)
    page = cleaned(f"<title>About the mill</title><h1>About the mill</h1><p>{sentence}</p>{parts}")
    assert [name for name in names if name in page.text] == [*names]
