"""Floors for the default on the gold sets, each page cleaned by a model that never saw its site.

They show what to expect on other pages: the shipped model has learned from most of these. Floors are a little below the
measured figures; `python -m tests.quality.test_unseen` measures. They need the gold sets in CLEANWEB_DATA.
"""

import os
import tempfile
from pathlib import Path

import pytest

from cleanweb import cleaner
from cleanweb.evaluate.bag import bag_scores
from cleanweb.evaluate.metrics import CleanEval
from cleanweb.train.learned_pages import FOLDS
from tests.benchmarks.left_out import cleaner_without
from tests.benchmarks.overview import DEFAULT
from tests.benchmarks.scores import SETS, central, cleaned, extractor, gold_pages, metric_of, summarized
from tests.fixtures import CORPUS

DATA = Path(os.environ.get("CLEANWEB_DATA") or "-")
FLOORS = {
    "wcxb-dev": 0.88,
    "cleaneval": 0.934,
    "newspaper4k-articles": 0.922,
    "readability": 0.95,
    "daniel": 0.92,
    "trafilatura-eval": 0.935,
    "debian-docs": 0.98,
}
MIN_AVE = 82  # of the official scorer, on the final pages of CleanEval


def measured(name: str, cache: Path) -> dict[str, float]:
    """The word F1 of a set, and the official score if it is CleanEval."""
    pages = gold_pages(DATA / name)
    texts = cleaned(DEFAULT, extractor("cleanweb"), {name: pages}, DATA, cache)[name]
    found = {"f1": central(summarized(metric_of(pages), pages, texts))}
    if name == "cleaneval":
        found["ave"] = summarized(CleanEval(), pages, texts).estimates["ave"].mean
    return found


@pytest.mark.slow
@pytest.mark.parametrize("name", SETS)
def test_pages_of_unseen_sites_are_cleaned_well(name: str, tmp_path: Path) -> None:
    if not (DATA / name / "html").is_dir():
        pytest.skip(f"CLEANWEB_DATA has no folder {name}")
    found = measured(name, tmp_path)
    assert found["f1"] >= FLOORS[name]
    assert found.get("ave", MIN_AVE) >= MIN_AVE


@pytest.mark.parametrize("fold", range(FOLDS))
def test_models_without_a_fold_fit_the_program(fold: int) -> None:
    """They have to be trained anew whenever the shipped model has to be."""
    page = (CORPUS / "html" / "en-news.html").read_bytes()
    assert bag_scores(*(made(page).text for made in (cleaner("cleanweb"), cleaner_without(fold)))).f1 > 0.9


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as folder:
        for one in SETS:
            print(one, {measure: round(value, 4) for measure, value in measured(one, Path(folder)).items()})
