"""The text that JSON-LD in the head states, for pages that show none because a browser would load it.

Ours. Descriptions are not used: most are cut. With them, the nine pages of wcxb-dev that show no text and have one
would lose 3.5 of word F1 together, since the gold of four is empty and the others are long.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from html import escape
from typing import Final

from cleanweb.page import Blocks, HeadRecord, json_ld_scripts

MARK: Final = "head"  # of the element that stands for the head

_TEXTS: Final = frozenset({"json-ld articleBody", "json-ld text"})
_TAG: Final = re.compile(r"</?[a-z]", re.IGNORECASE)


def stated_text(head: Sequence[HeadRecord]) -> str:
    """The longest text that JSON-LD states for an article or post, as HTML; "" for none.

    Many texts are escaped twice; of those without markup each line is a paragraph.

    >>> stated_text([("script", {}, '{"@type": "NewsArticle", "articleBody": "Tea &amp;amp; time\\\\nIt rains."}')])
    '<p>Tea &amp; time</p><p>It rains.</p>'
    """
    from cleanweb.json_ld import longest_statement  # noqa: PLC0415  (few pages ask for it)

    longest = longest_statement(json_ld_scripts(head), _TEXTS)
    if _TAG.search(longest):
        return longest
    return "".join(f"<p>{escape(line, quote=False)}</p>" for line in longest.splitlines())


def add_stated(blocks: Blocks, segmented: Callable[[str], Blocks]) -> None:
    """Add at the end, marked `head`, what the head states, if the page shows no text, or less of it and only in
    noscript.

    `segmented` gives the blocks of some HTML.
    """
    if any(blocks.mark(row) != "noscript" for row in range(len(blocks))):
        return  # nearly every page, after a look at its first block
    texts = segmented(stated_text(blocks.head)).text
    if sum(map(len, texts)) > sum(map(len, blocks.text)):
        element = blocks.append_element(-1, "head", mark=MARK)
        blocks.elements.order[element] = 0  # none of the elements that the page shows
        for text in texts:
            blocks.append(text, element)
        blocks.elements.end[element] = len(blocks)
