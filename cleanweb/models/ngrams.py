"""A character n-gram model that tells two kinds of text apart: for each text, the log odds of the first kind.

Two smoothed models (`witten_bell.py`), one of each kind, become one table: what an n-gram adds to the log odds wherever
it occurs. Interpolation makes that possible, since a text's likelihood is then a sum over the n-grams in it:

    log P(c | context) = log P(c | shorter context) + log backoff(context) + (what "context c" itself adds)

The last two are properties of an n-gram alone, so they are added up once, at training time. A page is scored by looking
all its n-grams up at once, in a hash table made of arrays.

The file is a zip of arrays (`.npz`, no pickles): a JSON header, the n-grams as differences of sorted 64-bit keys, one
byte a weight. Text is taken as UTF-16 units, as in LingPipe.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import lru_cache
from io import BytesIO
from pathlib import Path
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from cleanweb.errors import DataError
from cleanweb.files import ReadOnce
from cleanweb.models.model_file import check_version, damaged, read_arrays, unexpected, write

FORMAT: Final = "cleanweb character n-grams"
VERSION: Final = 1

# A key holds an n-gram as n codes of CODE_BITS bits, the last character lowest, and n, at most MAX_ORDER, above them.
CODE_BITS: Final = 10
ORDER_BITS: Final = 60
MAX_ORDER: Final = ORDER_BITS // CODE_BITS
MAX_ALPHABET: Final = (1 << CODE_BITS) - 2
SEPARATOR: Final = 0  # stands between texts and is in no n-gram of the table
OTHER: Final = 1  # a character outside the alphabet

# Characters looked up at a time: the arrays then stay in the processor's cache (ours: 2^14 to 2^17 take about as long).
SLICE: Final = 1 << 15

# Odd, with its bits well mixed (2^64 divided by the golden ratio): Knuth, "The Art of Computer Programming", 6.4.
_MULTIPLIER: Final = 0x9E3779B97F4A7C15


@dataclass(frozen=True, slots=True)
class NgramModel:
    """Log odds per n-gram, in bits.

    `keys` ascend; `weights` are whole numbers, in units of `unit` bits; `base` is added for each character whatever it
    is, and `prior` for each text. `about` says where the model comes from.
    """

    order: int
    alphabet: str
    prior: float
    base: float
    unit: float
    keys: NDArray[np.uint64]
    weights: NDArray[np.int8]
    about: dict[str, Any]

    def save(self, path: Path) -> None:
        """Write the model; an existing file is replaced at once or not at all. Raises OutputError."""
        header = {"format": FORMAT, "version": VERSION} | {
            name: getattr(self, name) for name in ("order", "alphabet", "prior", "base", "unit", "about")
        }
        steps = np.diff(self.keys, prepend=np.uint64(0))
        text = np.frombuffer(json.dumps(header, sort_keys=True).encode(), np.uint8)
        planes = steps.astype("<u8").view(np.uint8).reshape(-1, 8).T.copy()
        archive = BytesIO()
        np.savez_compressed(archive, header=text, steps=planes, weights=self.weights)
        write(path, archive.getvalue())


def load(path: Path) -> NgramModel:
    """The model of a file.

    Raises DataError when it cannot be read, is no such model, is of another version, or is damaged.
    """
    arrays = read_arrays(path, FORMAT)
    try:
        header = json.loads(bytes(arrays["header"]))
        planes, weights = arrays["steps"], arrays["weights"]
    except (ValueError, KeyError) as error:
        raise damaged(path, error) from None
    return _checked(path, header, planes, weights)


def _checked(path: Path, header: Any, planes: NDArray[Any], weights: NDArray[Any]) -> NgramModel:
    if not isinstance(header, dict) or header.get("format") != FORMAT:
        raise unexpected(path, FORMAT)
    check_version(path, FORMAT, VERSION, header.get("version"))
    fits = planes.dtype == np.uint8 and weights.dtype == np.int8 and planes.shape == (8, len(weights))
    if not fits or not isinstance(header.get("alphabet"), str):
        raise DataError(f"{path}: the arrays of the model do not fit together; the file is damaged")
    keys = np.cumsum(planes.T.copy().view("<u8").reshape(-1), dtype=np.uint64)
    try:
        if (order := int(header["order"])) not in range(1, MAX_ORDER + 1):
            raise ValueError(f"n-grams of {order} characters")
        return NgramModel(
            order=order,
            alphabet=header["alphabet"],
            prior=float(header["prior"]),
            base=float(header["base"]),
            unit=float(header["unit"]),
            keys=keys,
            weights=weights,
            about=dict(header["about"]),
        )
    except (KeyError, TypeError, ValueError, OverflowError) as error:
        raise DataError(f"{path}: the header of the model is incomplete ({error}); the file is damaged") from None


def encode(text: str, alphabet: str) -> NDArray[np.uint64]:
    """Codes of the UTF-16 units of a text: U+0000 is the separator, then OTHER, then the alphabet in its order."""
    units = np.frombuffer(text.encode("utf-16-le", "surrogatepass"), "<u2")
    codes: NDArray[np.uint64] = _code_of_unit(alphabet)[units]
    return codes


@lru_cache(maxsize=4)
def _code_of_unit(alphabet: str) -> NDArray[np.uint64]:
    codes = np.full(1 << 16, OTHER, np.uint64)
    codes[np.frombuffer(alphabet.encode("utf-16-le", "surrogatepass"), "<u2")] = np.arange(len(alphabet)) + OTHER + 1
    codes[0] = SEPARATOR
    return codes


def ngram_keys(codes: NDArray[np.uint64], order: int) -> NDArray[np.uint64]:
    """Keys of all n-grams up to `order`, of shape (order, characters): row n - 1 has the n-gram that ends at each.

    The first `order - 1` characters are context only.
    """
    count = len(codes) - (order - 1)
    keys = np.empty((order, max(count, 0)), np.uint64)
    running = np.zeros(max(count, 0), np.uint64)
    for back in range(order):
        running = running | codes[order - 1 - back : len(codes) - back] << np.uint64(CODE_BITS * back)
        keys[back] = running | np.uint64((back + 1) << ORDER_BITS)
    return keys


class Scorer:
    """A model made ready for look-ups: `Scorer(model)(texts)`."""

    def __init__(self, model: NgramModel) -> None:
        self.model = model
        bits = max(4, (2 * len(model.keys)).bit_length())
        self.shift = np.uint64(64 - bits)
        # Linear probing without a loop: in the order of their first places, each key takes the first one still free.
        first = self._first_places(model.keys)
        order = np.argsort(first, kind="stable")
        steps = np.arange(len(order))
        places = np.maximum.accumulate(first[order] - steps) + steps
        size = max((1 << bits), int(places[-1]) + 1 if len(places) else 0) + 1  # the last place stays empty
        self.slots = np.zeros(size, np.uint64)
        self.slots[places] = model.keys[order]
        self.weights = np.zeros(size, np.int8)
        self.weights[places] = model.weights[order]

    def _first_places(self, keys: NDArray[np.uint64]) -> NDArray[np.intp]:
        return (keys * np.uint64(_MULTIPLIER) >> self.shift).astype(np.intp)

    def __call__(self, texts: list[str]) -> list[float]:
        """For each text the log odds, in bits, that it is of the first kind: prior and likelihood together."""
        if not texts:
            return []
        model = self.model
        margin = np.zeros(model.order - 1, np.uint64)
        codes = np.concatenate([margin, encode("\0".join(texts) + "\0", model.alphabet)])
        count = len(codes) - len(margin)
        sums = np.empty(count, np.int32)
        for start in range(0, count, SLICE):
            window = codes[start : start + SLICE + len(margin)]
            sums[start : start + SLICE] = self._look_up(ngram_keys(window, model.order)).sum(axis=0)
        is_end = codes[len(margin) :] == SEPARATOR
        ends = np.flatnonzero(is_end)
        if len(ends) != len(texts):  # a text with U+0000 in it: score it as if the character were a space
            return self([text.replace("\0", " ") for text in texts])
        totals = np.add.reduceat(sums, np.concatenate([[0], ends[:-1] + 1]))
        lengths = np.diff(ends, prepend=-1) - 1
        scores: list[float] = (model.prior + model.base * lengths + model.unit * totals).tolist()
        return scores

    def _look_up(self, keys: NDArray[np.uint64]) -> NDArray[np.int32]:
        """The weight of each n-gram; 0 where it is not in the table."""
        flat = keys.reshape(-1)
        places = self._first_places(flat)
        found = self.slots[places]
        weights = np.where(found == flat, self.weights[places], np.int8(0)).astype(np.int32)
        pending = np.flatnonzero((found != flat) & (found != 0))
        places = places[pending]
        while len(pending):
            places += 1
            found = self.slots[places]
            wanted = flat[pending]
            hit = found == wanted
            weights[pending[hit]] = self.weights[places[hit]]
            open_ = ~hit & (found != 0)
            pending, places = pending[open_], places[open_]
        return weights.reshape(keys.shape)


@ReadOnce
def scorer(path: Path) -> Scorer:
    """The scorer of a model file, read once."""
    return Scorer(load(path))
