"""`cleanweb evaluate`: how good are these outputs, where are they bad, and which of two runs is better?"""

import json
import os
from collections.abc import Sequence
from math import isfinite, nan
from pathlib import Path
from typing import Any

import click

from cleanweb.cli import EXIT_GATE
from cleanweb.errors import UsageError


@click.command()
@click.argument("gold", type=click.Path(path_type=Path))
@click.argument("folders", metavar="[OUT...]", nargs=-1, type=click.Path(path_type=Path))
@click.option(
    "--metric",
    "metric_names",
    type=click.Choice(["cleaneval", "words", "bag", "all", "tables"]),
    multiple=True,
    help="cleaneval: official scorer of 2007; words: script of 2008; bag: words in common, and segments; tables: "
    "Kitten's models of tables, on a folder with leaf_tables.jsonl, without OUT. Repeatable. Default: bag, and "
    "cleaneval where most gold texts have <p>, <h>, <l>.",
)
@click.option("--meta", type=click.Path(path_type=Path), help="What is known of each page. Default: GOLD/meta.json.")
@click.option("--where", "conditions", metavar="KEY=VALUE", multiple=True, help="Only pages that meta says this of.")
@click.option("--by", "keys", metavar="KEY", multiple=True, help="Break down by a key of meta.")
@click.option("--worst", "worst_count", type=click.IntRange(1), help="Show this many of the worst pages, with a diff.")
@click.option("--min", "gates", metavar="MEASURE=VALUE", multiple=True, help="Exit with 4 if a figure is below this.")
@click.option(
    "--strip-url", is_flag=True, help="Drop a first line `URL: ...` on both sides, as CleanEval's golds have."
)
@click.option(
    "--unit",
    type=click.Choice(["auto", "word", "byte-pair", "char"]),
    default="auto",
    help="Tokens of cleaneval. auto (default): byte-pair for pages whose language is zh, as the original; else word.",
)
@click.option(
    "--alignment",
    type=click.Choice(["blocks", "lcs"]),
    default="blocks",
    help="Of words. blocks (default): as the original, by difflib; lcs: optimal.",
)
@click.option("--unlabelled", is_flag=True, help="Of words: <p>, <h> and <l> are the same tag.")
@click.option(
    "--sweep",
    metavar="STAGE.NAME=FROM:TO:STEP",
    help="Clean GOLD/html/ID.html with each value of a parameter (A,B,... where it is no number); print the curve.",
)
@click.option("--system", metavar="NAME", help="With --sweep: the system that cleans.")
@click.option("-p", "parameters", metavar="STAGE.NAME=VALUE", multiple=True, help="With --sweep: another parameter.")
@click.option("--json", "is_json", is_flag=True, help="Print one JSON object, with every page's scores.")
@click.option("-j", "--jobs", type=click.IntRange(1), default=1, help="Score in this many processes.")
def command(
    *,
    gold: Path,
    folders: tuple[Path, ...],
    metric_names: tuple[str, ...],
    meta: Path | None,
    conditions: tuple[str, ...],
    keys: tuple[str, ...],
    worst_count: int | None,
    gates: tuple[str, ...],
    strip_url: bool,
    sweep: str | None,
    system: str | None,
    parameters: tuple[str, ...],
    is_json: bool,
    jobs: int,
    **settings: Any,
) -> int:
    """Score the texts OUT/ID.txt against a gold standard.

    GOLD is a folder with gold/ID.txt and meta.json, or a folder of texts ID.txt. A page without an output scores 0. Of
    several OUT each is compared with the first, page by page.

    \b
        cleanweb evaluate gold/ txt/ --min ave=75
        cleanweb evaluate wcxb/ txt/ --metric bag --by page_type --worst 20
        cleanweb evaluate gold/ before/ after/
        cleanweb evaluate gold/ --system justext --sweep justext.max_link_density=0.1:0.5:0.1
    """
    from cleanweb.evaluate import render, run
    from cleanweb.evaluate.sweep import read_sweep, run_sweep

    _check_together(
        metric_names,
        folders,
        sweep,
        of_sweep=bool(system or parameters),
        of_scores=bool(gates or keys or worst_count or jobs > 1),
        of_texts=bool(keys or worst_count or conditions or meta or strip_url or jobs > 1),
    )
    floors = [_floor(gate) for gate in gates]
    if "tables" in metric_names:
        return _tables(gold, floors, is_json=is_json)
    where = [_pair(condition, "--where") for condition in conditions]
    pages = run.read_pages(gold, meta, where, strip_url=strip_url)
    _check_keys(keys, {key for page in pages for key in page.meta})
    metrics = run.chosen_metrics(metric_names, pages, **settings)
    if sweep:
        fixed = [_pair(parameter, "-p") for parameter in parameters]
        click.echo(run_sweep(read_sweep(sweep), gold, pages, metrics, system=system, fixed=fixed, as_json=is_json))
        return 0
    runs = run.read_runs(folders, pages, strip_url=strip_url)
    results = run.score_runs(metrics, pages, runs, jobs=jobs)
    missed = list(run.missed_floors(floors, results))
    by_id = {page.id: page for page in pages}
    if is_json:
        asked = {"gold": str(gold), "where": conditions, "strip_url": strip_url}
        found = asked | {"metrics": render.as_json(results, by_id, keys)}
        _print(json.dumps(found, ensure_ascii=False, indent=1))
    else:
        _print(render.heading(gold, pages, conditions, strip_url=strip_url) + "\n")
        _print("\n".join(render.report(results, by_id, runs, keys, worst_count)))
    return _gate(missed)


def _check_together(
    metric_names: Sequence[str],
    folders: Sequence[Path],
    sweep: str | None,
    *,
    of_sweep: bool,
    of_scores: bool,
    of_texts: bool,
) -> None:
    """Raises UsageError for arguments of which one would be passed over in silence."""
    if "tables" in metric_names:
        if folders or sweep or of_texts or len(set(metric_names)) > 1:
            raise UsageError("--metric tables stands alone: it takes --min and --json, no OUT and no other metric")
    elif sweep:
        if folders or of_scores:
            raise UsageError("--sweep makes its own outputs: it takes no OUT, --min, --by, --worst or -j")
    elif not folders:
        raise UsageError("expected OUT, a folder of outputs to score, or --sweep")
    if of_sweep and not sweep:
        raise UsageError("--system and -p go with --sweep; the texts of OUT are scored as they are")


def _tables(gold: Path, floors: Sequence[tuple[str, float]], *, is_json: bool) -> int:
    """Score the models of tables on their own kind of gold."""
    from cleanweb.evaluate import tables

    report = tables.report_of(gold)
    figures = report.figures()
    for measure, _ in floors:
        if measure not in figures:
            raise UsageError(f"--min {measure}: of tables are known {', '.join(figures)}")
    _print(json.dumps(report.as_json(), indent=1) if is_json else "\n".join(tables.lines(report)))
    missed = [(measure, floor) for measure, floor in floors if figures[measure] < floor]
    return _gate([f"{measure} is {figures[measure]:.3f}, below the asked {floor:g}" for measure, floor in missed])


def _print(figures: str) -> None:
    """Print; where nobody reads on (`| head`), the gate is still to be told of."""
    try:
        click.echo(figures)
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)


def _gate(missed: Sequence[str]) -> int:
    """Tell what is below its floor; the exit status."""
    for miss in missed:
        click.echo(f"cleanweb: {miss}", err=True)
    return EXIT_GATE if missed else 0


def _check_keys(keys: tuple[str, ...], known: set[str]) -> None:
    for key in keys:
        if key not in known:
            raise UsageError(
                f"--by {key}: no page chosen has this in meta; known are {', '.join(sorted(known)) or 'none'}"
            )


def _pair(text: str, option: str) -> tuple[str, str]:
    name, sign, value = text.partition("=")
    if not (name and sign and value):
        raise UsageError(f"{option} {text}: expected NAME=VALUE")
    return name, value


def _floor(gate: str) -> tuple[str, float]:
    measure, value = _pair(gate, "--min")
    try:
        number = float(value)
    except ValueError:
        number = nan
    if not isfinite(number):
        raise UsageError(f"--min {gate}: expected a number after =, found {value}")
    return measure, number
