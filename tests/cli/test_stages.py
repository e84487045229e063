import re
import subprocess
import sys

import pytest
from click.testing import CliRunner

from cleanweb.cli import cli
from cleanweb.cli.stage_options import flags
from cleanweb.errors import UsageError
from cleanweb.stage import ROLES, names, parameters
from cleanweb.systems import SYSTEMS
from cleanweb.terminal import MAX_WIDTH
from tests.fixtures import environment


def stages(*arguments: str) -> str:
    result = CliRunner().invoke(cli, ["stages", *arguments], standalone_mode=False)
    if result.exception:
        raise result.exception
    return result.stdout


def test_every_system_and_stage_is_listed() -> None:
    lines = stages().splitlines()
    listed = {line.split()[0] for line in lines if re.match(r"  \S", line)}
    assert max(map(len, lines)) <= MAX_WIDTH
    assert listed == set(SYSTEMS) | {stage for role in ROLES for stage in names(role)}


@pytest.mark.parametrize("system", SYSTEMS)
def test_no_line_is_too_long(system: str) -> None:
    assert max(map(len, stages(system).splitlines())) <= MAX_WIDTH


@pytest.mark.parametrize(("role", "stage"), [(role, stage) for role in ROLES for stage in names(role)])
def test_a_stage_shows_each_parameter_with_default_meaning_and_source(role: str, stage: str) -> None:
    shown = " ".join(stages(stage).split())
    for known in parameters(role, stage):  # type: ignore[arg-type]  # a Literal
        assert f"{stage}.{known.name} = " in shown
        assert " ".join(known.meaning.split()) in shown
        assert " ".join(f"Source: {known.source}".split()) in shown


def test_a_stage_of_two_roles_is_named_once() -> None:
    told = stages("density").partition("of its stages: ")[2].partition("\n\n")[0]
    assert re.split(r",\s+", told) == [f"cleanweb stages {stage}" for stage in ("plain", "source-lines", "charlm")]


def test_an_unknown_name_is_answered_with_near_ones() -> None:
    with pytest.raises(UsageError, match="nearest: justext"):
        stages("justex")


def test_every_flag_of_a_stage_is_an_option_of_clean() -> None:
    declared = {
        (known.flag, role, known.stage, known.name)
        for role in ROLES
        for stage in names(role)
        for known in parameters(role, stage)
        if known.flag
    }
    assert ("--seams", "segment", "style-blocks", "seams") in declared  # a parameter of its base stage
    assert {
        (flag, role, known.stage, known.name) for flag, shared in flags().items() for role, known in shared
    } == declared
    shown = CliRunner().invoke(cli, ["clean", "--help"]).stdout
    assert all(flag in shown for flag, *_ in declared)


def test_help_imports_nothing_heavy() -> None:
    script = (
        "import sys; from click.testing import CliRunner; from cleanweb.cli import cli;"
        "result = CliRunner().invoke(cli, ['clean', '--help']); assert result.exit_code == 0, result.output;"
        "heavy = {'numpy', 'selectolax', 'html5lib', 'bs4', 'tqdm', 'orjson', 'multiprocessing', 'sqlite3', 'sklearn'};"
        "print(heavy & set(sys.modules))"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True, env=environment())
    assert done.stdout.strip() == "set()"


@pytest.mark.parametrize("line", ["--help", "sites --help"])
def test_a_list_of_commands_imports_no_stage(line: str) -> None:
    script = (
        "import sys; from click.testing import CliRunner; from cleanweb.cli import cli;"
        f"result = CliRunner().invoke(cli, {line.split()}); assert result.exit_code == 0, result.output;"
        "roles = ('normalize', 'segment', 'classify', 'linearize');"
        "print([name for name in sys.modules if name.startswith(tuple(f'cleanweb.{role}.' for role in roles))])"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True, env=environment())
    assert done.stdout.strip() == "[]"
