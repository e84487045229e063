"""Search for the expression of ICE's genetic run: `cleanweb train ice-ga GOLD -o MODEL.json`.

Paper: Hofmann and Weerkamp, "Web Corpus Cleaning using Content and Structure" (ICE), section 3.5: 2 points for a word
of the output that the manually cleaned file has too, 1 point less for any other; a time limit on each evaluation.
"""

from __future__ import annotations

import hashlib
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import click

from cleanweb.errors import DataError, OutputError, UsageError
from cleanweb.train.cards import command_line, pair, today

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from cleanweb.models.regex_evolution import Tree
    from cleanweb.train.evolution import Search

REWARD: Final = 2  # ICE, section 3.5: a word that the gold has
PENALTY: Final = 1  # ICE, section 3.5: a word that it has not
KEEP_ALL: Final[Tree] = ("capture", "text")


@dataclass(frozen=True, slots=True)
class Page:
    """A page as the fitness needs it. Its words are those of its stretches of text, in order."""

    source: str  # without scripts
    starts: NDArray[np.int64]  # of the stretches of text
    words: NDArray[np.int64]  # for each word its number among the gold's, -1 where the gold does not have it
    stretches: NDArray[np.int64]  # for each word its stretch
    gold: NDArray[np.int64]  # for each word of the gold how often it has it

    def points(self, spans: Sequence[tuple[int, int]]) -> float:
        """The points of the text within these spans, which ascend."""
        import numpy as np  # noqa: PLC0415  (late, like the other heavy imports of trainers)

        if not spans:
            return 0.0
        begins, ends = np.array(spans).T
        place = np.searchsorted(begins, self.starts, "right") - 1
        is_captured = (place >= 0) & (self.starts < ends[place])
        output = self.words[is_captured[self.stretches]]
        counts = np.bincount(output[output >= 0], minlength=len(self.gold))
        hits = int(np.minimum(counts, self.gold).sum())
        return float(REWARD * hits - PENALTY * (len(output) - hits))


@click.command()
@click.argument("gold", type=click.Path(path_type=Path))
@click.option("-o", "--output", required=True, type=click.Path(path_type=Path), help="The expression, a JSON file.")
@click.option("--where", "conditions", metavar="KEY=VALUE", multiple=True, help="Only pages of which meta says so.")
@click.option("--population", type=click.IntRange(4), default=100, show_default=True, help="Individuals a generation.")
@click.option("--generations", type=click.IntRange(0), default=40, show_default=True, help="How long to search.")
@click.option("--seed", type=int, default=1, show_default=True, help="Of the random numbers.")
@click.option(
    "--timeout",
    type=click.FloatRange(0, min_open=True),
    default=5.0,
    show_default=True,
    help="Seconds that a candidate may take for one page; it has failed if it takes longer.",
)
@click.option(
    "--time-limit",
    type=click.FloatRange(0, min_open=True),
    help="Stop after so many seconds with the best so far; the same command goes on from there.",
)
@click.option("--date", "day", default=today, help="Date on the model card.  [default: today]")
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
    """Breed a regular expression that captures the content of pages, for the system `ice-ga`.

    GOLD is a folder with html/ID.html, gold/ID.txt and, for --where, meta.json. The state of the search is kept in
    MODEL.search after each generation: after an interruption the same command goes on, and ends with the same result.
    Beside MODEL.json a card MODEL.md says what it was made from and how good it is.

    \b
        cleanweb train ice-ga cleaneval --where split=dev -o ice_ga.json
        cleanweb clean html/ -o txt/ --system ice-ga -p source-matches.model=./ice_ga.json
    """  # fmt: skip
    from cleanweb.models.regex_evolution import Evolved, expression  # noqa: PLC0415
    from cleanweb.train.evolution import Settings, begin, resume  # noqa: PLC0415

    if not output.parent.is_dir():
        raise OutputError(f"{output}: the folder {output.parent} does not exist")
    pages = list(read_pages(gold, dict(map(pair("--where"), conditions))))
    if not any((page.words >= 0).any() for page in pages):
        raise DataError(f"{gold}: no word of the gold texts is on its page, so there is nothing to search for")
    settings = Settings(population=population, seed=seed)
    about = _digest(pages)
    state = output.with_suffix(".search")

    def fitness(tree: Tree) -> float:
        return points(tree, pages, timeout)

    search = resume(state, settings, fitness, about) if state.exists() else begin(settings, fitness)
    try:
        _run(search, generations, state, about, time_limit)
        facts = {
            "data": " ".join([gold.name, *conditions]),
            "pages": len(pages),
            "generation": search.generation,
            "points": search.best.fitness,
            "keep_all_points": points(KEEP_ALL, pages, timeout),
            "expression": expression(search.best.tree),
            "settings": asdict(settings),
        }
        Evolved(search.best.tree, facts).save(output)
        output.with_suffix(".md").write_text(_card(output, facts, command_line(context, day=day), day), "utf-8")
        if search.generation >= generations:
            state.unlink(missing_ok=True)
    except OSError as error:
        raise OutputError(f"{output}: cannot be written: {error.strerror}") from None
    click.echo(facts["expression"])


def _run(search: Search, generations: int, state: Path, about: str, time_limit: float | None) -> None:
    """Search, and save the state after each generation; what is reached goes to standard error."""
    end = time.monotonic() + time_limit if time_limit else None
    search.save(state, about)
    for best in search.run(generations):
        search.save(state, about)
        click.echo(f"generation {search.generation}: {best.fitness:.0f} points", err=True)
        if end and time.monotonic() > end and search.generation < generations:
            click.echo(f"stopped by --time-limit; {state} holds the search", err=True)
            return


def read_pages(gold: Path, where: dict[str, str]) -> Iterator[Page]:
    """The pages of a gold set.

    Raises DataError when it has no page with a gold text.
    """
    from cleanweb.decode import decode  # noqa: PLC0415
    from cleanweb.evaluate.bag import drop_tags  # noqa: PLC0415
    from cleanweb.segment.source import without_scripts  # noqa: PLC0415
    from cleanweb.train.gold import read_gold  # noqa: PLC0415

    found = 0
    for page in read_gold(gold, **where):
        if page.gold is not None:
            found += 1
            yield made_page(without_scripts(decode(page.html()).text), drop_tags(page.gold))
    if not found:
        raise DataError(f"{gold}: no page of html/ has a text of the same name in gold/")


def made_page(source: str, gold: str) -> Page:
    """A page from its source (without scripts) and its gold text (without tags)."""
    import numpy as np  # noqa: PLC0415

    from cleanweb.segment.source import readable  # noqa: PLC0415
    from cleanweb.segment.source_matches import STRETCH  # noqa: PLC0415
    from cleanweb.train.alignment import tokens  # noqa: PLC0415

    counts = Counter(tokens(gold))
    number = {word: place for place, word in enumerate(counts)}
    stretches = list(STRETCH.finditer(source))
    words = [(place, word) for place, match in enumerate(stretches) for word in tokens(readable(match.group()))]
    return Page(
        source=source,
        starts=np.array([match.start() for match in stretches], np.int64),
        words=np.array([number.get(word, -1) for _, word in words], np.int64),
        stretches=np.array([place for place, _ in words], np.int64),
        gold=np.array(list(counts.values()), np.int64),
    )


def points(tree: Tree, pages: Sequence[Page], timeout: float) -> float:
    """The fitness of a candidate: its points on all pages; minus infinity when it takes too long for one.

    Raises UsageError when the package `regex` is not installed.
    """
    from cleanweb.models.regex_evolution import expression  # noqa: PLC0415

    return expression_points(expression(tree), pages, timeout)


def expression_points(text: str, pages: Sequence[Page], timeout: float) -> float:
    """The same of an expression that may be any, as long as `regex` understands it."""
    from cleanweb.models.regex_evolution import captured_spans  # noqa: PLC0415

    try:
        import regex  # noqa: PLC0415  (for its time limit, which `re` does not have)
    except ImportError:
        raise UsageError("the search for an expression needs the package regex: install cleanweb[train]") from None
    pattern = regex.compile(text, regex.IGNORECASE)
    try:
        return sum(page.points(captured_spans(pattern.finditer(page.source, timeout=timeout))) for page in pages)
    except TimeoutError:
        return float("-inf")


def _digest(pages: Sequence[Page]) -> str:
    """What tells these pages and golds from others."""
    digest = hashlib.sha256()
    for page in pages:
        digest.update(page.source.encode("utf-8", "replace"))
        digest.update(page.words.tobytes() + page.gold.tobytes())
    return digest.hexdigest()


def _card(output: Path, facts: dict[str, Any], command_text: str, day: str) -> str:
    """The model card, in Markdown."""
    return CARD.format(name=output.name, command=command_text, day=day, **facts)


CARD = """# {name}

The expression of `ice-ga`, evolved over {generation} generations of {settings[population]} individuals:

    {expression}

- Made on {day} by `{command}`; the same command, data and versions give the same file.
- Data: {data}, {pages} pages. The file holds none of the pages' text.

## Figures

Points on these pages (2 for a word that the gold has too, 1 less for any other): {points:,.0f}; an expression that
captures all text has {keep_all_points:,.0f}. The paper's search ended with such an expression.

## Limits

What it captures goes by tags and by the length of the text between two of them. It was bred on few English pages of
2006 and 2007, on which much the most text is content.
"""
