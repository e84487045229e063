"""The project's own pages, in `tests/pages` and the example corpus, and running the command."""

import os
import sys
from pathlib import Path

from click.testing import CliRunner, Result

import cleanweb
from cleanweb.cli import cli

TESTS = Path(__file__).parent
ROOT = TESTS.parent
PAGES = TESTS / "pages"
CORPUS = ROOT / "examples" / "corpus"
PACKAGE = Path(cleanweb.__file__).parent  # of the package under test, which may be installed elsewhere


def page_paths() -> list[Path]:
    """Every committed page, sorted."""
    return sorted(PAGES.glob("*/source.html")) + sorted(CORPUS.rglob("*.html"))


def page_name(path: Path) -> str:
    """The name of a page in test ids."""
    return path.parent.name if path.name == "source.html" else path.stem


def ran(*arguments: object) -> Result:
    """Run a command in this process; it must succeed."""
    result = CliRunner().invoke(cli, [*map(str, arguments)], catch_exceptions=False)
    assert result.exit_code == 0, result.output
    return result


def environment(*folders: str) -> dict[str, str]:
    """The environment of a process that imports from these folders, then like this process."""
    return os.environ | {"PYTHONPATH": os.pathsep.join([*folders, *(path or "." for path in sys.path)])}


def shell_environment(folder: Path) -> dict[str, str]:
    """The environment of a shell in which `cleanweb` and `python3`, made in `folder`, are those under test."""
    folder.mkdir(exist_ok=True)
    for name, arguments in (("cleanweb", "-m cleanweb "), ("python3", "")):
        command = folder / name
        command.write_text(f'#!/bin/sh\nexec "{sys.executable}" {arguments}"$@"\n')
        command.chmod(0o755)
    return environment() | {"PATH": f"{folder}:{os.environ['PATH']}", "LC_ALL": "C"}
