"""The script of 2008: worked examples and laws."""

import json
from pathlib import Path

import pytest
from hypothesis import given, settings

from cleanweb.evaluate.words import WordCounts, tokens, word_counts, word_scores
from tests.property.strategies import lists_of

CASES = json.loads((Path(__file__).parents[1] / "cases" / "word_scores.json").read_text(encoding="utf-8"))
TEXTS = lists_of(["a", "b", "c", "<p>", "<l>", "\n"], 30).map(" ".join)


@pytest.mark.parametrize("case", CASES, ids=[case["label"] for case in CASES])
def test_worked_example(case: dict) -> None:
    counts = word_counts(case["gold"], case["output"], **case.get("settings", {}))
    assert counts._asdict() == case["counts"]
    scores = word_scores(counts)._asdict()
    assert {name: scores[name] for name in case.get("scores", {})} == pytest.approx(case.get("scores", {}), abs=1e-4)


def test_totals_are_scores_of_sums() -> None:
    one, other = word_counts("a b", "a"), word_counts("a", "a b c d")
    total = WordCounts(*map(sum, zip(one, other, strict=True)))
    assert (word_scores(total).p, word_scores(total).r) == (2 / 5, 2 / 3)


@settings(max_examples=200)
@given(TEXTS, TEXTS)
def test_optimal_alignment_never_finds_fewer(gold: str, output: str) -> None:
    blocks, optimal = word_counts(gold, output), word_counts(gold, output, alignment="lcs")
    assert optimal.tp >= blocks.tp
    assert blocks.tp + blocks.fn == optimal.tp + optimal.fn == len(gold.split())
    assert blocks.tp + blocks.fp == optimal.tp + optimal.fp == len(output.split())


@settings(max_examples=100)
@given(TEXTS, TEXTS)
def test_optimal_alignment_is_symmetric(gold: str, output: str) -> None:
    one, other = (word_counts(*pair, alignment="lcs") for pair in ((gold, output), (output, gold)))
    assert (one.tp, one.fp, one.fn) == (other.tp, other.fn, other.fp)


def test_very_many_blank_lines_take_linear_time() -> None:
    blank = "\n \t\r\n" * 100_000  # scanning them again for each would take half an hour
    assert tokens(f"one{blank} URL: left out{blank}two URL") == ["one", "two", "URL"]
