"""The decision of the default: the page's threshold, its one region, its title, and the rule that is told."""

from dataclasses import replace

import numpy as np
import pytest

from cleanweb import clean
from cleanweb.classify.learned_page import APART, MAX_APART_WORDS, Decision, Judgement, Shape, decide
from cleanweb.classify.learned_reasons import reasons


def page_of(words: list[float], spans: list[tuple[int, int]], title_row: int = -1) -> Shape:
    """A page whose elements span these blocks, each block of a look of its own."""
    first, end = (np.array(ends) for ends in zip(*spans, strict=True))
    return Shape(np.array(words, np.float32), np.arange(len(words)), first, end, title_row)


def kept(page: Shape, chances: list[float], is_article: bool) -> list[bool]:
    decided: list[bool] = decide(page, np.array(chances, np.float32), is_article).keep.tolist()
    return decided


WORDS = [60.0, 60.0, 30.0, 30.0, 30.0]
TWO_REGIONS = [(0, 5), (0, 2), (2, 5)]  # an article of two paragraphs, and three teasers


def test_outside_the_region_of_the_text_more_is_asked() -> None:
    page = page_of(WORDS, TWO_REGIONS)
    chances = [0.8, 0.8, 0.39, 0.39, 0.39]
    decision = decide(page, np.array(chances, np.float32), True)
    assert decision.threshold < 0.39 < decision.apart == APART
    assert decision.keep.tolist() == [True, True, False, False, False]
    assert kept(page, [0.8, 0.8, 0.39, 0.9, 0.39], True) == [True, True, False, True, False]


def test_with_page_focus_less_is_asked() -> None:
    page = page_of(WORDS, TWO_REGIONS)
    chances = [0.6, 0.6, 0.36, 0.41, 0.36]
    assert kept(page, chances, True) == [True, True, False, False, False]
    assert kept(page, chances, False) == [True, True, False, True, False]


def test_very_much_likely_text_is_in_no_other_region() -> None:
    chances = [0.8, 0.8, 0.39, 0.39, 0.39]
    much = MAX_APART_WORDS / 3 + 1
    assert kept(page_of([1000.0, 1000.0, *[much] * 3], TWO_REGIONS), chances, True) == [True] * 5
    assert kept(page_of([1000.0, 1000.0, *[much - 2] * 3], TWO_REGIONS), chances, True) == [True, True, *[False] * 3]


@pytest.mark.parametrize("is_article", [False, True])
def test_where_nothing_is_sure_there_is_no_region(is_article: bool) -> None:
    assert all(kept(page_of(WORDS, TWO_REGIONS), [0.4, 0.4, 0.39, 0.39, 0.39], is_article))


def test_the_title_stays_with_the_text_below_it_and_not_alone() -> None:
    spans = [(0, 3), (1, 3)]
    chances = [0.01, 0.9, 0.9]
    assert kept(page_of([5, 50, 50], spans, title_row=0), chances, True) == [True, True, True]
    assert kept(page_of([5, 50, 50], spans), chances, True) == [False, True, True]
    assert kept(page_of([50, 50, 5], spans, title_row=2), [0.9, 0.9, 0.01], True) == [True, True, False]


def test_the_guard_keeps_the_likeliest() -> None:
    decision = decide(page_of([10, 50], [(0, 2)]), np.array([0.001, 0.002], np.float32), False)
    assert decision.is_guarded
    assert decision.keep.any()


def test_what_is_sure_enough_but_outside_the_region_is_told_so() -> None:
    page = clean(b"<main><h1>Harbour</h1><p>The harbour is old.</main><p>More stories<p>About us")
    judged = page.verdicts.evidence
    assert isinstance(judged, Judgement)
    chances = np.array([0.9, 0.9, 0.45, 0.1], np.float32)
    decision = Decision(chances >= 0.5, threshold=0.4, apart=0.5, is_guarded=False)
    judged = replace(judged, chances=chances, decision=decision, is_article=True)
    rules = judged.rules()
    assert rules == ["kept", "kept", "outside the region (article)", "below threshold (article)"]
    verdicts = replace(page.verdicts, keep=decision.keep.tolist(), rule=rules, score=chances.tolist(), evidence=judged)
    explained = reasons(judged, verdicts, range(4))
    told = [row.reason for row in explained]
    assert told[2].startswith("outside the text's own region more is asked: score 0.45 < 0.50")
    assert told[3].startswith("score 0.10 < 0.40")
    assert [row.numbers["threshold"] for row in explained] == [0.4, 0.4, 0.5, 0.4]
