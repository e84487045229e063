"""Paragraph, heading or list item: the choice that classifiers without a rule of their own call."""

import re
from collections.abc import Sequence
from itertools import groupby

from cleanweb.measures.endings import CLOSERS, COLON_WITH_DASH, ETHIOPIC_STOP, without_pictures
from cleanweb.measures.letters import ITEM_LETTERS
from cleanweb.measures.word_counts import word_counts
from cleanweb.page import Blocks, Elements, Kind
from cleanweb.segment.tags import CELL_TAGS, HEADING_TAGS, ITEM_TAGS

KIND_TAGS = HEADING_TAGS | ITEM_TAGS
NOTHING = -1
HEADING = -2


def kinds(blocks: Blocks, rows: Sequence[int] | None = None) -> list[Kind]:
    """The kind of these blocks, or of all: heading inside `h1`-`h6`, item for the first of an `li`, `dt` or `dd`."""
    first, containers = blocks.elements.first, blocks.container
    around = {-1: NOTHING}
    found: list[Kind] = []
    for row in range(len(containers)) if rows is None else rows:
        container = containers[row]
        item = around[container] if container in around else _item_around(container, blocks.elements, around)
        if item == HEADING:
            found.append("h")
        else:
            found.append("l" if item >= 0 and first[item] == row else "p")
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
_SENTENCE_END = frozenset(".…。．｡۔।॥։።။។᱾᱿꯫᠃᠉꤯꧉׃⋯︒")
_CLAUSE_END = _SENTENCE_END | frozenset("!?！？؟፧՞՜߹‼⁇⁈⁉,;:，；：、،؛፡፣፤፦՝៖၊܀܁܂߸᠂᠈⹁৷៕︐︑︓︔︕︖")
_BULLETS = frozenset("•·*-–—▪■●○◦∙»›→►‣⁃➢➤✓✔✅")
_CLOSE_BULLETS = frozenset("•・･")  # a space need not follow them
_QUESTIONS = tuple("?？؟፧")
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


def layout_kinds(blocks: Blocks, keep: Sequence[bool]) -> list[Kind]:
    """Kinds of the kept blocks as readers see them: short unpunctuated lines are headings, bulleted ones list items.

    Many short lines on end are a list; an item that stands alone is none, nor is a price a heading, nor the cell of a
    data table unless it is bold. Removed blocks are "p".
    """
    rows = [row for row, kept in enumerate(keep) if kept]
    by_tag = dict(zip(rows, kinds(blocks, rows), strict=True))
    found: list[Kind] = ["p"] * len(keep)
    plain = blocks.elements.rows_inside(PLAIN_TAGS)
    for row in rows:
        kind = by_tag[row]
        if kind == "p":
            kind = "p" if row in plain else _layout_kind(blocks, row)
        elif kind == "h" and blocks.text[row].count(" ") >= MAX_TAGGED_WORDS:
            kind = "p"
        found[row] = kind
    _make_lists(blocks, rows, by_tag, found)
    for row in _cells_taken_for_headings(blocks, by_tag, found):
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


def _make_lists(blocks: Blocks, rows: Sequence[int], by_tag: dict[int, Kind], found: list[Kind]) -> None:
    """Turn runs of lines that nothing but their length makes headings into list items where they are long enough."""

    def tag_of_line(row: int) -> str | None:
        is_line = found[row] == "h" and by_tag[row] == "p" and not _is_bold(blocks, row)
        return blocks.tag(row) if is_line else None

    for tag, run in groupby(rows, tag_of_line):
        lines = list(run)
        if tag is not None and len(lines) >= MIN_LIST_RUN:
            for row in lines:
                found[row] = "l"


def _cells_taken_for_headings(blocks: Blocks, by_tag: dict[int, Kind], found: list[Kind]) -> list[int]:
    """The rows in cells of data tables that nothing but their length makes headings: worth .07."""
    if "table" not in blocks.elements.tag:
        return []
    lines = {row for row, kind in by_tag.items() if kind == "p" and found[row] == "h" and not _is_bold(blocks, row)}
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
    return text.endswith(_QUESTIONS) or (not text.isascii() and _QUESTION.search(text) is not None)


def _layout_kind(blocks: Blocks, row: int) -> Kind:
    """The kind of a block whose elements say nothing of it."""
    text = blocks.text[row]
    first = text[:1]
    if (first in _BULLETS and text[1:2] == " ") or first in _CLOSE_BULLETS or _is_numbered(text):
        return "l"
    if text.count(" ") >= MAX_HEADING_WORDS or blocks.link_density(row) > MAX_HEADING_LINK_DENSITY:
        return "p"
    if not text.isascii() and word_counts([text])[0] > MAX_HEADING_LETTERS:
        return "p"
    text = without_pictures(text)
    if _ends_sentence(text) if _is_bold(blocks, row) else _ends_clause(text):
        return "p"
    if ("|" in text or first in _ASIDE_STARTS) and _ASIDE.match(text):
        return "p"
    return "h" if any(map(str.isalnum, text)) else "p"


def _ends_sentence(text: str) -> bool:
    end = text.rstrip(CLOSERS)
    return text[-1:] in _SENTENCE_END or end[-1:] in _SENTENCE_END or end.endswith(ETHIOPIC_STOP)


def _ends_clause(text: str) -> bool:
    ends_so = text[-1:] in _CLAUSE_END or text.rstrip(CLOSERS)[-1:] in _CLAUSE_END
    return ends_so or COLON_WITH_DASH.search(text[-3:]) is not None


def _is_numbered(text: str) -> bool:
    """Whether the text begins with the number of an item; one of Latin letters is no capital."""
    if not text[:1].isupper() and _NUMBER.match(text):
        return True
    return not text.isascii() and _NUMBER_OF_SCRIPT.match(text) is not None


def _is_price(text: str) -> bool:
    return _CURRENCY.search(text) is not None and not any(map(str.isalpha, text))


def _is_bold(blocks: Blocks, row: int) -> bool:
    return blocks.bold_chars[row] >= MIN_BOLD_SHARE * len(blocks.text[row])
