"""Blocks that stand or fall together: a heading and its text, a term and its definition, the parts of one paragraph, an
example and the text around it, the items of a list, the cells of a data table.

Ours, except that Kitten tells which tables are data tables. Each rule changes the word F1 of any gold set by less than
.002, but readers miss what it brings back.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator, Sequence
from itertools import accumulate, compress, islice, pairwise
from operator import mul

from cleanweb.classify.lines import asks, introduces, is_long
from cleanweb.page import Blocks
from cleanweb.segment.table_roles import PageTables
from cleanweb.segment.tags import HEADING_TAGS, LIST_TAGS, PREFORMATTED_TAGS

# Prefixes of the rules by which the model itself removes blocks.
BY_MODEL = ("below threshold", "after the text")
MIN_LIST = 3  # blocks; ours
MIN_ITEM_SCORE = 0.2
MAX_LIST_LINK_DENSITY = 0.8
# Attributes of what opens another element, also in Bootstrap. Ours: by a left-out model wcxb-dev gains .0001 of word F1
# (7 pages up, 3 down).
_OPENING = frozenset({"aria-expanded", "data-toggle", "data-bs-toggle"})
# The element that opens its `<details>`. Ours: by left-out models 17 pages of debian-docs and one of wcxb-dev get such
# lines back, all of them over their text or table (10 up, 2 down by .001).
OPENING_TAG = "summary"
MAX_LINK_DENSITY = 0.5  # of questions, tables and texts amid others; ours
# For entries, such as a blog's: how many with headings of one look at least; how many blocks, of how many characters,
# at most between heading and text, such as date and author; and the characters of the text's first block. Ours.
MIN_ENTRIES = 3
MAX_BYLINES = 3
MAX_BYLINE_CHARS = 100
MIN_ENTRY_CHARS = 40
MIN_PARTS = 2  # of a section, with headings of one rank; ours
MIN_ANSWER_CHARS = 40  # of what follows a question
MIN_ANSWERED_SHARE = 0.6  # of the questions of one look


def keep_units(blocks: Blocks, keep: list[bool], rule: list[str]) -> None:
    """Keep what belongs to kept blocks, each with a rule that says why; nothing is removed."""
    alone = list(keep)
    _keep_definitions(blocks, keep, rule)
    headings: dict[int, str] = {}  # that lead in kept text, with the rules that removed them
    term = -1  # the last term that was seen before a kept definition
    for row in range(len(keep) - 2, -1, -1):
        if not keep[row + 1]:
            continue
        if blocks.tag(row) == "dt" and (row + 1 == term or _begins_definition(blocks, row + 1)):
            term = row
        if keep[row]:
            continue
        if row == term or _leads_in(blocks, row):
            headings[row] = rule[row]
            keep[row], rule[row] = True, "lead-in"
        elif row and alone[row - 1] and alone[row + 1] and _is_part(blocks, row):
            keep[row], rule[row] = True, "part"
    for row in _mostly_removed(blocks, keep, headings):
        keep[row], rule[row] = False, headings[row]
    _keep_entry_headings(blocks, keep, rule)
    _keep_section_headings(blocks, keep, rule)
    _keep_questions(blocks, keep, rule)
    _keep_examples(blocks, keep, rule)


def _mostly_removed(blocks: Blocks, keep: Sequence[bool], rows: Collection[int]) -> list[int]:
    """Those of these blocks whose text is removed more often than kept elsewhere on the page, in elements of one look.

    So are labels over advertisements, which sites put between paragraphs as headings. Ours: of eight pages that change,
    seven read better.
    """
    texts = {blocks.text[row] for row in rows}
    if not texts:
        return []
    container, look_of = blocks.container, blocks.elements.looks().places
    votes: Counter[tuple[str, int]] = Counter()
    for row, text in enumerate(blocks.text):
        if text in texts and container[row] >= 0:
            votes[text, look_of[container[row]]] += 1 if keep[row] else -1
    return [row for row in rows if votes[blocks.text[row], look_of[container[row]]] < 0]


def _keep_definitions(blocks: Blocks, keep: list[bool], rule: list[str]) -> None:
    """Keep the definitions right after kept terms.

    Ours: debian-docs gains .0008 of word F1 (36 pages up, none down, by left-out models).
    """
    for definition in blocks.elements.tagged({"dd"}):
        rows = blocks.elements.rows(definition)
        before = rows.start - 1
        if rows and not keep[rows.start] and before >= 0 and keep[before] and blocks.tag(before) == "dt":
            keep_all(rows, "definition", keep, rule)


def _keep_examples(blocks: Blocks, keep: list[bool], rule: list[str]) -> None:
    """Keep preformatted text between kept blocks of its section, mostly an example in documentation (rule "example");
    if the page keeps any such text, keep all of it that the model alone removed (rule "preformatted").

    Ours: debian-docs gains .0018 of word F1 by the first (16 pages up, none down, by left-out models), .0004 by the
    second (10 up, 1 down), .0001 by the second for programs kept in part (2 up, none down).
    """
    elements = blocks.elements
    examples = [*elements.outermost(PREFORMATTED_TAGS)]
    has_kept = any(keep[row] for element in examples for row in elements.rows(element))
    for element in examples:
        first, end = elements.first[element], elements.end[element]
        if has_kept:
            doubted = [row for row in elements.rows(element) if rule[row].startswith(BY_MODEL)]
            keep_all(doubted, "preformatted", keep, rule)
        if all(keep[first:end]):  # as of an empty one
            continue
        section = elements.parent[element]
        while section >= 0 and (elements.first[section], elements.end[section]) == (first, end):
            section = elements.parent[section]
        is_inside = section >= 0 and elements.first[section] < first and end < elements.end[section]
        if is_inside and keep[first - 1] and keep[end]:
            keep_all(elements.rows(element), "example", keep, rule)


def _keep_entry_headings(blocks: Blocks, keep: list[bool], rule: list[str]) -> None:
    """Keep the headings of entries that are kept except for their bylines, if a page has several; none that repeats.

    Ours: of 113 headings that this brings back on wcxb-dev, by left-out models, 96 are in the gold texts.
    """
    elements, look_of = blocks.elements, blocks.elements.looks().places
    # For each block that fills a heading, the innermost such heading: headings may be nested.
    heading_of = {elements.first[e]: e for e in elements.tagged(HEADING_TAGS) if len(elements.rows(e)) == 1}
    headings: dict[int, list[int]] = defaultdict(list)  # of each look, the blocks
    for row, element in heading_of.items():
        if _heads_entry(blocks, keep, row):
            headings[look_of[element]].append(row)
    for rows in headings.values():
        if len(rows) >= MIN_ENTRIES:
            counts = Counter(blocks.text[row] for row in rows)
            keep_all([row for row in rows if counts[blocks.text[row]] == 1], "lead-in", keep, rule)


def _heads_entry(blocks: Blocks, keep: Sequence[bool], row: int) -> bool:
    """Whether a heading begins an element whose text is kept, but for bylines before and after it: `_leads_in` deals
    with those that have none."""
    last = min(row + 1 + MAX_BYLINES, len(keep) - 1)
    text = next((place for place in range(row + 1, last + 1) if keep[place]), row)
    if text == row or len(blocks.text[text]) < MIN_ENTRY_CHARS or _heading(blocks, text)[0]:
        return False
    elements, element = blocks.elements, blocks.container[row]
    while element >= 0 and elements.end[element] <= text:
        element = elements.parent[element]
    start = elements.first[element] if element >= 0 else 0
    if start < row - MAX_BYLINES or (text == row + 1 and start == row):
        return False
    bylines = [*range(start, row), *range(row + 1, text)]
    if sum(len(blocks.text[byline]) for byline in bylines) > MAX_BYLINE_CHARS:
        return False
    return not any(_heading(blocks, byline)[0] for byline in bylines)


def _keep_section_headings(blocks: Blocks, keep: list[bool], rule: list[str]) -> None:
    """Keep headings, after other kept text, right over the headings of several kept parts; none that repeats.

    Ours, for readers: of 48 that this brings back on gold pages, by left-out models, 31 are in the gold texts, and 14
    others are headings that these leave out ("FAQs"). No set gains or loses .0001.
    """
    headings = [row for row in range(len(keep)) if blocks.tag(row) in HEADING_TAGS]
    if len(headings) <= MIN_PARTS:
        return
    known = set(compress(blocks.text, keep))
    first = keep.index(True) if True in keep else len(keep)
    for place in range(len(headings) - 1 - MIN_PARTS, -1, -1):
        row = headings[place]
        if keep[row] or row < first or not rule[row].startswith(BY_MODEL) or blocks.text[row] in known:
            continue
        below = row + 1
        if headings[place + 1] == below and blocks.tag(below) > blocks.tag(row):
            after = (headings[at] for at in range(place + 1, len(headings)))
            parts = islice((other for other in after if blocks.tag(other) <= blocks.tag(below)), MIN_PARTS)
            if [keep[part] and blocks.tag(part) == blocks.tag(below) for part in parts] == [True] * MIN_PARTS:
                keep[row], rule[row] = True, "lead-in"
                known.add(blocks.text[row])


def _keep_questions(blocks: Blocks, keep: list[bool], rule: list[str]) -> None:
    """Keep questions of one look over kept answers, if a page has several and most are answered.

    Ours, for readers: no gold set gains or loses, since some gold texts have answers without their questions.
    """
    missing = [row for row in range(len(keep) - 1) if keep[row + 1] and _may_be_asked(blocks, keep, rule, row)]
    if not missing:
        return
    container, look_of = blocks.container, blocks.elements.looks().places
    asked: dict[int, list[int]] = {look_of[container[row]]: [] for row in missing}
    for row in range(len(keep)):
        if container[row] >= 0 and (look := look_of[container[row]]) in asked and _is_question(blocks, row):
            asked[look].append(row)
    for rows in asked.values():
        answered = [row for row in rows if _is_answered(blocks, keep, row)]
        if len(answered) >= max(MIN_ENTRIES, MIN_ANSWERED_SHARE * len(rows)):
            counts = Counter(blocks.text[row] for row in rows)
            once = [row for row in answered if counts[blocks.text[row]] == 1]
            keep_all(set(missing).intersection(once), "lead-in", keep, rule)


def _may_be_asked(blocks: Blocks, keep: Sequence[bool], rule: Sequence[str], row: int) -> bool:
    is_doubted = not keep[row] and rule[row].startswith(BY_MODEL) and blocks.container[row] >= 0
    return is_doubted and _is_question(blocks, row)


def _is_question(blocks: Blocks, row: int) -> bool:
    text = blocks.text[row]
    return asks(text) and not is_long(text, is_bold=True) and blocks.link_density(row) < MAX_LINK_DENSITY


def _is_answered(blocks: Blocks, keep: Sequence[bool], row: int) -> bool:
    return row + 1 < len(keep) and keep[row + 1] and len(blocks.text[row + 1]) >= MIN_ANSWER_CHARS


def keep_lists(blocks: Blocks, keep: list[bool], rule: list[str], score: Sequence[float]) -> None:
    """Keep lists without lists in them of which half is kept, unless a removed part is too unlikely to be text.

    Ours: on left-out sites debian-docs gains .0006 of word F1 (34 pages up, 2 down); without the limit daniel, in view,
    loses .0005.
    """
    elements = blocks.elements
    places = elements.tagged({"ul", "ol"})
    for element, following in pairwise([*places, len(elements)]):
        rows = elements.rows(element)
        holds_list = following < elements.close[element]
        if not holds_list and len(rows) >= MIN_LIST and len(set(keep[rows.start : rows.stop])) > 1:
            chars = sum(len(blocks.text[row]) for row in rows)
            kept_chars = sum(len(blocks.text[row]) for row in rows if keep[row])
            if 2 * kept_chars >= chars and all(keep[row] or score[row] >= MIN_ITEM_SCORE for row in rows):
                keep_all(rows, "list", keep, rule)


def keep_lists_amid(blocks: Blocks, keep: list[bool], rule: list[str], words: Sequence[float]) -> None:
    """Keep what the model removed of lists, except lists of links, if the kept text before introduces them with a
    colon, or they stand between kept blocks of the same element.

    Ours: by left-out models wcxb-dev gains .0006 of word F1 (37 pages up, 4 down); gold texts have nine of ten words so
    kept.
    """
    elements = blocks.elements
    sums: tuple[list[float], list[float]] = ([], [])  # computed once, if needed
    done = 0  # all blocks before this one are dealt with
    for element in elements.tagged(LIST_TAGS):
        start, stop = elements.first[element], elements.end[element]
        if stop <= done or not start or not keep[start - 1]:
            continue
        is_introduced = introduces(blocks.text[start - 1])
        if is_introduced or _is_amid(blocks, keep, element):
            linked, total = sums = sums if sums[0] else _link_sums(blocks, words)
            if linked[stop] - linked[start] <= MAX_LIST_LINK_DENSITY * (total[stop] - total[start]):
                done = stop
                mine = [row for row in range(start, stop) if rule[row].startswith(BY_MODEL)]
                keep_all(mine, "introduced" if is_introduced else "amid", keep, rule)


def _link_sums(blocks: Blocks, words: Sequence[float]) -> tuple[list[float], list[float]]:
    """Before each block, and after the last, the sums of words in links and of all words."""
    density = map(blocks.link_density, range(len(blocks)))
    return [*accumulate(map(mul, words, density), initial=0.0)], [*accumulate(words, initial=0.0)]


def _is_amid(blocks: Blocks, keep: Sequence[bool], element: int) -> bool:
    """Whether the block after an element is kept and, like the kept block before, in a sibling of the element."""
    elements, container = blocks.elements, blocks.container
    before, after = elements.first[element] - 1, elements.end[element]
    if after == len(keep) or not keep[after]:
        return False
    return elements.parent[container[before]] == elements.parent[element] == elements.parent[container[after]]


def keep_all(rows: Iterable[int], name: str, keep: list[bool], rule: list[str]) -> None:
    """Keep these blocks; those that were removed get the rule `name`."""
    for row in rows:
        if not keep[row]:
            keep[row], rule[row] = True, name


def _leads_in(blocks: Blocks, row: int) -> bool:
    """Whether the block is the heading of the next one or opens it, in the same section, possibly in an element of its
    own.

    Ours: 256 of 360 headings that this brings back on wcxb-dev, mostly questions over answers, are in the gold texts.
    """
    is_heading, section = _heading(blocks, row)
    if not (is_heading or opens_another(blocks, row)) or section < 0 or _heading(blocks, row + 1)[0]:
        return False
    elements = blocks.elements
    if elements.tag[section] == "body" and elements.parent[blocks.container[row]] != section:
        return False  # over the whole page, in an element of its own: mostly a site's name
    return row + 1 < elements.end[section]


def _heading(blocks: Blocks, row: int) -> tuple[bool, int]:
    """Whether the block is a heading, by its container or one that holds nothing else; and the element around that."""
    elements, container = blocks.elements, blocks.container[row]
    is_heading, element = blocks.tag(row) in HEADING_TAGS, elements.parent[container] if container >= 0 else -1
    while element >= 0 and elements.first[element] == row and elements.end[element] == row + 1:
        is_heading |= elements.tag[element] in HEADING_TAGS
        element = elements.parent[element]
    return is_heading, element


def opens_another(blocks: Blocks, row: int) -> bool:
    """Whether the block, or an element that holds nothing else, opens another, as the question over a folded answer."""
    elements, element = blocks.elements, blocks.inner[row]
    while element >= 0 and elements.first[element] == row and elements.end[element] == row + 1:
        attributes = elements.attributes[element]
        if elements.tag[element] == OPENING_TAG:
            return True
        if attributes and not _OPENING.isdisjoint(attributes) and attributes.get("aria-haspopup") != "true":
            return True
        element = elements.parent[element]
    return False


def _begins_definition(blocks: Blocks, row: int) -> bool:
    """Whether the block is the first of a definition, directly or in elements of its own: `<dd><p>`."""
    elements, element = blocks.elements, blocks.container[row]
    while element >= 0 and elements.first[element] == row and elements.tag[element] != "dd":
        element = elements.parent[element]
    return element >= 0 and elements.first[element] == row


def _is_part(blocks: Blocks, row: int) -> bool:
    """Whether the block has the same container as the blocks before and after it."""
    container = blocks.container
    return container[row - 1] == container[row] == container[row + 1]


def keep_tables(tables: PageTables, keep: list[bool], rule: list[str], returning: tuple[str, ...] = ("",)) -> None:
    """Keep all of each data table if most of its characters are kept (rule "data table"), otherwise each row with a
    kept cell (rule "table row"). Cells removed by a rule that begins with none of the `returning` stay out.

    Ours: by left-out models wcxb-dev gains .0003 of word F1 (11 pages up, 1 down) over dropping the other tables, as
    Kitten does. Whole rows are for readers.
    """
    if not tables.leaves:
        return
    settled = {row for row, name in enumerate(rule) if not (keep[row] or name.startswith(returning))}
    for rows, is_kept in divided_tables(tables, keep, settled=settled):
        for together in [rows] if is_kept else _table_rows(tables.blocks, rows):
            if any(keep[row] for row in together):
                keep_all(together, "data table" if is_kept else "table row", keep, rule)


def keep_headed(tables: PageTables, keep: list[bool], rule: list[str], score: Sequence[float]) -> None:
    """Keep data tables and lists of terms, all of which the model removed, right under a kept heading: the details of a
    product. Not tables of links, nor unlikely ones.

    Ours: by two left-out models wcxb-dev gains .0002 of word F1, debian-docs .0003, newspaper4k-articles, whose golds
    leave tables out, loses .0003, each on a single page.
    """
    blocks, elements = tables.blocks, tables.blocks.elements
    lists = [elements.rows(element) for element in elements.outermost({"dl"})]
    leaves = [elements.rows(leaf.element) for leaf in tables.leaves]
    for place, rows in enumerate([*leaves, *lists]):
        before = rows.start - 1
        if len(rows) < MIN_LIST or before < 0 or not keep[before] or blocks.tag(before) not in HEADING_TAGS:
            continue
        if any(keep[row] or not rule[row].startswith(BY_MODEL) for row in rows):
            continue
        chars = [len(blocks.text[row]) for row in rows]
        is_linked = sum(blocks.link_chars[row] for row in rows) > MAX_LINK_DENSITY * sum(chars)
        is_likely = sum(map(mul, chars, score[rows.start : rows.stop])) >= MIN_ITEM_SCORE * sum(chars)
        if is_likely and not is_linked and (place >= len(leaves) or tables.is_data(tables.leaves[place])):
            keep_all(rows, "headed", keep, rule)


def _table_rows(blocks: Blocks, rows: Sequence[int]) -> Iterator[list[int]]:
    """The blocks of each row of a table."""
    elements = blocks.elements
    found = defaultdict(list)
    row_of = {-1: -1}  # the `tr` that each element is or stands in
    for row in rows:
        for element in elements.unknown(blocks.container[row], row_of):
            row_of[element] = element if elements.tag[element] == "tr" else row_of[elements.parent[element]]
        found[row_of[blocks.container[row]]].append(row)
    found.pop(-1, None)  # captions
    yield from found.values()


def divided_tables(
    tables: PageTables, keep: Sequence[bool], *, settled: Collection[int]
) -> Iterator[tuple[list[int], bool]]:
    """The blocks of each data table that is kept in part, and whether most of its characters are kept.

    Blocks that are `settled` do not count.
    """
    text, elements = tables.blocks.text, tables.blocks.elements
    for table in tables.leaves:
        rows = [row for row in elements.rows(table.element) if row not in settled]
        if len({keep[row] for row in rows}) == 2 and tables.is_data(table):
            kept_chars = sum(len(text[row]) for row in rows if keep[row])
            yield rows, 2 * kept_chars >= sum(len(text[row]) for row in rows)
