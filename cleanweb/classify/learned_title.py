"""The page's title, if the model and all other rules have removed it, its standfirst and its subheading.

Ours, for readers: most golds leave titles out. By left-out models 95 of 3,395 pages get a title: one that only their
JSON-LD states, that their head words differently, or that stands beside a lower heading, in navigation or in a form.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import compress

from cleanweb.classify.units import BY_MODEL
from cleanweb.json_ld import json_ld_statements
from cleanweb.measures.letters import folded, letters_of
from cleanweb.page import Blocks, json_ld_scripts
from cleanweb.references import unescape
from cleanweb.segment.tags import HEADING_TAGS

# Ours, by left-out models: without this limit newspaper4k-articles, whose golds leave titles out, loses .0002.
MIN_HEADLINE_SCORE = 0.1
# The Dice coefficient of the words of an only h1 and of the head's title, which is often worded for search engines.
# Ours: from .37 to .6 (a title that may be any heading) there are 40 such h1 on 4,458 gold pages; read, all are titles.
MIN_HEADLINE_WORDS = 0.37
# The standfirst, which most golds of news have: by two left-out models newspaper4k-articles gains .0012 (28 pages up,
# 11 down); wcxb-dev, whose golds leave it out like the title, loses .0001. However unlikely, and up to 25 blocks after
# the title rather than 6: by left-out models 81 more on gold pages, read, all standfirsts (29 pages up, 37 down).
MAX_TO_STANDFIRST = 25  # blocks after the title; it may stand after authors, dates, and links to share
MAX_BESIDE_CHARS = 150  # a longer block is the text
MAX_LINK_DENSITY = 0.3
MIN_DESCRIPTION = 25  # letters
MIN_BEGINNING = 40
# The subheading: by left-out models 53 on gold pages, 50 of them the text's own to a reader (newspaper4k-articles
# gains .0003, 11 pages up, 5 down; no set loses .0002). Lower ranks are mostly bylines; the next block but one is as
# often no subheading.
MIN_SUBHEADING = 15  # letters
MAX_RANKS_BELOW = 2
_DESCRIPTIONS = frozenset({"description", "og:description", "twitter:description"})
_HEADLINE = '"headline"'
_STATEMENTS = frozenset({"json-ld headline", "json-ld page headline"})


def headline(
    blocks: Blocks, keep: Sequence[bool], rule: Sequence[str], score: Sequence[float], title_row: int
) -> range:
    """The blocks of the page's only h1, if it stands over most that is kept and the model alone removed it though
    JSON-LD states its words, or the `<title>` some of them; over all that is kept, being in doubt is enough.

    That is the title of a page that shows the words of its `<title>` nowhere, or in a lower heading. None if the h1 is
    a link, or if an h1 shows that title.
    """
    if title_row >= 0 and blocks.tag(title_row) == "h1":
        return range(0)
    headings = blocks.elements.tagged({"h1"})
    if len(headings) != 1:
        return range(0)
    rows = blocks.elements.rows(headings[0])
    above, below = (_kept_chars(blocks, keep, place) for place in (range(rows.start), range(rows.stop, len(keep))))
    if above >= below or not all(rule[row].startswith(BY_MODEL) and not blocks.link_chars[row] for row in rows):
        return range(0)
    is_doubted = not above and all(score[row] >= MIN_HEADLINE_SCORE for row in rows)
    return rows if is_doubted or _is_stated(blocks, rows) else range(0)


def _kept_chars(blocks: Blocks, keep: Sequence[bool], rows: range) -> int:
    return sum(len(blocks.text[row]) for row in rows if keep[row])


def lost_title(blocks: Blocks, keep: Sequence[bool], rule: Sequence[str], title_row: int) -> Sequence[int]:
    """The block that shows the page's title, if it is a removed h1 over kept text, and not in a consent box.

    None if a kept block says the same or is an h1, nor if the heading is a link, as the site's name is.
    """
    if title_row < 0 or keep[title_row] or True not in keep[title_row:]:
        return ()
    if blocks.tag(title_row) != "h1" or blocks.link_chars[title_row] or rule[title_row] == "consent box":
        return ()
    title = blocks.text[title_row]
    kept = compress(range(len(keep)), keep)
    is_said = any(blocks.text[row] == title or blocks.tag(row) == "h1" for row in kept)
    return () if is_said else (title_row,)


def _is_stated(blocks: Blocks, rows: range) -> bool:
    """Whether JSON-LD states the words of these blocks as the headline, or the head a title with similar words."""
    from cleanweb.measures.title import (  # noqa: PLC0415  (numpy: on first use)
        shared_words,
        stated_titles,
        title_words,
    )

    scripts = json_ld_scripts(blocks.head, _HEADLINE)
    shown = folded(" ".join(blocks.text[rows.start : rows.stop]))
    if any(folded(unescape(stated)) == shown for _, stated in json_ld_statements(scripts, _STATEMENTS)):
        return True
    return shared_words(shown, title_words(stated_titles(blocks.head))) >= MIN_HEADLINE_WORDS


def standfirst(blocks: Blocks, keep: Sequence[bool], rule: Sequence[str], title_row: int) -> Sequence[int]:
    """The block that the head states as the description, soon after the kept title and before the text, if the model
    alone removed it; none if a kept block says the same."""
    if title_row < 0 or not keep[title_row]:
        return ()
    places = range(title_row + 1, min(title_row + 1 + MAX_TO_STANDFIRST, len(keep)))
    text = next((row for row in places if keep[row] and len(blocks.text[row]) > MAX_BESIDE_CHARS), places.stop)
    doubted = [row for row in range(places.start, text) if rule[row].startswith(BY_MODEL)]
    rows = [row for row in doubted if blocks.link_density(row) <= MAX_LINK_DENSITY]
    described = _descriptions(blocks) if rows else []
    if not described:
        return ()
    own = {row: letters for row in rows if _is_described(letters := letters_of(blocks.text[row]), described)}
    if not own:
        return ()
    said = {*map(letters_of, compress(blocks.text, keep))}
    return [row for row, letters in own.items() if letters not in said][:1]


def subheading(
    blocks: Blocks, keep: Sequence[bool], rule: Sequence[str], score: Sequence[float], title_row: int
) -> Sequence[int]:
    """The heading right below the kept title, of one or two ranks less and beside it, if the model alone removed it;
    none with a link, nor if a kept block says the same."""
    row = title_row + 1
    if not 0 < row < len(keep) or not keep[title_row] or keep[row] or not rule[row].startswith(BY_MODEL):
        return ()
    tags = (blocks.tag(title_row), blocks.tag(row))
    if not HEADING_TAGS.issuperset(tags) or _around(blocks, row) != _around(blocks, title_row):
        return ()
    title_rank, rank = (int(tag[1]) for tag in tags)
    is_lower = title_rank < rank <= title_rank + MAX_RANKS_BELOW
    if not is_lower or score[row] < MIN_HEADLINE_SCORE or blocks.link_chars[row]:
        return ()
    letters = letters_of(blocks.text[row])
    is_said = letters in map(letters_of, compress(blocks.text, keep))
    return () if is_said or len(letters) < MIN_SUBHEADING else (row,)


def _around(blocks: Blocks, row: int) -> int:
    """The innermost element that holds a block and others, or -1."""
    elements, element = blocks.elements, blocks.container[row]
    while element >= 0 and (elements.first[element], elements.end[element]) == (row, row + 1):
        element = elements.parent[element]
    return element


def _descriptions(blocks: Blocks) -> list[str]:
    """The letters of each description that the head states."""
    stated = [
        attributes.get("content") or ""
        for tag, attributes, _ in blocks.head
        if tag == "meta" and (attributes.get("name") or attributes.get("property") or "").lower() in _DESCRIPTIONS
    ]
    return [letters for text in stated if len(letters := letters_of(unescape(text))) >= MIN_DESCRIPTION]


def _is_described(letters: str, described: Sequence[str]) -> bool:
    """Whether a text is a description, or one begins with the other: heads cut theirs, and pages show a part."""
    if len(letters) < MIN_BEGINNING:
        return letters in described
    return any(letters.startswith(other) or other.startswith(letters) for other in described)
