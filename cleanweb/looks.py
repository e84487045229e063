"""The look of an element: its tag and all its names. A page has a quarter as many looks as elements."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final, NamedTuple

if TYPE_CHECKING:
    from cleanweb.page import Attributes

# The names of an element: its tag, class, id, and the names that few elements have.
Key = tuple[str | None, ...]

# Attributes that few elements have; for elements without them, tag, class and id say everything. The last three are no
# names, but rules use them.
TELLING: Final = frozenset(
    {
        "role", "itemprop", "itemtype", "data-testid", "data-component", "hidden", "aria-hidden", "style",
        "aria-live", "aria-roledescription", "data-nosnippet",
    }
)  # fmt: skip # names in rows
TELLING_LENGTH: Final = 4  # of the key of an element with one of them


def look_key(tag: str, attributes: Attributes) -> Key:
    """The look of an element; equal keys have equal tokens (`measures/tokens.py`)."""
    if not attributes:
        return (tag,)
    get = attributes.get
    if TELLING.isdisjoint(attributes):
        return (tag, get("class"), get("id"))
    return (tag, get("class"), get("id"), _other_names(attributes))


def _other_names(attributes: Attributes) -> str:
    """Names that few elements have: their role in the page's data, for tests or for screen readers; hiding."""
    get = attributes.get
    names = [get("role"), get("itemprop"), get("itemtype"), get("data-testid"), get("data-component")]
    if "hidden" in attributes or get("aria-hidden") == "true":
        names.append("hidden")
    if "display:none" in (get("style") or "").replace(" ", "").lower():
        names.append("displaynone")
    return " ".join([name for name in names if name])


class Looks(NamedTuple):
    """The looks of a page's elements."""

    places: list[int]  # for each element the index of its look in `keys` and `firsts`
    keys: list[Key]
    firsts: list[int]  # the first element of each look
    telling: list[int]  # the elements with attributes of TELLING


def grouped(tags: Sequence[str], attributes: Sequence[Attributes]) -> Looks:
    """The distinct looks, in order of appearance, and the look of each element."""
    known: dict[Key, int] = {}
    places: list[int] = []
    firsts: list[int] = []
    telling: list[int] = []
    has_only_common, number_of = TELLING.isdisjoint, known.setdefault
    for tag, named in zip(tags, attributes, strict=True):
        key: Key
        if not named:
            key = (tag,)
        elif has_only_common(named):
            key = (tag, named.get("class"), named.get("id"))
        else:
            key = (tag, named.get("class"), named.get("id"), _other_names(named))
            telling.append(len(places))
        place = number_of(key, len(firsts))
        if place == len(firsts):
            firsts.append(len(places))
        places.append(place)
    return Looks(places, list(known), firsts, telling)
