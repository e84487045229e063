"""Paragraph, heading or list item: the choice that classifiers without a rule of their own call."""

import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby

from cleanweb.measures.endings import (
    CLOSERS,
    COLON_WITH_DASH,
    ETHIOPIC_STOP,
    INTRODUCER,
    QUESTION_MARKS,
    without_pictures,
)
from cleanweb.measures.letters import ITEM_LETTERS
from cleanweb.measures.word_counts import word_counts
from cleanweb.page import Blocks, Elements, Kind
from cleanweb.segment.tags import CELL_TAGS, HEADING_TAGS, ITEM_TAGS

KIND_TAGS = HEADING_TAGS | ITEM_TAGS
NOTHING = -1
HEADING = -2


def kinds(blocks: Blocks, rows: Sequence[int] | None = None) -> list[Kind]:
    """The kind of these blocks, or of all: heading inside `h1`-`h6`, item for the first of an `li`, `dt` or `dd`."""
    chosen = range(len(blocks)) if rows is None else rows
    return _kinds_by_tag(blocks, chosen, _items_around(blocks, chosen))


def _kinds_by_tag(blocks: Blocks, rows: Sequence[int], items: Sequence[int]) -> list[Kind]:
    first = blocks.elements.first
    found: list[Kind] = []
    for row, item in zip(rows, items, strict=True):
        if item == HEADING:
            found.append("h")
        else:
            found.append("l" if item >= 0 and first[item] == row else "p")
    return found


def _items_around(blocks: Blocks, rows: Sequence[int]) -> list[int]:
    """For each of the rows the innermost item that it lies in, or HEADING, or NOTHING."""
    containers, elements = blocks.container, blocks.elements
    around = {-1: NOTHING}
    found: list[int] = []
    for row in rows:
        container = containers[row]
        found.append(around[container] if container in around else _item_around(container, elements, around))
    return found


def _item_around(element: int, elements: Elements, known: dict[int, int]) -> int:
    """The item that the element is or lies in, or HEADING, or NOTHING; `known` tells that of elements already seen."""
    passed: list[int] = []
    while element not in known:
        tag = elements.tag[element]
        if tag in KIND_TAGS:
            known[element] = HEADING if tag in HEADING_TAGS else element
        else:
            passed.append(element)
            element = elements.parent[element]
    item = known[element]
    for inner in passed:
        known[inner] = item
    return item


# All ours, chosen by the official CleanEval score of the 58 development pages, all keep decisions perfect: tags alone
# Ave 84.0, with layout 87.7 (on the 195 final pages 84.4 and 88.7). What CleanEval cannot tell, in other languages
# and of programs, is from reading pages; together it raises the default's Ave there by .1. What is said of
# tagged texts and cells was measured on the default's decisions, on all 253 pages.
MAX_HEADING_WORDS = 12  # 10 to 15 differ by less than .1
# Of a text in h1 to h6, which pages use for whole paragraphs too; 15 to 30 differ by less than .02, without it -.02.
MAX_TAGGED_WORDS = 20
MAX_HEADING_LETTERS = 24  # of scripts without spaces; 9 of 10 among 206 elements h1 to h4 of gold pages have at most 23
MAX_HEADING_LINK_DENSITY = 0.9  # .3: -.1
MIN_BOLD_SHARE = 0.8  # a bold line is a heading even where it ends like a clause, by ":" or "?": .05
MIN_LIST_RUN = 6  # so many short lines on end are a list, no headings: .7; 5 and 8 are .1 worse
# Measured on the default's decisions: what Ave loses without each on the 58 pages and on the 195.
MAX_BOLD_QUESTION_WORDS = 24  # .01 and .04; 16 to 32 differ by less than .04
MAX_STOPPED_WORDS = 2  # so short a bold line is a heading with a full stop, too: .00 and .04
# Fewer lines are a list only on a page that has another one: else they mostly are an address, or boxes of a form. .13
# and .32; 10 to 17 do the same.
MIN_LONE_LIST = 10
# A list on a page that has none costs most. So these become one only where there are items already.
MIN_OTHER_ITEMS = 2
MIN_INTRODUCED = 2  # lines after a colon: .12 and .07
MIN_LINKS_LISTED = 3  # lines that are links: .00 and .03
MIN_POST_SHARE = 0.7  # of a list's items that hold several blocks: .25 and .09; .3 to .9 differ by less than .03
_SENTENCE_END = frozenset(".…。．｡۔।॥։።။។᱾᱿꯫᠃᠉꤯꧉׃⋯︒")
_CLAUSE_END = _SENTENCE_END | frozenset("!?！？؟፧՞՜߹‼⁇⁈⁉,;:，；：、،؛፡፣፤፦՝៖၊܀܁܂߸᠂᠈⹁৷៕︐︑︓︔︕︖")
_BULLETS = frozenset("•·*-–—▪■●○◦∙»›→►‣⁃➢➤✓✔✅")
_CLOSE_BULLETS = frozenset("•・･")  # a space need not follow them
_QUESTION = re.compile(r"[\u0370-\u03ff\u1f00-\u1fff];$|՞")  # of Greek, and of Armenian, which asks inside the word
_DASHES = frozenset("-–—")
_DASHED = re.compile(r"[-–—](?!\d)")
# No headings, however short: parts with bars between them, as menus and by-lines have (worth .02), remarks in square
# brackets or after ※, and what is said in Japanese: 「おはよう」 has no mark before the bracket that closes it.
_ASIDE_STARTS = frozenset("[「―※")
_ASIDE = re.compile(r".*\s\|\s | \[[^\[\]]*\]$ | 「[^「」]*」$ | [―※]", re.VERBOSE)
# "1. ", "(iv) ", "b) ": worth .4
_NUMBER = re.compile(r"\(?(?:\d{1,2}|[ivx]{1,4}|[a-z])[.):]\)?\s")
# The same in other scripts; no line of Latin letters begins so. "一、" is none: it numbers headings. A full stop
# follows letters of Korean and Hebrew only: elsewhere one letter and a stop are more often an abbreviation
# ("د. أحمد"), and in Hebrew two are initials ("א. ב. יהושע").
_NUMBER_OF_SCRIPT = re.compile(
    rf"""
      [(（]? (?: [{ITEM_LETTERS}] | الف ) [)）] \s
    | [가나다라마바사아자차카타파하]\. \s
    | [א-י]\. \s (?! [א-ת]\. )
    | (?: \d{{1,2}} | [\u0621-\u064aپچژکگی] | الف ) \s?[-–]\s? (?= [\u0621-\u064a\u0671-\u06d3] )  # "١- شاي", "أ- شاي"
    | \d{{1,2}} (?: [、．။၊។।།༽۔] | [.)）] (?= [\u3040-\u30ff\u3400-\u9fff] ) )  # "1、茶", "1.茶", "১। চা"
    | （\d{{1,2}}）
    | [፩-፼]{{1,3}} [.):፤] \s
    | [①-⑳❶-❿➀-➓㉑-㊿] (?= .* [\u1100-\u11ff\u3040-\u30ff\u3400-\u9fff\uac00-\ud7a3] )
    """,
    re.VERBOSE,
)
# No letter and one of these is a price: more than half of the headings without a word on 4,400 pages were. In a list of
# short lines it is an item like the others. Dates and numbers head texts too: as paragraphs they cost .02 to .03.
_CURRENCY = re.compile("[$¢£¤¥฿៛\u20a0-\u20cf﷼＄￠￡￥]")
# Text as it was typed, mostly programs, what stands below a picture, and what is pressed: no headings, however short.
PLAIN_TAGS = frozenset({"pre", "listing", "xmp", "plaintext", "textarea", "figcaption", "button"})
_BRACKETS = frozenset("([{（【［〔")


@dataclass(slots=True)
class _Kept:
    """The kept blocks, what their tags say, and the kinds found so far, of all blocks."""

    blocks: Blocks
    rows: Sequence[int]
    by_tag: dict[int, Kind]
    plain: set[int]  # paragraphs, however short
    found: list[Kind]

    def is_line(self, row: int) -> bool:
        """Whether nothing but its length makes the block a heading."""
        return self.found[row] == "h" and self.by_tag[row] == "p" and not _is_bold(self.blocks, row)

    def is_rest(self, row: int) -> bool:
        """Whether the block is a paragraph for want of anything else."""
        return self.found[row] == "p" and self.by_tag[row] == "p" and row not in self.plain

    def is_link(self, row: int) -> bool:
        chars = self.blocks.link_chars[row]
        return chars > 0 and chars > MAX_HEADING_LINK_DENSITY * len(self.blocks.text[row])

    def has_items(self) -> bool:
        return self.found.count("l") >= MIN_OTHER_ITEMS

    def neighbours(self) -> Iterator[tuple[int | None, int, int | None]]:
        """Each row between the one before it and the one after it."""
        return zip([None, *self.rows], self.rows, [*self.rows[1:], None], strict=False)


def layout_kinds(blocks: Blocks, keep: Sequence[bool]) -> list[Kind]:
    """Kinds of the kept blocks as readers see them: short unpunctuated lines are headings, bulleted ones list items.

    Many short lines on end are a list; an item that stands alone is none, nor is a price a heading, nor the cell of a
    data table unless it is bold. Terms, definitions and posts are no items, whatever their tags. Removed blocks are
    "p".
    """
    rows = [row for row, is_kept in enumerate(keep) if is_kept]
    kept = _by_element(blocks, rows, len(keep))
    by_tag, found = kept.by_tag, kept.found
    for row in rows:
        kind = by_tag[row]
        if kind == "p":
            kind = "p" if row in kept.plain else _layout_kind(blocks, row)
        elif kind == "h" and blocks.text[row].count(" ") >= MAX_TAGGED_WORDS:
            kind = "p"
        found[row] = kind
    _make_lists(kept)
    _drop_closing_lines(kept)
    if kept.has_items():
        _list_introduced(kept)
    for row in _linked_headings(kept):
        found[row] = "h"
    if kept.has_items():
        _list_links(kept)
    for row in _cells_taken_for_headings(kept):
        found[row] = "p"
    for row in _spoken(blocks, rows):
        if by_tag[row] == "p":
            found[row] = "p"
    for row in rows:
        if found[row] == "h" and by_tag[row] == "p" and _is_price(blocks.text[row]):
            found[row] = "p"
    items = [row for row in rows if found[row] == "l"]
    if len(items) == 1:
        found[items[0]] = "p"
    return found


def _by_element(blocks: Blocks, rows: Sequence[int], count: int) -> _Kept:
    """What the elements say: terms are lines like others, so are beginnings of posts; definitions are paragraphs."""
    items = _items_around(blocks, rows)
    by_tag = dict(zip(rows, _kinds_by_tag(blocks, rows, items), strict=True))
    plain = blocks.elements.rows_inside(PLAIN_TAGS)
    posts = _posts(blocks, rows, items)
    for row, item in zip(rows, items, strict=True):
        if by_tag[row] == "l":
            tag = blocks.elements.tag[item]
            if tag != "li" or item in posts:
                by_tag[row] = "p"
            if tag == "dd" and not _is_bold(blocks, row):
                plain.add(row)
    return _Kept(blocks, rows, by_tag, plain, ["p"] * count)


def _posts(blocks: Blocks, rows: Sequence[int], items: Sequence[int]) -> set[int]:
    """The items of lists of which most hold several blocks: posts, comments, teasers."""
    elements = blocks.elements
    sizes = Counter(items)
    lists: defaultdict[int, list[int]] = defaultdict(list)
    for row, item in zip(rows, items, strict=True):
        if item >= 0 and elements.first[item] == row:
            lists[elements.parent[item]].append(item)
    found: set[int] = set()
    for members in lists.values():
        if sum(sizes[item] > 1 for item in members) >= MIN_POST_SHARE * len(members):
            found.update(members)
    return found


def _make_lists(kept: _Kept) -> None:
    """Turn runs of lines that nothing but their length makes headings into list items where they are long enough."""
    found, made = kept.found, []
    for tag, run in groupby(kept.rows, lambda row: kept.blocks.tag(row) if kept.is_line(row) else None):
        lines = list(run)
        if tag is not None and len(lines) >= MIN_LIST_RUN:
            made += lines
    is_only_list = "l" not in found
    for row in made:
        found[row] = "p" if is_only_list and len(made) < MIN_LONE_LIST else "l"


def _drop_closing_lines(kept: _Kept) -> None:
    """Lines that close what a paragraph began, and no paragraph follows, are names below letters, sources, remarks.

    That is the last line of an element, or of the one around it. Worth .04 and .02, on 14 pages more up than down.
    """
    elements = kept.blocks.elements
    for before, row, after in kept.neighbours():
        if kept.found[row] != "h" or before is None or kept.found[before] != "p" or not kept.is_line(row):
            continue
        inner = kept.blocks.container[row]
        outer = elements.parent[inner] if inner >= 0 else -1
        closes = any(e >= 0 and elements.end[e] == row + 1 and elements.first[e] <= before for e in (inner, outer))
        if closes and (after is None or not _is_long(kept.blocks.text[after])):
            kept.found[row] = "p"


def _list_introduced(kept: _Kept) -> None:
    """Turn short lines of one tag that follow a colon into list items, bold ones and ones that end like clauses too."""
    blocks, found = kept.blocks, kept.found

    def tag_of_line(row: int) -> str | None:
        if found[row] == "h":
            is_line = kept.by_tag[row] == "p"
        else:
            is_line = kept.is_rest(row) and not _is_long(blocks.text[row])
            is_line = is_line and not kept.is_link(row) and not _is_bold(blocks, row)
        return blocks.tag(row) if is_line and not _introduces(blocks.text[row]) else None

    is_introduced = False
    for tag, run in groupby(kept.rows, tag_of_line):
        lines = list(run)
        if tag is not None and is_introduced and len(lines) >= MIN_INTRODUCED:
            for row in lines:
                found[row] = "l"
        is_introduced = kept.by_tag[lines[-1]] == "p" and _introduces(blocks.text[lines[-1]])


def _linked_headings(kept: _Kept) -> list[int]:
    """The lines that are links and stand between others than links: titles of stories. Worth .23 and .13."""
    found: list[int] = []
    for before, row, after in kept.neighbours():
        if not kept.is_link(row) or not kept.is_rest(row) or after is None or kept.is_link(after):
            continue
        text = kept.blocks.text[row]
        is_title = "://" not in text and text[0] not in _BRACKETS and not _is_long(text)
        is_bold = _is_bold(kept.blocks, row) or asks(text)
        is_apart = before is None or not kept.is_link(before)
        if is_title and is_apart and _kind_of_line(text, is_bold=is_bold) == "h":
            found.append(row)
    return found


def _list_links(kept: _Kept) -> None:
    """Turn runs of short lines that are links into list items."""
    blocks = kept.blocks

    def tag_of_link(row: int) -> str | None:
        is_link = kept.is_link(row) and kept.is_rest(row) and not _is_bold(blocks, row)
        return blocks.tag(row) if is_link and not _is_long(blocks.text[row]) else None

    for tag, run in groupby(kept.rows, tag_of_link):
        lines = list(run)
        if tag is not None and len(lines) >= MIN_LINKS_LISTED:
            for row in lines:
                kept.found[row] = "l"


def _cells_taken_for_headings(kept: _Kept) -> list[int]:
    """The rows in cells of data tables that nothing but their length makes headings: worth .07."""
    blocks = kept.blocks
    if "table" not in blocks.elements.tag:
        return []
    lines = {row for row in kept.rows if kept.is_line(row)}
    lines &= blocks.elements.rows_inside(CELL_TAGS)
    if not lines:
        return []
    from cleanweb.segment.leaf_tables import leaf_tables  # noqa: PLC0415  (late: few pages have such tables)
    from cleanweb.segment.table_roles import is_data_table  # noqa: PLC0415  (as above)

    cells: list[int] = []
    for table in leaf_tables(blocks):
        if table.row_count > 1 and table.column_count > 1:
            caption = blocks.elements.rows(table.caption) if table.caption >= 0 else ()
            rows = [row for row in blocks.elements.rows(table.element) if row in lines and row not in caption]
            if rows and is_data_table(blocks, table):
                cells += rows
    return cells


def _spoken(blocks: Blocks, rows: Sequence[int]) -> list[int]:
    """Those of the rows that a dash opens, but that are no items: in many languages it opens speech.

    That are lone ones, and runs in which some, not all, ask: of 43 runs on gold pages three, all of them talks.
    """
    found: list[int] = []
    if not any(blocks.text[row][:1] in _DASHES for row in rows):
        return found
    for dash, run in groupby(rows, lambda row: text[0] if _DASHED.match(text := blocks.text[row]) else ""):
        lines = list(run)
        asked = sum(asks(blocks.text[row].rstrip(CLOSERS)) for row in lines)
        if dash and (len(lines) == 1 or 0 < asked < len(lines)):
            found += lines
    return found


def asks(text: str) -> bool:
    """Whether a text ends in a question mark, of whatever script."""
    return text.endswith(QUESTION_MARKS) or (not text.isascii() and _QUESTION.search(text) is not None)


def _layout_kind(blocks: Blocks, row: int) -> Kind:
    """The kind of a block whose elements say nothing of it."""
    text, is_bold = blocks.text[row], _is_bold(blocks, row)
    first = text[:1]
    if (first in _BULLETS and text[1:2] == " ") or first in _CLOSE_BULLETS or (not is_bold and _is_numbered(text)):
        return "l"
    if blocks.link_density(row) > MAX_HEADING_LINK_DENSITY:
        return "p"
    return "p" if _is_long(text, is_bold=is_bold) else _kind_of_line(text, is_bold=is_bold)


def _is_long(text: str, *, is_bold: bool = False) -> bool:
    """Whether the text is too long for a heading."""
    spaces = text.count(" ")
    if spaces >= MAX_HEADING_WORDS:
        return not is_bold or spaces >= MAX_BOLD_QUESTION_WORDS or not asks(text.rstrip(CLOSERS))
    return not text.isascii() and word_counts([text])[0] > MAX_HEADING_LETTERS


def _kind_of_line(text: str, *, is_bold: bool) -> Kind:
    """Whether a short text is a heading, or a paragraph."""
    text = without_pictures(text)
    if _is_bold_sentence(text) if is_bold else _ends_clause(text):
        return "p"
    if ("|" in text or text[:1] in _ASIDE_STARTS) and _ASIDE.match(text):
        return "p"
    return "h" if any(map(str.isalnum, text)) else "p"


def _is_bold_sentence(text: str) -> bool:
    """Whether a bold text ends in a full stop, and has more words than names of parts have ("Q.", "Act I.")."""
    return _ends_sentence(text) and word_counts([text])[0] > MAX_STOPPED_WORDS


def _ends_sentence(text: str) -> bool:
    end = text.rstrip(CLOSERS)
    return text[-1:] in _SENTENCE_END or end[-1:] in _SENTENCE_END or end.endswith(ETHIOPIC_STOP)


def _ends_clause(text: str) -> bool:
    ends_so = text[-1:] in _CLAUSE_END or text.rstrip(CLOSERS)[-1:] in _CLAUSE_END
    return ends_so or COLON_WITH_DASH.search(text[-3:]) is not None


def _introduces(text: str) -> bool:
    return INTRODUCER.search(text[-3:]) is not None


def _is_numbered(text: str) -> bool:
    """Whether the text begins with the number of an item; one of Latin letters is no capital."""
    if not text[:1].isupper() and _NUMBER.match(text):
        return True
    return not text.isascii() and _NUMBER_OF_SCRIPT.match(text) is not None


def _is_price(text: str) -> bool:
    return _CURRENCY.search(text) is not None and not any(map(str.isalpha, text))


def _is_bold(blocks: Blocks, row: int) -> bool:
    return blocks.bold_chars[row] >= MIN_BOLD_SHARE * len(blocks.text[row])
