"""The density filter on lines whose densities are simple numbers."""

import pytest

from cleanweb import cleaner
from cleanweb.classify.density import DENSE, SHORT, SPARSE, Density
from cleanweb.errors import UsageError
from cleanweb.page import Blocks


def lines(*counts: tuple[int, int]) -> Blocks:
    blocks = Blocks()
    for text_chars, markup_chars in counts:
        blocks.append("x" * text_chars, -1)
        blocks.source_text_chars.append(text_chars)
        blocks.source_markup_chars.append(markup_chars)
    return blocks


def test_density_has_one_added_above_and_below() -> None:
    assert Density()(lines((59, 60), (99, 0))).score == [60 / 120, 1.0]


def test_lines_of_less_than_sixty_characters_are_dropped_whatever_their_density() -> None:
    assert Density()(lines((59, 0), (60, 0))).rule == [SHORT, DENSE]


def test_one_line_has_no_deviation_and_must_exceed_one_half() -> None:
    assert Density()(lines((60, 61))).rule == [SPARSE]  # 61 / 122, exactly the threshold
    assert Density()(lines((60, 60))).rule == [DENSE]


def test_the_threshold_is_half_minus_the_sample_deviation_of_the_long_lines() -> None:
    # Densities 1, .5 and .1: sample deviation .4509, threshold .0491 (the population deviation would drop the last).
    blocks = lines((99, 0), (99, 100), (99, 900))
    assert Density()(blocks).rule == [DENSE, DENSE, DENSE]
    assert Density()(lines((99, 0), (99, 100), (99, 100), (99, 1900))).rule == [DENSE, DENSE, DENSE, SPARSE]
    # Two lines are enough for a deviation: densities 1 and .2, sample deviation .5657.
    assert Density()(lines((99, 0), (99, 400))).rule == [DENSE, DENSE]
    explained = Density().explain(blocks, Density()(blocks), [2])[0]
    assert explained.numbers["threshold"] == pytest.approx(0.0491, abs=1e-4)
    # Short lines do not count. With six more lines of .5 the threshold would be .27, and the last line would go.
    short = lines((99, 0), (99, 100), (99, 900), *[(49, 49)] * 6)
    assert Density()(short).rule[:3] == [DENSE, DENSE, DENSE]
    with_short = lines((99, 0), (99, 100), (99, 900), (9, 990))
    assert Density().explain(with_short, Density()(with_short), [2])[0].numbers == explained.numbers


def test_the_length_filter_can_be_turned_off() -> None:
    assert Density(min_text_chars=0)(lines((1, 0), (2, 0))).keep == [True, True]


def test_reasons_name_the_numbers() -> None:
    blocks = lines((10, 5), (60, 600), *[(60, 0)] * 6)
    verdicts = Density()(blocks)
    reasons = [told.reason for told in Density().explain(blocks, verdicts, range(3))]
    assert reasons == [
        "10 text characters on the line, fewer than 60",
        "text density 0.09, not above 0.16",
        "text density 1.00, above 0.16",
    ]
    stage, line = Density(base_threshold=0.506), lines((100, 98))
    assert stage.explain(line, stage(line), [0])[0].reason == "text density 0.508, above 0.506"


def test_blocks_without_counts_are_refused() -> None:
    with pytest.raises(UsageError, match="--segment source-lines"):
        Density()(Blocks.of([("body>p", "text")]))


def test_another_segmenter_is_an_error_before_the_first_page() -> None:
    with pytest.raises(
        UsageError, match="classifier density: cannot judge blocks of leaves; use --segment source-lines"
    ):
        cleaner("density", segment="leaves")


def test_nothing() -> None:
    assert len(Density()(Blocks())) == 0
