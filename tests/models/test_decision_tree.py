"""Trees: their answers, how they print, and messages for damaged files."""

import json
from pathlib import Path

import pytest

from cleanweb.errors import DataError
from cleanweb.models.decision_tree import FORMAT, VERSION, DecisionTree, Leaf, Split, load

TREE = DecisionTree(
    Split(
        "wordcount",
        15.0,
        Split("parent_tag", "h1", Leaf({"h": 35.0, "n": 7.2}, "h"), Leaf({"n": 25.0}, "n")),
        Leaf({"n": 1.0, "p": 80.0}, "p"),
    ),
    {"made_by": "hand"},
)


def test_answers_by_number_and_by_name() -> None:
    assert TREE.leaf({"wordcount": 15, "parent_tag": "h1"}).label == "h"
    assert TREE.leaf({"wordcount": 15, "parent_tag": "p"}).label == "n"
    assert TREE.leaf({"wordcount": 15.5, "parent_tag": "h1"}).label == "p"
    assert TREE.leaf({"wordcount": 99, "parent_tag": ""}).share == 80 / 81


def test_path_says_why() -> None:
    assert TREE.path({"wordcount": 3, "parent_tag": "p"}) == ["wordcount <= 15", "parent_tag != h1"]


def test_missing_feature_is_an_error() -> None:
    with pytest.raises(KeyError):
        TREE.leaf({"wordcount": 3})


def test_prints_as_rules_with_counts() -> None:
    assert list(TREE.rules()) == [
        "wordcount <= 15:",
        "| parent_tag = h1: h (42.2/7.2)",
        "| parent_tag != h1: n (25)",
        "wordcount > 15: p (81/1)",
    ]
    assert list(DecisionTree(Leaf({"p": 1.0}, "p"), {}).rules()) == ["p (1)"]


def test_knows_its_features_and_size() -> None:
    assert TREE.features() == {"wordcount", "parent_tag"}
    assert TREE.leaf_count() == 3


def test_a_saved_tree_comes_back(tmp_path: Path) -> None:
    path = tmp_path / "tree.json"
    TREE.save(path)
    assert load(path) == TREE
    first = path.read_bytes()
    load(path).save(path)
    assert path.read_bytes() == first
    assert list(tmp_path.iterdir()) == [path]


DOCUMENT = {"format": FORMAT, "version": VERSION, "about": {}, "tree": {"class": "p", "counts": {"p": 1}}}


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("{", "expected a model made by `cleanweb train ice-tree` or `cleanweb train tables`, found a text file"),
        ("[1]", "expected a model made by .* found a text file"),
        (json.dumps({"format": "other"}), "expected a model made by .* found a text file"),
        (json.dumps(DOCUMENT | {"version": 99}), "expected version 1 of cleanweb decision tree, found version 99"),
        (json.dumps(DOCUMENT | {"tree": {"class": "p", "counts": {"h": 1}}}), "the tree is damaged"),
        (json.dumps(DOCUMENT | {"tree": {"class": "p", "counts": [1]}}), "the tree is damaged"),
        (json.dumps(DOCUMENT | {"tree": {"class": "p", "counts": {"p": 10**400}}}), "the tree is damaged"),
        (json.dumps(DOCUMENT | {"tree": {"feature": "x"}}), "the tree is damaged"),
        (json.dumps(DOCUMENT | {"tree": {"feature": "x", "at": None, "yes": {}, "no": {}}}), "the tree is damaged"),
        (json.dumps(DOCUMENT | {"tree": 5}), "the tree is damaged"),
        (json.dumps({"format": FORMAT, "version": VERSION}), "the tree is damaged"),
    ],
)
def test_broken_files_are_named_with_the_reason(tmp_path: Path, content: str, message: str) -> None:
    path = tmp_path / "tree.json"
    path.write_text(content, encoding="utf-8")
    with pytest.raises(DataError, match=message) as caught:
        load(path)
    assert str(path) in str(caught.value)


def test_missing_file_and_undecodable_file(tmp_path: Path) -> None:
    with pytest.raises(DataError, match="cannot be read"):
        load(tmp_path / "none.json")
    (tmp_path / "tree.json").write_bytes(b"\xff\xfe{")
    with pytest.raises(DataError, match="found a binary file of another kind"):
        load(tmp_path / "tree.json")


def test_a_failed_save_leaves_what_was_there(tmp_path: Path) -> None:
    path = tmp_path / "tree.json"
    TREE.save(path)
    before = path.read_bytes()
    with pytest.raises(TypeError):
        DecisionTree(TREE.root, {"not JSON": object()}).save(path)
    assert path.read_bytes() == before
    assert list(tmp_path.iterdir()) == [path]
