"""The features of tables and cells, computed by hand on a small table: trained models depend on these values."""

import pytest

from cleanweb.measures.cell_roles import role_features
from cleanweb.measures.leaf_table import LONG_TEXT, MAX_LABEL, cell_facts, table_features
from cleanweb.normalize.plain import Plain
from cleanweb.parse import parse
from cleanweb.segment.blocks import BlockElements
from cleanweb.segment.leaf_tables import leaf_tables

TABLE = b"""<table border=1><caption>T</caption>
<tr><th>City<th>People<th>Link
<tr><td>Aa<td>12<td><a href=x>more</a>
<tr><td>Bbbb<td>345<td></table>"""
BLOCKS = BlockElements()(parse(TABLE), Plain())
(GRID,) = leaf_tables(BLOCKS)
FACTS = cell_facts(BLOCKS, GRID)
LETTERS = 4 + 6 + 4 + 2 + 2 + 4 + 4 + 3


def test_features_of_a_table() -> None:
    found = table_features(BLOCKS, GRID, FACTS)
    expected = {
        "row_count": 3, "column_count": 3, "cell_count": 9, "mean_cells_per_row": 3, "deviation_cells_per_row": 0,
        "has_form": 0, "has_caption": 1, "has_thead": 0, "has_border": 1, "is_nested": 0,
        "tags_per_cell": (1 + 1 + 3 + 9 + 1) / 9,  # caption, tbody, tr, th and td, a
        "th_share": 3 / 9, "merged_share": 0, "max_row_empty_share": 1 / 3, "max_column_empty_share": 1 / 3,
        "alphabetical_share": 5 / 9, "digit_share": 2 / 9, "link_share": 1 / 9, "empty_share": 1 / 9,
        "control_share": 0, "other_share": 0, "link_char_share": 4 / LETTERS, "plain_share": 7 / 8,
        "marker_share": 2 / 9, "day_number_share": 1 / 9, "sentence_share": 0, "repeated_share": 0,
        "mean_length": LETTERS / 9, "max_length": 6, "long_share": 0, "mean_line_count": 8 / 9, "max_line_count": 1,
        "first_row_length": 14 / 3, "first_column_length": 10 / 3, "first_row_length_ratio": 14 / 3 * 9 / LETTERS,
        # All alphabetical; alphabetical, digit, link; alphabetical, digit, empty: 1, -1/3, -1/3; columns likewise.
        "row_content_consistency": 1 / 9, "column_content_consistency": 1 / 3,
        "filled_row_count": 3, "filled_column_count": 3, "related_row_share": 1, "plain_related_row_share": 2 / 3,
        "has_label_row": 1, "has_label_column": 1, "has_head_row": 1, "has_head_column": 0,
        "digit_column_share": 1 / 3,
    }  # fmt: skip # features of one kind in a row
    assert {name: found[name] for name in expected} == pytest.approx(expected)


@pytest.mark.parametrize(
    ("name", "rows", "expected"),
    [
        ("plain_share", f"<td>{'t' * LONG_TEXT}<td>{'t' * (LONG_TEXT + 1)}", 1 / 2),
        ("long_share", f"<td>{'t' * LONG_TEXT}<td>{'t' * (LONG_TEXT + 1)}", 1 / 2),
        ("plain_share", "<td>Tea<td><p>Tea<p>Tea", 1 / 2),
        ("plain_share", "<td>Tea<td><a href=x>Te</a>a", 1 / 2),
        ("plain_share", "<td>T<a href=x>e</a>a<td><a href=x>Te</a>as", 1 / 2),
        ("plain_share", "<td>Tea<td><button>Buy</button><td>", 1 / 2),
        ("control_share", "<td>Tea <button>Buy</button><td>Tea", 1 / 2),
        ("digit_share", "<td>7 a<td>7 ab", 1 / 2),
        ("link_share", "<td><a href=x>Te</a>as<td><a href=x>T</a>ea", 1 / 2),
        ("other_share", "<td>-<td>- a", 1 / 2),
        ("marker_share", "<td>---<td>----<td>n/a<td>", 1 / 4),
        ("day_number_share", "<td>31<td>311<td>3a<td>", 1 / 4),
        ("sentence_share", "<td>Tea.<td>Tea", 1 / 2),
        ("repeated_share", "<td>Tea<td>Tea<td>", 1 / 2),
        ("merged_share", "<td colspan=2>a<td rowspan=2>b<tr><td>c<td>d", 1 / 2),
        ("has_form", "<td><form>a</form>", 1),
        ("has_thead", "<thead><tr><td>a</thead>", 1),
        ("is_nested", "<td><table><tr><td>a</table>", 1),
        ("max_row_empty_share", "<td>a<td><tr><td>b<td>c", 1 / 2),
        ("max_column_empty_share", "<td>a<td><tr><td>b<td>c<tr><td>d<td>", 2 / 3),
        ("deviation_cells_per_row", "<td>a<tr><td>b<td>c<td>d", 1),
        ("deviation_length", "<td>a<td>abc", 1),
        ("max_line_count", "<td>Tea<td><p>Tea<p>Tea", 2),
        ("row_length_consistency", "<td>a<td>aaa<tr><td>a<td>", (0 - 1 / 2) / 2),
        ("row_length_consistency", "<td>aaaaaaaaa<td><td>", 1 / 2 - 1),
        ("column_length_consistency", "<td>a<td>a<tr><td>aaa<td>a", (0 + 1 / 2) / 2),
        ("first_row_length_ratio", "<td>aaa<td>a<tr><td>a<td>a", 2 / 1.5),
        ("first_column_length_ratio", "<td>aaa<td>a<tr><td>aaa<td>a", 3 / 2),
        ("filled_row_count", "<td>a<td><tr><td><td><tr><td>b<td>", 2),
        ("filled_column_count", "<td>a<td><tr><td>b<td>", 1),
        ("related_row_share", "<td>a<td>b<tr><td>c<td><tr><td><td>", 1 / 2),
        ("plain_related_row_share", "<td>a<td>b<tr><td>c<td><p>d<p>e", 1 / 2),
        ("has_label_row", f"<td>{'a' * MAX_LABEL}<td>b", 1),
        ("has_label_row", f"<td>{'a' * (MAX_LABEL + 1)}<td>b", 0),
        ("has_label_row", "<td>a<td>a", 0),
        ("has_label_row", "<td>a<td>b 7", 0),
        ("has_label_row", "<td>a<td><a href=x>b</a>", 0),
        ("has_label_row", "<td>a<td><tr><td>b<td>c", 0),
        ("has_label_column", "<td>a<tr><td>b", 1),
        ("has_label_column", "<td>a<td>b", 0),
        ("has_head_row", "<th>a<td><b>b</b><td><tr><td>c<td>d<td>e", 1),
        ("has_head_row", "<th>a<td>b<tr><td>c<td>d", 0),
        ("has_head_row", "<th>a<th>b", 0),
        ("has_head_row", "<td><td><tr><td>c<td>d<tr><td>e<td>f", 0),
        ("has_head_column", "<th>a<td>b<tr><th>c<td>d", 1),
        ("has_head_column", "<th>a<tr><th>b", 0),
        (
            "digit_column_share",
            "<td>a<td>a" + "<tr><td>1<td>1" * 3 + "<tr><td>1 b<td>b<tr><td>b<td>b<tr><td>",
            1 / 2,
        ),
        ("digit_column_share", "<td>1<td>1<tr><td>1<td>", 1 / 2),
    ],
)
def test_each_feature_of_a_table_by_itself(name: str, rows: str, expected: float) -> None:
    blocks = BlockElements()(parse(f"<table><tr>{rows}</table>".encode()), Plain())
    (table,) = leaf_tables(blocks)
    assert table_features(blocks, table, cell_facts(blocks, table))[name] == pytest.approx(expected)


def test_features_of_a_table_without_text() -> None:
    blocks = BlockElements()(parse(b"<table><tr><td><td><tr><td></table>"), Plain())
    (table,) = leaf_tables(blocks)
    found = table_features(blocks, table, cell_facts(blocks, table))
    of_text = [name for name in found if name.startswith(("has_", "filled_", "plain_", "related_", "first_", "link_"))]
    assert {name: found[name] for name in of_text} == dict.fromkeys(of_text, 0)
    assert (found["empty_share"], found["row_length_consistency"], found["row_content_consistency"]) == (1, 1 / 2, 1)


def test_features_of_a_cell() -> None:
    cells = {fact.text: features for fact, features in zip(FACTS, role_features(BLOCKS, GRID, FACTS), strict=True)}
    expected = {
        "is_th": 0, "is_emphasised": 0, "is_empty": 0, "is_digit": 1, "is_link": 0, "is_text": 0, "is_control": 0,
        "length": 3, "digit_share": 1, "line_count": 1, "height": 1, "width": 1, "width_share": 1 / 3,
        "row": 2, "row_filled": 2, "row_emphasised": 0, "row_th": 0, "row_empty": 1 / 3, "row_digit": 1 / 2,
        "row_length": 3.5, "row_repeated": 0, "under_filled": 0, "over_filled": 3, "over_digit": 1 / 3,
        "column": 1, "column_emphasised": 1 / 3, "column_th": 1 / 3, "column_empty": 0, "column_digit": 2 / 3,
        "column_distinct": 1, "column_link": 0, "same_in_column": 1 / 3,
        "body_filled": 2, "body_digit": 1, "body_length": 2.5, "length_to_body": 3 / 2.5,
        "left_filled": 1, "left_emphasised": 0, "left_colon": 0, "right_digit": 0, "is_alone": 0, "rows_left": 0,
        "in_head": 0, "in_foot": 0, "row_count": 3, "column_count": 3, "corner_empty": 0, "same_bodies": 1 / 2,
        "head_differs": 2 / 3, "head_filled": 3, "head_digit": 0, "head_th": 1, "head_emphasised": 1,
        "head_length": 14 / 3, "left_body_emphasised": 0, "left_body_th": 0, "left_body_digit": 0,
        "left_body_link": 0, "left_body_length": 3, "left_distinct": 1, "table_digit": (0 + 1 / 3 + 1 / 2) / 3,
    }  # fmt: skip # features of one kind in a row
    assert {name: cells["345"][name] for name in expected} == pytest.approx(expected)
    assert (cells["Aa"]["right_digit"], cells["People"]["left_emphasised"]) == (1, 1)
    assert (cells["more"]["is_link"], cells["City"]["is_text"], cells[""]["is_empty"]) == (1, 1, 1)


def test_features_of_a_cell_among_merged_ones() -> None:
    """The first cell is two columns wide; the last of the row of totals is the lower half of the number above it."""
    rows = (
        "<thead><tr><td colspan=2><b>Teas</b><td>Price:</thead><tr><td>Oolong:<td>hot<td>7<tr><td>Oolong:<td>hot<td>7"
        "<tr><td>12<td>!<td rowspan=2>8<tfoot><tr><td><td><b>All</b>"
    )
    blocks = BlockElements()(parse(f"<table>{rows}</table>".encode()), Plain())
    (table,) = leaf_tables(blocks)
    facts = cell_facts(blocks, table)
    cells = role_features(blocks, table, facts)

    def of(text: str, *names: str) -> list[float]:
        return [
            next(found for fact, found in zip(facts, cells, strict=True) if fact.text == text)[name] for name in names
        ]

    assert of("Teas", "width", "width_share", "is_emphasised", "in_head", "in_foot") == [2, 2 / 3, 1, 1, 0]
    assert of("Teas", "column_merged", "row_merged", "rows_left") == [1 / 5, 1 / 2, 4]
    assert of("Price:", "column", "ends_in_colon", "left_emphasised", "left_filled", "over_filled") == [2, 1, 1, 1, 0]
    assert of("hot", "left_colon", "right_digit", "in_head", "column_emphasised") == [1, 1, 0, 1 / 4]
    assert of("hot", "under_filled", "under_digit", "over_digit", "over_filled") == [3, 1 / 3, 0, 2]
    assert [cell["row_repeated"] for cell in cells] == [0] * 5 + [1] * 3 + [0] * 5
    assert of("!", "under_emphasised", "under_filled", "same_in_column", "column_distinct") == [1, 1, 1 / 4, 3 / 4]
    assert of("8", "height", "under_filled", "under_emphasised") == [2, 0, 0]
    assert of("", "is_empty", "is_alone", "same_in_column", "in_foot", "length_to_body") == [1, 0, 0, 1, 0]
    assert of("All", "is_alone", "left_filled", "left_emphasised", "rows_left", "in_foot") == [1, 0, 0, 0, 1]
    assert of("All", "corner_empty", "head_differs", "head_emphasised", "same_bodies") == [0, 1 / 2, 1 / 2, 1 / 2]
    assert of("All", "left_distinct", "left_body_digit", "left_body_length") == [3 / 4, 1 / 3, 16 / 3]


@pytest.mark.parametrize(
    ("rows", "expected"),
    [
        (
            "<td>abc<td>",
            {"body_filled": 0, "length_to_body": 3, "head_differs": 1, "same_bodies": 0, "left_body_length": 0},
        ),
        ("<td><td><tr><td>a<td>7", {"head_differs": 0, "head_filled": 0, "corner_empty": 1, "same_bodies": 1}),
        ("<td>a<td>b<tr><td>c<td>7<tr><td>d<td>8", {"same_bodies": 1, "head_differs": 1 / 2}),
        ("<td>a<td>b<td>c<tr><td>d<td>7<td>", {"same_bodies": 1, "head_differs": 2 / 3, "table_digit": 1 / 4}),
        ("<td>a<td><tr><td>a<td>", {"row_repeated": 0}),
        ("<td>a<td>b<tr><td>a<td>b", {"row_repeated": 1}),
        ("<td>abc<td>a<tr><td>d<td>", {"length_to_body": 1}),
    ],
)
def test_features_of_the_last_text_of_small_tables(rows: str, expected: dict[str, float]) -> None:
    blocks = BlockElements()(parse(f"<table><tr>{rows}</table>".encode()), Plain())
    (table,) = leaf_tables(blocks)
    facts = cell_facts(blocks, table)
    cells = role_features(blocks, table, facts)
    last = max(place for place, fact in enumerate(facts) if fact.text)
    assert {name: cells[last][name] for name in expected} == pytest.approx(expected)
