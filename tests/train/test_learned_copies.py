"""Copies of training pages: with the article cut short, or with a list or text of other pages put in."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from cleanweb import cleaner
from cleanweb.page import Blocks
from cleanweb.train.augment import beginning, with_part
from cleanweb.train.learned_copies import (
    COPY_WEIGHT,
    LONG_TEXTS,
    SHORT_ARTICLES,
    changed_copies,
    crowded_copies,
    long_copies,
    short_copies,
    unpunctuated_copies,
)
from cleanweb.train.learned_foreign import foreign_copies
from cleanweb.train.learned_pages import BASE_WEIGHT, MAX_BLOCK_WEIGHT, Data, TrainingPage, fold_of, training_pages
from tests.test_stages import check_columns

SENTENCE = "The pot is warmed with boiling water, and the leaves are left in it for some minutes. "
NAMES = ("assam", "ceylon", "darjeeling", "oolong", "sencha", "yunnan")
MENU = "<ul><li>Home<li>About us<li>Contact</ul>"


def gold_set(folder: Path, paragraphs: int) -> Path:
    text = "".join(f"<p>{SENTENCE * 3}" for _ in range(paragraphs))
    for name in NAMES:
        html, gold = f"{MENU}<div><h1>{name}</h1>{text}</div>{MENU}", f"{name} {text}"
        for path, written in ((folder / f"html/{name}.html", html), (folder / f"gold/{name}.txt", gold)):
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(written, encoding="utf-8")
    return folder


def pages_of(folder: Path, convention: str, paragraphs: int) -> list[TrainingPage]:
    made = cleaner("cleanweb")
    gold = Data.read(f"{gold_set(folder, paragraphs)}:{convention}")
    return list(training_pages(gold, made.segment, made.normalize))


def test_nothing_is_learned_of_what_only_the_head_states(tmp_path: Path) -> None:
    pages = pages_of(tmp_path / "teas", "page", 1)
    stated = '<script type="application/ld+json">{"@type": "NewsArticle", "articleBody": "Boil water"}</script>'
    (tmp_path / f"teas/html/{NAMES[0]}.html").write_text(stated, "utf-8")
    made = cleaner("cleanweb")
    left = list(training_pages(Data.read(f"{tmp_path}/teas:page"), made.segment, made.normalize))
    assert len(left) == len(pages) - 1


def short_of(folder: Path, convention: str, paragraphs: int) -> list[TrainingPage]:
    return short_copies(pages_of(folder, convention, paragraphs))


def test_sets_of_little_weight_are_learned_as_their_pages_are(tmp_path: Path) -> None:
    pages = pages_of(tmp_path / "teas", "page", 1)
    rare = [replace(page, id=f"rare {page.id}", set_weight=0.2) for page in pages]
    copied = [page.id for page in changed_copies(pages)]
    assert [page.id for page in changed_copies([*pages, *rare])] == copied != []
    assert changed_copies(rare) != []  # even without other pages


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


MADE = cleaner("cleanweb")


def blocks_of(html: str) -> Blocks:
    return MADE(html.encode()).blocks


@pytest.mark.parametrize("is_after", [True, False])
@pytest.mark.parametrize("tag", ["main", "p", "nav"])
@pytest.mark.parametrize("count", [1, 3, 4])
def test_a_part_of_another_page_is_put_in_as_it_is(is_after: bool, tag: str, count: int) -> None:
    page = blocks_of("<nav><a href=/>Home</a></nav><main><h1>Tea</h1><div><p>Warm <b>the</b> pot.</div></main><p>End")
    other = blocks_of("<p>Menu<div class=list><ul><li>Assam<li>Ceylon <i>new</i><li><p>Sencha<p>Oolong</ul></div>")
    place, element = page.elements.tag.index(tag), other.elements.tag.index("div")
    start = other.elements.first[element]
    before = list(page.text)
    crowded, rows = with_part(page, place, other, element, range(start, start + count), is_after=is_after)
    assert crowded.text[rows.start : rows.stop] == other.text[start : start + count]
    assert [text for row, text in enumerate(crowded.text) if row not in rows] == before
    edge = page.elements.end[place] if is_after else page.elements.first[place]
    assert rows.start == edge
    check_columns(crowded)
    put_in = crowded.elements.attributes.index({"class": "list"})
    assert crowded.elements.parent[put_in] == page.elements.parent[place]
    assert (crowded.elements.first[put_in], crowded.elements.end[put_in]) == (rows.start, rows.stop)
    assert page.text == before  # the page itself is as it was


def test_a_crowded_page_keeps_what_it_kept_and_none_of_the_list(tmp_path: Path) -> None:
    pages = pages_of(tmp_path / "teas", "page", 10)
    lists = [
        replace(page, page_type="listing", domain=f"{number}.example", id=f"teas/list-{number}")
        for number, page in enumerate(pages_of(tmp_path / "more", "page", 8) * 9)
    ]
    several = [replace(page, page_type="forum", id=f"teas/{number}") for number, page in enumerate(pages * 4)]
    copies = crowded_copies([*several, *lists])
    assert 0 < len(copies) < len(several)  # about every second page
    for copy in copies:
        check_put_in(copy, next(page for page in several if page.id == copy.id))


def check_put_in(copy: TrainingPage, page: TrainingPage) -> None:
    """The copy keeps the page's kept blocks, and nothing of what was put in."""
    assert copy.is_copy
    check_columns(copy.blocks)
    assert len(copy.keep) == len(copy.weights) == len(copy.blocks) > len(page.blocks)
    assert list(np.array(copy.blocks.text)[copy.keep]) == list(np.array(page.blocks.text)[page.keep])
    assert copy.gold == page.gold
    assert 0 < copy.weights.max() <= COPY_WEIGHT
    assert 0 < copy.weights[~copy.keep].max() <= COPY_WEIGHT * (MAX_BLOCK_WEIGHT + BASE_WEIGHT)


def test_without_lists_or_kinds_of_pages_there_are_no_crowded_copies(tmp_path: Path) -> None:
    pages = pages_of(tmp_path / "teas", "page", 10)
    assert crowded_copies([replace(page, page_type="forum") for page in pages]) == []
    assert crowded_copies(pages) == []


def test_copies_without_punctuation_are_otherwise_the_same(tmp_path: Path) -> None:
    pages = [replace(page, id=f"teas/{n}") for n, page in enumerate(pages_of(tmp_path / "teas", "page", 2) * 20)]
    copies = unpunctuated_copies(pages)
    assert 0 < len(copies) < len(pages) / 4
    for copy in copies:
        page = next(page for page in pages if page.id == copy.id)
        assert copy.is_copy
        assert copy.blocks.text == [text.replace(",", "").replace(".", "") for text in page.blocks.text]
        assert copy.keep.tolist() == page.keep.tolist()


def test_foreign_text_is_put_into_some_pages_and_not_kept(tmp_path: Path) -> None:
    made = pages_of(tmp_path / "teas", "page", 10)
    pages = [replace(page, id=f"teas/{n}", domain=f"{n}.example") for n, page in enumerate(made * 20)]
    copies = foreign_copies(pages)
    assert len(pages) / 10 < len(copies) < len(pages) / 2  # one in ten for each of three kinds
    assert [copy.blocks.text for copy in copies] == [copy.blocks.text for copy in foreign_copies(pages)]
    for copy in copies:
        check_put_in(copy, next(page for page in pages if page.id == copy.id))
    longest = [max(copy.blocks.text, key=len) for copy in copies]
    assert any("{" in text or "var " in text for text in longest)  # data
    assert any("{" not in text and len(text) > 2 * len(SENTENCE * 3) for text in longest)  # a list of words


def test_pages_of_one_site_get_no_foreign_text(tmp_path: Path) -> None:
    pages = [replace(page, domain="tea.example") for page in pages_of(tmp_path / "teas", "page", 10) * 20]
    assert foreign_copies(pages) == []


def test_a_long_copy_keeps_the_texts_of_others_after_its_own(tmp_path: Path) -> None:
    made = pages_of(tmp_path / "teas", "article", 40)
    pages = [replace(page, id=f"teas/{number}", domain="tea.example") for number, page in enumerate(made * 16)]
    copies = long_copies(pages)
    assert 0 < len(copies) < len(pages) / 5  # about one in ten
    longest = max(len(" ".join(page.blocks.text).split()) for page in pages)
    for copy in copies:
        own = next(page for page in pages if page.id == copy.id)
        assert copy.is_copy
        check_columns(copy.blocks)
        assert len(copy.keep) == len(copy.weights) == len(copy.blocks)
        count = len(" ".join(copy.blocks.text).split())
        assert any(budget <= count < budget + longest for budget in LONG_TEXTS)
        kept = list(np.array(copy.blocks.text)[copy.keep])
        assert kept[: own.keep.sum()] == list(np.array(own.blocks.text)[own.keep])
        assert set(kept) <= {text for page in pages for text in np.array(page.blocks.text)[page.keep]}
        assert copy.gold is not None
        assert copy.gold.split() == " ".join(kept).split()
        content = copy.blocks.elements.tag.index("div")
        assert set(np.flatnonzero(copy.keep)) <= set(copy.blocks.elements.rows(content))
        assert 0 < copy.weights.max() <= COPY_WEIGHT


def test_texts_of_other_folds_make_no_page_longer(tmp_path: Path) -> None:
    made = pages_of(tmp_path / "teas", "article", 5)
    pages = [replace(page, id=f"teas/{number}", domain=f"{number}.example") for number, page in enumerate(made * 4)]
    by_fold = {fold: [page for page in pages if fold_of(page.domain) == fold] for fold in range(5)}
    copies = long_copies(pages)
    assert copies
    for copy in copies:
        of_fold = sum(len(page.blocks) for page in by_fold[fold_of(copy.domain)])
        assert len(copy.blocks) <= of_fold


def test_only_articles_and_documentation_get_long_copies(tmp_path: Path) -> None:
    pages = pages_of(tmp_path / "teas", "page", 40) * 16
    assert long_copies([replace(page, page_type="forum") for page in pages]) == []


def test_a_page_whose_content_is_one_inline_element_has_a_long_copy_too(tmp_path: Path) -> None:
    """The containers of its blocks are around that element: a search for them inside it never ended."""
    text = "<br>".join(f"{number}. {SENTENCE}" for number in range(60))
    blocks = blocks_of(f"{MENU}<center><font size=2>{text}</font></center>")
    (page, *_) = pages_of(tmp_path / "teas", "article", 20)
    keep = np.array([text[0].isdigit() for text in blocks.text])
    inline = replace(page, blocks=blocks, keep=keep, weights=keep.astype(np.float32), domain="tea.example")
    copies = long_copies([replace(inline, id=f"teas/{number}") for number in range(60)])
    assert copies
    for copy in copies:
        check_columns(copy.blocks)
        assert copy.keep.sum() > keep.sum()
