"""Floors for the default on the rewritten example corpus: nothing in it may depend on words or names alone.

Floors are a little below the measured figures; `python -m tests.quality.test_rewritten` measures.
"""

import pytest

from tests.benchmarks.rewritten import REWRITINGS, Page, mean_f1, rewritten, source
from tests.benchmarks.scores import extractor
from tests.quality import test_foreign

FLOORS = {
    "as they are": 0.93,
    "Cyrillic": 0.93,
    "Hebrew": 0.92,
    "Chinese": 0.92,
    "hashed names": 0.93,
    "no names": 0.92,
}


def pages() -> list[Page]:
    """The pages of the corpus with their gold texts; non-ASCII letters stay as they are."""
    return [(source(page), gold) for page, gold in test_foreign.pages()]


@pytest.mark.parametrize("name", REWRITINGS)
def test_rewritten_pages_are_cleaned_as_well(name: str) -> None:
    measured = mean_f1(pages(), extractor("cleanweb"), REWRITINGS[name])
    assert measured >= FLOORS[name], f"{name}: {measured:.3f}, its floor {FLOORS[name]}"


def test_what_is_shown_and_nothing_else_is_in_other_letters() -> None:
    page = (
        '<html lang=en><meta charset="latin-1"><title>Old mill</title><script>go()</script><style>p {}</style>'
        '<script type="application/ld+json">{"@type": "Article", "headline": "Old mill"}</script>'
        '<img src="old mill.png" alt="An old mill"><!-- a --><p class=mill>Tea &amp; <b>milk</b>'
    )
    expected = (
        '<html><meta charset="utf-8"><title>Олд милл</title><script>go()</script><style>p {}</style>'
        '<script type="application/ld+json">{"@type": "Article", "headline": "Олд милл"}</script>'
        '<img src="old mill.png" alt="Ан олд милл"><!-- a --><p class="mill">Теа &amp; <b>милк</b>'
    )
    assert rewritten(page, REWRITINGS["Cyrillic"]).decode() == expected


def test_the_stated_encoding_is_that_of_the_rewritten_page() -> None:
    """An encoding in `http-equiv`, as on most pages before HTML 5, was rewritten, too, and so lost."""
    page = '<meta http-equiv="Content-Type" content="text/html; charset=iso-8859-1"><p>Tea'
    expected = '<meta http-equiv="Content-Type" content="text/html; charset=utf-8"><p>Теа'
    assert rewritten(page, REWRITINGS["Cyrillic"]).decode() == expected


def test_names_of_classes_and_ids() -> None:
    page = "<div id='top' class=\"a b\" data-id=a><p class=a>Tea"
    expected = '<div id="" class="" data-id=a><p class="">Tea'
    assert rewritten(page, REWRITINGS["no names"]).decode() == expected
    assert rewritten(page, REWRITINGS["hashed names"]).decode().count("ce8b7be43") == 2


if __name__ == "__main__":
    for name, rewriting in REWRITINGS.items():
        print(name, round(mean_f1(pages(), extractor("cleanweb"), rewriting), 3))
