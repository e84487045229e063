"""`cleanweb evaluate`: how good are these outputs, where are they bad, and which of two runs is better?"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import asdict
from math import isfinite, nan
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from cleanweb.cli import drop_stdout, tell
from cleanweb.cli.stage_options import parameters_begun, systems_begun
from cleanweb.cli.values import Options, is_given
from cleanweb.errors import EXIT_GATE, UsageError
from cleanweb.files import printable
from cleanweb.train.options import NamedPath
from cleanweb.wording import counted, name_and_value, told_apart

if TYPE_CHECKING:
    from cleanweb.evaluate.gold_texts import GoldText
    from cleanweb.evaluate.metrics import Metric
    from cleanweb.evaluate.run import Bound

SETTINGS = {"unit": "cleaneval", "alignment": "words", "unlabelled": "words"}  # options and their metrics


@click.command()
@click.argument("gold", type=NamedPath())
@click.argument("folders", metavar="[OUT...]", nargs=-1, type=NamedPath())
@click.option(
    "--metric",
    "metric_names",
    type=click.Choice(["cleaneval", "words", "bag", "all", "tables"]),
    multiple=True,
    help="cleaneval: the official scorer of 2007; words: the script of 2008; bag: words in common, and segments; "
    "tables: Kitten's table models, on a folder with leaf_tables.jsonl, without OUT. May be repeated. Default: bag, "
    "and cleaneval if most gold texts have <p>, <h>, <l>.",
)
@click.option(
    "--meta",
    type=NamedPath(),
    metavar="FILE",
    help="Metadata of the pages. Default: GOLD/meta.json.",
)
@click.option(
    "--where",
    "conditions",
    metavar="KEY=VALUE",
    multiple=True,
    help="Use only pages with this value in the metadata. May be repeated.",
)
@click.option(
    "--by", "keys", metavar="KEY", multiple=True, help="Break down by this key of the metadata. May be repeated."
)
@click.option(
    "--worst",
    "worst_count",
    type=click.IntRange(1),
    metavar="N",
    help="Show the N worst pages, with diffs.",
)
@click.option(
    "--min",
    "floors",
    metavar="MEASURE=VALUE",
    multiple=True,
    help="Exit with status 4 if the figure is below this. May be repeated.",
)
@click.option(
    "--max",
    "ceilings",
    metavar="MEASURE=VALUE",
    multiple=True,
    help="Exit with status 4 if the figure is above this; for `without`, where less is better. May be repeated.",
)
@click.option(
    "--strip-url",
    is_flag=True,
    help="Drop the first line from both texts if it is `URL: ...`, as CleanEval's golds have.",
)
@click.option(
    "--unit",
    type=click.Choice(["auto", "word", "byte-pair", "char"]),
    default="auto",
    help="For cleaneval: the tokens. auto (default): byte-pair for pages in zh, as in the original, else word.",
)
@click.option(
    "--alignment",
    type=click.Choice(["blocks", "lcs"]),
    default="blocks",
    help="For words: how texts are aligned. blocks (default): by difflib, as in the original; lcs: optimally.",
)
@click.option("--unlabelled", is_flag=True, help="For words: treat <p>, <h> and <l> as the same tag.")
@click.option(
    "--sweep",
    metavar="STAGE.NAME=FROM:TO:STEP",
    shell_complete=parameters_begun,
    help="Clean GOLD/html/ID.html with each value of a parameter (A,B,... if it is not a number) and print the curve, "
    "with a star at the best value by the first measure.",
)
@click.option("--system", metavar="NAME", shell_complete=systems_begun, help="With --sweep: the system to use.")
@click.option(
    "-p",
    "parameters",
    metavar="STAGE.NAME=VALUE",
    multiple=True,
    shell_complete=parameters_begun,
    help="With --sweep: set another parameter. May be repeated.",
)
@click.option("--json", "is_json", is_flag=True, help="Print one JSON object, with the scores of every page.")
@click.option(
    "-j",
    "--jobs",
    type=click.IntRange(1),
    metavar="N",
    default=1,
    show_default=True,
    help="Processes to score with.",
)
def command(**options: Any) -> int:
    """Score the texts OUT/ID.txt against a gold standard.

    GOLD is a folder with gold/ID.txt and, for --where and --by, meta.json; or a folder of texts ID.txt. A page without
    an output scores 0, and 1 for `without`. Letters with diacritics are compared in composed form (NFC). If there are
    several OUT, each is compared with the first, page by page.

    \b
        cleanweb evaluate gold/ txt/ --min ave=75
        cleanweb evaluate wcxb/ txt/ --metric bag --by page_type --worst 20
        cleanweb evaluate gold/ before/ after/
        cleanweb evaluate gold/ --system justext --sweep justext.max_link_density=0.1:0.5:0.1
    """
    if options["folders"] and not is_given("sweep"):
        options["sweep"] = None  # in cleanweb.toml
    _check_together(options)
    floors = [_bound(gate, "--min") for gate in options["floors"]]
    ceilings = [_bound(gate, "--max") for gate in options["ceilings"]]
    if "tables" in options["metric_names"]:
        return _tables(options["gold"], floors, is_json=options["is_json"])
    return _sweep(options) if options["sweep"] else _texts(options, floors, ceilings)


def _check_together(options: Options) -> None:
    """Raises UsageError for combinations of arguments in which one would be silently ignored.

    Useless options in cleanweb.toml are ignored, as by other commands.
    """
    metric_names, folders, sweep = options["metric_names"], options["folders"], options["sweep"]
    of_scores = any(map(is_given, ("floors", "ceilings", "keys", "worst_count", "jobs")))
    of_texts = ("ceilings", "keys", "worst_count", "jobs", "conditions", "meta", "strip_url", *SETTINGS)
    if "tables" in metric_names:
        if folders or sweep or any(map(is_given, of_texts)) or len(set(metric_names)) > 1:
            raise UsageError("--metric tables takes only --min and --json; expected no OUT and no other metric")
    elif sweep:
        if folders or of_scores:
            raise UsageError("--sweep makes its own outputs: it takes no OUT, --min, --max, --by, --worst or -j")
    elif not folders:
        raise UsageError("expected OUT, a folder of outputs to score, or --sweep")
    if any(map(is_given, ("system", "parameters"))) and not sweep:
        raise UsageError("--system and -p are for --sweep; the texts of OUT are scored as they are")
    if options["is_json"] and is_given("worst_count"):
        raise UsageError("--json has the scores of every page: it takes no --worst")


def _pages_and_metrics(options: Options) -> tuple[list[GoldText], list[Metric]]:
    """The chosen pages and metrics."""
    from cleanweb.corpus.inputs import PassedOver
    from cleanweb.evaluate import run
    from cleanweb.evaluate.gold_texts import conditions_of

    passed, where = PassedOver(), conditions_of(options["conditions"])
    pages = run.read_pages(options["gold"], options["meta"], where, strip_url=options["strip_url"], passed=passed)
    if passed.folders:
        tell(f"{options['gold']}: {counted(passed.folders, 'directory link')} not followed")
    _check_keys(options["keys"], {key for page in pages for key in page.meta})
    metrics = run.chosen_metrics(options["metric_names"], pages, **{name: options[name] for name in SETTINGS})
    asked = options["metric_names"] or [metric.name for metric in metrics]
    for name, metric in SETTINGS.items():
        if is_given(name) and metric not in asked and "all" not in asked:
            raise UsageError(f"--{name} is for the metric {metric}, which is not chosen")
    return pages, metrics


def _sweep(options: Options) -> int:
    """Clean and score with each value of a parameter."""
    from cleanweb.evaluate.sweep import read_sweep, run_sweep

    pages, metrics = _pages_and_metrics(options)
    fixed = [name_and_value("-p", parameter, "STAGE.NAME=VALUE") for parameter in options["parameters"]]
    sweep, system, is_json = read_sweep(options["sweep"]), options["system"], options["is_json"]
    click.echo(run_sweep(sweep, options["gold"], pages, metrics, system=system, fixed=fixed, as_json=is_json))
    return 0


def _texts(options: Options, floors: Sequence[Bound], ceilings: Sequence[Bound]) -> int:
    """Score the texts of each OUT."""
    from cleanweb.evaluate import render, run

    pages, metrics = _pages_and_metrics(options)
    keys, conditions, strip_url = options["keys"], options["conditions"], options["strip_url"]
    runs = run.read_runs(options["folders"], pages, strip_url=strip_url)
    results = run.score_runs(metrics, pages, runs, jobs=options["jobs"])
    missed = list(run.missed_gates(floors, ceilings, results))
    by_id = {page.id: page for page in pages}
    if options["is_json"]:
        asked = {"gold": str(options["gold"]), "where": conditions, "strip_url": strip_url}
        found = asked | {"metrics": render.as_json(results, by_id, keys)}
        _print(json.dumps(found, ensure_ascii=False, indent=1))
    else:
        _print(printable(render.heading(options["gold"], pages, conditions, strip_url=strip_url)) + "\n")
        _print("\n".join(map(printable, render.report(results, by_id, runs, keys, options["worst_count"]))))
    return _gate(missed)


def _tables(gold: Path, floors: Sequence[Bound], *, is_json: bool) -> int:
    """Score the models for tables on their own kind of gold."""
    from cleanweb.evaluate import tables
    from cleanweb.train import needing_extra

    with needing_extra():
        report = tables.report_of(gold)
    figures = report.figures()
    for measure, _ in floors:
        if measure not in figures:
            raise UsageError(f"--min {measure}: no such measure of tables; expected one of: {', '.join(figures)}")
    _print(json.dumps(asdict(report), indent=1) if is_json else "\n".join(tables.lines(report)))
    missed = []
    for measure, floor in floors:
        if (value := figures[measure]) < floor:
            missed.append(f"{measure} is {told_apart(value, floor, 3)[0]}, below the asked {floor:g}")
    return _gate(missed)


def _print(figures: str) -> None:
    """Print; if the reader is gone (`| head`), the gate must still be reported."""
    try:
        click.echo(figures)
    except BrokenPipeError:
        drop_stdout()


def _gate(missed: Sequence[str]) -> int:
    """Report figures beyond their bounds; return the exit status."""
    for miss in missed:
        tell(miss)
    return EXIT_GATE if missed else 0


def _check_keys(keys: tuple[str, ...], known: set[str]) -> None:
    for key in keys:
        if key not in known:
            raise UsageError(
                f"--by {key}: no chosen page has this key in the metadata; known are "
                f"{', '.join(sorted(known)) or 'none'}"
            )


def _bound(gate: str, option: str) -> Bound:
    measure, value = name_and_value(option, gate, "MEASURE=VALUE")
    try:
        number = float(value)
    except ValueError:
        number = nan
    if not isfinite(number):
        raise UsageError(f"{option} {gate}: expected a number after =, found {value}")
    return measure, number
