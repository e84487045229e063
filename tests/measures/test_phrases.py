"""Signs that bound phrases in many scripts, and what only looks like one."""

import json
from pathlib import Path

import pytest

from cleanweb.measures.phrases import ends_phrase, phrase_sign_count

CASES = json.loads((Path(__file__).parents[1] / "cases" / "phrase_signs.json").read_text(encoding="utf-8"))


@pytest.mark.parametrize("case", CASES, ids=[case["text"] for case in CASES])
def test_cases(case: dict[str, str | int]) -> None:
    text = str(case["text"])
    assert phrase_sign_count(text) == case["signs"], case["comment"]
    assert ends_phrase(text) == case["ends"], case["comment"]
