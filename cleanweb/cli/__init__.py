"""The command line: one file per command, found by its file name and imported when it is called or listed."""

import io
import os
import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from errno import EACCES, ENAMETOOLONG
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from pkgutil import iter_modules
from typing import Any, ClassVar

import click

from cleanweb import __version__
from cleanweb.errors import EXIT_FAILED, EXIT_SIGNAL, EXIT_USAGE, CleanwebError, OutputError, UsageError
from cleanweb.files import printable, reason
from cleanweb.signals import heard
from cleanweb.wording import nearest

# Modules of this package that are helpers, not commands.
HELPERS = frozenset(
    {
        "checks",
        "cleaning",
        "config",
        "earlier_runs",
        "listing_options",
        "lone_output",
        "places",
        "progress",
        "stage_options",
        "values",
    }
)


def tell(message: object) -> None:
    """Print a message on standard error, on one line, whatever names it contains."""
    with _heard_or_not():
        click.echo(f"cleanweb: {printable(str(message))}", err=True)


@contextmanager
def _heard_or_not() -> Iterator[None]:
    """Let the work go on if nobody reads standard error any more (`2>&1 | head`), or its disk is full."""
    try:
        yield
    except OSError:
        _drop(2)


class NearNames(click.Group):
    """A group that suggests the nearest commands for an unknown one."""

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """The command of the first argument. An unknown name is an error that lists the nearest ones."""
        if not (ctx.resilient_parsing or args[0].startswith("-") or self.get_command(ctx, args[0])):
            known = self.list_commands(ctx)
            ctx.fail(f"No such command {args[0]!r}; {nearest(args[0], known)}")
        return super().resolve_command(ctx, args)


class ModuleCommands(NearNames):
    """A group whose commands are the modules of a package: `clean.py` has the `command` called `clean`.

    The package's HELPERS are not commands.
    """

    package: ClassVar[str]

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002  (click's signature)
        """All commands, sorted by name."""
        package = import_module(self.package)
        modules = [module.name for module in iter_modules(package.__path__)]
        return sorted(name.replace("_", "-") for name in modules if name not in package.HELPERS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """The command of this name, imported now; None if there is none."""
        if cmd_name not in self.list_commands(ctx):
            return None
        command = import_module(f"{self.package}.{cmd_name.replace('-', '_')}").command
        assert isinstance(command, click.Command)
        return command


class _ReaderGoneError(Exception):
    """Nobody reads standard output any more (`| head`). click would turn a BrokenPipeError into exit status 1."""


@contextmanager
def _telling_of_reader() -> Iterator[None]:
    try:
        yield
    except BrokenPipeError as error:
        raise _ReaderGoneError from error


class Commands(ModuleCommands):
    """The commands of this package; if the reader of standard output goes away, they end as by SIGPIPE."""

    package = __name__

    def make_context(self, *args: Any, **kwargs: Any) -> click.Context:
        """Like click's, which prints `--help` here."""
        with _telling_of_reader():
            return super().make_context(*args, **kwargs)

    def invoke(self, ctx: click.Context) -> Any:
        """Like click's."""
        with _telling_of_reader():
            return super().invoke(ctx)

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Like click's, with the options of `cleanweb.toml`; help is given even if that file has errors."""
        name, command, rest = super().resolve_command(ctx, args)
        file = Path("cleanweb.toml")
        if name and not ctx.resilient_parsing and (file.is_symlink() or file.exists()):  # a broken link is an error
            from cleanweb.cli import config

            try:
                ctx.default_map = config.defaults(self, name)
            except UsageError as error:
                if not set(ctx.help_option_names).intersection(rest):
                    raise
                tell(error)
        return name, command, rest


def _build() -> str:
    """The build of the segmenter and the Python version, for reports on bugs and slow runs."""
    spec = find_spec("cleanweb.looks")  # one of the compiled modules; nothing is imported for this
    is_pure = bool(spec and spec.origin and spec.origin.endswith((".py", ".pyc")))
    return f"segmenter {'in pure Python' if is_pure else 'compiled'}, Python {'.'.join(map(str, sys.version_info[:3]))}"


def _print_version(context: click.Context, _option: click.Parameter, is_asked: bool) -> None:
    if is_asked and not context.resilient_parsing:
        click.echo(f"cleanweb, version {__version__} ({_build()})")
        context.exit()


@click.group(cls=Commands, context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100})
@click.option(
    "--version",
    is_flag=True,
    expose_value=False,
    is_eager=True,
    callback=_print_version,
    help="Show the version and the build, and exit.",
)
def cli() -> None:
    """Turn directories of HTML pages into clean text corpora.

    Every page goes through the same stages: decode, parse, normalize and segment, classify, linearize. Every removed
    block is logged with the reason. Options can be set in `cleanweb.toml` in the working directory: `[clean]`, `jobs =
    4`.
    """


def _open_closed_streams() -> None:
    """Occupy the descriptors of standard streams that the caller closed (`2>&-`), so that no other file gets them.

    What goes to standard error is then lost; writing to standard output, or reading, is an error like a full disk.
    """
    for number in range(3):
        try:
            os.fstat(number)
        except OSError:
            os.open(os.devnull, os.O_RDONLY if number == 1 else os.O_WRONLY)
    sys.stdin = sys.stdin or open(0, closefd=False)  # noqa: SIM115  (it stays open)
    sys.stderr = sys.stderr or open(2, "w", closefd=False)  # noqa: SIM115  (as above)


class _StandardOutput(io.FileIO):
    """Descriptor 1, for all writers."""

    def write(self, data: Any) -> int:
        """Write the data. Raises BrokenPipeError when the reader is gone, OutputError when it fails for other reasons.

        What was not written is not tried again at exit.
        """
        try:
            return super().write(data)
        except BrokenPipeError:
            raise
        except OSError as error:
            drop_stdout()
            raise OutputError(f"cannot write to standard output: {reason(error)}") from error


def _open_stdout() -> None:
    """Print UTF-8 wherever it goes, like texts: a printed stop list must be readable again.

    A terminal with another encoding shows some letters wrong, where Python would end with an error.
    """
    if sys.stdout is sys.__stdout__:  # not if a Python caller of `main` replaced it
        buffer = io.BufferedWriter(_StandardOutput(1, "w", closefd=False))
        sys.stdout = io.TextIOWrapper(buffer, "utf-8", "backslashreplace", line_buffering=os.isatty(1))


class _StoppedError(SystemExit):
    """A signal came outside of a run, or in a command without runs; a run itself finishes the pages in hand."""


class _Stop:
    """Handles a signal; remembers it, since CatBoost makes a KeyboardInterrupt of whatever a handler raises."""

    number: int = signal.SIGINT

    def __call__(self, number: int, _: object) -> None:
        self.number = number
        raise _StoppedError(number)


@contextmanager
def _told_as_stopped() -> Iterator[None]:
    """Unwrap _StoppedError: up to Python 3.11, an exception while a class is being created becomes a RuntimeError."""
    try:
        yield
    except RuntimeError as error:
        if isinstance(error.__cause__, _StoppedError):
            raise error.__cause__ from None
        raise


def drop_stdout() -> None:
    """Redirect standard output to nothing."""
    _drop(1)


def _drop(number: int) -> None:
    os.dup2(os.open(os.devnull, os.O_WRONLY), number)


def _unnamed() -> str:
    """A name for the subject of a system error that does not name it."""
    try:
        Path.cwd()
    except OSError:  # it was removed
        return "the working directory"
    return "a file"


def main() -> None:
    """Run the command line; known errors end as one line on stderr and an exit status, never as a traceback."""
    _open_closed_streams()
    _open_stdout()
    stop = _Stop()
    try:
        with heard(stop), _told_as_stopped():
            status = cli.main(standalone_mode=False)
            sys.stdout.flush()
    except (_StoppedError, click.exceptions.Abort):  # click makes the latter of a KeyboardInterrupt
        tell(f"stopped by {signal.Signals(stop.number).name}")
        sys.exit(EXIT_SIGNAL + stop.number)
    except click.ClickException as error:
        with _heard_or_not():
            error.show()
        sys.exit(error.exit_code)
    except CleanwebError as error:
        tell(error)
        sys.exit(error.exit_status)
    except (BrokenPipeError, _ReaderGoneError):
        drop_stdout()  # the reader is gone: no message, as usual for commands, but the output is incomplete
        sys.exit(EXIT_SIGNAL + signal.SIGPIPE)
    except OSError as error:  # a file or folder that cannot be used, without a more specific message
        tell(f"{error.filename or _unnamed()}: {reason(error)}")
        # Wrong names given by the user; from Python 3.14 on they just count as missing files.
        sys.exit(EXIT_USAGE if error.errno in (EACCES, ENAMETOOLONG) else EXIT_FAILED)
    sys.exit(status if isinstance(status, int) else 0)
