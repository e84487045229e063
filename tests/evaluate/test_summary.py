"""Summary figures from the rows of pages."""

import os
import signal
from multiprocessing import Lock
from pathlib import Path
from unittest.mock import Mock

import pytest

from cleanweb.errors import CleanwebError, UsageError
from cleanweb.evaluate.gold_texts import GoldText
from cleanweb.evaluate.metrics import Bag, Row, Segments, Words, score_pages
from cleanweb.evaluate.run import chosen_metrics, read_runs
from cleanweb.evaluate.summary import changes, differences, figure, groups, summarize, summed_up, worst


def rows(**f1: float) -> list[Row]:
    return [Row(page, {"f1": value, "p": value / 2, "r": 1.0}) for page, value in f1.items()]


def test_means_over_pages() -> None:
    summary = summarize(Bag(), [*rows(a=0.2, b=0.4), Row("c", {"f1": 0, "p": 0, "r": 0}, missing=True)])
    assert (summary.page_count, summary.missing_count) == (3, 1)
    assert {name: e.mean for name, e in summary.estimates.items()} == pytest.approx({"f1": 0.2, "p": 0.1, "r": 2 / 3})
    assert summary.estimates["f1"].low < 0.2 < summary.estimates["f1"].high


def test_totals_are_over_words_not_pages() -> None:
    pages = [(GoldText("a", "one"), "one"), (GoldText("b", "one two three"), "four"), (GoldText("c", "one"), None)]
    summary = summarize(Words(), score_pages(Words(), pages))
    assert summary.estimates["r"].mean == pytest.approx(1 / 3)
    assert summary.totals["micro_r"] == pytest.approx(1 / 5)
    assert summary.totals["micro_p"] == pytest.approx(1 / 2)


def test_a_missing_output_scores_0_even_where_an_empty_one_would_not() -> None:
    pages = [(GoldText("a", ""), ""), (GoldText("b", ""), None)]
    assert [row.scores["f1"] for row in score_pages(Bag(), pages)] == [1, 0]


def test_a_blank_segment_is_none() -> None:
    """It is in every text, so that one of `without` was always found."""
    (row,) = score_pages(Segments(), [(GoldText("a", None, {"with": ["one"], "without": ["", " ", "Log in"]}), "one")])
    assert (row.scores, row.counts["fp"]) == ({"with": 1, "without": 0}, 0)
    assert not Segments().applies(GoldText("a", None, {"with": "", "without": [""]}))


def test_a_missing_output_scores_worst_where_less_is_better() -> None:
    meta = {"with": ["one"], "without": ["Log in"]}
    rows = score_pages(Segments(), [(GoldText("a", None, meta), ""), (GoldText("b", None, meta), None)])
    assert [row.scores for row in rows] == [{"with": 0, "without": 0}, {"with": 0, "without": 1}]
    assert rows[0].counts == rows[1].counts


def test_pages_without_the_gold_needed_have_no_row() -> None:
    pages = [(GoldText("a", None, {"with": ["one"]}), "one"), (GoldText("b", "one"), "one")]
    assert [row.id for row in score_pages(Bag(), pages)] == ["b"]
    assert [row.id for row in score_pages(Segments(), pages)] == ["a"]


@pytest.mark.parametrize(
    ("gold", "output", "found", "present"),
    [
        ({"with": ["one", "two"], "without": ["three", "four", "five"]}, "<p>one\n<p>three five", 0.5, 2 / 3),
        ({"with": ["one", "two", "three"]}, "three", 1 / 3, 0),
        ({"without": ["three"]}, "one", 1, 0),
        ({"without": ["three"]}, "", 1, 0),
    ],
)
def test_shares_of_segments_of_a_page(gold: dict[str, list[str]], output: str, found: float, present: float) -> None:
    scores = Segments()(GoldText("a", None, gold), output).scores
    assert scores == pytest.approx({"with": found, "without": present})


def test_processes_find_the_same() -> None:
    pages = [(GoldText(f"{number}", f"<p>tea {number}"), f"<p>tea {number % 3}") for number in range(40)]
    assert score_pages(Bag(), pages, jobs=2) == score_pages(Bag(), pages)


@pytest.mark.parametrize(
    ("made", "error"),
    [
        ("multiprocessing.synchronize.Lock.__init__", PermissionError(13, "Permission denied")),
        ("concurrent.futures.process.ProcessPoolExecutor", NotImplementedError("too few semaphores")),
    ],
)
def test_where_the_system_has_no_semaphores_one_process_scores(
    monkeypatch: pytest.MonkeyPatch, made: str, error: Exception
) -> None:
    """In a container whose /dev/shm is not writable, scoring ended with `a file: Permission denied`."""
    monkeypatch.setattr(made, Mock(side_effect=error))
    pages = [(GoldText("a", "tea"), "tea"), (GoldText("b", "tea"), "cocoa")]
    assert score_pages(Bag(), pages, jobs=2) == score_pages(Bag(), pages)


class Deadly(Bag):
    """Kills the process that scores it, as the system does if memory is short."""

    def __call__(self, page: GoldText, output: str) -> Row:  # noqa: ARG002  (a metric's signature)
        os.kill(os.getpid(), signal.SIGKILL)
        raise AssertionError


def test_a_process_that_is_killed_is_told() -> None:
    """It used to end in a traceback."""
    try:
        Lock()
    except (OSError, ImportError):
        pytest.skip("the system has no semaphores, so that this process would score, and be killed")
    with pytest.raises(CleanwebError, match=r"^a process that scores pages was killed, .*fewer \(-j\) may do$"):
        score_pages(Deadly(), [(GoldText("a", "tea"), "tea")], jobs=2)


def test_groups_come_largest_first_then_by_name() -> None:
    kinds = {"a": "forum", "b": "article", "c": "article", "d": "blog", "e": None}
    pages = {page: GoldText(page, "", {"kind": kind}) for page, kind in kinds.items()}
    found = groups(rows(a=1, b=1, c=1, d=1, e=1), pages, "kind")
    assert {label: [row.id for row in group] for label, group in found.items()} == {
        "article": ["b", "c"],
        "(none)": ["e"],
        "blog": ["d"],
        "forum": ["a"],
    }
    assert list(found) == ["article", "(none)", "blog", "forum"]


def test_changes_come_greatest_first_and_leave_out_what_stayed() -> None:
    before, after = rows(a=0.5, b=0.5, c=0.5, d=0.5), rows(a=0.6, b=0.1, c=0.5, d=0.7)
    assert [change.id for change in changes(Bag(), before, after)] == ["b", "d", "a"]
    assert differences(Bag(), before, after)["f1"].mean == pytest.approx((0.1 - 0.4 + 0.2) / 4)


def test_worst_pages_come_first() -> None:
    assert [row.id for row in worst(Bag(), rows(a=0.5, b=0.1, c=0.9, d=0.1), 3)] == ["b", "d", "a"]


def test_figures_by_name() -> None:
    pages = [(GoldText("a", "one two", {"with": ["one"]}), "one")]
    results = [summed_up(metric, {"run": score_pages(metric, pages)}) for metric in (Words(), Bag(), Segments())]
    assert figure("bag.f1", results, "run") == pytest.approx(2 / 3)
    assert figure("with", results, "run") == 1
    assert figure("segment_f1", results, "run") == 1
    assert figure("words.micro_r", results, "run") == 1 / 2
    with pytest.raises(UsageError, match=r"expected words\.f1 or bag\.f1"):
        figure("f1", results, "run")
    with pytest.raises(UsageError, match="no such measure; expected one of: "):
        figure("cleaneval.ave", results, "run")
    with pytest.raises(UsageError, match=r"nearest: .*words\.micro_f1"):
        figure("micro_f", results, "run")


def test_metrics_without_gold_are_an_error() -> None:
    with pytest.raises(UsageError, match="--metric words: no page has"):
        chosen_metrics(["words"], [GoldText("a", None, {"with": ["one"]})])


@pytest.mark.parametrize(
    ("texts", "names"),
    [
        (["<p>one", "two"], ["bag"]),
        (["<p>one", "<p>two", "three"], ["cleaneval", "bag"]),
        (["<p>one", None], ["cleaneval", "bag"]),  # meta may name pages that have no text yet
    ],
)
def test_most_texts_must_be_marked_for_the_scorer_of_marked_texts(texts: list[str | None], names: list[str]) -> None:
    pages = [GoldText(str(number), text) for number, text in enumerate(texts)]
    assert [metric.name for metric in chosen_metrics([], pages)] == names


def test_a_run_given_twice_is_an_error(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text("one")
    with pytest.raises(UsageError, match="given twice"):
        read_runs([tmp_path, tmp_path], [GoldText("a", "one")])
