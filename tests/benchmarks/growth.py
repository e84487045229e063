"""How time and memory grow with the size of a page: `python -m tests.benchmarks.growth`.

Pages of 10 KB to 10 MB are made from two kinds of material: concatenated bodies of real pages (wcxb-dev in
CLEANWEB_DATA, else the project's own pages), and paragraphs of random words only, the most text that a page can hold.
For each size the default cleans the pages in a process of its own; small sizes have several pages, and their mean is
shown. Time is `time.process_time`, the least of seven runs. If the cost is linear, every row has the same milliseconds
a megabyte, apart from the fixed cost of a page. Memory is the peak of the worker of `cleanweb clean`, logs included.
"""

import argparse
import json
import re
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from itertools import cycle
from multiprocessing import get_context
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from time import process_time

from cleanweb import cleaner
from cleanweb.corpus.blocklog import block_log
from cleanweb.evaluate.bag import drop_tags
from cleanweb.pipeline import Pipeline
from tests.benchmarks import readme
from tests.benchmarks.bench import sample
from tests.fixtures import CORPUS

SEED = 2007
SIZES = (10_000, 100_000, 1_000_000, 10_000_000)  # bytes
MEASURED = 1_000_000  # bytes of pages of each size, at least: a single small page says little
REPEAT = 7
WHOLE_PAGES = 200  # whose bodies are taken: more than the largest page needs

Costs = tuple[float, float]  # seconds a page, seconds a page with its log


def main() -> None:
    """Measure and print the table."""
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--write", action="store_true", help="write the table to README.md")
    arguments = options.parse_args()
    report = table()
    print(report)
    if arguments.write:
        readme.write("growth", report)


def table() -> str:
    """The costs of each kind and size of page as a Markdown table."""
    lines = ["| pages of | ms | with log | ms a MB | memory, MB |", "|---" * 5 + "|"]
    # A new process for each task, so that none finds what another left.
    with ProcessPoolExecutor(1, get_context("spawn"), max_tasks_per_child=1) as processes:
        for size in SIZES:
            for kind in MATERIALS:
                with TemporaryDirectory() as folder:
                    processes.submit(write_pages, Path(folder), kind, size).result()
                    cleaned, logged = processes.submit(costs, Path(folder)).result()
                    memory = worker_memory(Path(folder)) / 1e6
                cells = f"{cleaned * 1e3:.1f} | {logged * 1e3:.1f} | {cleaned * 1e9 / size:.0f} | {memory:.0f}"
                lines.append(f"| {size / 1e6:g} MB, {kind} | {cells} |")
    return "\n".join(lines)


def costs(folder: Path) -> Costs:
    """The mean costs of the pages in this folder."""
    clean = cleaner()
    clean(b"<p>What is loaded on first use is not measured.")
    found = [least(clean, path.read_bytes()) for path in sorted(folder.iterdir())]
    cleaned, logged = (sum(seconds) / len(found) for seconds in zip(*found, strict=True))
    return cleaned, logged


def worker_memory(folder: Path) -> int:
    """The most memory, in bytes, that a worker takes to clean the pages in this folder and write texts and logs."""
    with TemporaryDirectory() as place:
        metrics = Path(place, "metrics.jsonl")
        command = [sys.executable, "-m", "cleanweb", "clean", folder, "-j", "1", "-o", Path(place, "txt")]
        subprocess.run([*command, "--metrics", metrics], check=True, capture_output=True)
        return int(json.loads(metrics.read_text("utf-8").splitlines()[-1])["worker_peak_memory"])


def least(clean: Pipeline, page: bytes) -> tuple[float, float]:
    """Seconds to clean the page, and seconds to clean it and make its log."""
    runs = []
    for _ in range(REPEAT):
        start = process_time()
        cleaned = clean(page)
        done = process_time()
        block_log(cleaned, "removed")
        runs.append((done - start, process_time() - start))
        del cleaned  # as in a run, where a page is freed before the next one comes
    return min(run[0] for run in runs), min(run[1] for run in runs)


def write_pages(folder: Path, kind: str, size: int) -> None:
    """Write pages of this size, as many as a measurement needs."""
    material = MATERIALS[kind]()
    for number in range(max(1, MEASURED // size)):
        page = bytearray(b"<!DOCTYPE html><title>A page of one size</title><body>")
        while len(page) < size:
            page += next(material)
        (folder / f"{number:03}.html").write_bytes(page[:size])


def bodies() -> Iterator[bytes]:
    """The bodies of real pages in random order, repeated without end."""
    found = [re.search(rb"(?is)<body\b[^>]*>(.*)", page) for page in sample(WHOLE_PAGES)]
    return cycle([body[1] for body in found if body])


def paragraphs() -> Iterator[bytes]:
    """Paragraphs of forty random words from the example corpus, without end."""
    words = [
        word for path in sorted(CORPUS.glob("gold/en-*.txt")) for word in drop_tags(path.read_text("utf-8")).split()
    ]
    choice = Random(SEED)
    while True:
        yield f"<p>{' '.join(choice.choices(words, k=40))}</p>\n".encode()


MATERIALS = {"bodies": bodies, "paragraphs": paragraphs}


if __name__ == "__main__":
    main()
