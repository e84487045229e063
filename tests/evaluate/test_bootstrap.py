"""Bootstrap intervals: reproducible, around the mean, about as wide as theory says."""

import random
from statistics import fmean, stdev

import pytest

from cleanweb.evaluate.bootstrap import interval


def test_same_values_same_interval() -> None:
    values = [0.1, 0.5, 0.9, 0.4] * 5
    assert interval(values) == interval(values)


def test_equal_values_have_no_width() -> None:
    assert interval([0.25] * 10) == (0.25, 0.25)


def test_width_is_that_of_the_normal_approximation() -> None:
    draw = random.Random(3)
    values = [draw.gauss(50, 10) for _ in range(400)]
    low, high = interval(values)
    standard_error = stdev(values) / 400**0.5
    assert low < fmean(values) < high
    assert high - low == pytest.approx(2 * 1.96 * standard_error, rel=0.08)


def test_nothing_to_resample() -> None:
    with pytest.raises(ValueError, match="no values"):
        interval([])
