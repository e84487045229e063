"""What an element's tag, class, id and role say of its content, as tokens and as learned weights of tokens.

Site authors name their elements by function ("post-body", "navMenu2"); split into words, these names carry over from
site to site. A token counts differently on a block's own container, on its parent, on older ancestors and on inline
elements, so every token has a weight for each of these roles.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import TypeAlias
from zlib import crc32

import numpy as np
import numpy.typing as npt

from cleanweb.page import Attributes

# An element's place relative to a block: its container, the container's parent, older ancestors, inline elements.
ROLES = ("own", "parent", "older", "inline")

# Of each look its summed weights by role, and the number (30 bits) that stands for it in signatures: shape (looks, 5).
Looks: TypeAlias = npt.NDArray[np.float64]

# An element as far as its tokens go: its tag, class, id, and the names that few elements have.
Key = tuple[str | None, ...]

# "postBody_2" -> post, body. Digits separate and are dropped: they number things.
_WORD = re.compile(r"[A-Z]?[a-z]+|[A-Z]+(?![a-z])|[^\W\d_A-Za-z]+")

# The same for names in lower case: every byte but the letters separates.
_LETTERS = bytes(byte if chr(byte) in "abcdefghijklmnopqrstuvwxyz\x01" else 32 for byte in range(256))

# Stands between the names of two looks; a name that holds it is split by itself.
_BORDER = "\x01"

# An attribute with more than this many characters is machine-made; the first ones say what there is to say (ours).
MAX_ATTRIBUTE_CHARS = 200

# How many different looks are remembered between pages: a site's pages share theirs (ours: at most some 10 MB).
MAX_REMEMBERED = 10_000

MAX_WORD = 20  # ours: longer words are machine-made too
SIGNATURE_TOKENS = 5  # the tag and four words, as in the study

_TELLING = frozenset(
    {"role", "itemprop", "itemtype", "data-testid", "data-component", "hidden", "aria-hidden", "style"}
)


def look_key(tag: str, attributes: Attributes) -> Key:
    """What `tokens` reads of an element; equal keys, equal tokens."""
    if not attributes:
        return (tag,)
    get = attributes.get
    if _TELLING.isdisjoint(attributes):
        return (tag, get("class"), get("id"))
    return (tag, get("class"), get("id"), _other_names(attributes))


def _other_names(attributes: Attributes) -> str:
    """Names that fewer elements have: their function in the page's data, for tests, for screen readers; hiding."""
    get = attributes.get
    names = [get("role"), get("itemprop"), get("itemtype"), get("data-testid"), get("data-component")]
    if "hidden" in attributes or get("aria-hidden") == "true":
        names.append("hidden")
    if "display:none" in (get("style") or "").replace(" ", "").lower():
        names.append("displaynone")
    return " ".join(name for name in names if name)


def tokens(key: Key) -> list[str]:
    """The distinct tokens of a look: its tag as `<tag`, and the words of its names, lower-case.

    >>> tokens(("div", "post-body navMenu2", "main"))
    ['<div', 'post', 'body', 'nav', 'menu', 'main']
    """
    return [f"<{key[0]}", *_words([_names(key)])[0]]


def _names(key: Key) -> str:
    """All names of a look in one text, cut to a sensible length."""
    return "\n".join([name or "" for name in key[1:]])[: 2 * MAX_ATTRIBUTE_CHARS]


def _words(names: Sequence[str]) -> list[list[str]]:
    """The distinct words of each look's names, in order.

    Nearly all names are of plain lower-case letters: a page's are split together, which is four times as fast.
    """
    plain = [text if text.islower() and text.isascii() and _BORDER not in text else "" for text in names]
    lines = _BORDER.join(plain).encode().translate(_LETTERS).decode().split(_BORDER)
    return [
        list(dict.fromkeys([word for word in (line.split() if line else _mixed(text)) if 1 < len(word) <= MAX_WORD]))
        for line, text in zip(lines, names, strict=True)
    ]


def _mixed(names: str) -> list[str]:
    return [word.lower() for word in _WORD.findall(names)]


class TokenWeights:
    """Learned weights of tokens by role, with a memory of the looks already seen."""

    __slots__ = ("_remembered", "_rows", "_table", "weights")

    def __init__(self, weights: Mapping[str, tuple[float, float, float, float]]) -> None:
        self.weights = weights
        self._rows = {token: row for row, token in enumerate(weights)}
        self._table = np.array([*weights.values()], np.float64).reshape(len(weights), len(ROLES))
        self._remembered: dict[Key, list[float]] = {}

    def looks(self, tags: Sequence[str], attributes: Sequence[Attributes]) -> tuple[list[int], Looks]:
        """The different looks of a page's elements, and for each element the place of its look among them."""
        known: dict[Key, int] = {}
        places: list[int] = []
        number = known.setdefault
        has_only_common = _TELLING.isdisjoint
        for tag, named in zip(tags, attributes, strict=True):
            key: Key
            if not named:
                key = (tag,)
            elif has_only_common(named):
                key = (tag, named.get("class"), named.get("id"))
            else:
                key = look_key(tag, named)
            places.append(number(key, len(known)))
        return places, self._weighed(list(known))

    def _weighed(self, keys: Sequence[Key]) -> Looks:
        remembered = self._remembered
        new = [key for key in keys if key not in remembered]
        found = dict(zip(new, self._weigh(new), strict=True)) if new else {}
        table = np.array([remembered[key] if key in remembered else found[key] for key in keys], np.float64)
        if len(remembered) + len(new) > MAX_REMEMBERED:
            remembered.clear()
        if len(new) <= MAX_REMEMBERED:
            remembered.update(found)
        return table

    def _weigh(self, keys: Sequence[Key]) -> list[list[float]]:
        rows = self._rows
        found: list[int] = []  # rows of the known tokens of all looks, and how many each look has
        counts: list[int] = []
        signatures: list[int] = []
        for key, words in zip(keys, _words([_names(key) for key in keys]), strict=True):
            tokens = [f"<{key[0]}", *words]
            weighed = [rows[token] for token in tokens if token in rows]
            found += weighed
            counts.append(len(weighed))
            signatures.append(crc32(" ".join(tokens[:SIGNATURE_TOKENS]).encode()) >> 2)
        table = self._table[np.array(found, np.intp)]
        look_of = np.repeat(np.arange(len(keys)), counts)
        sums = [np.bincount(look_of, table[:, role], len(keys)) for role in range(len(ROLES))]
        weights: list[list[float]] = np.array([*sums, signatures], np.float64).T.tolist()
        return weights

    def strongest(self, key: Key, role: int, sign: int) -> str:
        """The token of a look that weighs most for (sign 1) or against (-1) in a role; "" where none is known."""
        weighed = [(sign * self.weights[token][role], token) for token in tokens(key) if token in self.weights]
        return max(weighed, default=(0.0, ""))[1]
