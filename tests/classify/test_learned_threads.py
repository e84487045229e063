"""Threads of dated posts beside an article: what is one, and what is not."""

from collections.abc import Sequence
from dataclasses import replace
from unittest import mock

import numpy as np
import pytest

from cleanweb import cleaner
from cleanweb.classify import learned_threads
from cleanweb.classify.learned_page import MIN_ARTICLE_LOG_ODDS, Judgement
from cleanweb.classify.learned_threads import threads_beside, tickers
from tests.timing import within

DATES = ("04.01.2012 23:46 ella", "05.01.2012 7:05 baba", "05.01.2012 9:30 ella", "06.01.2012 12:10 igor")
TEXT = "<p>The old mill by the river was built in 1740, and it ground the corn of nine villages until the railway came."
POST = "<div class=opX><div class=opHd>{}</div><p>I would not say so, my friend, and neither did she, back then.</div>"
NAMES = [chr(97 + n % 26) + chr(97 + n // 26 % 26) + chr(97 + n // 676) for n in range(6_000)]
HEAD = "<html><head><title>The mill by the river</title></head><body><h1>The mill by the river</h1>"


def page_of(dates: tuple[str, ...] = DATES, after: str = "", article: str = 3 * TEXT, head: str = HEAD) -> str:
    thread = "".join(map(POST.format, dates))
    return f"{head}<div>{article}</div><div class=stgX>{thread}</div>{after}</body></html>"


def judged(html: str, post: float = 0.6, article: float = 0.9, *, is_article: bool = True) -> Judgement:
    """The page with these chances: `post` for the blocks in its thread, `article` for all others."""
    evidence = cleaner("cleanweb")(html).verdicts.evidence
    assert isinstance(evidence, Judgement)
    blocks = evidence.blocks
    looks = blocks.elements.attributes
    thread = next((e for e, named in enumerate(looks) if named.get("class") == "stgX"), None)
    rows = blocks.elements.rows(thread) if thread is not None else range(0)
    chances = np.array([post if row in rows else article for row in range(len(blocks))], np.float32)
    return replace(evidence, chances=chances, log_odds=0.0 if is_article else MIN_ARTICLE_LOG_ODDS)


def found(page: Judgement) -> list[str]:
    return [page.blocks.text[row] for row in threads_beside(page, [True] * len(page.blocks))]


def test_dated_posts_beside_an_article_are_a_thread() -> None:
    page = judged(page_of())
    told = threads_beside(page, [True] * len(page.blocks))
    assert set(told.values()) == {"thread"}
    texts = found(page)
    assert texts[::2] == list(DATES)
    assert len(texts) == 8


def test_of_a_page_without_title_most_is_no_thread() -> None:
    """A home page kept its introduction but lost its latest reviews."""
    assert len(found(judged(page_of(20 * DATES)))) == 160
    assert found(judged(page_of(20 * DATES, head="<html><body>"))) == []
    assert len(found(judged(page_of(5 * DATES, head="<html><body>")))) == 40


@pytest.mark.parametrize(
    ("dates", "article", "head", "is_thread"),
    [
        (DATES, 30, HEAD, True),
        (DATES, 29, HEAD, False),  # there is little article
        (6 * DATES, 32, "<html><body>", True),  # twelve times its words
        (6 * DATES, 31, "<html><body>", False),
        ([f"{date}{' so' * 9}" for date in DATES], 63, HEAD, True),
        ([f"{date}{' so' * 10}" for date in DATES], 63, HEAD, False),  # half of the words are in lines with dates
    ],
)
def test_how_much_text_a_thread_has_and_stands_beside(
    dates: Sequence[str], article: int, head: str, is_thread: bool
) -> None:
    page = judged(page_of(tuple(dates), article=f"<p>{'mill ' * article}", head=head))
    assert bool(found(page)) == is_thread


@pytest.mark.parametrize(("words", "is_thread"), [(25, True), (26, False)])
def test_a_line_with_a_date_is_short(words: int, is_thread: bool) -> None:
    post = f"{{}}{' so' * (words - 3)}</div><p>{'Neither would I, nor would she. ' * 6}<div>"
    assert bool(found(judged(page_of(tuple(map(post.format, DATES)))))) == is_thread


def test_looks_of_which_few_are_dated_are_no_posts() -> None:
    assert found(judged(page_of((*DATES[:2], "ella", "igor", "ada")))) == []


@pytest.mark.parametrize(
    "date",
    ["23:46", "7:05", "05:30", "31.12.2012", "1/2/12", "12-25-1999", "2012-12-31", "2012/1/5", "1999.10.20"],
)
def test_posts_are_dated_by_clock_times_and_by_digits(date: str) -> None:
    assert len(found(judged(page_of(tuple(f"{name} {date}" for name in ("ella", "baba", "igor", "ada")))))) == 8


@pytest.mark.parametrize(
    "number",
    "24:00 7:60 7:055 32.1.2012 1.1.20123 1.2/2012 12012-12-31 2012-13-01 2012-12-311 2012-10/20 1.2.3".split(),
)
def test_other_numbers_date_no_posts(number: str) -> None:
    assert found(judged(page_of(tuple(f"{name} {number}" for name in ("ella", "baba", "igor", "ada"))))) == []


def test_what_stands_amid_the_text_is_no_thread() -> None:
    page = judged(page_of(after=TEXT))
    assert found(page) == []
    keep = [True] * len(page.blocks)
    for row in (page.blocks.text.index(DATES[0]) - 1, len(keep) - 1):  # the block before it, and the block after it
        keep[row] = False
        assert len(threads_beside(page, keep)) == 8
        keep[row] = True


def test_a_thread_right_below_the_title_is_beside_what_follows() -> None:
    head = HEAD.replace("<h1>The mill by the river</h1>", "")
    html = page_of(article="", after=4 * TEXT, head=head).replace(
        "<div class=stgX>", "<h1>The mill by the river</h1><div class=stgX>"
    )
    assert len(found(judged(html))) == 8


@pytest.mark.parametrize(
    "line", ["9:{}0 Concert of the town orchestra", "Salt (3:2{})", "Luke 3:1{}", "1.1.202{} Oslo"]
)
def test_a_list_of_dates_with_what_they_are_of_is_no_thread(line: str) -> None:
    rows = "".join(f"<li>{line.format(number)}" for number in range(6))
    assert found(judged(page_of(dates=()).replace("</div></body>", f"<ul>{rows}</ul></div></body>"))) == []


def test_links_with_a_date_are_no_list_of_it() -> None:
    """Like links to other news, with a line for each."""
    rows = "".join(f"<li><a href=/{number}>The new bridge is closed again, 1.1.202{number}</a>" for number in range(6))
    page = judged(page_of(dates=()).replace("</div></body>", f"<ul>{rows}</ul></div></body>"))
    assert len(found(page)) == 6


def test_what_is_removed_already_stays_so() -> None:
    page = judged(page_of())
    keep = [not text.startswith("0") for text in page.blocks.text]
    assert [page.blocks.text[row][:7] for row in threads_beside(page, keep)] == ["I would"] * 4
    assert threads_beside(page, [False] * len(keep)) == {}


@pytest.mark.parametrize(
    "date",
    ["2012-01-04", "4/1/12", "31.12.1999", "on Monday at 7:05", "Ella, 2014/01/01 20:31", "7:05 am", "14-01-2012"],
)
def test_dates(date: str) -> None:
    assert len(found(judged(page_of((date,) * 4)))) == 8


@pytest.mark.parametrize(
    "text", ["$10.00", "7.4/10", "-2.51%", "1:0", "version 3.11.7", "192.168.1.1", "3.41 secs", "25:71"]
)
def test_numbers_that_are_no_dates(text: str) -> None:
    assert found(judged(page_of((text,) * 4))) == []


def test_what_is_no_thread_of_an_article() -> None:
    assert found(judged(page_of(), is_article=False)) == []  # on a forum the posts are the content
    assert found(judged(page_of(), post=0.8)) == []  # plainly text
    assert found(judged(page_of(), article=0.5)) == []  # more likely text than the article
    assert found(judged(page_of(DATES[:3]))) == []  # too few
    assert found(judged(page_of(article=""))) == []  # only a title beside it


def test_what_holds_the_title_is_no_thread() -> None:
    title = "<h1>The mill by the river</h1>"
    html = page_of(head=HEAD.replace(title, "")).replace(POST.format(DATES[2]), title + POST.format(DATES[2]))
    page = judged(html)
    assert page.blocks.text[page.title_row] == "The mill by the river"
    assert found(page) == []
    assert len(found(replace(page, title_row=-1))) == 9


def test_many_looks_cost_as_much_as_their_blocks() -> None:
    """A look of dated blocks is checked in sums over the page, not by a search of the page."""
    rest = "".join(f"<div class={name}>" + "<p>12:30 she" * 4 + "</div>" for name in NAMES[:2_000])
    page = judged(page_of(after=rest))
    with mock.patch.object(learned_threads, "cumulative", wraps=learned_threads.cumulative) as sums:
        threads_beside(page, [True] * len(page.blocks))
    assert sums.call_count == 2


def test_threads_far_above_their_posts_take_linear_time() -> None:
    """Four deep branches end with a post of every look; a climb for each look took three times this limit."""
    posts = "".join(f"<p class={name}>12:30 she" for name in NAMES)
    page = judged(page_of(after=4 * ("<div>x" * len(NAMES) + posts + "</div>" * len(NAMES))))
    keep = [True] * len(page.blocks)
    with within(0.5):
        threads_beside(page, keep)


def test_threads_in_one_place_take_linear_time() -> None:
    """There are as many threads as looks; scanning the blocks for each look took six times this limit."""
    names = NAMES[:3_000]
    posts = [POST.replace("opHd", name).format("12:30 she") for name in names]
    page = judged(page_of(dates=()).replace("<div class=stgX>", "<div class=stgX>" + 4 * "".join(posts)))
    keep = [True] * len(page.blocks)
    with within(0.5):
        assert len(threads_beside(page, keep)) == 8 * len(names)


def test_a_thread_says_why_it_goes() -> None:
    page = cleaner("cleanweb", parameters={"focus": "article"})(page_of(DATES * 3, article=9 * TEXT))
    rows = [row for row, rule in enumerate(page.verdicts.rule) if rule == "thread"]
    assert rows
    for told in page.explain(rows):
        assert told.reason.startswith("in a thread of dated posts beside the article: score")


@pytest.mark.parametrize(
    ("lines", "chance", "others", "count"),
    [
        (["11:2{} Storm in the north"] * 4, 0.6, 3 * TEXT, 4),
        (["11:2{} Storm in the north"] * 3, 0.6, 3 * TEXT, 0),
        (["11:2{} Storm in the north"] * 4, 0.7, 3 * TEXT, 0),  # likely text
        (["Storm {} in the north"] * 4, 0.6, 3 * TEXT, 0),
        (["Storm: {} in the north"] * 4, 0.6, 3 * TEXT, 0),
        (["</a>11:2{} Storm in the north"] * 4, 0.6, 3 * TEXT, 0),  # no links
        (["11:2{} Storm in the north"] * 4, 0.6, TEXT, 0),  # there is little other text
    ],
)
def test_links_with_times_are_a_ticker(lines: list[str], chance: float, others: str, count: int) -> None:
    links = "".join(f"<div class=stgY><a href=/{n}>{line.format(n)}</a></div>" for n, line in enumerate(lines))
    evidence = cleaner("cleanweb")(f"<html><body>{links}<div>{others}</div></body></html>").verdicts.evidence
    assert isinstance(evidence, Judgement)
    page = replace(evidence, chances=np.full(len(evidence.blocks), chance, np.float32))
    assert tickers(page, [True] * len(page.blocks)) == dict.fromkeys(range(count), "ticker")
