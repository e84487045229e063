"""What a run reports about its pages on stderr."""

import os
import sys

import pytest

from cleanweb.cli.progress import Progress
from cleanweb.corpus.journal import Outcome, Summary
from cleanweb.corpus.worker import Done


def told(reasons: list[str], capsys: pytest.CaptureFixture[str], *, total: int = 9, quiet: bool = False) -> str:
    progress = Progress(total, quiet=quiet)
    for reason in reasons:
        progress.take(Done(Outcome("page", "", "skipped" if reason else "written", reason)), Summary())
    progress.tell_of_skipped(sum(map(bool, reasons)))
    return capsys.readouterr().err


def test_why_most_pages_were_skipped(capsys: pytest.CaptureFixture[str]) -> None:
    languages = [f"its language is de (probability 0.{number}); asked for eu" for number in range(90, 94)]
    assert told([*languages, "", "a sitemap"], capsys) == (
        "cleanweb: 5 skipped, 4 of them: its language is de; asked for eu\n"
    )
    assert told(["a sitemap", "a sitemap"], capsys) == "cleanweb: 2 skipped: a sitemap\n"
    assert told(["", "a sitemap"], capsys) == "cleanweb: 1 skipped: a sitemap\n"
    assert told(["", ""], capsys) == ""


def test_the_only_page_is_told_once_with_all_of_the_reason(capsys: pytest.CaptureFixture[str]) -> None:
    for quiet in (False, True):
        assert told(["too long (9)"], capsys, total=1, quiet=quiet) == "cleanweb: page: skipped: too long (9)\n"


def test_reasons_do_not_fill_the_memory(capsys: pytest.CaptureFixture[str]) -> None:
    assert told([f"reason {number}" for number in range(2000)], capsys).startswith(
        "cleanweb: 2,000 skipped, 1 of them: "
    )


@pytest.mark.parametrize(
    ("failed", "journal", "verbose", "expected"),
    [(20, True, False, 20), (25, True, False, 21), (25, True, True, 25), (25, False, False, 25)],
)
def test_failures_beyond_some_are_left_to_the_journal_where_there_is_one(
    failed: int, journal: bool, verbose: bool, expected: int, capsys: pytest.CaptureFixture[str]
) -> None:
    progress = Progress(99, quiet=True, verbose=verbose, journal=journal)
    for number in range(failed):
        progress.take(Done(Outcome(f"page {number}", "", "failed", "why")), Summary(failed=number + 1))
    told = capsys.readouterr().err.splitlines()
    assert len(told) == expected
    assert (told[-1] == "cleanweb: further failures are only in the journal") == (expected == 21)


def test_a_terminal_that_does_not_tell_its_size_shows_the_bar(monkeypatch: pytest.MonkeyPatch) -> None:
    master, slave = os.openpty()  # with 0 columns
    shown = b""
    with os.fdopen(slave, "w", encoding="utf-8") as terminal, os.fdopen(master, "rb", buffering=0) as screen:
        monkeypatch.setattr(sys, "stderr", terminal)
        with Progress(2, quiet=False) as bar:
            bar.take(Done(Outcome("a.html", "a.txt", "written")), Summary(inputs=2, written=1))
        print("end", file=terminal, flush=True)
        while b"end" not in shown:
            shown += screen.read(4096)
    assert b"1/2" in shown
