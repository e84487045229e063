"""Pages whose most likely title is the name of their site, or only a part of what the head states.

The name stands in an h1, over the page's own title in a lower heading. Ours: of 4,458 gold pages this finds another
title on 66, among them 36 manuals; read, all but five are right. A part of the stated title is all that a page shows
whose head also names site, section and subject. Ours, by left-out models: 68 of 4,400 gold pages get such a title, 44
of them old pages without headings; read, all but one (a date) are right; daniel, whose golds have titles, gains .0010.
Measures of blocks stay relative to the first (`title.py`), as the model was trained.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import islice

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
# In addition "Tea: our site" and, next to ideographs, "茶_我们的网站" and "茶-我们的网站".
_SEPARATOR = re.compile(rf"{_PARTS.pattern}|:\s+|(?<=[\u3000-\u9fff\uff00-\uff5e])[-_]|[-_](?=[\u3000-\u9fff])")
MAX_SEPARATORS = 20  # of a title; ours, as all beginnings are compared
MAX_PARTED = 1000  # characters of a title that is cut into parts; ours, it may be as long as the page
MAX_ANCHOR = 2  # characters of the sign behind a heading that links to itself
MAX_LEVEL = 2  # of a heading that may say only the beginning of a title: the longest part may be the site's name
# Below this, other blocks: steps of a breadcrumb, captions.
_NO_TITLES = frozenset({"li", "dt", "dd", "option", "button", "label", "figcaption", "caption"})


def shown_title(blocks: Blocks, title: Title, heading: Array, link_share: Array) -> int:
    """The row of the block that shows the page's title, given the most likely one; -1 where none surely does."""
    others = _beside_site_name(blocks, title.row) if title.found == BY_WORDS else []
    row = _below_site_name(blocks, title.row, others, heading, link_share) if others else -1
    if row < 0:
        row = title.row if title.is_sure else _row_of_part(blocks, heading, link_share)
    return row


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


def _row_of_part(blocks: Blocks, heading: Array, link_share: Array) -> int:
    """The row of the block that says a whole part of a stated title, -1 if none does.

    That is an h1, else an h2, that says the title's longest part or its beginning; else any block, not in a list or
    below a picture, that says the longest part. The first of these, and no link.
    """
    longest, beginnings = _whole_parts(blocks.head)
    wanted = longest | beginnings
    limit = max(map(len, wanted), default=0) + MAX_ANCHOR
    saying = [
        (row, own)
        for row, text in enumerate(blocks.text if wanted else ())
        if len(text) <= limit and (own := folded(text).rstrip(" #¶")) in wanted and link_share[row] < MAX_LINK_SHARE
    ]
    for level in range(1, MAX_LEVEL + 1):
        if rows := [row for row, _ in saying if heading[row] == level]:
            return rows[0]
    lines = [row for row, own in saying if own in longest]
    outside = set(lines) - blocks.elements.rows_inside(_NO_TITLES) if lines else set()
    return min(outside, default=-1)


def _whole_parts(head: Sequence[HeadRecord]) -> tuple[set[str], set[str]]:
    """The longest part of each stated title that has several, and its beginnings; the site's name is none of them."""
    names = _stated_names(head)
    longest: set[str] = set()
    beginnings: set[str] = set()
    for title in stated_titles(head):
        if len(title) > MAX_PARTED:
            continue
        for separator in (_PARTS, _SEPARATOR):
            ends = [found.start() for found in islice(separator.finditer(title), MAX_SEPARATORS)]
            if ends:
                longest.add(max(separator.split(title, MAX_SEPARATORS), key=len))
                beginnings |= {title[:end] for end in ends}
    return {*filter(is_long_enough, longest)} - names, {*filter(is_long_enough, beginnings)} - names


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
    likely = (is_title.nonzero()[0] + rows.start).tolist()  # numpy's integers are none to compiled modules
    return next((row for row in likely if is_long_enough(blocks.text[row])), -1)
