"""The README's tables of scores: `python -m tests.benchmarks.scores` with the gold sets in CLEANWEB_DATA.

Runs every system and every installed peer over the same pages of every set; if a peer fails on a page, its text counts
as empty. `cleanweb.evaluate` computes the scores: bag F1 (for sets of segments, the F1 of all segments together), and
the official CleanEval score where the gold is marked. Texts are cached between runs as long as the program that made
them is the same. On sets that the default's model was trained on, each page is cleaned by a model that never saw its
site (`tests/benchmarks/left_out.py`). Only the final pages of CleanEval are used, since the ICE trees and the numbers
marked "ours" come from the others.
"""

import argparse
import os
import sys
import tempfile
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache
from hashlib import sha256
from pathlib import Path
from urllib.parse import quote

from cleanweb import cleaner
from cleanweb.errors import CleanwebError
from cleanweb.evaluate.gold_texts import GoldText, read_gold_texts, strip_url_line, without_url_line
from cleanweb.evaluate.metrics import Bag, CleanEval, Metric, Row, Segments, score_pages
from cleanweb.evaluate.summary import Estimate, Summary, groups, summarize
from cleanweb.systems import SYSTEMS
from cleanweb.train.gold import site_of
from cleanweb.train.learned_pages import fold_of
from tests.benchmarks import left_out, overview, readme
from tests.benchmarks.overview import DEFAULT
from tests.benchmarks.peers import Extractor, installed
from tests.fixtures import PACKAGE

SETS = ("wcxb-dev", "cleaneval", "newspaper4k-articles", "readability", "daniel", "trafilatura-eval", "debian-docs")
BREAKDOWNS = (("wcxb-dev", "page_type"), ("daniel", "language"), ("trafilatura-eval", "language"))
MIN_GROUP = 10  # pages; smaller groups say little
SEEN = " †"
UNSEEN = " ⁂"
MARKS = {  # of figures, by run and set
    **{(DEFAULT, gold): UNSEEN for gold in left_out.SETS},
    ("cleanweb density", "wcxb-dev"): SEEN,  # as on its card in cleanweb/models/files
}
MEANINGS = {
    UNSEEN: "By models that never saw a page's site (where a set does not tell it, as readability, the page): the "
    "default trained five times, each without a fifth of them.",
    SEEN: "The system's model was trained on this set: no measure of how it does on other pages.",
}
WITH_URL_LINE = "cleaneval"  # most of its golds begin with a line that is not on the page
WITH_SNIPPETS = "wcxb-dev"

Texts = Mapping[str, str]  # by page


def main() -> None:
    """Clean, score and print; write the README if asked to."""
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--every", type=int, default=1, help="only every so many pages of each set")
    options.add_argument("--set", action="append", choices=SETS, help="only this set; repeatable")
    options.add_argument("--write", action="store_true", help="write the tables to README.md")
    options.add_argument("--cache", type=Path, default=Path(tempfile.gettempdir()) / "cleanweb-scores")
    arguments = options.parse_args()
    if arguments.write:  # fail now rather than after hours of work
        readme.part(readme.README.read_text("utf-8"), "scores")
    data = Path(os.environ.get("CLEANWEB_DATA") or "-")
    sets = [name for name in arguments.set or SETS if (data / name / "html").is_dir()]
    if not sets:
        sys.exit(f"no gold sets: CLEANWEB_DATA is {str(data)!r}; expected a folder with some of {', '.join(SETS)}")
    golds = {name: gold_pages(data / name)[:: arguments.every] for name in sets}
    runs = {name: cleaned(name, extract, golds, data, arguments.cache) for name, extract in extractors().items()}
    report = "\n\n".join(tables(golds, runs))
    if arguments.every > 1:
        report = f"Every {arguments.every}th page of each set:\n\n{report}"
    print(report)
    if arguments.write:
        readme.write("scores", report)
        overview.main()


def gold_pages(folder: Path) -> list[GoldText]:
    """The pages of a set that have both gold and source."""
    pages = [page for page in read_gold_texts(folder) if (folder / "html" / f"{page.id}.html").is_file()]
    pages = [page for page in pages if page.meta.get("split") != "dev"]
    return [without_url_line(page) for page in pages] if folder.name == WITH_URL_LINE else pages


def extractors() -> dict[str, Extractor]:
    """All systems and peers, by the name that the tables show."""
    ours = {f"cleanweb {name}": extractor(name) for name in SYSTEMS}
    return {**ours, **installed()}


@cache
def extractor(system: str) -> Extractor:
    """A system as a function from bytes to text."""
    pipeline = cleaner(system)
    return lambda data: pipeline(data).text


def unseen(gold: str, page: GoldText) -> Extractor:
    """The default for a page of a set: if it was trained on the set, a model that never saw the page's site."""
    if gold not in left_out.SETS:
        return extractor("cleanweb")
    made = left_out.cleaner_without(fold_of(site_of(gold, page.id, page.meta)))
    return lambda data: made(data).text


def cleaned(
    name: str, extract: Extractor, golds: Mapping[str, Sequence[GoldText]], data: Path, cached: Path
) -> dict[str, Texts]:
    """The texts of one extractor (the default: `unseen`) by set and page; cached ones are read."""
    digest = f" {source_digest(with_left_out=name == DEFAULT)}" if name.startswith("cleanweb ") else ""
    folder = cached / quote(name + digest)
    texts: dict[str, Texts] = {}
    for gold, pages in golds.items():
        made = {}
        (folder / gold).mkdir(parents=True, exist_ok=True)
        for page in pages:
            path = folder / gold / f"{page.id}.txt"
            if not path.exists():
                chosen = unseen(gold, page) if name == DEFAULT else extract
                text = attempt(chosen, (data / gold / "html" / f"{page.id}.html").read_bytes())
                path.write_text(text, "utf-8", "surrogatepass", newline="\n")
            made[page.id] = path.read_bytes().decode("utf-8", "replace")
        texts[gold] = {page: strip_url_line(text) for page, text in made.items()} if gold == WITH_URL_LINE else made
        print(f"{name}: {gold}", file=sys.stderr)
    return texts


def attempt(extract: Extractor, data: bytes) -> str:
    """The text; "" if the extractor raises an error."""
    try:
        return extract(data)
    except CleanwebError:
        return ""
    except Exception as error:  # only peers raise others
        print(f"{type(error).__name__}: {error}", file=sys.stderr)
        return ""


@cache
def source_digest(*, with_left_out: bool) -> str:
    """A digest of the package, the stop lists and perhaps the left-out models: if it changes, texts are made anew."""
    files = [*PACKAGE.rglob("*"), *(PACKAGE.parent / "stoplists").glob("*")]
    files += left_out.MODELS.glob("*") if with_left_out else ()
    digest = sha256()
    for path in sorted(files):
        if path.is_file() and "__pycache__" not in path.parts:
            digest.update(str(path.relative_to(PACKAGE.parent)).encode() + b"\0" + path.read_bytes())
    return digest.hexdigest()[:12]


def tables(golds: Mapping[str, Sequence[GoldText]], runs: Mapping[str, Mapping[str, Texts]]) -> Iterable[str]:
    """The main table, the tables of CleanEval's scorer and of WCXB's snippets, and the breakdowns."""
    header = [f"{name} ({len(pages)})" for name, pages in golds.items()]
    yield table(
        header,
        runs,
        lambda run: [f1(pages, runs[run][gold]) + MARKS.get((run, gold), "") for gold, pages in golds.items()],
    )
    for mark, meaning in MEANINGS.items():
        yield f"{mark.strip()} {meaning}"
    if WITH_URL_LINE in golds:
        pages = golds[WITH_URL_LINE]
        scores = {run: summarized(CleanEval(), pages, texts[WITH_URL_LINE]) for run, texts in runs.items()}
        measures = ("ave", "to", "tm", "sv")
        yield f"CleanEval's own scorer, {len(pages)} pages, `URL:` lines dropped:"
        yield table(
            [measure.upper() if measure != "ave" else "Ave" for measure in measures],
            runs,
            lambda run: [shown(scores[run].estimates[measure], digits=1) for measure in measures],
        )
    if WITH_SNIPPETS in golds:
        pages = golds[WITH_SNIPPETS]
        found = {run: summarized(Segments(), pages, texts[WITH_SNIPPETS]).estimates for run, texts in runs.items()}
        yield f"Snippets of {WITH_SNIPPETS} that texts should hold (with) and should not (without), the share they do:"
        yield table(
            Segments.measures,
            runs,
            lambda run: [
                shown(found[run][measure], digits=3) + MARKS.get((run, WITH_SNIPPETS), "")
                for measure in Segments.measures
            ],
        )
    for gold, key in BREAKDOWNS:
        if gold in golds:
            of_set = {run: texts[gold] for run, texts in runs.items()}
            yield from breakdown(gold, key, golds[gold], of_set, {run: MARKS.get((run, gold), "") for run in runs})


def breakdown(
    gold: str, key: str, pages: Sequence[GoldText], runs: Mapping[str, Texts], mark_of: Mapping[str, str]
) -> Iterable[str]:
    """F1 by a key of the meta file, for groups of at least MIN_GROUP pages."""
    metric = metric_of(pages)
    by_id = {page.id: page for page in pages}
    rows = {run: groups(score(metric, pages, texts), by_id, key) for run, texts in runs.items()}
    names = [name for name, group in next(iter(rows.values())).items() if len(group) >= MIN_GROUP]
    if not names:
        return
    yield f"F1 on {gold} by {key.replace('_', ' ')}:"
    counts = {name: len(group) for name, group in next(iter(rows.values())).items()}
    yield table(
        [f"{name} ({counts[name]})" for name in names],
        runs,
        lambda run: [f"{central(summarize(metric, rows[run][name])):.3f}{mark_of[run]}" for name in names],
    )


def metric_of(pages: Sequence[GoldText]) -> Metric:
    """Words in common, or segments if the set has no texts."""
    return Bag() if any(page.text is not None for page in pages) else Segments()


def score(metric: Metric, pages: Sequence[GoldText], texts: Texts) -> list[Row]:
    """The rows of a run; a page without a text counts as missing."""
    return score_pages(metric, [(page, texts.get(page.id)) for page in pages])


def summarized(metric: Metric, pages: Sequence[GoldText], texts: Texts) -> Summary:
    """The figures of a run."""
    return summarize(metric, score(metric, pages, texts))


def central(summary: Summary) -> float:
    """The F1: the mean over pages, or that of all segments together."""
    return summary.estimates["f1"].mean if "f1" in summary.estimates else summary.totals["segment_f1"]


def f1(pages: Sequence[GoldText], texts: Texts) -> str:
    """The F1, with its interval if it is a mean."""
    summary = summarized(metric_of(pages), pages, texts)
    return shown(summary.estimates["f1"], digits=3) if "f1" in summary.estimates else f"{central(summary):.3f}"


def shown(estimate: Estimate, *, digits: int) -> str:
    """A mean and half the width of its 95 % interval."""
    return f"{estimate.mean:.{digits}f} ± {(estimate.high - estimate.low) / 2:.{digits}f}"


def table(header: Sequence[str], runs: Iterable[str], cells: Callable[[str], Sequence[str]]) -> str:
    """A Markdown table with a row for each run."""
    lines = [f"| | {' | '.join(header)} |", "|---" * (len(header) + 1) + "|"]
    return "\n".join(lines + [f"| {run} | {' | '.join(cells(run))} |" for run in runs])


if __name__ == "__main__":
    main()
