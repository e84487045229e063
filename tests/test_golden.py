"""Each page in `tests/pages` against its expected files; `make golden` writes them anew."""

import json
from pathlib import Path

import pytest

from tests.fixtures import PAGES, page_name
from tests.golden import NUMBERS, numbers, rendered


@pytest.mark.parametrize("source", sorted(PAGES.glob("*/source.html")), ids=page_name)
def test_page(source: Path) -> None:
    made = rendered(source.parent)
    assert set(made) >= {"expected.txt", "expected.log"}
    for name, text in made.items():
        assert text == (source.parent / name).read_bytes().decode("utf-8"), f"{name}: see `make golden`"


def test_the_numbers_of_the_default() -> None:
    made, expected = numbers(), json.loads(NUMBERS.read_text("utf-8"))
    assert list(made) == list(expected)
    moved = {name: (row, made[name]) for name, row in expected.items() if made[name] != pytest.approx(row, rel=2e-5)}
    assert not moved, "these are what the model was trained on; train it again, then see `make golden`"
