"""What an element's tag, class, id and role say of its content, as tokens and as learned weights of tokens.

Site authors name their elements by function ("post-body", "navMenu2"); split into words, these names carry over from
site to site. A token counts differently on a block's own container, on its parent, on older ancestors and on inline
elements, so every token has a weight for each of these roles.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from zlib import crc32

from cleanweb.page import Attributes

# An element's place relative to a block: its container, the container's parent, older ancestors, inline elements.
ROLES = ("own", "parent", "older", "inline")

# Weights of one element's tokens in each role, and the number (30 bits) that stands for its look in signatures.
Look = tuple[float, float, float, float, int]

# An element as far as its tokens go: its tag, class, id, and the names that few elements have.
Key = tuple[str | None, ...]

# "postBody_2" -> post, body. Digits separate and are dropped: they number things.
_WORD = re.compile(r"[A-Z]?[a-z]+|[A-Z]+(?![a-z])|[^\W\d_A-Za-z]+")

# The same for names in lower case: every byte but the letters separates.
_LETTERS = bytes(byte if chr(byte) in "abcdefghijklmnopqrstuvwxyz" else 32 for byte in range(256))

# An attribute with more than this many characters is machine-made; the first ones say what there is to say (ours).
MAX_ATTRIBUTE_CHARS = 200

_TELLING = frozenset(
    {"role", "itemprop", "itemtype", "data-testid", "data-component", "hidden", "aria-hidden", "style"}
)

# How many different looks are remembered between pages, a site's pages share theirs; longer ones are not (ours: at most
# some 30 MB).
MAX_REMEMBERED = 50_000
MAX_REMEMBERED_CHARS = 2 * MAX_ATTRIBUTE_CHARS


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
    names = "\n".join([name or "" for name in key[1:]])[: 2 * MAX_ATTRIBUTE_CHARS]
    if names.isascii() and names.islower():  # most are, and need no expression
        words = names.encode().translate(_LETTERS).decode().split()
    else:
        words = [word.lower() for word in _WORD.findall(names)]
    return [f"<{key[0]}", *dict.fromkeys([word for word in words if 1 < len(word) <= 20])]


class TokenWeights:
    """Learned weights of tokens by role, with a memory of the looks already seen."""

    __slots__ = ("_remembered", "weights")

    def __init__(self, weights: Mapping[str, tuple[float, float, float, float]]) -> None:
        self.weights = weights
        self._remembered: dict[Key, Look] = {}

    def look(self, key: Key) -> Look:
        """The summed weights of a look's tokens in each role, and its number in signatures."""
        known = self._remembered.get(key)
        if known is None:
            known = self._sum(key)
            if len(self._remembered) >= MAX_REMEMBERED:
                self._remembered.clear()
            if sum(len(name or "") for name in key) <= MAX_REMEMBERED_CHARS:
                self._remembered[key] = known
        return known

    def _sum(self, key: Key) -> Look:
        own = parent = older = inline = 0.0
        found = tokens(key)
        for token in found:
            weight = self.weights.get(token)
            if weight is not None:
                own += weight[0]
                parent += weight[1]
                older += weight[2]
                inline += weight[3]
        return own, parent, older, inline, crc32(" ".join(found[:5]).encode()) >> 2

    def looks(self, tags: Sequence[str], attributes: Sequence[Attributes]) -> tuple[list[int], list[Look]]:
        """The different looks of a page's elements, and for each element the place of its look among them."""
        known: dict[Key, int] = {}
        places: list[int] = []
        found: list[Look] = []
        has_only_common = _TELLING.isdisjoint
        for tag, named in zip(tags, attributes, strict=True):
            key: Key
            if not named:
                key = (tag,)
            elif has_only_common(named):
                key = (tag, named.get("class"), named.get("id"))
            else:
                key = look_key(tag, named)
            place = known.get(key)
            if place is None:
                place = known[key] = len(found)
                found.append(self.look(key))
            places.append(place)
        return places, found

    def strongest(self, key: Key, role: int, sign: int) -> str:
        """The token of a look that weighs most for (sign 1) or against (-1) in a role; "" where none is known."""
        weighed = [(sign * self.weights[token][role], token) for token in tokens(key) if token in self.weights]
        return max(weighed, default=(0.0, ""))[1]
