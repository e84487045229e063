"""How far blocks are from each other, in blocks: neighbours are at distance 1."""

from __future__ import annotations

from collections.abc import Sequence
from math import exp, inf, log


def nearest_distances(groups: Sequence[int], is_reference: Sequence[bool]) -> list[float]:
    """For each group, the distance from its nearest block to a block of another reference group.

    `groups` is the group of each block, in document order; `is_reference` says which groups count. Infinite where there
    is no other reference group. One pass each way.
    """
    distances = [inf] * len(is_reference)
    for order in (range(len(groups)), range(len(groups) - 1, -1, -1)):
        # The last block met of a reference group, and the last one of another reference group.
        latest: int | None = None
        other: int | None = None
        latest_group = -1
        for row in order:
            group = groups[row]
            met = other if group == latest_group else latest
            if met is not None:
                distances[group] = min(distances[group], abs(row - met))
            if is_reference[group]:
                if group != latest_group:
                    other = latest
                latest, latest_group = row, group
    return distances


def geometric_mean(values: Sequence[float]) -> float:
    """The geometric mean of positive numbers; 0 for none.

    >>> geometric_mean([1, 1, 8])
    2.0
    """
    return exp(sum(map(log, values)) / len(values)) if values else 0.0
