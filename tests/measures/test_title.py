"""The block that is the page's title, and the containers around it."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from cleanweb.measures.title import (
    BY_PLACE,
    BY_WORDS,
    NOT_FOUND,
    Title,
    find_title,
    shared_levels,
    spans_around,
    stated_titles,
)
from cleanweb.page import Attributes, Blocks
from tests.blocks import blocks_of, default_blocks
from tests.timing import within

MILL = "The mill by the river"


def found(blocks: Blocks, link_share: list[float] | None = None) -> tuple[int, int]:
    levels = [int(tag[1]) if (tag := blocks.tag(row)) in ("h1", "h2", "h3") else 0 for row in range(len(blocks))]
    title = find_title(blocks, np.array(levels), np.array(link_share or [0.0] * len(blocks)))
    return title.row, title.found


def test_the_heading_that_the_head_names_wins_over_others_and_over_links() -> None:
    head = (("title", {}, f"{MILL} | Town news"),)
    rows = (("body>p", MILL), ("body>div>h1", "Town news"), ("body>main>h2", MILL), ("body>main>p", "It was built."))
    assert found(blocks_of(*rows, head=head)) == (2, BY_WORDS)
    assert found(blocks_of(*rows[:2], head=head), [1.0, 0.0]) == (1, BY_WORDS)


@pytest.mark.parametrize(("letters", "row"), [(10, 0), (9, 1)])
def test_a_heading_of_half_the_title_wins_over_a_line_of_all_of_it(letters: int, row: int) -> None:
    stated = "Millwheels of rivers"
    blocks = blocks_of(("body>h2", stated[:letters]), ("body>p", stated), head=(("title", {}, stated),))
    assert found(blocks) == (row, BY_WORDS)


@pytest.mark.parametrize(("letters", "title"), [(10, (0, BY_WORDS)), (9, (-1, NOT_FOUND))])
def test_less_than_a_quarter_of_the_title_is_not_it(letters: int, title: tuple[int, int]) -> None:
    stated = "Millwheels of rivers and of other waters"
    assert found(blocks_of(("body>p", stated[:letters]), head=(("title", {}, stated),))) == title


def test_what_is_told_of_a_title_are_plain_values() -> None:
    blocks = blocks_of(("body>h1", MILL), ("body>p", "It was built."), head=(("title", {}, MILL),))
    title = find_title(blocks, np.array([1, 0]), np.zeros(2))
    assert [type(value) for value in (*title, title.is_sure)] == [int, int, float, bool]


def test_an_option_of_a_menu_is_no_title() -> None:
    blocks = blocks_of(("body>select>option", MILL), ("body>p", MILL), head=(("title", {}, MILL),))
    blocks.elements.mark[blocks.container[0]] = "option"
    assert found(blocks) == (1, BY_WORDS)


@pytest.mark.parametrize("name", ["og:title", "twitter:title"])
def test_meta_titles_count(name: str) -> None:
    head: tuple[tuple[str, Attributes, str], ...] = (("meta", {"property": name, "content": MILL.upper()}, ""),)
    assert stated_titles(head) == [MILL.casefold()]
    assert found(blocks_of(("body>p", "Nothing of it."), ("body>p", MILL), head=head)) == (1, BY_WORDS)


def test_without_a_stated_title_the_first_h1_stands_for_it() -> None:
    assert found(blocks_of(("body>p", "Before"), ("body>h1", "One"), ("body>h1", "Two"))) == (1, BY_PLACE)
    assert found(blocks_of(("body>p", "Before"), ("body>h2", "One"))) == (-1, NOT_FOUND)


def test_a_heading_may_say_the_title_in_other_words() -> None:
    head = (("title", {}, "What is a mill's wheel made of in 1850? - Town news"),)
    rows = (("body>p", "Wheel"), ("body>h2", "What a mill’s wheel is made of, in 1850"), ("body>h1", "Our town today"))
    blocks = blocks_of(*rows, head=head)
    assert found(blocks) == (1, BY_WORDS)
    assert found(blocks, [0.0, 1.0, 0.0]) == (2, BY_PLACE)  # a teaser


def test_a_heading_that_shares_few_words_is_no_title() -> None:
    head = (("title", {}, "Mills that ground the corn of the valley"),)
    assert found(blocks_of(("body>h2", "Mills that grind no corn in our days"), head=head)) == (-1, NOT_FOUND)


def test_only_a_likely_block_found_by_words_shows_the_title() -> None:
    assert [Title(3, BY_WORDS, likeness).is_sure for likeness in (0.6, 0.59)] == [True, False]
    assert not Title(3, BY_PLACE, 0.9).is_sure


def test_a_stated_title_of_three_letters_is_none() -> None:
    assert stated_titles([("title", {}, "Tea"), ("meta", {"name": "headline", "content": " Teas "}, "")]) == ["teas"]


def test_a_stated_title_of_two_ideographs_is_one() -> None:
    assert stated_titles([("title", {}, "红茶"), ("meta", {"name": "headline", "content": "茶"}, "")]) == ["红茶"]
    assert found(blocks_of(("body>p", "茶"), ("body>h2", "红茶"), head=(("title", {}, "红茶"),))) == (1, BY_WORDS)


@pytest.mark.parametrize("heading", ["The mill – “as it was”", 'THE MILL - "as it was"', "The mill ‐ «as it was»¶"])
def test_dashes_and_quotes_are_the_same_however_they_are_typed(heading: str) -> None:
    blocks = blocks_of(("nav>a", "The mill"), ("body>h1", heading), head=(("title", {}, "The mill — „as it was“"),))
    assert find_title(blocks, np.array([0, 1]), np.zeros(2))[:2] == (1, BY_WORDS)
    assert find_title(blocks, np.array([0, 1]), np.zeros(2)).likeness >= 1


def test_words_of_a_title_are_whole_in_every_script() -> None:
    """Cut at vowel signs, these two would share most of their pieces."""
    head = (("title", {}, "नदी किनारे की चक्की"),)
    assert found(blocks_of(("body>h2", "नद किनार का चक्का"), head=head)) == (-1, NOT_FOUND)
    assert found(blocks_of(("body>h2", "चक्की नदी किनारे की"), head=head)) == (0, BY_WORDS)


def test_levels_grow_outwards() -> None:
    html = "<nav><p>Menu</p></nav><main><article><p>One</p><p>Two</p></article><p>Three</p></main>"
    blocks = default_blocks(html)
    elements = blocks.elements
    firsts, ends = spans_around(
        1, *(np.array(column) for column in (blocks.container, elements.parent, elements.first, elements.end))
    )
    assert shared_levels(np.arange(4), firsts, ends).tolist() == [3, 0, 1, 2]


@given(st.lists(st.tuples(st.integers(0, 5), st.integers(0, 5)), min_size=1, max_size=6), st.integers(0, 30))
def test_the_level_is_that_of_the_smallest_span_that_holds_the_place(growth: list[tuple[int, int]], start: int) -> None:
    first, end = start, start + 1
    spans = []
    for left, right in growth:
        first, end = max(0, first - left), end + right
        spans.append((first, end))
    spans.append((0, end + 3))
    place = np.arange(end + 3)
    levels = shared_levels(place, np.array([a for a, _ in spans]), np.array([b for _, b in spans]))
    assert levels.tolist() == [next(n for n, (a, b) in enumerate(spans) if a <= p < b) for p in place.tolist()]


@pytest.mark.parametrize("short", ["", MILL, "Mill"])
def test_many_headings_beside_a_long_title_take_linear_time(short: str) -> None:
    """Each was searched for in the whole title, at least if a short one is stated, too."""
    words = [f"word{number}" for number in range(50_000)]
    blocks = Blocks.of([("h2", f"Some {word}") for word in words])
    blocks.head += [("title", {}, " ".join(words)), ("meta", {"name": "title", "content": short}, "")]
    with within(4):
        find_title(blocks, np.full(len(blocks), 2), np.zeros(len(blocks)))


def test_many_stated_titles_beside_many_headings_take_linear_time() -> None:
    blocks = Blocks.of([("h2", f"Heading {number}") for number in range(5_000)])
    blocks.head += [("meta", {"name": "title", "content": f"Title {number}"}, "") for number in range(10_000)]
    with within(8):
        find_title(blocks, np.full(len(blocks), 2), np.zeros(len(blocks)))
