"""How far a mean over pages may be trusted: percentile bootstrap intervals, seeded.

Source: B. Efron and R. Tibshirani, "An Introduction to the Bootstrap" (1993), chapter 13.
"""

from collections.abc import Sequence
from random import Random
from statistics import fmean

SEED = 2007  # any number does; a fixed one makes every run print the same interval
RESAMPLE_COUNT = 2000  # ours: a bound moves by 2 % of the interval's width from seed to seed (standard deviation)


def interval(values: Sequence[float], *, confidence: float = 0.95, seed: int = SEED) -> tuple[float, float]:
    """The bounds between which the mean lies with this confidence; values are one per page.

    For a paired comparison give the differences per page. Raises ValueError where there are no values.
    """
    if not values:
        raise ValueError("no values to resample")
    draw = Random(seed).choices
    means = sorted(fmean(draw(values, k=len(values))) for _ in range(RESAMPLE_COUNT))
    tail = (1 - confidence) / 2
    return means[int(tail * RESAMPLE_COUNT)], means[int((1 - tail) * RESAMPLE_COUNT) - 1]
