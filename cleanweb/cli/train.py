"""`cleanweb train`: retrain the model of a stage; one subcommand per trainer, found by its file name."""

from typing import Any

import click

from cleanweb.cli import ModuleCommands
from cleanweb.train import needing_extra


class Trainers(ModuleCommands):
    """The trainers: `train/ice_tree.py` has that of the stage `ice-tree`."""

    package = "cleanweb.train"

    def invoke(self, ctx: click.Context) -> Any:
        """Run a trainer. Raises UsageError when a package of the extra is missing."""
        with needing_extra():
            return super().invoke(ctx)


@click.group(cls=Trainers)
def command() -> None:
    """Train the model of a stage from pages with a gold standard.

    The same data, command and versions give the same file, byte for byte. Each model comes with a card, a Markdown file
    that says what it was trained on and how good it is.
    """
