"""Links that lead elsewhere: which menus and which teasers are removed."""

import pytest

from cleanweb import cleaner
from cleanweb.classify.learned_links import (
    MAX_ENTRY_WORDS,
    MAX_RETURN_TEXTS,
    MAX_TEASER_WORDS,
    MIN_ENTRIES,
    MIN_TEASER_WORDS,
    bracketed,
    last_heading,
    menus,
    over_links,
    returns,
    teasers,
)
from cleanweb.page import Blocks
from tests.blocks import default_blocks

STORY = "<p>The old mill by the river was built in 1740, and it ground the corn of nine villages for long."
ENTRIES = "".join(f"<li><a href=/{number}>Pots of kind {number}</a>" for number in range(MIN_ENTRIES))


def words_of(blocks: Blocks) -> list[float]:
    return [float(len(text.split())) for text in blocks.text]


@pytest.mark.parametrize(
    ("box", "is_menu"),
    [
        ("<ul class='main-menu clear'>{}</ul>", True),
        ("<ul id=topNav>{}</ul>", True),
        ("<nav><ul>{}</ul></nav>", True),
        ("<div class=navbar><p>Find a pot for your tea here<ul>{}</ul></div>", True),
        ("<ul class=menu-of-the-day>{}</ul>", False),
        ("<ul class=list>{}</ul>", False),
        (f"<div class=menu>{'<p>A soup of beans, and after it the fish with rice.' * 20}<ul>{{}}</ul></div>", False),
    ],
)
def test_many_short_links_go_where_they_are_called_a_menu(box: str, is_menu: bool) -> None:
    blocks = default_blocks(f"<p>By Ada{box.format(ENTRIES)}{STORY}")
    gone = menus(blocks, [True] * len(blocks), words_of(blocks))
    assert set(gone.values()) == ({"navigation"} if is_menu else set())
    assert list(gone) == (list(range(1, len(blocks) - 1)) if is_menu else [])


def test_a_menu_goes_from_a_page_that_is_called_after_it() -> None:
    blocks = default_blocks(f"<div class='site has-menu'><ul class=menu>{ENTRIES}</ul>{STORY * 20}</div>")
    assert list(menus(blocks, [True] * len(blocks), words_of(blocks))) == list(range(MIN_ENTRIES))
    below = default_blocks(f"{STORY * 20}<ul class=menu>{ENTRIES}</ul>")
    assert list(menus(below, [True] * len(below), words_of(below))) == list(range(20, 20 + MIN_ENTRIES))


def test_a_menu_stays_where_it_is_small_or_all_that_the_page_has() -> None:
    few = ENTRIES.removeprefix("<li><a href=/0>Pots of kind 0</a>")
    long = ENTRIES.replace("Pots", "Pots " * MAX_ENTRY_WORDS)
    unlinked = ENTRIES.replace("<a href", "<i title").replace("</a>", "</i>")
    inside = f"<nav>{STORY}{ENTRIES}</nav><p>Tea and pots."
    parted = f"<nav>{few}</nav><ul>{ENTRIES}</ul><nav>{few}</nav>{STORY}"  # many entries, but no menu has many
    for body in (
        inside,
        parted,
        f"<nav>{few}</nav>{STORY}",
        f"<nav>{long}</nav>{STORY}",
        f"<nav>{unlinked}</nav>{STORY}",
        f"<nav>{ENTRIES}</nav><p>Tea and pots.",
    ):
        blocks = default_blocks(body)
        assert not menus(blocks, [True] * len(blocks), words_of(blocks)), body
    blocks = default_blocks(f"<nav>{ENTRIES}</nav>{STORY}")
    assert not menus(blocks, [False] * (len(blocks) - 1) + [True], words_of(blocks))


LEAST, MOST = MIN_TEASER_WORDS, MAX_TEASER_WORDS
LENGTHS = [(LEAST - 1, False), (LEAST, True), (MOST, True), (MOST + 1, False)]


@pytest.mark.parametrize(
    ("text", "is_teaser"),
    [
        ("<a href=/>READ MORE: The mill will open in May</a>", True),
        ("ЧИТАЙТЕ ТАКОЖ: <a href=/>The mill will open in May</a>", True),
        ("READ MORE: The mill will open in May", False),
        ("<a href=/>Read more: The mill will open in May</a>", False),
        ("<a href=/>MORE: Mills</a>", False),
        ("<a href=/>A: The mill will open in May</a>", False),
        ("<a href=/>1740: The mill will open in May</a>", False),
        ("<a href=/>THE OLD MILL AND ITS WHEEL BY THE RIVER: May</a>", False),
        (f"<a href=/>MORE: {'of the old mill ' * 8}</a>", False),
        *((f"<a href=/>MORE: {'mills ' * (count - 1)}</a>", is_teaser) for count, is_teaser in LENGTHS),
    ],
)
def test_a_link_with_a_label_in_capitals_is_a_teaser(text: str, is_teaser: bool) -> None:
    blocks = default_blocks(f"{STORY}<p>{text}{STORY}")
    assert teasers(blocks, [True] * 3, words_of(blocks), -1) == ({1: "teaser"} if is_teaser else {})
    assert not teasers(blocks, [True] * 3, words_of(blocks), 1)
    assert not teasers(blocks, [True, False, True], words_of(blocks), -1)


@pytest.mark.parametrize(
    ("body", "goes"),
    [
        ("<p>[<a href=/>edit</a>]", True),
        ("<p>[ <a href=/>&lt;&lt;</a> ]", True),
        ("<p>[<a href=/>Top</a>] [<a href=/>Contents</a>][<a href=/>Index</a>]", True),
        ("<p>［<a href=/>編集</a>］", True),
        ("<p>[edit]", False),
        ("<p>[<a href=/>1</a>] The mill, page 12", False),
        ("<p>The mill [<a href=/>more</a>]", False),
        ("<p>[<a href=/>the</a> mill and what belonged to it]", False),  # mostly text
        ("<p>[[<a href=/>edit</a>]]", False),
    ],
)
def test_links_in_brackets_go(body: str, goes: bool) -> None:
    blocks = default_blocks(f"{STORY}{body}")
    keep, words = [True] * len(blocks), words_of(blocks)
    assert bracketed(blocks, keep, words, -1) == ({1: "bracketed"} if goes else {})
    assert bracketed(blocks, keep, words, 1) == bracketed(blocks, [True, False], words, -1) == {}
    assert bracketed(blocks, [False, True], words, -1) == {}, "nothing else is kept"


def test_links_in_brackets_that_are_most_of_the_text_stay() -> None:
    chapters = "".join(f"<p>[<a href=/{n}>Chapter {n}: how the mill was built</a>]" for n in range(12))
    blocks = default_blocks(f"<h1>The mill</h1>{chapters}")
    assert bracketed(blocks, [True] * len(blocks), words_of(blocks), 0) == {}
    more = default_blocks(f"<h1>The mill</h1>{chapters}{STORY * 6}")
    assert list(bracketed(more, [True] * len(more), words_of(more), 0)) == list(range(1, 13))


def test_links_in_brackets_go_from_a_page_and_say_why() -> None:
    page = cleaner("cleanweb")(f"<h1>The mill</h1>{STORY * 6}<p>[<a href=/>edit this section</a>]{STORY * 6}")
    row = page.blocks.text.index("[edit this section]")
    assert page.verdicts.rule[row] == "bracketed"
    assert page.explain([row])[0].reason.startswith("links in brackets alone: ")


def over(body: str, chance: float = 0.5, words: int = 2, rule: str = "kept", *, is_title: bool = False) -> list[str]:
    """The texts that go for the links below them; all but pots are kept before."""
    blocks = default_blocks(body)
    keep = [not text.startswith("Pots") for text in blocks.text]
    said = {"rule": [rule] * len(keep), "words": [float(words)] * len(keep), "score": [chance] * len(keep)}
    return [blocks.text[row] for row in over_links(blocks, keep, **said, title_row=0 if is_title else -1)]


LINKS = "<ul>" + "<li><a href=/>Pots</a>" * 3 + "</ul>"


def test_a_line_over_links_that_are_gone_goes() -> None:
    assert over(f"{STORY}<h2>More pots</h2>{LINKS}") == ["More pots"]
    assert over(f"<div>More pots</div>{LINKS}{STORY}") == ["More pots"]


def test_which_lines_over_links_stay() -> None:
    """Sure, long or brought back ones, a title, items; over a kept item or link, few links or no list; alone."""
    body = f"<h2>More pots</h2>{LINKS}{STORY}"
    assert (
        over(body, chance=0.6) == over(body, words=9) == over(body, rule="lead-in") == over(body, is_title=True) == []
    )
    for changed in (
        f"<ul><li>More pots{LINKS}</ul>{STORY}",
        body.replace("<li>", "<li>Of tin<li>", 1),
        body.replace(LINKS, LINKS.replace("</ul>", "<li><a href=/>Cups</a></ul>")),
        body.replace("<li><a href=/>Pots</a>", "", 1),
        body.replace("Pots</a>", "Pots</a> of tin"),
        body.replace("ul>", "div>").replace("<li>", "<p>"),
        f"<h2>More pots</h2>{LINKS}",
    ):
        assert over(changed) == []


@pytest.mark.parametrize(
    ("line", "goes"),
    [
        ("<p><a href=#top>Back to top</a>", True),
        ("<p><a href=#>^</a> ", True),
        ("<p>(<a href=#contents>Contents of this page</a>)", False),  # the block begins outside the link
        ("<p><a href=/>Back to top</a>", False),
        ("<p><a href=#mill>The old mill</a>", False),  # the words of a heading
        ("<p><a href=#mill>by the river</a>", True),  # of a paragraph
        ("<h3><a href=#top>Back to top</a></h3>", True),
        ("<ul><li><a href=#top>Back to top</a><li><a href=#mill>Mill</a></ul>", False),
        ("<p><a href=#top>Back to top</a> for more of the same", False),
    ],
)
def test_links_back_to_one_place_go_if_there_are_several(line: str, goes: bool) -> None:
    blocks = default_blocks("<h2>The old mill</h2>" + f"{STORY}{line}" * 3)
    found = returns(blocks, [True] * len(blocks))
    assert set(found.values()) == ({"return"} if goes else set())
    twice = default_blocks(f"{STORY}{line}" * 2)
    assert not returns(twice, [True] * len(twice))


@pytest.mark.parametrize(("count", "gone"), [(MAX_RETURN_TEXTS, 3 * MAX_RETURN_TEXTS), (MAX_RETURN_TEXTS + 1, 0)])
def test_links_back_by_many_names_are_an_index(count: int, gone: int) -> None:
    blocks = default_blocks(3 * "".join(f"<p><a href=#p{n}>Part {n:03}</a><p>It rained." for n in range(count)))
    assert len(returns(blocks, [True] * len(blocks))) == gone


@pytest.mark.parametrize(
    ("end", "goes"),
    [
        ("<h3>Read on</h3><p>gone", True),
        ("<div><h3>Read on</h3><ul><li>gone</ul></div>", True),
        ("<h3><a href=/>Read on</a></h3><p>gone", True),
        ("<div><h3>Read on</h3></div><p>gone", False),  # not in the same element
        ("<h3>Read on</h3>", False),
        ("<h3>Read on<br><br>gone</h3><p>gone", False),
        ("<p><b>Read on</b><p>gone", False),
        ("<h2>The wheel</h2><h3>Read on</h3><p>gone", False),
        ("<h3>Read on: it is a long story of two men and a mill</h3><p>gone", False),
        ("<h3>What do you think?</h3><p>gone", False),
        ("<h3>Read on!</h3><p>gone", False),
        ("<h3>Read on</h3><p>gone<p>And so it stands.", False),
    ],
)
def test_the_heading_of_what_is_removed_after_an_article_goes(end: str, goes: bool) -> None:
    blocks = default_blocks(f"<article>{STORY}{end}</article>")
    keep = [text != "gone" for text in blocks.text]
    last = max(row for row, is_kept in enumerate(keep) if is_kept)
    assert last_heading(blocks, keep, ["kept"] * len(keep), words_of(blocks), title_row=-1) == (
        {last: "over nothing"} if goes else {}
    )
    assert not last_heading(blocks, keep, ["kept"] * len(keep), words_of(blocks), title_row=last)
    assert not last_heading(blocks, keep, ["headed"] * len(keep), words_of(blocks), title_row=-1)


def test_a_heading_that_is_all_that_is_kept_stays() -> None:
    blocks = default_blocks("<h3>Read on</h3><p>gone")
    for keep in ([True, False], [False, False]):
        assert not last_heading(blocks, keep, ["kept"] * 2, [2.0, 1.0], title_row=-1)


def test_the_last_line_outside_all_elements_stays() -> None:
    blocks = Blocks()
    for text in ("The mill turns.", "Read on", "gone"):
        blocks.append(text, -1)
    assert not last_heading(blocks, [True, True, False], ["kept"] * 3, words_of(blocks), title_row=-1)
