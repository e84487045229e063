"""`cleanweb explain`: why each block of a page was kept or removed, by one system or by several side by side."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable, Iterator
from functools import partial
from itertools import islice
from shutil import get_terminal_size
from typing import TYPE_CHECKING, Any, TypeVar

import click

from cleanweb.cli.stage_options import StageCommand, chosen_cleaners, stage_options
from cleanweb.cli.values import check_none_is_empty
from cleanweb.errors import Refused, UsageError
from cleanweb.signals import ended_at_once
from cleanweb.terminal import MAX_WIDTH

if TYPE_CHECKING:
    from cleanweb import Cleaned
    from cleanweb.corpus.blocklog import Line

PART = 8192  # lines written at once (ours, like `CHUNK` of the block log)

T = TypeVar("T")


@click.command(cls=StageCommand)
@click.argument("page", type=click.Path(readable=False))
@click.option(
    "--only",
    type=click.Choice(("kept", "removed", "different")),
    help="Show only these blocks; different: those on which the systems disagree.",
)
@click.option("--json", "is_json", is_flag=True, help="Print JSON lines, as in the block logs.")
@partial(stage_options, several_systems=True)
def command(page: str, only: str | None, is_json: bool, **options: Any) -> None:
    """Say why each block of a page is kept or removed.

    PAGE is a file, or - for standard input. The output shows for each block whether it is kept (+) or removed (-), its
    kind (p for a paragraph, h for a heading, l for a list item), rule, numbers and text. Set NO_COLOR for no colours.

    The default keeps a block if its score reaches the page's threshold; what weighed most comes first. "The element
    around it" is the smallest one that also holds other blocks; blocks "marked up like it" have the same tags and
    names all the way up, digits and the ends of long names aside; link density is the share of characters inside links.
    Choices of forms, data, and notices for browsers without scripts are not counted.

    The stages set under `[clean]` in cleanweb.toml apply here too, unless `[explain]` sets others.

    \b
        cleanweb explain page.html
        cleanweb explain page.html --only removed -s eu
        cleanweb explain page.html --system justext --system kimatu --only different
    """
    from cleanweb.corpus.reading import read_path
    from cleanweb.jsonl import json_lines
    from cleanweb.report import listing

    check_none_is_empty()
    cleaners = chosen_cleaners(options)
    if only == "different" and (len(cleaners) == 1 or is_json):
        raise UsageError("--only different compares systems side by side; expected --system twice or more, no --json")
    data = read_path(page)
    try:
        with ended_at_once():
            systems = {name: cleaner(data) for name, cleaner in cleaners.items()}
    except Refused as refused:
        raise Refused(f"{page}: {refused}") from None
    style = _plain if os.environ.get("NO_COLOR") else click.style
    width = min(MAX_WIDTH, get_terminal_size().columns)
    if is_json:
        for lines in _parts(_log_lines(systems, only or "")):
            sys.stdout.buffer.write(json_lines(lines))
        return
    if len(systems) > 1:
        rows = listing.side_by_side(systems, only or "", width, style)
    else:
        (name, cleaned), *_ = systems.items()
        rows = listing.one_system(name, cleaned, only or "", width, style)
    for part in _parts(rows):
        click.echo("\n".join(part))


def _plain(text: str, **_: Any) -> str:
    return text


def _log_lines(systems: dict[str, Cleaned], only: str) -> Iterator[Line]:
    """The lines of the block log; with several systems, each begins with the system's name."""
    from cleanweb.corpus.blocklog import block_lines

    for system, cleaned in systems.items():
        label = {"system": system} if len(systems) > 1 else {}
        for line in block_lines(cleaned):
            if not only or line["keep"] == (only == "kept"):
                yield {**label, **line}


def _parts(lines: Iterable[T]) -> Iterator[list[T]]:
    """Lines in parts: writing them one by one takes longer, all at once takes gigabytes of memory."""
    left = iter(lines)
    while part := list(islice(left, PART)):
        yield part
