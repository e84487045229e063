"""Links that lead away: menus that a shop or portal unfolds over its pages, teasers amid a text, links in brackets,
lines over lists of links of which nothing is left, the heading of what follows an article, links back to its top.

Where most of a page is links, its threshold is low, and a menu of hundreds of links is much like a list of what the
page is about. But it is named a menu, and its entries are many and short. A teaser is as likely as the paragraphs
around it, but is a link with a label in capitals, whatever the language: `READ MORE: ...`.

Ours. Of 949 pages of shops, forums, blogs and companies, not chosen for their text, 28 had such menus, with one in
twenty of all kept words; no gold page has one. On pages read as articles, dropping teasers brings newspaper4k-articles
.0002 of word F1 (6 pages up, none down, by left-out models); with labels in small letters as many pages lose as gain.
Of 61 blocks that are only links in square brackets (`[edit]`, `[legend]`, `[ << ]`) four are in gold texts; of 25
unsure lines over lists of links that are removed ("Related posts", "Contents"), on pages of five sets, two. 48 gold
pages read as articles end in a short heading over something removed ("Leave a reply", "Czytaj również", "References"),
seven of them news, where no gold has it, and 22 in wcxb-dev, where 12 have. By left-out models trafilatura-eval gains
.0015 without them, daniel and newspaper4k-articles less than .0001 (6 pages up, none down), wcxb-dev .00001.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Container, Sequence
from itertools import accumulate, compress, islice, takewhile
from typing import Final

from cleanweb.measures.endings import CLOSERS, QUESTION_MARKS
from cleanweb.page import Blocks
from cleanweb.segment.tags import HEADING_TAGS

MIN_ENTRIES: Final = 15  # short blocks of a menu that are links
MAX_ENTRY_WORDS: Final = 8
MIN_LINK_DENSITY: Final = 0.5  # of an entry, and of links in brackets; no line over links has as much
MIN_ENTRIES_SHARE: Final = 0.5  # of the kept words of the menu
MIN_TEXT_WORDS: Final = 12  # of a block beside the menu
MIN_LABEL, MAX_LABEL = 2, 30  # characters of a teaser's label; `Q:` and `A:` of questions and answers are none
MIN_TEASER_WORDS, MAX_TEASER_WORDS = 4, 20
MIN_TEASER_DENSITY: Final = 0.6  # the label may be outside the link
MAX_SHARE: Final = 0.5  # of links in brackets among the kept words
MAX_HEADING_WORDS: Final = 8  # of a line over links
MAX_HEADING_CHANCE: Final = 0.6  # of eight such lines with .6 to .7 four are in gold texts
MIN_LISTED: Final = 3  # links in list items right below it
MIN_LISTED_DENSITY: Final = 0.8  # of each of these
MIN_RETURNS: Final = 3  # links back to one place of the page
MAX_RETURN_TEXTS: Final = 50  # different ones; more are an index, and each is searched for in all headings; ours
MIN_RETURN_DENSITY: Final = 0.7  # signs may be outside the link: `^ to top`
MAX_INSIDE: Final = 32  # inline elements around a block's first words that are searched for its link
_SENTENCE_ENDS: Final = (".", "!", "。", "！", "।", "۔", *QUESTION_MARKS)
_TITLED: Final = HEADING_TAGS | {"dt"}
_BRACKETED: Final = re.compile(r"(?:\s*\[[^\[\]]+\])+|(?:\s*［[^［］]+］)+")
_BRACKETS: Final = re.compile(r"[\s\[\]［］]+")
# Last words of a class or id, which say what the element is.
NAMES: Final = frozenset(
    "dropdown dropdowns flyout flyouts leftnav mainmenu mainnav megamenu menu menus nav navbar navigation navmenu "
    "sidemenu sidenav submenu submenus subnav topmenu topnav".split()
)


def menus(blocks: Blocks, keep: Sequence[bool], words: Sequence[float]) -> dict[int, str]:
    """The kept blocks of elements named menus, with their rule; none if no text would be left.

    Of nested ones the outermost that is mostly entries counts: a page may be named after its menu.
    """
    density = blocks.link_density
    kept = [row for row, is_kept in enumerate(keep) if is_kept]
    entries = [row for row in kept if words[row] <= MAX_ENTRY_WORDS and density(row) >= MIN_LINK_DENSITY]
    if len(entries) < MIN_ENTRIES:
        return {}
    from cleanweb.measures.tokens import last_words  # noqa: PLC0415  (numpy: on first use)

    elements, looks = blocks.elements, blocks.elements.looks()
    of_kept, of_entries = ([*accumulate((words[row] for row in rows), initial=0.0)] for rows in (kept, entries))
    found: dict[int, str] = {}
    end = 0  # of the last menu
    for element in sorted(elements.around(blocks.container[row] for row in entries)):
        first, stop = elements.first[element], elements.end[element]
        low, high = bisect_left(entries, first), bisect_left(entries, stop)
        if first < end or high - low < MIN_ENTRIES:
            continue
        if elements.tag[element] == "nav" or not NAMES.isdisjoint(last_words(looks.keys[looks.places[element]])):
            begin, after = bisect_left(kept, first), bisect_left(kept, stop)
            if of_entries[high] - of_entries[low] >= MIN_ENTRIES_SHARE * (of_kept[after] - of_kept[begin]):
                end = stop
                found |= dict.fromkeys(kept[begin:after], "navigation")
    has_text = any(words[row] >= MIN_TEXT_WORDS for row in kept if row not in found)
    return found if has_text else {}


def teasers(blocks: Blocks, keep: Sequence[bool], words: Sequence[float], title_row: int) -> dict[int, str]:
    """The kept blocks that are a link to another text, with a label in capitals; with their rule; never the title."""
    found = {}
    for row, text in enumerate(blocks.text):
        if keep[row] and row != title_row and text[: text.find(":", MIN_LABEL, MAX_LABEL) + 1].isupper():
            is_short = MIN_TEASER_WORDS <= words[row] <= MAX_TEASER_WORDS
            if is_short and blocks.link_density(row) >= MIN_TEASER_DENSITY:
                found[row] = "teaser"
    return found


def bracketed(blocks: Blocks, keep: Sequence[bool], words: Sequence[float], title_row: int) -> dict[int, str]:
    """The kept blocks that are only links in square brackets, with their rule; never the title, nor most of the
    text."""
    rows = [
        row
        for row, text in enumerate(blocks.text)
        if keep[row] and text[0] in "[［" and row != title_row and _BRACKETED.fullmatch(text)
    ]
    rows = [row for row in rows if blocks.link_chars[row] > MIN_LINK_DENSITY * len(_BRACKETS.sub("", blocks.text[row]))]
    kept_words = sum(compress(words, keep))
    return dict.fromkeys(rows, "bracketed") if sum(words[row] for row in rows) <= MAX_SHARE * kept_words else {}


def returns(blocks: Blocks, keep: Sequence[bool]) -> dict[int, str]:
    """The kept links back to one place of the page, with their rule: `Back to top`, again and again between texts.

    An index is none: its entries stand beside one another, or are words of headings or terms.
    """
    kept = [row for row, is_kept in enumerate(keep) if is_kept]
    places = {row: place for row in kept if (place := place_on_page(blocks, row))}
    found: dict[tuple[str, str], list[int]] = {}
    for before, row, after in zip([-1, *kept], kept, [*kept[1:], -1], strict=False):
        if row in places and before not in places and after not in places:
            found.setdefault((blocks.text[row], places[row]), []).append(row)
    often = {text: rows for (text, _), rows in found.items() if len(rows) >= MIN_RETURNS}
    if not 0 < len(often) <= MAX_RETURN_TEXTS:
        return {}
    alike = {row for rows in often.values() for row in rows}
    headings = "\n".join(
        text for row, text in enumerate(blocks.text) if blocks.tag(row) in _TITLED and row not in alike
    )
    return {row: "return" for text, rows in often.items() if text not in headings for row in rows}


def place_on_page(blocks: Blocks, row: int) -> str:
    """Where a short block that is one link leads to, if that is a place on the same page; "" otherwise."""
    if blocks.link_count[row] != 1 or blocks.link_density(row) < MIN_RETURN_DENSITY:
        return ""
    elements = blocks.elements
    for element in islice(elements.ancestors(blocks.inner[row]), MAX_INSIDE):
        if elements.tag[element] == "a":
            href = elements.attributes[element].get("href") or ""
            return href if href.startswith("#") else ""
        if element == blocks.container[row]:
            break
    return ""


def over_links(
    blocks: Blocks,
    keep: Sequence[bool],
    rule: Sequence[str],
    words: Sequence[float],
    score: Sequence[float],
    *,
    title_row: int,
) -> dict[int, str]:
    """The short blocks, kept by the model but not sure, over a list of links of which nothing is left, with their rule;
    never the title, nor all that is kept."""
    rows = [
        row
        for row in range(len(keep) - MIN_LISTED)
        if keep[row]
        and True not in keep[row + 1 : row + 1 + MIN_LISTED]
        and words[row] <= MAX_HEADING_WORDS
        and score[row] < MAX_HEADING_CHANCE
        and rule[row] == "kept"
        and row != title_row
    ]
    if not rows:
        return {}
    listed = blocks.elements.rows_inside({"li"})
    found = {row: "over links" for row in rows if row not in listed and _is_over_lost_links(blocks, keep, row, listed)}
    return found if len(found) < sum(keep) else {}


def last_heading(
    blocks: Blocks, keep: Sequence[bool], rule: Sequence[str], words: Sequence[float], *, title_row: int
) -> dict[int, str]:
    """The last kept block, with its rule, if it is a short heading by its tag that the model kept, right after text,
    over something in the same element that is removed; not the title, nor a sentence."""
    last = next((row for row in reversed(range(len(keep))) if keep[row]), -1)
    before = next((row for row in reversed(range(last)) if keep[row]), -1)
    if before < 0 or last == title_row or rule[last] != "kept" or words[last] > MAX_HEADING_WORDS:
        return {}
    elements, heading = blocks.elements, blocks.container[last]
    is_heading = blocks.tag(last) in HEADING_TAGS and blocks.tag(before) not in HEADING_TAGS
    if not is_heading or elements.first[heading] != last or elements.end[heading] != last + 1:
        return {}
    around = elements.parent[heading]
    is_over_text = around >= 0 and elements.end[around] > last + 1
    is_sentence = blocks.text[last].rstrip(CLOSERS).endswith(_SENTENCE_ENDS)
    return {last: "over nothing"} if is_over_text and not is_sentence else {}


def _is_over_lost_links(blocks: Blocks, keep: Sequence[bool], row: int, listed: Container[int]) -> bool:
    """Whether a block is no link and all links in list items right below it, MIN_LISTED or more, are removed."""
    density = blocks.link_density
    if density(row) >= MIN_LINK_DENSITY:
        return False
    below = range(row + 1, len(keep))
    links = takewhile(lambda place: place in listed and density(place) >= MIN_LISTED_DENSITY, below)
    lost = [not keep[place] for place in links]
    return len(lost) >= MIN_LISTED and all(lost)
