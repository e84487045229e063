"""Expression trees: what they capture, that two engines agree, that they are safe, and their files."""

import json
import re
import time
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cleanweb.errors import DataError
from cleanweb.models.regex_evolution import (
    LITERALS,
    MAX_LITERALS,
    Evolved,
    Tree,
    captured_spans,
    compiled,
    expression,
    literal_count,
    load,
)
from tests.property.strategies import lists_of

PAGE = "<h1>One</h1>\n<p>Two <b>three</b>, four.</p><a href=x>five</a><LI>six"


def captured(tree: Tree, source: str = PAGE) -> list[str]:
    return [source[start:end] for start, end in captured_spans(compiled(tree).finditer(source))]


CASES: list[tuple[str, Tree, list[str]]] = [
    ("all text", ("capture", "text"), ["One", "\n", "Two ", "three", ", four.", "five", "six"]),
    ("nothing", "text", []),
    ("after a tag", ("then", "<p>", ("capture", "text")), ["Two "]),
    ("tags in either case", ("then", "<li>", ("capture", "text")), ["six"]),
    ("b is not br, and p not param", ("then", "<b>", ("capture", "text")), ["three"]),
    ("one of several names", ("then", "<h1>", ("capture", "text")), ["One"]),
    ("or takes the first that matches", ("or", ("then", "<a>", "text"), ("capture", "sentence")), [", four."]),
    ("skip links, capture the rest", ("or", ("then", "<a>", "text"), ("capture", "text")),
     ["One", "\n", "Two ", "three", ", four.", "six"]),
    ("tags inside a capture", ("capture", ("then", "<b>", ("then", "text", "</b>"))), ["<b>three</b>"]),
    ("nested captures count once", ("capture", ("then", "<b>", ("capture", "text"))), ["<b>three"]),
    ("groups do not capture", ("then", ("group", "<b>"), ("capture", "text")), ["three"]),
    ("short text", ("capture", "short text"), ["One", "\n", "Two ", "three", ", four.", "five"]),
    ("blank", ("capture", "blank"), ["\n"]),
]  # fmt: skip # one case a line


@pytest.mark.parametrize(("name", "tree", "expected"), CASES, ids=[case[0] for case in CASES])
def test_captured(name: str, tree: Tree, expected: list[str]) -> None:
    assert captured(tree) == expected, name


SOURCES = lists_of("<p> </p> <a> </a> <b <br> < > word sentence. 12 \n <LI> <h2>".split(" "), 15).map("".join)
TREES: st.SearchStrategy[Tree] = st.recursive(
    st.sampled_from(sorted(LITERALS)),
    lambda parts: st.one_of(
        st.tuples(st.sampled_from(["capture", "group"]), parts),
        st.tuples(st.sampled_from(["or", "then"]), parts, parts),
    ),
    max_leaves=8,
)


@given(TREES, SOURCES)
@settings(max_examples=300)
def test_both_engines_capture_the_same(tree: Tree, source: str) -> None:
    regex = pytest.importorskip("regex", reason="needs the extra [train]")
    other = regex.compile(expression(tree), regex.IGNORECASE)
    assert captured_spans(compiled(tree).finditer(source)) == captured_spans(other.finditer(source))


@given(TREES)
@settings(max_examples=300)
def test_literals_cover_one_tag_or_one_stretch_of_text(tree: Tree) -> None:
    """This makes every expression safe: a match has at most one tag or stretch of text for each literal."""
    for match in compiled(tree).finditer("<p>a<b>1.</b> <a>" * 5):
        assert len(re.findall(r"<[^<>]*>|[^<>]+", match.group())) <= literal_count(tree)


HOSTILE = ["<", ">", "<p", "<p>", "a", " ", "<a>x", "a>", "</", "<p <p", "1", "<!--"]


@pytest.mark.parametrize("piece", HOSTILE)
def test_time_grows_with_the_page_only(piece: str) -> None:
    every = tuple(LITERALS)
    tree: Tree = ("or", ("then", *every[: MAX_LITERALS // 3]), ("or", *every, ("capture", "text")))
    pattern = compiled(tree)
    seconds = []
    for size in (20_000, 160_000):
        start = time.process_time()
        captured_spans(pattern.finditer(piece * (size // len(piece))))
        seconds.append(time.process_time() - start)
    assert seconds[1] < 40 * max(seconds[0], 0.005)  # quadratic time would be 64 times as long


def test_file_round_trip(tmp_path: Path) -> None:
    tree: Tree = ("or", ("then", "<a>", "text"), ("capture", "text"))
    Evolved(tree, {"data": "x"}).save(tmp_path / "a.json")
    again = load(tmp_path / "a.json")
    assert (again.tree, again.about) == (tree, {"data": "x"})


NESTED = '["or", ' * 900 + '"text"' + "]" * 900
WRONG = [
    ("nothing", "expected a model made by `cleanweb train ice-ga`, found a text file"),
    ("[]", "expected a model made by `cleanweb train ice-ga`, found"),
    ('{"format": "other"}', "expected a model made by `cleanweb train ice-ga`, found"),
    ('{"format": "cleanweb evolved expression", "version": 2}', "expected version 1 .* found version 2"),
    ("[" * 100_000, "expected a model made by `cleanweb train ice-ga`, found a text file"),
    (json.dumps({"format": "cleanweb evolved expression", "version": 1, "tree": ["or", "(a+)+"]}), "a literal's name"),
    (json.dumps({"format": "cleanweb evolved expression", "version": 1, "tree": ["repeat", "text"]}), "an operation"),
    (json.dumps({"format": "cleanweb evolved expression", "version": 1}), "an operation"),
    (json.dumps({"format": "cleanweb evolved expression", "version": 1, "tree": ["or", *["text"] * 61]}), "at most 60"),
    (json.dumps({"format": "cleanweb evolved expression", "version": 1, "tree": "text", "about": 7}), "damaged"),
    (f'{{"format": "cleanweb evolved expression", "version": 1, "tree": {NESTED}}}', "damaged"),
]


@pytest.mark.parametrize(("text", "words"), WRONG)
def test_wrong_files(tmp_path: Path, text: str, words: str) -> None:
    path = tmp_path / "x.json"
    path.write_text(text)
    with pytest.raises(DataError, match=words) as caught:
        load(path)
    assert str(path) in str(caught.value)


def test_a_missing_file(tmp_path: Path) -> None:
    with pytest.raises(DataError, match="cannot be read"):
        load(tmp_path / "none.json")
