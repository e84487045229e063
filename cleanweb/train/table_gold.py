"""The gold of tables: `leaf_tables.jsonl` (a table a line) and `linearised.jsonl` (expected sentences of some).

A table has its outer HTML, `label` (data or layout), `domain`, `depth` (tables around it) and, if annotated, `cells`:
`[row, column, rowspan, colspan, role]` in document order.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from hashlib import sha256
from pathlib import Path
from typing import Any, cast

from cleanweb.errors import DataError
from cleanweb.normalize.plain import Plain
from cleanweb.page import Blocks, CellRole, LeafTable
from cleanweb.parse import parse
from cleanweb.segment.blocks import BlockElements
from cleanweb.segment.leaf_tables import leaf_tables
from cleanweb.segment.table_roles import LABELS, ROLES

TABLES = "leaf_tables.jsonl"
SENTENCES = "linearised.jsonl"


@dataclass(frozen=True, slots=True)
class GoldTable:
    """A table of the gold and its annotations."""

    id: str
    domain: str
    depth: int
    is_data: bool
    html: str
    cells: Sequence[tuple[int, int, int, int, CellRole]] | None
    sentences: Sequence[str] | None

    def read(self, segment: BlockElements) -> tuple[Blocks, LeafTable]:
        """The table as this segmenter sees it. Raises DataError when it is no leaf table with the gold's cells."""
        blocks, table = self._parsed(self.html, segment)
        if self.cells is not None and len(table.cells) != len(self.cells):
            # Cells outside any row: the parser used for the gold ignored them, ours gives them rows of their own.
            blocks, table = self._parsed(_without_stray_cells(self.html), segment)
        if self.cells is not None and len(table.cells) != len(self.cells):
            raise DataError(
                f"table {self.id}: expected {len(self.cells)} cells as in the gold, found {len(table.cells)}"
            )
        return blocks, table

    def _parsed(self, html: str, segment: BlockElements) -> tuple[Blocks, LeafTable]:
        blocks = segment(parse(html.encode("utf-8", "replace").replace(b"\0", b"")), Plain())
        found = leaf_tables(blocks)
        if len(found) != 1:
            raise DataError(f"table {self.id}: expected one leaf table with cells in its html, found {len(found)}")
        return blocks, replace(found[0], depth=self.depth)

    def roles(self) -> list[CellRole]:
        """The gold roles in the order of the cells; empty if not annotated."""
        return [cell[4] for cell in self.cells or ()]


def read_tables(folder: Path) -> list[GoldTable]:
    """All tables of a gold folder, in the order of the file. Raises DataError when a file is missing or damaged."""
    sentences: dict[Any, Sequence[str]] = {}
    for line in _lines(folder / SENTENCES, ("id", "expected")):
        expected = line["expected"]
        if not isinstance(expected, list) or not all(isinstance(sentence, str) for sentence in expected):
            raise DataError(f"{folder / SENTENCES}: table {line['id']}: expected a list of sentences")
        sentences[str(line["id"])] = expected
    tables = []
    for line in _lines(folder / TABLES, ("id", "domain", "depth", "label", "html", "cells")):
        _check_table(folder / TABLES, line)
        try:
            cells = line["cells"] and [(*map(int, cell[:4]), cell[4]) for cell in line["cells"]]
        except (IndexError, KeyError, TypeError, ValueError):
            raise DataError(
                f"{folder / TABLES}: table {line['id']}: expected cells as [row, column, rowspan, colspan, role]"
            ) from None
        if cells and not all(cell[4] in ROLES for cell in cells):
            raise DataError(f"{folder / TABLES}: table {line['id']}: expected cell roles {', '.join(ROLES)}")
        tables.append(
            GoldTable(
                id=str(line["id"]),
                domain=line["domain"],
                depth=line["depth"],
                is_data=line["label"] == "data",
                html=line["html"],
                cells=cast("Sequence[tuple[int, int, int, int, CellRole]] | None", cells),
                sentences=sentences.get(str(line["id"])),
            )
        )
    if not tables:
        raise DataError(f"{folder / TABLES}: expected tables, found none")
    _check_together(folder / TABLES, tables)
    return tables


def _check_together(path: Path, tables: Sequence[GoldTable]) -> None:
    """Raises DataError for ids that several tables share, and for tables with sentences but no roles."""
    for name, count in Counter(table.id for table in tables).items():
        if count > 1:
            raise DataError(f"{path}: table {name}: {count} tables are called so; expected an id for each")
    for table in tables:
        if table.sentences is not None and not table.cells:
            raise DataError(f"{path}: table {table.id}: expected cells with roles, since {SENTENCES} has its sentences")


def _check_table(path: Path, line: dict[str, Any]) -> None:
    """Raises DataError for a line with values of the wrong type; cells are checked later."""
    texts = (line["domain"], line["html"])
    if (
        line["label"] not in LABELS
        or type(line["depth"]) is not int
        or not all(isinstance(text, str) for text in texts)
    ):
        raise DataError(
            f"{path}: table {line['id']}: expected domain and html as texts, depth as a whole number, and "
            f"{' or '.join(LABELS)} as label"
        )


def digest(folder: Path) -> str:
    """The beginning of the SHA-256 of a gold's tables, which identifies it."""
    return sha256((folder / TABLES).read_bytes()).hexdigest()[:16]


def _lines(path: Path, fields: Sequence[str]) -> list[dict[str, Any]]:
    if not path.is_file():
        raise DataError(f"{path.parent}: expected a gold set of tables with {TABLES} and {SENTENCES}; no {path.name}")
    found = []
    try:
        text = path.read_text(encoding="utf-8-sig")
    except (OSError, UnicodeDecodeError) as error:
        raise DataError(f"{path}: expected JSON lines in UTF-8: {error}") from None
    for number, line in enumerate(text.split("\n"), 1):
        if not line.strip():
            continue
        try:
            record = json.loads(line)
            found.append({field: record[field] for field in fields})
        except (ValueError, KeyError, TypeError, RecursionError) as error:
            raise DataError(f"{path}, line {number}: expected JSON with {', '.join(fields)}; {error!r}") from None
    return found


def _without_stray_cells(html: str) -> str:
    from bs4 import BeautifulSoup

    soup = BeautifulSoup(html, "html.parser")  # this parser leaves cells where they are written
    for cell in soup.find_all(["td", "th"]):
        if cell.parent is not None and cell.parent.name != "tr":
            cell.decompose()
    return str(soup)
