from dataclasses import asdict, replace
from pathlib import Path

import orjson
import pytest

from cleanweb.corpus.journal import AGAIN, NO_FILE, Journal, Outcome, Summary, journals_in
from cleanweb.corpus.journal_reading import damaged, missing, read, settled
from cleanweb.errors import OutputError

PAGE = Outcome(input="in/a.html", output="a.txt", state="written", digest="d1", options="o")


def test_lines_come_back(tmp_path: Path) -> None:
    journal = Journal(str(tmp_path / "j"), anew=True)
    journal.note("started", {"version": "1"})
    journal.add(PAGE)
    journal.note("finished", {"written": 1})
    journal.close()
    assert list(read(str(tmp_path / "j"))) == [PAGE]
    first, _, last = map(orjson.loads, (tmp_path / "j").read_bytes().splitlines())
    assert (first, last) == ({"started": {"version": "1"}}, {"finished": {"written": 1}})


def test_a_torn_line_costs_itself_only(tmp_path: Path) -> None:
    path = tmp_path / "j"
    journal = Journal(str(path), anew=True)
    journal.add(PAGE)
    journal.close()
    path.write_bytes(path.read_bytes() + b'{"input":"in/b.ht')
    journal = Journal(str(path), anew=False)
    journal.add(PAGE)
    journal.close()
    assert list(read(str(path))) == [PAGE, PAGE]


def test_an_empty_journal_is_whole(tmp_path: Path) -> None:
    path = tmp_path / "j"
    path.touch()
    journal = Journal(str(path), anew=False)
    journal.add(PAGE)
    journal.close()
    assert len(path.read_bytes().splitlines()) == 1
    assert list(damaged(str(path))) == []


def test_fields_of_later_versions_are_passed_over(tmp_path: Path) -> None:
    path = tmp_path / "j"
    path.write_bytes(orjson.dumps(asdict(PAGE) | {"later": 1}) + b"\n")
    assert list(read(str(path))) == [PAGE]


def test_whole_milliseconds_are_read_as_any_program_writes_them(tmp_path: Path) -> None:
    """Lines rewritten by a program that writes 5.0 as 5 counted as damaged."""
    path = tmp_path / "j"
    path.write_bytes(orjson.dumps(asdict(PAGE) | {"ms": 5}) + b"\n")
    assert list(read(str(path))) == [replace(PAGE, ms=5.0)]
    assert list(damaged(str(path))) == []


BEGUN, PAGE_LINE, TORN = b'{"started":{"time":1}}\n', orjson.dumps(asdict(PAGE)) + b"\n", b'{"input":"in/b.ht'
ENDED = b'{"finished":{"not_reached":%d,"stopped":"%s"}}\n'


@pytest.mark.parametrize(
    ("lines", "lacks", "bad"),
    [
        ([BEGUN, PAGE_LINE, ENDED % (0, b"")], "", []),
        ([BEGUN, PAGE_LINE, ENDED % (1, b"SIGINT")], "the run did not reach 1 page (SIGINT)", []),
        ([BEGUN, PAGE_LINE, b'{"finished":{"not\n'], "", []),  # a damaged end says nothing
        ([BEGUN, PAGE_LINE, b'{"finished":{}}\n'], "", []),
        ([BEGUN, TORN], "the run goes on, or was killed", []),
        ([BEGUN, TORN + b"\n", BEGUN, PAGE_LINE, ENDED % (0, b"")], "", []),  # the later run has the page
        ([BEGUN, b"x\n", PAGE_LINE, b"y\n", b"z\n"], "the run goes on, or was killed", [2, 4, 5]),
        ([BEGUN, ENDED % (2, b"SIGINT"), BEGUN, PAGE_LINE, ENDED % (0, b"")], "", []),  # the last run counts
        ([PAGE_LINE], "", []),
    ],
)
def test_what_is_wrong_with_a_journal(tmp_path: Path, lines: list[bytes], lacks: str, bad: list[int]) -> None:
    path = tmp_path / "j"
    path.write_bytes(b"".join(lines))
    assert missing(str(path)).partition(";")[0] == lacks
    assert list(damaged(str(path))) == bad


@pytest.mark.parametrize(
    "other",
    [
        {"output": None},
        {"state": ["written"]},
        {"state": "exploded"},
        {"words": "many"},
        {"reason": 5},
        {"words": 5, "kept_words": 9},
        {"kept_words": -1},
    ],
    ids=str,
)
def test_a_line_that_no_run_writes_costs_itself_only(tmp_path: Path, other: dict[str, object]) -> None:
    path = tmp_path / "j"
    path.write_bytes(b"\n".join(map(orjson.dumps, (asdict(PAGE) | other, asdict(PAGE), []))) + b"\n")
    assert list(read(str(path))) == [PAGE]
    assert list(settled(str(path), options="o")) == [("a.txt", "d1.html")]


def test_the_last_line_of_a_page_counts(tmp_path: Path) -> None:
    path = str(tmp_path / "j")
    journal = Journal(path, anew=True)
    journal.add(PAGE)
    journal.add(Outcome(input="in/a.html", output="a.txt", state="failed", options="o"))
    journal.add(Outcome(input="in/b.html", output="b.txt", state="written", digest="d2", options="other"))
    journal.close()
    assert dict(settled(path, options="o")) == {"a.txt": AGAIN, "b.txt": AGAIN}


def test_of_two_runs_at_once_all_lines_are_whole(tmp_path: Path) -> None:
    path = str(tmp_path / "j")
    runs = [Journal(path, anew=True)]
    runs[0].add(PAGE)
    runs[0].flush()
    runs.append(Journal(path, anew=True))
    for journal in runs * 2:
        journal.add(PAGE)
        journal.flush()
    assert list(read(path)) == [PAGE] * 4
    assert len((tmp_path / "j").read_bytes().splitlines()) == 4


def test_a_full_disk_is_told_once(tmp_path: Path) -> None:
    (tmp_path / "j").symlink_to("/dev/full")
    journal = Journal(str(tmp_path / "j"), anew=True)
    journal.add(PAGE)
    with pytest.raises(OutputError, match="no space left on device"):
        journal.flush()
    journal.note("finished", {"why": "x" * 100_000})  # more than the buffer holds
    journal.close()
    late = Journal(str(tmp_path / "j"), anew=True)
    late.add(PAGE)
    with pytest.raises(OutputError, match="no space left on device"):
        late.close()


def test_no_journal_means_nothing_done(tmp_path: Path) -> None:
    assert list(settled(str(tmp_path / "none"), options="o")) == []


def test_what_is_settled_can_be_with_unread_and_without_empty_pages(tmp_path: Path) -> None:
    path = str(tmp_path / "j")
    journal = Journal(path, anew=True)
    journal.add(replace(PAGE, words=1, kept_words=1))
    journal.add(replace(PAGE, output="empty.txt"))
    journal.add(replace(PAGE, output="skipped.txt", state="skipped"))
    journal.add(replace(PAGE, output="unread.txt", state="skipped", digest=""))
    journal.add(replace(PAGE, output="other.txt", options="other"))
    journal.close()
    known = {"a.txt": "d1.html", "empty.txt": "d1.html", "other.txt": AGAIN, "skipped.txt": "skipped d1.html"}
    assert dict(settled(path, options="o")) == {**known, "unread.txt": ""}
    found = dict(settled(path, options="o", with_unread=True, with_empty=False))
    assert found == {**known, "empty.txt": AGAIN, "unread.txt": "skipped -.html"}


def test_journals_are_those_of_runs_and_shards_not_logs_of_pages(tmp_path: Path) -> None:
    for name in (  # in an order that is neither ascending nor descending, since folders list files in any order
        "journal-1-of-2.jsonl",
        "journal.jsonl",
        "journal-0-of-2.jsonl",
        "journal.page.jsonl",
        "journals.jsonl",
    ):
        (tmp_path / name).touch()
    names = [Path(path).name for path in journals_in(str(tmp_path))]
    assert names == ["journal-0-of-2.jsonl", "journal-1-of-2.jsonl", "journal.jsonl"]


KEPT = replace(PAGE, words=100, kept_words=60, bytes=7)


def test_a_summary_is_the_sum_of_its_pages() -> None:
    summary = Summary(inputs=5)
    for outcome in (KEPT, KEPT, replace(KEPT, kept_words=0), replace(KEPT, state="failed", kept_words=0)):
        summary.add(outcome)
    summary.add(KEPT, -1)
    summary.add(replace(PAGE, state="skipped"))
    told = {name: value for name, value in asdict(summary).items() if value}
    assert told == {
        "inputs": 5,
        "written": 2,
        "empty": 1,
        "failed": 1,
        "skipped": 1,
        "words": 300,
        "kept_words": 60,
        "bytes": 21,
    }


@pytest.mark.parametrize(
    ("summary", "told"),
    [
        (Summary(), "0 pages: 0 written; 0.0 s"),
        (Summary(inputs=1, written=1, empty=1, seconds=2), "1 page: 1 written (1 empty); 2.0 s, 0.5 pages/s"),
        (
            Summary(inputs=2000, written=1990, failed=10, words=3000, kept_words=1000, seconds=8),
            "2,000 pages: 1,990 written, 10 failed; kept 33% of 3,000 words; 8.0 s, 250 pages/s",
        ),
        (
            Summary(inputs=10, done=1, skipped=3, not_reached=6, seconds=1),
            "10 pages: 0 written, 1 done before, 3 skipped, 6 not reached; 1.0 s",
        ),
        (Summary(inputs=10, written=10, seconds=1), "10 pages: 10 written; 1.0 s, 10 pages/s"),
    ],
)
def test_a_summary_in_a_sentence(summary: Summary, told: str) -> None:
    assert str(summary) == told


@pytest.mark.parametrize(("ended", "known"), [("finished", "d1.html"), ("", AGAIN)])
def test_what_a_killed_run_with_other_options_may_have_written_over_is_not_known(
    tmp_path: Path, ended: str, known: str
) -> None:
    path = str(tmp_path / "j")
    failed = replace(PAGE, output="failed.txt", state="failed")
    later = replace(PAGE, output="later.txt")
    for options, outcomes, end in (("o", [PAGE, failed], "finished"), ("other", [], ended), ("o", [later], "")):
        journal = Journal(path, anew=False)
        journal.note("started", {"options": options})
        for outcome in outcomes:
            journal.add(outcome)
        if end:
            journal.note(end, {})
        journal.close()
    others = {NO_FILE: AGAIN}  # the last run has no end
    assert dict(settled(path, options="o")) == others | {"a.txt": known, "failed.txt": AGAIN, "later.txt": "d1.html"}


def test_of_two_killed_runs_with_other_options_the_later_counts(tmp_path: Path) -> None:
    path = str(tmp_path / "j")
    for options, outcome, end in (
        ("other", None, ""),
        ("o", PAGE, "finished"),
        ("other", None, ""),
        ("o", replace(PAGE, output="later.txt"), "finished"),
    ):
        journal = Journal(path, anew=False)
        journal.note("started", {"options": options})
        if outcome:
            journal.add(outcome)
        if end:
            journal.note(end, {})
        journal.close()
    assert dict(settled(path, options="o")) == {NO_FILE: AGAIN, "a.txt": AGAIN, "later.txt": "d1.html"}


def test_of_several_journals_the_run_that_began_last_counts(tmp_path: Path) -> None:
    whole, shard = str(tmp_path / "journal.jsonl"), str(tmp_path / "journal-0-of-2.jsonl")
    runs = [
        (whole, 1, "whole"),
        (shard, 2, "shard"),
        (whole, 3, ""),  # everything was done already
        (shard, 4, "last"),
        (whole, 5, ""),
    ]
    for path, time, digest in runs:
        journal = Journal(path, anew=False)
        journal.note("started", {"time": time, "options": "o"})
        for name in ("a", digest or "b"):
            if digest:
                journal.add(Outcome(f"{name}.html", f"{name}.txt", "written", digest=digest, options="o"))
        journal.close()
    expected = {f"{name}.txt": f"{name}.html" for name in ("whole", "shard", "last")} | {"a.txt": "last.html"}
    for paths in ((whole, shard), (shard, whole)):
        assert dict(settled(*paths, options="o")) == expected | {NO_FILE: AGAIN}
        assert [outcome.digest for outcome in read(*paths)] == ["whole"] * 2 + ["shard"] * 2 + ["last"] * 2
