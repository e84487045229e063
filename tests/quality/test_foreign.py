"""Floors for the default on the example corpus with foreign text at the end of its pages.

Floors are a little below the measured figures; `python -m tests.quality.test_foreign` measures. These pages are small:
the text put in has several times their words.
"""

import pytest

from cleanweb.evaluate.bag import drop_tags
from cleanweb.evaluate.gold_texts import read_gold_texts
from tests.benchmarks.foreign import FOREIGN, Page, mean_f1
from tests.benchmarks.scores import extractor
from tests.fixtures import CORPUS

FLOORS = {
    "none": 0.93,
    "500 search words": 0.62,
    "20,000 search words": 0.9,
    "JSON": 0.93,
    "style sheet": 0.9,
    "consent dialog": 0.28,
    "terms of use": 0.7,
    "2,000 links": 0.92,
}


def pages() -> list[Page]:
    """The pages of the corpus with their gold texts."""
    golds = {page.id: drop_tags(page.text or "") for page in read_gold_texts(CORPUS)}
    return [((CORPUS / "html" / f"{name}.html").read_bytes(), gold) for name, gold in golds.items()]


@pytest.mark.parametrize("foreign", FOREIGN)
def test_foreign_text_is_removed(foreign: str) -> None:
    measured = mean_f1(pages(), extractor("cleanweb"), FOREIGN[foreign])
    assert measured >= FLOORS[foreign], f"with {foreign}: {measured:.3f}, its floor {FLOORS[foreign]}"


if __name__ == "__main__":
    for name, part in FOREIGN.items():
        print(name, round(mean_f1(pages(), extractor("cleanweb"), part), 3))
