"""Reasons of the default read as sentences: absent features are called absent, one is singular, places are named."""

from dataclasses import replace
from functools import cache

import numpy as np
import pytest

from cleanweb import cleaner
from cleanweb.classify import learned_reasons
from cleanweb.classify.learned_page import Judgement
from cleanweb.classify.learned_phrases import ABSENCES, ABSENT, phrase
from cleanweb.classify.learned_reasons import reasons
from cleanweb.measures.features import feature_names
from cleanweb.pipeline import Cleaned
from cleanweb.report.listing import one_system
from cleanweb.segment.tags import HEADING_TAGS
from tests.classify.test_learned import PAGE, STORY
from tests.fixtures import CORPUS

NAMES = feature_names()


@pytest.mark.parametrize(
    ("name", "value", "told"),
    [
        ("words from the title", -326.0, "326 words above the title"),
        ("words from the title", 0.0, "the page's title"),
        ("words from the title", ABSENT, "no title found on the page"),
        ("words since a heading", ABSENT, "no heading above it"),
        ("words since a heading", 1026.0, "1,026 words below a heading"),
        ("words to the next heading", 0.0, "a heading"),
        ("number of blocks of the same look", 1.0, "no other block marked up like it"),
        ("number of blocks of the same look", 2.0, "1 other block marked up like it"),
        ("words of blocks of the same look", 2.0, "2 words in blocks marked up like it"),
        ("words of the only block of its look", 1.0, "1 word in the only block marked up this way"),
        ("words of the block before", -2.0, "no block above it"),
        ("link density of the block after", 0.5, "link density 0.50 in the block below"),
        ("link density of the 7 blocks around", 0.5, "link density 0.50 in the 7 blocks around it"),
        ("share of page words of container 1", 0.125, "12% of the page's words in the element around it"),
        ("place in it of container 4", 0.5, "50% down the fourth element around it"),
        ("full stops a word of container 2", 0.0, "no full stops in the second element around it"),
        ("in the paragraphs' container", 0.0, "not in the element with most paragraphs"),
        ("later copies", 1.0, "its text comes again below"),
        ("levels to the title", 1.0, "1 level of elements from the title"),
        ("levels to the title", 0.0, "in the element around the title"),
        ("text up to the title", 0.1, "much plain text a block from the title to it"),
        ("text up to the title", 0.0, "little plain text a block from the title to it"),
        ("words of the block after", -1.0, "no block below it"),
        ("commas a word", 0.051, "0.051 commas a word"),
        ("links a word", 1.0, "1 link a word"),
        ("after the first heading", 1.0, "an h1, or below one"),
        ("heading level", 2.0, "a heading of level 2"),
        ("heading level", 0.0, "no heading"),
        ("spread of blocks of the same look", 1.0, "blocks marked up like it in a row"),
        ("spread of the only block of its look", 1.0, "the only block marked up this way"),
        ("spread of blocks of the same look", 2.5, "blocks marked up like it 2.5 blocks apart"),
        ("words to the densest stretch", 0.0, "in the densest stretch of text"),
        ("no words to the densest stretch", 0.0, "right below the densest stretch of text"),
        ("a measure to come", 0.5, "a measure to come 0.5"),
        ("link density of a place to come", 0.5, "link density of a place to come 0.5"),
    ],
)
def test_features_in_words(name: str, value: float, told: str) -> None:
    assert phrase(name, value) == told


def test_every_feature_that_can_be_a_reason_has_words() -> None:
    page_wide = {"title found", "likeness of the title", "article"}
    told = [name for name in NAMES if "names" not in name and not name.startswith("page ") and name not in page_wide]
    told = [name for name in told if "container's share" not in name and "stretch's share" not in name]
    assert [name for name in told if phrase(name, 3.0) == f"{name} 3"] == []
    assert set(ABSENCES) <= set(NAMES)


def test_no_heading_and_no_title_are_said_once() -> None:
    page = cleaner()(f"<ul class=nav><li><a href=/>Home</a></ul><div>{STORY}</div><div class=x><p>Bye</div>")
    for told in page.explain(range(len(page.blocks))):
        assert told.reason.count("no title found") <= 1
        assert ABSENT not in told.numbers.values()
        assert not any("heading" in name or "the title" in name for name in told.numbers)


def test_a_heading_below_is_none_above() -> None:
    reasons = []
    for entries in (20, 60, 150, 300):
        menu = "".join(f"<li><a href=/{number}>Entry {number}</a>" for number in range(entries))
        page = cleaner()(f"<title>The mill</title><ul class=nav>{menu}</ul><h1>The mill</h1>{STORY}")
        reasons += [told.reason for told in page.explain(range(entries))]
    assert any("no heading above it" in reason for reason in reasons)
    assert not any("below a heading" in reason for reason in reasons)


@cache
def judged_pages() -> list[Cleaned]:
    """Pages of the example corpus that are judged as a whole, and two more, cleaned by the default."""
    made = cleaner()
    pages = [made(path.read_bytes()) for path in sorted((CORPUS / "html").glob("*.html"))]
    pages = [page for page in pages if isinstance(page.verdicts.evidence, Judgement)]
    assert len(pages) > 10
    return [*pages, cleaner("cleanweb", focus="page")(PAGE), made("<p>Hi")]


def test_what_is_told_speaks_for_the_verdict() -> None:
    for page in judged_pages():
        judged = page.verdicts.evidence
        assert isinstance(judged, Judgement)
        worth = judged.model.contributions.of(judged.model.blocks.places(judged.matrix), len(judged.matrix))
        for row, told in enumerate(page.explain(range(len(page.blocks)))):
            measures = [NAMES.index(name) for name in told.numbers if name in NAMES]
            assert ((worth[measures, row] > 0) == page.verdicts.keep[row]).all()
            score, limit = page.verdicts.score[row], float(told.numbers["threshold"])
            is_below = round(score, 4) < limit  # which is rounded, too
            digits = 4 if is_below and f"{score:.2f}" == f"{limit:.2f}" else 2
            compared = "<" if is_below else ">="
            assert f"score {score:.{digits}f} {compared} {limit:.{digits}f}" in told.reason
            assert told.numbers["focus"] == ("article" if judged.is_article else "page")


def test_of_a_look_of_its_own_no_other_block_is_told() -> None:
    said = dict.fromkeys((" blocks marked up like it", "the only block marked up this way"), 0)
    for page in judged_pages():
        judged = page.verdicts.evidence
        assert isinstance(judged, Judgement)
        looks = judged.alike.tolist()
        for look, told in zip(looks, page.explain(range(len(page.blocks))), strict=True):
            for words, is_so in zip(said, (looks.count(look) > 1, looks.count(look) == 1), strict=True):
                is_said = words in told.reason
                assert is_so or not is_said
                said[words] += is_said
    assert all(said.values())


def test_right_below_a_place_is_not_in_it(monkeypatch: pytest.MonkeyPatch) -> None:
    """No word is in between: two of 8,435 reasons wrongly said that a block was in the element above it."""
    place = NAMES.index("words to the paragraphs' container")
    monkeypatch.setattr(learned_reasons, "_strongest", lambda worth: np.full((worth.shape[1], 3), place))
    said = dict.fromkeys(("in the element with most paragraphs", "right below the element with most paragraphs"), 0)
    for page in judged_pages():
        judged = page.verdicts.evidence
        assert isinstance(judged, Judgement)
        is_inside = judged.matrix[NAMES.index("in the paragraphs' container")] > 0
        for row, told in enumerate(page.explain(range(len(page.blocks)))):
            for words, is_so in zip(said, (is_inside[row], not is_inside[row]), strict=True):
                is_said = f"; {words}" in told.reason
                assert is_so or not is_said
                said[words] += is_said
    assert all(said.values())


def test_only_of_a_place_that_a_block_may_be_in_it_is_right_below(monkeypatch: pytest.MonkeyPatch) -> None:
    place = NAMES.index("words to the next heading")
    monkeypatch.setattr(learned_reasons, "_strongest", lambda worth: np.full((worth.shape[1], 3), place))
    page = cleaner("cleanweb")(f"<h1>Tea</h1><h2>Milk</h2>{STORY}")
    assert [told.reason.split("; ")[-1] for told in page.explain([0, 1])] == ["a heading", "a heading"]


def told_of(monkeypatch: pytest.MonkeyPatch, name: str, page: Cleaned) -> list[str]:
    """The last reason of each block, if this measure were the strongest of each."""
    monkeypatch.setattr(learned_reasons, "_strongest", lambda worth: np.full((worth.shape[1], 3), NAMES.index(name)))
    return [told.reason.split("; ")[-1] for told in page.explain(range(len(page.blocks)))]


def test_a_block_is_as_deep_as_its_path_has_steps(monkeypatch: pytest.MonkeyPatch) -> None:
    for page in judged_pages():
        steps = [len(block.path.split(">")) for block in page.blocks]
        told = told_of(monkeypatch, "depth", page)
        assert told == [f"{count} element{'s' * (count > 1)} deep" for count in steps]


def test_shares_are_those_of_the_text_however_short(monkeypatch: pytest.MonkeyPatch) -> None:
    page = cleaner("cleanweb")(f"<p>TEA<p>Tea at 5<p>2024<p>--{STORY}")
    assert told_of(monkeypatch, "capitals share", page)[:4] == [
        f"{share} capitals" for share in ("100%", "20%", "0%", "0%")
    ]
    assert told_of(monkeypatch, "digits share", page)[:4] == [
        f"{share} digits" for share in ("0%", "17%", "100%", "0%")
    ]


def test_what_may_be_the_title_is_not_told_to_be_it(monkeypatch: pytest.MonkeyPatch) -> None:
    """The page shows an entry of its menu that is a part of its title, and no other."""
    menu = "<ul class=nav><li><a href=/>Milling</a><li><a href=/n>News</a></ul>"
    page = cleaner("cleanweb")(f"<title>Milling and baking</title>{menu}{STORY}")
    told = told_of(monkeypatch, "words from the title", page)
    assert told[:2] == ["what may be the title", "1 word below what may be the title"]
    page = cleaner("cleanweb")(f"<title>Milling and baking</title>{menu}<h1>Milling and baking</h1>{STORY}")
    assert "the page's title" in told_of(monkeypatch, "words from the title", page)


def test_names_of_a_block_beside_are_told_as_those_of_that_block(monkeypatch: pytest.MonkeyPatch) -> None:
    page = cleaner("cleanweb")(f"{STORY}<ul class=menu><li>Home<li>News</ul>")
    below = told_of(monkeypatch, "names of the block after", page)
    assert below[-1] == "no block below it"
    assert below[-2] == 'the block below inside ul.menu, named "menu"'
    assert told_of(monkeypatch, "names of the block before", page)[0] == "no block above it"
    assert told_of(monkeypatch, "names of the block two after", page)[-2:] == ["no second block below it"] * 2


def test_a_measure_of_the_whole_page_is_no_reason() -> None:
    page = cleaner("cleanweb")(PAGE)
    worth = np.zeros((len(NAMES), len(page.blocks)), np.float32)
    of_page = [name for name in NAMES if name.startswith("page ")]
    worth[[NAMES.index(name) for name in of_page]] = 9
    worth[NAMES.index("depth")] = 1
    found = learned_reasons._strongest(worth)
    assert {NAMES[feature] for feature in found[:, 0]} == {"depth"}
    assert not {NAMES[feature] for feature in found.ravel() if feature >= 0}.intersection(of_page)


def test_headings_are_where_they_are_told() -> None:
    said = dict.fromkeys(
        ("no heading above it", "words since a heading", "no heading below it", "words to the next"), 0
    )
    for page in judged_pages():
        tags = [page.blocks.tag(row) in HEADING_TAGS for row in range(len(page.blocks))]
        for row, told in enumerate(page.explain(range(len(page.blocks)))):
            above, below = any(tags[: row + 1]), any(tags[row:])
            for words, is_so in zip(said, (not above, above, not below, below), strict=True):
                is_said = words in told.reason or words in ", ".join(told.numbers)
                assert is_so or not is_said
                said[words] += is_said
    assert said["no heading above it"] and said["words since a heading"]


@pytest.mark.parametrize(
    ("rule", "told"),
    [
        ("data table", "most of its data table is kept: score "),
        ("table row", "another cell of its row is kept: score "),
        ("example", "the text before and after this example is kept: score "),
        ("preformatted", "preformatted text of the page is kept: score "),
        ("copyright", "a notice of copyright after the text, or what follows one: score "),
    ],
)
def test_a_rule_tells_what_it_looked_at(rule: str, told: str) -> None:
    page = cleaner("cleanweb", focus="page")(PAGE)
    judged = page.verdicts.evidence
    assert isinstance(judged, Judgement)
    verdicts = replace(page.verdicts, rule=[rule] * len(page.blocks))
    assert all(reason.reason.startswith(told) for reason in reasons(judged, verdicts, range(len(page.blocks))))


def test_numbers_that_are_told_are_not_listed_again() -> None:
    listed = "\n".join(one_system("cleanweb", cleaner()(PAGE), "", 100, lambda text, **_: text))
    assert "threshold 0" not in listed and "(focus" not in listed


def test_the_name_of_the_site_is_not_told_to_be_the_title(monkeypatch: pytest.MonkeyPatch) -> None:
    page = cleaner("cleanweb")(f"<title>Milling - Our town</title><h1>Our town</h1><h2>Milling</h2>{STORY}")
    assert page.verdicts.evidence.title_row == 1  # type: ignore[attr-defined]  # the page's judgement
    assert told_of(monkeypatch, "words from the title", page)[1] == "2 words below what may be the title"
