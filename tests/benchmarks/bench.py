"""CPU time of every system, stage by stage, and of the peers: `python -m tests.benchmarks.bench`.

All programs clean the same pages in one process. They take turns of twenty pages, so that anything else that slows the
machine slows all of them; the ratios are what counts. The order changes from turn to turn, because the first program
finds the pages in no cache. Time is `time.process_time`, in milliseconds a page. Every program sees every page for the
first time. With `--repeat`, it cleans a page several times and the least time counts; this leaves out what else the
machine did, but also any work that a program does only for a page it has not seen. "no log" excludes the block log.
"""

import argparse
import gc
import os
import subprocess
import sys
from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from pathlib import Path
from random import Random
from time import perf_counter, process_time

from cleanweb import cleaner
from cleanweb.corpus.blocklog import block_log
from cleanweb.corpus.metrics import Clock
from cleanweb.decode import decode
from cleanweb.parse import parse
from cleanweb.pipeline import Pipeline
from cleanweb.segment import walk
from cleanweb.systems import SYSTEMS
from tests.benchmarks import overview, readme
from tests.benchmarks.peers import Extractor, installed
from tests.fixtures import page_paths

FAILED = "failed"  # key of the number of failed pages, among a program's times
STAGES = ("decode", "parse", "segment", "classify", "linearize", "log")
REFERENCE = "trafilatura"
SEED = 2007
START_COUNT = 10  # runs of --help

Times = dict[str, dict[str, float]]  # by program and stage, seconds over all pages
Program = Callable[[bytes], dict[str, float]]  # maps a page to seconds by stage


# Pages in each turn. If programs alternated page by page, they would evict each other from the processor's caches, as
# does not happen when only one of them runs.
TURN = 20


def main() -> None:
    """Measure and print two tables and the start-up time."""
    arguments = parser().parse_args()
    pages = sample(arguments.pages)
    print(f"{len(pages)} pages of {sum(map(len, pages)) / len(pages) / 1000:.0f} KB, segmenter: {segmenter()}\n")
    chosen = arguments.system or sorted(SYSTEMS)
    peers = installed() if not arguments.no_peers else {}
    programs: dict[str, Program] = {name: partial(stage_times, cleaner(name)) for name in chosen}
    programs.update({name: partial(peer_times, extract) for name, extract in peers.items()})
    times = measure(pages, programs, arguments.repeat)
    report = table(times, len(pages), chosen, list(peers))
    print(report)
    if arguments.write:
        readme.write("speed", report)
        overview.main()
    for name in peers:
        if count := int(times[name][FAILED]):
            print(f"{name}: raised an error on {count} pages")
    help_time, bare_time = start_up("-m", "cleanweb", "--help"), start_up("-c", "pass")
    print(f"\n--help takes {help_time - bare_time:.3f} s more than Python itself ({bare_time:.3f} s)")


def parser() -> argparse.ArgumentParser:
    """The options."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--pages", type=int, default=200, help="pages of wcxb-dev in CLEANWEB_DATA, a seeded sample")
    options.add_argument("--system", action="append", help="only this system; repeatable")
    options.add_argument("--no-peers", action="store_true", help="only cleanweb")
    options.add_argument("--repeat", type=int, default=1, help="clean each page so often; its least time counts")
    options.add_argument("--write", action="store_true", help="write the table to README.md")
    return options


def segmenter() -> str:
    """Which build of the segmenter is in use."""
    return "pure Python" if (walk.__file__ or "").endswith(".py") else "compiled"


def sample(count: int) -> list[bytes]:
    """A sample of the gold set's pages if there is one, else the project's own pages."""
    folder = Path(os.environ.get("CLEANWEB_DATA") or "-") / "wcxb-dev" / "html"
    paths = sorted(folder.glob("*.html"))
    if paths:
        paths = sorted(Random(SEED).sample(paths, min(count, len(paths))))
    return [path.read_bytes() for path in paths or page_paths()]


def measure(pages: Sequence[bytes], programs: Mapping[str, Program], repeat: int) -> Times:
    """Seconds of CPU time over all pages."""
    times: Times = defaultdict(lambda: defaultdict(float))
    for page in pages[:3]:  # load what is loaded on first use
        for measured in programs.values():
            measured(page)
    gc.freeze()  # spare programs from collecting garbage among the modules and models of all others
    order, chance = [*programs], Random(SEED)
    for first in range(0, len(pages), TURN):
        chance.shuffle(order)
        for name in order:
            for page in pages[first : first + TURN]:
                for part, amount in least([programs[name](page) for _ in range(repeat)]).items():
                    times[name][part] += amount
    return times


def least(runs: Sequence[dict[str, float]]) -> dict[str, float]:
    """The least time of each stage and of the whole."""
    return {stage: min(run[stage] for run in runs) for stage in runs[0]}


def peer_times(extract: Extractor, data: bytes) -> dict[str, float]:
    """Seconds that a peer takes, and 1 if it raises an error, whatever the error."""
    start, failed = process_time(), 0.0
    try:
        extract(data)
    except Exception:
        failed = 1.0
    return {"all": process_time() - start, FAILED: failed}


def stage_times(pipeline: Pipeline, data: bytes) -> dict[str, float]:
    """Seconds for cleaning a page and making its log: in all and by stage.

    Decoding and parsing cannot be timed from outside the pipeline, so they are done once more.
    """
    clock, start = Clock(process_time), process_time()
    cleaned = clock.timed(pipeline)(data)
    done = process_time()
    block_log(cleaned, "removed")
    logged = process_time()
    decoded = decode(data)
    middle = process_time()
    if pipeline.segment.reads == "tree":
        parse(decoded.utf8, pipeline.parser)
    parsed = process_time()
    return {
        **clock.times(done - start),
        "parse": parsed - middle,
        "decode": middle - logged,
        "log": logged - done,
        "all": logged - start,
        "no log": done - start,
    }


def table(times: Times, page_count: int, ours: Sequence[str], peers: Sequence[str]) -> str:
    """A Markdown table of milliseconds a page, with the ratios to the reference, which writes no log."""
    reference = next((times[name]["all"] for name in peers if name.startswith(REFERENCE)), 0.0)
    columns = (*STAGES, "all", "no log")
    lines = [f"| ms a page | {' | '.join(columns)} | pages/s | x {REFERENCE} | x, no log |"]
    lines.append("|---" * (len(columns) + 4) + "|")
    for name in [*ours, *peers]:
        row = times[name]
        cells = [f"{1000 * row[stage] / page_count:.2f}" if stage in row else "" for stage in columns]
        cells.append(f"{page_count / row['all']:.0f}")
        cells += [f"{reference / row[whole]:.1f}" if reference and whole in row else "" for whole in ("all", "no log")]
        lines.append(f"| {name} | {' | '.join(cells)} |")
    return "\n".join(lines)


def start_up(*arguments: str) -> float:
    """Seconds that this Python takes with these arguments: the least of several runs; the first compiles modules."""
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    found = []
    for _ in range(START_COUNT):
        start = perf_counter()
        subprocess.run([sys.executable, *arguments], check=True, stdout=subprocess.DEVNULL, env=environment)
        found.append(perf_counter() - start)
    return min(found)


if __name__ == "__main__":
    main()
