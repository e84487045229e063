"""Blocks that stand apart from the text: which are removed, in boxes and outside the plain text, and which stay."""

import pytest

from cleanweb import cleaner
from cleanweb.classify.learned_apart import apart_from_text, boxes_apart
from cleanweb.segment.table_roles import PageTables
from tests.blocks import default_blocks
from tests.timing import within

TEXT = "The old mill by the river was built in 1740, and it ground the corn of nine villages until the railway came."
STORY = f"<p>{TEXT}" * 6
NOTE = "Would you like to know more of it?"
MORE = "Since then it has been a barn."


def gone(body: str, chance: float = 0.4, stated: str = "") -> dict[str, str]:
    """The texts removed for their boxes, with their rules; all are kept before, and all but the story, which is plainly
    text, have this chance.
    """
    blocks = default_blocks(body)
    words = [float(len(text.split())) for text in blocks.text]
    score = [0.9 if text == TEXT else chance for text in blocks.text]
    rule = ["stated part" if text == stated else "kept" for text in blocks.text]
    boxes = boxes_apart(blocks, [True] * len(blocks), rule, words, score)
    return {blocks.text[row]: box.rule for row, box in boxes.items()}


@pytest.mark.parametrize(
    ("box", "rule"),
    [
        ("<form><p>{}</form>", "form"),
        ("<div><label>Yes</label><div><label>{}</label></div></div>", "form"),
        ("<dialog open><p>{}</dialog>", "dialog"),
        ("<div role=dialog><p>{}</div>", "dialog"),
        ("<div role=tooltip>{}</div>", "dialog"),
        ("<nav><p>{}</nav>", "navigation"),
        ("<div role=contentinfo>{}</div>", "navigation"),
        ("<aside><p>{}</aside>", "aside"),
        ("<div role=complementary><p>{}</div>", "aside"),
        ("<div aria-roledescription=carousel><p>{}</div>", "changing"),
        ("<div aria-live=polite>{}</div>", "changing"),
        ("<dialog open><form><p>{}</form></dialog>", "dialog"),
        ("<div class='Modal-box fade'><p>{}</div>", "dialog"),
        ("<div id=newsPopup><p>{}</div>", "dialog"),
        ("<div class='box offerDisclaimer'><p>{}</div>", "small print"),
        ("<div id=best-badge>{}</div>", "small print"),
        ("<div class='badge hasMenu'>{}</div>", "small print"),
        ("<div class=navfooter><p>{}</div>", "navigation"),
        ("<div class='wide main-menu'><p>{}</div>", "menu"),
        ("<table width=150><tr><td>Mills<td>{}</table>", "column"),
        ("<table><tr><td width='25%'><p>Mills<p>{}</table>", "column"),
        ("<table style='color:red; WIDTH: 250px'><tr><td>Mills<td>{}</table>", "column"),
        ("<table align=right><tr><td>{}</table>", "column"),
        ("<table style='float:left'><tr><td>{}</table>", "column"),
        ("<table style='FLOAT: right !important'><tr><td>{}</table>", "column"),
        ("<p class=sr-only>{}", "heard"),
        ("<p class=visuallyHidden>{}", "heard"),
        ("<p class='note u-visually-hidden'>{}", "heard"),
        ("<p class=screen-reader-text>{}", "heard"),
        ("<p class=screenreader>{}", "heard"),
        ("<p class=visuallyhidden>{}", "heard"),
        ("<p class=_visuallyHidden_1x2>{}", "heard"),
        ("<div class='message-signature x'><p>{}</div>", "signature"),
        ("<div id=sig7 class=Signature>{}</div>", "signature"),
        ("<div class=ipsEntry__signature>{}</div>", "signature"),
        ("<article class='post-7 hentry tag-tea menu'><p>{}</article>", "menu"),
        ("<div class='tag-modal'><p>{}</div>", "dialog"),
        ("<ol id=pageBreadcrumbs><li>{}</ol>", "menu"),
        (
            "<meta property=product:price content=1><div class=reviews><p>So so.</div><div id=copyright>{}</div>",
            "small print",
        ),
        ("<meta property=product:price content=1><div class=reviews><p>{}</div>", "review"),
        ("<meta name=product:price content=1><div class=reviews><p>{}</div>", "review"),
        ("<meta property=og:type content=og:product><div id=CustomerReviews><p>{}</div>", "review"),
        ('<script type=application/ld+json>[{{"@type": "Product"}}]</script><div class=reviews>{}</div>', "review"),
    ],
)
def test_a_box_goes_by_what_it_is(box: str, rule: str) -> None:
    assert gone(STORY + box.format(NOTE)).get(NOTE) == rule
    assert gone(STORY + box.format(NOTE), chance=0.61) == {}  # likely text stays


@pytest.mark.parametrize("tag", ["form", "aside"])
def test_a_box_with_what_the_page_states_stays(tag: str) -> None:
    box = f"<{tag}><p>Two cups of tea<p>{NOTE}</{tag}>"
    assert gone(STORY + box).keys() == {"Two cups of tea", NOTE}
    assert gone(STORY + box, stated="Two cups of tea") == {}
    others = f"<{tag}><p>Do tell us more!</{tag}>"
    assert gone(STORY + box + others, stated="Two cups of tea").keys() == {"Do tell us more!"}


@pytest.mark.parametrize(
    "box",
    [
        "<div>{}</div>",
        "<section><p>{}</section>",
        "<div role=note><p>{}</div>",
        "<div><label>{}</label></div>",
        "<div class=modality>{}</div>",
        "<div class=legal-page><p>{}</div>",
        "<div class=nav-card><p>{}</div>",
        "<div class='block hasDisclaimer'><p>{}</div>",
        "<div class='block with-menu no-modal'><p>{}</div>",
        "<article class='post-7 category-modal tag-legal post'><p>{}</article>",
        "<article class='hentry tag-main-menu'><p>{}</article>",
        "<div class='sig-signature'><p>{}</div>",
        "<p class=hidden-screen>{}",
        "<table width=251><tr><td>Mills<td>{}</table>",
        "<table width='31%'><tr><td>Mills<td>{}</table>",
        "<table width=5><tr><td>Mills<td>{}</table>",
        "<table width=auto><tr><td>Mills<td>{}</table>",
        "<table width=150><tr><td>{}</table>",
        "<table><tr><td align=right>{}</table>",
        "<table align=center><tr><td>{}</table>",
        "<table style='max-width:150px'><tr><td>Mills<td>{}</table>",
        "<div style='width:150px'><p>Mills<p>{}</div>",
        "<p class=not-sr-only>{}",
        "<p class=no-visually-hidden>{}",
        "<p class=screen id=e-reader>{}",
        "<p class=kindle-reader-screen>{}",
        "<div class=reviews><p>{}</div>",
        "<meta property=og:type content=article><div class=reviews><p>{}</div>",
        "<meta name=description content='A product of mills'><div class=reviews><p>{}</div>",
        "<meta property=product:price content=1><div class=review><p>{}</div>",
    ],
)
def test_other_boxes_stay(box: str) -> None:
    assert gone(STORY + box.format(NOTE)) == {}


def test_posts_in_forms_of_one_class_stay() -> None:
    posts = [f"<form class=post id=p{number}><p>{NOTE} No. {number}</form>" for number in range(3)]
    assert len(gone(STORY + "".join(posts[:2]))) == 2
    assert gone(STORY + "".join(posts)) == {}
    assert len(gone(STORY + "".join(posts).replace("No.", "No"))) == 3  # of 39 characters
    assert len(gone(STORY + "".join(posts).replace("post", "search", 1))) == 3


def test_the_labels_of_a_box_do_not_count_in_the_next() -> None:
    asked = f"<div><p><label>Yes</label><p><label>{NOTE}</label></div>"
    assert gone(f"{STORY}{asked}<div><p><label>No</label><p><label>Both</label><p>{MORE}</div>").keys() == {"Yes", NOTE}


def test_forms_in_each_other_take_linear_time() -> None:
    """In each, all blocks were looked at: 5 s for these."""
    blocks = default_blocks("<form><div></form>Tea " * 16_000)
    count = len(blocks)
    with within(0.5):
        boxes_apart(blocks, [True] * count, ["kept"] * count, [1.0] * count, [0.4] * count)


def test_a_menu_with_most_of_the_page_is_that_of_a_restaurant() -> None:
    dishes = "".join(
        f"<p>A dish of trout and of the {herb} that we grow" for herb in ("dill", "mint", "sorrel", "sage")
    )
    assert gone(f"<div class=menu>{dishes}</div><p>{NOTE}") == {}
    assert len(gone(f"<div class=menu>{dishes}</div>{STORY}")) == 4


def test_a_box_with_most_of_the_page_is_the_page() -> None:
    half = f"<p>{NOTE}" * 4
    assert set(gone(f"<form>{half}</form>{half}").values()) == {"form"}
    assert gone(f"<form>{half}<p>So?</form>{half}") == {}
    licences = f"<div class=license><p>{NOTE}</div>" * 5
    assert set(gone(f"{licences}{half}<p>{NOTE}").values()) == {"small print"}
    assert gone(f"{licences}{half}") == {}
    offers = f"<td width=150><p>{NOTE}<p>{NOTE}" * 3
    assert set(gone(f"<table><tr>{offers}</table>{half}{half}").values()) == {"column"}
    assert gone(f"<table><tr>{offers}</table>{half}") == {}
    assert set(gone(f"<table><tr>{offers}</table>{half}<aside>{MORE}</aside>").values()) == {"aside"}
    assert set(gone(f"<aside>{half}</aside>{half}").values()) == {"aside"}
    assert gone(f"<aside>{half * 10}</aside>{half}") == {}
    assert gone(f"<aside>{half}</aside><nav>{half}</nav>") == {}  # neither has most, but together they have all


def apart(body: str, *, chance: float = 0.5, title: str = "") -> dict[str, str]:
    """The texts removed for standing apart, with their rules; all but "Gone" are kept before, and all but the story,
    which is plainly text, have this chance.
    """
    blocks = default_blocks(body)
    words = [float(len(text.split())) for text in blocks.text]
    keep = [text != "Gone" for text in blocks.text]
    score = [{TEXT: 0.9, "Gone": 0.9, MORE: 0.75}.get(text, chance) for text in blocks.text]
    title_row = blocks.text.index(title) if title else -1
    rules = apart_from_text(PageTables(blocks), keep, words, score, title_row)
    return {blocks.text[row]: rule for row, rule in rules.items()}


LINKS = "".join(f"<li><a href=/{number}>The weather of day {number}</a>" for number in range(5))
CELLS = f"<table><tr><td><p>{NOTE}<p>We do.</td></tr></table>"


def test_links_outside_the_element_of_the_text_go() -> None:
    story = f"<div>{STORY}</div>"
    assert set(apart(f"<ul>{LINKS}</ul>{story}").values()) == {"links"}
    assert apart(f"<div>{STORY}<ul>{LINKS}</ul></div>") == {}  # they are inside the element of the text
    assert apart(f"<ul>{LINKS}</ul><div>{2 * STORY}</div>" + f"<p>{TEXT}") == {}  # the page itself holds the text
    assert apart(f"<p><a href=/>Home is near</a>{story}") == {}  # a single link
    assert apart(f"<ul>{LINKS}</ul><div><p>{TEXT}</div>") == {}  # there is little plain text


@pytest.mark.parametrize(
    ("teaser", "is_spared"),
    [
        ("<h3><a href=/>{}</a></h3><p>It rained.", True),
        ("<h3><a href=/>{}</a></h3><p><a href=/>It</a> rained on most days.", True),
        ("<h3><a href=/>{}</a></h3><p>Gone<p>Gone<p>It rained.", True),
        ("<h3><a href=/>{}</a></h3><p>Gone<p>Gone<p>Gone<p>It rained.", False),
        ("<h3><a href=/>{}</a></h3><p><a href=/>It rained.</a>", False),
        ("<h3><a href=/>{}</a></h3>", False),
        ("<h3><a href=/>{}</a></h3><h3>It rained.</h3>", False),
        ("<p><a href=/>{}</a><p>It rained.", False),
    ],
)
def test_links_that_head_other_text_stay(teaser: str, is_spared: bool) -> None:
    titles = [f"The weather of day {number}" for number in range(5)]
    blocks = default_blocks(f"<div>{''.join(map(teaser.format, titles))}</div><div>{STORY}</div>")
    keep = [text != "Gone" for text in blocks.text]
    words = [float(len(text.split())) for text in blocks.text]
    score = [0.9 if text == TEXT else 0.4 for text in blocks.text]
    rules = apart_from_text(PageTables(blocks), keep, words, score, -1)
    assert [blocks.text.index(title) in rules for title in titles[:-1]] == [
        not is_spared
    ] * 4  # the last may be a heading of the story


def test_what_follows_the_element_of_the_text_goes_where_it_is_little() -> None:
    story = f"<div>{STORY}</div>"
    assert apart(f"{story}<p>{NOTE}") == {NOTE: "tail"}
    assert apart(f"<p>Gone</p>{story}<p>{NOTE}") == {NOTE: "tail"}  # only kept text counts
    assert apart(f"<p><a href=/>{TEXT}</a></p>{story}<p>{NOTE}") == {TEXT: "links", NOTE: "tail"}  # and no link
    assert apart(f"<p>{NOTE}</p>{story}") == {}
    assert apart(f"{story}<p>{NOTE}", chance=0.7) == {}
    assert apart(f"{story}<p>{NOTE}", title=NOTE) == {}
    assert apart(story + f"<p>{NOTE}" * 5) == {}
    assert apart(f"{story}<h2>One</h2><p>{NOTE}") == {"One": "tail", NOTE: "tail"}
    assert apart(f"{story}<h2>One</h2><p>{NOTE}<h2>Two</h2>") == {}  # sections of their own


def test_what_looks_like_likely_text_is_no_tail() -> None:
    story = f"<div>{STORY}</div>"
    assert apart(f"{story}<div class=page><p>{MORE}<p>{NOTE}</div>") == {}
    assert apart(f"{story}<div class=page><p>{NOTE}</div><div class=page><p>{MORE}</div>") == {}
    assert apart(f"{story}<div class=page><p>{MORE}<p class=more>{NOTE}</div>") == {NOTE: "tail"}
    assert apart(f"{story}<div class=page><p>{MORE}</div><div class=more><p>{NOTE}</div>") == {NOTE: "tail"}
    assert apart(f"{story}<div class=page><p>{MORE}" + f"<p>{NOTE}" * 2) == {NOTE: "tail"}  # mostly unlikely


def test_a_layout_table_apart_goes_as_a_whole() -> None:
    story = f"<div>{STORY}</div>"
    assert apart(f"{CELLS}{story}") == {NOTE: "table", "We do.": "table"}
    long = f"<td><p>{NOTE}" * 6  # too much for a tail
    assert apart(f"{story}<table><tr>{long}</table>") == {NOTE: "table"}
    assert apart(f"{CELLS}{story}", chance=0.6) == {}
    assert apart(f"{CELLS}{story}", title="We do.") == {}  # one block is too little evidence
    assert apart(f"<p>{MORE}</p>{CELLS}{story}", title="We do.") == {}
    assert apart(f"<table><tr><td>{CELLS}{story}</td></tr></table>") == {NOTE: "table", "We do.": "table"}
    assert apart(f"<table><tr><td><p>{NOTE}<p>We do.</td><td>{story}</td></tr></table>") == {}  # it holds the text
    rows = "".join(f"<tr><td>{year}<td>{7 * year}<td>{3 * year}" for year in range(1990, 1998))
    assert apart(f"<table><tr><th>Year<th>Corn<th>Flour{rows}</table>{story}") == {}  # data


def test_layout_tables_above_the_text_with_more_words_stay_with_their_links() -> None:
    note, entry = f"<td><p>{NOTE}<p>We do.</td>", "<td><p>It rained<p><a href=/>The weather of this day</a></td>"
    story = f"<div>{STORY}</div>"
    assert apart(f"<table><tr>{13 * note}</table>{story}") == {NOTE: "table", "We do.": "table"}
    inside = f"<table><tr><td><table><tr>{13 * note}</table></table>"
    assert apart(inside + story) == {NOTE: "table", "We do.": "table"}
    assert apart(f"<table><tr>{14 * note}</table>{story}") == {}
    assert apart(f"{story}<table><tr>{14 * note}</table>") == {NOTE: "table", "We do.": "table"}
    assert apart(f"<table><tr>{20 * entry}</table>{story}") == {}
    other = f"<ul>{3 * LINKS}</ul>"
    assert set(apart(f"<table><tr>{20 * entry}</table>{story}{other}").values()) == {"links"}


def test_tables_in_each_other_take_linear_time() -> None:
    """For each table all in it were tested again for being data: 9 s for these."""
    cells = CELLS.replace("<p>We", f"<p>{NOTE}<td><p>{NOTE}<p>We")
    rows = "".join(f"<tr><td>{year}<td>{7 * year}<td>{3 * year}" for year in range(1990, 1998))
    tables = "<table><tr><td>" * 300 + cells * 300 + f"<table><tr><th>Year<th>Corn<th>Flour{rows}</table>"
    blocks = default_blocks(f"<div>{STORY}</div>{tables}")
    score = [0.9 if text == TEXT else 0.4 for text in blocks.text]
    words = [float(len(text.split())) for text in blocks.text]
    with within(2):
        rules = apart_from_text(PageTables(blocks), [True] * len(blocks), words, score, -1)
    assert list(rules.values()) == ["table"] * 1200  # only the layout tables


@pytest.mark.parametrize("notice", ["© The mill", "Copyright (c) 1999 The mill"])
def test_a_notice_of_copyright_ends_the_text(notice: str) -> None:
    assert apart(f"{STORY}<p>{notice}<p>{NOTE}", chance=0.75) == {notice: "copyright", NOTE: "copyright"}
    assert apart(f"{STORY}<p>{notice}<p>Gone<p>{NOTE}", chance=0.75).keys() == {notice, NOTE}
    assert apart(f"{STORY}<p>{notice}", chance=0.8) == {}  # it is text itself
    assert apart(f"<p>{notice}<p>{STORY}") == {}
    assert apart(f"{STORY}<p>{notice}" + f"<p>{NOTE}" * 6, chance=0.75) == {notice: "copyright"}


def test_the_reason_tells_the_box() -> None:
    page = cleaner("cleanweb")(f"<main><h1>The mill</h1>{STORY}</main><form><p>{NOTE}</form>")
    row = page.blocks.text.index(NOTE)
    page.verdicts.keep[row], page.verdicts.rule[row] = False, "form"  # whatever the model says of it
    assert page.explain([row])[0].reason.startswith("a form to fill in, or a box whose words are mostly labels: score ")
