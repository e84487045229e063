"""`cleanweb report`: pages with their blocks coloured, or the index of a finished run."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import Any

import click

from cleanweb.cli.explain import read_page
from cleanweb.cli.stage_options import chosen_pipelines, stage_options


@click.command()
@click.argument("inputs", metavar="PAGE...", nargs=-1, required=True, type=click.Path())
@click.option("-o", "--output", type=click.Path(), metavar="FILE", help="The report.  [default: PAGE.report.html]")
@partial(stage_options, several_systems=True)
def command(inputs: tuple[str, ...], output: str | None, **options: Any) -> None:
    """Write each PAGE with its blocks coloured, kept or removed, and the reasons beside it, to one HTML file.

    The report needs no other file and no network. The scripts, forms, links and pictures of the pages are not in it.

    \b
        cleanweb report page.html -o page.report.html
        cleanweb report page.html --system justext --system kimatu
    """
    from cleanweb.corpus.outputs import write
    from cleanweb.report.overlay import overlay

    pipelines = chosen_pipelines(options)
    report = overlay([("stdin" if page == "-" else page, read_page(page)) for page in inputs], pipelines)
    path = Path(output or ("page" if inputs[0] == "-" else inputs[0].removesuffix(".html")) + ".report.html")
    write(str(path.parent), path.name, report.encode("utf-8", "replace"))
    click.echo(f"cleanweb: {path}", err=True)
