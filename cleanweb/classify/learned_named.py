"""Boxes known by their names: what opens over the page, customers' reviews beside a product, the borders of a manual's
pages, menus, small print and badges, signatures of posts, text for screen readers.

Like those of tags, these names are words of code, whatever the language of the text.

Ours. By left-out models, of unlikely boxes (`learned_apart.py`) dialogs bring wcxb-dev .0003 of word F1 (13 pages up, 3
down), reviews .0011 (8 pages of 5 sites up, none down), small print .0003, badges .0001; borders help ten of 426
manuals. Where no product is stated, dropping reviews hurts as many pages as it helps. None of some 90 other names of
boxes brings more.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import compress
from typing import Final

from cleanweb.json_ld import json_ld_types
from cleanweb.looks import Key
from cleanweb.page import Blocks, json_ld_scripts

DIALOGS: Final = frozenset("dialog dialogs lightbox modal modals popover popovers popup popups".split())
REVIEWS: Final = frozenset({"reviews"})
# Last words of a class or id, which say what the element is: `offer-disclaimer`, not `legal-page`.
SMALL_PRINT: Final = frozenset(
    "badge badges copyright copyrights disclaimer disclaimers disclosure disclosures legal licence license".split()
)
PRODUCT_TYPES: Final = frozenset({"Product", "ProductGroup"})  # of schema.org
PRODUCT_PREFIX: Final = "product:"  # of `<meta>` properties of a product, such as `product:price`
NAVIGATION: Final = frozenset({"navfooter", "navheader"})  # of manuals that DocBook's style sheets make
# Last words, too: by left-out models wcxb-dev gains .0005 of word F1 (8 pages up, 2 down). By any word ("nav-card") it
# loses a box with what its page is about.
MENUS: Final = frozenset(
    """breadcrumb breadcrumbs crumbs menu menus nav navbar navi navigation pager pagination popupmenu submenu toolbar
    topbar""".split()
)
# Classes and ids that frameworks give to what is read aloud but not shown. wcxb-dev gains .0003 by two left-out models
# (7 pages up, 2 down).
HEARD: Final = re.compile(
    r"(?:(?!not?[-_])[a-z]{1,4}[-_]+|_)?  (?:sr-?only|visually-?hidden|screen-?reader)  (?:text|only|[-_].*)?",
    re.IGNORECASE | re.VERBOSE,
)
# Names that forum software gives to the signatures below posts; no last words: manuals have signatures of functions.
SIGNATURES: Final = frozenset(
    """ipscomment_signature ipsentry__signature message-signature post-signature postsignature signature
    signaturecontainer""".split()
)
# WordPress adds a post's categories and tags to the classes of its box; they tell its subject: `category-legal`.
_POST: Final = re.compile(r"(?:^|\s)(?:hentry|post-\d+)(?:\s|$)")
_TERM: Final = re.compile(r"(?:^|\s)(?:category|tag)-\S+")
# Classes that tell what a box has beside its text, not what it is: `hasDisclaimer`, `with-menu`, `no-badge`.
_HAVING: Final = re.compile(r"(?:^|(?<=\s))(?:has|have|no|with|without)(?:[-_]|(?=[A-Z]))\S*")
_NAMES: Final = (
    DIALOGS | REVIEWS | NAVIGATION | SMALL_PRINT | MENUS | {"signature", "sr-only", "sronly", "visually", "screen"}
)
# Those that contain no other: looked for first, anywhere in a class or id.
_SHORTEST: Final = sorted(name for name in _NAMES if not any(other in name for other in _NAMES - {name}))


def named_boxes(blocks: Blocks, keep: Sequence[bool]) -> Iterator[tuple[int, str]]:
    """The elements around kept blocks that are such boxes by class or id, with the rule of each."""
    looks = blocks.elements.looks()
    boxes = blocks.elements.around(compress(blocks.container, keep))
    around = {look: looks.keys[look] for look in {looks.places[element] for element in boxes}}
    names = {look: f"{key[1]} {key[2]}" for look, key in around.items() if len(key) > 1}
    there = "\0".join(names.values()).lower()
    asked = [short for short in _SHORTEST if short in there]
    if not asked:
        return
    from cleanweb.measures.tokens import last_words, tokens  # noqa: PLC0415  (numpy: on first use)

    has_reviews = not REVIEWS.isdisjoint(asked) and _is_product(blocks)
    rules: dict[int, str] = {}
    for look, name in zip(names, there.split("\0"), strict=True):
        if any(short in name for short in asked):
            _, classes, identifier = key = _without_terms(around[look][:3])
            said, words = set(tokens(key)), f"{classes} {identifier}".lower().split()
            if any(map(HEARD.fullmatch, words)):
                rules[look] = "heard"
            elif not SIGNATURES.isdisjoint(words):
                rules[look] = "signature"
            elif said & DIALOGS:
                rules[look] = "dialog"
            elif has_reviews and said & REVIEWS:
                rules[look] = "review"
            elif said & NAVIGATION:
                rules[look] = "navigation"
            elif (last := last_words(key)) & SMALL_PRINT:
                rules[look] = "small print"
            elif last & MENUS:
                rules[look] = "menu"
    yield from ((element, rules[look]) for element in boxes if (look := looks.places[element]) in rules)


def _without_terms(key: Key) -> Key:
    """A look's tag, class and id, without the classes that tell what it has, or the subject of a post's box."""
    tag, classes, identifier = key
    classes = classes and _HAVING.sub("", _TERM.sub("", classes) if _POST.search(classes) else classes)
    return tag, classes, identifier


def _is_product(blocks: Blocks) -> bool:
    """Whether the page says that it shows a product, by Open Graph's `<meta>` or in JSON-LD."""
    for tag, named, _ in blocks.head:
        name = (named.get("property") or named.get("name") or "") if tag == "meta" else ""
        if name.startswith(PRODUCT_PREFIX) or (name == "og:type" and "product" in (named.get("content") or "").lower()):
            return True
    return not PRODUCT_TYPES.isdisjoint(json_ld_types(json_ld_scripts(blocks.head, "Product")))
