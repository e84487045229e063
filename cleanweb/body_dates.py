"""The day of publication, if the head of a page states none: found next to its title, or in its address.

Most dates on a page belong to teasers, comments and events. Accepted near the heading that is the page's title are an
element marked as a date (`<time>`, `itemprop="datePublished"`, `class="post-date"`), then a short line with one day in
it; then a day in the address (`/2020/05/12/`).

The numbers and names are ours, chosen on half of the sites of three sets of pages with known dates; later rules were
chosen on all pages. Of 453 pages that have a known date and none in the head, 298 get that day and 16 another.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterable, Iterator, Sequence
from operator import itemgetter
from typing import Final

from cleanweb.dates import DAY, iso_date, only_day
from cleanweb.measures.letters import letters_of
from cleanweb.page import Attributes, Blocks

MAX_BELOW: Final = 6  # blocks from the title down to a date
MAX_ABOVE: Final = 3  # blocks from the title up to a date
MAX_BLOCKS: Final = 3  # of an element that is a date, not a list of dated things
MAX_LINE: Final = 80  # characters of a line with a day in it
MAX_DATE: Final = 200  # characters read of a longer text that begins with a day: it may be inside thousands of elements
MIN_TITLE: Final = 6  # letters and digits of a block that is the title
MIN_TITLE_SHARE: Final = 0.5  # of the title's letters and digits, for a block that is no heading
MAX_TITLE: Final = 300  # characters
MAX_STATED: Final = 1000  # letters and digits read of the head's title, which may be as long as the page

_HEADINGS: Final = ("h1", "h2", "h3", "h4")
_VALUES: Final = ("datetime", "content", "title")  # attributes that may hold a date
_ITEMS: Final = frozenset(("datepublished", "datecreated"))
_PART_OF_NAME = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+")
_OF_PUBLICATION: Final = frozenset("published publish publication posted".split())
_OF_DATES: Final = frozenset("date pub pubdate postdate publishdate datetime timestamp dateline datum created".split())
_OF_OTHERS: Final = frozenset(
    "modified modification update updated edited action review event start end expires valid comment comments today "
    "current".split()
)
_CHANGED = re.compile(r"\b(?:updated?|modified|edited|revised|last changed?|deadline)\b", re.I)
# Before the day on which a writer joined a forum: "Joined: 17 Dec 2023".
_JOINED = re.compile(
    r"\W*(?:join(?:ed|\s+date)|registered|member\s+since|registriert|dabei\s+seit|mitglied\s+seit|anmeldedatum|inscrit"
    r"|inscription|membre\s+depuis|registrado|miembro\s+desde|iscritto|membro\s+d[ae]l|lid\s+sinds|dołączył|rejestracja"
    r"|зарегистрирован|регистрация|注册|註冊|登録日)",
    re.I,
)
_IN_ADDRESS = re.compile(r"/((?:19|20)\d\d)([-/]?)(\d\d)\2(\d\d)(?!\d)")  # /2020/05/12/, /2020-05-12-, /20200512

Stated = tuple[int, Attributes, str]  # a block; attributes and text of an element in it
_ROW: Final = itemgetter(0)


def date_of_body(
    blocks: Blocks, titles: Sequence[int], url: str | None, language: str | None
) -> tuple[str, str] | None:
    """The day of publication, YYYY-MM-DD, and its source; `titles` are the blocks of the page's title."""
    for source, days in (("marked beside title", _marked_days), ("line beside title", _days_of_lines)):
        if found := [pair for row in titles for pair in days(blocks, row, language or "")]:
            return min(found, key=lambda pair: pair[0])[1], source
    day = _day_in_address(url or "")
    return (day, "address") if day else None


def title_rows(blocks: Blocks, stated: str | None) -> Sequence[int]:
    """The blocks that match the title in the head: headings contained in it, else blocks that are most of it.

    If there are none, the only h1.
    """
    title = letters_of(stated or "")[:MAX_STATED]
    tags = [blocks.tag(row) for row in range(len(blocks))]
    headings = [row for row, tag in enumerate(tags) if tag in _HEADINGS]
    least = int(MIN_TITLE_SHARE * len(title))
    found = _parts_of(title, blocks, headings, MIN_TITLE) or _parts_of(title, blocks, range(len(blocks)), least)
    if found:
        longest = max(found.values())
        return [row for row, length in found.items() if length == longest]
    return [tags.index("h1")] if tags.count("h1") == 1 else []


def _parts_of(title: str, blocks: Blocks, rows: Iterable[int], least: int) -> dict[int, int]:
    """The rows whose letters occur in the title, with their number of letters, at least `least` and MIN_TITLE."""
    near = range(max(least, MIN_TITLE), MAX_TITLE)
    lines = ((row, letters_of(text)) for row in rows if len(text := blocks.text[row]) in near)
    return {row: len(line) for row, line in lines if len(line) in near and line in title}


def parts_of_names(attributes: Attributes) -> set[str]:
    """The words of an element's class and id, in lower case.

    >>> sorted(parts_of_names({"class": "postDate top", "id": "pub_2"}))
    ['date', 'post', 'pub', 'top']
    """
    names = f"{attributes.get('class') or ''} {attributes.get('id') or ''}"
    return {part.lower() for part in _PART_OF_NAME.findall(names)}


def distance(row: int, title: int) -> int:
    """The distance of a block from the title; blocks above count double."""
    return row - title if row >= title else MAX_BELOW // MAX_ABOVE * (title - row)


def end_of_head(blocks: Blocks, title: int) -> int:
    """One past the last block that may tell the page's date; it ends before a teaser's heading, which is a link."""
    end = min(len(blocks), title + MAX_BELOW + 1)
    below = range(title + 1, end)
    return next((row for row in below if blocks.tag(row) in _HEADINGS and _is_link(blocks, row)), end)


def _is_link(blocks: Blocks, row: int) -> bool:
    return blocks.link_chars[row] >= len(blocks.text[row])


def _marked_days(blocks: Blocks, title: int, language: str) -> Iterator[tuple[int, str]]:
    """Days that elements near the title state, each with its `distance`."""
    start, end = max(0, title - MAX_ABOVE), end_of_head(blocks, title)
    first, last = (bisect_left(blocks.times, place, key=_ROW) for place in (start, end))
    times = [stated for stated in blocks.times[first:last] if _is_of_publication("time", stated[1])]
    changed = {row for row in range(start, end) if _CHANGED.search(blocks.text[row])}
    for row, attributes, text in [*times, *_dated_elements(blocks, start, end)]:
        if row not in changed and (day := _day_of(attributes, text, language)):
            yield distance(row, title), day


def _dated_elements(blocks: Blocks, start: int, end: int) -> Iterator[Stated]:
    """The elements that begin in these blocks and are named a date, with the text of their first block."""
    elements = blocks.elements
    for element in range(bisect_left(elements.first, start), bisect_left(elements.first, end)):
        row, tag, attributes = elements.first[element], elements.tag[element], elements.attributes[element]
        if attributes and tag != "time" and _is_of_publication(tag, attributes):
            yield row, attributes, blocks.text[row][:MAX_DATE] if 0 < elements.end[element] - row <= MAX_BLOCKS else ""


def _is_of_publication(tag: str, attributes: Attributes) -> bool:
    """Whether an element is a date by its tag or names, but not that of a change, an event, or today."""
    if items := (attributes.get("itemprop") or "").lower().split():
        return not _ITEMS.isdisjoint(items)
    parts = parts_of_names(attributes)
    if not parts.isdisjoint(_OF_PUBLICATION):
        return True
    return parts.isdisjoint(_OF_OTHERS) and (tag == "time" or not parts.isdisjoint(_OF_DATES))


def _day_of(attributes: Attributes, text: str, language: str) -> str | None:
    """The day that an element states in its attributes, else at the beginning of its text."""
    for value in (*(attributes.get(name) or "" for name in _VALUES), text):
        if (day := iso_date(value, language)) and len(day) == DAY:
            return day
    return None


def _days_of_lines(blocks: Blocks, title: int, language: str) -> Iterator[tuple[int, str]]:
    """Days in short lines near the title, with their distance; several days above the title are those of teasers."""
    below = _lines_with_day(blocks, range(title + 1, end_of_head(blocks, title)), language)
    above = list(_lines_with_day(blocks, range(max(0, title - MAX_ABOVE), title), language))
    yield from ((distance(row, title), day) for row, day in [*below, *(above if len(above) == 1 else [])])


def _lines_with_day(blocks: Blocks, rows: Iterable[int], language: str) -> Iterator[tuple[int, str]]:
    """The rows that are short lines with one day before any word for a change, and that day; not that of joining."""
    for row in rows:
        text = blocks.text[row]
        is_line = len(text) <= MAX_LINE and not _is_link(blocks, row) and not _JOINED.match(text)
        is_line = is_line and not (row and _JOINED.fullmatch(blocks.text[row - 1].rstrip(": ")))
        if is_line and (day := only_day(_CHANGED.split(text)[0], language)):
            yield row, day


def _day_in_address(url: str) -> str | None:
    found = _IN_ADDRESS.search(url)
    return iso_date("-".join(found.group(1, 3, 4))) if found else None
