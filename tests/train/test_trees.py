"""Trees grown from items classify these items correctly."""

import pytest

from cleanweb.errors import DataError
from cleanweb.train.trees import grow

pytestmark = pytest.mark.slow  # scikit-learn alone takes seconds to import

ITEMS = [{"words": words, "tag": tag} for words in range(1, 21) for tag in ("h1", "p")]
LABELS = ["p" if item["words"] > 10 else "h" if item["tag"] == "h1" else "n" for item in ITEMS]


def test_learns_numbers_and_names() -> None:
    tree = grow(ITEMS, LABELS)
    assert [tree.leaf(item).label for item in ITEMS] == LABELS
    assert list(tree.rules()) == [
        "words <= 10.5:",
        "| tag = h1: h (10)",
        "| tag != h1: n (10)",
        "words > 10.5: p (20)",
    ]
    assert tree.leaf({"words": 3, "tag": "never seen"}).label == "n"


def test_is_the_same_every_time() -> None:
    assert grow(ITEMS, LABELS) == grow(ITEMS, LABELS)


def test_weights_and_limits() -> None:
    labels = ["a"] * 39 + ["b"]
    assert grow(ITEMS, labels).leaf(ITEMS[-1]).label == "b"
    assert grow(ITEMS, labels, min_leaf_share=0.2).leaf(ITEMS[-1]).label == "a"
    assert grow(ITEMS, labels, pruning=0.5).leaf_count() == 1
    weighted = grow(ITEMS, labels, weights=[0.5] * 39 + [30.0], min_leaf_share=0.2)
    assert weighted.leaf(ITEMS[-1]).counts["b"] == 30.0


def test_ends_that_say_the_same_are_one() -> None:
    """A split that only makes a leaf purer gives no rule."""
    items = [{"x": x} for x in range(9)]
    tree = grow(items, ["a", "a", "a", "a", "a", "b", "b", "b", "b"], weights=[1] * 9)
    assert tree.leaf_count() == 2
    tree = grow(items, ["a", "b", "a", "a", "a", "a", "a", "a", "a"], min_leaf_share=0.3)
    assert list(tree.rules()) == ["a (9/1)"]


def test_one_class_only() -> None:
    with pytest.raises(DataError, match=r"expected items of at least two classes to train on, found \{'p': 40\}"):
        grow(ITEMS, ["p"] * 40)
