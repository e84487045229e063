"""A floor for the default on the example corpus in other letters: nothing in it may depend on the words of a language.

Floors stand a little below what was measured; `python -m tests.quality.test_letters` measures.
"""

import pytest

from tests.benchmarks.letters import LETTERS, Page, in_letters, mean_f1, source
from tests.benchmarks.scores import extractor
from tests.quality import test_foreign

FLOORS = {"as they are": 0.93, "Cyrillic": 0.93, "Hebrew": 0.92, "Chinese": 0.92}


def pages() -> list[Page]:
    """The pages of the corpus with their gold texts; letters other than those of ASCII stay."""
    return [(source(page), gold) for page, gold in test_foreign.pages()]


@pytest.mark.parametrize("letters", LETTERS)
def test_other_letters_are_cleaned_as_well(letters: str) -> None:
    measured = mean_f1(pages(), extractor("cleanweb"), LETTERS[letters])
    assert measured >= FLOORS[letters], f"in {letters}: {measured:.3f}, its floor {FLOORS[letters]}"


def test_what_is_shown_and_nothing_else_is_in_other_letters() -> None:
    page = (
        '<html lang=en><meta charset="latin-1"><title>Old mill</title><script>go()</script><style>p {}</style>'
        '<script type="application/ld+json">{"@type": "Article", "headline": "Old mill"}</script>'
        '<img src="old mill.png" alt="An old mill"><!-- a --><p class=mill>Tea &amp; <b>milk</b>'
    )
    expected = (
        '<html><meta charset="utf-8"><title>Олд милл</title><script>go()</script><style>p {}</style>'
        '<script type="application/ld+json">{"@type": "Article", "headline": "Олд милл"}</script>'
        '<img src="old mill.png" alt="Ан олд милл"><!-- a --><p class=mill>Теа &amp; <b>милк</b>'
    )
    assert in_letters(page, LETTERS["Cyrillic"]).decode() == expected


if __name__ == "__main__":
    for name, letters in LETTERS.items():
        print(name, round(mean_f1(pages(), extractor("cleanweb"), letters), 3))
