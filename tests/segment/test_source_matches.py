"""Blocks of captured and of uncaptured text, and the system ice-ga."""

from pathlib import Path

import pytest

from cleanweb import cleaner
from cleanweb.errors import CleanwebError
from cleanweb.models.regex_evolution import Evolved, Tree
from cleanweb.normalize.plain import Plain
from cleanweb.page import Blocks
from cleanweb.segment.source_matches import SHIPPED, UNCAPTURED, SourceMatches

ALL: Tree = ("capture", "text")
NO_LINKS: Tree = ("or", ("then", "<a>", "text"), ALL)


def blocks_of(source: str, tree: Tree, folder: Path, **parameters: object) -> Blocks:
    path = folder / f"{abs(hash(tree))}.json"
    Evolved(tree, {}).save(path)
    return SourceMatches(model=str(path), **parameters)(source, Plain())  # type: ignore[arg-type]  # parameters of any type


CASES: list[tuple[str, str, Tree, list[tuple[str, bool]]]] = [
    ("block-level tags separate", "<p>a</p><p>b</p>c", ALL, [("a", True), ("b", True), ("c", True)]),
    ("inline tags do not", "a <b>b</b>c <i>d</i>", ALL, [("a bc d", True)]),
    ("br does", "a<br>b", ALL, [("a", True), ("b", True)]),
    ("nothing captured", "<p>a", "text", [("a", False)]),
    ("text of two fates", "a <a>b</a> c", NO_LINKS, [("a", True), ("b", False), ("c", True)]),
    ("references and white space", "<p> a &amp;\n b&nbsp;</p>", ALL, [("a & b", True)]),
    ("captured tags are no text", "<b>x</b>y", ("capture", ("then", "<b>", "text")), [("x", True), ("y", False)]),
    ("a capture ends where a text begins", "<b>x</b>y", ("then", ("capture", "<b>"), "text"), [("xy", False)]),
    ("scripts and comments", "a<script>f('<p>')</script><!-- c -->b", ALL, [("ab", True)]),
    ("a sign that begins no tag", "<p>x < 5 <b>or</b> y <3<br>< z <", ALL, [("x < 5 or y <3", True), ("< z <", False)]),
    ("nothing", "", ALL, []),
    ("white space only", " <p> \n </p>", ALL, []),
]  # fmt: skip # one case a line


@pytest.mark.parametrize(("name", "source", "tree", "expected"), CASES, ids=[case[0] for case in CASES])
def test_blocks(name: str, source: str, tree: Tree, expected: list[tuple[str, bool]], tmp_path: Path) -> None:
    blocks = blocks_of(source, tree, tmp_path)
    found = [(blocks.text[row], blocks.mark(row) != UNCAPTURED) for row in range(len(blocks))]
    assert found == expected, name


def test_scripts_can_be_left_in(tmp_path: Path) -> None:
    assert blocks_of("<script>f()</script>a", ALL, tmp_path, drop_scripts=False).text == ["f()a"]


def test_the_system_keeps_what_is_captured(tmp_path: Path) -> None:
    path = tmp_path / "model.json"
    Evolved(NO_LINKS, {}).save(path)
    cleaned = cleaner("ice-ga", parameters={"source-matches.model": path})(b"<p>One.</p><p><a>Two</a></p>")
    assert cleaned.text == "One.\n"
    assert cleaned.verdicts.rule == ["keep all", "marked uncaptured"]


def test_the_shipped_expression_keeps_running_text() -> None:
    assert SHIPPED.stat().st_size < 10_000
    sentence = "The ferry left the island before sunrise, and nobody on the pier could say when it would come back."
    cleaned = cleaner("ice-ga")(f"<html><body><p>{sentence}</p><p>{sentence}</p></body></html>".encode())
    assert cleaned.text == f"{sentence}\n" * 2


def test_a_model_that_cannot_be_read_is_an_error_before_any_page(tmp_path: Path) -> None:
    for name, content in (("none.json", None), ("other.json", "{}")):
        if content:
            (tmp_path / name).write_text(content)
        with pytest.raises(CleanwebError, match=name):
            SourceMatches(model=str(tmp_path / name))
