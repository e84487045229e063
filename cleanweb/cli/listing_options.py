"""The options that select pages, for every command that processes many."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import click


def listing_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """Add the options; the command receives their values by name, for `Selection` and `places.add_pages`."""
    options = [
        click.option("--files-from", type=click.Path(), multiple=True, metavar="F",
                     help="Read the names of pages from F, one a line; - is stdin. May be repeated."),
        click.option("--files0-from", type=click.Path(), multiple=True, metavar="F",
                     help="The same, separated by NUL (find -print0). May be repeated."),
        click.option("--include", multiple=True, metavar="GLOB",
                     help="Take these files of directories and archives, not the usual *.html *.htm *.xhtml *.shtml. "
                          "May be repeated. With a / in it GLOB is matched with the path, else with the file name."),
        click.option("--exclude", multiple=True, metavar="GLOB",
                     help="Leave these files out of directories and archives, and directories too, as '*_files', which "
                          "browsers save beside a page, or '*.css' and '*.js', whose code --include '*' takes for "
                          "text. May be repeated. GLOB is matched as with --include."),
    ]  # fmt: skip # an option and its help: four lines each hide the list
    for option in reversed(options):
        command = option(command)
    return command
