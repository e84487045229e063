"""Search for the expression of ICE's genetic run: `cleanweb train ice-ga GOLD -o MODEL.json`.

Paper: Hofmann and Weerkamp, "Web Corpus Cleaning using Content and Structure" (ICE), section 3.5.

Differs from the paper: for the literals see `models/regex_evolution.py`, for the search `train/evolution.py`; parts
without effect are removed from the best expression, and an interrupted search can be resumed. The paper does not give
its numbers of individuals, generations and seconds: the defaults are ours.
"""

from __future__ import annotations

import time
from dataclasses import asdict
from math import inf
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from cleanweb.errors import UsageError
from cleanweb.evaluate.gold_texts import conditions_of
from cleanweb.files import name_of
from cleanweb.train.cards import made_by
from cleanweb.train.options import (
    NamedPath,
    check_spares,
    date_option,
    finite,
    output_option,
    tell_unread,
    where_option,
)
from cleanweb.wording import counted

if TYPE_CHECKING:
    from cleanweb.train.evolution import Search

VERSIONS = ("deap", "regex")  # not Python: the random methods that DEAP uses are the same in all versions


@click.command()
@click.argument("gold", type=NamedPath())
@output_option("File for the expression (JSON).")
@where_option
@click.option(
    "--population",
    type=click.IntRange(4),
    metavar="N",
    default=100,
    show_default=True,
    help="Individuals per generation.",
)
@click.option(
    "--generations", type=click.IntRange(0), metavar="N", default=40, show_default=True, help="Number of generations."
)
@click.option("--seed", type=int, metavar="N", default=1, show_default=True, help="Seed of the random numbers.")
@click.option(
    "--timeout",
    type=click.FloatRange(0, min_open=True),
    callback=finite,
    metavar="SECONDS",
    default=5.0,
    show_default=True,
    help="Fail a candidate that takes longer than this for one page.",
)
@click.option(
    "--time-limit",
    type=click.FloatRange(0, min_open=True),
    callback=finite,
    metavar="SECONDS",
    help="Stop after this time with the best expression so far; the same command continues from there.",
)
@date_option
@click.pass_context
def command(
    context: click.Context,
    /,
    *,
    gold: Path,
    output: Path,
    conditions: tuple[str, ...],
    population: int,
    generations: int,
    seed: int,
    timeout: float,
    time_limit: float | None,
    day: str,
) -> None:
    """Breed a regular expression for the system `ice-ga`.

    The expression captures the content of pages. GOLD is a folder with html/ID.html, gold/ID.txt and, for --where,
    meta.json. The state of the search is saved in MODEL.search after each generation: after an interruption, the same
    command continues and ends with the same result. At the end, parts of the best expression that do nothing are
    removed. The card MODEL.md beside MODEL.json says what the expression was made from and how good it is.

    \b
        cleanweb train ice-ga examples/corpus --population 20 --generations 5 -o ice_ga.json
        cleanweb clean examples/corpus/html -o txt/ --system ice-ga -p source-matches.model=./ice_ga.json
    """
    from cleanweb.models.model_file import write
    from cleanweb.models.regex_evolution import Evolved, expression
    from cleanweb.train.evolution import Settings, begin, resume, simplified
    from cleanweb.train.fitness import KEEP_ALL, CapturedWords, digest, read_pages

    state = output.with_suffix(".search")
    if state == output:  # the state is removed at the end
        raise UsageError(f"-o {output}: the state of the search is kept there; expected another ending")
    check_spares(output, [gold])
    where = conditions_of(conditions)
    tell_unread([gold], where)
    pages = read_pages(gold, where)
    fitness = CapturedWords(pages, timeout)
    settings = Settings(population=population, seed=seed)
    about = f"{digest(pages)}, {timeout:g} s a page"  # the saved points depend on the time limit
    search = resume(state, settings, fitness, about) if state.exists() else begin(settings, fitness)
    if search.best.fitness == -inf:
        raise UsageError(
            f"--timeout {timeout:g}: expected a longer time; no expression gets through every page in this one"
        )
    _run(search, generations, state, about, time_limit)
    best = simplified(search.best, fitness)
    facts = {
        "data": " ".join([name_of(gold), *conditions]),
        "pages": len(pages),
        "generation": search.generation,
        "points": best.fitness,
        "keep_all_points": fitness(KEEP_ALL),
        "expression": expression(best.tree),
        "settings": asdict(settings),
    }
    Evolved(best.tree, facts).save(output)
    # The card names the generations reached: how many fit in a time limit depends on the machine.
    made = made_by(context, day, VERSIONS, generations=search.generation, time_limit=None)
    write(output.with_suffix(".md"), _card(output, facts, made))
    if search.generation >= generations:
        state.unlink(missing_ok=True)
    click.echo(facts["expression"])


def _run(search: Search, generations: int, state: Path, about: str, time_limit: float | None) -> None:
    """Search, and save the state after each generation; progress goes to standard error."""
    end = time.monotonic() + time_limit if time_limit else None
    search.save(state, about)
    for best in search.run(generations):
        search.save(state, about)
        click.echo(f"generation {search.generation}: {best.fitness:.0f} points", err=True)
        if end and time.monotonic() > end and search.generation < generations:
            click.echo(f"stopped by --time-limit; the search is saved in {state}", err=True)
            return


def _card(output: Path, facts: dict[str, Any], made: str) -> str:
    """The model card, in Markdown."""
    counts = {
        "page_count": counted(facts["pages"], "page"),
        "generations": counted(facts["generation"], "generation"),
    }
    limits = LIMITS.get(facts["data"], OTHER_LIMITS)
    return CARD.format(name=output.name, made=made, limits=limits, **counts, **facts)


CARD = """# {name}

The expression of `ice-ga`, evolved over {generations} of {settings[population]} individuals:

    {expression}

- {made}
- Data: {data}, {page_count}. The file holds none of the pages' text.

## Figures

Points on these pages (plus 2 for each word that the gold has too, minus 1 for any other): {points:,.0f}; an expression
that captures all text has {keep_all_points:,.0f}. The paper's search ended with such an expression.

## Limits

What it captures depends on tags and on the length of the text between two of them. {limits}
"""

# By data set. For other data than that of the shipped expression, no more is known than the card says.
LIMITS = {
    "cleaneval split=dev": """It was bred on a few English pages
of 2006 and 2007, most of whose text is content."""
}
OTHER_LIMITS = """It was bred on
the pages named above, and knows no others."""
