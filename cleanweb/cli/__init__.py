"""The command line: one file a command, found by its file name and imported when it is called or listed."""

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

# Modules of this package that help commands and are none themselves.
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
    """Say something on standard error, on one line, whatever the names in it hold."""
    with _heard_or_not():
        click.echo(f"cleanweb: {printable(str(message))}", err=True)


@contextmanager
def _heard_or_not() -> Iterator[None]:
    """Where nobody reads standard error any more (`2>&1 | head`), or its disk is full, the work goes on."""
    try:
        yield
    except OSError:
        _drop(2)


class NearNames(click.Group):
    """A group that names the nearest commands when it is asked for one that it does not have."""

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """The command of the first argument. A name that is no command is an error with the nearest ones."""
        if not (ctx.resilient_parsing or args[0].startswith("-") or self.get_command(ctx, args[0])):
            known = self.list_commands(ctx)
            ctx.fail(f"No such command {args[0]!r}; expected one of: {nearest(args[0], known)}")
        return super().resolve_command(ctx, args)


class ModuleCommands(NearNames):
    """A group whose commands are the modules of a package: `clean.py` holds `command`, called `clean`.

    Those that help commands and are none themselves are the package's HELPERS.
    """

    package: ClassVar[str]

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002  (click's signature)
        """All commands, sorted by name."""
        package = import_module(self.package)
        modules = [module.name for module in iter_modules(package.__path__)]
        return sorted(name.replace("_", "-") for name in modules if name not in package.HELPERS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """The command of this name, imported now; None where there is none."""
        if cmd_name not in self.list_commands(ctx):
            return None
        command = import_module(f"{self.package}.{cmd_name.replace('-', '_')}").command
        assert isinstance(command, click.Command)
        return command


class _ReaderGoneError(Exception):
    """Nobody reads standard output any more (`| head`). Of a BrokenPipeError, click makes exit status 1."""


@contextmanager
def _telling_of_reader() -> Iterator[None]:
    try:
        yield
    except BrokenPipeError as error:
        raise _ReaderGoneError from error


class Commands(ModuleCommands):
    """The commands of this package; a reader of standard output that goes away ends them as SIGPIPE does."""

    package = __name__

    def make_context(self, *args: Any, **kwargs: Any) -> click.Context:
        """As click does it; here `--help` is printed."""
        with _telling_of_reader():
            return super().make_context(*args, **kwargs)

    def invoke(self, ctx: click.Context) -> Any:
        """As click does it."""
        with _telling_of_reader():
            return super().invoke(ctx)

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """As click does it, with the options of `cleanweb.toml`; help is given whatever is wrong with that."""
        name, command, rest = super().resolve_command(ctx, args)
        if name and not ctx.resilient_parsing and Path("cleanweb.toml").exists():
            from cleanweb.cli import config

            try:
                ctx.default_map = config.defaults(self, name)
            except UsageError as error:
                if not set(ctx.help_option_names).intersection(rest):
                    raise
                tell(error)
        return name, command, rest


def _build() -> str:
    """Which build of the segmenter runs, and by which Python: what to tell of a fault, or of a run that is slow."""
    spec = find_spec("cleanweb.looks")  # one of the modules that are compiled; none is imported for that
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
    help="Show the version, and which build runs, and exit.",
)
def cli() -> None:
    """Turn directories of HTML pages into clean text corpora.

    Each page goes one way: decode, parse, normalize and segment, classify, linearize. Every block that is removed is
    logged with the reason. `cleanweb.toml` in the working directory may hold options: `[clean]`, `jobs = 4`.
    """


def _open_closed_streams() -> None:
    """Give the standard streams that the caller closed (`2>&-`) their places, so that no other file gets them.

    What goes to standard error is then lost; what goes to standard output, or is read, is an error, as of a full disk.
    """
    for number in range(3):
        try:
            os.fstat(number)
        except OSError:
            os.open(os.devnull, os.O_RDONLY if number == 1 else os.O_WRONLY)
    sys.stdin = sys.stdin or open(0, closefd=False)  # noqa: SIM115  (it stays open; it is a number)
    sys.stderr = sys.stderr or open(2, "w", closefd=False)  # noqa: SIM115  (as above)


class _StandardOutput(io.FileIO):
    """Descriptor 1, whoever writes to it."""

    def write(self, data: Any) -> int:
        """Raises OutputError where that fails, for all reasons but a reader that went away, which is BrokenPipeError.

        What did not go out is not tried again at exit.
        """
        try:
            return super().write(data)
        except BrokenPipeError:
            raise
        except OSError as error:
            drop_stdout()
            raise OutputError(f"cannot write to standard output: {reason(error)}") from error


def _open_stdout() -> None:
    """What is printed is UTF-8 wherever it goes, as texts are: a stop list is to be read again.

    A terminal of another encoding shows some letters wrong, where Python would end with an error.
    """
    if sys.stdout is sys.__stdout__:  # none is another's, who calls `main` from Python
        buffer = io.BufferedWriter(_StandardOutput(1, "w", closefd=False))
        sys.stdout = io.TextIOWrapper(buffer, "utf-8", "backslashreplace", line_buffering=os.isatty(1))


class _StoppedError(SystemExit):
    """A signal came before a run, after it, or in a command that has none: a run itself finishes the page in hand."""

    code: int


def _stop(number: int, _: object) -> None:
    raise _StoppedError(number)


@contextmanager
def _told_as_stopped() -> Iterator[None]:
    """Within, modules are imported, and up to Python 3.11 what ends a class in the making becomes a RuntimeError."""
    try:
        yield
    except RuntimeError as error:
        if isinstance(error.__cause__, _StoppedError):
            raise error.__cause__ from None
        raise


def drop_stdout() -> None:
    """Point standard output at nothing."""
    _drop(1)


def _drop(number: int) -> None:
    os.dup2(os.open(os.devnull, os.O_WRONLY), number)


def _unnamed() -> str:
    """What an error of the system is about that does not say it."""
    try:
        Path.cwd()
    except OSError:  # it was removed
        return "the working directory"
    return "a file"


def main() -> None:
    """Run the command line; known errors end as one line on stderr and an exit status, never as a traceback."""
    _open_closed_streams()
    _open_stdout()
    try:
        with heard(_stop), _told_as_stopped():
            status = cli.main(standalone_mode=False)
            sys.stdout.flush()
    except _StoppedError as stopped:
        tell(f"stopped by {signal.Signals(stopped.code).name}")
        sys.exit(EXIT_SIGNAL + stopped.code)
    except click.exceptions.Abort:
        sys.exit(EXIT_SIGNAL + signal.SIGINT)
    except click.ClickException as error:
        with _heard_or_not():
            error.show()
        sys.exit(error.exit_code)
    except CleanwebError as error:
        tell(error)
        sys.exit(error.exit_status)
    except (BrokenPipeError, _ReaderGoneError):
        drop_stdout()  # the reader went away: no word of it, as of all commands, but the output is not whole
        sys.exit(EXIT_SIGNAL + signal.SIGPIPE)
    except OSError as error:  # a file or folder that cannot be used, where nothing said more of it
        tell(f"{error.filename or _unnamed()}: {reason(error)}")
        # A name that was given; from Python 3.14 on such are just none that are there.
        sys.exit(EXIT_USAGE if error.errno in (EACCES, ENAMETOOLONG) else EXIT_FAILED)
    sys.exit(status if isinstance(status, int) else 0)
