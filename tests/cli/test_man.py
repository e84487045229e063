"""The manual page says what `--help` says, and its viewers read it without warnings."""

import shutil
import subprocess
from collections.abc import Iterator

import click
import pytest

from cleanweb.cli import cli
from tests.fixtures import ran


@pytest.fixture(scope="module")
def page() -> str:
    return ran("man").stdout


def commands(context: click.Context) -> Iterator[click.Context]:
    command = context.command
    if not isinstance(command, click.Group):
        yield context
        return
    for name in command.list_commands(context):
        inner = command.get_command(context, name)
        assert inner is not None
        yield from commands(click.Context(inner, info_name=name, parent=context))


def test_every_command_and_option_is_there(page: str) -> None:
    text = page.replace("\\-", "-")
    contexts = list(commands(click.Context(cli, info_name="cleanweb")))
    assert len(contexts) > 10
    for context in contexts:
        _, _, section = text.partition(f'.SH "{context.command_path.upper()}"')
        section = section.partition("\n.SH ")[0]
        assert section, context.command_path
        for parameter in context.command.params:
            if isinstance(parameter, click.Option) and not parameter.hidden:
                assert f".B {', '.join(parameter.opts)}" in section, (context.command_path, parameter.opts)


def test_options_without_a_command_stand_with_the_description(page: str) -> None:
    description = page.partition(".SH DESCRIPTION")[2].partition("\n.SH ")[0]
    assert ".B \\-\\-version\n" in description


def test_examples_stand_as_they_are(page: str) -> None:
    assert "\nfind html \\-name \\(aq*.htm*\\(aq \\-print0 | cleanweb clean \\-\\-files0\\-from \\- \\-o txt/\n" in page


@pytest.mark.skipif(not shutil.which("groff"), reason="groff, which tells of mistakes in the page, is not installed")
def test_no_warning(page: str) -> None:
    done = subprocess.run(["groff", "-man", "-ww", "-z"], input=page, capture_output=True, text=True, check=True)
    assert done.stderr == ""
