"""Names of runs in tables, and the report as a whole."""

import re

import pytest

from cleanweb.evaluate.gold_texts import GoldText
from cleanweb.evaluate.metrics import Bag, Segments, score_pages
from cleanweb.evaluate.render import MAX_DIFF_LINES, breakdown, changed_pages, page_diff, report, short_names
from cleanweb.evaluate.summary import summed_up

PAGES = {
    "a": GoldText("a", "one two three four", {"kind": "news", "url": "http://example.org/a"}),
    "b": GoldText("b", "five six", {"kind": "blog"}),
    "c": GoldText("c", "seven", {"kind": "news"}),
}
OUTPUTS = {
    "out/x": {"a": "one two three four", "b": "five"},
    "out/y": {"a": "one two", "b": "five six", "c": "seven eight"},
}
# Square brackets contain intervals, which `tests/evaluate/test_bootstrap.py` tests.
REPORT = """\
bag (0 to 1): means over 3 pages []
                          x          y
  f1                 0.5556 []  0.7778 []
  p                  0.6667 []  0.8333 []
  r                  0.5000 []  0.8333 []
  missing, scored 0          1          0

bag: difference to x, paired by page []
               y
  f1  +0.2222 []
  p   +0.1667 []
  r   +0.3333 []

bag by kind: x
  kind  pages      f1       p       r
  news      2  0.5000  0.5000  0.5000
  blog      1  0.6667  1.0000  0.5000
bag by kind: y
  kind  pages      f1       p       r
  news      2  0.6667  0.7500  0.7500
  blog      1  1.0000  1.0000  1.0000

f1 from x to y: 2 pages better, 1 worse
  page  before   after   change
  c     0.0000  0.6667  +0.6667

worst pages of x by f1 (- missing, + too much)

c  f1 0.0000  p 0.0000  r 0.0000
    no output

worst pages of y by f1 (- missing, + too much)

a  f1 0.6667  p 1.0000  r 0.5000  http://example.org/a
      one two
    - three four
"""


def without_intervals(text: str) -> list[str]:
    """The lines without intervals, and without the space they take."""
    return [re.sub(r"\[.*?\]", "[]", re.sub(" +", " ", line)) for line in text.splitlines()]


def test_a_report_of_two_runs() -> None:
    rows = {
        run: score_pages(Bag(), [(page, texts.get(page.id)) for page in PAGES.values()])
        for run, texts in OUTPUTS.items()
    }
    found = "\n".join(report([summed_up(Bag(), rows)], PAGES, OUTPUTS, ["kind"], 1))
    assert without_intervals(found) == without_intervals(REPORT)


def test_a_report_of_one_run_compares_nothing() -> None:
    outputs = {"x": {"a": "one"}}
    rows = {"x": score_pages(Bag(), [(PAGES["a"], "one")])}
    found = list(report([summed_up(Bag(), rows)], PAGES, outputs, [], None))
    assert found[0] == "bag (0 to 1): means over 1 page [95 % interval]; no gold text of b and 1 more"
    assert [line.split()[0] for line in found[1:]] == ["x", "f1", "p", "r", "missing,"]
    assert {len(line) for line in found[1:]} == {len(found[1])}  # right-aligned, the name too


def test_columns_stand_below_their_names() -> None:
    rows = {
        run: score_pages(Bag(), [(page, texts.get(page.id)) for page in PAGES.values()])
        for run, texts in OUTPUTS.items()
    }
    assert list(breakdown(summed_up(Bag(), {"y": rows["out/y"]}), PAGES, "kind")) == [
        "bag by kind",
        "  kind  pages      f1       p       r",
        "  news      2  0.6667  0.7500  0.7500",
        "  blog      1  1.0000  1.0000  1.0000",
    ]
    assert list(changed_pages(summed_up(Bag(), rows), 2)) == [
        "f1 from out/x to out/y: 2 pages better, 1 worse",
        "  page  before   after   change",
        "  c     0.0000  0.6667  +0.6667",
        "  a     1.0000  0.6667  -0.3333",
    ]


@pytest.mark.parametrize(("more", "last"), [(0, f"+ word{MAX_DIFF_LINES - 1}"), (2, "[... 2 lines ...]")])
def test_a_page_that_differs_much_takes_a_screenful(more: int, last: str) -> None:
    page = GoldText("a", None, {"without": [f"word{number}" for number in range(MAX_DIFF_LINES + more)]})
    output = " ".join(page.meta["without"])
    result = summed_up(Segments(), {"x": score_pages(Segments(), [(page, output)])})
    found = list(report([result], {"a": page}, {"x": {"a": output}}, [], 1))
    assert found[-1].strip() == last
    assert sum(line.startswith("    + word") for line in found) == MAX_DIFF_LINES


def test_of_pages_with_segments_only_those_that_are_wrong_are_shown() -> None:
    page = GoldText("a", None, {"with": ["one", "two"], "without": ["Home", "Cart"]})
    assert page_diff(page, "<p>one\n<p>Cart") == ["- two", "+ Cart"]


@pytest.mark.parametrize(
    ("runs", "expected"),
    [
        (["out/a"], ["out/a"]),
        (["out/a", "out/b"], ["a", "b"]),
        (["out/x/a", "out/y/a"], ["x/a", "y/a"]),
        (["a", "b"], ["a", "b"]),
        (["out", "out/out"], ["out", "out/out"]),
        (["/x/a", "b"], ["/x/a", "b"]),
    ],
)
def test_short_names(runs: list[str], expected: list[str]) -> None:
    assert list(short_names(runs).values()) == expected


def test_what_a_missing_output_scores_is_told_where_it_is_not_0() -> None:
    pages = [GoldText("a", None, {"without": ["Log in"]})]
    result = summed_up(Segments(), {"out": score_pages(Segments(), [(page, None) for page in pages])})
    assert "missing, scored worst" in "\n".join(report([result], {"a": pages[0]}, {"out": {}}, [], None))
