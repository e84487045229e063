"""`cleanweb train`: make the model of a trained stage anew, one subcommand a trainer, found by its file name."""

from importlib import import_module
from pkgutil import iter_modules

import click

from cleanweb import train


class Trainers(click.Group):
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


@click.group(cls=Trainers)
def command() -> None:
    """Train the model of a stage from pages with a gold standard.

    The same data, command and versions give the same file to the byte. Each model comes with a card, a Markdown file
    that says what it was made from and how good it is.
    """
