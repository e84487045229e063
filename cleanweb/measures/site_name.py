"""Pages whose most likely title is the name of their site: in an h1, over the page's own title in a lower heading.

Ours: of 4,458 gold pages this finds another title on 66, among them 36 manuals; read, all but five are right. Measures
of blocks stay relative to the first (`title.py`), as the model was trained.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

import numpy as np

from cleanweb.measures.letters import folded
from cleanweb.measures.sums import cumulative
from cleanweb.measures.title import (
    BY_WORDS,
    MAX_LINK_SHARE,
    MIN_SHOWN_LIKENESS,
    Array,
    Title,
    is_long_enough,
    most_like,
    stated_titles,
)
from cleanweb.page import Blocks, HeadRecord

# What separates the parts of a title in small letters: "tea - our site", "tea : our site", "tea [our site]".
_PARTS = re.compile(r"\s+[-|·•:/»«›~]+\s+|\s*[|»›]\s*|\s+\[|\]$")


def shown_title(blocks: Blocks, title: Title, heading: Array, link_share: Array) -> int:
    """The row of the block that shows the page's title, given the most likely one; -1 where none surely does."""
    others = _beside_site_name(blocks, title.row) if title.found == BY_WORDS else []
    row = _below_site_name(blocks, title.row, others, heading, link_share) if others else -1
    return row if row >= 0 else title.row if title.is_sure else -1


def _beside_site_name(blocks: Blocks, row: int) -> list[str]:
    """The other parts of the stated titles, if this block says only the site's name; none otherwise.

    That name is what `og:site_name` states; or the last part of a title, `Tea | Our site`, if none begins with it: then
    only the first part may be the title of the page.
    """
    own = folded(blocks.text[row])
    stated = stated_titles(blocks.head)
    parts = [title_parts for title in stated if len(title_parts := _PARTS.split(title)) > 1]
    if own in _stated_names(blocks.head):
        return [part for title_parts in parts for part in title_parts if part != own]
    if own in stated or any(own == title_parts[0] for title_parts in parts):
        return []
    return [title_parts[0] for title_parts in parts if title_parts[-1] == own]


def _stated_names(head: Sequence[HeadRecord]) -> set[str]:
    return {
        folded(attributes.get("content") or "")
        for tag, attributes, _ in head
        if tag == "meta" and attributes.get("property") == "og:site_name"
    }


def _is_in_masthead(blocks: Blocks, row: int) -> bool:
    """Whether a block is in the page's header, not in one of an article."""
    elements = blocks.elements
    around = list(elements.ancestors(blocks.container[row]))
    tags = {elements.tag[element] for element in around}
    is_header = "header" in tags or any(elements.attributes[element].get("role") == "banner" for element in around)
    return is_header and tags.isdisjoint({"article", "main"})


def _below_site_name(blocks: Blocks, site_row: int, others: Sequence[str], heading: Array, link_share: Array) -> int:
    """The row of the title on a page with the site's name at `site_row`, -1 if there is none.

    That is a block like another part of a stated title, below the name and above most of the text; or an h1 there, if
    the name is a link or in the page's header.
    """
    lengths = cumulative(np.fromiter(map(len, blocks.text), float, len(blocks)))
    middle = (lengths[site_row + 1] + lengths[-1]) / 2
    rows = range(site_row + 1, int(lengths.searchsorted(middle)))
    row, worth = most_like(blocks, others, heading, link_share, rows)
    if worth >= MIN_SHOWN_LIKENESS and (heading[row] == 1 or folded(blocks.text[row]).rstrip("#") in others):
        return row
    if link_share[site_row] < MAX_LINK_SHARE and not _is_in_masthead(blocks, site_row):
        return -1
    is_title = (heading[rows.start : rows.stop] == 1) & (link_share[rows.start : rows.stop] < MAX_LINK_SHARE)
    return next((row for row in is_title.nonzero()[0] + rows.start if is_long_enough(blocks.text[row])), -1)
