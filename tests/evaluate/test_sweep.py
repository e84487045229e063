"""Sweeps: the requested values, the curve over a small gold set, and messages for wrong sweeps."""

import gzip
import json
from dataclasses import dataclass, replace
from pathlib import Path
from unicodedata import normalize

import pytest

from cleanweb import cleaner
from cleanweb.errors import CleanwebError, DataError, InputError, UsageError
from cleanweb.evaluate.gold_texts import read_gold_texts
from cleanweb.evaluate.metrics import Bag
from cleanweb.evaluate.sweep import curve, read_html, read_sweep
from cleanweb.page import Blocks, Linearized, Verdicts
from tests.fixtures import ran

LINES = ["one two three four", "one two three four five six seven eight", "a word too short"]


@pytest.fixture
def gold(tmp_path: Path) -> Path:
    """Two pages; the gold text of each is its longest line."""
    (tmp_path / "html").mkdir()
    (tmp_path / "gold").mkdir()
    for page in ("a", "b"):
        (tmp_path / "html" / f"{page}.html").write_text("<p>".join(["", *LINES]), encoding="utf-8")
        (tmp_path / "gold" / f"{page}.txt").write_text(f"<p>{LINES[1]}\n", encoding="utf-8")
    return tmp_path


def sweep(gold: Path, *arguments: str) -> str:
    return ran("evaluate", gold, *arguments).output


@pytest.mark.parametrize(
    ("text", "values"),
    [
        ("a.b=1:3:1", ("1", "2", "3")),
        ("a.b=0.1:0.35:0.1", ("0.1", "0.2", "0.3")),
        ("a.b=2:2:5", ("2",)),
        ("a.b=-1:0:0.5", ("-1", "-0.5", "0")),
        ("a.b=x,y", ("x", "y")),
        ("a-b.c_d=double", ("double",)),
    ],
)
def test_values(text: str, values: tuple[str, ...]) -> None:
    assert read_sweep(text).values == values


@pytest.mark.parametrize(
    "text",
    [
        "",
        "a.b",
        "a.b=",
        "b=1:2:1",
        "a.b=1:2",
        "a.b=1:2:0",
        "a.b=2:1:1",
        "a.b=1:x:1",
        "a.b=0:1:0.000001",
        "a.b=1:nan:1",
        "a.b=0:1:inf",
        "a.b=0:1e999999:1e-999999",
    ],
)
def test_wrong_ranges(text: str) -> None:
    with pytest.raises(UsageError, match=r"--sweep .*: expected stage.parameter=FROM:TO:STEP, FROM at most TO"):
        read_sweep(text)


def test_curve_with_the_best_value_marked(gold: Path) -> None:
    output = sweep(gold, "--system", "ice-hr", "--metric", "bag", "--sweep", "ice-heuristic.max_heading_words=3:9:2")
    assert [line.split() for line in output.splitlines()] == [
        ["ice-heuristic.max_heading_words", "f1", "p", "r"],
        ["3", "0.6667", "0.5000", "1.0000"],
        ["5", "0.8000", "0.6667", "1.0000", "*"],
        ["7", "0.8000", "0.6667", "1.0000", "*"],
        ["9", "0.0000", "0.0000", "0.0000"],
    ]
    assert len({len(line.removesuffix("  *")) for line in output.splitlines()}) == 1, "columns stand below their names"


def test_pages_without_a_gold_need_not_be_there(gold: Path) -> None:
    """The sweep used to ask for the page of `ghost`, which is never scored."""
    told = sweep(gold, "--system", "justext", "--sweep", "justext.length_low=50,70")
    (gold / "meta.json").write_text('{"ghost": {"language": "en"}}')
    assert sweep(gold, "--system", "justext", "--sweep", "justext.length_low=50,70") == told


def test_names_and_other_parameters(gold: Path) -> None:
    arguments = [
        "--system",
        "ice-hr",
        "-p",
        "ice-heuristic.max_heading_words=5",
        "--sweep",
        "text-lines.breaks=rendered,source",
    ]
    points = json.loads(sweep(gold, *arguments, "--json"))["points"]
    assert [point["value"] for point in points] == ["rendered", "source"]
    assert points[0]["bag"]["r"] == points[1]["bag"]["r"] == 1


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--sweep", "ice-lm.max_divergence=1:2:1"], "not in this pipeline"),
        (["--system", "justext", "--sweep", "justext.nothing=1:2:1"], "no parameter"),
        (["--system", "justext", "--sweep", "justext.length_low=0.5:1:0.5"], "expected a whole number"),
        (["--system", "none", "--sweep", "a.b=1"], "unknown system"),
        (
            ["--system", "justext", "-p", "justext.length_low=1", "--sweep", "justext.length_low=1:2:1"],
            "--sweep sets it",
        ),
        (["--min", "f1=1", "--sweep", "justext.length_low=1"], "it takes no OUT"),
        (["--max", "without=0", "--sweep", "justext.length_low=1"], "it takes no OUT"),
        ([], "expected OUT, a folder of outputs to score, or --sweep"),
    ],
)
def test_wrong_sweeps(gold: Path, arguments: list[str], message: str) -> None:
    with pytest.raises(CleanwebError, match=message):
        sweep(gold, *arguments)


def test_compressed_pages_are_read(gold: Path) -> None:
    page = gold / "html" / "b.html"
    plain = sweep(gold, "--sweep", "kimatu.skip=near", "--system", "kimatu")
    (gold / "html" / "b.html.gz").write_bytes(gzip.compress(page.read_bytes()))
    with pytest.raises(DataError, match=r"b\.html and .*b\.html\.gz: two pages of one name"):
        sweep(gold, "--sweep", "kimatu.skip=near", "--system", "kimatu")
    page.unlink()
    assert sweep(gold, "--sweep", "kimatu.skip=near", "--system", "kimatu") == plain


def test_gold_set_without_pages(gold: Path) -> None:
    (gold / "html" / "b.html").unlink()
    with pytest.raises(InputError, match=r"b.html: --sweep cleans the pages of the gold set"):
        sweep(gold, "--system", "justext", "--sweep", "justext.length_low=1")


@dataclass(frozen=True, slots=True)
class Fails:
    """A linearizer that fails on every page."""

    def __call__(self, blocks: Blocks, verdicts: Verdicts) -> Linearized:  # noqa: ARG002  (a stage's signature)
        raise ZeroDivisionError


def test_a_page_that_breaks_a_stage_scores_0(gold: Path) -> None:
    pages = read_gold_texts(gold)
    broken = replace(cleaner("ice-bl"), linearize=Fails())
    (point,) = curve([broken], [Bag()], pages, read_html(gold, pages))
    assert point["bag"]["f1"] == 0


def test_letters_apart_from_their_marks_are_the_same_letters(gold: Path) -> None:
    text = normalize("NFD", "Một ấm trà, một ấm nước và một ấm nữa.")
    for page in ("a", "b"):
        (gold / "html" / f"{page}.html").write_text(f"<p>{text}", encoding="utf-8")
        (gold / "gold" / f"{page}.txt").write_text(text, encoding="utf-8")
    found = json.loads(sweep(gold, "--system", "ice-bl", "--sweep", "keep-all.kinds=p,tags", "--json"))
    assert [point["bag"]["f1"] for point in found["points"]] == [1, 1]
