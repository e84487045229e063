"""Statements of a page's JSON-LD scripts about it (schema.org), as flat names and strings."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence, Set
from typing import Any, Final

from cleanweb.references import unescape

# Types that describe the page's content, the page, and its site; all others (authors, images, breadcrumbs) are ignored.
_CONTENT = re.compile(
    r"(?:Article|Posting|Question|Report|Review|Recipe|Product|Event|Course|Book|VideoObject|FAQPage)$"
)
_PAGE = re.compile(r"(?<!FAQ)Page$")  # a FAQPage is a part of its page, judging by its name: "FAQs"
_SITE = re.compile(r"^WebSite$")
KINDS: Final = ((_CONTENT, "json-ld "), (_PAGE, "json-ld page "), (_SITE, "json-ld site "))
MAX_DEPTH: Final = 20  # of the objects searched; ours, real pages use about five
# A customer's review of a thing does not describe the page. Ours: of 2,673 pages in four sets, 21 took their author and
# 12 their day from a review; the two whose author is known have another.
REVIEWS: Final = frozenset({"review", "reviews"})
# Keys with the texts of steps, questions and their parts.
TEXTS: Final = ("name", "text", "itemListElement", "acceptedAnswer", "suggestedAnswer")

Thing = Mapping[str, Any]


def json_ld_statements(scripts: Sequence[str], asked: Set[str]) -> Iterator[tuple[str, str]]:
    """Pairs like ("json-ld headline", "Rain") and ("json-ld page name", "Rain today"), only for the names `asked`.

    Of several objects of a kind, the first that has a value counts, since later ones are teasers. If a value is an
    object, its name counts. Broken JSON is ignored.

    (Other names are left out, since thousands may have the same object as value, with a name as long as the page.)
    """
    things = _described(scripts)
    by_id = {thing["@id"]: thing for thing in things if isinstance(thing.get("@id"), str) and "name" in thing}
    for pattern, prefix in KINDS:
        said: dict[str, Any] = {}
        for thing in things:
            if any(pattern.search(name) for name in _types(thing)):
                for key, value in thing.items():
                    if prefix + key in asked:
                        said.setdefault(key, value)
        for key, value in said.items():
            yield from ((prefix + key, name) for name in _names(value, by_id))


def longest_statement(scripts: Sequence[str], asked: Set[str]) -> str:
    """The longest of these statements, with references resolved twice, as many are escaped twice; "" for none."""
    texts = [text for _, text in json_ld_statements(scripts, asked)]
    return unescape(unescape(max(texts, key=len, default="")))


def json_ld_types(scripts: Sequence[str]) -> set[str]:
    """The types of everything described, nested or not.

    >>> sorted(json_ld_types(['{"@type": "http://schema.org/Product", "offers": {"@type": ["Offer", "Demand"]}}', "{"]))
    ['Demand', 'Offer', 'Product']
    """
    return {name.rpartition("/")[2] for thing in _described(scripts) for name in _types(thing)}


def _described(scripts: Sequence[str]) -> list[Thing]:
    return [thing for script in scripts for thing in _things(_loaded(script), MAX_DEPTH)]


def json_ld_texts(scripts: Sequence[str], asked: Mapping[str, Set[str]]) -> Iterator[str]:
    """All texts that things of these types have under these names, including the names and texts of nested objects.

    References are resolved twice, as in `longest_statement`.

    >>> recipe = '{"@type": "Recipe", "tool": "pot", "steps": [{"name": "Tea", "itemListElement": {"text": "Boil"}}]}'
    >>> list(json_ld_texts([recipe], {"Recipe": {"steps"}}))
    ['Tea', 'Boil']
    """
    for thing in _described(scripts):
        for name in _types(thing):
            for key in asked.get(name.rpartition("/")[2], ()):
                yield from (unescape(unescape(text)) for text in _texts(thing.get(key), MAX_DEPTH))


def _texts(value: Any, depth: int) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif depth and isinstance(value, list):
        for item in value:
            yield from _texts(item, depth - 1)
    elif depth and isinstance(value, dict):
        for key in TEXTS:
            yield from _texts(value.get(key), depth - 1)


# Wrappers of scripts in XHTML and in pages for browsers without scripts; slashes or stars hide them from JavaScript.
_WRAPPER = re.compile(r"^[/*\s]*+<!(?:\[CDATA\[|--)[*/\s]*+|(?<![/*\s])[/*\s]*+(?:\]\]|--)>[/*\s]*+$")


def _loaded(script: str) -> Any:
    try:
        return json.loads(_WRAPPER.sub("", script).strip().rstrip(";"), strict=False)
    except (ValueError, RecursionError):
        return None


def _things(data: Any, depth: int) -> Iterator[Thing]:
    """All objects in the data, outer ones first, without reviews."""
    if isinstance(data, dict):
        yield data
        data = [value for key, value in data.items() if key not in REVIEWS]
    if isinstance(data, list) and depth:
        for value in data:
            yield from _things(value, depth - 1)


def _types(thing: Thing) -> list[str]:
    stated = thing.get("@type")
    return [name for name in (stated if isinstance(stated, list) else [stated]) if isinstance(name, str)]


def _names(value: Any, by_id: Mapping[str, Thing]) -> list[str]:
    """The strings of a value: itself, the names of an object (given here or by @id), or those of a list's items."""
    if isinstance(value, str):
        return [value]
    if isinstance(value, list):
        return [name for item in _once(value) for name in _names(item, by_id)]
    if isinstance(value, dict):
        name = (value if "name" in value else by_id.get(str(value.get("@id")), {})).get("name")
        return [name for name in (name if isinstance(name, list) else [name]) if isinstance(name, str)]
    return []


def _once(items: Sequence[Any]) -> Iterator[Any]:
    """The items of a list, without nested lists and repeated references to the same thing."""
    known: set[str] = set()
    for item in items:
        if isinstance(item, dict) and "name" not in item:
            reference = str(item.get("@id"))
            if reference in known:
                continue
            known.add(reference)
        if not isinstance(item, list):
            yield item
