"""Words in common, and segments."""

import pytest
from hypothesis import given, settings

from cleanweb.evaluate.bag import SegmentCounts, bag_scores, drop_tags, segment_counts, segment_scores, segments_in
from tests.property.strategies import lists_of


@pytest.mark.parametrize(
    ("gold", "output", "p", "r", "f1"),
    [
        ("", "", 1, 1, 1),
        ("!", "...", 1, 1, 1),
        ("one", "", 0, 0, 0),
        ("", "one", 0, 0, 0),
        ("one", "two", 0, 0, 0),
        ("One, two!", "two one", 1, 1, 1),
        ("one, two", "TWO, One", 1, 1, 1),
        ("one one two", "one two two", 2 / 3, 2 / 3, 2 / 3),
        ("one two three four", "one", 1, 1 / 4, 2 / 5),
        ("don't", "don t", 1, 1, 1),
        ("ΤΈΛΟΣ snake_case", "τέλος snake_case", 1, 1, 1),
    ],
)
def test_bag(gold: str, output: str, p: float, r: float, f1: float) -> None:
    assert bag_scores(gold, output) == pytest.approx((p, r, f1))


@settings(max_examples=200)
@given(*[lists_of(["a", "B", "c."]).map(" ".join)] * 2)
def test_bag_is_symmetric_and_between_0_and_1(gold: str, output: str) -> None:
    scores, mirrored = bag_scores(gold, output), bag_scores(output, gold)
    assert (scores.p, scores.r, scores.f1) == (mirrored.r, mirrored.p, mirrored.f1)
    assert all(0 <= score <= 1 for score in scores)


def test_tags_are_dropped_at_the_beginnings_of_lines_only() -> None:
    assert drop_tags("<h>Tea\n  <P> one\n<l>two <p> three\n<b>four") == "Tea\none\ntwo <p> three\n<b>four"
    assert drop_tags("<p>one</p>\n<h>two </H> \n<p>a </p> b") == "one\ntwo\na </p> b"  # as in DAnIEL's golds
    assert drop_tags("<p>one</p>\r\n<p>two </p> \r\n").split() == ["one", "two"]


def test_very_much_white_space_takes_linear_time() -> None:
    spaces = " " * 300_000  # scanning them again for each would take half an hour
    assert drop_tags(f"<p>one{spaces}two{spaces}</p>{spaces}\nthree{spaces}") == f"one{spaces}two\nthree{spaces}"


def test_segments_are_found_by_the_letter_but_for_their_own_line_breaks() -> None:
    output = "One two\n\nthree  four"
    assert segments_in(output, ["One", "one", "two three", "two\nthree", "three four", "four ", "wo"]) == [
        "One",
        "two\nthree",
        "wo",
    ]
    assert segment_counts(["two", "one"], ["four", "five", "six"], output) == SegmentCounts(tp=1, fp=1, fn=1, tn=2)


def test_segment_scores() -> None:
    assert segment_scores(SegmentCounts(tp=6, fp=2, fn=4, tn=8)) == pytest.approx((12 / 18, 6 / 8, 6 / 10, 14 / 20))
    assert segment_scores(SegmentCounts(0, 0, 0, 5)) == (1, 1, 1, 1)
    assert segment_scores(SegmentCounts(0, 0, 0, 0)) == (1, 1, 1, 1)
