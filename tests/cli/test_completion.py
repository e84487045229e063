"""Completion in a real shell: what bash offers for a partial line."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from click.shell_completion import ShellComplete

from cleanweb.cli import cli
from tests.fixtures import environment


def offered(*words: str) -> list[str]:
    """What click offers to complete the last word."""
    *before, begun = words
    complete = ShellComplete(cli, {}, "cleanweb", "_CLEANWEB_COMPLETE")
    return [item.value for item in complete.get_completions(list(before), begun)]


def test_commands_options_systems_stages_and_parameters() -> None:
    assert {"clean", "cat"} <= set(offered("c"))
    assert offered("stoplist", "b") == ["build"]
    assert offered("clean", "--res") == ["--resume"]
    assert offered("clean", "--system", "ki") == ["kimatu", "kitten"]
    assert offered("clean", "--classify", "ice-h") == ["ice-heuristic"]
    assert offered("stages", "ki") == ["kimatu", "kitten"]
    assert offered("clean", "-p", "just") == ["justext."]
    assert offered("clean", "-p", "justext.length_") == ["justext.length_low=", "justext.length_high="]
    assert offered("clean", "-p", "nothing.") == []
    assert {"auto", "en", "et"} <= set(offered("clean", "-s", ""))
    assert offered("clean", "-s", "aut") == ["auto", "aut"]  # or a file that begins like this
    assert offered("stoplist", "check", "eu") == ["eu", "eu"]  # as above
    assert offered("evaluate", "--system", "ki") == ["kimatu", "kitten"]
    for option in ("-p", "--sweep"):
        assert offered("evaluate", option, "justext.length_l") == ["justext.length_low="]


@pytest.mark.slow  # starts the command twice
@pytest.mark.skipif(not shutil.which("bash"), reason="bash is not installed")
def test_in_bash(tmp_path: Path) -> None:
    command = tmp_path / "cleanweb"
    code = "import sys; sys.argv[0] = 'cleanweb'; from cleanweb.cli import main; main()"  # as an installed command is
    command.write_text(f'#!/bin/sh\nexec "{sys.executable}" -c "{code}" "$@"\n')
    command.chmod(0o755)
    script = (
        'eval "$(_CLEANWEB_COMPLETE=bash_source cleanweb)"\n'
        "COMP_WORDS=(cleanweb clean --system ice-d); COMP_CWORD=3\n"
        '_cleanweb_completion cleanweb\necho "${COMPREPLY[@]}"\n'
    )
    path = {"PATH": f"{tmp_path}:{os.environ['PATH']}"}
    done = subprocess.run(["bash", "-c", script], env=environment() | path, capture_output=True, text=True, check=False)
    if "older than 4.4" in done.stderr:
        pytest.skip("completion needs bash 4.4")
    assert done.stdout.split() == ["ice-dt", "ice-dt-lm"], done.stderr
