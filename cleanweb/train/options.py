"""Options shared by the trainers and `cleanweb evaluate`, with the checks that can be made before training begins."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from datetime import date
from math import isfinite
from pathlib import Path
from typing import Any

import click

from cleanweb.corpus.inputs import ALL_PAGES
from cleanweb.errors import UsageError
from cleanweb.evaluate.gold_texts import Conditions
from cleanweb.files import check_output, is_special, printable
from cleanweb.train.gold import unread_notes


class NamedPath(click.Path):
    """A path as `Path`, which would take an empty name for the working directory."""

    def __init__(self) -> None:
        super().__init__(path_type=Path)

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """The path. Raises click's BadParameter for an empty name."""
        if value == "":
            self.fail("an empty name; is a variable of the shell unset?", param, ctx)
        return super().convert(value, param, ctx)


def today() -> str:
    """Today's date in the format of the cards: 2026-01-31."""
    return date.today().isoformat()


def checked_output(_context: click.Context, _option: click.Parameter, path: str) -> Path:
    """The file to write. Raises UsageError when it or its card cannot be written, before hours of training."""
    check_output("-o", path)
    if is_special(path) or Path(path).suffix == ".md":
        raise UsageError(
            f"-o {path}: expected a regular file not ending in .md; its card, with that ending, goes beside it"
        )
    check_card(Path(path).with_suffix(".md"), Path(path).name)
    return Path(path)


def check_card(card: Path, heading: str) -> None:
    """Raises UsageError when the card cannot be written, or would replace a text other than a card of this heading."""
    check_output("-o", card)
    if is_special(card):
        raise UsageError(f"-o: the card would be {card}, which is not a file; expected another name")
    if card.exists():
        with card.open("rb") as file:
            begins = file.read(len(heading.encode()) + 4)
        if begins.splitlines()[:1] != [f"# {heading}".encode()]:
            raise UsageError(
                f"-o: the card of {heading} would overwrite {card}, which is another text; expected another name"
            )


def check_spares(output: Path, gold: Iterable[Path], others: Iterable[Path] = ()) -> None:
    """Raises UsageError when the model or its card would be among the files of these gold sets, or would replace one of
    the `others` that are read, or a page below them."""
    of_gold = {(folder / name).resolve() for folder in gold for name in ("meta.json", "html", "gold")}
    read = {path.resolve() for path in others}
    for path in (output, output.with_suffix(".md")):
        places = {path.resolve(), *path.resolve().parents}
        is_read = path.exists() and (path.resolve() in read or ALL_PAGES.takes(path.name))
        if not places.isdisjoint(of_gold) or (is_read and not places.isdisjoint(read)):
            raise UsageError(f"-o {output}: {path} would be among the files that are read; expected another place")


def tell_unread(folders: Iterable[Path], where: Conditions = ()) -> None:
    """Report on standard error which gold texts of these sets are not learned from."""
    for note in unread_notes(folders, where):
        click.echo(f"cleanweb: {printable(note)}", err=True)


def finite(context: click.Context, option: click.Parameter, number: float | None) -> float | None:
    """The value of an option, if given. Raises click's BadParameter for infinity and NaN (which is in every range)."""
    if number is not None and not isfinite(number):
        raise click.BadParameter(f"expected a finite number, found {number:g}", context, option)
    return number


def _day(context: click.Context, option: click.Parameter, text: str) -> str:
    """The date in the format of the cards. Raises click's BadParameter for what is no date."""
    try:
        return date.fromisoformat(text).isoformat()
    except ValueError:
        raise click.BadParameter(f"expected a date like 2026-01-31, found {text!r}", context, option) from None


def output_option(what: str) -> Callable[[click.decorators.FC], click.decorators.FC]:
    """`-o FILE`, for a model."""
    return click.option(
        "-o", "--output", required=True, type=click.Path(), metavar="FILE", callback=checked_output, help=what
    )


where_option = click.option(
    "--where",
    "conditions",
    metavar="KEY=VALUE",
    multiple=True,
    help="Use only pages with this value in meta.json. May be repeated.",
)

date_option = click.option(
    "--date", "day", metavar="DATE", default=today, callback=_day, help="Date for the model card.  [default: today]"
)
