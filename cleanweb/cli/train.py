"""`cleanweb train`: make the model of a trained stage anew, one subcommand a trainer, found by its file name."""

from importlib import import_module
from pkgutil import iter_modules
from typing import Any

import click

from cleanweb import train
from cleanweb.cli import NearNames
from cleanweb.errors import UsageError

# Packages of the extra [train] and what they bring: some trainers import them at once, some when they are needed.
EXTRA = frozenset({"sklearn", "scipy", "catboost", "deap", "regex"})


class Trainers(NearNames):
    """A group whose commands are the modules of `cleanweb/train`: `ice_tree.py` holds `command`, called `ice-tree`."""

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002  (click's signature)
        """All trainers, sorted by name."""
        modules = [module.name for module in iter_modules(train.__path__)]
        return sorted(name.replace("_", "-") for name in modules if name not in train.HELPERS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """The trainer of this name, imported now; None where there is none."""
        if cmd_name not in self.list_commands(ctx):
            return None
        command = import_module(f"{train.__name__}.{cmd_name.replace('-', '_')}").command
        assert isinstance(command, click.Command)
        return command

    def invoke(self, ctx: click.Context) -> Any:
        """Run a trainer. Raises UsageError where a package of the extra is missing."""
        try:
            return super().invoke(ctx)
        except ModuleNotFoundError as error:
            if (error.name or "").partition(".")[0] not in EXTRA:
                raise
            raise UsageError(
                f"this needs {error.name}, which is not installed: pip install 'cleanweb[train]'"
            ) from None


@click.group(cls=Trainers)
def command() -> None:
    """Train the model of a stage from pages with a gold standard.

    The same data, command and versions give the same file to the byte. Each model comes with a card, a Markdown file
    that says what it was made from and how good it is.
    """
