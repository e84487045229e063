"""What a page costs as it grows, in time and memory: `python -m tests.benchmarks.growth`.

Pages of 10 KB to 10 MB are made of two kinds of material: the bodies of real pages put one after another (wcxb-dev in
CLEANWEB_DATA, else the project's own pages), and paragraphs of random words and nothing else, which is as much text as
a page can hold. The pages of a size are cleaned by the default in a process of their own; of small sizes there are
several, and their mean is told. Time is `time.process_time`, the least of three. A cost that grows as the page does
has the same milliseconds a megabyte in every row, but for what even the smallest page costs.
"""

import argparse
import re
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
from cleanweb.corpus.metrics import peak_memory
from cleanweb.evaluate.bag import drop_tags
from cleanweb.pipeline import Pipeline
from tests.benchmarks import readme
from tests.benchmarks.bench import sample
from tests.fixtures import CORPUS

SEED = 2007
SIZES = (10_000, 100_000, 1_000_000, 10_000_000)  # bytes
MEASURED = 1_000_000  # bytes of pages of each size, at least: small pages one by one say little
REPEAT = 3
WHOLE_PAGES = 200  # of which the bodies are taken: more than the largest page needs

Costs = tuple[float, float, int]  # seconds a page, seconds a page with its log, bytes of memory at most


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
    # Each task has a process that had nothing else in its memory.
    with ProcessPoolExecutor(1, get_context("spawn"), max_tasks_per_child=1) as processes:
        for size in SIZES:
            for kind in MATERIALS:
                with TemporaryDirectory() as folder:
                    processes.submit(write_pages, Path(folder), kind, size).result()
                    cleaned, logged, memory = processes.submit(costs, Path(folder)).result()
                cells = f"{cleaned * 1e3:.1f} | {logged * 1e3:.1f} | {cleaned * 1e9 / size:.0f} | {memory / 1e6:.0f}"
                lines.append(f"| {size / 1e6:g} MB, {kind} | {cells} |")
    return "\n".join(lines)


def costs(folder: Path) -> Costs:
    """What the pages in this folder cost."""
    clean = cleaner()
    clean(b"<p>What is loaded on first use is not measured.")
    found = [least(clean, path.read_bytes()) for path in sorted(folder.iterdir())]
    cleaned, logged = (sum(seconds) / len(found) for seconds in zip(*found, strict=True))
    return cleaned, logged, peak_memory()


def least(clean: Pipeline, page: bytes) -> tuple[float, float]:
    """Seconds that it takes to clean the page, and to write its log too."""
    runs = []
    for _ in range(REPEAT):
        start = process_time()
        cleaned = clean(page)
        done = process_time()
        block_log(cleaned, "removed")
        runs.append((done - start, process_time() - start))
        del cleaned  # as in a run, where a page is gone before the next one comes
    return min(run[0] for run in runs), min(run[1] for run in runs)


def write_pages(folder: Path, kind: str, size: int) -> None:
    """Write pages of this size, as many as there is enough to measure."""
    material = MATERIALS[kind]()
    for number in range(max(1, MEASURED // size)):
        page = bytearray(b"<!DOCTYPE html><title>A page of one size</title><body>")
        while len(page) < size:
            page += next(material)
        (folder / f"{number:03}.html").write_bytes(page[:size])


def bodies() -> Iterator[bytes]:
    """What stands in the bodies of real pages, in chance order, again and again."""
    found = [re.search(rb"(?is)<body\b[^>]*>(.*)", page) for page in sample(WHOLE_PAGES)]
    return cycle([body[1] for body in found if body])


def paragraphs() -> Iterator[bytes]:
    """Paragraphs of forty words of the example corpus, drawn by chance, without end."""
    words = [
        word for path in sorted(CORPUS.glob("gold/en-*.txt")) for word in drop_tags(path.read_text("utf-8")).split()
    ]
    choice = Random(SEED)
    while True:
        yield f"<p>{' '.join(choice.choices(words, k=40))}</p>\n".encode()


MATERIALS = {"bodies": bodies, "paragraphs": paragraphs}


if __name__ == "__main__":
    main()
