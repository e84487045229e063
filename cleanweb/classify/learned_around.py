"""The element around a block whose names weigh most for its verdict, as explanations of the default tell it."""

from __future__ import annotations

from collections.abc import Iterable
from math import inf

from cleanweb.classify.learned_page import Judgement
from cleanweb.classify.learned_phrases import INSIDE
from cleanweb.looks import Key
from cleanweb.measures.tokens import tokens
from cleanweb.page import MAX_NAME, Attributes, tag_step
from cleanweb.segment.tags import WHOLE_TAGS

# The roles in which an element's names can weigh (`measures/tokens.py`, ROLES).
_OWN, _PARENT, _OLDER = range(3)

# Factor that puts the weights of WHOLE_TAGS below all others: all blocks share their names, which are told only where
# no others weigh. (Ours: otherwise they were the reason for a sixth of the removed blocks.)
_HARDLY = 1e-9

# Tokens that attributes other than names give to an element (`looks.py`), and what is said of it.
_HIDING = {"displaynone": ", with display:none", "hidden": ", hidden by an attribute"}

# Attributes, besides the class, whose values are names (`looks.py`).
_NAMING = frozenset({"id", "role", "itemprop", "itemtype", "data-testid", "data-component"})

_Weighed = tuple[float, int, int]  # a weight, the element with these names, its role
_NOBODY: _Weighed = (-inf, -1, _OLDER)


class NamesAround:
    """The names that speak for (sign 1) or against (-1) the blocks of a page.

    Each element is looked at once: containers with one parent share what is around it, elements of one look their
    words.
    """

    def __init__(self, judgement: Judgement, sign: int) -> None:
        self._sign = sign
        self._elements = judgement.blocks.elements
        looks = self._elements.looks()
        self._look_of, self._keys = looks.places, looks.keys
        self._weights = judgement.model.weights
        share = [_HARDLY if key[0] in WHOLE_TAGS else 1.0 for key in self._keys]
        # How much the names of each look weigh in each role.
        self._own, self._parent, self._older = (sign * judgement.look_weights[:, :3].T * share).tolist()
        self._words: dict[tuple[int, int], str] = {}  # by look and role

    def said(self, containers: Iterable[int]) -> dict[int, str]:
        """For each container, what weighs most of it and its ancestors, in words: `; inside div.menu, named "menu"`."""
        own, look_of, parents = self._own, self._look_of, self._elements.parent
        around: dict[int, _Weighed] = {-1: _NOBODY}  # by parent: the best of it and its ancestors
        ancestors = {-1: _NOBODY}
        said: dict[int, str] = {}
        for container in set(containers):
            parent, look = parents[container], look_of[container]
            best = around.get(parent)
            if best is None:
                best = around[parent] = self._around(parent, ancestors)
            if best[0] <= own[look]:
                best = (own[look], container, _OWN)
            said[container] = self._in_words(best)
        return said

    def _around(self, parent: int, ancestors: dict[int, _Weighed]) -> _Weighed:
        """Among a container's parent and the elements around it, the one that weighs most; ties go to the parent."""
        weight = self._parent[self._look_of[parent]]
        older = self._ancestor(self._elements.parent[parent], ancestors)
        return older if older[0] > weight else (weight, parent, _PARENT)

    def _ancestor(self, element: int, known: dict[int, _Weighed]) -> _Weighed:
        """Of an element and its ancestors, the one that weighs most as an older ancestor; ties go to the innermost."""
        elements, older, look_of = self._elements, self._older, self._look_of
        for inner in elements.unknown(element, known):
            best, weight = known[elements.parent[inner]], older[look_of[inner]]
            known[inner] = (weight, inner, _OLDER) if weight >= best[0] else best
        return known[element]

    def _in_words(self, weighed: _Weighed) -> str:
        """The element by its tag and names, and the token that weighs most in this role."""
        weight, element, role = weighed
        if weight <= 0:
            return "; no telling names around it"
        look = self._look_of[element]
        words = self._words.get((look, role))
        if words is None:
            tag, attributes = self._elements.tag[element], self._elements.attributes[element]
            token = self._weights.strongest(self._keys[look], role, self._sign)
            all_is = ", as all of the page is" if tag in WHOLE_TAGS else ""
            names = _named(token, self._keys[look])
            step = f"{tag_step(tag, attributes)}{_source(token, tag, attributes) if names else ''}"
            words = self._words[look, role] = f"{INSIDE}{step}{names}{all_is}"
        return words


def _source(token: str, tag: str, attributes: Attributes) -> str:
    """The class, id or other attribute that has this token, as in selectors; "" if the first name, which is told
    anyway, has it.

    >>> _source("menu", "div", {"class": "top mainMenu"}), _source("top", "div", {"class": "top mainMenu"})
    ('.mainMenu', '')
    """
    classes = (attributes.get("class") or "").split()
    named = [(name, f".{name}") for name in classes] + [
        (value, f"#{value}" if name == "id" else f"[{name}={value}]")
        for name, value in attributes.items()
        if name in _NAMING and value
    ]
    first = attributes.get("id") if not classes else classes[0]
    found = next((told for name, told in named if name != first and token in tokens((tag, name))), "")
    return "" if first and token in tokens((tag, first)) else found[: MAX_NAME + 1]


def _named(token: str, key: Key) -> str:
    """What the token adds to the tag of its element, which has this look."""
    if token in _HIDING and token not in tokens(key[:3]):
        return _HIDING[token]
    return "" if token.startswith("<") else f', named "{token}"'
