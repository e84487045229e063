"""What `--help` says: a whole sentence for each command, and the kind of value that each option takes."""

import click
import pytest
from click.testing import CliRunner

from cleanweb.cli import cli
from tests.cli.test_man import commands

CONTEXTS = list(commands(click.Context(cli, info_name="cleanweb")))
OPTIONS = [
    pytest.param(option, id=f"{context.command_path} {option.opts[-1]}")
    for context in CONTEXTS
    for option in context.command.params
    if isinstance(option, click.Option)
]
# The words that call each group, after `cleanweb`.
GROUPS = sorted({tuple(context.command_path.split()[1:-1]) for context in CONTEXTS})


@pytest.mark.parametrize("words", GROUPS, ids=" ".join)
def test_a_list_of_commands_has_what_each_does_as_a_whole(words: tuple[str, ...]) -> None:
    listed = CliRunner().invoke(cli, [*words, "--help"], terminal_width=80).stdout.partition("\nCommands:\n")[2]
    assert listed
    for line in listed.splitlines():
        assert line.endswith(".")
        assert not line.endswith("..."), "its first sentence is too long"


@pytest.mark.parametrize("option", OPTIONS)
def test_an_option_says_which_kind_of_value_it_takes_and_whether_it_may_be_repeated(option: click.Option) -> None:
    """Click's own names of kinds, such as `INTEGER RANGE` or `TEXT`, say less."""
    assert option.is_flag or option.metavar or isinstance(option.type, click.Choice)
    assert ("May be repeated" in (option.help or "")) is option.multiple
