"""Summarize the rows of pages: means with intervals, breakdowns, paired differences, gates."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from statistics import fmean

from cleanweb.errors import UsageError
from cleanweb.evaluate.bootstrap import interval
from cleanweb.evaluate.gold_texts import GoldText
from cleanweb.evaluate.metrics import Metric, Row
from cleanweb.wording import nearest

NO_LABEL = "(none)"


@dataclass(frozen=True, slots=True)
class Estimate:
    """A mean over pages and its 95 % bootstrap interval."""

    mean: float
    low: float
    high: float


@dataclass(frozen=True, slots=True)
class Summary:
    """One run under one metric: macro means by measure, and totals (micro figures) by name."""

    page_count: int
    missing_count: int
    estimates: Mapping[str, Estimate]
    totals: Mapping[str, float]


@dataclass(frozen=True, slots=True)
class Result:
    """All runs under one metric: rows and summary by the run's name, in the order given."""

    metric: Metric
    rows: Mapping[str, Sequence[Row]]
    summaries: Mapping[str, Summary]

    def renamed(self, names: Mapping[str, str]) -> "Result":
        """The same result with other names of runs."""
        rows = {names[run]: rows for run, rows in self.rows.items()}
        return Result(self.metric, rows, {names[run]: summary for run, summary in self.summaries.items()})


@dataclass(frozen=True, slots=True)
class Change:
    """The first measure of a page in two runs."""

    id: str
    before: float
    after: float


def summed_up(metric: Metric, rows: Mapping[str, Sequence[Row]]) -> Result:
    """The result of one metric, from the rows by the run's name."""
    return Result(metric, rows, {run: summarize(metric, found) for run, found in rows.items()})


def summarize(metric: Metric, rows: Sequence[Row]) -> Summary:
    """The figures of one run, from its rows (at least one) under one metric."""
    counts: Counter[str] = Counter()
    for row in rows:
        counts.update(row.counts)
    return Summary(
        page_count=len(rows),
        missing_count=sum(row.missing for row in rows),
        estimates={measure: _estimate([row.scores[measure] for row in rows]) for measure in metric.measures},
        totals=metric.totals(counts),
    )


def means(metric: Metric, rows: Sequence[Row]) -> dict[str, float]:
    """The macro means by measure."""
    return {measure: fmean(row.scores[measure] for row in rows) for measure in metric.measures}


def groups(rows: Sequence[Row], pages: Mapping[str, GoldText], key: str) -> dict[str, list[Row]]:
    """The rows grouped by their pages' values of a key of the meta file, largest group first; groups may overlap."""
    found: dict[str, list[Row]] = {}
    for row in rows:
        for label in pages[row.id].labels(key) or [NO_LABEL]:
            found.setdefault(label, []).append(row)
    return dict(sorted(found.items(), key=lambda item: (-len(item[1]), item[0])))


def differences(metric: Metric, before: Sequence[Row], after: Sequence[Row]) -> dict[str, Estimate]:
    """By measure, the mean difference per page between two runs over the same pages in the same order."""
    return {
        measure: _estimate([b.scores[measure] - a.scores[measure] for a, b in zip(before, after, strict=True)])
        for measure in metric.measures
    }


def changes(metric: Metric, before: Sequence[Row], after: Sequence[Row]) -> list[Change]:
    """The pages whose first measure changed, the greatest change first."""
    first = metric.measures[0]
    found = [Change(a.id, a.scores[first], b.scores[first]) for a, b in zip(before, after, strict=True)]
    return sorted((c for c in found if c.before != c.after), key=lambda c: (-abs(c.after - c.before), c.id))


def worst(metric: Metric, rows: Sequence[Row], count: int) -> list[Row]:
    """This many rows with the lowest first measure, the worst first."""
    return sorted(rows, key=lambda row: (row.scores[metric.measures[0]], row.id))[:count]


def figure(name: str, results: Sequence[Result], run: str) -> float:
    """A run's mean or total of this name, such as `ave` or `bag.f1`.

    Raises UsageError when no metric has it, or more than one.
    """
    wanted, _, measure = name.rpartition(".")
    found = {}
    for result in results:
        summary = result.summaries[run]
        known = {m: estimate.mean for m, estimate in summary.estimates.items()} | dict(summary.totals)
        if measure in known and wanted in ("", result.metric.name):
            found[f"{result.metric.name}.{measure}"] = known[measure]
    if not found:
        summaries = [(result.metric.name, result.summaries[run]) for result in results]
        measures = [f"{metric}.{m}" for metric, summary in summaries for m in (*summary.estimates, *summary.totals)]
        raise UsageError(f"{name}: no such measure; {nearest(name, measures)}; --metric chooses other metrics")
    if len(found) > 1:
        raise UsageError(f"{name}: several metrics have this measure; expected {' or '.join(found)}")
    return next(iter(found.values()))


def _estimate(values: Sequence[float]) -> Estimate:
    return Estimate(fmean(values), *interval(values))
