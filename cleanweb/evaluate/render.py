"""Render the results of an evaluation as lines of plain text or as JSON."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict
from itertools import takewhile
from pathlib import Path
from typing import Any

from cleanweb.evaluate.bag import drop_tags, segments_in
from cleanweb.evaluate.diff import diff_lines
from cleanweb.evaluate.gold_texts import URL_LINE, GoldText
from cleanweb.evaluate.metrics import LESS_IS_BETTER, Metric, Row
from cleanweb.evaluate.summary import Estimate, Result, changes, differences, groups, means, worst
from cleanweb.terminal import columns, left, right
from cleanweb.wording import Several, counted

MAX_DIFF_LINES = 40  # ours: a screenful per page
CHANGED_COUNT = 10  # ours: number of most changed pages, if the number of worst pages is not given


def report(
    results: Sequence[Result],
    pages: Mapping[str, GoldText],
    outputs: Mapping[str, Mapping[str, str]],
    keys: Sequence[str],
    worst_count: int | None,
) -> Iterator[str]:
    """For each metric the figures and breakdowns; then the most changed and the worst pages by the first metric."""
    names = short_names(outputs)
    results = [r.renamed(names) for r in results]
    outputs = {names[run]: texts for run, texts in outputs.items()}
    first = results[0]
    parts: list[Iterator[str]] = []
    for result in results:
        parts += [figures(result, pages), *(breakdown(result, pages, key) for key in keys)]
    if len(outputs) > 1:
        parts.append(changed_pages(first, worst_count or CHANGED_COUNT))
    if worst_count:
        parts.append(worst_pages(first, pages, outputs, worst_count))
    for number, part in enumerate(parts):
        if number:
            yield ""
        yield from part


def heading(gold: Path, pages: Sequence[GoldText], conditions: Sequence[str], *, strip_url: bool) -> str:
    """What is scored: the gold set, the chosen pages, and how lines `URL: ...`, if there are any, are treated."""
    where = "".join(f", {condition}" for condition in conditions)
    note = ""
    if strip_url:
        note = "; first lines `URL: ...` are dropped"
    elif any(URL_LINE.match(page.text or "") for page in pages):
        note = "; first lines `URL: ...` count, but not in words (--strip-url drops them)"
    return f"{gold}{where}: {counted(len(pages), 'page')}{note}"


def short_names(runs: Iterable[str]) -> dict[str, str]:
    """Run names without the folders that all have in common; unchanged if nothing would be left of one."""
    parts = {run: Path(run).parts for run in runs}
    shared_count = sum(1 for _ in takewhile(lambda column: len(set(column)) == 1, zip(*parts.values(), strict=False)))
    if shared_count == min(map(len, parts.values())):
        return {run: run for run in parts}
    return {run: str(Path(*found[shared_count:])) for run, found in parts.items()}


def as_json(results: Sequence[Result], pages: Mapping[str, GoldText], keys: Sequence[str]) -> dict[str, Any]:
    """For each metric: its settings, all figures and page scores of each run, and the differences to the base."""
    found: dict[str, Any] = {}
    for result in results:
        metric, (base, *others) = result.metric, result.rows
        found[metric.name] = {
            "settings": asdict(metric),
            "runs": {run: _run_as_json(result, run, pages, keys) for run in result.rows},
            "base": base,
            "differences": {
                run: {
                    measure: asdict(estimate)
                    for measure, estimate in differences(metric, result.rows[base], result.rows[run]).items()
                }
                for run in others
            },
        }
    return found


def _run_as_json(result: Result, run: str, pages: Mapping[str, GoldText], keys: Sequence[str]) -> dict[str, Any]:
    rows = result.rows[run]
    breakdowns = {
        key: {
            label: {"page_count": len(found), **means(result.metric, found)}
            for label, found in groups(rows, pages, key).items()
        }
        for key in keys
    }
    scores = {row.id: {**row.scores, **row.counts, "missing": row.missing} for row in rows}
    return {**asdict(result.summaries[run]), "by": breakdowns, "pages": scores}


def figures(result: Result, pages: Iterable[str]) -> Iterator[str]:
    """The means of each run with their intervals, and the totals; for several runs, their differences to the first.

    `pages` are the ids of all chosen pages; those without a score are reported.
    """
    metric, summaries = result.metric, result.summaries
    base, *others = summaries
    settings = "".join(f", {name} {value}" for name, value in asdict(metric).items())
    scored = {row.id for row in result.rows[base]}
    unscored = [page for page in pages if page not in scored]
    others_told = f"; no {metric.needs} of {Several(len(unscored), unscored[0])}" if unscored else ""
    scored_told = counted(summaries[base].page_count, "page")
    yield f"{metric.name} (0 to {metric.top}{settings}): means over {scored_told} [95 % interval]{others_told}"
    table = [["", *summaries]]
    table += [[m, *(_estimate(s.estimates[m], metric.top) for s in summaries.values())] for m in metric.measures]
    table += [
        [name, *(_number(s.totals[name], metric.top) for s in summaries.values())] for name in summaries[base].totals
    ]
    worst_score = "worst" if LESS_IS_BETTER in metric.measures else "0"
    table += [[f"missing, scored {worst_score}", *(str(s.missing_count) for s in summaries.values())]]
    yield from _columns(table)
    if others:
        compared = [differences(metric, result.rows[base], result.rows[run]) for run in others]
        yield ""
        yield f"{metric.name}: difference to {base}, paired by page [95 % interval]"
        yield from _columns(
            [["", *others], *([m, *(_estimate(d[m], metric.top, "+") for d in compared)] for m in metric.measures)]
        )


def breakdown(result: Result, pages: Mapping[str, GoldText], key: str) -> Iterator[str]:
    """The means of each run by the values of a key of the meta file."""
    for run, rows in result.rows.items():
        yield f"{result.metric.name} by {key}" + (f": {run}" if len(result.rows) > 1 else "")
        table = [[key, "pages", *result.metric.measures]]
        for label, found in groups(rows, pages, key).items():
            scores = means(result.metric, found).values()
            table.append([label, str(len(found)), *(_number(score, result.metric.top) for score in scores)])
        yield from _columns(table)


def worst_pages(
    result: Result, pages: Mapping[str, GoldText], outputs: Mapping[str, Mapping[str, str]], count: int
) -> Iterator[str]:
    """The pages of each run with the lowest first measure, with what their outputs lack (-) and have too much (+)."""
    for number, (run, rows) in enumerate(result.rows.items()):
        if number:
            yield ""
        yield f"worst pages of {run} by {result.metric.measures[0]} (- missing, + too much)"
        for row in worst(result.metric, rows, count):
            page = pages[row.id]
            yield ""
            yield f"{row.id}  {_scores(row, result.metric)}  {page.meta.get('url') or ''}".rstrip()
            lines = ["no output"] if row.missing else page_diff(page, outputs[run][row.id])
            yield from (f"    {line}" for line in lines[:MAX_DIFF_LINES])
            if len(lines) > MAX_DIFF_LINES:
                yield f"    [... {len(lines) - MAX_DIFF_LINES} lines ...]"


def page_diff(page: GoldText, output: str) -> list[str]:
    """What an output lacks and has too much: words, or segments if the page has no gold text."""
    if page.text is None:
        required, forbidden = page.segments("with"), page.segments("without")
        text = drop_tags(output)
        missing = [segment for segment in required if segment not in segments_in(text, required)]
        return [f"- {segment}" for segment in missing] + [f"+ {segment}" for segment in segments_in(text, forbidden)]
    return list(diff_lines(page.text, output if page.is_marked else drop_tags(output)))


def changed_pages(result: Result, count: int) -> Iterator[str]:
    """The pages whose first measure changed most from the first run to each of the others."""
    first, top = result.metric.measures[0], result.metric.top
    base, *others = result.rows
    for number, run in enumerate(others):
        if number:
            yield ""
        changed = changes(result.metric, result.rows[base], result.rows[run])
        better_count = sum(change.after > change.before for change in changed)
        better = counted(better_count, "page")
        yield f"{first} from {base} to {run}: {better} better, {len(changed) - better_count} worse"
        table = [["page", "before", "after", "change"]]
        for change in changed[:count]:
            numbers = _number(change.before, top), _number(change.after, top)
            table.append([change.id, *numbers, _number(change.after - change.before, top, "+")])
        if changed:
            yield from _columns(table)


def _scores(row: Row, metric: Metric) -> str:
    return "  ".join(f"{measure} {_number(row.scores[measure], metric.top)}" for measure in metric.measures)


def _number(value: float, top: int, sign: str = "-") -> str:
    """A score to a ten-thousandth of its scale: 2 decimals if the top is 100, 4 if it is 1; `sign` as in format()."""
    return f"{value:{sign}.{2 if top == 100 else 4}f}"


def _estimate(estimate: Estimate, top: int, sign: str = "-") -> str:
    bounds = (_number(bound, top, sign) for bound in (estimate.low, estimate.high))
    return f"{_number(estimate.mean, top, sign)} [{', '.join(bounds)}]"


def _columns(table: Sequence[Sequence[str]]) -> Iterator[str]:
    """The rows as lines, the first column flush left, the others flush right."""
    widths = [max(map(columns, column)) for column in zip(*table, strict=True)]
    for first, *others in table:
        cells = [left(first, widths[0]), *map(right, others, widths[1:])]
        yield "  " + "  ".join(cells).rstrip()
