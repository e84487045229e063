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
from cleanweb.page import Blocks

DIALOGS: Final = frozenset("dialog dialogs lightbox modal modals popover popovers popup popups".split())
REVIEWS: Final = frozenset({"reviews"})
_BEGINNINGS: Final = ("dialog", "lightbox", "modal", "popover", "popup", "reviews")  # of all of these
PRODUCT_TYPES: Final = frozenset({"Product", "ProductGroup"})  # of schema.org
PRODUCT_PREFIX: Final = "product:"  # of what else `<meta>` says of one, as `product:price`


def named_boxes(blocks: Blocks) -> Iterator[tuple[int, str]]:
    """The elements whose class or id says it, and the rule of each."""
    looks = blocks.elements.looks()
    there = "\0".join([f"{key[1]} {key[2]}" if len(key) > 1 else "" for key in looks.keys]).lower()
    asked = [beginning for beginning in _BEGINNINGS if beginning in there]
    if not asked:
        return
    from cleanweb.measures.tokens import tokens  # noqa: PLC0415  (numpy: on first use)

    names = there.split("\0")
    likely = {look for beginning in asked for look, name in enumerate(names) if beginning in name}
    has_reviews = "reviews" in asked and _is_product(blocks)
    rules: dict[int, str] = {}
    for look in likely:
        said = set(tokens(looks.keys[look]))
        if said & DIALOGS:
            rules[look] = "dialog"
        elif has_reviews and said & REVIEWS:
            rules[look] = "review"
    if rules:
        yield from ((element, rules[look]) for element, look in enumerate(looks.places) if look in rules)


def _is_product(blocks: Blocks) -> bool:
    """Whether the page says that it shows a product, by Open Graph's `<meta>` or in JSON-LD."""
    for tag, named, _ in blocks.head:
        name = (named.get("property") or named.get("name") or "") if tag == "meta" else ""
        if name.startswith(PRODUCT_PREFIX) or (name == "og:type" and "product" in (named.get("content") or "").lower()):
            return True
    return not PRODUCT_TYPES.isdisjoint(
        json_ld_types([text for tag, _, text in blocks.head if tag == "script" and "Product" in text])
    )
