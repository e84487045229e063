"""The pages that the project's own tests clean, those of `tests/pages` and of the example corpus; and the command."""

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
PACKAGE = Path(cleanweb.__file__).parent  # that is tested, which may be installed elsewhere


def page_paths() -> list[Path]:
    """Every committed page, sorted."""
    return sorted(PAGES.glob("*/source.html")) + sorted(CORPUS.rglob("*.html"))


def page_name(path: Path) -> str:
    """How a page is called in the names of tests."""
    return path.parent.name if path.name == "source.html" else path.stem


def ran(*arguments: object) -> Result:
    """A command, run in this process, that ends well."""
    result = CliRunner().invoke(cli, [*map(str, arguments)], catch_exceptions=False)
    assert result.exit_code == 0, result.output
    return result


def environment(*folders: str) -> dict[str, str]:
    """That of a process which imports what this one does, from these folders first."""
    return os.environ | {"PYTHONPATH": os.pathsep.join([*folders, *(path or "." for path in sys.path)])}


def shell_environment(folder: Path) -> dict[str, str]:
    """That of a shell in which `cleanweb`, made in `folder`, is the command that is tested."""
    command = folder / "cleanweb"
    command.parent.mkdir(exist_ok=True)
    command.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m cleanweb "$@"\n')
    command.chmod(0o755)
    return environment() | {"PATH": f"{folder}:{os.environ['PATH']}", "LC_ALL": "C"}
