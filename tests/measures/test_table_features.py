"""The features of tables and cells, computed by hand on a small table: trained models depend on these values."""

import pytest

from cleanweb.measures.cell_roles import role_features
from cleanweb.measures.leaf_table import cell_facts, table_features
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
