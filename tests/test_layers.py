"""Imports go one way, as a page does: each part of the package may import those before it and none after it."""

import ast
from collections.abc import Iterator
from graphlib import TopologicalSorter

import pytest

from tests.fixtures import PACKAGE

# First what every part may use, then a page's way, then many pages; parts on one line may import each other.
LAYERS = (
    "errors wording terminal files memory packaged_stoplists signals vendor_codes encodings references xml_source "
    "jsonl json_ld month_names dates formats script_languages",
    "looks page",
    "known_words likely_letters detect decode",
    "parse",
    "stage",
    "normalize",
    "measures metadata head_texts body_dates body_authors models segment stoplists own_stoplists",
    "site_table",
    "classify",
    "linearize",
    "pipeline",
    "systems",
    "interface",
    "records language",
    "corpus",
    "report",
    "evaluate train",  # scores need trained models, and models are chosen by scores
    "cli",
    "start",
)
LEVEL = {part: level for level, line in enumerate(LAYERS) for part in line.split()}
OUTSIDE = {"__init__", "__main__", "_compile"}  # two entry points, and a hook that runs before there is a package

MODULES = {
    ".".join(path.relative_to(PACKAGE).with_suffix("").parts).removesuffix(".__init__"): path
    for path in PACKAGE.rglob("*.py")
    if path.stem not in OUTSIDE or path.parent != PACKAGE
}


def imports(module: str, *, at_run_time: bool = False) -> set[str]:
    """The modules of the package that a module imports: at its top, in a function, or for its types only."""
    return {found for node in _nodes(ast.parse(MODULES[module].read_text("utf-8")), at_run_time) for found in _of(node)}


def _nodes(tree: ast.AST, at_run_time: bool) -> Iterator[ast.AST]:
    """All nodes but expressions, which contain no imports."""
    for node in ast.iter_child_nodes(tree):
        if not isinstance(node, ast.expr) and not (
            at_run_time and isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING"
        ):
            yield node
            yield from _nodes(node, at_run_time)


def _of(node: ast.AST) -> Iterator[str]:
    if isinstance(node, ast.Import):
        yield from (alias.name.partition(".")[2] for alias in node.names if alias.name.startswith("cleanweb."))
    if not isinstance(node, ast.ImportFrom) or node.level or (node.module or "").partition(".")[0] != "cleanweb":
        return
    folder = (node.module or "").partition(".")[2]
    for alias in node.names:
        name = f"{folder}.{alias.name}".lstrip(".")
        if name in MODULES or folder in MODULES:
            yield name if name in MODULES else folder
        elif alias.name != "__version__":
            yield "interface"  # `from cleanweb import Pipeline`


def test_every_part_has_its_place() -> None:
    assert {module.partition(".")[0] for module in MODULES} == set(LEVEL)


@pytest.mark.parametrize("module", sorted(MODULES))
def test_nothing_is_imported_from_a_later_part(module: str) -> None:
    level = LEVEL[module.partition(".")[0]]
    later = {found for found in imports(module) if LEVEL[found.partition(".")[0]] > level}
    assert not later


def test_no_two_modules_need_each_other() -> None:
    tuple(TopologicalSorter({module: imports(module, at_run_time=True) for module in MODULES}).static_order())
