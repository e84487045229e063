"""What a page says twice: layouts repeat text for small and for large screens, and authors repeat themselves."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from functools import cached_property
from itertools import compress, pairwise, takewhile

from cleanweb.classify.learned_records import Records
from cleanweb.page import Blocks
from cleanweb.segment.tags import CELL_TAGS, HEADING_TAGS, PREFORMATTED_TAGS

# All ours. By left-out models debian-docs gains .0077 of word F1 over sparing nothing but refrains (160 pages up, 4
# down), which alone brought readability .030. Keeping everything on pages that are mostly text, and dropping short
# repeats on others, brings wcxb-dev .0006 (76 up, 27 down). A repeated share from .45 on costs wcxb-dev .0002, below
# .28 readability .0046.
MIN_WORDS = 4  # of a text that may be a repeat
LONG_WORDS = 8  # shorter texts, such as "In stock", may be common to records; wcxb-dev .0001
MIN_TEXT_SHARE = 0.55  # of the blocks
MAX_REPEATED_SHARE = 0.4  # of the kept words: a layout with its text twice repeats half
MIN_LINES = 3  # of a stanza; no gold set changes
MAX_ITEMS = 10  # copies of one text, as steps of so many lists
# Short texts said twice in a row (LONG_WORDS is the limit): wcxb-dev .0002 (10 pages up, 6 down, whose golds copy the
# layout); of 23 pages of all sets that change none reads worse.
# That all of a copied record goes, with its short texts: wcxb-dev gains on four pages and loses on one, daniel gains on
# one; all eight pages that change read better.
# Of a heading of which nothing is left but text that goes as a repeat: wcxb-dev gains on nine pages, no page loses. A
# linked title is an entry of its own, whatever the text below it.
MAX_LINK_DENSITY = 0.5
_SAID_ON_PURPOSE = frozenset({"dt", "dd", *CELL_TAGS, *PREFORMATTED_TAGS})


def drop_repeats(
    blocks: Blocks, keep: list[bool], rule: list[str], words: Sequence[float], records: Records, *, title_row: int
) -> None:
    """Of kept blocks with the same text keep the first, or the first heading after it; short texts are left alone.

    Where most text is below the kept title, a copy above the title goes, and the first below it stays: forums have
    their first post above it, too, for search engines.

    What the author repeats stays: a refrain, a cell, a definition, preformatted text, a step of another list; a short
    text also in the same part of another data record, or in another stanza; and everything on a page that is mostly
    text. A heading has its text below it; an earlier copy is mostly in a table of contents. If a record says the same
    as an earlier one, all of it goes. Headings go with the text below them.

    Short texts that are said twice in a row go first: the label of a card's picture before its name.
    """
    _drop(_said_twice(blocks, keep, words), keep, rule)
    rows = [row for row, is_kept in enumerate(keep) if is_kept and words[row] >= MIN_WORDS]
    if len({blocks.text[row] for row in rows}) == len(rows):  # as on most pages
        return
    said_on_purpose = blocks.elements.rows_inside(_SAID_ON_PURPOSE)
    lists = _Lists(blocks)
    seen: dict[str, int] = {}  # the kept block with this text
    top = title_row if _is_over_text(title_row, keep, words) else -1
    times: Counter[str] = Counter()
    again: list[int] = []
    copies: set[int] = set()  # the blocks of records that say the same as earlier ones, down to their short texts
    for row in rows:
        text = blocks.text[row]
        first = seen.setdefault(text, row)
        times[text] += 1
        if first == row:
            continue
        is_first_heading = blocks.tag(row) in HEADING_TAGS and blocks.tag(first) not in HEADING_TAGS
        is_on_purpose = not is_first_heading and (
            row in said_on_purpose
            or _is_beside(blocks, first, row)
            or (times[text] <= MAX_ITEMS and lists.differ(first, row))
            or (words[row] < LONG_WORDS and (records.share_part(first, row) or _are_verses(blocks, first, row)))
        )
        if is_first_heading or (first < top < row and not is_on_purpose):
            again.append(first)
            seen[text] = row
        elif not is_on_purpose:
            again.append(row)
            if row not in copies:
                copies.update(records.copy(first, row))
    if not _is_mostly_text(keep, words, again):
        gone = {row for row in copies.union(again) if keep[row]}
        _drop(gone, keep, rule)
        said_before = {row for row in gone if words[row] >= LONG_WORDS and seen.get(blocks.text[row], row) < row}
        _drop((row for row in _over_nothing(blocks, keep, said_before) if row != title_row), keep, rule)


def _drop(rows: Iterable[int], keep: list[bool], rule: list[str]) -> None:
    for row in rows:
        keep[row], rule[row] = False, "repeat"


def _over_nothing(blocks: Blocks, keep: Sequence[bool], gone: Collection[int]) -> list[int]:
    """The kept headings, other than links, of which a text right below is `gone` and nothing is kept."""
    if not gone:
        return []
    found: list[int] = []
    kept = [row for row, is_kept in enumerate(keep) if is_kept]
    for row, after in pairwise([*kept, len(keep)]):
        tag = blocks.tag(row)
        if tag not in HEADING_TAGS or blocks.link_density(row) >= MAX_LINK_DENSITY:
            continue
        is_empty = after == len(keep) or (blocks.tag(after) in HEADING_TAGS and blocks.tag(after) <= tag)
        below = takewhile(lambda place: blocks.tag(place) not in HEADING_TAGS, range(row + 1, after))
        if is_empty and any(place in gone for place in below):
            found.append(row)
    return found


def _said_twice(blocks: Blocks, keep: Sequence[bool], words: Sequence[float]) -> list[int]:
    """Of short kept blocks right after one another with the same text all but one, which is a heading if any is.

    Siblings stay unless one is a heading, and so do entries of lists: lines of verse, of an index, of speech.
    """
    text, container = blocks.text, blocks.container
    kept = [row for row, is_kept in enumerate(keep) if is_kept and container[row] >= 0]
    if all(text[first] != text[row] for first, row in pairwise(kept)):
        return []
    said_on_purpose, headings = (blocks.elements.rows_inside(tags) for tags in (_SAID_ON_PURPOSE, HEADING_TAGS))
    item_of = blocks.elements.nearest({"li"})
    found: list[int] = []
    last = kept[0]
    for row in kept[1:]:
        is_said = text[row] == text[last] and words[row] < LONG_WORDS and any(map(str.isalpha, text[row]))
        is_of_layout = row not in said_on_purpose and item_of[container[last]] == item_of[container[row]]
        is_of_layout = is_of_layout and (not headings.isdisjoint((last, row)) or not _is_beside(blocks, last, row))
        if is_said and is_of_layout:
            is_heading = row in headings and last not in headings
            found.append(last if is_heading else row)
            last = row if is_heading else last
        else:
            last = row
    return found


def _is_over_text(title_row: int, keep: Sequence[bool], words: Sequence[float]) -> bool:
    """Whether the title is kept and most kept words stand below it."""
    if title_row < 0 or not keep[title_row]:
        return False
    below = sum(compress(words[title_row:], keep[title_row:]))
    return 2 * below >= sum(compress(words, keep))


def _is_mostly_text(keep: Sequence[bool], words: Sequence[float], again: Sequence[int]) -> bool:
    """Whether most blocks of a page are kept, and no layout repeats much of them."""
    is_doubled = sum(words[row] for row in again) >= MAX_REPEATED_SHARE * sum(compress(words, keep))
    return sum(keep) >= MIN_TEXT_SHARE * len(keep) and not is_doubled


def _is_beside(blocks: Blocks, first: int, row: int) -> bool:
    """Whether the containers of two blocks have the same parent."""
    parent, container = blocks.elements.parent, blocks.container
    return container[row] >= 0 and parent[container[row]] == parent[container[first]]


def _are_verses(blocks: Blocks, first: int, row: int) -> bool:
    """Whether two blocks are lines of one look in sibling stanzas of one look, of at least MIN_LINES."""
    elements, looks = blocks.elements, blocks.elements.looks().places
    one, other = blocks.container[first], blocks.container[row]
    if min(one, other) < 0 or looks[one] != looks[other]:
        return False
    stanza, another = elements.parent[one], elements.parent[other]
    if min(stanza, another) < 0 or elements.parent[stanza] != elements.parent[another]:
        return False
    return looks[stanza] == looks[another] and len(elements.rows(another)) >= MIN_LINES


class _Lists:
    """The lists of a page: they tell a step of two procedures from a list that the layout repeats."""

    def __init__(self, blocks: Blocks) -> None:
        self.blocks = blocks
        self.known: dict[tuple[int, int], bool] = {}

    def differ(self, first: int, row: int) -> bool:
        """Whether two blocks are in items of two lists with different text."""
        container, around = self.blocks.container, self._around
        one, other = around[container[first]], around[container[row]]
        if one < 0 or other < 0:
            return False
        if (one, other) not in self.known:
            rows, others = self.blocks.elements.rows(one), self.blocks.elements.rows(other)
            self.known[one, other] = len(rows) != len(others) or self._texts(rows) != self._texts(others)
        return self.known[one, other]

    def _texts(self, rows: range) -> list[str]:
        return self.blocks.text[rows.start : rows.stop]

    @cached_property
    def _around(self) -> list[int]:
        """For each element the list whose item it is or lies in, -1 for none; the last entry is for no element."""
        elements = self.blocks.elements
        return [elements.parent[item] if item >= 0 else -1 for item in [*elements.nearest({"li"}), -1]]
