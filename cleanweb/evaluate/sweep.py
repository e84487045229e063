"""How a score changes with a parameter: clean and score a gold set once for each value."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from pathlib import Path

from cleanweb import Pipeline, cleaner
from cleanweb.corpus.inputs import Page
from cleanweb.corpus.limits import NO_LIMIT
from cleanweb.corpus.reading import read
from cleanweb.errors import InputError, UsageError
from cleanweb.evaluate.gold_texts import TWO_PAGES, GoldText, as_compared, file_called
from cleanweb.evaluate.metrics import Metric, score_pages
from cleanweb.evaluate.summary import means

MAX_VALUES = 1000  # ours: more are most likely a typo in STEP

Scores = Mapping[str, Mapping[str, float]]  # by metric, then by measure


@dataclass(frozen=True, slots=True)
class Sweep:
    """The parameter, as `stage.parameter`, and the values to try, as on the command line."""

    key: str
    values: tuple[str, ...]


def read_sweep(text: str) -> Sweep:
    """Parse the value of `--sweep`: `stage.parameter=FROM:TO:STEP`, TO included, or `stage.parameter=A,B,C`.

    >>> read_sweep("justext.max_link_density=0.1:0.3:0.1").values
    ('0.1', '0.2', '0.3')

    Raises UsageError, saying what was expected.
    """
    key, _, range_ = text.partition("=")
    expected = "expected stage.parameter=FROM:TO:STEP, FROM at most TO and STEP over 0, or stage.parameter=A,B,..."
    if "." not in key or not range_:
        raise UsageError(f"--sweep {text}: {expected}")
    if ":" not in range_:
        return Sweep(key, tuple(range_.split(",")))
    try:
        first, last, step = numbers = [*map(Decimal, range_.split(":"))]
        is_range = all(number.is_finite() for number in numbers) and first <= last and step > 0
        steps = (last - first) / step if is_range else Decimal(0)
    except (ValueError, ArithmeticError):  # not three numbers, or too many steps for Decimal
        raise UsageError(f"--sweep {text}: {expected}") from None
    if not is_range:
        raise UsageError(f"--sweep {text}: {expected}")
    if steps >= MAX_VALUES:
        raise UsageError(f"--sweep {text}: {expected}, and at most {MAX_VALUES} values")
    values = (first + number * step for number in range(int(steps) + 1))
    return Sweep(key, tuple(f"{value.normalize():f}" for value in values))


def run_sweep(
    sweep: Sweep,
    gold: Path,
    pages: Sequence[GoldText],
    metrics: Sequence[Metric],
    *,
    system: str | None,
    fixed: Sequence[tuple[str, str]],
    as_json: bool,
) -> str:
    """The curve as a table or as JSON. `fixed` are other parameters, as ("stage.parameter", "value").

    Raises UsageError, before the first page is cleaned, for wrong names and values, and for a fixed value of the swept
    parameter.
    """
    if sweep.key in dict(fixed):
        raise UsageError(f"-p {sweep.key}: --sweep sets it; expected another parameter")
    cleaners = [cleaner(system, parameters={**dict(fixed), sweep.key: value}) for value in sweep.values]
    pages = [page for page in pages if any(metric.applies(page) for metric in metrics)]
    points = list(curve(cleaners, metrics, pages, read_html(gold, pages)))
    if not as_json:
        return "\n".join(table(sweep, points))
    found = [{"value": value, **point} for value, point in zip(sweep.values, points, strict=True)]
    return json.dumps({"gold": str(gold), "sweep": sweep.key, "points": found}, indent=1)


def read_html(gold: Path, pages: Sequence[GoldText]) -> list[bytes]:
    """The HTML of the pages, GOLD/html/ID.html, compressed or not.

    Raises InputError when one is missing, DataError when a page has two files.
    """
    found = []
    for page in pages:
        expected = gold / "html" / f"{page.id}.html"
        path = file_called(expected, TWO_PAGES) or expected
        try:
            found.append(read(Page(name=path.name, path=str(path)), NO_LIMIT))
        except InputError as error:
            raise InputError(f"{path}: --sweep cleans the pages of the gold set: {error}") from None
    return found


def curve(
    cleaners: Sequence[Pipeline], metrics: Sequence[Metric], pages: Sequence[GoldText], html: Sequence[bytes]
) -> Iterator[Scores]:
    """For each cleaner, the mean scores of its outputs. A page that it refuses or fails on scores 0."""
    for clean in cleaners:
        outputs = [_cleaned(clean, data) for data in html]
        yield {
            metric.name: means(metric, score_pages(metric, list(zip(pages, outputs, strict=True))))
            for metric in metrics
        }


def table(sweep: Sweep, points: Sequence[Scores]) -> Iterator[str]:
    """A line for each value, below the names of the measures; a star marks the best by the first measure."""
    names = [(metric, measure) for metric, scores in points[0].items() for measure in scores]
    first = [point[names[0][0]][names[0][1]] for point in points]
    width = max(map(len, [sweep.key, *sweep.values]))
    columns = [(metric, measure, max(7, len(measure))) for metric, measure in names]
    yield "  ".join([f"{sweep.key:>{width}}", *(f"{measure:>{size}}" for _, measure, size in columns)])
    for value, point, score in zip(sweep.values, points, first, strict=True):
        cells = [f"{point[metric][measure]:{size}.4f}" for metric, measure, size in columns]
        yield "  ".join([f"{value:>{width}}", *cells]) + ("  *" if score == max(first) else "")


def _cleaned(clean: Pipeline, data: bytes) -> str | None:
    try:
        return as_compared(clean(data).text)  # like the outputs of a run
    except Exception:  # a page that breaks a stage costs only itself, as in a run
        return None
