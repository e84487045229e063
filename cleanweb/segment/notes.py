"""Which superscripts are numbers of notes, apart from the words before them: `market<sup>2</sup>` is no power."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Final

from cleanweb.parse import Node, past_comments
from cleanweb.segment.seams import MIN_PART, MIN_WORD, is_uncased

DEPTH: Final = 4  # of a note's number below its `<sup>`, or of a `<sup>` below a link: links, spans, brackets; ours
MAX_BEFORE: Final = 12  # characters looked at before it
# What may stand between a word and the number of its note: no brackets, which may be a formula's.
_BETWEEN: Final = '.,;:!?…’”"»'
_BARS: Final = frozenset("/⁄")
_NUMBER: Final = re.compile(r"\s*\d+(?:[\s,–-]+\d+)*\s*")  # "12", "3, 4", "5-7"
_PLACE: Final = re.compile("#[^/!]")  # in an address: a place in its page; no `#` of scripts, nor their routes


def is_note(before: str, node: Node | None, around: Sequence[Node], known: dict[Node, bool]) -> bool:
    """Whether a superscript that begins with `node` is the number of a note, not an exponent.

    It is one if the word before it says so, or if it holds or begins a link to a place in the page. `around` are the
    elements that may be such a link around it. `known` caches which of these lead to places, since attributes are read
    anew at each access and may be as long as the page.

    A number in brackets is none, since they set it apart. Ours: on 13 gold pages these are links; nine golds have them,
    glued, except for seven of 402 in one of them.
    """
    texts = (begun.text_content for begun in _beginnings(node))
    return _NUMBER.fullmatch(next((text for text in texts if text is not None), "")) is not None and (
        is_noted_word(before)
        or any(map(_leads_to_place, _beginnings(node)))
        or any(_is_known_to_lead(link, known) for link in around)
    )


def is_fraction(before: str, node: Node) -> bool:
    """Whether a superscript is the numerator of a fraction after a whole number: `3<sup>1</sup>⁄<sub>2</sub>`, but not
    `10<sup>6</sup>/ml`."""
    bar = node.next if before[-1:].isdigit() else None
    if bar is None or (bar.text_content or "").strip() not in _BARS:
        return False
    return bar.next is not None and bar.next.tag == "sub"


def is_noted_word(before: str) -> bool:
    """Whether a superscript number after this text is that of a note, whatever it is in: not after a unit or variable.

    The text must end in a word of MIN_PART letters, or of MIN_WORD letters and punctuation, in a script with spaces.
    Ours: of such numbers, golds by hand leave out 176 (on 26 pages), have 28 apart (12 pages) and 38 glued (10 pages);
    one of them is an exponent, `Indigo²`.

    >>> is_noted_word("the market"), is_noted_word("in Canada."), is_noted_word("市場")
    (True, True, False)
    >>> is_noted_word("100 km"), is_noted_word("lbs./in."), is_noted_word("(height + width)"), is_noted_word("5.")
    (False, False, False, False)
    """
    before = before[-MAX_BEFORE:]
    word = before.rstrip(_BETWEEN)
    count = MIN_PART if word == before else MIN_WORD
    letters = word[-count:]
    is_cased = len(letters) == count and letters.isalpha() and letters.lower() != letters.upper()
    return is_cased or is_uncased(letters, count)


def _beginnings(node: Node | None) -> Iterator[Node]:
    """The node, and those with which it begins, at most DEPTH deep, down to the first text."""
    for _ in range(DEPTH + 1):
        node = past_comments(node)
        if node is None:
            return
        yield node
        node = node.first_child


def _is_known_to_lead(node: Node, known: dict[Node, bool]) -> bool:
    if node not in known:
        known[node] = _leads_to_place(node)
    return known[node]


def _leads_to_place(node: Node) -> bool:
    """Whether this is a link to a place of a page."""
    return node.tag == "a" and _PLACE.search(node.attributes.get("href") or "") is not None
