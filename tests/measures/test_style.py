"""Looks, style blocks, distances and overlaps: known answers, and laws."""

from math import inf

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cleanweb import cleaner
from cleanweb.measures.distance import geometric_mean, nearest_distances
from cleanweb.measures.overlap import lcs_share, recurring_share
from cleanweb.measures.style import style_groups
from cleanweb.measures.style_blocks import StyleBlock, distances_along
from cleanweb.normalize.plain import Plain
from cleanweb.page import Blocks
from cleanweb.parse import parse
from cleanweb.segment.style_blocks import StyleBlocks
from tests.timing import within


def styles(html: str) -> list[int]:
    return cleaner("kimatu")(html.encode()).blocks.style


@pytest.mark.parametrize(
    ("first", "second", "is_same"),
    [
        ("<div><p>One</p></div>", "<div><p>Two</p></div>", True),
        ("<div><p>One</p></div>", "<p>Two</p>", False),
        ("<p align=left>One</p>", "<p align=right>Two</p>", False),
        ("<p id=a>One</p>", "<p id=b>Two</p>", True),
        ("<p><font color=red>One</font></p>", "<p>Two</p>", False),
        ("<p><b>One</b></p>", "<p>Two</p>", False),
        ("<p><b>One</b> more</p>", "<p>Two</p>", True),
        ("<p><a href=x>One</a></p>", "<p>Two</p>", False),
        ("<div><p class=text>One</p></div>", "<p class=' text\n'>Two</p>", True),
        ("<p class=text>One</p>", "<p class=note>Two</p>", False),
        ("<div class=post><p>One</p></div>", "<div class=side><p>Two</p></div>", False),
    ],
)
def test_what_looks_alike(first: str, second: str, is_same: bool) -> None:
    one, two = styles(first + second)
    assert (one == two) is is_same


@pytest.mark.parametrize(
    "inside", [b"<font>" * 8000, b"<font class='" + b"a " * 100_000 + b"'>"], ids=["elements", "names"]
)
def test_looks_of_blocks_in_inline_elements_take_linear_time(inside: bytes) -> None:
    """Each block climbed to its container and read all names on the way: 23 s and 12 s for these."""
    page = parse(b"<p>" + inside + b"A line<br><br>" * 8000)
    with within(2):
        blocks = StyleBlocks()(page, Plain())
    assert set(blocks.style) == {max(blocks.style)}


def test_a_style_block_ends_where_its_next_element_is_far() -> None:
    assert style_groups([5, 7, 5, 7, 7, 5], max_distance=2) == [0, 1, 0, 1, 1, 2]
    assert style_groups([5, 7, 5, 7, 7, 5], max_distance=3) == [0, 1, 0, 1, 1, 0]
    assert style_groups([], max_distance=3) == []


def test_a_selection_carries_style_and_group() -> None:
    blocks = cleaner("kimatu")(b"<p>One</p><div>Two</div><p>Three</p>").blocks
    chosen = blocks.select([1, 2])
    assert chosen.style == blocks.style[1:]
    assert chosen.group == blocks.group[1:]
    assert Blocks.of([("p", "One")]).select([0]).style == []


@given(st.lists(st.integers(0, 5), max_size=30), st.lists(st.booleans(), min_size=6, max_size=6))
@settings(max_examples=200)
def test_nearest_distances_are_the_smallest(groups: list[int], is_reference: list[bool]) -> None:
    def smallest(group: int) -> float:
        return min(
            (
                abs(row - other)
                for row, mine in enumerate(groups)
                for other, theirs in enumerate(groups)
                if mine == group != theirs and is_reference[theirs]
            ),
            default=inf,
        )

    assert nearest_distances(groups, is_reference) == [smallest(group) for group in range(6)]


def test_the_geometric_mean_is_free_of_extremes() -> None:
    assert geometric_mean([1, 1, 1, 16]) == pytest.approx(2)
    assert geometric_mean([]) == 0


def test_recurring_words() -> None:
    posted = [["posted", "by", name] for name in ("ann", "bob", "eve")]
    assert recurring_share(posted) == pytest.approx(2 / 3)
    assert recurring_share(posted[:1]) == 0
    assert recurring_share([]) == 0
    assert recurring_share([["at", "10:30"], ["at", "9:15"]]) == 1
    assert recurring_share([["a"], ["b"], ["c"]]) == 0


def test_the_share_of_a_quote() -> None:
    post = "we came at noon and left at six".split()
    assert lcs_share("came at noon left at six".split(), post) == 1
    assert lcs_share("six left came".split(), post) == pytest.approx(1 / 3)
    assert lcs_share([], post) == 0


@pytest.mark.parametrize(
    ("references", "distances"),
    [
        ([], [inf, inf, inf, inf]),
        ([0], [0, 3, 6, 10]),
        ([3], [10, 6, 2, 0]),
        ([0, 3], [0, 3, 2, 0]),
        ([1], [3, 0, 2, 6]),
    ],
)
def test_distances_are_from_the_nearest_end_of_the_nearest_reference(
    references: list[int], distances: list[float]
) -> None:
    page = [StyleBlock(0, rows) for rows in ([0, 1], [4, 5], [7, 9], [11])]
    assert distances_along(page, [number in references for number in range(4)]) == distances
