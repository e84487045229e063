"""Which build of the segmenter is in use; `CLEANWEB_EXPECT=compiled` or `pure` requires that build."""

import os
import subprocess
import sys
from importlib import import_module
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from cleanweb.segment.walk import Walk

MODULES = (
    "cleanweb.looks",
    "cleanweb.segment.recording",
    "cleanweb.segment.tags",
    "cleanweb.segment.walk",
    "cleanweb.segment.walks",
    "cleanweb.normalize.marking",
    "cleanweb.normalize.naming",
    "cleanweb.classify.kinds",
    "cleanweb.classify.lines",
    "cleanweb.classify.layout_kinds",
    "cleanweb.classify.units",
    "cleanweb.classify.learned_amid",
)


def builds() -> set[str]:
    files = [import_module(name).__file__ or "" for name in MODULES]
    return {"pure" if file.endswith(".py") else "compiled" for file in files}


def test_all_modules_are_of_one_build() -> None:
    assert len(builds()) == 1


def test_the_modules_are_those_that_a_build_compiles() -> None:
    pytest.importorskip("hatchling", reason="needs the extra [dev]")
    files = import_module("cleanweb._compile").MODULES
    assert sorted(MODULES) == sorted(file.removesuffix(".py").replace("/", ".") for file in files)


def test_the_build_is_the_expected_one() -> None:
    expected = os.environ.get("CLEANWEB_EXPECT")
    if expected is None:
        pytest.skip(f"the segmenter in use is {builds()}; CLEANWEB_EXPECT asks for one")
    assert builds() == {expected}
    assert hasattr(Walk.walk, "__code__") == (expected == "pure"), "compiled methods have no bytecode"


def test_the_command_says_which_build_it_is() -> None:
    done = subprocess.run([sys.executable, "-m", "cleanweb", "--version"], capture_output=True, text=True, check=True)
    told = {"pure": "in pure Python", "compiled": "compiled"}[builds().pop()]
    assert f"(segmenter {told}, Python {sys.version_info.major}." in done.stdout


@pytest.mark.parametrize("fails", [False, True])
def test_a_build_leaves_nothing_behind(fails: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Even if the compiler fails; the wheel is pure then."""
    pytest.importorskip("hatchling", reason="needs the extra [dev]")
    hooks = import_module("cleanweb._compile")
    said: list[str] = []

    def compiled(root: Path, place: Path) -> dict[str, str]:
        (place / "walk.so").touch()
        if fails:
            raise SystemExit(f"error: no C compiler works in {root}")
        return {str(place / "walk.so"): "cleanweb/segment/walk.so"}

    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    monkeypatch.setattr(hooks, "compiled", compiled)
    monkeypatch.setattr(hooks, "is_wanted", lambda: True)
    application = SimpleNamespace(display_warning=said.append)
    hook = hooks.Compile(".", {}, None, None, str(tmp_path), "wheel", application)
    data: dict[str, Any] = {"force_include": {}, "pure_python": True}
    hook.initialize("standard", data)
    assert (data["pure_python"], len(data["force_include"]), len(said)) == (fails, not fails, fails)
    assert all(Path(file).is_file() for file in data["force_include"])
    hook.finalize("standard", data, "cleanweb.whl")
    assert list(tmp_path.iterdir()) == []


def test_the_command_works_with_this_build(tmp_path: Path) -> None:
    """With the options of all stages, which are read from their source files."""
    (tmp_path / "tea.html").write_text("<title>Tea</title><p>Tea is older than the words for it, in most languages.")
    command = [sys.executable, "-m", "cleanweb", "clean", str(tmp_path / "tea.html"), "--seams", "apart"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout[:7]) == (0, "<p>Tea "), done.stderr


@pytest.mark.slow  # mypy, from scratch
def test_the_compiler_understands_the_modules_without_what_they_import(tmp_path: Path) -> None:
    """The build environment has mypyc and nothing else; a type error there means a pure wheel."""
    pytest.importorskip("mypy", reason="needs the extra [dev]")
    alone = "--config-file= --no-site-packages --ignore-missing-imports --follow-imports=silent".split()
    root = Path(__file__).parents[1]
    paths = [str(path) for name in MODULES if (path := root.joinpath(*name.split(".")).with_suffix(".py")).is_file()]
    if len(paths) < len(MODULES):
        pytest.skip("no checkout here: the package is installed elsewhere")
    command = [sys.executable, "-m", "mypy", *alone, f"--cache-dir={tmp_path}", *paths]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout
