"""What the default keeps of a page: its threshold, the end of its text, its title."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from cleanweb.classify.learned_decision import (
    AFTER,
    FLOOR,
    LEAN,
    LOOK_SHARE,
    MAX_SHELL_WORDS,
    MAX_WORDS_AFTER,
    MIN_LEAN_WORDS,
    MIN_SHELL_WORDS,
    Shape,
    agreed,
    decide,
    lacks_text,
    page_threshold,
)


def page_of(words: list[float], spans: list[tuple[int, int]], title_row: int = -1) -> Shape:
    """A page whose elements span these blocks; every block has a look of its own."""
    first, end = (np.array(ends) for ends in zip(*spans, strict=True))
    return Shape(np.array(words, np.float32), np.arange(len(words)), first, end, title_row)


def kept(page: Shape, chances: list[float], is_article: bool) -> list[bool]:
    decided: list[bool] = decide(page, np.array(chances, np.float32), is_article).keep.tolist()
    return decided


WORDS = [60.0, 60.0, 30.0, 30.0, 30.0]
TWO_REGIONS = [(0, 5), (0, 2), (2, 5)]  # an article of two paragraphs, and three teasers


def test_after_the_text_of_an_article_more_is_asked() -> None:
    page = page_of(WORDS, TWO_REGIONS, title_row=0)
    chances = [0.8, 0.8, 0.39, 0.39, 0.39]
    decision = decide(page, np.array(chances, np.float32), True)
    assert decision.threshold < 0.39 < decision.after == AFTER
    assert decision.keep.tolist() == [True, True, False, False, False]
    assert decision.after_share == 90 / 120
    assert kept(page, [0.8, 0.8, 0.39, 0.9, 0.39], True) == [True, True, False, True, False]


def test_nothing_is_after_the_text_with_page_focus_or_without_a_title_above() -> None:
    page = page_of(WORDS, TWO_REGIONS, title_row=1)
    chances = [0.8, 0.8, 0.39, 0.39, 0.39]
    assert not all(kept(page, chances, True))
    assert all(kept(page, chances, False))
    for row in (-1, 2):
        assert all(kept(page._replace(title_row=row), chances, True))


def test_what_is_before_and_amid_the_text_is_asked_no_more() -> None:
    page = page_of([30.0, 60.0, 30.0, 60.0, 30.0], [(0, 5), (1, 4), (0, 1), (2, 3), (4, 5)], title_row=1)
    assert kept(page, [0.39, 0.8, 0.39, 0.8, 0.39], True) == [True, True, True, True, False]


def test_what_looks_like_the_text_is_no_other() -> None:
    page = page_of(WORDS, TWO_REGIONS, title_row=0)._replace(alike=np.array([0, 1, 1, 2, 3]))
    assert kept(page, [0.8, 0.8, 0.39, 0.39, 0.39], True) == [True, True, True, False, False]


def test_very_much_likely_text_is_no_other() -> None:
    much = MAX_WORDS_AFTER / 3 + 1
    for words, keep in ((much, [True] * 5), (much - 2, [True, True, False, False, False])):
        page = page_of([1000.0, 1000.0, *[words] * 3], TWO_REGIONS, title_row=0)
        assert kept(page, [0.8, 0.8, 0.39, 0.39, 0.39], True) == keep


@pytest.mark.parametrize("is_article", [False, True])
def test_where_nothing_is_sure_there_is_no_region(is_article: bool) -> None:
    assert all(kept(page_of(WORDS, TWO_REGIONS, title_row=0), [0.4, 0.4, 0.39, 0.39, 0.39], is_article))


def test_the_title_stays_with_the_text_below_it_and_not_alone() -> None:
    spans = [(0, 3), (1, 3)]
    chances = [0.01, 0.9, 0.9]
    assert kept(page_of([5, 50, 50], spans, title_row=0), chances, True) == [True, True, True]
    assert kept(page_of([5, 50, 50], spans), chances, True) == [False, True, True]
    assert kept(page_of([50, 50, 5], spans, title_row=2), [0.9, 0.9, 0.01], True) == [True, True, False]


def test_only_a_title_that_its_text_alone_keeps_is_added() -> None:
    spans = [(0, 1), (1, 3)]
    for chance, is_added in ((0.01, True), (0.45, False), (0.9, False)):
        decision = decide(page_of([5, 50, 50], spans, title_row=0), np.array([chance, 0.9, 0.45], np.float32), True)
        assert decision.keep[0]
        assert decision.adds_title is is_added


def test_the_guard_keeps_the_likeliest() -> None:
    decision = decide(page_of([10, 50], [(0, 2)]), np.array([0.001, 0.002], np.float32), False)
    assert decision.is_guarded
    assert decision.keep.any()


def test_the_guard_keeps_more_than_the_title() -> None:
    decision = decide(page_of([2, 5_000, 3], [(0, 3)], title_row=0), np.array([0.2, 0.07, 0.001], np.float32), True)
    assert decision.is_guarded
    assert decision.keep.tolist() == [True, True, False]


def test_of_one_unlikely_block_the_guard_keeps_all() -> None:
    decision = decide(page_of([10], [(0, 1)]), np.array([0.001], np.float32), False)
    assert decision.is_guarded
    assert decision.keep.all()


def test_the_threshold_is_half_way_below_the_blocks_of_highest_expected_f1() -> None:
    # Expected F1 of the first one, two, ...: 1.8 / 3.2, 3.4 / 4.2, 4 / 5.2, 4.4 / 6.2; two blocks are best.
    chances = np.array([0.3, 0.9, 0.2, 0.8], np.float32)
    assert page_threshold(chances, np.ones(4), 1) == pytest.approx((0.55, 0.55))
    # With words 1, 1, 10: 1.8 / 8.7, 3.4 / 9.7, 13.4 / 18.7; all three are best.
    assert page_threshold(np.array([0.9, 0.8, 0.5], np.float32), np.array([1, 1, 10]), 1) == pytest.approx((0.5, 0.5))
    assert page_threshold(np.array([0.04], np.float32), np.ones(1), 1) == pytest.approx((FLOOR, 0.04))


@given(
    st.lists(st.tuples(st.floats(0, 1, width=32), st.integers(1, 500)), min_size=1),
    st.tuples(st.floats(-6, 6), st.floats(-6, 6)),
)
def test_the_plainer_a_page_is_no_article_the_more_is_kept(
    blocks: list[tuple[float, int]], odds: tuple[float, float]
) -> None:
    chances, words = (np.array(values, np.float32) for values in zip(*blocks, strict=True))
    below, above = (page_threshold(chances, words, np.exp(-LEAN * of_one)) for of_one in sorted(odds))
    assert below <= above


def test_a_missed_word_counts_as_so_many_wrong_ones() -> None:
    # If it counts as four, expected F2 is five times .8 / 6.8, 1.15 / 7.8, 1.45 / 8.8: all three are best. If as a
    # quarter, it is 1.25 times .8 / 1.36, 1.15 / 2.36, 1.45 / 3.36: one is best.
    chances, words = np.array([0.8, 0.35, 0.3], np.float32), np.ones(3)
    assert page_threshold(chances, words, 4)[0] == pytest.approx(0.3)
    assert page_threshold(chances, words, 0.25)[0] == pytest.approx((0.8 + 0.35) / 2)


def test_less_is_asked_of_what_is_plainly_no_article_unless_it_is_short() -> None:
    # Expected F1 of the first two blocks: 192 / (120 + 123); of all: 246 / (210 + 123). If a missed word counts as e
    # wrong ones, all blocks score higher.
    chances = np.array([0.8, 0.8, 0.3, 0.3, 0.3], np.float32)
    for odds, keeps_all in ((0.0, False), (-1 / LEAN, True)):
        assert decide(page_of(WORDS, [(0, 5)]), chances, False, odds).keep.all() == keeps_all
    short = page_of([words * 0.9 for words in WORDS], [(0, 5)])
    assert short.words.sum() < MIN_LEAN_WORDS <= sum(WORDS)
    assert not decide(short, chances, False, -1 / LEAN).keep.all()


def test_an_unlikely_block_is_not_kept_for_its_size() -> None:
    page = page_of([100, 100, 20_000], [(0, 3)])
    assert kept(page, [0.9, 0.9, 0.25], True) == [True, True, False]
    assert kept(page, [0.9, 0.9, 0.8], True) == [True, True, True]
    assert kept(page_of([2, 20_000], [(0, 2)]), [0.9, 0.25], True) == [True, True]  # there is no other text


def test_blocks_of_one_look_are_drawn_towards_each_other() -> None:
    chances = np.array([0.9, 0.9, 0.1, 0.9, 0.1], np.float32)
    page = page_of([2, 1, 1, 5, 5], [(0, 5)])._replace(alike=np.array([0, 0, 0, 1, 1]))
    found = agreed(page, chances)
    assert found[3:].tolist() == chances[3:].tolist()  # two are too few

    def log_odds(chance: float) -> float:
        return float(np.log(chance / (1 - chance)))

    common = log_odds((2 * 0.9 + 0.9 + 0.1) / 4)
    for before, after in zip(chances[:3], found[:3], strict=True):
        assert log_odds(after) == pytest.approx((1 - LOOK_SHARE) * log_odds(before) + LOOK_SHARE * common, abs=1e-4)


def test_sure_blocks_of_one_look_have_chances_still() -> None:
    found = agreed(page_of([1, 1, 1], [(0, 3)])._replace(alike=np.zeros(3, int)), np.array([1, 1, 0], np.float32))
    assert ((found > 0) & (found < 1)).all()


@pytest.mark.parametrize(
    ("words", "chances", "is_shell"),
    [
        ([40, 40], [0.4, 0.3], True),
        ([10, 70], [0.6, 0.3], False),  # one block is more likely text than not
        ([4, 4, 72], [0.9, 0.9, 0.3], True),  # but it has too few words to count
        ([4] * 20, [0.9] * 10 + [0.3] * 10, False),  # unless there are many such blocks
        ([MIN_SHELL_WORDS / 2, MIN_SHELL_WORDS / 2 - 1], [0.4, 0.3], False),
        ([MAX_SHELL_WORDS / 2, MAX_SHELL_WORDS / 2], [0.4, 0.3], False),
    ],
)
def test_a_short_page_on_which_nothing_is_plainly_text_has_none(
    words: list[float], chances: list[float], is_shell: bool
) -> None:
    assert lacks_text(np.array(words, np.float32), np.array(chances, np.float32)) is is_shell
