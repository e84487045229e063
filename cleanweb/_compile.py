"""Build hook of hatchling: compiles the segmenter with mypyc into the wheel, if there is a C compiler.

It also compiles the plain loops over blocks and elements in other stages; mypyc gains nothing on arrays. The compiled
modules come from the same files, and Python prefers them to the source next to them. Without a compiler, with
`CLEANWEB_PURE=1` in the environment, or when compiling fails, the wheel is pure Python: slower, but equivalent.
Editable installs are never compiled, so that the edited files are those that run.
"""

from __future__ import annotations

import os
import shutil
import sysconfig
import tempfile
from importlib import import_module
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

MODULES = (
    "cleanweb/looks.py",
    "cleanweb/segment/tags.py",
    "cleanweb/segment/recording.py",
    "cleanweb/segment/walk.py",
    "cleanweb/segment/walks.py",
    "cleanweb/normalize/marking.py",
    "cleanweb/normalize/naming.py",
    "cleanweb/classify/kinds.py",
    "cleanweb/classify/lines.py",
    "cleanweb/classify/layout_kinds.py",
    "cleanweb/classify/units.py",
    "cleanweb/classify/learned_amid.py",
)
# The compiler for annotated Python, and what it needs to call the C compiler.
NEEDS = ["mypy>=1.13", "setuptools>=70"]


class Compile(BuildHookInterface[Any]):
    """Adds the compiled modules to a wheel that is not editable."""

    PLUGIN_NAME = "custom"
    place = ""  # a folder for what is compiled

    def dependencies(self) -> list[str]:
        """What the build environment needs besides hatchling."""
        return NEEDS if is_wanted() else []

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Compile, and tell the builder which files to add and that the wheel fits only this platform."""
        if version == "editable" or not is_wanted():
            return
        try:
            self.place = tempfile.mkdtemp(prefix="cleanweb-compile-")
            made = compiled(Path(self.root), Path(self.place))
        except (Exception, SystemExit) as error:  # whatever fails, the pure wheel works
            self.app.display_warning(f"the segmenter was not compiled, and will be slower: {error}")
            return
        build_data["force_include"].update(made)
        build_data["pure_python"] = False
        build_data["infer_tag"] = True

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:  # noqa: ARG002  (its signature)
        """Remove the compiled files, which are now in the wheel."""
        if self.place:
            shutil.rmtree(self.place, ignore_errors=True)


def is_wanted() -> bool:
    """Whether there is a C compiler, and `CLEANWEB_PURE` is not set."""
    command = (os.environ.get("CC") or sysconfig.get_config_var("CC") or "cc").split()[0]
    return not os.environ.get("CLEANWEB_PURE") and any(shutil.which(name) for name in (command, "cc", "gcc", "clang"))


def compiled(root: Path, place: Path) -> dict[str, str]:
    """Compile the modules into a folder; return the files, each with its path in the wheel."""
    mypycify = import_module("mypyc.build").mypycify  # only in the build environment
    distribution = import_module("setuptools").Distribution

    here = Path.cwd()
    os.chdir(root)  # module names are derived from the paths as given
    try:
        extensions = mypycify(
            ["--config-file=", "--ignore-missing-imports", "--follow-imports=silent", *MODULES],
            opt_level="3",
            group_name="cleanweb",
            target_dir=str(place / "c"),
        )
        command = distribution({"ext_modules": extensions}).get_command_obj("build_ext")
        command.build_lib, command.build_temp = str(place / "lib"), str(place / "tmp")
        command.ensure_finalized()
        command.run()
    finally:
        os.chdir(here)
    files = (path for path in (place / "lib").rglob("*") if path.is_file())
    return {str(path): path.relative_to(place / "lib").as_posix() for path in files}
