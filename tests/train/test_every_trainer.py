"""What every trainer must do: its examples work; wrong data and damaged models are reported, and no files are left."""

import json
import os
import re
import shlex
import shutil
import subprocess
import sys
from collections.abc import Callable
from importlib.util import find_spec
from pathlib import Path
from resource import RUSAGE_CHILDREN, getrusage

import click
import numpy as np
import pytest
from click.testing import CliRunner

from cleanweb.cli import cli
from cleanweb.cli.train import command as group
from cleanweb.errors import CleanwebError, DataError, UsageError
from cleanweb.train import needing_extra
from tests.fixtures import ROOT, environment, ran

if not all(map(find_spec, ("sklearn", "deap", "regex"))):  # importing all of them takes seconds
    pytest.skip("training needs the extra [train]", allow_module_level=True)

needs_catboost = pytest.mark.skipif(not find_spec("catboost"), reason="catboost is not installed")
TRAINERS = group.list_commands(click.Context(group))
OF_TABLES = {"tables"}  # their gold is two files of JSON lines; all others read pages and texts
SECONDS = 60  # processor time for all examples of a trainer

OF_PAGES = [
    pytest.param(name, marks=needs_catboost) if name == "learned" else name
    for name in TRAINERS
    if name not in OF_TABLES
]
each_trainer = pytest.mark.parametrize("trainer", [*OF_PAGES, *sorted(OF_TABLES)])
each_of_pages = pytest.mark.parametrize("trainer", OF_PAGES)


def examples(trainer: str) -> list[str]:
    """The commands in the help of a trainer."""
    command = group.get_command(click.Context(group), trainer)
    assert command
    return re.findall(r"(?m)^\s*((?:cleanweb|python) .*?)\s*$", command.help or "")


def training(trainer: str) -> list[str]:
    """The first of them, which trains, as arguments for `cleanweb`."""
    return shlex.split(examples(trainer)[0])[1:]


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A working directory with `examples/`."""
    (tmp_path / "examples").symlink_to(ROOT / "examples")
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.mark.slow  # trains every model once
@each_trainer
def test_examples_of_the_help_run_in_under_a_minute(trainer: str, folder: Path) -> None:
    commands = examples(trainer)
    assert commands[0].startswith(f"cleanweb train {trainer} examples/")
    assert any(line.startswith("cleanweb clean ") for line in commands), "show how the model is used"
    before = _children_seconds()
    for line in commands:
        words = shlex.split(line)
        start = [sys.executable, *(["-m", "cleanweb"] if words[0] == "cleanweb" else [])]
        done = subprocess.run([*start, *words[1:]], env=environment(), capture_output=True, text=True, check=False)
        assert done.returncode == 0, f"{line}\n{done.stderr}"
    assert _children_seconds() - before < SECONDS
    cards = [path.read_text("utf-8") for path in folder.glob("*.md")]
    assert cards, "no model card"
    assert not any("2006" in card or "German" in card for card in cards), "what is true of the shipped one only"
    assert not list(folder.rglob(".cleanweb-*"))


def _children_seconds() -> float:
    used = getrusage(RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


# Wrong data.


def write_pages(folder: Path, page: str, gold: str | None, name: str = "a") -> None:
    (folder / "html").mkdir(parents=True)
    (folder / "gold").mkdir()
    (folder / "html" / "a.html").write_text(page)
    if gold is not None:
        (folder / "gold" / f"{name}.txt").write_text(gold)


LONG = "This line of the page is long enough to pass the filter that drops all of the short ones, and has an end."
PAGE = f"<html><body>\n<p>{LONG}</p>\n<p>{LONG.upper()}</p>\n</body></html>"

NO_NAME = "no page of html/ has a text of the same name"


def write_damaged_meta(folder: Path) -> None:
    write_pages(folder, PAGE, LONG)
    (folder / "meta.json").write_text("{")


def write_snippets(folder: Path) -> None:
    write_pages(folder, PAGE, None)
    (folder / "meta.json").write_text(json.dumps({"a": {"with": LONG, "without": ["menu"]}}))


def write_document(folder: Path) -> None:
    write_pages(folder, PAGE, LONG)
    (folder / "html" / "a.html").write_bytes(b"%PDF-1.4\n" + bytes(range(256)))


def write_folder(folder: Path) -> None:
    write_pages(folder, PAGE, None)
    (folder / "gold" / "a.txt").mkdir()


WRONG_PAGES: dict[str, tuple[Callable[[Path], None], str]] = {
    "nothing there": (lambda _: None, "expected a gold set|no such file or folder"),
    "no gold": (lambda folder: write_pages(folder, PAGE, None), NO_NAME),
    "other names": (lambda folder: write_pages(folder, PAGE, LONG, "b"), NO_NAME),
    "one class": (
        lambda folder: write_pages(folder, PAGE, "Words which nowhere stand: " + "alpha beta gamma delta " * 9),
        r"at least two classes|all the same|found \d+ and \d+ on 1 page$|no word of the gold",
    ),
    "no text on the page": (
        lambda folder: write_pages(folder, "<html></html>", LONG),
        r"with text and a gold text|at least two classes|found 0 and 0 on|no word of the gold",
    ),
    "snippets only": (write_snippets, rf"with snippets only|at least two classes|{NO_NAME}|no word of the gold"),
    "no page": (write_document, r"a\.html: expected a page, found a PDF document"),
    "a folder for a text": (write_folder, r"a\.txt: cannot be read: is a directory"),
    "damaged meta": (write_damaged_meta, r"meta\.json: expected JSON"),
}


def check_error(trainer: str, data: Path, words: str) -> None:
    """With this data instead of its example's, the trainer fails with these words and leaves no file."""
    arguments = [str(data) if word.startswith("examples/") else word for word in training(trainer) if word != "--where"]
    arguments = [word for word in arguments if "language=" not in word]
    before = sorted(data.parent.rglob("*"))
    with pytest.raises(DataError, match=words):
        ran(*arguments)
    assert sorted(data.parent.rglob("*")) == before


@each_of_pages
@pytest.mark.parametrize("case", WRONG_PAGES)
def test_wrong_pages(trainer: str, case: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    make, words = WRONG_PAGES[case]
    make(tmp_path / "data")
    check_error(trainer, tmp_path / "data", words)


TABLE = {"id": "a", "domain": "d", "depth": 0, "label": "data", "html": "<table><tr><td>1<td>2</table>"}
CELLS = [[0, 0, 1, 1, "header"], [0, 1, 1, 1, "data"]]
WRONG_TABLES = {
    "nothing there": ([], None, r"expected a gold set of tables"),
    "no sentences": ([TABLE | {"cells": CELLS}], None, r"no linearised\.jsonl"),
    "other names": ([TABLE], [], r"line 1: expected JSON with"),
    "one class": ([TABLE | {"cells": CELLS}], [], r"at least two classes"),
    "damaged": ([TABLE | {"cells": [[0, 0, 1, 1, "king"]]}], [], r"expected cell roles"),
    "a label of its own": (
        [TABLE | {"cells": CELLS, "label": "king"}],
        [],
        r"table a: expected .* layout or data as label",
    ),
    "a number for a text": ([TABLE | {"cells": CELLS, "html": 1}], [], r"table a: expected domain and html as texts"),
    "a text for a number": (
        [TABLE | {"cells": CELLS, "depth": "1"}],
        [],
        r"table a: expected .* depth as a whole number",
    ),
    "a text for a list": (
        [TABLE | {"cells": CELLS}],
        [{"id": "a", "expected": "x"}],
        r"table a: expected a list of sent",
    ),
    "one site": (
        [TABLE | {"cells": CELLS}, TABLE | {"id": "b", "label": "layout", "cells": None}],
        [],
        "too few sites for ten folds: without a tenth of them, expected items",
    ),
    "two of one id": ([TABLE | {"cells": CELLS}, TABLE | {"cells": None}], [], r"table a: 2 tables are called so"),
    "sentences without roles": (
        [TABLE | {"cells": None}],
        [{"id": "a", "expected": ["x"]}],
        r"table a: expected cells with roles",
    ),
    "a cell too many": ([TABLE | {"cells": [*CELLS, CELLS[1]]}], [], r"expected 3 cells as in the gold, found 1"),
}


TRAINS = {"one site"}  # before the error is found; importing scikit-learn alone takes seconds


@pytest.mark.parametrize("trainer", sorted(OF_TABLES))
@pytest.mark.parametrize(
    "case", [pytest.param(case, marks=pytest.mark.slow if case in TRAINS else ()) for case in WRONG_TABLES]
)
def test_wrong_tables(trainer: str, case: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    tables, sentences, words = WRONG_TABLES[case]
    (tmp_path / "data").mkdir()
    for name, lines in (("leaf_tables", tables or None), ("linearised", sentences)):
        if lines is not None:
            (tmp_path / "data" / f"{name}.jsonl").write_text("".join(json.dumps(line) + "\n" for line in lines))
    check_error(trainer, tmp_path / "data", words)


def test_tables_that_are_no_text(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "data").mkdir()
    (tmp_path / "data" / "linearised.jsonl").write_text("")
    (tmp_path / "data" / "leaf_tables.jsonl").write_bytes(b'{"id": "\xe9"}')
    check_error("tables", tmp_path / "data", r"leaf_tables\.jsonl: expected JSON lines in UTF-8")


@pytest.mark.parametrize(
    "line",
    [
        *("charlm --single", "ice-ga --timeout", "ice-ga --time-limit", "ice-tree --pruning"),
        *("ice-tree --min-leaf-share", "learned --seed"),
    ],
)
@pytest.mark.parametrize("number", ["nan", "inf", "-1"])
def test_numbers_that_nothing_can_be_trained_with(line: str, number: str, folder: Path) -> None:
    """NaN passes every range check of floats: it gave useless models, and errors of other packages."""
    told = CliRunner().invoke(cli, ["train", *line.split(), number, str(folder), "-o", "x.npz"])
    assert told.exit_code == 2
    assert line.split()[1] in told.stderr


@each_trainer
def test_outputs_that_cannot_be(trainer: str, folder: Path) -> None:
    """Reported before the work begins, even if the data are wrong, too."""
    arguments = training(trainer)
    arguments[arguments.index("-o") + 1] = "none/model"
    with pytest.raises(UsageError, match=r"there is no"):
        ran(*arguments)
    if trainer not in OF_TABLES:
        (folder / "taken").mkdir()
        arguments[arguments.index("-o") + 1] = "taken"
        with pytest.raises(UsageError, match="found a directory"):
            ran(*arguments)


@each_trainer
def test_a_card_takes_no_place_of_another_text(trainer: str, folder: Path) -> None:
    arguments = training(trainer)
    card = folder / "tables.md"
    if trainer not in OF_TABLES:
        arguments[arguments.index("-o") + 1] = "README.npz"
        card = folder / "README.md"
    card.write_text("# Mine\n")
    with pytest.raises(UsageError, match=rf"would overwrite {card.name}, which is another text"):
        ran(*arguments)
    card.unlink()
    os.mkfifo(card)
    with pytest.raises(UsageError, match=rf"{card.name}, which is not a file"):
        ran(*arguments)
    card.unlink()
    card.mkdir()
    with pytest.raises(UsageError, match=rf"{card.name}: expected a file, found a directory"):
        ran(*arguments)


@each_of_pages
@pytest.mark.parametrize("taken", ["meta.json", "gold/a.txt", "html/more/b.html"])
def test_models_are_not_written_over_their_data(trainer: str, taken: str, folder: Path) -> None:
    write_pages(folder / "data", PAGE, LONG)
    path = folder / "data" / taken
    path.parent.mkdir(exist_ok=True)
    path.write_text("{}")
    before = sorted(folder.rglob("*"))
    with pytest.raises(UsageError, match=f"{path.name} would be among the files that are read"):
        ran("train", trainer, "data", "-o", f"data/../data/{taken}")
    path.rename(path.with_suffix(".md"))
    (folder / "data" / "html" / "a.html").write_text("nothing")
    with pytest.raises(UsageError, match=r"would overwrite|would be among the files that are read"):
        ran("train", trainer, "data", "-o", str(path))
    assert len(sorted(folder.rglob("*"))) == len(before)


def test_models_are_not_written_over_marked_pages_or_stop_lists(folder: Path) -> None:
    write_pages(folder / "data", PAGE, LONG)
    marked = ["train", "charlm", "data/html", "--marker", "<body>", "</body>", "-o"]
    with pytest.raises(UsageError, match=r"a\.html would be among the files that are read"):
        ran(*marked, "data/html/a.html")
    (folder / "data" / "gold" / "b.txt").write_text(LONG)
    told = CliRunner().invoke(cli, [*marked, "x.npz"])
    assert "nothing is learned from" not in told.stderr, "no gold texts are read"
    (folder / "en.txt").write_text("the")
    with pytest.raises(UsageError, match=r"en\.txt would be among the files that are read"):
        ran("train", "ice-tree", "data", "-s", "en.txt", "-o", "en.txt")


@each_of_pages
def test_texts_without_a_page_are_told(trainer: str, folder: Path) -> None:
    write_pages(folder / "data", "<html></html>", LONG)
    (folder / "data" / "gold" / "b.txt").write_text(LONG)
    told = CliRunner().invoke(cli, ["train", trainer, "data", "-o", "x.npz"])
    assert told.exit_code != 0, "there is nothing to learn from"
    if trainer != "learned":  # which says it with its figures
        assert told.stderr == "cleanweb: data: nothing is learned from gold/b.txt: there is no html/b.html\n"


@each_trainer
def test_the_day_of_a_card_is_a_date(trainer: str, folder: Path) -> None:
    told = CliRunner().invoke(cli, [*training(trainer), "--date", "tomorrow"])
    assert told.exit_code == 2
    assert "'--date': expected a date like 2026-01-31, found 'tomorrow'" in told.stderr
    assert not list(folder.glob("*.md"))


MISSING = [("ice-ga", "deap"), ("ice-ga", "regex"), ("ice-tree", "sklearn.tree"), ("tables", "sklearn.ensemble")]


@pytest.mark.parametrize(("trainer", "package"), MISSING)
@pytest.mark.usefixtures("folder")
def test_a_missing_package_is_named(trainer: str, package: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, package, None)  # `import` then finds no such package
    with pytest.raises(UsageError, match=rf"needs {package}, which is not installed: pip install .*train"):
        ran(*training(trainer))


@pytest.mark.parametrize(("version", "says_why"), [((3, 14), False), ((3, 15), True)])
def test_where_catboost_cannot_be_installed_the_error_says_so(
    version: tuple[int, int], says_why: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "version_info", version)
    with pytest.raises(UsageError, match="needs catboost") as error, needing_extra():
        raise ModuleNotFoundError(name="catboost")
    assert ("with Python 3.14 or earlier" in str(error.value)) == says_why


# Damaged models. The shipped models stand for the trainers' own.


def other_version(path: Path) -> None:
    """Raise the version stated in a model file."""
    if path.suffix == ".json":
        path.write_text(re.sub(r'"version": ?\d+', '"version": 99', path.read_text()))
        return
    with np.load(path) as archive:
        arrays = {name: archive[name] for name in archive.files}
    for name, array in arrays.items():
        if array.dtype == np.uint8 and array.tobytes()[:1] == b"{":
            told = re.sub(rb"(version\"?:? ?)\d+", rb"\g<1>99", array.tobytes())
            arrays[name] = np.frombuffer(told, np.uint8)
    np.savez_compressed(path, **arrays)


DAMAGES: dict[str, tuple[Callable[[Path], object], str]] = {
    "missing": (Path.unlink, "cannot be read|no such file"),
    "empty": (lambda path: path.write_bytes(b""), "expected a model made by .*, found an empty file"),
    "no model": (lambda path: path.write_text('{"format": "something else"}'), "found a text file"),
    "cut": (lambda path: path.write_bytes(path.read_bytes()[: path.stat().st_size // 2]), "cut off|found a text file"),
    "another version": (other_version, r"expected version \d.*found version 99"),
}


def use_of(trainer: str) -> tuple[list[str], str]:
    """The help's example that uses a model, as arguments for `cleanweb`, and the path of the model in it."""
    line = next(line for line in examples(trainer) if line.startswith("cleanweb clean "))
    arguments = shlex.split(line)[1:]
    return arguments, next(word.partition("=")[2] for word in arguments if "model" in word.partition("=")[0])


SHIPPED = ROOT / "cleanweb" / "models" / "files"
FILES_OF = {"tables": ("table_layout", "table_roles")}  # the file of every other trainer has its name
MODELS = [
    (trainer, path.name)
    for trainer in TRAINERS
    for path in sorted(SHIPPED.iterdir())
    if path.suffix != ".md" and path.stem in FILES_OF.get(trainer, (trainer.replace("-", "_"),))
]


def test_every_trainer_has_a_shipped_model_with_a_card() -> None:
    assert {trainer for trainer, _ in MODELS} == set(TRAINERS)
    for trainer, model in MODELS:
        card = (SHIPPED / (model if trainer not in OF_TABLES else "tables")).with_suffix(".md").read_text("utf-8")
        assert f"cleanweb train {trainer} " in card, "the command"
        assert re.search(r"Made on \d{4}-\d\d-\d\d by ", card), "the date"
        assert re.search(r"\b\w+ \d+\.\d+\.\d+", card), "the versions of packages"
        assert "Data" in card


@pytest.mark.parametrize("name", ["learned", "charlm"])
def test_cards_name_the_licences_of_the_golds(name: str) -> None:
    """Trainers do not know them: they are added by hand, and would be lost with a new card."""
    card = " ".join((SHIPPED / f"{name}.md").read_text("utf-8").split())
    data, licences = re.search(r"Data\b.*?: (.*?)- Licences? of .*?: (.*?) ## Figures", card).groups()
    assert "CC BY 4.0" in licences
    sets = re.findall(r"([\w-]+):(?:page|article):", data)
    assert bool(sets) == (name == "learned")
    assert [gold for gold in sets if gold not in licences] == []


@pytest.mark.parametrize(("trainer", "model"), MODELS)
@pytest.mark.parametrize("damage", DAMAGES)
def test_damaged_models(trainer: str, model: str, damage: str, folder: Path) -> None:
    arguments, place = use_of(trainer)
    target = folder / place  # absolute, since models are cached by path
    if trainer in OF_TABLES:
        for path in SHIPPED.glob("table_*"):
            shutil.copy(path, target)
        broken = target / model
    else:
        broken = Path(shutil.copy(SHIPPED / model, target))
    damages, words = DAMAGES[damage]
    damages(broken)
    arguments = [word.replace(f"={place}", f"={target}") for word in arguments]
    with pytest.raises(CleanwebError, match=words):
        ran(*arguments)
    assert not list(folder.glob("txt*")), "no page was cleaned"
