"""`cleanweb train learned` on small gold sets: a model that cleans, the same every time, and clear errors."""

import json
import sys
from importlib.util import find_spec
from pathlib import Path
from zlib import crc32

import numpy as np
import pytest

from cleanweb import cleaner
from cleanweb.errors import CleanwebError, DataError, UsageError
from cleanweb.models.learned_file import load
from cleanweb.page import Blocks
from cleanweb.train.gold import unread_notes
from cleanweb.train.learned_card import fold_notes, foreign_gold_notes
from cleanweb.train.learned_model import FOCUS_TREES, _boost, _folds
from cleanweb.train.learned_pages import FOLDS, Data, TrainingPage, fold_of, number_of, training_pages
from tests.fixtures import CORPUS, ran

PAGE = (
    "<ul><li>Home<li>About us<li>Contact</ul><h1>{0} tea</h1><p>The {0} leaves are put in the pot and the water is "
    "poured over them when it has stopped boiling.<p>It is best to wait for two minutes, and for those who like it "
    "strong it may be three.<div>All rights reserved</div>"
)
GOLD = (
    "<h>{0} tea\n<p>The {0} leaves are put in the pot and the water is poured over them when it has stopped boiling.\n"
    "<p>It is best to wait for two minutes, and for those who like it strong it may be three.\n"
)


def write_gold(folder: Path, *, html: str = PAGE, gold: str = GOLD) -> Path:
    """Six pages without a class or id, so that no name is learned."""
    for name in ("assam", "ceylon", "darjeeling", "oolong", "pu-erh", "sencha"):
        for kind, text, suffix in (("html", html, "html"), ("gold", gold, "txt")):
            (folder / kind).mkdir(parents=True, exist_ok=True)
            (folder / kind / f"{name}.{suffix}").write_text(text.format(name.title()), encoding="utf-8")
    return folder


def train(*arguments: object) -> str:
    if not find_spec("catboost"):
        pytest.skip("training the default needs the extra [train]")
    return ran("train", "learned", *arguments).output


@pytest.mark.slow  # boosts a dozen times
def test_six_pages_make_a_model_that_cleans_the_same_every_time(tmp_path: Path) -> None:
    gold = write_gold(tmp_path / "teas")
    told = train(gold, "-o", tmp_path / "tea.npz", "--date", "2026-11-20")
    assert "teas: 6 pages, word F1" in told
    assert "teas: the sites of 6 pages are not known" in told, "and on the card, which is of the same lines"
    train(gold, "-o", tmp_path / "again.npz", "--date", "2026-11-20")
    assert (tmp_path / "tea.npz").read_bytes() == (tmp_path / "again.npz").read_bytes()
    assert "cleanweb train learned teas:page:1" in (tmp_path / "tea.md").read_text(encoding="utf-8")
    clean = cleaner("cleanweb", model=tmp_path / "tea.npz")
    assert clean(PAGE.format("Yunnan").encode()).text.replace("\n", "") == GOLD.format("Yunnan").replace("\n", "")


@pytest.mark.slow  # boosts a dozen times
def test_pages_of_a_single_site(tmp_path: Path) -> None:
    gold = write_gold(tmp_path / "teas")
    meta = {path.stem: {"domain": "tea.example"} for path in (gold / "html").iterdir()}
    (gold / "meta.json").write_text(json.dumps(meta), encoding="utf-8")
    told = train(gold, "-o", tmp_path / "tea.npz")
    assert "teas: 6 pages, word F1 1.0" in told
    assert "all pages are from one site" in told
    assert "all pages are from one site" in (tmp_path / "tea.md").read_text(encoding="utf-8")


@pytest.mark.slow  # as the example of `--help`
def test_the_example_corpus(tmp_path: Path) -> None:
    assert "corpus: 20 pages, word F1 0.9" in train(CORPUS, "-o", tmp_path / "mine.npz")
    assert load(tmp_path / "mine.npz").blocks.leaf.any()


def check_refused(error: type[CleanwebError], match: str, *arguments: object) -> None:
    with pytest.raises(error, match=match):
        ran("train", "learned", *arguments)


@pytest.mark.parametrize(
    "package",  # in the order of the checks; importing scikit-learn takes seconds
    ["scipy.sparse", *(pytest.param(name, marks=pytest.mark.slow) for name in ("sklearn.linear_model", "catboost"))],
)
def test_without_the_extra(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, package: str) -> None:
    monkeypatch.setitem(sys.modules, package, None)
    check_refused(
        UsageError, r"pip install 'cleanweb\[train\]'", write_gold(tmp_path / "teas"), "-o", tmp_path / "t.npz"
    )
    assert [path.name for path in tmp_path.iterdir()] == ["teas"]


def test_bad_input_makes_nothing(tmp_path: Path) -> None:
    output = tmp_path / "tea.npz"
    check_refused(DataError, "expected a gold set with html/, and gold/ or snippets", tmp_path, "-o", output)
    gold = write_gold(tmp_path / "teas")
    check_refused(UsageError, "found convention 'pages'", f"{gold}:pages", "-o", output)
    check_refused(UsageError, "expected a number over 0 as weight", f"{gold}:page:heavy", "-o", output)
    check_refused(UsageError, "there is no directory", gold, "-o", tmp_path / "nowhere" / "tea.npz")
    check_refused(UsageError, "teas: 2 sets have this name", gold, f"{gold}:article", "-o", output)
    alike = write_gold(tmp_path / "alike", html=PAGE[PAGE.index("<h1>") : PAGE.index("<div>")])
    check_refused(DataError, "blocks to keep and blocks to remove", alike, "-o", output)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["alike", "teas"]


def test_what_is_drawn_by_names_that_are_no_utf_8() -> None:
    """A page with such a name ended the training."""
    assert fold_of("teas/caf\udce9") in range(FOLDS)
    assert number_of("teas/sencha") == crc32(b"teas/sencha"), "the shipped model is of these copies and folds"


def page_of(name: str, domain: str) -> TrainingPage:
    nothing = np.zeros(0)
    return TrainingPage(name, domain, Blocks(), nothing > 0, nothing, False, "", "None", 1.0)


NOTES = [
    ("sites", {"teas/a": "a.example", "teas/b": "b.example"}, None),
    ("one page", {"teas/a": "a.example"}, "there is a single page"),
    ("one site", {"teas/a": "a.example", "teas/b": "a.example"}, "all pages are from one site"),
    ("one fold", {"teas/a": "a.example", "teas/b": "f.example"}, "all sites fall in one fold"),
    ("no sites", {"teas/a": "teas/a", "pots/b": "b.example"}, "teas: the sites of 1 page are not known"),
]


@pytest.mark.parametrize(("name", "domains", "note"), NOTES, ids=[case[0] for case in NOTES])
def test_what_figures_do_not_say_of_other_sites(name: str, domains: dict[str, str], note: str | None) -> None:
    notes = list(fold_notes([page_of(page, domain) for page, domain in domains.items()]))
    assert len(notes) == (note is not None)
    assert all(told.startswith(note or "") for told in notes), name


def test_few_pages_of_one_site_fall_in_several_folds() -> None:
    pages = [page_of(f"teas/{name}", "a.example") for name in ("assam", "assam", "pu-erh")]
    assert fold_of("teas/assam") == fold_of("teas/pu-erh")
    assert _folds(pages).tolist() == [0, 0, 1], "copies are called like their page"
    pages[0] = page_of("teas/sencha", "b.example")
    assert _folds(pages).tolist() == [fold_of(page.domain) for page in pages]


def test_gold_texts_without_their_page_are_told(tmp_path: Path) -> None:
    gold = write_gold(tmp_path / "teas")
    assert list(unread_notes([gold])) == []
    for name in ("oolong", "sencha"):
        (gold / "html" / f"{name}.html").rename(gold / "html" / f"{name}.htm")
    note = "teas: nothing is learned from gold/oolong.txt{}: there is no html/oolong.html"
    assert list(unread_notes([gold])) == [note.format(" and 1 more")]
    (gold / "meta.json").write_text('{"oolong": {"language": "en"}, "sencha": {"language": "ja"}}')
    assert list(unread_notes([gold], [("language", "en")])) == [note.format("")]


def test_gold_texts_of_other_pages_are_told(tmp_path: Path) -> None:
    gold, made = write_gold(tmp_path / "teas"), cleaner("cleanweb")

    def notes() -> list[str]:
        pages = training_pages(Data.read(str(gold)), made.segment, made.normalize)
        return list(foreign_gold_notes(list(pages)))

    assert notes() == []
    for name in ("oolong", "sencha"):
        (gold / "gold" / f"{name}.txt").write_text("<p>Ships that pass in the night speak each other. " * 5)
    (gold / "gold" / "assam.txt").write_text("<p>Too short to be learned from.")
    assert notes() == ["teas: gold texts that have next to nothing in common with their pages: oolong, sencha"]
    for number in range(12):
        (gold / "html" / f"{number:02}.html").write_text(PAGE)
        (gold / "gold" / f"{number:02}.txt").write_text("<p>Ships that pass in the night speak each other. " * 5)
    assert notes()[0].endswith(": 00, 01, 02, 03, 04, 05, 06, 07, 08, 09 and 4 more")


def test_trees_from_few_pages_that_are_drawn_by_lot() -> None:
    """With a handful of pages, some draws contain none of them, and CatBoost stops."""
    pytest.importorskip("catboost", reason="training the default needs the extra [train]")
    matrix = np.arange(10, dtype=np.float32).reshape(2, 5) % 3
    labels = np.array([True, False, True, False, False])
    trees = _boost(matrix, labels, np.ones(5), FOCUS_TREES, 20)
    assert len(trees.leaf) == FOCUS_TREES["iterations"]


def test_a_colon_in_a_path_is_one(tmp_path: Path) -> None:
    folder = tmp_path / "2024:05" / "a:page"
    folder.mkdir(parents=True)
    for text, is_article, weight in ((f"{folder}:article:0.5", True, 0.5), (f"{folder}:page", False, 1.0)):
        assert Data.read(text) == Data(folder, is_article, weight)
    assert Data.read(f"{folder.parent}") == Data(folder.parent, False, 1.0)
    with pytest.raises(UsageError, match="expected DIR, DIR:page or DIR:article, found convention 'pages'"):
        Data.read(f"{tmp_path}:pages")


@pytest.mark.parametrize("weight", ["nan", "0", "-1", "inf", "much"])
def test_a_weight_is_a_number_over_0(tmp_path: Path, weight: str) -> None:
    with pytest.raises(UsageError, match=f"expected a number over 0 as weight, found '{weight}'"):
        train(f"{tmp_path}:page:{weight}", "-o", tmp_path / "model.npz")
