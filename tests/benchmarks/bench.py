"""CPU time of every system, stage by stage, beside that of the peers: `python -m tests.benchmarks.bench`.

All run on the same pages in one process, twenty pages each in turn, so that whatever else the machine does slows all
of them; the ratios are what counts. Time is `time.process_time`, in milliseconds a page. Every page is new to every
program; with `--repeat` it is cleaned so many times and the least time counts, which leaves out what else the machine
did, but also what a program has to do for a page that it does not know yet. "no log" is all but the block log.
"""

import argparse
import os
import subprocess
import sys
from collections import defaultdict
from collections.abc import Sequence
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

STAGES = ("decode", "parse", "segment", "classify", "linearize", "log")
REFERENCE = "trafilatura"
SEED = 2007
START_COUNT = 10  # runs of --help

Times = dict[str, dict[str, float]]  # by name, by stage, seconds over all pages


# Pages that each program has in turn: one by one they would push each other out of the processor's caches, which they
# do not where only one of them runs.
TURN = 20


def main() -> None:
    """Measure and print two tables and the start-up time."""
    arguments = parser().parse_args()
    pages = sample(arguments.pages)
    print(f"{len(pages)} pages of {sum(map(len, pages)) / len(pages) / 1000:.0f} KB, segmenter: {segmenter()}\n")
    chosen = arguments.system or sorted(SYSTEMS)
    ours = {name: cleaner(name) for name in chosen}
    peers = installed() if not arguments.no_peers else {}
    times, failures = measure(pages, ours, peers, arguments.repeat)
    report = table(times, len(pages), chosen, list(peers))
    print(report)
    if arguments.write:
        readme.write("speed", report)
        overview.main()
    for name, count in failures.items():
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
    """The pages: of the gold set where there is one, else those of the project."""
    folder = Path(os.environ.get("CLEANWEB_DATA") or "-") / "wcxb-dev" / "html"
    paths = sorted(folder.glob("*.html"))
    if paths:
        paths = sorted(Random(SEED).sample(paths, min(count, len(paths))))
    return [path.read_bytes() for path in paths or page_paths()]


def measure(
    pages: Sequence[bytes], ours: dict[str, Pipeline], peers: dict[str, Extractor], repeat: int
) -> tuple[Times, dict[str, int]]:
    """Seconds of CPU time over all pages, and how many pages made a peer raise an error."""
    times: Times = defaultdict(lambda: defaultdict(float))
    failures: dict[str, int] = defaultdict(int)
    for page in pages[:3]:  # what is loaded on first use is not measured
        for pipeline in ours.values():
            block_log(pipeline(page), "removed")
        for extract in peers.values():
            attempt(extract, page)
    for first in range(0, len(pages), TURN):
        turn = pages[first : first + TURN]
        for name, pipeline in ours.items():
            for page in turn:
                for stage, seconds in least([stage_times(pipeline, page) for _ in range(repeat)]).items():
                    times[name][stage] += seconds
        for name, extract in peers.items():
            for page in turn:
                runs = [timed_attempt(extract, page) for _ in range(repeat)]
                failures[name] += not runs[0][1]
                times[name]["all"] += min(seconds for seconds, _ in runs)
    return times, {name: count for name, count in failures.items() if count}


def least(runs: Sequence[dict[str, float]]) -> dict[str, float]:
    """For each stage its least time, and so for the whole."""
    return {stage: min(run[stage] for run in runs) for stage in runs[0]}


def timed_attempt(extract: Extractor, data: bytes) -> tuple[float, bool]:
    """Seconds that a peer takes, and whether it gave an answer."""
    start = process_time()
    answered = attempt(extract, data)
    return process_time() - start, answered


def attempt(extract: Extractor, page: bytes) -> bool:
    """Whether a peer gave an answer."""
    try:
        extract(page)
    except Exception:  # whatever it is, it is the peer's and counts as no answer
        return False
    return True


def stage_times(pipeline: Pipeline, data: bytes) -> dict[str, float]:
    """Seconds that it takes to clean a page and make its log, and its parts.

    Decoding and parsing cannot be told apart from outside, so they are done once more.
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
    """Milliseconds a page as a Markdown table, with the ratios to the reference, which writes no log."""
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
    """Seconds until this Python has done this, the least of some runs; compiled modules are kept from the first on."""
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    found = []
    for _ in range(START_COUNT):
        start = perf_counter()
        subprocess.run([sys.executable, *arguments], check=True, stdout=subprocess.DEVNULL, env=environment)
        found.append(perf_counter() - start)
    return min(found)


if __name__ == "__main__":
    main()
