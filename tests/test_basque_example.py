"""The Basque walk-through runs, and its table shows the actual results."""

import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from cleanweb import cleaner
from tests.fixtures import ROOT, environment

HERE = ROOT / "examples" / "basque"
ROWS = {"kimatu": 0, "list-of-the-package": 1, "list-of-own-pages": 2}  # runs in the order of the table


@pytest.mark.slow  # starts the command eight times
@pytest.mark.skipif(not shutil.which("make"), reason="make is not installed")
def test_the_walk_through(tmp_path: Path) -> None:
    command = ["make", f"OUT={tmp_path}", f"CLEANWEB={sys.executable} -m cleanweb"]
    done = subprocess.run(
        command, cwd=HERE, env=environment(), capture_output=True, text=True, timeout=120, check=False
    )
    assert done.returncode == 0, done.stderr
    table = re.findall(r"^\| .*? \| ([\d.]+) \| ([\d.]+) \| ([\d.]+) \|$", (HERE / "README.md").read_text(), re.M)
    scores = (tmp_path / "scores.txt").read_text(encoding="utf-8")
    for place, measure in enumerate(("f1", "p", "r")):
        line = re.search(rf"^  {measure} .*$", scores, re.M)
        assert line is not None
        means = re.findall(r"([\d.]+) \[", line.group())
        for run, row in ROWS.items():
            assert float(means[row]) == pytest.approx(float(table[row][place]), abs=0.006), (run, measure)


def test_the_readme_shows_the_list_that_is_built(tmp_path: Path) -> None:
    clean = cleaner("kimatu")
    for page in sorted((HERE / "html").glob("*.html")):
        (tmp_path / f"{page.stem}.txt").write_text(clean(page.read_bytes()).text, encoding="utf-8")
    command = [sys.executable, "-m", "cleanweb", "stoplist", "build", str(tmp_path)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=60, check=True)
    words = [line for line in done.stdout.splitlines() if not line.startswith("#")]
    readme = (HERE / "README.md").read_text(encoding="utf-8")
    assert f"begins *{', '.join(words[:7])}*" in readme
    assert f"has {len(words)} words" in readme
