"""`cleanweb man`: the manual page, made from click's data about every command, so that it agrees with `--help`."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from inspect import cleandoc

import click

from cleanweb import __version__

STATUSES = (
    ("0", "success"),
    ("1", "some pages failed, or the output could not be written"),
    ("2", "wrong usage"),
    ("3", "nothing was cleaned"),
    ("4", "a quality gate was missed (cleanweb evaluate --min, --max)"),
    ("129, 130, 143", "ended by SIGHUP (the terminal or connection was closed), by Ctrl-C, or by SIGTERM"),
    ("141", "the reader of standard output closed it before everything was written"),
)
FILES = (
    ("cleanweb.toml", "options for each command, in the working directory; the command line wins"),
    ("OUT.log/journal.jsonl", "what happened to each page of a run, one line per page"),
    ("OUT.log/*.jsonl", "the removed blocks of each page, with their reasons"),
)


@click.command()
@click.pass_context
def command(context: click.Context) -> None:
    """Print the manual page in man(1) format.

    \b
        cleanweb man > ~/.local/share/man/man1/cleanweb.1
        man cleanweb
    """
    click.echo("\n".join(manual(context.find_root().command)))


def manual(program: click.Command) -> Iterator[str]:
    """The lines of the manual page for a program and all its commands."""
    root = click.Context(program, info_name="cleanweb", **program.context_settings)
    yield f'.TH CLEANWEB 1 "" "cleanweb {__version__}" "User Commands"'
    yield from (".SH NAME", f"cleanweb \\- {_escaped(program.get_short_help_str(200))}")
    yield from (".SH SYNOPSIS", ".B cleanweb", ".I COMMAND", "[options] [arguments]")
    yield from (".SH DESCRIPTION", *_description(program), *_options(root))
    for context in _commands(root):
        yield from _section(context)
    yield from (".SH EXIT STATUS", *_items(STATUSES), ".SH FILES", *_items(FILES))


def _commands(context: click.Context) -> Iterator[click.Context]:
    """The context of each command that is not a group, in order."""
    command = context.command
    if not isinstance(command, click.Group):
        yield context
        return
    for name in command.list_commands(context):
        if inner := command.get_command(context, name):
            yield from _commands(click.Context(inner, info_name=name, parent=context))


def _section(context: click.Context) -> Iterator[str]:
    command = context.command
    usage = " ".join(command.collect_usage_pieces(context))
    yield f'.SH "{context.command_path.upper()}"'
    yield from (f".B {_escaped(context.command_path)}", _escaped(usage), ".PP")
    yield from _description(command)
    yield from _options(context)


def _options(context: click.Context) -> Iterator[str]:
    parameters = context.command.get_params(context)
    yield from _items(record for parameter in parameters if (record := parameter.get_help_record(context)))


def _description(command: click.Command) -> Iterator[str]:
    """A docstring's paragraphs; those after click's mark \\b keep their lines."""
    for paragraph in re.split(r"\n\s*\n", cleandoc(command.help or "").split("\f")[0]):
        if paragraph.startswith("\b"):
            lines = cleandoc(paragraph.removeprefix("\b").strip("\n")).splitlines()
            yield from (".PP", ".RS 4", ".nf", *map(_escaped, lines), ".fi", ".RE")
        else:
            yield from (".PP", _escaped(" ".join(paragraph.split())))


def _items(records: Iterable[tuple[str, str]]) -> Iterator[str]:
    for term, meaning in records:
        if not meaning:  # an argument, which is in the synopsis
            continue
        yield from (".TP", f".B {_escaped(term)}", _escaped(" ".join(meaning.split())))


def _escaped(text: str) -> str:
    """Escape a text for roff: backslashes, hyphens (so that they can be copied), quotes, and dots that begin a line."""
    text = (
        text.replace("\\", "\\e").replace("-", "\\-").replace("'", "\\(aq").replace("^", "\\(ha").replace("~", "\\(ti")
    )
    return f"\\&{text}" if text.startswith(".") else text
