"""Remove the permalink signs of headings and terms (`Middleware¶`, `# Usage`), which are not among their words, and the
links that wikis offer next to headings (`History [edit]`).

Ours. They are removed when the text is written, not before, since classifiers may use them.

Links to the source of a definition (`Source #` of Haddock, `[source]` of Sphinx) stay: the gold texts have all 5,184
that are kept on 112 pages, and without them debian-docs would lose .0036 of word F1 (and no other set gain). Besides, a
linearizer does not know which words inside a block are linked, and where to.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Final

from cleanweb.page import Blocks, Edit
from cleanweb.segment.tags import HEADING_TAGS

SIGNS: Final = ("¶", "🔗", "#", "§", "◆", "\ufe0f")  # the last turns the sign before it into an emoji
# No heading ends in these two, so a link anywhere in the block is enough. The other signs must be all that is linked,
# and be in a heading: "Programming in C#" stays whole.
_SURE_AT_END: Final = re.compile(r"(?<=\S)\s*[¶🔗]\ufe0f?$")
_ALONE: Final = re.compile(r"[¶🔗#§◆]\ufe0f?")
_AT_END: Final = re.compile(rf"(?<=\S)\s*{_ALONE.pattern}$")
_AT_START: Final = re.compile(rf"{_ALONE.pattern}\s*")
_TITLED: Final = HEADING_TAGS | {"dt"}
RULE: Final = "link to itself"
# In any language: unlinked brackets around all links of a heading, with the same words for several headings.
_OFFERED: Final = re.compile(r"\s*\[([^\[\]]{1,60})\]$|^\[([^\[\]]{1,60})\]\s*")
_BETWEEN: Final = " | "
MIN_OFFERED: Final = 2  # ours
OFFER_RULE: Final = "link of a heading"


def without_permalinks(blocks: Blocks, keep: Sequence[bool]) -> tuple[dict[int, str], list[Edit]]:
    """The texts of the kept blocks by row, without such signs and links, and the edits that removed them.

    A line right after its heading that consists of nothing else is left out.

    >>> without_permalinks(Blocks.of([("h1", "Tea"), ("h2", "Pots")]), [True, False])
    ({0: 'Tea'}, [])
    """
    texts = {row: text for row, (text, is_kept) in enumerate(zip(blocks.text, keep, strict=True)) if is_kept}
    edits = []
    offers = _offers(blocks, texts)
    for row, text in list(texts.items()):
        rule, sign = OFFER_RULE, offers.get(row)
        if not sign and blocks.link_count[row] and (text.endswith(SIGNS) or text.startswith(SIGNS)):
            rule, sign = RULE, _sign(blocks, row)
        if sign:
            edits.append(Edit(row, rule, removed=sign[0].strip()))
            texts[row] = text[sign.end() :] if sign.start() == 0 else text[: sign.start()]
            if not texts[row]:
                del texts[row]
    return texts, edits


def _offers(blocks: Blocks, texts: Mapping[int, str]) -> dict[int, re.Match[str]]:
    """Links offered by wikis at the end or beginning of headings, or in a block right after one, by row."""
    found = {}
    for row, text in texts.items():
        if blocks.link_count[row] and (text[-1:] == "]" or text[:1] == "[") and (offer := _OFFERED.search(text)):
            parts = _parts(offer)
            is_linked = blocks.link_count[row] == len(parts) and blocks.link_chars[row] == sum(map(len, parts))
            heading = row - 1 if row and offer[0] == text else row
            if is_linked and blocks.tag(heading) in HEADING_TAGS:
                found[row] = offer
    counts = Counter(map(_parts, found.values()))
    return {row: offer for row, offer in found.items() if counts[_parts(offer)] >= MIN_OFFERED}


def _parts(offer: re.Match[str]) -> tuple[str, ...]:
    return tuple(part.strip() for part in (offer[1] or offer[2]).split(_BETWEEN))


def _sign(blocks: Blocks, row: int) -> re.Match[str] | None:
    """The permalink sign at the beginning or end of a block with a link, with the space between it and the words."""
    text = blocks.text[row]
    if (sign := _SURE_AT_END.search(text)) or not _is_all_that_is_linked(blocks, row):
        return sign
    leads_here = blocks.link(row).startswith("#")
    if sign := _ALONE.fullmatch(text):
        return sign if leads_here and row and blocks.tag(row - 1) in _TITLED else None
    if leads_here and (sign := _AT_START.match(text)):
        return sign
    return _AT_END.search(text) if blocks.tag(row) in _TITLED else None


def _is_all_that_is_linked(blocks: Blocks, row: int) -> bool:
    """Whether the block has a single link, of a single sign."""
    return blocks.link_count[row] == 1 and blocks.link_chars[row] <= len("#\ufe0f")
