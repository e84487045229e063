"""The stage around the tree: features, verdicts, explanations, and unusable models."""

from pathlib import Path

import pytest

from cleanweb.classify.ice_tree import SHIPPED, IceTree, block_items
from cleanweb.errors import DataError, UsageError
from cleanweb.models.decision_tree import DecisionTree, Leaf, Split
from cleanweb.page import Blocks

TREE = DecisionTree(
    Split(
        "wordcount",
        3,
        Leaf({"h": 9.0, "n": 1.0}, "h"),
        Split("stop_ratio", 0.2, Leaf({"n": 4.0}, "n"), Leaf({"p": 6.0}, "p")),
    ),
    {},
)
ROWS = [
    ("body>h1", "Green tea"),
    ("body>p", "The tea of the house is the best."),
    ("body>p", "Assam Ceylon Darjeeling Oolong"),
]


@pytest.fixture
def model(tmp_path: Path) -> str:
    TREE.save(tmp_path / "tree.json")
    return str(tmp_path / "tree.json")


def test_verdicts_are_the_leaves(model: str) -> None:
    verdicts = IceTree(model=model, stoplist="en")(Blocks.of(ROWS))
    assert verdicts.keep == [True, True, False]
    assert verdicts.kind == ["h", "p", "p"]
    assert verdicts.rule == ["leaf h", "leaf p", "leaf n"]
    assert verdicts.score == [0.9, 1.0, 0.0]


def test_a_leaf_that_no_item_reached_scores_nothing(tmp_path: Path) -> None:
    DecisionTree(Leaf({"p": 0.0}, "p"), {}).save(tmp_path / "tree.json")
    classifier, blocks = IceTree(model=str(tmp_path / "tree.json"), stoplist="en"), Blocks.of(ROWS)
    verdicts = classifier(blocks)
    assert (verdicts.keep, verdicts.score) == ([True] * 3, [0.0] * 3)
    assert classifier.explain(blocks, verdicts, [0])[0].reason.startswith("whatever it is: p (0%")


@pytest.mark.parametrize(("label", "is_kept", "kind"), [("p", 1, "p"), ("h", 1, "h"), ("l", 1, "l"), ("n", 0, "p")])
def test_kinds_are_kept_as_such(tmp_path: Path, label: str, is_kept: int, kind: str) -> None:
    DecisionTree(Leaf({label: 3.0, "n": 1.0} if is_kept else {"n": 4.0}, label), {}).save(tmp_path / "tree.json")
    verdicts = IceTree(model=str(tmp_path / "tree.json"), stoplist="en")(Blocks.of(ROWS[:1]))
    assert (verdicts.keep, verdicts.kind, verdicts.score) == ([bool(is_kept)], [kind], [0.75 * is_kept])


def test_features_of_a_block() -> None:
    items = block_items(Blocks.of(ROWS[:2]), "en", with_divergence=False)
    assert items[0] == {"wordcount": 2, "parent_tag": "h1", "cap_ratio": 0.5, "punct_ratio": 0.0, "stop_ratio": 0.0}
    assert items[1]["wordcount"] == 8
    assert items[1]["cap_ratio"] == items[1]["punct_ratio"] == 1 / 8


def test_divergence_is_a_feature_when_asked_for() -> None:
    items = block_items(Blocks.of(ROWS), "en", with_divergence=True)
    assert items[0]["divergence"] == pytest.approx(0)
    assert all(isinstance(item["divergence"], float) and item["divergence"] > 0 for item in items[1:])
    without_query = block_items(Blocks.of(ROWS[1:]), "en", with_divergence=True)
    assert [item["divergence"] for item in without_query] == [0.0, 0.0]


def test_explains_by_the_path(model: str) -> None:
    stage = IceTree(model=model, stoplist="en")
    blocks = Blocks.of(ROWS)
    told = stage.explain(blocks, stage(blocks), [2, 0])
    assert told[0].reason == "wordcount > 3 and stop_ratio <= 0.2: n (100% of the training items with these features)"
    assert told[1].reason == "wordcount <= 3: h (90% of the training items with these features)"
    assert told[1].numbers["parent_tag"] == "h1"


@pytest.mark.parametrize("name", SHIPPED)
def test_shipped_models_work(name: str) -> None:
    stage = IceTree(model=name)
    assert ("divergence" in stage.tree().features()) == (name == "ice_tree_divergence")
    text = "The tea of the house is the best that there is, and it is made with water from the well behind the house."
    verdicts = stage(Blocks.of([("html>body>p", text), ("html>body>li", "Home")]))
    assert verdicts.keep == [True, False]
    assert verdicts.kind[0] == "p"


def test_model_that_is_not_there_and_tree_of_another_kind(tmp_path: Path) -> None:
    with pytest.raises(DataError, match="cannot be read"):
        IceTree(model="no_such_model")
    DecisionTree(Split("rows", 3, Leaf({"p": 1.0}, "p"), Leaf({"n": 1.0}, "n")), {}).save(tmp_path / "other.json")
    with pytest.raises(DataError, match=r"expected a tree over .*wordcount; found rows"):
        IceTree(model=str(tmp_path / "other.json"))
    with pytest.raises(UsageError, match="no stop list"):
        IceTree(stoplist="no such list")
