"""What an element's tag, class, id and role say of its content, as tokens and as learned weights of tokens.

Site authors name their elements by function ("post-body", "navMenu2"); split into words, these names carry over from
site to site. A token counts differently on a block's own container, on its parent, on older ancestors and on inline
elements, so every token has a weight for each of these roles.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple, TypeAlias

import numpy as np
import numpy.typing as npt

from cleanweb.looks import Key

# An element's place relative to a block: its container, the container's parent, older ancestors, inline elements.
ROLES = ("own", "parent", "older", "inline")

Array: TypeAlias = npt.NDArray[Any]

# For each look, its summed weights by role and the 30-bit number that identifies it in signatures: shape (looks, 5).
LookWeights: TypeAlias = npt.NDArray[np.float64]

# "postBody_2" -> post, body. Digits separate and are dropped: they number things.
_WORD = re.compile(r"[A-Z]?[a-z]+|[A-Z]+(?![a-z])|[^\W\d_A-Za-z]+")

# For ASCII: tables for lower case, for non-letters, and for spaces in place of these; and the number of letters.
_LOWER = bytes(range(256)).lower()
_NO_LETTERS = bytes(byte for byte in range(256) if not bytes([byte]).isalpha())
_SPACED = bytes(ord(" ") if byte in _NO_LETTERS else byte for byte in range(256))
_LETTER_COUNT = np.uint8(26)

# Ends the names of each look; names that contain it are split the slow way.
_BORDER = "\x01"

# Longer names are machine-made; their beginning says what there is to say (ours).
MAX_CHARS = 400

MAX_TAGS = 1000  # remembered between pages; ours: those of HTML are 130

MAX_WORD = 20  # ours: longer words are machine-made too
SIGNATURE_TOKENS = 5  # the tag and four words; ours

# Multipliers for a token's letters and a signature's tokens, by place, modulo 2^64: powers of two odd numbers whose
# bits are well mixed (those of the golden ratio, and a multiplier of Steele and Vigna, "Computationally easy,
# spectrally good multipliers", 2021); the last is the first one of splitmix64.
_BY_LETTER = np.cumprod(np.full(MAX_WORD, 0x9E3779B97F4A7C15 - 2**64))
_BY_TOKEN = np.append(np.cumprod(np.full(SIGNATURE_TOKENS, 0xD1342543DE82EF95 - 2**64)), 0)
_LAST_MIXER = 0xBF58476D1CE4E5B9 - 2**64


def tokens(key: Key) -> list[str]:
    """The distinct tokens of a look: its tag as `<tag`, and the words of its names, lower-case.

    >>> tokens(("div", "post-body navMenu2", "main"))
    ['<div', 'post', 'body', 'nav', 'menu', 'main']
    """
    names = _names(key)
    # Without capitals, as most are, a word is a run of letters: ten times as fast to find, and in bytes faster still.
    is_plain = names.islower() and names.isascii()
    words = (
        names.encode().translate(_SPACED).decode().split()
        if is_plain
        else [word.lower() for word in _WORD.findall(names)]
    )
    return [f"<{key[0]}", *dict.fromkeys([word for word in words if 1 < len(word) <= MAX_WORD])]


def last_words(key: Key) -> set[str]:
    """The last words of each class and of the id of a look, lower-case: they say what the element is.

    >>> sorted(last_words(("div", "offer-disclaimer legalPage", "note2")))
    ['disclaimer', 'note', 'page']
    """
    words = (_WORD.findall(name) for name in _names(key[:3]).split())
    return {found[-1].lower() for found in words if found}


def _names(key: Key) -> str:
    """All names of a look in one text, cut to a sensible length."""
    return "\n".join([name or "" for name in key[1:]])[:MAX_CHARS]


class _Words(NamedTuple):
    """Words of many looks, in order: for each the number of its look, and a number that identifies the word."""

    look: Array
    number: Array


def _words(names: Sequence[str]) -> _Words:
    """The words of these names, without those that are too short or too long; repeated words are kept."""
    text = _BORDER.join([*names, ""])
    if text.isascii() and text.count(_BORDER) == len(names):
        raw = text.encode()
        codes, letters = np.frombuffer(raw, np.uint8), np.frombuffer(raw.translate(_LOWER, _NO_LETTERS), np.uint8)
        is_first, is_last = _ends(codes)
    else:
        text = _BORDER.join([*(" ".join(_WORD.findall(name)).lower() for name in names), ""])
        codes = np.frombuffer(text.encode("utf-32-le"), np.uint32)
        is_letter = codes > ord(" ")
        letters = codes[is_letter]
        is_first = is_letter & np.append(True, ~is_letter[:-1])
        is_last = is_letter & np.append(~is_letter[1:], True)
    start = is_first.nonzero()[0]
    lengths = is_last.nonzero()[0] + 1 - start
    number = _numbers(letters, lengths)
    look = (codes == ord(_BORDER)).nonzero()[0].searchsorted(start)
    is_word = ((lengths > 1) & (lengths <= MAX_WORD)).nonzero()[0]
    return _Words(look[is_word], number[is_word])


def _ends(codes: Array) -> tuple[Array, Array]:
    """Where words begin and where their last letters are, as `_WORD` finds them; the last character is no letter.

    Within letters a word begins at a capital after a small letter, and at a capital between a capital and a small one.
    """
    is_small = codes - ord("a") < _LETTER_COUNT  # what is below "a" wraps round
    is_capital = codes - ord("A") < _LETTER_COUNT
    is_letter = is_small | is_capital
    is_first, is_last = is_letter.copy(), is_letter.copy()
    joined = is_letter[1:] & is_letter[:-1]  # does a letter continue the word of the one before?
    joined[:-1] &= ~(is_capital[1:-1] & (is_small[:-2] | is_small[2:]))
    is_first[1:] ^= joined
    is_last[:-1] ^= joined
    return is_first, is_last


def _numbers(letters: Array, lengths: Array) -> Array:
    """64-bit numbers of words, equal for equal words; `letters` are those of all words, one after the other."""
    if not len(lengths):
        return np.zeros(0, np.int64)
    first = lengths.cumsum() - lengths
    place = np.arange(len(letters)) - first.repeat(lengths)
    numbers: Array = np.add.reduceat(letters * _BY_LETTER.take(place, mode="clip"), first)
    return numbers


def _token_numbers(tokens: Sequence[str]) -> Array:
    """The number of each token, as in `_words`."""
    letters = np.frombuffer("".join(tokens).encode("utf-32-le"), np.uint32)
    lengths = np.array([len(token) for token in tokens], np.int64)
    return _numbers(letters, lengths)


class TokenWeights:
    """Learned weights of tokens by role."""

    __slots__ = ("_numbers", "_table", "_tags", "weights")

    def __init__(self, weights: Mapping[str, tuple[float, float, float, float]]) -> None:
        self.weights = weights
        numbers = _token_numbers([*weights])
        order = np.argsort(numbers)
        self._tags: dict[str | None, int] = {}  # the numbers of tags already met
        # A column for each token, and one of zeros for those without weights, whose number is above all others.
        self._numbers = np.append(numbers[order], np.iinfo(np.int64).max)
        self._table = np.zeros((len(ROLES), len(self._numbers)), np.float64)
        self._table[:, :-1] = np.array([*weights.values()], np.float64).reshape(len(weights), len(ROLES))[order].T

    def weighed(self, keys: Sequence[Key]) -> LookWeights:
        """For each look the sums of its tokens' weights, and its signature; all looks at once."""
        # Nearly all have class and id: joining their names here is a third faster.
        words = _words(
            [f"{key[1] or ''}\n{key[2] or ''}"[:MAX_CHARS] if len(key) == 3 else _names(key) for key in keys]
        )
        tags = self._tag_numbers([key[0] for key in keys])
        # Sorted, so that equal words are together and fast to find in the table.
        order = words.number.argsort(kind="stable")
        number, look = words.number[order], words.look[order]
        is_again = np.zeros(len(order), np.bool_)
        is_again[order[1:]] = (number[1:] == number[:-1]) & (look[1:] == look[:-1])
        column = np.empty(len(order), np.int64)
        column[order] = self._columns(number)
        is_new = (~is_again).nonzero()[0]
        number, look, column = words.number[is_new], words.look[is_new], column[is_new]
        signatures = _signatures(tags, look, number)
        look = np.concatenate((np.arange(len(keys)), look))
        weights = self._table.take(np.concatenate((self._columns(tags), column)), 1)
        return np.array([*(np.bincount(look, of_role, len(keys)) for of_role in weights), signatures]).T

    def _tag_numbers(self, tags: Sequence[str | None]) -> Array:
        known = self._tags
        new = [tag for tag in set(tags) if tag not in known]
        if new:
            if len(known) > MAX_TAGS:
                known = self._tags = {}  # a new one: other threads may be reading the old one
                new = [*set(tags)]
            known.update(zip(new, _token_numbers([f"<{tag}" for tag in new]).tolist(), strict=True))
        return np.fromiter(map(known.__getitem__, tags), np.int64, len(tags))

    def _columns(self, numbers: Array) -> Array:
        """The columns of the tokens of these numbers in the table of weights."""
        place = self._numbers.searchsorted(numbers)
        return np.where(self._numbers[place] == numbers, place, len(self._numbers) - 1)

    def strongest(self, key: Key, role: int, sign: int) -> str:
        """The token of a look that weighs most for (sign 1) or against (-1) in a role; "" where none is known."""
        known = self.weights.get
        weighed = [(sign * of_roles[role], token) for token in tokens(key) if (of_roles := known(token))]
        return max(weighed, default=(0.0, ""))[1]


def _signatures(tags: Array, look: Array, numbers: Array) -> Array:
    """A 30-bit number for each look, from its tag and first words: equal for equal ones."""
    counts = np.bincount(look, minlength=len(tags))
    ends = counts.cumsum()
    place = np.arange(1, len(look) + 1) - (ends - counts)[look]
    sums = np.zeros(len(look) + 1, np.int64)
    (numbers * _BY_TOKEN.take(place, mode="clip")).cumsum(out=sums[1:])
    signature = tags * _BY_TOKEN[0] + sums[ends] - sums[ends - counts]
    mixed: Array = (signature ^ signature >> 32) * _LAST_MIXER >> 20
    return mixed & (1 << 30) - 1
