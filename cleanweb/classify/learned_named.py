"""Boxes that say by their names what they are: what opens over the page, and customers' reviews beside a product.

Like those of tags, these names are words of code, whatever the language of the text.

Ours. By left-out models, of unlikely boxes (`learned_apart.py`), dialogs bring wcxb-dev .0003 of word F1 (13 pages up,
3 down), reviews .0011 (8 pages of 5 sites up, none down); no other set is touched. On none of 14 sites with such
reviews does a gold text have more than a third of their words; where no product is stated, as many pages lose as gain.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from cleanweb.json_ld import json_ld_types
from cleanweb.looks import Key
from cleanweb.page import Blocks

_DIALOGS: Final = dict.fromkeys("dialog dialogs lightbox modal modals popover popovers popup popups".split(), "dialog")
_REVIEWS: Final = {"reviews": "review"}
PRODUCT_TYPES: Final = frozenset({"Product", "ProductGroup"})  # of schema.org
PRODUCT_PREFIX: Final = "product:"  # of what else `<meta>` says of one, as `product:price`


def named_boxes(blocks: Blocks) -> Iterator[tuple[int, str]]:
    """The elements that have such names, and the rule of each."""
    looks = blocks.elements.looks()
    names = list(map(_names, looks.keys))
    there = "\n".join(names)  # asked first: few pages have any
    asked = {token: rule for token, rule in (_DIALOGS | _REVIEWS).items() if token in there}
    if not asked.keys().isdisjoint(_REVIEWS) and not _is_product(blocks):
        asked = {token: rule for token, rule in asked.items() if token in _DIALOGS}
    if not asked:
        return
    from cleanweb.measures.tokens import tokens  # noqa: PLC0415  (numpy: on first use)

    rules: dict[int, str] = {}  # of the looks
    for look, key in enumerate(looks.keys):
        if any(token in names[look] for token in asked) and (found := asked.keys() & tokens(key)):
            rules[look] = asked[min(found)]
    if rules:
        yield from ((element, rules[look]) for element, look in enumerate(looks.places) if look in rules)


def _names(key: Key) -> str:
    return " ".join([name for name in key[1:] if name]).lower()


def _is_product(blocks: Blocks) -> bool:
    """Whether the page says that it shows a product, by Open Graph's `<meta>` or in JSON-LD."""
    for tag, named, _ in blocks.head:
        name = (named.get("property") or named.get("name") or "") if tag == "meta" else ""
        if name.startswith(PRODUCT_PREFIX) or (name == "og:type" and "product" in (named.get("content") or "").lower()):
            return True
    return not PRODUCT_TYPES.isdisjoint(json_ld_types([text for tag, _, text in blocks.head if tag == "script"]))
