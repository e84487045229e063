"""Each page in `tests/pages` against what is expected of it; `make golden` writes that anew."""

from pathlib import Path

import pytest

from tests.fixtures import PAGES, page_name
from tests.golden import rendered


@pytest.mark.parametrize("source", sorted(PAGES.glob("*/source.html")), ids=page_name)
def test_page(source: Path) -> None:
    made = rendered(source.parent)
    assert set(made) >= {"expected.txt", "expected.log"}
    for name, text in made.items():
        assert text == (source.parent / name).read_bytes().decode("utf-8"), f"{name}: see `make golden`"
