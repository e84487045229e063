"""Floors for every system on the example corpus: a change that loses quality fails here before a release.

Scores are means over the pages of `examples/corpus`: `ave` of the official CleanEval scorer (0 to 100), `f1` of words
in common (0 to 1). Floors are a little below the measured figures and hold for these very pages: after changing a page
or a gold text, measure again and write down the new digest and floors.
"""

import hashlib
import json
from pathlib import Path
from statistics import fmean

import pytest

from cleanweb import cleaner
from cleanweb.evaluate.gold_texts import read_gold_texts
from cleanweb.evaluate.metrics import Bag, CleanEval
from tests.fixtures import CORPUS

PINNED = json.loads((Path(__file__).parent / "floors.json").read_text(encoding="utf-8"))


def digest() -> str:
    """SHA-256 over the corpus's files, sorted by name."""
    total = hashlib.sha256()
    for path in sorted(path for path in CORPUS.rglob("*") if path.suffix in {".html", ".txt", ".json"}):
        total.update(f"{path.relative_to(CORPUS).as_posix()}\n".encode())
        total.update(path.read_bytes())
    return total.hexdigest()


def scores(system: str) -> dict[str, float]:
    """The mean scores of a system over the corpus."""
    clean, rows = cleaner(system), []
    for page in read_gold_texts(CORPUS):
        text = clean((CORPUS / "html" / f"{page.id}.html").read_bytes()).text
        rows.append({**CleanEval()(page, text).scores, **Bag()(page, text).scores})
    return {name: fmean(row[name] for row in rows) for name in ("ave", "f1")}


def test_the_floors_were_measured_on_these_pages() -> None:
    assert digest() == PINNED["corpus"], "examples/corpus has changed: measure the floors again"


@pytest.mark.parametrize("system", PINNED["floors"])
def test_no_system_falls_below_its_floor(system: str) -> None:
    measured = scores(system)
    for name, floor in PINNED["floors"][system].items():
        assert measured[name] >= floor, f"{system}: {name} is {measured[name]:.3f}, its floor {floor}"


if __name__ == "__main__":
    print(digest())
    for name in PINNED["floors"]:
        print(name, {key: round(value, 3) for key, value in scores(name).items()})
