"""Gold texts as segments, and the classes that they give to blocks."""

import pytest

from cleanweb.train.segments import block_labels, gold_segments

GOLD = """URL: http://tea.example/

<h>Green tea
<p>Boil some fresh water and let it cool for two
minutes before you pour it.
<l>One spoon of leaves
<L>Two minutes of patience
"""


def test_segments_of_a_gold_text() -> None:
    assert [(kind, " ".join(text.split())) for kind, text in gold_segments(GOLD)] == [
        ("h", "Green tea"),
        ("p", "Boil some fresh water and let it cool for two minutes before you pour it."),
        ("l", "One spoon of leaves"),
        ("l", "Two minutes of patience"),
    ]


@pytest.mark.parametrize(("gold", "segments"), [("", []), ("URL: x\n", []), ("Tea\n", [("p", "Tea\n")])])
def test_texts_without_tags(gold: str, segments: list[tuple[str, str]]) -> None:
    assert gold_segments(gold) == segments


def test_labels_of_blocks() -> None:
    texts = [
        "Home | Login",
        "Green tea",
        "Boil some fresh water and let it cool",
        "for two minutes before you pour it.",
        "One spoon of leaves",
        "(c) The Tea House",
        "",
    ]
    assert block_labels(texts, GOLD) == ["n", "h", "p", "p", "l", "n", "n"]


def test_a_block_over_two_segments_has_the_kind_of_most_of_it() -> None:
    assert block_labels(["Green tea Boil some fresh water and let it cool"], GOLD) == ["p"]
    assert block_labels(["tea"], "") == ["n"]
