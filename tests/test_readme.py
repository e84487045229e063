"""The commands of the README and of the pages in `examples` do what these say.

Each console block is run line by line in a folder with `examples`.
"""

import re
import shutil
import subprocess
from pathlib import Path

import pytest

from cleanweb.cli import HELPERS
from cleanweb.systems import SYSTEMS
from tests.fixtures import PACKAGE, ROOT, shell_environment

README = (ROOT / "README.md").read_text("utf-8")
MORE = [path.read_text("utf-8") for path in sorted((ROOT / "examples").glob("*.md"))]
BLOCKS = [block for text in (README, *MORE) for block in re.findall(r"```console\n(.*?)```", text, re.DOTALL)]
MAX_WORDS = 2_200  # ours: as much prose as a slow reader reads in ten minutes
TOOLS = ("bash", "find", "gzip")

pytestmark = pytest.mark.skipif(any(shutil.which(tool) is None for tool in TOOLS), reason=f"needs {', '.join(TOOLS)}")


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder in which all blocks run, one after another."""
    place = tmp_path_factory.mktemp("readme")
    shutil.copytree(ROOT / "examples", place / "examples")
    return place


def commands(block: str) -> list[tuple[str, str]]:
    """The commands of a block, each with the output that follows it."""
    found: list[tuple[str, str]] = []
    for line in block.splitlines(keepends=True):
        if line.startswith("$ "):
            found.append((line[2:].strip(), ""))
        else:
            found[-1] = (found[-1][0], found[-1][1] + line)
    return found


def pattern(expected: str) -> str:
    """Output as a regular expression; `...` stands for anything."""
    return ".*".join(map(re.escape, expected.strip().split("...")))


@pytest.mark.slow  # starts the command about twenty times
def test_every_block_of_the_readme(folder: Path) -> None:
    environment = shell_environment(folder / "bin")
    assert BLOCKS
    for command, expected in [pair for block in BLOCKS for pair in commands(block)]:
        done = subprocess.run(
            ["bash", "-o", "pipefail", "-c", command], cwd=folder, env=environment, capture_output=True, check=False
        )
        is_cut = "| head" in command  # the reader may close the pipe first
        assert done.returncode == 0 or is_cut, f"{command}\n{done.stderr.decode()}"
        output = done.stdout.decode().strip()
        if expected:
            assert re.fullmatch(pattern(expected), output, re.DOTALL), f"{command}\nexpected {expected}\ngot {output}"


def test_the_python_of_the_readme() -> None:
    (code,) = re.findall(r"```python\n(.*?)```", README, re.DOTALL)
    page = (ROOT / "examples/corpus/html/eu-news.html").read_bytes()
    names = {"html": page, "pages": [page, page.decode()]}
    exec(code, names)
    assert len(set(names["texts"])) == 1
    assert names["page"].text


def test_every_command_is_in_the_readme() -> None:
    found = {path.stem for path in (PACKAGE / "cli").glob("*.py")} - HELPERS - {"__init__"}
    missing = {name for name in found if f"cleanweb {name.replace('_', '-')}" not in README}
    assert not missing, f"show these commands in README.md: {missing}"


def test_every_system_is_in_the_readme() -> None:
    missing = {name for name in SYSTEMS if f"`{name}`" not in README}
    assert not missing, f"add these systems to the table of README.md: {missing}"


def test_the_readme_is_read_in_ten_minutes() -> None:
    unfolded = re.sub(r"<details>.*?</details>|```.*?```|^\|.*?$", "", README, flags=re.DOTALL | re.MULTILINE)
    assert len(unfolded.split()) <= MAX_WORDS


def test_make_targets_are_those_of_the_makefile() -> None:
    targets = set(re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text(), re.MULTILINE))
    assert set(re.findall(r"make ([a-z-]+)", README)) <= targets


def test_links_lead_somewhere() -> None:
    for link in re.findall(r"\]\(([^)#]+)", README):
        assert (ROOT / link).exists(), link
    for named in re.findall(r"`(examples/[\w./-]+)`", README):
        assert (ROOT / named).exists(), named
