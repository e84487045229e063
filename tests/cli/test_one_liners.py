"""The lines that people put into shells, batch jobs and Makefiles, run as they are on a few small pages."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.fixtures import CORPUS, ROOT, shell_environment

README = (ROOT / "README.md").read_text("utf-8")

pytestmark = pytest.mark.slow  # each line starts the command at least once

Shell = Callable[[str], str]


@pytest.fixture(scope="module")
def shell(tmp_path_factory: pytest.TempPathFactory) -> Shell:
    """Run a line in a folder with `html/`, `page.html`, `crawl.zip` and, on the path, `cleanweb`; returns the output.

    The lines run one after another in the same folder, as if somebody typed them.
    """
    place = tmp_path_factory.mktemp("lines")
    pages = sorted((CORPUS / "html").glob("eu-*.html"))
    (place / "html" / "a").mkdir(parents=True)
    for page in pages:
        shutil.copy(page, place / "html")
    shutil.copy(pages[0], place / "html" / "a" / "page.html")
    shutil.copy(pages[0], place / "page.html")
    with zipfile.ZipFile(place / "crawl.zip", "w") as archive:
        for page in pages:
            archive.write(page, page.name)
    environment = shell_environment(place / "bin")
    # What SLURM does for `--array=0-3 --wrap LINE`, one task after another.
    tasks = 'for SLURM_ARRAY_TASK_ID in 0 1 2 3; do export SLURM_ARRAY_TASK_ID; sh -c "$3" || exit; done'
    (place / "bin" / "sbatch").write_text(f"#!/bin/sh\n{tasks}\n")
    (place / "bin" / "sbatch").chmod(0o755)

    def run(line: str) -> str:
        needed = {tool for tool in ("curl", "jq", "make", "find") if re.search(rf"\b{tool} ", line)}
        if missing := [tool for tool in sorted(needed) if not shutil.which(tool)]:
            pytest.skip(f"needs {', '.join(missing)}")
        line = line.replace("URL", (place / "page.html").as_uri())
        done = subprocess.run(
            ["bash", "-o", "pipefail", "-c", line], cwd=place, env=environment, capture_output=True, check=False
        )
        assert done.returncode == 0, f"{line}\n{done.stderr.decode()}"
        assert b"Traceback" not in done.stderr
        return done.stdout.decode()

    run("cleanweb clean html/ -o txt/ -q && cp -r txt gold")
    run.place = place  # type: ignore[attr-defined]  # the folder in which the lines run
    return run


def files(shell: Shell, pattern: str) -> list[Path]:
    return sorted(shell.place.glob(pattern))  # type: ignore[attr-defined]  # see `run.place`


def text(shell: Shell, name: str) -> str:
    return Path(shell.place, name).read_text("utf-8")  # type: ignore[attr-defined]  # see `run.place`


def test_a_page_from_the_network(shell: Shell) -> None:
    assert shell("curl -s URL | cleanweb clean -") == text(shell, "txt/a/page.txt")


def test_a_directory(shell: Shell) -> None:
    shell("cleanweb clean html/ -o txt/ -j4 --resume")
    assert len(files(shell, "txt/**/*.txt")) == len(files(shell, "html/**/*.html"))


def test_a_list_of_files(shell: Shell) -> None:
    shell("find html -name '*.htm*' -print0 | cleanweb clean --files0-from - -o listed/")
    assert text(shell, "listed/html/a/page.txt") == text(shell, "txt/a/page.txt")


def test_an_archive_to_one_compressed_file(shell: Shell) -> None:
    shell("cleanweb clean crawl.zip -f jsonl | gzip > corpus.jsonl.gz")
    rows = [json.loads(line) for line in shell("gzip -dc corpus.jsonl.gz").splitlines()]
    assert [row["id"] for row in rows] == sorted(path.name for path in files(shell, "html/*.html"))
    assert all(row["text"] for row in rows)


def test_explain(shell: Shell) -> None:
    told = shell("cleanweb explain page.html")
    assert "+ p" in told
    assert "\x1b" not in told  # no colour outside a terminal


def test_report(shell: Shell) -> None:
    shell("cleanweb report page.html -o page.report.html")
    assert "<cw-t" in text(shell, "page.report.html").replace("\\u003c", "<")
    shell("mkdir made && cd made && cleanweb report <(cat ../page.html)")  # wrote beside the device
    assert "<cw-t" in text(shell, "made/page.report.html").replace("\\u003c", "<")


def test_reasons_counted(shell: Shell) -> None:
    told = shell("jq -r 'select(.keep|not).reason' txt.log/a/page.jsonl | sort | uniq -c | sort -rn")
    counts = [int(line.split()[0]) for line in told.splitlines()]
    assert sum(counts) == len(text(shell, "txt.log/a/page.jsonl").splitlines())
    assert counts == sorted(counts, reverse=True)


def test_a_stop_list_of_ones_own(shell: Shell) -> None:
    shell("cleanweb stoplist build txt/ --top 500 > eu.txt && cleanweb clean html/ -s eu.txt -o txt2/")
    assert {"eta", "da"} <= set(text(shell, "eu.txt").split())
    assert len(files(shell, "txt2/**/*.txt")) == len(files(shell, "html/**/*.html"))


def test_a_gate(shell: Shell) -> None:
    shell("cleanweb evaluate gold/ txt/ --min ave=75 || exit 4")
    shell("mkdir bad && for name in gold/*.txt; do echo '<p>bai' > bad/${name##*/}; done")
    assert shell("cleanweb evaluate gold/ bad/ --min ave=75 || echo $?").splitlines()[-1] == "4"


def test_an_array_of_jobs(shell: Shell) -> None:
    # 4 parts for 100.
    shell("sbatch --array=0-3 --wrap 'cleanweb clean html/ -o array/ --shard $SLURM_ARRAY_TASK_ID/4 --resume'")
    assert [path.name for path in files(shell, "array/**/*.txt")] == [
        path.name for path in files(shell, "txt/**/*.txt")
    ]
    assert len(files(shell, "array.log/journal-*-of-4.jsonl")) == 4


def test_a_makefile(shell: Shell) -> None:
    shell("cleanweb stoplist build txt/ --top 500 > eu.txt")
    (rule,) = re.findall(r"^    txt/(%\.txt: html/%\.html .*\n)", README, re.MULTILINE)
    Path(shell.place, "Makefile").write_text(  # type: ignore[attr-defined]  # see `run.place`
        f"made/{rule}"
        "corpus.vert: txt/.stamp ; cleanweb cat txt -f vert > $@\n"
        "txt/.stamp: ; cleanweb clean html -o txt --newer --stamp $@\n"
    )
    shell("make made/eu-news.txt made/a/page.txt corpus.vert")
    assert text(shell, "made/eu-news.txt")
    shell("sleep 0.01 && touch eu.txt && make made/eu-news.txt")
    assert "up to date" in shell("make made/eu-news.txt")  # the same text, but newer than the list
    assert text(shell, "corpus.vert").count("<doc ") == len(files(shell, "html/**/*.html"))
    assert "up to date" in shell("make corpus.vert")
