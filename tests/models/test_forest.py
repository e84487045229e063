"""Forests: how trees vote, and good and damaged files."""

import json
from pathlib import Path

import pytest

from cleanweb.errors import DataError
from cleanweb.models.forest import FlatTree, Forest, load

# width <= 2: a, else height <= 1: b, else a
TREE = FlatTree(feature=(0, -1, 1, -2, -3), at=(2.0, 0.0, 1.0, 0.0, 0.0), no=(2, 0, 4, 0, 0),
                leaves=((900, 100), (300, 700), (600, 400)))  # fmt: skip # a row for each column of the tree hides it
FOREST = Forest(("width", "height"), ("a", "b"), (TREE, TREE), {"data": "by hand"})


@pytest.mark.parametrize(
    ("width", "height", "label"), [(2, 0, "a"), (3, 1, "b"), (3, 2, "a")], ids=["left", "right left", "right right"]
)
def test_labels(width: float, height: float, label: str) -> None:
    assert FOREST.label({"width": width, "height": height, "unused": 9}) == label


def test_the_sum_of_shares_decides() -> None:
    sure = FlatTree((-1,), (0.0,), (0,), ((0, 1000),))
    assert Forest((), ("a", "b"), (FlatTree((-1,), (0.0,), (0,), ((600, 400),)), sure), {}).label({}) == "b"


def test_saved_and_loaded(tmp_path: Path) -> None:
    FOREST.save(tmp_path / "f.json")
    assert load(tmp_path / "f.json") == FOREST


@pytest.mark.parametrize(
    ("change", "told"),
    [
        ({"format": "x"}, "expected a model made by `cleanweb train tables`, found a text file"),
        ({"version": 0}, "train the model again"),
        ({"trees": []}, "damaged"),
        ({"trees": [{"feature": [0], "at": [1], "no": [0], "leaves": []}]}, "leads nowhere"),
        ({"trees": [{"feature": [-1], "at": [0], "no": [0], "leaves": [[1]]}]}, "leads nowhere"),
        ({"trees": [{"feature": [-1]}]}, "damaged"),
        ({"labels": None}, "damaged"),
        ({"trees": [{"feature": [float("inf")], "at": [0], "no": [0], "leaves": [[1, 1]]}]}, "damaged"),
    ],
)
def test_damaged_files(tmp_path: Path, change: dict[str, object], told: str) -> None:
    FOREST.save(tmp_path / "f.json")
    document = json.loads((tmp_path / "f.json").read_text())
    (tmp_path / "f.json").write_text(json.dumps(document | change))
    with pytest.raises(DataError, match=told):
        load(tmp_path / "f.json")


def test_no_file_and_no_json(tmp_path: Path) -> None:
    with pytest.raises(DataError, match="cannot be read"):
        load(tmp_path / "none.json")
    (tmp_path / "f.json").write_text("{")
    with pytest.raises(DataError, match="found a text file"):
        load(tmp_path / "f.json")
