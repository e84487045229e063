"""How far a figure over pages can be trusted: seeded percentile bootstrap intervals.

Source: B. Efron and R. Tibshirani, "An Introduction to the Bootstrap" (1993), chapter 13.
"""

from collections.abc import Callable, Sequence
from random import Random
from statistics import fmean
from typing import Any

SEED = 2007  # any number would do; a fixed one makes every run print the same interval
RESAMPLE_COUNT = 2000  # ours: a bound moves by 2 % of the interval's width from seed to seed (standard deviation)
# Indices of the bounds among the sorted figures: a fortieth of them is outside at either end.
LOW, HIGH = RESAMPLE_COUNT // 40, RESAMPLE_COUNT - RESAMPLE_COUNT // 40 - 1


def interval(values: Sequence[Any], figure: Callable[[Sequence[Any]], float] = fmean) -> tuple[float, float]:
    """The bounds of the 95 % confidence interval of a figure (by default the mean); values are one per page.

    For a paired comparison, give the differences per page. Raises ValueError when there are no values.
    """
    if not values:
        raise ValueError("no values to resample")
    draw = Random(SEED).choices
    figures = sorted(figure(draw(values, k=len(values))) for _ in range(RESAMPLE_COUNT))
    return figures[LOW], figures[HIGH]
