"""Options that trainers share, with what can be checked before the work begins."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import date
from math import isfinite
from pathlib import Path

import click

from cleanweb.errors import UsageError
from cleanweb.files import check_output, is_special
from cleanweb.wording import name_and_value


def today() -> str:
    """The date as it stands on a card: 2026-01-31."""
    return date.today().isoformat()


def checked_output(_context: click.Context, _option: click.Parameter, path: str) -> Path:
    """The file to write. Raises UsageError where it, or its card, never can be written, before hours of training."""
    check_output("-o", path)
    if is_special(path) or Path(path).suffix == ".md":
        raise UsageError(f"-o {path}: expected a file with its card beside it, called like it and .md")
    return Path(path)


def finite(context: click.Context, option: click.Parameter, number: float | None) -> float | None:
    """The value of an option, if one is given; NaN, which is in every range, and infinity are click's BadParameter."""
    if number is not None and not isfinite(number):
        raise click.BadParameter(f"expected a finite number, found {number:g}", context, option)
    return number


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
    help="Only pages of which meta.json says so. May be repeated.",
)

date_option = click.option(
    "--date", "day", metavar="DATE", default=today, help="Date on the model card.  [default: today]"
)


def conditions_of(texts: Sequence[str]) -> list[tuple[str, str]]:
    """What `--where` asks for, as keys and values."""
    return [name_and_value("--where", text, "KEY=VALUE") for text in texts]
