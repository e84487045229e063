"""`cleanweb train`: make the model of a trained stage anew, one subcommand a trainer, found by its file name."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import click

from cleanweb.cli import ModuleCommands
from cleanweb.errors import UsageError

# Packages of the extra [train] and what they bring: some trainers import them at once, some when they are needed.
EXTRA = frozenset({"sklearn", "scipy", "catboost", "deap", "regex"})


@contextmanager
def needing_extra() -> Iterator[None]:
    """Raises UsageError where a package of the extra is missing."""
    try:
        yield
    except ModuleNotFoundError as error:
        if (error.name or "").partition(".")[0] not in EXTRA:
            raise
        raise UsageError(f"this needs {error.name}, which is not installed: pip install 'cleanweb[train]'") from None


class Trainers(ModuleCommands):
    """The trainers: `train/ice_tree.py` holds that of the stage `ice-tree`."""

    package = "cleanweb.train"

    def invoke(self, ctx: click.Context) -> Any:
        """Run a trainer. Raises UsageError where a package of the extra is missing."""
        with needing_extra():
            return super().invoke(ctx)


@click.group(cls=Trainers)
def command() -> None:
    """Train the model of a stage from pages with a gold standard.

    The same data, command and versions give the same file to the byte. Each model comes with a card, a Markdown file
    that says what it was made from and how good it is.
    """
