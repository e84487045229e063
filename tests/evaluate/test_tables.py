"""The scorer of tables, on a gold set of two tables and on the real one if available."""

import json
import os
from pathlib import Path

import pytest
from click.testing import CliRunner

from cleanweb.cli.evaluate import command
from cleanweb.errors import DataError, UsageError
from cleanweb.evaluate.tables import class_scores, report, report_of
from cleanweb.segment.table_roles import layout_tree, role_forest
from cleanweb.train.table_folds import examples, predict
from cleanweb.train.table_gold import digest, read_tables

PRICES = (
    "<table><tr><th>Tea<th>From<th>Price<tr><td>Oolong<td>Taiwan<td>4.50<tr><td>Sencha<td>Japan<td>3.80"
    "<tr><td>Assam<td>India<td>2.90</table>"
)
MENU = "<table><tr><td><a href=a>Home</a><td><a href=b>News</a></table>"
CELLS = [[row, column, 1, 1, "data" if row else "header"] for row in range(4) for column in range(3)]


@pytest.fixture
def gold(tmp_path: Path) -> Path:
    base = {"domain": "tea.example", "depth": 0}
    tables = [
        {"id": "a", "label": "data", "html": PRICES, "cells": CELLS, **base},
        {"id": "b", "label": "layout", "html": MENU, "cells": None, **base},
    ]
    sentences = {"id": "a", "expected": ["Tea: Oolong / From: Taiwan / Price: 4.50.", "Tea: Sencha / Price: 9.99."]}
    (tmp_path / "leaf_tables.jsonl").write_text("".join(json.dumps(table) + "\n" for table in tables))
    (tmp_path / "linearised.jsonl").write_text(json.dumps(sentences) + "\n")
    return tmp_path


def test_figures(gold: Path) -> None:
    found = report_of(gold)
    assert found.figures()["data"] == found.figures()["header"] == found.figures()["cell_data"] == 1
    assert found.from_gold_roles == 0.5


def test_gates_and_json(gold: Path) -> None:
    run = CliRunner().invoke
    assert run(command, [str(gold), "--metric", "tables", "--min", "data=1"], standalone_mode=False).return_value == 0
    missed = run(command, [str(gold), "--metric", "tables", "--min", "sentences=.9"], standalone_mode=False)
    assert missed.return_value == 4
    printed = run(command, [str(gold), "--metric", "tables", "--json"]).stdout
    assert json.loads(printed)["cells"]["header"]["count"] == 3
    with pytest.raises(UsageError, match="no such measure of tables"):
        run(command, [str(gold), "--metric", "tables", "--min", "ave=1"], catch_exceptions=False)


def test_class_scores_by_hand() -> None:
    score = class_scores([[("a", "a"), ("a", "b")], [("b", "a")]], ["a", "c"])
    assert (score["a"].count, score["a"].precision, score["a"].recall, score["a"].f) == (2, 0.5, 0.5, 0.5)
    assert score["c"].f == 0
    assert score["a"].low <= 0.5 <= score["a"].high


def test_damaged_gold(gold: Path) -> None:
    (gold / "linearised.jsonl").unlink()
    with pytest.raises(DataError, match=r"no linearised\.jsonl"):
        report_of(gold)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "expected tables, found none"),
        ('{"cells": [[0, 0]]}', r"table a: expected cells as \[row, column, rowspan, colspan, role\]"),
        ('{"cells": [[0, 0, 1, 1, "head"]]}', "table a: expected cell roles header"),
    ],
)
def test_tables_that_are_none_are_told(gold: Path, text: str, message: str) -> None:
    table = {"id": "a", "domain": "d", "depth": 0, "label": "data", "html": PRICES}
    (gold / "leaf_tables.jsonl").write_text(json.dumps(table | json.loads(text)) + "\n" if text else "")
    with pytest.raises(DataError, match=message):
        report_of(gold)


def test_sentences_of_the_gold_of_tables() -> None:
    if not os.environ.get("CLEANWEB_DATA"):
        pytest.skip("CLEANWEB_DATA is not set to the folder of the gold sets")
    folder = Path(os.environ["CLEANWEB_DATA"]) / "tables"
    assert layout_tree().about["gold"] == role_forest().about["gold"] == digest(folder)
    found = examples([table for table in read_tables(folder) if table.sentences])
    assert report(found, predict(found, layout_tree(), role_forest()), "in sample").from_gold_roles == 1
