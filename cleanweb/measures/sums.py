"""Sums over spans of blocks and over ancestors of elements, for the whole page at once."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

Array = npt.NDArray[Any]


def ancestor_sums(values: Array, close: Array) -> Array:
    """For each element the sum of its own value and its ancestors' values.

    In document order that is the sum of all elements so far, less the sum of those that have ended: `close` is one past
    the last element inside. Exact for whole numbers whose sum stays below 2 ** 53.
    """
    ended = np.bincount(close, values, len(values) + 1)
    sums: Array = values.cumsum(0) - ended.cumsum(0)[:-1]
    return sums


def cumulative(values: Array) -> Array:
    """Sums of all values before each place: length n + 1, so that `c[end] - c[first]` is a span's sum."""
    sums = np.zeros(len(values) + 1, np.float64)
    values.cumsum(out=sums[1:])
    return sums


def element_of_most(values: Array, first: Array, end: Array) -> int:
    """The element whose blocks have the largest sum of values, of equals the innermost; `first` and `end` are its span.

    >>> element_of_most(np.array([1, 3, -2]), first=np.array([0, 0, 1]), end=np.array([3, 2, 2]))
    1
    """
    sums = cumulative(values)
    inside = sums[end] - sums[first]
    return len(inside) - 1 - int(inside[::-1].argmax(0))
