"""The README's table of faults: every row names tests that exist, and every test of moving ground is in it."""

import ast
import re
from pathlib import Path

import pytest

TESTS = Path(__file__).parent.parent
README = TESTS.parent / "README.md"


def rows() -> list[list[str]]:
    """The cells of each row of the table."""
    table = README.read_text().split("<!-- faults: begin -->")[1].split("<!-- faults: end -->")[0]
    lines = [line for line in table.strip().splitlines() if not line.startswith("|--")]
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in lines[1:]]


def functions_of(module: str) -> set[str]:
    """The test functions of the one file of this name."""
    (path,) = TESTS.rglob(f"{module}.py")
    return {
        item.name
        for item in ast.parse(path.read_text()).body
        if isinstance(item, ast.FunctionDef) and item.name.startswith("test_")
    }


@pytest.mark.parametrize("row", rows(), ids=lambda row: row[0][:40])
def test_each_row_names_tests_that_exist(row: list[str]) -> None:
    fault, happens, tests = row
    assert fault
    assert happens
    named = re.findall(r"`(\w+)::(\w+)`", tests)
    assert named
    for module, function in named:
        assert function in functions_of(module)


def test_the_table_leaves_no_fault_out() -> None:
    named = {function for row in rows() for function in re.findall(r"::(\w+)`", row[2])}
    assert functions_of("test_moving_ground") | {"test_workers_killed_at_random_lose_nothing"} <= named
