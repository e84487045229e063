"""The search for an expression: its fitness, its progress, interruption, and messages for wrong input."""

import json
from pathlib import Path
from typing import Any

import pytest

from cleanweb.errors import DataError, UsageError
from cleanweb.files import forget_changed
from cleanweb.models.regex_evolution import captured_spans, compiled, load
from cleanweb.train.evolution import Individual, simplified
from cleanweb.train.fitness import KEEP_ALL, CapturedWords, made_page
from examples.make_pages import make
from tests.fixtures import ran

pytest.importorskip("deap", reason="needs the extra [train]")
pytest.importorskip("regex", reason="needs the extra [train]")

SOURCE = "<p>one two two</p><a>three four</a>"


@pytest.mark.parametrize(
    ("tree", "gold", "expected"),
    [
        (KEEP_ALL, "One two, two!", 2 * 3 - 2),
        (KEEP_ALL, "two one two five", 2 * 3 - 2),
        (KEEP_ALL, "two", 2 * 1 - 4),
        (KEEP_ALL, "", -5),
        ("text", "one", 0),
        (("or", ("then", "<a>", "text"), KEEP_ALL), "one two two", 2 * 3),
    ],
)
def test_points(tree: Any, gold: str, expected: float) -> None:
    assert CapturedWords([made_page(SOURCE, gold)], 1.0)(tree) == expected


def test_points_of_several_pages_add_up() -> None:
    pages = [made_page(SOURCE, "one"), made_page(SOURCE, "three"), made_page("", "one")]
    assert CapturedWords(pages, 1.0)(KEEP_ALL) == sum(CapturedWords([page], 1.0)(KEEP_ALL) for page in pages)


def test_an_expression_that_runs_too_long_fails() -> None:
    pages = [made_page("<p>" + "a" * 60 + "cb", "a")]
    assert CapturedWords(pages, 0.05).of_expression(r"((?:a|aa)+)b") == float("-inf")


@pytest.fixture(scope="module")
def corpus(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("made")
    make(folder, page_count=6, site_count=2, seed=1)
    return folder


def train(*arguments: object) -> str:
    return ran("train", "ice-ga", *arguments, "--date", "2026-01-31", "--population", "20").output


def test_the_search_beats_keeping_everything_and_is_reproducible(corpus: Path, tmp_path: Path) -> None:
    for name in ("a.json", "b.json"):
        train(corpus, "-o", tmp_path / name, "--generations", 8)
    assert (tmp_path / "a.json").read_bytes() == (tmp_path / "b.json").read_bytes()
    about = load(tmp_path / "a.json").about
    assert about["points"] > about["keep_all_points"] > 0
    card = (tmp_path / "a.md").read_text()
    assert f"cleanweb train ice-ga {corpus.name} -o a.json --population 20 --generations 8" in card
    assert sorted(path.name for path in tmp_path.iterdir()) == ["a.json", "a.md", "b.json", "b.md"]


def test_an_interrupted_search_goes_on_to_the_same_end(corpus: Path, tmp_path: Path) -> None:
    train(corpus, "-o", tmp_path / "whole.json", "--generations", 4)
    output = tmp_path / "parts.json"
    told = train(corpus, "-o", output, "--generations", 4, "--time-limit", 0.001)
    assert "stopped by --time-limit" in told
    assert load(output).about["generation"] == 1
    card = output.with_suffix(".md").read_text()
    assert "-o parts.json --population 20 --generations 1 --date" in card, "which gives the same bytes on any machine"
    assert "evolved over 1 generation of 20 individuals" in card
    train(corpus, "-o", tmp_path / "one.json", "--generations", 1)
    assert output.read_bytes() == (tmp_path / "one.json").read_bytes()
    forget_changed()
    train(corpus, "-o", output, "--generations", 4)
    assert output.read_bytes() == (tmp_path / "whole.json").read_bytes()


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (lambda record: record | {"about": "other"}, "other data or settings"),
        (lambda record: record | {"version": 0}, "expected version 1 of cleanweb state of a search, found version 0"),
        (lambda record: record | {"population": [[1, ["or", "nothing"]]]}, "expected a literal's name"),
        (lambda _: {}, "expected a cleanweb state of a search"),
        (lambda record: record | {"generation": None}, "the state of the search is damaged"),
        (lambda record: record | {"generation": float("inf")}, "the state of the search is damaged"),
        (lambda record: record | {"population": []}, "the state of the search is damaged: ValueError no individuals"),
    ],
)
def test_another_or_a_damaged_state_is_not_resumed(corpus: Path, tmp_path: Path, change: Any, words: str) -> None:
    output = tmp_path / "model.json"
    train(corpus, "-o", output, "--generations", 2, "--time-limit", 0.001)
    state = tmp_path / "model.search"
    before = output.read_bytes()
    state.write_text(json.dumps(change(json.loads(state.read_text()))))
    with pytest.raises(DataError, match=words):
        train(corpus, "-o", output, "--generations", 2)
    assert output.read_bytes() == before


def test_a_search_with_another_time_limit_a_page_is_not_resumed(corpus: Path, tmp_path: Path) -> None:
    """The card would name a command that gives other bytes."""
    train(corpus, "-o", tmp_path / "tea.json", "--generations", 2, "--time-limit", 0.001)
    with pytest.raises(DataError, match="other data or settings"):
        train(corpus, "-o", tmp_path / "tea.json", "--generations", 2, "--timeout", 1e-9)


def test_no_model_is_made_where_no_expression_is_in_time(corpus: Path, tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="--timeout 1e-09: expected a longer time; no expression gets through"):
        train(corpus, "-o", tmp_path / "tea.json", "--timeout", "1e-9", "--generations", "1")
    assert not list(tmp_path.iterdir())


def test_a_model_is_not_called_like_the_state_of_its_search(corpus: Path, tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="expected another ending"):
        train(corpus, "-o", tmp_path / "model.search", "--generations", 1)


def test_gold_that_no_page_holds_has_nothing_to_search_for(tmp_path: Path) -> None:
    """There is only one class: if no text is content, the best expression captures as little as it can."""
    make(tmp_path, page_count=2, site_count=1, seed=1)
    for gold in (tmp_path / "gold").iterdir():
        gold.write_text("")
    with pytest.raises(DataError, match="no word of the gold texts is on its page"):
        train(tmp_path, "-o", tmp_path / "x.json")


def test_the_search_uses_the_same_spans_as_the_stage() -> None:
    page = made_page(SOURCE, "one two two")
    spans = captured_spans(compiled(KEEP_ALL).finditer(page.source))
    assert page.points(spans) == CapturedWords([page], 1.0)(KEEP_ALL)


def test_parts_that_do_nothing_are_taken_out() -> None:
    fitness = CapturedWords([made_page(SOURCE, "one two two")], 1.0)
    passed = ("then", "<a>", "text")
    for tree, small in [
        (("group", ("or", KEEP_ALL, "<br>")), KEEP_ALL),
        (("or", "number", ("or", passed, ("capture", ("group", "text")))), ("or", passed, KEEP_ALL)),
        (("or", passed, KEEP_ALL), ("or", passed, KEEP_ALL)),
    ]:
        found = simplified(Individual(tree, fitness(tree)), fitness)
        assert found == Individual(small, fitness(tree)), tree
