"""What stands apart from the text: boxes known by tag, role, width, name or labels; and what is kept outside the
element that holds all plain text.

The trees see the text, names and place of a block, but not that it stands in a form or a dialog.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections import Counter, defaultdict
from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from itertools import accumulate
from operator import mul
from typing import Final, NamedTuple

from cleanweb.classify.learned_named import named_boxes
from cleanweb.classify.learned_stated import STATED
from cleanweb.page import Blocks, Elements
from cleanweb.segment.table_roles import PageTables
from cleanweb.segment.tags import CELL_TAGS, HEADING_TAGS

# The rule by which the blocks of an element go, by its tag or role. (No fieldset: some hold the items of a recipe.)
RULE_OF_TAG: Final = {"dialog": "dialog", "nav": "navigation", "aside": "aside"}
RULE_OF_ROLE: Final = {
    "dialog": "dialog",
    "alertdialog": "dialog",
    "tooltip": "dialog",
    "navigation": "navigation",
    "search": "navigation",
    "banner": "navigation",
    "contentinfo": "navigation",
    "complementary": "aside",
}
# Attributes of elements that change before one's eyes: the slides of a carousel, messages of a program.
CHANGING: Final = frozenset({"aria-roledescription", "aria-live"})
# All ours, found by reading pages. By left-out models, dropping boxes by tag, role and label brings wcxb-dev .0012 of
# word F1 (61 pages up, 13 down), dropping what changes .0003. Alerts by role are left alone: documentation puts notes
# in them. Sparing boxes with stated text halves what is lost of the recipes that 262 pages state.
MAX_BOX_CHANCE = 0.6  # mean chance, weighted by kept words
MAX_BOX_SHARE = 0.9  # of the kept words
MAX_SMALL_SHARE = 0.5  # the same for SMALL: old pages have a form around everything, a restaurant has its menu
SMALL: Final = frozenset({"column", "form", "menu", "small print"})
# Several of these may be the text together: three columns of offers, a list of licences. (Not forms: with these, two
# pages of wcxb-dev lose .13 and .18.)
TOGETHER: Final = frozenset({"column", "small print"})
# Columns beside the text of old pages, and boxes that text flows around: in view, CleanEval gains .0006 (15 pages up, 3
# down).
_TABLE_TAGS: Final = frozenset({"table", *CELL_TAGS})
_WIDTH: Final = re.compile(r"(\d+(?:\.\d+)?)\s*(px|%|)")
MIN_WIDTH, MAX_WIDTH = 5, 250  # pixels; the first also per cent
MAX_WIDTH_SHARE = 30  # per cent
MIN_COLUMN_BLOCKS = 2
# Ours, for old forums; by two left-out models no page of a gold set loses.
MIN_POSTS = 3  # forms of one class that hold text
MIN_POST_CHARS = 40  # of a kept block of that text
MIN_LABELS = 2
MIN_LABEL_SHARE = 0.5  # of the words of their element; .4 to .7 are within .0001

# In view, links bring daniel .0016, tails .0013 (24 pages up, 1 down), tables CleanEval .0010; tails of any size would
# cost wcxb-dev .0019.
PLAIN_CHANCE = 0.8  # of a block of plain text, at least
MAX_PLAIN_LINK_DENSITY = 0.3
MIN_PLAIN_WORDS = 100  # of all of it
MIN_LINK_DENSITY = 0.7  # of a link outside
MIN_LINKS_SHARE = 0.1  # of the words of the plain text, like MAX_TAIL_SHARE
MAX_BETWEEN = 2  # removed blocks between a linked heading, which stays, and its text
MAX_TAIL_SHARE = 0.3
MAX_TAIL_CHANCE = 0.7  # of a block of the tail
MAX_TAIL_HEADINGS = 1  # with more headings it is sections of the text
# If this share of the tail's words with one look is likely text, all of that look stays: the further pages of an
# article, in elements of their own. Ours, found on unseen news pages; with a share of 0 CleanEval, in view, loses .03
# on a page.
MIN_LIKELY_SHARE = 1 / 3
MAX_TABLE_CHANCE = 0.6  # mean chance of a table's blocks outside, weighted by words
MIN_TABLE_BLOCKS = 2
# Of the words of the plain text. Tables above it with more are what the page is about, with their links: a list of
# books above readers' comments on it (the only such gold page). Below it, news sites have as many teasers.
MAX_TABLES_SHARE = 1
_COPYRIGHT = re.compile(r"©|\(c\) ?(?:19|20)\d\d", re.IGNORECASE)


class Box(NamedTuple):
    """An element that is no part of the text, and the rule that tells it."""

    element: int
    rule: str


def boxes_apart(
    blocks: Blocks, keep: Sequence[bool], rule: Sequence[str], words: Sequence[float], score: Sequence[float]
) -> dict[int, Box]:
    """The kept blocks in boxes that are no part of the text, each with its box.

    A box is spared if its share of the kept words shows that it is the page itself, if it is likely text, or if it
    holds what the page states as a part of its text.
    """
    kept = [*map(mul, words, keep)]
    before = [*accumulate(kept, initial=0.0)]
    expected = [*accumulate(map(mul, kept, score), initial=0.0)]
    stated = [row for row, said in enumerate(rule) if said in STATED]
    first, end = blocks.elements.first, blocks.elements.end
    found: dict[int, Box] = {}
    done = range(0)  # the blocks of the last box that goes, which may hold thousands of other boxes
    for box in map(Box._make, _boxes(blocks, keep, words)):
        start, stop = first[box.element], end[box.element]
        if done.start <= start and stop <= done.stop:
            continue
        if stated and bisect_left(stated, start) < bisect_left(stated, stop):
            continue
        inside = before[stop] - before[start]
        most = (MAX_SMALL_SHARE if box.rule in SMALL else MAX_BOX_SHARE) * before[-1]
        if 0 < inside <= most and expected[stop] - expected[start] <= MAX_BOX_CHANCE * inside:
            done = range(start, stop)
            for row in done:
                if keep[row] and rule[row] != "title":
                    found.setdefault(row, box)
    of_kind: dict[str, float] = defaultdict(float)
    for row, box in found.items():
        of_kind[box.rule] += words[row]
    text = {name for name in TOGETHER if of_kind[name] > MAX_SMALL_SHARE * before[-1]}
    found = {row: box for row, box in found.items() if box.rule not in text}
    return found if _sum(words, found) <= MAX_BOX_SHARE * before[-1] else {}


def _boxes(blocks: Blocks, keep: Sequence[bool], words: Sequence[float]) -> Iterator[tuple[int, str]]:
    """The elements that are boxes by tag, role, attributes, width, name or labels, with the rule of each."""
    elements = blocks.elements
    for tag, rule in RULE_OF_TAG.items():
        yield from ((element, rule) for element in elements.tagged({tag}))
    yield from ((element, "form") for element in _forms(blocks, keep))
    for element in elements.looks().telling:
        named = elements.attributes[element]
        role = named.get("role") or ""
        if role in RULE_OF_ROLE:
            yield element, RULE_OF_ROLE[role]
        elif not CHANGING.isdisjoint(named):
            yield element, "changing"
    yield from ((element, "column") for element in _columns(elements))
    yield from named_boxes(blocks, keep)
    yield from ((element, "form") for element in _labelled(blocks, words))


def _forms(blocks: Blocks, keep: Sequence[bool]) -> Iterator[int]:
    """The forms, except several of one class that hold text: posts, each in a form of its own."""
    elements = blocks.elements
    class_of = {form: elements.attributes[form].get("class") for form in elements.tagged({"form"})}
    texts = [row for row in elements.rows_of(class_of) if keep[row] and len(blocks.text[row]) >= MIN_POST_CHARS]
    posts = Counter(
        name
        for form, name in class_of.items()
        if bisect_left(texts, elements.first[form]) < bisect_left(texts, elements.end[form])  # thousands may be nested
    )
    return (form for form, name in class_of.items() if posts[name] < MIN_POSTS)


def _columns(elements: Elements) -> Iterator[int]:
    """Tables and cells with a narrow declared width, and tables that text flows around."""
    for element in elements.tagged(_TABLE_TAGS):
        attributes = elements.attributes[element]
        if not attributes:
            continue
        style = (attributes.get("style") or "").lower()
        is_of_several = elements.end[element] - elements.first[element] >= MIN_COLUMN_BLOCKS
        if is_of_several and _is_narrow((attributes.get("width") or _declared(style, "width")).strip()):
            yield element
        elif elements.tag[element] == "table":
            align = (attributes.get("align") or _declared(style, "float")).strip().lower()
            if align in ("left", "right"):
                yield element


def _declared(style: str, name: str) -> str:
    """The value of a property in a lower-case style attribute, without `!important`; "" for none."""
    return next(
        (value for key, _, value in (part.partition(":") for part in style.split(";")) if key.strip() == name), ""
    ).partition("!")[0]


def _is_narrow(width: str) -> bool:
    """Whether a width, in pixels or as a share of what is around, is that of a column and not just of a border."""
    found = _WIDTH.fullmatch(width)
    return found is not None and MIN_WIDTH < float(found[1]) <= (MAX_WIDTH_SHARE if found[2] == "%" else MAX_WIDTH)


def _labelled(blocks: Blocks, words: Sequence[float]) -> Iterable[int]:
    """The elements with at least MIN_LABELS labels that make up half of their words: choices, filters, questions."""
    elements = blocks.elements
    labels = sorted(elements.rows_inside({"label"}))
    if len(labels) < MIN_LABELS:
        return
    label_words = [*accumulate((words[row] for row in labels), initial=0.0)]
    all_words = [*accumulate(words, initial=0.0)]
    for element in elements.around(elements.tagged({"label"})):  # the outermost first
        start, stop = elements.first[element], elements.end[element]
        first, end = bisect_left(labels, start), bisect_left(labels, stop)
        if end - first >= MIN_LABELS:
            count = label_words[end] - label_words[first]
            if count >= MIN_LABEL_SHARE * (all_words[stop] - all_words[start]):
                yield element


class _Text(NamedTuple):
    """The plain text of a page: its last block, its words, and the blocks of the smallest element around it all."""

    last: int
    words: float
    place: range


def apart_from_text(
    tables: PageTables, keep: Sequence[bool], words: Sequence[float], score: Sequence[float], title_row: int
) -> dict[int, str]:
    """The kept blocks apart from the plain text of the page, with their rules; none if there is little plain text."""
    blocks = tables.blocks
    text = _plain_text(blocks, keep, words, score)
    if text is None:
        return {}
    kept = [row for row, is_kept in enumerate(keep) if is_kept and row != title_row]
    found = dict.fromkeys(_from_copyright(blocks, kept, words, text), "copyright")
    outside = [row for row in kept if row not in text.place]
    if outside:
        found |= dict.fromkeys(_tail(blocks, outside, words, score, text), "tail")
        in_tables = [*_tables(tables, outside, words, score, text)]
        is_above = bool(in_tables) and in_tables[-1] < text.place.start
        if is_above and _sum(words, in_tables) > MAX_TABLES_SHARE * text.words:
            outside = sorted({*outside}.difference(in_tables))
        else:
            found |= dict.fromkeys(in_tables, "table")
        links = [row for row in outside if blocks.link_density(row) >= MIN_LINK_DENSITY]
        if _sum(words, links) >= MIN_LINKS_SHARE * text.words:
            spared = _headings_of_others(blocks, links, keep, found)
            found |= {row: "links" for row in links if row not in spared}
    return found


def _headings_of_others(blocks: Blocks, links: Sequence[int], keep: Sequence[bool], found: Container[int]) -> set[int]:
    """The headings among these links that are followed by kept text that is no link and not in `found`."""
    headings = blocks.elements.rows_inside(HEADING_TAGS)
    spared: set[int] = set()
    for row in headings.intersection(links):
        following = range(row + 1, min(row + 2 + MAX_BETWEEN, len(keep)))
        text = next((place for place in following if keep[place]), -1)
        if text >= 0 and text not in headings and text not in found and blocks.link_density(text) < MIN_LINK_DENSITY:
            spared.add(row)
    return spared


def _plain_text(blocks: Blocks, keep: Sequence[bool], words: Sequence[float], score: Sequence[float]) -> _Text | None:
    plain = [
        row
        for row, (is_kept, chance) in enumerate(zip(keep, score, strict=True))
        if is_kept and chance >= PLAIN_CHANCE and blocks.link_density(row) < MAX_PLAIN_LINK_DENSITY
    ]
    count = _sum(words, plain)
    if count < MIN_PLAIN_WORDS:
        return None
    place = blocks.elements.rows_around(blocks.container[plain[0]], last=plain[-1])
    return _Text(plain[-1], count, place or range(len(keep)))


def _from_copyright(blocks: Blocks, kept: Sequence[int], words: Sequence[float], text: _Text) -> Sequence[int]:
    """The first copyright notice after the text and what follows it; only the notices if that is much."""
    notices = [row for row in kept if row > text.last and _COPYRIGHT.search(blocks.text[row])]
    rows = [row for row in kept if notices and row >= notices[0]]
    return rows if _sum(words, rows) <= MAX_TAIL_SHARE * text.words else notices


def _tail(
    blocks: Blocks, outside: Sequence[int], words: Sequence[float], score: Sequence[float], text: _Text
) -> Sequence[int]:
    """The unlikely blocks after the element of the text, if they are few words and no sections of the text."""
    after = outside[bisect_left(outside, text.place.stop) :]
    rows = [row for row in after if score[row] < MAX_TAIL_CHANCE]
    is_little = _sum(words, rows) <= MAX_TAIL_SHARE * text.words
    if not rows or not is_little or sum(blocks.tag(row) in HEADING_TAGS for row in rows) > MAX_TAIL_HEADINGS:
        return ()
    look_of = {row: _look_around(blocks, row) for row in after}
    all_words, unlikely_words = (_sums_by(look_of, words, some) for some in (after, rows))
    return [row for row in rows if unlikely_words[look_of[row]] > (1 - MIN_LIKELY_SHARE) * all_words[look_of[row]]]


def _sums_by(
    look_of: Mapping[int, tuple[int, int]], words: Sequence[float], rows: Iterable[int]
) -> Mapping[tuple[int, int], float]:
    """The words of these blocks by look."""
    sums: dict[tuple[int, int], float] = defaultdict(float)
    for row in rows:
        sums[look_of[row]] += words[row]
    return sums


def _look_around(blocks: Blocks, row: int) -> tuple[int, int]:
    """The looks of a block's container and of the element around that; -1 for none."""
    elements, container = blocks.elements, blocks.container[row]
    look_of, around = elements.looks().places, elements.parent[container]
    return look_of[container], look_of[around] if around >= 0 else -1


def _tables(
    tables: PageTables, outside: Sequence[int], words: Sequence[float], score: Sequence[float], text: _Text
) -> Iterator[int]:
    """The kept blocks of layout tables: wholly apart from the text, without a data table, and unlikely to be text."""
    elements, leaves = tables.blocks.elements, tables.leaves
    every = elements.tagged({"table"})
    if not every:
        return
    places = [leaf.element for leaf in leaves]
    before = [*accumulate((words[row] for row in outside), initial=0.0)]
    expected = [*accumulate((words[row] * score[row] for row in outside), initial=0.0)]
    passed = 0  # all elements before this one are dealt with
    data = 0  # first leaf from the current table on that may be data: hundreds of tables may be nested
    for element in every:
        start, stop = elements.first[element], elements.end[element]
        if element < passed or (start < text.place.stop and stop > text.place.start):
            continue
        first, end = bisect_left(outside, start), bisect_left(outside, stop)
        is_likely = expected[end] - expected[first] >= MAX_TABLE_CHANCE * (before[end] - before[first])
        if end - first < MIN_TABLE_BLOCKS or is_likely:
            continue
        close = elements.close[element]
        data, end_of_leaves = max(data, bisect_left(places, element)), bisect_left(places, close)
        while data < end_of_leaves and not tables.is_data(leaves[data]):
            data += 1
        if data >= end_of_leaves:
            passed = close
            yield from outside[first:end]


def _sum(words: Sequence[float], rows: Iterable[int]) -> float:
    return sum(words[row] for row in rows)
