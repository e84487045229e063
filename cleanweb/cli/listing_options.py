"""The options that select pages, for every command that processes many."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import click


def listing_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """Add the options; the command receives their values by name, for `Selection` and `places.add_pages`."""
    options = [
        click.option("--files-from", type=click.Path(), multiple=True, metavar="F",
                     help="Read the names of pages from F, one per line; - is standard input. The pages of an archive "
                          "in F are in a directory of its name. May be repeated."),
        click.option("--files0-from", type=click.Path(), multiple=True, metavar="F",
                     help="Like --files-from, with names separated by NUL (find -print0). May be repeated."),
        click.option("--include", multiple=True, metavar="GLOB",
                     help="In directories and archives, take files that match GLOB instead of *.html *.htm *.xhtml "
                          "*.shtml. A GLOB with a / is matched against the path, any other against the file name. May "
                          "be repeated."),
        click.option("--exclude", multiple=True, metavar="GLOB",
                     help="In directories and archives, leave out files and directories that match GLOB, for example "
                          "'*_files', which browsers save beside a page, or '*.css' and '*.js', whose code --include "
                          "'*' takes for text. GLOB is matched as for --include. May be repeated."),
    ]  # fmt: skip # an option and its help: four lines each hide the list
    for option in reversed(options):
        command = option(command)
    return command
