"""What the head of a page states about its text."""

import json

import pytest

from cleanweb import cleaner
from cleanweb.classify import learned_stated
from cleanweb.classify.learned_stated import (
    MIN_ARTICLE,
    after_article,
    keep_stated,
    keep_stated_article,
    keep_stated_parts,
)
from cleanweb.page import Blocks
from tests.blocks import paragraphs
from tests.classify.test_learned import cleaned

PARTS = [
    f"Of the {name} part of the road there is a line to say, and it goes on and on."
    for name in ("first", "second", "third", "fourth")
]
LONG = " ".join(PARTS)


def page_of(article: str, texts: list[str], kind: str = "NewsArticle") -> Blocks:
    blocks = paragraphs(*texts)
    blocks.head.append(("script", {}, json.dumps({"@type": kind, "articleBody": article})))
    return blocks


def kept_of(blocks: Blocks, keep: list[bool]) -> list[int]:
    """The rows that are kept because the head states their text."""
    rule = ["kept" if is_kept else "below" for is_kept in keep]
    keep_stated_article(blocks, keep, rule)
    rows = [row for row, name in enumerate(rule) if name == "stated"]
    assert all(keep[row] for row in rows)
    return rows


@pytest.mark.parametrize(
    ("article", "shown", "keep", "stated"),
    [
        (LONG, [*PARTS, "Read more"], [True, False, False, False, False], [1, 2, 3]),
        (LONG, [*PARTS, "Read more"], [True, True, False, False, True], []),  # half of it
        (LONG, [*PARTS, "Read more"], [False] * 5, [0, 1, 2, 3]),
        ("\n".join(PARTS).upper(), PARTS, [False] * 4, []),
        ("".join(f"&amp;lt;p&amp;gt;{part}&lt;/p&gt;" for part in PARTS), PARTS, [False] * 4, [0, 1, 2, 3]),
        (f"Less < {LONG} <i>there</i>", PARTS, [False] * 4, [0, 1, 2, 3]),
        (LONG, [*PARTS[:3], "Another."], [False] * 4, []),  # a quarter of it is not shown
        (LONG, [PARTS[0], PARTS[0], *PARTS[1:]], [False] * 5, [0, 2, 3, 4]),
        (LONG, [PARTS[0], PARTS[0], *PARTS[1:]], [False, True, False, False, False], [2, 3, 4]),
        (LONG, [*PARTS, "Of the first"], [False] * 5, [0, 1, 2, 3]),  # too short to be recognized
        (PARTS[0], PARTS[:1], [False], []),
    ],
    ids=["most", "half", "all", "capitals", "escaped", "no tag", "cut", "twice", "kept once", "short part", "short"],
)
def test_an_article_in_the_head_is_kept_where_most_would_go(
    article: str, shown: list[str], keep: list[bool], stated: list[int]
) -> None:
    assert kept_of(page_of(article, shown), keep) == stated


def test_only_articles_are_asked_for_and_of_bounded_size(monkeypatch: pytest.MonkeyPatch) -> None:
    assert kept_of(page_of(LONG, PARTS, "Person"), [False] * 4) == []
    assert len(LONG) < 2 * MIN_ARTICLE
    monkeypatch.setattr(learned_stated, "MAX_WORK", 4 * MIN_ARTICLE - 1)
    assert kept_of(page_of(LONG, PARTS), [False] * 4) == []


def test_what_stands_beside_a_text_of_the_head_goes_even_if_the_model_keeps_it() -> None:
    script = json.dumps({"@type": "NewsArticle", "articleBody": "She boiled the water, waited, and drank the tea."})
    page = f'<script type="application/ld+json">{script}</script><noscript>See the newspaper.</noscript>'
    keep, rule = [True, False], ["kept", "below"]
    keep_stated(cleaned(page).blocks, keep, rule)
    assert (keep, rule) == ([False, True], ["beside the head", "head"])


def test_the_reason_names_the_head() -> None:
    items = "".join(f'<li><a href="/{row}">{part}</a></li>' for row, part in enumerate(PARTS))
    script = json.dumps({"@type": "NewsArticle", "articleBody": LONG})
    html = f"<nav><ul>{items}</ul></nav><p>It is a list of parts, said the clerk, and no more than that, in truth.</p>"
    page = cleaned(f'<script type="application/ld+json">{script}</script>{html}')
    assert page.verdicts.rule[:4] == ["stated"] * 4 != cleaned(html).verdicts.rule[:4]
    assert page.explain([0])[0].reason.startswith("the page's head states it as its article's text: ")


RECIPE = {
    "@type": "Recipe",
    "recipeIngredient": ["Zucchero 105 g", "2&amp;nbsp;uova"],
    "recipeInstructions": [
        {"@type": "HowToSection", "itemListElement": [{"name": "Mix", "text": "Beat the eggs.<br>Add it"}]}
    ],
}
FOAM, WAIT = "Beat the eggs until foamy and pale", "Add the sugar, then wait for an hour"
LONG_RECIPE = {"@type": "Recipe", "recipeInstructions": [FOAM, WAIT]}
CELLS = {"@type": "Recipe", "recipeIngredient": ["2 EL Zucker", "2 EL Mehl"]}
NUMBERED = {
    "@type": "Recipe",
    "recipeIngredient": ["2 uova", "", "*"],
    "recipeInstructions": [{"name": "1", "text": "Warm the pot.<br><br>2"}],
}
FAQ = {
    "@type": "FAQPage",
    "mainEntity": [{"name": "Why do people drink tea?", "acceptedAnswer": {"text": "<p>It is warm, and good.</p>"}}],
}
QUESTION = {
    "@type": ["QAPage"],
    "mainEntity": {
        "text": "Is it tea or not, then?",
        "suggestedAnswer": [{"text": "It is tea, I would say."}, {"text": "Not at all, it is milk"}],
    },
}
LONG_STEP = {"@type": "HowTo", "step": "Lay the stones on sand, then fill the joints with more of it and sweep it in."}


@pytest.mark.parametrize(
    ("thing", "texts", "keep", "stated"),
    [
        (RECIPE, ["ZUCCHERO 105 g", "2 uova", "Beat the eggs.", "Add it", "Mix", "it"], [], [0, 1, 2, 3, 4]),
        (RECIPE, ["2 uova", "Tea", "2 uova"], [], [0]),
        (RECIPE, ["2 uova", "Tea", "2 uova"], [2], [2]),
        (RECIPE, ["2", "Uova", "2", "Zucchero", "105", "g", "2", "uova"], [], [0, 1, 3, 4, 5, 6, 7]),
        (RECIPE, ["2", "uova", "2", "uova"], [], [0, 1]),
        (RECIPE, ["2", "uova", "Tea", "2", "uova", "Tea"], [3, 4], [3, 4]),
        (RECIPE, ["2", "uova", "2", "uova"], [0, 2, 3], [2, 3]),
        (RECIPE, ["2 uova"] * 40, [], [0]),
        (RECIPE, ["2", "*", "uova", "2", "uova e latte"], [1], []),
        (RECIPE, ["2", "uova", "*", "Tea"], [], [0, 1]),
        (LONG_RECIPE, ["Beat the eggs until foamy", "Add the sugar, then wait"], [], [0, 1]),
        (LONG_RECIPE, [f"{FOAM} {WAIT}", f"{WAIT} {FOAM}"], [], []),
        (CELLS, ["2 EL", "Zucker", "2 EL", "Mehl"], [1, 3], [0, 1, 2, 3]),
        (NUMBERED, ["1", "*", "Warm the pot.", "2", "2 uova"], [], [2, 4]),
        ({"@graph": [{"@type": "WebPage"}, RECIPE]}, ["2 uova"], [], [0]),
        ({**RECIPE, "@type": "Article"}, ["2 uova"], [], []),
        (
            {"@type": "HowTo", "step": {"name": "1", "text": "Boil <b>the water</b> now"}},
            ["1", "Boil the water now", "now"],
            [],
            [1],
        ),
        (FAQ, ["Why do people drink tea?", "It is warm, and good.", "Why not?", "warm"], [1], [0, 1]),
        (FAQ, ["Why do people drink tea? It is warm", "It is warm, and good. Why do people"], [], []),
        (FAQ, ["Why do people drink milk, then?", "It is warm, and good."], [], [1]),
        (
            QUESTION,
            ["It is tea, I would say.", "Is it tea or not, then?", "Milk", "Not at all, it is milk."],
            [],
            [0, 1, 3],
        ),
        (LONG_STEP, ["Lay the stones on sand", "on sand", "fill the joints with more of it"], [], [0, 2]),
    ],
    ids=[
        "recipe",
        "twice",
        "kept once",
        "cells",
        "cells twice",
        "cells kept once",
        "cells kept in part",
        "many times",
        "no cells",
        "cells before a sign",
        "pieces of a recipe",
        "ends of lines",
        "amounts",
        "no numbers or signs",
        "in a graph",
        "no recipe",
        "inline",
        "answers",
        "ends of answers",
        "no answer",
        "question",
        "pieces",
    ],
)
def test_parts_that_json_ld_states_are_kept(
    thing: dict[str, object], texts: list[str], keep: list[int], stated: list[int]
) -> None:
    blocks = paragraphs(*texts)
    blocks.head.append(("script", {}, json.dumps(thing)))
    assert parts_of(blocks, keep) == stated


def test_links_are_parts_of_recipes_only() -> None:
    for thing, stated in ((RECIPE, [0]), (FAQ, [])):
        text = "Beat the eggs." if thing is RECIPE else "It is warm, and good."
        blocks = cleaner("cleanweb")(f"<p><a href=/>{text}</a>").blocks
        blocks.head.append(("script", {}, json.dumps(thing)))
        assert parts_of(blocks, []) == stated


def test_parts_that_microdata_state_are_kept() -> None:
    blocks = cleaner("cleanweb")(
        "<ul><li itemprop='name recipeIngredient'>Tea<li itemprop=ingredients><p>Milk<p itemprop=ingredients>Honey</ul>"
        "<p itemprop=name>Pots<p role=note>Milk<p itemprop>Cups"
    ).blocks
    assert parts_of(blocks, []) == [0, 1, 2]
    assert parts_of(blocks, [4]) == [0, 2]  # the milk is kept already


@pytest.mark.parametrize(("thing", "text"), [(RECIPE, "2 uova"), (FAQ, "It is warm, and good.")])
def test_stated_parts_are_searched_in_bounded_time(
    thing: dict[str, object], text: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    blocks = paragraphs(text, "Tea")
    blocks.head.append(("script", {}, json.dumps(thing)))
    assert parts_of(blocks, []) == [0]
    monkeypatch.setattr(learned_stated, "MAX_WORK", 50)
    assert parts_of(blocks, []) == []


def test_a_stated_part_stays_in_a_form_and_says_why() -> None:
    script = json.dumps({"@type": "Recipe", "recipeIngredient": ["2 cups of tea", "a spoon of honey"]})
    html = (
        "<form><ul><li>2 cups of tea<li>a spoon of honey</ul></form><p>" + "Tea is made of leaves and of water. " * 20
    )
    page = cleaned(f'<script type="application/ld+json">{script}</script>{html}')
    assert page.verdicts.rule[:2] == ["stated part"] * 2 != cleaned(html).verdicts.rule[:2]
    assert page.explain([0])[0].reason.startswith(
        "the page states it as a part of a recipe, instructions or questions: "
    )


def parts_of(blocks: Blocks, kept: list[int]) -> list[int]:
    """The rows that come back because the page states them as parts, if the rows in `kept` are kept before."""
    keep = [row in kept for row in range(len(blocks))]
    rule = ["kept" if is_kept else "below" for is_kept in keep]
    keep_stated_parts(blocks, keep, rule)
    rows = [row for row, name in enumerate(rule) if name == "stated part"]
    assert keep == [row in kept or row in rows for row in range(len(blocks))]
    return rows


BODY = "<div itemprop='articleBody text'>{}</div>"


@pytest.mark.parametrize(
    ("html", "gone"),
    [
        (f"<h1>The road</h1>{BODY.format(LONG)}<p>More roads", ["More roads"]),
        (BODY.format(f"<p>{LONG}") + "<p>More roads" + BODY.format("<p>And on."), []),
        (f"<p>{LONG} {LONG}" + BODY.format(LONG) + "<p>More roads", []),  # most of the text is elsewhere
        (f"<p>{LONG}" + BODY.format(LONG) + "<p>More roads", []),  # a little more than half
        (f"<p>{LONG}" + BODY.format(f"{LONG} And on.") + "<p>More roads", ["More roads"]),
        (f"<div itemprop=text>{LONG}</div><p>More roads", []),
        (f"<div class=articleBody>{LONG}</div><p>More roads", []),
    ],
)
def test_what_follows_the_body_of_an_article_goes(html: str, gone: list[str]) -> None:
    blocks = cleaned(html).blocks
    words = [float(len(text.split())) for text in blocks.text]
    plain = [0.9] * len(blocks)
    rules = after_article(blocks, [True] * len(blocks), words, plain, is_article=True)
    assert [blocks.text[row] for row in rules] == gone
    assert set(rules.values()) <= {"after the article"}
    assert after_article(blocks, [False] * len(blocks), words, plain, is_article=True) == {}
    assert after_article(blocks, [True] * len(blocks), words, plain, is_article=False) == {}
    assert after_article(blocks, [True] * len(blocks), words, [0.5] * len(blocks), is_article=False) == rules


def test_what_follows_the_body_goes_from_a_page_and_says_why() -> None:
    story = "".join(f"<p>{part}" for part in PARTS)
    page = cleaned(f"<h1>The road</h1>{BODY.format(story)}<p>The road to the sea has a mill that ground corn for long.")
    assert page.verdicts.rule[-1] == "after the article"
    assert page.explain([len(page.blocks) - 1])[0].reason.startswith("after the element that is the article's text")
