"""The recipes in `examples/` run as they are, each in its own folder, with outputs elsewhere."""

import gzip
import json
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.fixtures import CORPUS, ROOT, environment, shell_environment

EXAMPLES = ROOT / "examples"

needs_make = pytest.mark.skipif(not shutil.which("make"), reason="make is not installed")


def run(command: list[str], folder: Path, **more: str) -> str:
    done = subprocess.run(command, cwd=folder, env=environment() | more, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr  # the command that failed, and why
    return done.stdout


def make(name: str, out: Path, *more: str) -> str:
    command = ["make", f"OUT={out}", f"CLEANWEB={sys.executable} -m cleanweb", f"PYTHON={sys.executable}", *more]
    return run(command, EXAMPLES / name)


def means(scores: str, measure: str) -> list[float]:
    """The means of a measure, from the first table of scores."""
    line = re.search(rf"^  {measure} .*$", scores, re.MULTILINE)
    assert line
    return [float(mean) for mean in re.findall(r"([\d.]+) \[", line.group())]


@needs_make
@pytest.mark.slow  # four runs of forty pages
def test_a_crawl_becomes_a_corpus(tmp_path: Path) -> None:
    make("corpus-build", tmp_path)
    corpus = gzip.decompress((tmp_path / "corpus.vert.gz").read_bytes()).decode()
    assert corpus.count("<doc ") == corpus.count("</doc>") == corpus.count(' title="') == 40
    assert {"h", "p"} <= set(re.findall('<p class="(.)"', corpus))
    plain, without_repeats = means((tmp_path / "scores.txt").read_text("utf-8"), "p")
    assert without_repeats > plain + 0.05  # the counts remove much, and nothing wanted:
    _, recall = means((tmp_path / "scores.txt").read_text("utf-8"), "r")
    assert recall > 0.999
    assert "it stands on 10 of the 10 pages of its site" in "".join(
        path.read_text("utf-8") for path in tmp_path.glob("pages.log/0*.jsonl")
    )
    assert (tmp_path / "pages.log" / "index.html").is_file()
    again = make("corpus-build", tmp_path)
    assert "cleanweb clean" not in again  # nothing to do


@needs_make
@pytest.mark.slow  # starts the command about ten times
def test_a_crawl_of_ones_own_needs_no_gold(tmp_path: Path) -> None:
    crawl, out = tmp_path / "crawl", tmp_path / "new" / "out"
    pages = sorted((CORPUS / "html").glob("en-*"))
    (crawl / "html").mkdir(parents=True)
    for page in pages:
        shutil.copy(page, crawl / "html")
    (crawl / "urls.tsv").write_text("".join(f"{page.name}\thttps://site.example/{page.name}\n" for page in pages))
    make("corpus-build", out, f"CRAWL={crawl}")
    assert gzip.decompress((out / "corpus.vert.gz").read_bytes()).count(b"<doc ") == len(pages)
    assert not (out / "scores.txt").exists()
    (crawl / "gold").mkdir()
    for page in pages:
        shutil.copy(CORPUS / "gold" / f"{page.stem}.txt", crawl / "gold")
    make("corpus-build", out, f"CRAWL={crawl}")
    assert (out / "scores.txt").exists()


@needs_make
@pytest.mark.slow  # trains a model
def test_training_on_pages_of_ones_own(tmp_path: Path) -> None:
    pytest.importorskip("catboost", reason="training needs the extra [train]")
    scores = make("training", tmp_path)
    assert len(list(tmp_path.glob("seen/html/*"))) == 15
    assert not list(tmp_path.glob("seen/*/eu-*"))
    packaged, own = means(scores, "f1")
    assert min(packaged, own) > 0.85  # five pages that neither model has seen; the README says what they prove
    assert "word F1" in (tmp_path / "own.md").read_text("utf-8")


@pytest.mark.slow  # starts the command four times
def test_tasks_of_an_array_clean_all_pages_once(tmp_path: Path) -> None:
    path, txt = shell_environment(tmp_path / "bin")["PATH"], tmp_path / "txt"
    script = ["bash", str(EXAMPLES / "array-job" / "clean.sbatch"), str(CORPUS / "html"), str(txt)]
    for task in "0012":  # the first one again, as after a node died
        run(script, tmp_path, PATH=path, PARTS="3", SLURM_ARRAY_TASK_ID=task, SLURM_CPUS_PER_TASK="2")
    assert {file.stem for file in txt.glob("*.txt")} == {file.stem for file in (CORPUS / "html").iterdir()}
    first = (tmp_path / "txt.log" / "journal-0-of-3.jsonl").read_text("utf-8")
    runs = [json.loads(line)["finished"] for line in first.splitlines() if line.startswith('{"finished"')]
    assert [run["written"] for run in runs] == [runs[0]["inputs"], 0]
    assert runs[1]["done"] == runs[0]["inputs"] > 0


def test_directives_of_the_script_say_what_its_parts_do() -> None:
    script = (EXAMPLES / "array-job" / "clean.sbatch").read_text("utf-8")
    assert "--array=0-99" in script
    assert "${PARTS:-100}" in script
