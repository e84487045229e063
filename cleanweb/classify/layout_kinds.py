"""The kinds of the default: paragraph, heading or list item as readers see them, where tags do not tell."""

from bisect import bisect_left
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain, groupby

from cleanweb.classify.kinds import items_around, kinds_by_item
from cleanweb.classify.lines import (
    asks,
    introduces,
    is_item,
    is_labelled,
    is_long,
    is_price,
    kind_of_line,
    opening_dash,
)
from cleanweb.classify.units import MIN_ANSWER_CHARS, opens_another
from cleanweb.measures.endings import CLOSERS
from cleanweb.page import Blocks, Kind, LeafTable
from cleanweb.segment.table_roles import PageTables
from cleanweb.segment.tags import CELL_TAGS, PREFORMATTED_TAGS

# All ours, chosen by the official CleanEval score of the 58 development pages with perfect keep decisions: tags alone
# Ave 84.0, with layout 87.7. What CleanEval cannot tell, for other languages and programs, is from reading pages.
# In h1 to h6, which pages use for whole paragraphs too.
MAX_TAGGED_WORDS = 20
MAX_TITLE_WORDS = 50  # in a page's only h1: news headlines. Ours: on 21 gold pages they have 21 to 41
MAX_HEADING_LINK_DENSITY = 0.9  # .3: -.1
MIN_BOLD_SHARE = 0.8  # a bold line is a heading even if it ends like a clause, in ":" or "?": .05
MIN_LIST_RUN = 6  # so many short lines in a row are a list, not headings: .7; 5 and 8 are .1 worse
# Figures from here on: what Ave loses without each, with the default's decisions, on the 58 pages and the 195 others.
# Fewer lines are a list only on a page with another list; elsewhere they mostly are an address or form fields: .13 and
# .32.
MIN_LONE_LIST = 10
# Making up a list on a page without one costs most, so these become one only where there are items already.
MIN_OTHER_ITEMS = 2
# Short lines of one element, of which this share ends like clauses, are verses, an address or speech: -.03 and .03.
MIN_STANZA = 3
MIN_CLAUSES = 0.34
MIN_INTRODUCED = 2  # lines after a colon: .12 and .07
MIN_LINKS_LISTED = 3  # lines that are links: .00 and .03
MIN_POST_SHARE = 0.7  # of a list's items that hold several blocks: .25 and .09; .3 to .9 differ by less than .03
# If this share of a data table's paragraph and item cells are items, all of them are: .05 and .02.
MIN_CELL_ITEMS = 0.25
# Lines that open text, and questions over answers, are headings as bold lines are: from reading, since CleanEval has
# none. Ours: 72 gold pages had such lines as paragraphs or items; on 65 of them they are headings to a reader, on seven
# one is a mere button (`Less`, `Relevance`).
MIN_QUESTIONS = 3
MIN_QUESTIONS_SHARE = 0.6  # of the blocks of their look: not so in an interview
# Labels with values right after one another; one alone may be a title with a subtitle. From reading: 107 of 3,494 pages
# had such lines as headings, on three they are. CleanEval has the details of films and of records as headings: .03.
MIN_LABELLED = 2
# Tables of so many rows, nearly all with two or more cells, each a short line, hold data even if they look like layout:
# functions with their types, prices by plan. .00 and .00; 44 gold pages, 33 of them manuals, get other kinds, which by
# reading are better.
MIN_GRID_ROWS = 4
MIN_GRID_SHARE = 0.8
# So do rows of so many cells with so many such lines, whatever the others hold. .00 and .00; 13 of 3,494 pages get
# other kinds, which by reading are better.
MIN_COLUMNS = 3
MIN_LINES_IN_ROW = 2
# Formulas, preformatted text (mostly programs), captions and buttons: no headings, however short.
PLAIN_TAGS = PREFORMATTED_TAGS | {"textarea", "figcaption", "button", "math"}
_BRACKETS = frozenset("([{（【［〔")


@dataclass(slots=True)
class _Kept:
    """The kept blocks and their kinds by tag; and the kinds found so far, of all blocks."""

    blocks: Blocks
    tables: PageTables
    rows: Sequence[int]
    by_tag: dict[int, Kind]
    plain: set[int]  # paragraphs, however short
    found: list[Kind]

    def is_line(self, row: int) -> bool:
        """Whether the block is a heading only because it is short."""
        return self.found[row] == "h" and self.by_tag[row] == "p" and not _is_bold(self.blocks, row)

    def is_rest(self, row: int) -> bool:
        """Whether the block is a paragraph only because nothing else applies."""
        return self.found[row] == "p" and self.by_tag[row] == "p" and row not in self.plain

    def is_link(self, row: int) -> bool:
        chars = self.blocks.link_chars[row]
        return chars > 0 and chars > MAX_HEADING_LINK_DENSITY * len(self.blocks.text[row])

    def has_items(self) -> bool:
        return self.found.count("l") >= MIN_OTHER_ITEMS

    def has_data(self, table: LeafTable) -> bool:
        """Whether the cells of a table are data, by its looks or since they are short lines side by side."""
        return self.tables.is_data(table) or _is_grid(self.blocks, table)

    def of_table(self, table: LeafTable) -> Iterator[int]:
        """The kept blocks of a table, without those of its caption."""
        elements = self.blocks.elements
        caption = elements.rows(table.caption) if table.caption >= 0 else ()
        return (row for row in elements.rows(table.element) if row in self.by_tag and row not in caption)

    def become(self, kind: Kind, rows: Iterable[int]) -> None:
        """Set the kind of these blocks, one by one."""
        for row in rows:
            self.found[row] = kind

    def neighbours(self) -> Iterator[tuple[int | None, int, int | None]]:
        """Each row between the one before it and the one after it."""
        return zip([None, *self.rows], self.rows, [*self.rows[1:], None], strict=False)


def layout_kinds(blocks: Blocks, keep: Sequence[bool], tables: PageTables, title_row: int = -1) -> list[Kind]:
    """Kinds of the kept blocks as readers see them: short unpunctuated lines are headings, bulleted ones list items.

    Many short lines in a row are a list. A lone item is no item, a price no heading, nor are details with their labels,
    and a cell of a data table is none unless it is bold. Terms, definitions and posts are no items; what opens a text,
    and questions over answers, are headings, whatever their tags; so is the block that shows the page's title. Removed
    blocks are "p".
    """
    rows = [row for row, is_kept in enumerate(keep) if is_kept]
    kept = _by_element(blocks, tables, rows)
    for row in rows:
        kept.found[row] = _kind_of_block(kept, row)
    lines = _lines_on_end(kept)
    kept.become("l" if "l" in kept.found or len(lines) >= MIN_LONE_LIST else "p", lines)
    kept.become("p", _closing_lines(kept))
    kept.become("p", _verses(kept))
    if kept.has_items():
        kept.become("l", _introduced(kept))
    kept.become("h", _linked_headings(kept))
    if kept.has_items():
        kept.become("l", _links_on_end(kept))
    kept.become("p", _cells_taken_for_headings(kept))
    kept.become("p", _cells_side_by_side(kept))
    kept.become("p", _spoken(kept))
    kept.become("p", _ends_of_quotations(kept))
    kept.become("p", _prices(kept))
    kept.become("p", _labelled(kept))
    for kind, cells in _cells_of_two_kinds(kept):
        kept.become(kind, cells)
    kept.become("h", _openers(kept))
    kept.become("h", _answered(kept))
    kept.become("h", _long_title(kept, title_row))
    if kept.found.count("l") == 1:
        kept.found[kept.found.index("l")] = "p"
    return kept.found


def _kind_of_block(kept: _Kept, row: int) -> Kind:
    """The kind of a block by itself."""
    kind = kept.by_tag[row]
    if kind == "p":
        return "p" if row in kept.plain else _layout_kind(kept.blocks, row)
    if kind != "h":
        return kind
    text = kept.blocks.text[row]
    spaces = text.count(" ")
    is_heading = spaces < MAX_TAGGED_WORDS or (spaces < MAX_TITLE_WORDS and _is_only_h1(kept.blocks, row))
    return "h" if is_heading and any(map(str.isalnum, text)) else "p"  # not `* * *` between parts


def _is_only_h1(blocks: Blocks, row: int) -> bool:
    return blocks.tag(row) == "h1" and len(blocks.elements.tagged({"h1"})) == 1


def _by_element(blocks: Blocks, tables: PageTables, rows: Sequence[int]) -> _Kept:
    """The kinds by tag: terms and beginnings of posts are ordinary lines, definitions are paragraphs."""
    items = items_around(blocks, rows)
    by_tag = dict(zip(rows, kinds_by_item(blocks, rows, items), strict=True))
    plain = blocks.elements.rows_inside(PLAIN_TAGS)
    posts = _posts(blocks, rows, items)
    for row, item in zip(rows, items, strict=True):
        if by_tag[row] == "l":
            tag = blocks.elements.tag[item]
            if tag != "li" or item in posts:
                by_tag[row] = "p"
            if tag == "dd" and not _is_bold(blocks, row):
                plain.add(row)
    return _Kept(blocks, tables, rows, by_tag, plain, ["p"] * len(blocks))


def _posts(blocks: Blocks, rows: Sequence[int], items: Sequence[int]) -> set[int]:
    """The items of lists in which most items hold several blocks: posts, comments, teasers."""
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


def _runs(rows: Iterable[int], look: Callable[[int], str | int | None]) -> Iterator[list[int]]:
    """The runs of rows for which `look` says the same, other than None."""
    return (list(run) for said, run in groupby(rows, look) if said is not None)


def _lines_on_end(kept: _Kept) -> list[int]:
    """The lines that are headings only by their length, in runs that are long enough for a list."""
    runs = _runs(kept.rows, lambda row: kept.blocks.tag(row) if kept.is_line(row) else None)
    return [row for run in runs if len(run) >= MIN_LIST_RUN for row in run]


def _closing_lines(kept: _Kept) -> Iterator[int]:
    """The lines that close a paragraph's element, with no paragraph after them: names below letters, sources, remarks.

    Such a line is the last of its element, or of the one around it; once it is a paragraph, another may close that.
    Worth .04 and .02, on 14 pages more up than down.
    """
    elements = kept.blocks.elements
    for before, row, after in kept.neighbours():
        if kept.found[row] != "h" or before is None or kept.found[before] != "p" or not kept.is_line(row):
            continue
        inner = kept.blocks.container[row]
        outer = elements.parent[inner] if inner >= 0 else -1
        closes = any(e >= 0 and elements.end[e] == row + 1 and elements.first[e] <= before for e in (inner, outer))
        if closes and (after is None or not is_long(kept.blocks.text[after])):
            yield row


def _verses(kept: _Kept) -> list[int]:
    """The short lines of an element that are headings only by their length, if other lines there end like clauses."""
    blocks = kept.blocks

    def element_of_line(row: int) -> int | None:
        is_short = (kept.is_line(row) or kept.is_rest(row)) and not is_long(blocks.text[row])
        is_short = is_short and not kept.is_link(row) and not _is_bold(blocks, row)
        return blocks.container[row] if is_short and not introduces(blocks.text[row]) else None

    stanzas = (run for run in _runs(kept.rows, element_of_line) if len(run) >= MIN_STANZA)
    return [row for run in stanzas if sum(map(kept.is_rest, run)) >= MIN_CLAUSES * len(run) for row in run]


def _introduced(kept: _Kept) -> Iterator[int]:
    """The short lines of one tag that follow a colon, including bold ones and ones that end like clauses."""
    blocks = kept.blocks

    def tag_of_line(row: int) -> str | None:
        if kept.found[row] == "h":
            is_line = kept.by_tag[row] == "p"
        else:
            is_line = kept.is_rest(row) and not is_long(blocks.text[row])
            is_line = is_line and not kept.is_link(row) and not _is_bold(blocks, row)
        return blocks.tag(row) if is_line and not introduces(blocks.text[row]) else None

    is_introduced = False
    for tag, run in groupby(kept.rows, tag_of_line):
        lines = list(run)
        if tag is not None and is_introduced and len(lines) >= MIN_INTRODUCED:
            yield from lines
        is_introduced = kept.by_tag[lines[-1]] == "p" and introduces(blocks.text[lines[-1]])


def _linked_headings(kept: _Kept) -> list[int]:
    """The lines that are links with no links beside them: titles of stories. Worth .23 and .13."""
    found: list[int] = []
    for before, row, after in kept.neighbours():
        if not kept.is_link(row) or not kept.is_rest(row) or after is None or kept.is_link(after):
            continue
        text = kept.blocks.text[row]
        is_title = "://" not in text and text[0] not in _BRACKETS and not is_long(text)
        is_bold = _is_bold(kept.blocks, row) or asks(text)
        is_apart = before is None or not kept.is_link(before)
        if is_title and is_apart and kind_of_line(text, is_bold=is_bold) == "h":
            found.append(row)
    return found


def _links_on_end(kept: _Kept) -> list[int]:
    """The short lines that are links, in runs."""
    blocks = kept.blocks

    def tag_of_link(row: int) -> str | None:
        is_link = kept.is_link(row) and kept.is_rest(row) and not _is_bold(blocks, row)
        return blocks.tag(row) if is_link and not is_long(blocks.text[row]) else None

    return [row for run in _runs(kept.rows, tag_of_link) if len(run) >= MIN_LINKS_LISTED for row in run]


def _cells_taken_for_headings(kept: _Kept) -> list[int]:
    """The blocks in cells of data tables that are headings only by their length: worth .07."""
    if not kept.tables.leaves:
        return []
    lines = {row for row in kept.rows if kept.is_line(row)} & kept.blocks.elements.rows_inside(CELL_TAGS)
    cells: list[int] = []
    for table in kept.tables.leaves:
        if table.row_count > 1 and table.column_count > 1:
            rows = [row for row in kept.of_table(table) if row in lines]
            if rows and kept.has_data(table):
                cells += rows
    return cells


def _cells_side_by_side(kept: _Kept) -> list[int]:
    """The lines that are headings only by their length and fill a cell, in rows of several such cells and others.

    What else the cells hold does not matter: names with descriptions in a list of forums, products with their pictures.
    """
    elements = kept.blocks.elements
    rows: defaultdict[int, list[int]] = defaultdict(list)  # the cells with text
    for cell in elements.tagged(CELL_TAGS):
        if elements.end[cell] > elements.first[cell]:
            rows[elements.parent[cell]].append(cell)
    tables: defaultdict[int, list[list[int]]] = defaultdict(list)
    for row, cells in rows.items():
        lines = [elements.first[cell] for cell in cells if len(elements.rows(cell)) == 1]
        lines = [line for line in lines if not is_long(kept.blocks.text[line])]
        if len(cells) >= MIN_COLUMNS and len(lines) >= MIN_LINES_IN_ROW:
            tables[elements.parent[row]].append(lines)
    found = chain.from_iterable(chain.from_iterable(lines for lines in tables.values() if len(lines) >= MIN_GRID_ROWS))
    return [line for line in found if kept.is_line(line)]


def _is_grid(blocks: Blocks, table: LeafTable) -> bool:
    """Whether a table has no cell with more than a short line, and two or more of these in nearly every row."""
    if table.row_count < MIN_GRID_ROWS or table.column_count < 2:
        return False
    filled: Counter[int] = Counter()
    for cell in table.cells:
        rows = blocks.elements.rows(cell.element)
        if len(rows) > 1 or any(is_long(blocks.text[row]) for row in rows):
            return False
        filled[cell.row] += len(rows)
    return sum(count > 1 for count in filled.values()) >= max(MIN_GRID_ROWS, MIN_GRID_SHARE * table.row_count)


def _cells_of_two_kinds(kept: _Kept) -> Iterator[tuple[Kind, list[int]]]:
    """The cells of data tables that hold both paragraphs and items, with the kind that all of them get."""
    if not kept.tables.leaves or "l" not in kept.found:
        return
    for table in kept.tables.leaves:
        rows = [row for row in kept.of_table(table) if kept.by_tag[row] == "p"]
        cells = [row for row in rows if kept.found[row] != "h" and row not in kept.plain]
        items = sum(kept.found[row] == "l" for row in cells)
        if 0 < items < len(cells) and kept.has_data(table):
            yield "l" if items >= MIN_CELL_ITEMS * len(cells) else "p", cells


def _spoken(kept: _Kept) -> list[int]:
    """The lines that begin with a dash but are no items: in many languages a dash opens speech.

    These are lone lines, and runs in which some, but not all, ask: three of 43 runs on gold pages, all of them
    dialogues.
    """
    text = kept.blocks.text
    found: list[int] = []
    for run in _runs(kept.rows, lambda row: opening_dash(text[row]) or None):
        asked = sum(asks(text[row].rstrip(CLOSERS)) for row in run)
        if len(run) == 1 or 0 < asked < len(run):
            found += [row for row in run if kept.by_tag[row] == "p"]
    return found


def _ends_of_quotations(kept: _Kept) -> Iterator[int]:
    """The lines that end a quotation and are headings only by their length: who said it, or all that was said.

    Ours: 43 of 5,238 pages had such lines as headings, 90 in all; none of them is one.
    """
    elements = kept.blocks.elements
    for quotation in elements.tagged({"blockquote"}):
        after = bisect_left(kept.rows, elements.end[quotation])
        last = kept.rows[after - 1] if after else -1
        if last >= elements.first[quotation] and kept.is_line(last):
            yield last


def _prices(kept: _Kept) -> list[int]:
    blocks = kept.blocks
    lines = (row for row in kept.rows if kept.found[row] == "h" and kept.by_tag[row] == "p")
    return [row for row in lines if is_price(blocks.text[row], is_bold=_is_bold(blocks, row))]


def _labelled(kept: _Kept) -> list[int]:
    """The labels with values that are headings only by their length, in runs: `Pages: 448`, `Format: A4`. No terms."""
    blocks = kept.blocks

    def is_detail(row: int) -> bool:
        return kept.is_line(row) and blocks.tag(row) != "dt" and is_labelled(blocks.text[row])

    runs = _runs(kept.rows, lambda row: is_detail(row) or None)
    return [row for run in runs if len(run) >= MIN_LABELLED for row in run]


def _openers(kept: _Kept) -> Iterator[int]:
    """The lines that open the text right below them, such as the buttons of folded sections: as headings do."""
    blocks = kept.blocks
    openers = (row for row in kept.rows if kept.by_tag[row] != "h" and opens_another(blocks, row))
    opens = {row for row in openers if _is_title(blocks.text[row])}
    for _, row, after in kept.neighbours():
        if row in opens and after == row + 1 and after not in opens and kept.by_tag[after] != "h":
            yield row


def _is_title(text: str) -> bool:
    """Whether a text would be a heading if it were bold."""
    return not is_long(text, is_bold=True) and kind_of_line(text, is_bold=True) == "h"


def _answered(kept: _Kept) -> Iterator[int]:
    """The questions over answers, whatever their tags, if several blocks of one look are such, and most of them."""
    blocks = kept.blocks
    asking = [kept.by_tag[row] != "h" and asks(blocks.text[row]) and _is_title(blocks.text[row]) for row in kept.rows]
    if sum(asking) < MIN_QUESTIONS:
        return
    places = blocks.elements.looks().places
    look_of = [places[element] if (element := blocks.container[row]) >= 0 else -1 for row in kept.rows]
    counts = Counter(look_of)
    asked: defaultdict[int, list[int]] = defaultdict(list)
    for is_question, look, (_, row, after) in zip(asking, look_of, kept.neighbours(), strict=True):
        if is_question and after is not None and _is_answer(blocks.text[after]):
            asked[look].append(row)
    for look, rows in asked.items():
        if len(rows) >= max(MIN_QUESTIONS, MIN_QUESTIONS_SHARE * counts[look]):
            yield from rows


def _long_title(kept: _Kept, row: int) -> Sequence[int]:
    """The block that shows the page's title, if it is a paragraph only because it is long or ends like a clause.

    Not if it ends like a sentence: that of a short message is the message. Ours: 27 titles on 5,400 pages; read, all
    are headings but the description of a program.
    """
    if row not in kept.by_tag or kept.found[row] != "p" or row in kept.plain:
        return ()
    text = kept.blocks.text[row]
    return (row,) if text.count(" ") < MAX_TITLE_WORDS and kind_of_line(text, is_bold=True) == "h" else ()


def _is_answer(text: str) -> bool:
    return len(text) >= MIN_ANSWER_CHARS and not asks(text)


def _layout_kind(blocks: Blocks, row: int) -> Kind:
    """The kind of a block whose tags do not tell."""
    text, is_bold = blocks.text[row], _is_bold(blocks, row)
    if is_item(text, is_bold=is_bold):
        return "l"
    if blocks.link_density(row) > MAX_HEADING_LINK_DENSITY:
        return "p"
    return "p" if is_long(text, is_bold=is_bold) else kind_of_line(text, is_bold=is_bold)


def _is_bold(blocks: Blocks, row: int) -> bool:
    return blocks.bold_chars[row] >= MIN_BOLD_SHARE * len(blocks.text[row])
