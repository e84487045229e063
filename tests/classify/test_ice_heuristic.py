"""Figure 1 of the ICE paper, case by case."""

import json
from pathlib import Path
from typing import Any

import pytest

from cleanweb.classify.ice_heuristic import IceHeuristic
from cleanweb.page import Blocks

CASES = json.loads((Path(__file__).parent.parent / "cases" / "ice_heuristic.json").read_text(encoding="utf-8"))
LONG = "Pour boiling water over the leaves and leave them alone for about four whole minutes."


def blocks_of(lines: list[str]) -> Blocks:
    """The lines that have text, as blocks, numbered as by the segmenter."""
    blocks = Blocks.of([("body", line) for line in lines if line])
    blocks.line = [number for number, line in enumerate(lines) if line]
    return blocks


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["name"])
def test_cases(case: dict[str, Any]) -> None:
    verdicts = IceHeuristic()(blocks_of(case["lines"]))
    expected = [kind for line, kind in zip(case["lines"], case["expected"], strict=True) if line]
    assert [kind if keep else "" for keep, kind in zip(verdicts.keep, verdicts.kind, strict=True)] == expected


def test_blocks_without_line_numbers_follow_each_other() -> None:
    assert IceHeuristic()(Blocks.of([("h2", "Black tea"), ("p", LONG)])).kind == ["h", "p"]


def test_parameters_move_the_limits() -> None:
    blocks = blocks_of(["Black tea", "", LONG])
    assert IceHeuristic(max_lines_between=0)(blocks).keep == [False, True]
    assert IceHeuristic(max_heading_words=20)(blocks).keep == [False, False]
    assert IceHeuristic(max_short_word_length=10)(blocks).keep == [False, False]
    assert IceHeuristic(max_short_length=9)(blocks).rule == ["short line", "long line"]


def test_explains_with_numbers() -> None:
    stage = IceHeuristic()
    blocks = blocks_of(["Tea", "Black tea", LONG, "Contact us", "a b c d e f g h i j k"])
    told = stage.explain(blocks, stage(blocks), range(5))
    assert [item.reason for item in told] == [
        "3 characters, not more than 3",
        "short (2 words), at most 2 lines before a long line",
        "15 words of 4.7 characters on average: running text",
        "2 words, not more than 10, and no heading of a long line",
        "words of 1.0 characters on average, not more than 3",
    ]
    heading = blocks_of(["a b c d e f g h i j k", LONG])
    assert [item.reason for item in stage.explain(heading, stage(heading), [0])] == [
        "words of 1.0 characters on average, at most 2 lines before a long line"
    ]
    assert told[2].numbers == {"length": 85, "word_count": 15, "word_length": 4.73}
