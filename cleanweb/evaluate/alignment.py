"""Alignment of two token sequences: a longest common subsequence by bit vectors, and one exact traceback.

Paper: H. Hyyrö, "Bit-parallel LCS-length computation revisited" (2004): a row of the dynamic programming table is one
integer whose bit j is 0 where the row grows from column j to column j + 1.

Differs from the paper: the paper computes only the length; here the rows are kept for the traceback.
"""

from collections.abc import Hashable, Iterator, Sequence
from itertools import islice
from math import isqrt
from typing import TypeVar

T = TypeVar("T", bound=Hashable)


def common_count(output: Sequence[T], gold: Sequence[T]) -> int:
    """The length of a longest common subsequence, in tokens."""
    last = 0
    for row in bit_rows((1 << len(gold)) - 1, output, bit_columns(output, gold), len(gold)):
        last = row
    return len(gold) - last.bit_count()


def align(output: Sequence[T], gold: Sequence[T], gap: T) -> list[tuple[T, T]]:
    """The pairs (output token, gold token) of an optimal alignment in text order; `gap` stands for a missing token.

    Costs are those of CleanEval: match 0, insertion and deletion 1, substitution 2, written as two pairs. The traceback
    starts at the end and steps to the neighbour with the lowest cumulative cost; ties go to both tokens, then to the
    output's, then to the gold's. Since a neighbour with one token fewer on one side always differs from the diagonal
    one by 1, this amounts to: output-only where the table grew along the row above; else gold-only where it grew along
    the column before; else both. So a gap wins over a match where its cell is cheaper. Of a substitution's two pairs
    the traceback writes the gold's first, but the output's first if the last pair written was also output-only.

    Memory is two square roots of the rows: every k-th row is kept, and those between are recomputed when reached.
    """
    columns = bit_columns(output, gold)
    i, j = len(output), len(gold)
    stride = isqrt(i) + 1
    kept = list(islice(bit_rows((1 << j) - 1, output, columns, j), 0, None, stride))
    pairs: list[tuple[T, T]] = []
    # Within a run of substitutions. None follows a gap: where a gap leads, the table grew, so a gap or match is next.
    after_output_only = False
    while i and j:
        start = (i - 1) // stride * stride
        rows = list(bit_rows(kept[start // stride], output[start:i], columns, j))
        while i > start and j:
            above, here = rows[i - 1 - start], rows[i - start]
            token, other = output[i - 1], gold[j - 1]
            if not above >> (j - 1) & 1:
                pairs.append((token, gap))
                i -= 1
            elif _grew(above, here, j - 1):
                pairs.append((gap, other))
                j -= 1
            elif token == other:
                pairs.append((token, other))
                i, j, after_output_only = i - 1, j - 1, False
            else:
                pairs += [(token, gap), (gap, other)] if after_output_only else [(gap, other), (token, gap)]
                i, j, after_output_only = i - 1, j - 1, not after_output_only
    pairs += [(token, gap) for token in reversed(output[:i])]
    pairs += [(gap, token) for token in reversed(gold[:j])]
    return pairs[::-1]


def bit_columns(output: Sequence[T], gold: Sequence[T]) -> dict[T, int]:
    """For each token of both sides, the bits of the gold's columns that have it."""
    places: dict[T, list[int]] = {token: [] for token in output}
    for column, token in enumerate(gold):
        if token in places:
            places[token].append(column)
    return {token: _bits(columns, len(gold)) for token, columns in places.items() if columns}


def _bits(columns: list[int], width: int) -> int:
    """An integer with these bits set, made from a byte array: setting bits one by one would copy it too often."""
    if len(columns) == 1:
        return 1 << columns[0]
    packed = bytearray(width // 8 + 1)
    for column in columns:
        packed[column >> 3] |= 1 << (column & 7)
    return int.from_bytes(packed, "little")


def bit_rows(first: int, tokens: Sequence[T], columns: dict[T, int], width: int) -> Iterator[int]:
    """The first `width` bits of a row, then of the row after each token."""
    full = (1 << width) - 1
    row = first & full
    yield row
    for token in tokens:
        shared = row & columns.get(token, 0)
        if shared:
            row = ((row + shared) | (row ^ shared)) & full
        yield row


def _grew(above: int, here: int, column: int) -> bool:
    """Whether the value of a row at this column is one more than that of the row above.

    At the columns where the two differ, the lower and the upper row grow in turn, beginning with the lower.
    """
    return ((above ^ here) & ((1 << column) - 1)).bit_count() & 1 == 1
