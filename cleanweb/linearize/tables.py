"""A data table as sentences, one per row: each datum with the headers that apply to it.

Paper: Falco, Moriceau and Vilnat, "Kitten", section 3.1.2, whose pattern is
`thema? ;;? finalImportant? ;;? (header? ;? header ; data /?)+`.

Differs from the paper: the mark before the datum is a colon, as in its printed example; a sentence ends with the full
stop of its script; words keep their case (there `Dimensions Comparison` becomes `comparison`); the paper does not say
what the pattern means for spans, several header rows, labels of groups of rows and headers on the right: this is ours;
a datum without a header is written alone; long headers, themes and notes are not repeated.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from itertools import groupby, pairwise

from cleanweb.linearize.draft import Draft, Line
from cleanweb.linearize.punctuation import COMMA_LIKE, full_stop, is_ended
from cleanweb.measures.endings import COLONS
from cleanweb.page import CellRole, LeafTable, TableCell
from cleanweb.segment.leaf_tables import leaf_tables
from cleanweb.segment.table_roles import cell_roles, is_data_table

# Maximum length in characters of headers, themes or notes that are repeated before each datum; longer ones are written
# once, so that the text stays in proportion to the page. Ours: the longest note of the gold has 404.
MAX_REPEATED = 500
MAX_ROOM = 4  # places in all rows per cell of a table, again to keep the text in proportion; ours
MAX_SPANNED = 16  # spanned rows per cell, likewise. Ours: in the gold's tables there are at most 2.8
JOIN = ", "  # between several headers, themes or notes


def rewrite_tables(draft: Draft, form: str, models: str = "") -> None:
    """Write the page's data tables as sentences or rows, or drop them; "cells" leaves them alone.

    A table is left alone if a block has text of several cells, as when they share a line of the source. `models` is the
    folder of the table models, "" for the shipped ones.
    """
    if form == "cells" or "table" not in draft.blocks.elements.tag:
        return
    for table in leaf_tables(draft.blocks):
        rows = draft.rows(table.element)
        if not any(draft.lines[row] for row in rows) or (form != "drop" and _have_blocks_in_common(draft, table)):
            continue
        if form == "sentences":
            if roles := cell_roles(draft.blocks, table, models):
                _write_sentences(draft, table, roles)
        elif not is_data_table(draft.blocks, table, models):
            continue
        elif form == "rows":
            _write_rows(draft, table)
        else:
            for line in draft.lines_of(table.element):
                draft.removed(line.row, "table dropped", line.text)
            draft.clear(rows)


def _have_blocks_in_common(draft: Draft, table: LeafTable) -> bool:
    """Whether some block is in two cells."""
    return any(cell.stop > following.start for cell, following in pairwise(draft.rows(c.element) for c in table.cells))


def _write_rows(draft: Draft, table: LeafTable) -> None:
    """Write a line for each row with text, its cells separated by tabs; cells that span rows are in their first row.

    Empty cells are written too, so that each cell is below its header, except in columns that are entirely empty.
    """
    rows: dict[int, list[TableCell]] = {}
    for cell in table.cells:
        if draft.lines_of(cell.element):
            rows.setdefault(cell.row, []).append(cell)
    columns = sorted({cell.column for row in rows.values() for cell in row})
    place = {column: number for number, column in enumerate(columns)}
    is_sparse = sum(place[row[-1].column] for row in rows.values()) > MAX_ROOM * len(table.cells)
    for row in rows.values():
        first = draft.lines_of(row[0].element)[0]
        parts = [""] * (len(row) if is_sparse else place[row[-1].column] + 1)
        for number, cell in enumerate(row):
            parts[number if is_sparse else place[cell.column]] = draft.text_of(cell.element)
            draft.clear(draft.rows(cell.element))
        draft.lines[first.row] = [Line("\t".join(parts), "p", first.row)]


def _write_sentences(draft: Draft, table: LeafTable, roles: Sequence[CellRole]) -> None:
    """Write a line for each row with data; record texts that are left out as removed, and repeated ones as added."""
    rule = "table sentence"
    places = [table.caption] if table.caption >= 0 else []
    places += [cell.element for cell in table.cells]
    texts = {element: draft.text_of(element) for element in places}
    sentences = table_sentences(table, roles, texts.__getitem__, draft.language)
    if not sentences:
        return
    first_row = {element: line.row for element in places for line in draft.lines_of(element)[:1]}
    lines: list[Line] = []
    seen: set[int] = set()
    for sentence in sentences:
        row = first_row[sentence.used[-1][0]]
        draft.added(row, rule, sentence.signs)
        for element, text in sentence.used:
            if element in seen:
                draft.added(row, "header repeated", text)
            elif text != texts[element]:  # without its last sign
                draft.removed(first_row[element], rule, texts[element][len(text) :].strip())
            seen.add(element)
        lines.append(Line(sentence.text, "p", row))
    for element in places:
        if texts[element] and element not in seen:
            draft.removed(first_row[element], "table cell left out", texts[element])
        draft.clear(draft.rows(element))
    start = draft.rows(table.element).start
    draft.lines[start] = lines + draft.lines[start]


Part = tuple[int, str]  # an element and its text as written


@dataclass(slots=True)
class Sentence:
    """A sentence being built. `used` are the elements whose texts are in it, in order; the rest of it is `signs`."""

    used: list[Part] = field(default_factory=list)
    _pieces: list[str] = field(default_factory=list)
    _signs: list[str] = field(default_factory=list)

    @property
    def text(self) -> str:
        """The whole sentence."""
        return "".join(self._pieces)

    @property
    def signs(self) -> str:
        """Its separators."""
        return "".join(self._signs)

    def add_sign(self, sign: str) -> None:
        """Write a separator."""
        self._pieces.append(sign)
        self._signs.append(sign)

    def add_parts(self, parts: Sequence[Part]) -> None:
        """Write the texts of elements, joined by commas."""
        for place, (element, text) in enumerate(parts):
            if place:
                self.add_sign(JOIN)
            self._pieces.append(text)
            self.used.append((element, text))


@dataclass(slots=True)
class _Headers:
    """The current headers while the rows are read from the top."""

    columns: dict[int, list[Part]] = field(default_factory=dict)
    is_open: bool = False  # the previous row was a header row: the next one is a further level
    group: list[Part] = field(default_factory=list)
    told: set[int] = field(default_factory=set)  # elements that are written and too long to be repeated

    def tell(self, parts: Sequence[Part]) -> list[Part]:
        """The parts with text, except long ones that are already written."""
        parts = [part for part in parts if part[1] and part[0] not in self.told]
        if sum(len(text) + len(JOIN) for _, text in parts) > MAX_REPEATED:
            self.told.update(element for element, _ in parts)
        return parts


def table_sentences(
    table: LeafTable, roles: Sequence[CellRole], text_of: Callable[[int], str], language: str = ""
) -> list[Sentence]:
    """The sentences of a data table, from the roles of its cells.

    `text_of` gives the text of an element (a cell or the caption), "" for one that is not written. `language` is the
    page's, if known.
    """
    role_of = {cell.element: role for cell, role in zip(table.cells, roles, strict=True)}
    texts = {cell.element: _trimmed(text_of(cell.element), role_of[cell.element], language) for cell in table.cells}
    thema = [(table.caption, _trimmed(text_of(table.caption), "thema", language))] if table.caption >= 0 else []
    thema += [(cell.element, texts[cell.element]) for cell in table.cells if role_of[cell.element] == "thema"]
    final = [(cell.element, texts[cell.element]) for cell in table.cells if role_of[cell.element] == "finalImportant"]
    headers = _Headers()
    sentences = []
    for number, row in enumerate(_rows(table)):
        told = [cell for cell in row if role_of[cell.element] in ("header", "data")]
        if any(role_of[cell.element] == "data" for cell in told):
            headers.is_open = False
            sentence = Sentence()
            for parts in (headers.tell(thema), headers.tell(final)):
                sentence.add_parts(parts)
                if parts:
                    sentence.add_sign(" ;; ")
            if _add_groups(sentence, row, role_of, texts, headers):
                text = sentence.text
                if text.endswith(COLONS) or not is_ended(text):
                    sentence.add_sign(full_stop(text, language))
                sentences.append(sentence)
        elif begun := [cell for cell in told if cell.row == number and texts[cell.element]]:
            _read_headers(headers, begun, texts, table)
    return sentences


def _rows(table: LeafTable) -> list[list[TableCell]]:
    """For each row its cells, from left to right, including those that span into it.

    If spans take far more room than the table has cells, cells are in their first rows only.
    """
    rows: list[list[TableCell]] = [[] for _ in range(table.row_count)]
    has_room = sum(cell.rowspan for cell in table.cells) <= MAX_SPANNED * len(table.cells)
    for cell in table.cells:
        for row in range(cell.row, cell.row + (cell.rowspan if has_room else 1)):
            rows[row].append(cell)
    for cells in rows:
        cells.sort(key=lambda cell: cell.column)
    return rows


def _trimmed(text: str, role: CellRole, language: str) -> str:
    """Strip final marks that the pattern supplies: comma, semicolon, a header's colon, a theme's or note's full stop.

    >>> _trimmed("Teas.", "thema", "en"), _trimmed("Teas...", "thema", "en"), _trimmed("No.", "header", "en")
    ('Teas', 'Teas...', 'No.')
    >>> _trimmed("4,", "data", ""), _trimmed("चहा.", "thema", "mr"), _trimmed("चाय.", "thema", "hi")
    ('4', 'चहा', 'चाय.')
    """
    if text[-1:] in COMMA_LIKE and not is_ended(text):
        text = text[:-1].rstrip() or text
    if role in ("header", "thema"):
        text = (text[:-1] if text.endswith(COLONS) else text).rstrip()
    stop = full_stop(text, language)
    is_note = role in ("thema", "finalImportant") and not text.endswith(2 * stop)
    return text.removesuffix(stop).rstrip() if is_note else text


def _read_headers(headers: _Headers, begun: Sequence[TableCell], texts: dict[int, str], table: LeafTable) -> None:
    """Read a row without data: the label of a group of rows, or a level of column headers."""
    first = begun[0]
    is_label = len(begun) == 1 and first.column == 0 and table.column_count > 1
    if is_label:
        headers.group = [(first.element, texts[first.element])]
        return
    if not headers.is_open:
        headers.columns = {}
        headers.group = []
    headers.is_open = True
    for cell in begun:
        for column in range(cell.column, cell.column + cell.colspan):
            headers.columns.setdefault(column, []).append((cell.element, texts[cell.element]))


def _add_groups(
    sentence: Sentence, row: Sequence[TableCell], role_of: dict[int, CellRole], texts: dict[int, str], headers: _Headers
) -> bool:
    """Write `column header ; row header: datum` for each datum of a row; return whether there was one."""
    is_header = [role_of[cell.element] == "header" and bool(texts[cell.element]) for cell in row]
    has_header = any(is_header)
    has_stub = row[0].column > 0 or bool(texts[row[0].element])
    group = headers.group if has_header or has_stub else []
    is_first = True
    row_headers = _row_headers(is_header)
    beside_of: dict[range, list[Part]] = {}  # row headers as last told, so that thousands are not told again
    for place, cell in enumerate(row):
        datum = headers.tell([(cell.element, texts[cell.element])] if role_of[cell.element] == "data" else [])
        if not datum:
            continue
        above = headers.tell(_above(cell, headers.columns))
        near = row_headers[place]
        if near not in beside_of:
            beside_of[near] = [*group, *((row[other].element, texts[row[other].element]) for other in near)]
        beside = beside_of[near] = headers.tell(beside_of[near])
        if not is_first:
            sentence.add_sign(" / ")
        is_first = False
        sentence.add_parts(above)
        if above and beside:
            sentence.add_sign(" ; ")
        sentence.add_parts(beside)
        if above or beside:
            sentence.add_sign(": ")
        sentence.add_parts(datum)
    return not is_first


def _above(cell: TableCell, columns: dict[int, list[Part]]) -> list[Part]:
    """The headers above all columns of a cell, each once, from the outermost to the innermost."""
    found: dict[int, str] = {}
    for column in range(cell.column, cell.column + cell.colspan):
        found.update(columns.get(column, ()))
    return list(found.items())


def _row_headers(is_header: Sequence[bool]) -> list[range]:
    """For each place of a row, the places of the nearest run of headers to the left; if there is none, to the right.

    >>> _row_headers([False, True, True, False])[0], _row_headers([False, True, True, False])[3]
    (range(1, 3), range(1, 3))
    """
    runs: list[tuple[range, bool]] = []
    for is_run, group in groupby(is_header):
        start = runs[-1][0].stop if runs else 0
        runs.append((range(start, start + len(list(group))), is_run))
    nearest = next((run for run, is_run in runs if is_run), range(0))
    found: list[range] = []
    for run, is_run in runs:
        nearest = run if is_run else nearest
        found += [nearest] * len(run)
    return found
