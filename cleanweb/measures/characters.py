"""How many characters of each class a text has: one look-up in a table of all UTF-16 units, one count."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from functools import cache

import numpy as np
import numpy.typing as npt

from cleanweb.measures.word_counts import COUNTED_BY_LETTER, LETTERS

OTHER, SPACE, LOWER, UPPER, DIGIT, FINAL, PAUSE, UNSPACED, MARK = range(9)
CLASS_COUNT = 16  # columns of the counts; a power of two, with room

# Units counted at once, at 16 bytes each: longer texts are counted in pieces. (Ours: no gold page has more.)
PIECE = 1 << 18

# Texts joined for that, at three bytes a character and more. (Ours: of 578 gold pages none has more.)
MAX_TEXTS = 4096

Units = npt.NDArray[np.uint16]

_FINAL = ".!?…。！？．｡؟۔।॥։።፧།༎။។៕܀܁܂߹᙮᠃᠉᱾᱿꯫"
_PAUSE = ",;:，；：、،؛፣፤፥၊߸᠂᠈⹁"


@cache
def class_table() -> npt.NDArray[np.uint8]:
    """The class of every UTF-16 unit, shape (65536,); surrogates count as letters of a spaced script."""
    table = np.zeros(65536, np.uint8)
    by_category = dict.fromkeys(LETTERS, LOWER) | {"Lu": UPPER, "Lt": UPPER, "Nd": DIGIT, "Cs": LOWER, "Zs": SPACE}
    for unit in range(65536):
        category = unicodedata.category(chr(unit))
        table[unit] = by_category.get(category, MARK if category[0] == "P" else OTHER)
    for start, end in COUNTED_BY_LETTER:
        letters = table[start : end + 1]
        letters[letters == LOWER] = UNSPACED
    for signs, name in ((_FINAL, FINAL), (_PAUSE, PAUSE)):
        table[[ord(sign) for sign in signs]] = name
    return table


def class_counts(texts: Sequence[str], table: npt.NDArray[np.uint8]) -> npt.NDArray[np.int64]:
    """Characters of each class in each text: shape (len(texts), CLASS_COUNT). The texts have no line feeds."""
    counts = np.zeros((len(texts), CLASS_COUNT), np.int64)
    for start in range(0, len(texts), MAX_TEXTS):
        some = texts[start : start + MAX_TEXTS]
        joined = "\n".join(some)
        units = np.frombuffer(joined.encode("utf-16-le", "surrogatepass"), np.uint16)
        if len(units) == len(joined):
            lengths = np.fromiter(map(len, some), np.int64, len(some)) + 1
        else:
            lengths = np.diff(np.flatnonzero(units == ord("\n")), prepend=-1, append=len(units))
        lengths[-1] -= 1  # no line feed ends the last text
        found = counts[start : start + MAX_TEXTS]
        _count(found.reshape(-1), table, units, lengths)
        found[:-1, OTHER] -= 1  # the line feeds between the texts
    return counts


def _count(
    counts: npt.NDArray[np.int64], table: npt.NDArray[np.uint8], units: Units, lengths: npt.NDArray[np.int64]
) -> None:
    """Add to `counts` the units of each class in each text, PIECE at once.

    The texts follow one another in `units`; `lengths` are theirs.
    """
    ends = lengths.cumsum()
    for start in range(0, len(units), PIECE):
        stop = min(start + PIECE, len(units))
        first, last = ends.searchsorted((start, stop - 1), "right")  # the texts at the ends of the piece
        inside = np.diff(np.minimum(ends[first : last + 1], stop), prepend=start)
        size = len(inside) * CLASS_COUNT
        places = np.arange(0, size, CLASS_COUNT).repeat(inside) + table.take(units[start:stop])
        counts[first * CLASS_COUNT : (last + 1) * CLASS_COUNT] += np.bincount(places, minlength=size)
