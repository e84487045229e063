"""`cleanweb train learned`: the model of the default, from gold sets."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from pathlib import Path

import click

import cleanweb
from cleanweb.errors import UsageError
from cleanweb.train.cards import command_line
from cleanweb.train.options import check_spares, date_option, output_option

SEED = 22  # of the boosting; of the seeds 20 to 23 it keeps the least text that is not the page's: `make quality`
MAX_SEED = 2**64 - 1  # CatBoost's range is from 0 to this


@click.command("learned")
@click.argument("data", nargs=-1, required=True, metavar="DATA...")
@output_option("File for the model (.npz).")
@click.option(
    "--seed",
    type=click.IntRange(0, MAX_SEED),
    metavar="N",
    default=SEED,
    show_default=True,
    help="Seed of the boosting.",
)
@date_option
@click.pass_context
def command(context: click.Context, data: tuple[str, ...], output: Path, seed: int, day: str) -> None:
    """Train the default classifier. The model card is written beside the model.

    DATA is a gold set (html/ with gold/, or with snippets in meta.json) and its convention: DIR or DIR:page if the gold
    is all that a page is about, DIR:article if it is the running text of one article. You can add a weight, as in
    DIR:article:0.5. At least one set must have gold/. Sets with less than 0.3 of the largest weight get no extra copies
    (cropped, without names, or in an old style).

    \b
        cleanweb train learned examples/corpus -o mine.npz
        cleanweb clean examples/corpus/html -o out/ -p learned.model=./mine.npz
    """
    from cleanweb.models.learned_file import save
    from cleanweb.models.model_file import write
    from cleanweb.train.gold import unread_notes
    from cleanweb.train.learned_card import card, fold_notes, foreign_gold_notes, left_out_figures
    from cleanweb.train.learned_model import train
    from cleanweb.train.learned_pages import CONVENTIONS, Data, training_pages

    sets = [Data.read(entry) for entry in data]
    folders = [one.folder for one in sets]
    _check_names([one.name for one in sets])
    check_spares(output, folders)
    made = cleanweb.cleaner("cleanweb")
    pages = [page for one in sets for page in training_pages(one, made.segment, made.normalize)]
    trained = train(pages, seed)
    save(trained.model, output)
    notes = [*fold_notes(pages), *unread_notes(folders), *foreign_gold_notes(pages)]
    figures = [*left_out_figures(trained.own_f1, trained.auto_f1), *notes]
    entries = [":".join([one.name, CONVENTIONS[one.is_article], f"{one.weight:g}"]) for one in sets]
    made_by = f"Made on {day} by `{command_line(context, data=tuple(entries), day=day)}`"
    write(output.with_suffix(".md"), card(output, made_by, entries, len(pages), figures))
    for figure in figures:
        click.echo(figure)


def _check_names(names: Sequence[str]) -> None:
    """Raises UsageError for two sets of the same name, since pages, conventions and figures are told apart by it."""
    for name, count in Counter(names).items():
        if count > 1:
            raise UsageError(
                f"{name}: {count} sets have this name; expected folders (or links to them) with different names"
            )
