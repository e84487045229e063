"""What the shipped models say about easy tables, and the repairs after them."""

import shutil
from collections.abc import Sequence
from pathlib import Path
from types import SimpleNamespace

import pytest

from cleanweb.classify.kitten import Kitten as Classifier
from cleanweb.errors import DataError
from cleanweb.linearize.kitten import Kitten as Linearizer
from cleanweb.measures.cell_roles import role_features
from cleanweb.measures.leaf_table import CellFacts, cell_facts
from cleanweb.models import FILES
from cleanweb.page import Blocks, CellRole, LeafTable
from cleanweb.segment.cell_repairs import repaired_roles
from cleanweb.segment.leaf_tables import leaf_tables
from cleanweb.segment.table_roles import MAX_READ, PageTables, cell_roles, is_data_table
from tests.blocks import plain_blocks

PRICES = (
    "<table><tr><th>Tea</th><th>Origin</th><th>Price</th></tr><tr><td>Oolong<td>Taiwan<td>4.50</tr>"
    "<tr><td>Sencha<td>Japan<td>3.80</tr><tr><td>Assam<td>India<td>2.90</tr></table>"
)
MATRIX = (
    "<table><tr><td></td><td><b>2019</b></td><td><b>2020</b></td><td><b>2021</b></td></tr>"
    "<tr><td><b>Births</b><td>412<td>398<td>405</tr><tr><td><b>Deaths</b><td>377<td>401<td>390</tr>"
    "<tr><td><b>Marriages</b><td>150<td>99<td>131</tr></table>"
)
MENU = "<table><tr><td><a href=a>Home</a><td><a href=b>News</a><td><a href=c>Contact</a></table>"
FRAME = (
    "<table><tr><td><p>A long paragraph that tells a story, with a second sentence. And a third one.<p>More.</table>"
)


def test_data_and_layout() -> None:
    blocks = plain_blocks(MENU + PRICES + FRAME + MATRIX)
    assert [is_data_table(blocks, table) for table in leaf_tables(blocks)] == [False, True, False, True]


def test_a_single_cell_has_no_grid_whatever_the_tree_says(monkeypatch: pytest.MonkeyPatch) -> None:
    always = SimpleNamespace(leaf=lambda _: SimpleNamespace(label="data"))
    monkeypatch.setattr("cleanweb.segment.table_roles.layout_tree", lambda _: always)
    blocks = plain_blocks("<table><tr><td>Tea</table><table><tr><td>Tea<td>Milk</table>")
    single, row = leaf_tables(blocks)
    assert [is_data_table(blocks, table) for table in (single, row)] == [False, True]
    assert [len(cell_roles(blocks, table)) for table in (single, row)] == [0, 2]


def test_whether_a_table_holds_data_is_worked_out_once_a_page(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = []

    def is_data(_: Blocks, table: LeafTable, __: str) -> bool:
        asked.append(table.element)
        return is_data_table(blocks, table)

    monkeypatch.setattr("cleanweb.segment.table_roles.is_data_table", is_data)
    blocks = plain_blocks(MENU + PRICES)
    tables = PageTables(blocks)
    assert [tables.is_data(table) for table in tables.leaves * 2] == [False, True] * 2
    assert asked == [table.element for table in tables.leaves]


def test_a_tree_of_another_stage_is_told_before_the_first_page(tmp_path: Path) -> None:
    shutil.copy(FILES / "ice_tree.json", tmp_path / "table_layout.json")
    shutil.copy(FILES / "table_roles.json", tmp_path)
    with pytest.raises(DataError, match=r"table_layout\.json: expected a tree that tells data from layout, found h, l"):
        Classifier(table_models=str(tmp_path))
    with pytest.raises(DataError, match=r"table_layout\.json: "):
        Linearizer(table_models=str(tmp_path))


def roles_by_row(html: str) -> list[str]:
    blocks = plain_blocks(html)
    (table,) = leaf_tables(blocks)
    rows = [""] * table.row_count
    for cell, role in zip(table.cells, cell_roles(blocks, table), strict=True):
        rows[cell.row] += role[0]
    return rows


def test_roles_of_a_relation_and_of_a_matrix() -> None:
    assert roles_by_row(PRICES) == ["hhh", "ddd", "ddd", "ddd"]
    assert roles_by_row(MATRIX) == ["nhhh", "hddd", "hddd", "hddd"]


def repaired_by_row(rows: str, roles: str) -> list[str]:
    letters: dict[str, CellRole] = {"h": "header", "d": "data", "n": "neutral", "t": "thema"}
    blocks = plain_blocks(f"<table>{rows}</table>")
    table: LeafTable = leaf_tables(blocks)[0]
    told = repaired_roles(cell_facts(blocks, table), [letters[letter] for letter in roles.replace(" ", "")])
    found = [""] * table.row_count
    for cell, role in zip(table.cells, told, strict=True):
        found[cell.row] += "r" if role == "finalNonImportant" else role[0]  # so that "f" is finalImportant
    return found


def test_a_lone_cell_in_a_row_of_headers() -> None:
    assert repaired_by_row("<tr><td>a<td>b<td>c<tr><td>1<td>2<td>3", "hdh ddd") == ["hhh", "ddd"]
    assert repaired_by_row("<tr><td>a<td>b<tr><td>1<td>2", "hd dd") == ["hd", "dd"]


def test_a_row_of_headers_said_again() -> None:
    rows = "<tr><td>a<td>b<tr><td>1<td>2<tr><td>a<td>b<tr><td>1<td>2"
    assert repaired_by_row(rows, "hh dd hd dd") == ["hh", "dd", "rr", "dd"]


def test_a_column_agrees_under_its_header() -> None:
    rows = "<tr><td>a<td>b<tr><td>c<td>1<tr><td>d<td>2<tr><td>e<td>3"
    assert repaired_by_row(rows, "hh hd dd hd") == ["hh", "hd", "hd", "hd"]


def test_an_empty_header_is_neutral() -> None:
    assert repaired_by_row("<tr><td><td>b<tr><td>c<td>1", "hh hd") == ["nh", "hd"]


def test_a_short_cell_with_a_colon_names_the_one_behind_it() -> None:
    assert repaired_by_row("<tr><td>a:<td>1<td>b:<td>2", "dhdd") == ["hdhd"]
    assert repaired_by_row("<tr><td>a:<td>b:<td>c:", "ddd") == ["ddd"]
    assert repaired_by_row("<tr><td>a:<td><b>1</b>", "hh") == ["hh"], "two headers, the second in bold"


def test_a_bold_cell_alone_names_a_group_of_rows() -> None:
    rows = "<tr><td>a<td>b<td>c<tr><td>{}<td><td><tr><td>x<td>1<td>2<tr><td>y<td>3<td>4"
    assert repaired_by_row(rows.format("<b>group</b>"), "hhh ddd ddd ddd") == ["hhh", "hnn", "ddd", "ddd"]
    assert repaired_by_row(rows.format("missing"), "hhh ddd ddd ddd") == ["hhh", "ddd", "ddd", "ddd"]
    last = "<tr><td>a<td>b<td>c<tr><td>x<td>1<td>2<tr><td><b>total</b><td><td>"
    assert repaired_by_row(last, "hhh ddd ddd") == ["hhh", "ddd", "ddd"]


def test_long_text_alone_heads_nothing_below_data() -> None:
    note = "* " + "Not a significant source of anything. " * 2
    rows = "<tr><td>a<td>b<tr><td>1<td>2<tr><td colspan=2>{}"
    assert repaired_by_row(rows.format(note), "hh dd h") == ["hh", "dd", "f"]
    assert repaired_by_row(rows.format("Total"), "hh dd h") == ["hh", "dd", "h"]
    assert repaired_by_row(f"<tr><td>1<td>2<tr><td colspan=2>{note}<tr><td>3<td>4", "dd h dd") == ["dd", "d", "dd"]
    assert repaired_by_row(f"<tr><td colspan=2>{note}<tr><td>1<td>2", "h dd") == ["h", "dd"]


def test_a_long_table_is_told_by_its_first_rows() -> None:
    count = MAX_READ // 2  # rows of three cells
    body = "".join(f"<tr><td>Tea {row}<td>Land {row % 7}<td>{row}.50" for row in range(count))
    rows = roles_by_row(f"<table><tr><th>Tea<th>From<th>Price{body}</table>")
    assert rows == ["hhh", *["ddd"] * count]


def test_of_a_long_table_whole_rows_are_read_but_at_least_one(monkeypatch: pytest.MonkeyPatch) -> None:
    read = []

    def features(blocks: Blocks, table: LeafTable, facts: Sequence[CellFacts]) -> list[dict[str, float]]:
        read.append(len(facts))
        return role_features(blocks, table, facts)

    monkeypatch.setattr("cleanweb.segment.table_roles.role_features", features)
    for limit in (7, 6, 5, 2):
        monkeypatch.setattr("cleanweb.segment.table_roles.MAX_READ", limit)
        roles_by_row(PRICES)
    assert read == [6, 6, 3, 12]
