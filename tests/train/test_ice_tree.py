"""`cleanweb train ice-tree` on a small gold set: the same file every time, and clear errors."""

import json
from pathlib import Path

import pytest

from cleanweb.errors import CleanwebError, DataError, UsageError
from cleanweb.models.decision_tree import load
from tests.fixtures import ran

RUNNING = (
    "The {0} leaves are put in the pot and the water is poured over them when it has stopped boiling.",
    "It is best to wait for two minutes with the {0} tea, and for those who like it strong it may be three.",
)
MENU = "<li>Home</li><li>About {0}</li><li>Contact Us</li>"


def write_gold(folder: Path, names: list[str], *, suffix: str = "") -> Path:
    """A gold set with a heading, two paragraphs and a menu on each page."""
    (folder / "html").mkdir(parents=True)
    (folder / "gold").mkdir()
    for name in names:
        heading, paragraphs = f"All About {name} Tea", [text.format(name) for text in RUNNING]
        body = f"<h1>{heading}</h1>" + "".join(f"<p>{text}</p>" for text in paragraphs)
        (folder / "html" / f"{name}.html").write_text(f"<ul>{MENU.format(name)}</ul>{body}", encoding="utf-8")
        gold = f"<h>{heading}\n" + "".join(f"<p>{text}\n" for text in paragraphs)
        (folder / "gold" / f"{name}{suffix}.txt").write_text(gold, encoding="utf-8")
    meta = {name: {"domain": f"{name}.example", "split": "dev" if name < "n" else "final"} for name in names}
    (folder / "meta.json").write_text(json.dumps(meta), encoding="utf-8")
    return folder


trains = pytest.mark.slow  # importing scikit-learn alone takes seconds

NAMES = ["assam", "ceylon", "darjeeling", "oolong", "pu-erh", "sencha"]


@pytest.fixture
def gold(tmp_path: Path) -> Path:
    return write_gold(tmp_path / "teas", NAMES)


def train(*arguments: object) -> str:
    return ran("train", "ice-tree", *arguments).output


@trains
def test_makes_model_and_card_and_prints_the_rules(gold: Path, tmp_path: Path) -> None:
    output = train(gold, "-o", tmp_path / "tea.json", "-s", "en", "--date", "2026-11-20")
    tree = load(tmp_path / "tea.json")
    assert output.splitlines() == list(tree.rules())
    assert tree.about["items"] == {"n": 18, "p": 12, "h": 6, "l": 0}
    assert tree.about["pages"] == 6
    card = (tmp_path / "tea.md").read_text(encoding="utf-8")
    assert "Made on 2026-11-20 by `cleanweb train ice-tree teas -o tea.json -s en --date 2026-11-20`" in card
    assert "| p | 12 | 1,311 |" in card
    assert "| on the pages it was trained on | 100.0 | 100.0 | 100.0 | 0.00 |" in card
    assert "| 6-fold, no site in two folds | 100.0 | 100.0 | 100.0 | 0.00 |" in card


@trains
def test_the_same_command_gives_the_same_bytes(gold: Path, tmp_path: Path) -> None:
    for name in ("one", "two"):
        (tmp_path / name).mkdir()
        train(gold, "-o", tmp_path / name / "tea.json", "--divergence", "--date", "2026-11-20")
    for file in ("tea.json", "tea.md"):
        assert (tmp_path / "one" / file).read_bytes() == (tmp_path / "two" / file).read_bytes()


@trains
def test_where_chooses_pages(gold: Path, tmp_path: Path) -> None:
    train(gold, "--where", "split=dev", "-o", tmp_path / "tea.json")
    about = load(tmp_path / "tea.json").about
    assert about["pages"] == 3
    assert about["data"] == "teas split=dev"


@trains
def test_the_model_cleans_pages(gold: Path, tmp_path: Path) -> None:
    from cleanweb import cleaner  # noqa: PLC0415  (beside its only use)

    train(gold, "-o", tmp_path / "tea.json", "-s", "en")
    clean = cleaner("ice-dt", model=tmp_path / "tea.json")
    page, text = gold / "html" / "assam.html", gold / "gold" / "assam.txt"
    assert clean(page.read_bytes()).text == text.read_text(encoding="utf-8")


def failure(*arguments: object) -> CleanwebError:
    with pytest.raises(CleanwebError) as caught:
        train(*arguments)
    return caught.value


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["--where", "split=none"], "has split=none"),
        (["--where", "split"], "--where split: expected KEY=VALUE"),
        (["-s", "no such list"], "no stop list"),
    ],
)
def test_errors_write_nothing(gold: Path, tmp_path: Path, options: list[str], message: str) -> None:
    assert message in str(failure(gold, *options, "-o", tmp_path / "tea.json"))
    assert not list(tmp_path.glob("tea.*"))


def test_an_output_that_is_a_folder(gold: Path, tmp_path: Path) -> None:
    (tmp_path / "tea.json").mkdir()
    error = failure(gold, "-o", tmp_path / "tea.json")
    assert isinstance(error, UsageError)
    assert "tea.json: expected a file, found a directory" in str(error)


@trains
def test_pages_of_one_site_are_folds_by_themselves(tmp_path: Path) -> None:
    gold = write_gold(tmp_path / "teas", NAMES[:2])
    (gold / "meta.json").write_text(json.dumps({name: {"domain": "tea.example"} for name in NAMES[:2]}))
    train(gold, "-o", tmp_path / "tea.json")
    assert "| 2-fold, no page in two folds |" in (tmp_path / "tea.md").read_text()


@trains
def test_pages_whose_sites_are_not_told(gold: Path, tmp_path: Path) -> None:
    (gold / "meta.json").unlink()
    train(gold, "-o", tmp_path / "tea.json")
    assert "| 6-fold, no page in two folds |" in (tmp_path / "tea.md").read_text()


@trains
def test_too_few_sites_for_folds(tmp_path: Path) -> None:
    gold = write_gold(tmp_path / "teas", NAMES[:2])
    (gold / "gold" / "assam.txt").write_text("Nothing of the page stands here.")
    with pytest.raises(DataError, match="too few sites for ten folds: without a tenth of them, "):
        train(gold, "-o", tmp_path / "tea.json")


@trains
def test_few_blocks_will_do(tmp_path: Path) -> None:
    gold = tmp_path / "gold"
    for folder, page in (("html", "<p>{0} is a tea.<div>Menu"), ("gold", "<p>{0} is a tea.")):
        (gold / folder).mkdir(parents=True)
        for name in NAMES[:3]:
            (gold / folder / f"{name}.{'txt' if folder == 'gold' else folder}").write_text(page.format(name))
    train(gold, "-o", tmp_path / "tea.json")
    assert load(tmp_path / "tea.json").leaf_count() == 2


@trains
def test_one_page_is_too_few(tmp_path: Path) -> None:
    gold = write_gold(tmp_path / "teas", NAMES[:1])
    with pytest.raises(DataError, match="expected two pages or more"):
        train(gold, "-o", tmp_path / "tea.json")
    assert not (tmp_path / "tea.json").exists()
