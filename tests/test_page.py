"""Blocks and verdicts are sequences, as lists are."""

import pytest

from cleanweb.page import Blocks, Verdict, Verdicts
from cleanweb.segment.leaf_tables import leaf_tables

BLOCKS = Blocks.of([("html>body>h1", "Tea"), ("html>body>p", "Boil water."), ("html>body>p", "Wait.")])
VERDICTS = Verdicts([True, False, True], ["h", "p", "p"], ["sure", "short", "sure"], [1.0, 0.0, 0.5])


def test_rows_are_had_one_by_one_from_either_end_and_in_slices() -> None:
    assert (BLOCKS[0].text, BLOCKS[-1].text, BLOCKS[-1].index) == ("Tea", "Wait.", 2)
    assert [block.text for block in BLOCKS[1:]] == ["Boil water.", "Wait."]
    assert BLOCKS[::-2] == [BLOCKS[2], BLOCKS[0]]
    assert list(BLOCKS) == BLOCKS[:]
    assert VERDICTS[-1] == Verdict(True, "p", "sure", 0.5)
    assert [verdict.rule for verdict in VERDICTS[:2]] == ["sure", "short"]
    assert list(VERDICTS) == VERDICTS[:]


@pytest.mark.parametrize("rows", [BLOCKS, VERDICTS])
@pytest.mark.parametrize("index", [3, -4])
def test_rows_beyond_the_ends_are_none(rows: Blocks | Verdicts, index: int) -> None:
    with pytest.raises(IndexError):
        rows[index]


def test_elements_of_blocks_made_by_hand_close_after_all_inside() -> None:
    """They used to close at once, so that no stage saw a table."""
    blocks = Blocks.of([("table>tr>td", "Tea"), ("p", "Boil water.")])
    assert blocks.elements.close == [3, 3, 3, 4]
    (table,) = leaf_tables(blocks)
    assert [cell.element for cell in table.cells] == [2]
