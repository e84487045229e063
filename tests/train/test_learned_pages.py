"""Copies of training pages: what stays of a page whose article is cut short."""

from pathlib import Path

import numpy as np
import pytest

from cleanweb import cleaner
from cleanweb.train.augment import beginning
from cleanweb.train.learned_pages import COPY_WEIGHT, SHORT_ARTICLES, Data, TrainingPage, short_copies, training_pages

SENTENCE = "The pot is warmed with boiling water, and the leaves are left in it for some minutes. "
NAMES = ("assam", "ceylon", "darjeeling", "oolong", "sencha", "yunnan")
MENU = "<ul><li>Home<li>About us<li>Contact</ul>"


def gold_set(folder: Path, paragraphs: int) -> Path:
    text = "".join(f"<p>{SENTENCE * 3}" for _ in range(paragraphs))
    for name in NAMES:
        html, gold = f"{MENU}<h1>{name}</h1>{text}{MENU}", f"{name} {text}"
        for path, written in ((folder / f"html/{name}.html", html), (folder / f"gold/{name}.txt", gold)):
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(written, encoding="utf-8")
    return folder


def short_of(folder: Path, convention: str, paragraphs: int) -> list[TrainingPage]:
    made = cleaner("cleanweb")
    gold = Data.read(f"{gold_set(folder, paragraphs)}:{convention}")
    pages = list(training_pages(gold, made.segment, made.normalize))
    return short_copies(pages)


def test_the_beginning_ends_with_the_block_that_uses_up_the_words() -> None:
    assert beginning([False, True, True, True, False], [9, 10, 10, 10, 9], 15) == [0, 1, 2, 4]
    assert beginning([False, False], [9, 9], 15) == [0, 1]


def test_a_cut_article_keeps_all_around_it(tmp_path: Path) -> None:
    copies = short_of(tmp_path / "teas", "article", 20)
    assert 0 < len(copies) < len(NAMES)  # about every second page
    for page in copies:
        assert page.is_copy
        assert page.gold is not None
        kept_words = sum(len(text.split()) for text, kept in zip(page.blocks.text, page.keep, strict=True) if kept)
        assert any(budget <= kept_words < budget + 50 for budget in SHORT_ARTICLES)
        assert page.gold.split() == " ".join(np.array(page.blocks.text)[page.keep]).split()
        assert (~page.keep).sum() == 6  # both menus
        assert 0 < page.weights.max() <= COPY_WEIGHT


@pytest.mark.parametrize(("convention", "paragraphs"), [("page", 20), ("article", 0)])
def test_pages_that_are_no_long_article_are_left(tmp_path: Path, convention: str, paragraphs: int) -> None:
    assert short_of(tmp_path / "teas", convention, paragraphs) == []
