"""Grids of leaf tables: the place of each cell once spans are laid out."""

import pytest

from cleanweb.segment.leaf_tables import cell_text, leaf_tables
from tests.blocks import plain_blocks
from tests.timing import within

CASES = [
    ("plain grid", "<tr><td>a<td>b<tr><td>c<td>d", [(0, 0, 1, 1), (0, 1, 1, 1), (1, 0, 1, 1), (1, 1, 1, 1)]),
    ("a colspan moves what follows", "<tr><td colspan=2>a<td>b", [(0, 0, 1, 2), (0, 2, 1, 1)]),
    ("a rowspan takes a place below", "<tr><td rowspan=2>a<td>b<tr><td>c", [(0, 0, 2, 1), (0, 1, 1, 1), (1, 1, 1, 1)]),
    ("a rowspan ends with the table", "<tr><td rowspan=9>a<tr><td>b", [(0, 0, 2, 1), (1, 1, 1, 1)]),
    ("rowspan 0 means to the end", "<tr><td>x<tr><td rowspan=0>a<tr><tr>", [(0, 0, 1, 1), (1, 0, 3, 1)]),
    ("rows without cells count", "<tr><tr><td>a", [(1, 0, 1, 1)]),
    ("spans that are no numbers", "<tr><td colspan=two>a<td rowspan=-1>b", [(0, 0, 1, 1), (0, 1, 1, 1)]),
    ("spans as HTML reads integers", "<tr><td colspan='\n+2x'>a<td colspan='\u00a02'>b", [(0, 0, 1, 2), (0, 2, 1, 1)]),
    (
        "spans end with column 1000",
        "<tr><td colspan=999>a<td colspan=9>b<td colspan=9 rowspan=2>c<tr><td>d",
        [(0, 0, 1, 999), (0, 999, 1, 1), (0, 1000, 1, 1), (1, 0, 1, 1)],
    ),
    ("a colspan of 0 is one of 1", "<tr><td colspan=0>a<td>b", [(0, 0, 1, 1), (0, 1, 1, 1)]),
    ("a colspan beyond the limit", "<tr><td colspan=9999>a", [(0, 0, 1, 1000)]),
    ("empty cells count", "<tr><td><td>a", [(0, 0, 1, 1), (0, 1, 1, 1)]),
    ("formulas have no cells", "<tr><td>a<math><tr><th>b</math><td>c", [(0, 0, 1, 1), (0, 1, 1, 1)]),
]


@pytest.mark.parametrize(("name", "rows", "expected"), CASES, ids=[case[0] for case in CASES])
def test_places(name: str, rows: str, expected: list[tuple[int, int, int, int]]) -> None:
    (table,) = leaf_tables(plain_blocks(f"<table>{rows}</table>"))
    assert [(c.row, c.column, c.rowspan, c.colspan) for c in table.cells] == expected, name


def test_only_leaves_with_cells() -> None:
    blocks = plain_blocks(
        "<table><tr><td>outer<table><caption>T</caption><tr><td><p>a<p>b</table>"
        "<td><table></table></table><table><tr><td>c</table>"
    )
    inner, last = leaf_tables(blocks)
    assert (inner.depth, last.depth) == (1, 0)
    assert cell_text(blocks, inner.caption) == "T"
    assert [cell_text(blocks, cell.element) for table in (inner, last) for cell in table.cells] == ["a b", "c"]


@pytest.mark.parametrize(
    "row", ["<tr><td rowspan=65534>a<td>b", "<tr><td colspan=100 rowspan=65534>a<td>b", "<tr><td colspan=999>a<td>b"]
)
def test_tables_of_spans_take_linear_time(row: str) -> None:
    """Cells that block all rows below them took quadratic time: a minute for these."""
    blocks = plain_blocks("<table>" + row * 4000)
    with within(8):
        (table,) = leaf_tables(blocks)
    assert (table.row_count, len(table.cells)) == (4000, 8000)


def test_the_depth_of_a_table_is_the_number_of_those_around_it() -> None:
    html = "<table><tr><td><table><tr><td>a</table><table><tr><td><table><tr><td>b</table></table><td>c</table>"
    assert [table.depth for table in leaf_tables(plain_blocks(html + "<table><tr><td>d</table>"))] == [1, 2, 0]


def test_no_tables() -> None:
    assert leaf_tables(plain_blocks("<p>a")) == []
