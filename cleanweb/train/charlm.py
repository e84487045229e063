"""Train the character models: `cleanweb train charlm DATA... -o MODEL.npz`.

Paper: S. Pal, "Extracting Useful Text from HTML" (2009): chunks that pass the density filter, labelled by markers in
the pages' template; training on nine tenths of the pages, wrong chunks counted on the last tenth.

Differs from the paper: one model is trained on all training pages (the printed program starts a new model with each
page and keeps the last one); every tenth page is for testing; a chunk is content when most of its characters are
between the marks (in the paper: from the line with the first mark to the line before the second); only the beginning of
a chunk is learned (`--max-chars`); the saved model has seen all pages.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import click

import cleanweb
from cleanweb.errors import DataError, UsageError
from cleanweb.evaluate.gold_texts import conditions_of
from cleanweb.files import is_itself, name_of
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
from cleanweb.wording import counted, name_and_value

if TYPE_CHECKING:
    from cleanweb.models.ngrams import NgramModel
    from cleanweb.train.chunks import Chunk, Markers

SEGMENTER: Final = "source-lines"
ORDER: Final = 6  # density paper, NGRAM_SIZE; also the longest n-gram that a key of the model can hold
VERSIONS: Final = ("numpy",)
# Both ours, the first for a small file. Wrong chunks on every tenth page of wcxb-dev and of CleanEval: 12.0 and 11.1 %;
# with all n-grams 9.2 and 12.8 %; with 1,000 characters 12.4 and 10.9 %.
NGRAM_COUNT: Final = 100_000
MAX_CHARS: Final = 300
HELD_OUT: Final = 10  # density paper: a tenth of the pages is for testing; there the last tenth, here every tenth page

Pages = Sequence[Sequence["Chunk"]]


@dataclass(frozen=True, slots=True)
class Settings:
    """How the models are made; see the options' help. `ngram_count` None keeps all n-grams."""

    order: int
    single: float | None
    ngram_count: int | None
    max_chars: int


@dataclass(frozen=True, slots=True)
class Wrong:
    """Chunks that were judged, and those wrongly discarded and wrongly kept."""

    chunk_count: int
    discarded_count: int
    kept_count: int

    def __str__(self) -> str:
        if not self.chunk_count:
            return "no chunk there to judge"
        share = (self.discarded_count + self.kept_count) / self.chunk_count
        return (
            f"{100 * share:.1f} % of {self.chunk_count:,} chunks wrong "
            f"({self.discarded_count:,} of content discarded, {self.kept_count:,} of boilerplate kept)"
        )


@dataclass(frozen=True, slots=True)
class Figures:
    """Wrong chunks on the held-out pages: by the pruned model, and by the one with all n-grams."""

    pruned: Wrong
    whole: Wrong


@click.command()
@click.argument("data", nargs=-1, required=True, type=NamedPath())
@output_option("File for the model (.npz).")
@where_option
@click.option(
    "--marker",
    "pairs",
    nargs=2,
    metavar="BEGIN END",
    multiple=True,
    help="Literal strings around the content of a page: comments, tags, any text. May be repeated.",
)
@click.option("--googleoff", is_flag=True, help="Content is everything outside googleoff and googleon comments.")
@click.option("--segment", metavar="NAME", default=SEGMENTER, show_default=True, help="Segmenter that cuts the chunks.")
@click.option(
    "--classify",
    metavar="NAME",
    multiple=True,
    help="Classifier whose kept blocks are the chunks. May be repeated.  [default: density]",
)
@click.option(
    "-p",
    "parameters",
    metavar="STAGE.NAME=VALUE",
    multiple=True,
    help="Set a parameter of these stages. May be repeated.",
)
@click.option(
    "--order",
    type=click.IntRange(1, ORDER),
    metavar="N",
    default=ORDER,
    show_default=True,
    help="Length of the longest n-gram, in characters.",
)
@click.option(
    "--single",
    type=click.FloatRange(0),
    callback=finite,
    metavar="BITS",
    help="Train a model of content alone: keep text that it encodes in fewer bits per character than this.",
)
@click.option(
    "--ngrams",
    "ngram_count",
    type=click.IntRange(1),
    metavar="N",
    default=NGRAM_COUNT,
    show_default=True,
    help="Number of n-grams to keep; the n-grams they build on are kept too.",
)
@click.option(
    "--max-chars",
    type=click.IntRange(1),
    metavar="N",
    default=MAX_CHARS,
    show_default=True,
    help="Learn from this many characters of a chunk: a script on one line is a chunk like any other.",
)
@date_option
@click.pass_context
def command(
    context: click.Context,
    /,
    *,
    data: tuple[Path, ...],
    output: Path,
    conditions: tuple[str, ...],
    pairs: tuple[tuple[str, str], ...],
    googleoff: bool,
    segment: str,
    classify: tuple[str, ...],
    parameters: tuple[str, ...],
    day: str,
    **settings: Any,
) -> None:
    """Train the character models of `charlm`.

    They learn from chunks of text that are labelled as content or boilerplate. DATA is one or more of: a gold set (a
    folder with html/ and gold/); with --marker or --googleoff, a folder of pages whose template marks the content; a
    file or folder of JSON lines with a "text" and a "keep", such as a block log that you corrected. Each file of lines
    is one page, unless the lines name one as "page". The model is trained on all pages. Another one, trained without
    every tenth page, is tested on these; its share of wrong chunks is printed and goes on the card, MODEL.md.

    \b
        cleanweb train charlm examples/corpus -o charlm.npz
        cleanweb clean examples/corpus/html -o txt/ --system density -p charlm.model=./charlm.npz

    For pages whose template marks the content:

    \b
        python examples/make_pages.py made --pages 50 --sites 1
        cleanweb train charlm made/html --marker '<!-- begin content -->' '<!-- end content -->' -o site.npz
    """
    from cleanweb.models.model_file import write
    from cleanweb.train.chunks import line_files, read_chunks

    markers = _markers(pairs, googleoff=googleoff)
    asked = dict(name_and_value("-p", text, "STAGE.NAME=VALUE") for text in parameters)
    stages = cleanweb.cleaner("density", segment=segment, classify=classify or "density", parameters=asked)
    where = conditions_of(conditions)
    lines = [line_files(folder, markers) if folder.exists() else [] for folder in data]
    if any(is_itself(page.path, str(output)) for files in lines for page in files):
        raise UsageError(f"-o {output}: that is one of the files to learn from; expected another file")
    has_lines = list(map(bool, lines))
    if where and (markers or all(has_lines)):
        raise UsageError("--where is for gold sets, but none of DATA is read as one")
    if all(has_lines) and (markers or classify or parameters or segment != SEGMENTER):
        raise UsageError("--marker, --googleoff, --segment, --classify and -p are for pages, but DATA are lines")
    check_spares(output, data, data if markers else ())
    if not markers:
        tell_unread(data, where)
    pages = [page for folder in data for page in read_chunks(folder, stages, markers, where)]
    cut_by = {"segment": repr(stages.segment), "classify": [repr(stage) for stage in stages.classify]}
    about = {
        "data": [name_of(folder) for folder in data],
        "where": list(conditions),
        **({} if all(has_lines) else cut_by),
        **({"lines": True} if any(has_lines) else {}),
        "pages": len(pages),
        "settings": settings,
    }
    chosen = Settings(**settings)
    figures = Figures(_held_out(pages, chosen), _held_out(pages, replace(chosen, ngram_count=None)))
    model = _model(pages, chosen, about)
    model.save(output)
    write(output.with_suffix(".md"), _card(output, model, figures, made_by(context, day, VERSIONS)))
    click.echo(f"every tenth page: {figures.pruned}")
    click.echo(f"the same without pruning: {figures.whole}")
    click.echo(f"{output}: {len(model.keys):,} n-grams, {output.stat().st_size:,} bytes")


def _markers(pairs: Sequence[tuple[str, str]], *, googleoff: bool) -> list[Markers]:
    """The markers of `--marker` and `--googleoff`. Raises UsageError for texts that cannot enclose the content."""
    from cleanweb.train.chunks import GOOGLE, Markers

    for begin, end in pairs:
        if not (begin and end):
            raise UsageError("--marker: expected two texts around the content, found an empty one")
        if begin in end or end in begin:  # a match of one would contain a match of the other
            raise UsageError(f"--marker: expected two texts, neither within the other, found {begin!r} and {end!r}")
    return [*(Markers(begin, end) for begin, end in pairs), *(GOOGLE if googleoff else ())]


def _held_out(pages: Pages, settings: Settings) -> Wrong:
    """Wrong chunks on every tenth page, judged by a model of the others."""
    from cleanweb.models.ngrams import Scorer

    judge = Scorer(_model([page for n, page in enumerate(pages, 1) if n % HELD_OUT], settings, about={}))
    tested = [chunk for page in pages[HELD_OUT - 1 :: HELD_OUT] for chunk in page]
    pairs = list(zip(tested, judge([chunk.text for chunk in tested]), strict=True))
    return Wrong(
        len(tested),
        sum(chunk.keep and score <= 0 for chunk, score in pairs),
        sum(not chunk.keep and score > 0 for chunk, score in pairs),
    )


def _model(pages: Pages, settings: Settings, about: dict[str, Any]) -> NgramModel:
    """A model trained on these pages' chunks. Raises DataError when all are content or all are boilerplate."""
    from cleanweb.models.witten_bell import train

    chunks = [chunk for page in pages for chunk in page]
    content = [chunk.text[: settings.max_chars] for chunk in chunks if chunk.keep]
    boilerplate = [chunk.text[: settings.max_chars] for chunk in chunks if not chunk.keep]
    if not content or not boilerplate:
        raise DataError(
            f"expected chunks of content and of boilerplate to learn from, found {len(content)} and "
            f"{len(boilerplate)} on {counted(len(pages), 'page')}"
        )
    return train(
        content,
        boilerplate,
        order=settings.order,
        lambda_factor=settings.order,
        single=settings.single,
        ngram_count=settings.ngram_count,
        about=about | {"content": len(content), "boilerplate": len(boilerplate)},
    )


def _card(output: Path, model: NgramModel, figures: Figures, made: str) -> str:
    """The model card, in Markdown."""
    about = model.about
    kinds = "content and boilerplate" if about["settings"]["single"] is None else "content"
    origins = [" then ".join(["made by\n  " + about["segment"], *about["classify"]])] if "segment" in about else []
    origins += ["labelled lines have them"] if "lines" in about else []
    return CARD.format(
        name=output.name,
        kinds=kinds,
        order=model.order,
        made=made,
        data=", ".join(about["data"]),
        pages=counted(about["pages"], "page"),
        content=counted(about["content"], "chunk"),
        boilerplate=about["boilerplate"],
        origin=" or as ".join(origins),
        ngram_count=len(model.keys),
        size=output.stat().st_size,
        figures=figures,
    )


CARD = """# {name}

The character model of `charlm`: n-grams of up to {order} characters of {kinds}, interpolated (Witten-Bell as in
LingPipe), pruned, one byte per weight: {ngram_count:,} n-grams, {size:,} bytes.

- {made}
- Data: {data}: {pages}, {content} of content and {boilerplate:,} of boilerplate, as \
{origin}. The file holds pieces of the pages' text of at most {order} characters.

## Figures

Trained on nine tenths of the pages, tested on every tenth:

- {figures.pruned}
- without pruning: {figures.whole}

## Limits

The model knows the languages and sites of its data; all characters that are rare there are treated as the same. It
judges a block by its characters alone, so boilerplate in whole sentences (terms of use, notices) looks like content.
For other languages, and for pages that are all from one site, train your own model.
"""
