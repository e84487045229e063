"""Blocks that look like the text of a page that is no plain article: which come back, and which do not."""

import re
from dataclasses import replace
from math import inf
from unittest import mock

import numpy as np
import pytest

from cleanweb import cleaner
from cleanweb.classify import learned_page
from cleanweb.classify.learned import Learned
from cleanweb.classify.learned_alike import like_text
from cleanweb.classify.learned_page import Judgement

FIRST = "Which of the two kettles boils quicker, the steel one or the copper one? I have room for a single one here."
REPLIES = (
    "Mine is of copper and boils within three minutes, but it took a week of polishing before I could look at it.",
    "Steel, as nobody needs to polish it, and a minute more or less has never hurt anyone who waits for tea.",
    "It is the stove that counts, not the kettle: on gas both were done before the bread was cut, as we found.",
)
POST = '<div class="post" id=p{}><span class=name>Ada</span><div class="body{}"><p>{}</p></div></div>'


def forum(posts: tuple[str, ...] = (FIRST, *REPLIES), body: str = "", posts_after: str = "") -> str:
    thread = "".join(POST.format(number, body, text) for number, text in enumerate(posts))
    return f"<html><body class=forum><div class=thread>{thread}{posts_after}</div></body></html>"


def judged(html: str, reply: float = 0.2, log_odds: float = 0.0) -> Judgement:
    """The page with these log odds that it is an article; every block but the first post has the chance `reply`."""
    evidence = cleaner("cleanweb")(html).verdicts.evidence
    assert isinstance(evidence, Judgement)
    chances = [0.9 if text == FIRST else reply for text in evidence.blocks.text]
    return replace(evidence, chances=np.array(chances, np.float32), log_odds=log_odds)


def found(page: Judgement, kept: str = FIRST) -> list[str]:
    texts = page.blocks.text
    return [texts[row] for row in like_text(page, [text == kept for text in texts])]


def test_replies_that_look_like_the_first_post_are_text() -> None:
    page = judged(forum())
    assert found(page) == list(REPLIES)


def test_of_a_plain_article_nothing_is_brought_back() -> None:
    assert found(judged(forum(), log_odds=1.01)) == []
    assert found(judged(forum(), log_odds=inf)) == []  # with --focus article


@pytest.mark.parametrize(
    ("html", "reply"),
    [
        (forum(), 0.09),  # too unlikely to be text
        (forum((FIRST, *REPLIES[:2])), 0.2),  # three posts
        (forum((FIRST, "Copper.", "Steel.", "Neither, I should say.")), 0.2),  # few words
        (re.sub(r' class="(post|body)"| class=thread', "", forum()), 0.2),  # only tags, which say too little
    ],
)
def test_what_is_not_brought_back(html: str, reply: float) -> None:
    assert found(judged(html, reply)) == []


def test_one_part_that_is_kept_in_part_stays_so() -> None:
    second = f"{FIRST}</p><p>{REPLIES[0]}"
    assert found(judged(forum((second, *REPLIES[1:], FIRST[:-1])))) == [*REPLIES[1:], FIRST[:-1]]


def test_only_looks_with_much_of_the_text_count() -> None:
    """A few short captions of one look, one of them kept, do not bring back the others."""
    captions = "".join(f"<div class=caption>{text}</div>" for text in ("Kettle.", *REPLIES))
    page = judged(forum(posts_after=captions))
    keep = [text in (FIRST, "Kettle.") for text in page.blocks.text]
    assert [page.blocks.text[row] for row in like_text(page, keep)] == list(REPLIES)


def test_what_is_hardly_text_stays_where_it_is() -> None:
    page = judged(forum((FIRST, *REPLIES, FIRST[:-1])), reply=0.3)
    row = page.blocks.text.index(REPLIES[1])
    for chance, texts in ((0.04, [REPLIES[0], REPLIES[2], FIRST[:-1]]), (0.05, [*REPLIES, FIRST[:-1]])):
        page.chances[row] = chance
        assert found(page) == texts


def test_what_is_hardly_text_has_no_look_not_that_of_the_first_element_either() -> None:
    posts = "".join(f"<div class=body>{text}</div>" for text in (FIRST, *REPLIES, FIRST[:-1]))
    page = judged(f"<div>{posts}</div><div><p>{REPLIES[0][:-1]}</div>", reply=0.3)
    page.chances[-1] = 0.04
    assert found(page) == [*REPLIES, FIRST[:-1]]


def test_what_has_other_tags_below_the_class_looks_unlike_the_text() -> None:
    replies = forum((FIRST, *REPLIES, FIRST[:-1])).replace("<p>", "<blockquote>").replace("blockquote", "p", 1)
    assert found(judged(replies)) == []


def test_a_class_of_the_whole_page_makes_no_parts() -> None:
    texts = "".join(f"<br><br>{text}" for text in (FIRST, *REPLIES, FIRST[:-1]))
    assert found(judged(f"<html class=js><body class=forum>{texts}</body></html>")) == []


def test_nothing_is_like_a_text_that_is_not_there() -> None:
    assert found(judged(forum()), kept="") == []


def test_pages_without_any_element_have_no_look() -> None:
    assert found(judged(FIRST)) == []


def test_the_log_says_why() -> None:
    cleaned = cleaner("cleanweb")(forum())
    row = cleaned.blocks.text.index(REPLIES[0])
    verdicts = replace(cleaned.verdicts, rule=["alike"] * len(cleaned.blocks), evidence=cleaned.verdicts.evidence)
    (told,) = Learned().explain(cleaned.blocks, verdicts, [row])
    assert told.reason.startswith("it looks like the text that is kept: score")


def test_the_default_brings_them_back() -> None:
    """Here the trees keep only the first post, unlike the shipped ones on so plain a page."""
    page = judged(forum())
    alone = np.array([text == FIRST for text in page.blocks.text])
    page = replace(page, decision=page.decision._replace(keep=alone))
    with mock.patch.object(learned_page, "judge", return_value=page):
        verdicts = Learned()(page.blocks)
        texts = [text for text, is_kept in zip(page.blocks.text, verdicts.keep, strict=True) if is_kept]
        assert texts == [FIRST, *REPLIES]
        assert verdicts.rule.count("alike") == len(REPLIES)


def test_threads_do_not_come_back() -> None:
    """Comments may share the class of the article's paragraphs, as in generated style sheets."""
    comments = "".join(
        f"<div class=x{n}><b>0{n}.09.2023 12:30</b><p class=t>{text}</div>" for n, text in enumerate(REPLIES * 2)
    )
    page = judged(f"<div class=story><p class=t>{FIRST}<p class=t>{FIRST[:-1]}</div><div>{comments}</div>", reply=0.6)
    page = replace(page, is_article=True, decision=page.decision._replace(keep=np.array([True] * len(page.blocks))))
    with mock.patch.object(learned_page, "judge", return_value=page):
        rules = Learned()(page.blocks).rule
    assert "alike" not in rules
    assert rules.count("thread") == 12
