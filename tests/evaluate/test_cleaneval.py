"""The official scorer: worked examples, and equality with a second implementation."""

import json
import random
from pathlib import Path

import pytest
from hypothesis import given, settings

from cleanweb.evaluate.alignment import align, common_count
from cleanweb.evaluate.cleaneval import cleaneval_scores, tokens
from tests.evaluate.cleaneval_reference import reference_scores, tuples_of
from tests.property.strategies import lists_of
from tests.timing import within

CASES = json.loads((Path(__file__).parents[1] / "cases" / "cleaneval_scores.json").read_text(encoding="utf-8"))
PIECES = [*"a b e A . , ... <p> <h> <l> <P> <x> < é É — 中 \u00a0 URL: \r".split(" "), *[" "] * 4, "\t", *["\n"] * 3]
TEXTS = lists_of(PIECES, 40).map("".join)


@pytest.mark.parametrize("case", CASES, ids=[case["label"] for case in CASES])
def test_worked_example(case: dict) -> None:
    scores = cleaneval_scores(case["gold"], case["output"], unit=case.get("unit", "word"))._asdict()
    assert {name: scores[name] for name in case["scores"]} == pytest.approx(case["scores"], abs=1e-4)


@settings(max_examples=600)
@given(TEXTS, TEXTS)
def test_both_implementations_agree(gold: str, output: str) -> None:
    assert cleaneval_scores(gold, output)._asdict() == pytest.approx(reference_scores(gold, output))


@settings(max_examples=600)
@given(*[lists_of([b"a", b"b", b"c", b"e", b"<p>", b"<l>"], 30)] * 2)
def test_both_alignments_agree(output: list[bytes], gold: list[bytes]) -> None:
    pairs = align(output, gold, b"e")
    assert pairs == [(token, other) for token, other, _ in tuples_of(output, gold)]
    assert len(pairs) == len(output) + len(gold) - common_count(output, gold)


@settings(max_examples=100)
@given(TEXTS)
def test_a_text_against_itself_is_perfect(text: str) -> None:
    expected = 100 if tokens(text, with_tags=False) else 0
    assert cleaneval_scores(text, text).to == expected


@pytest.mark.parametrize("unit", ["byte-pair", "char"])
def test_units_keep_tags_whole_and_drop_spaces(unit: str) -> None:
    found = tokens("<p>abc <h>d\n<l>e f", unit=unit)
    split = {"byte-pair": [b"ab", b"c"], "char": [b"a", b"b", b"c"]}[unit]
    last = {"byte-pair": [b"ef"], "char": [b"e", b"f"]}[unit]
    assert found == [b"<p>", *split, b"<h>", b"d", b"<l>", *last]


def test_long_pages_take_well_under_a_second() -> None:
    draw = random.Random(1)
    gold = " ".join(str(int(draw.paretovariate(0.8))) for _ in range(20_000))
    output = " ".join(word for word in gold.split() if draw.random() < 0.8)
    with within(1):
        cleaneval_scores(gold, output)
