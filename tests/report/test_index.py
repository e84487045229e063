"""The index of a finished run."""

from __future__ import annotations

import gzip
import os
import re
from dataclasses import asdict, replace
from html import escape
from itertools import chain
from pathlib import Path

import orjson
import pytest
from click.testing import CliRunner
from hypothesis import given, settings
from hypothesis import strategies as st

from cleanweb.cli import cli
from cleanweb.corpus.journal import Outcome
from cleanweb.errors import InputError, UsageError
from cleanweb.report.index import ODDS_STEP, ROW_COUNT, SUSPICIOUS_COUNT, Found, index, suspects, suspicion
from tests.corpus.in_process import InProcess
from tests.fixtures import ran


def page(name: str, words: int = 400, kept: int = 200, **more: object) -> Outcome:
    known = {"state": "written", "encoding": "utf-8", "evidence": "valid utf-8", "language": "eu", **more}
    return Outcome(input=f"html/{name}.html", output=f"{name}.txt", words=words, kept_words=kept, **known)  # type: ignore[arg-type]  # fields of any type


def run(tmp_path: Path, pages: list[Outcome], *, started: int = 1) -> Path:
    logs = tmp_path / "txt.log"
    logs.mkdir()
    lines = [b'{"started":{}}'] * started + [orjson.dumps(asdict(one)) for one in pages]
    (logs / "journal.jsonl").write_bytes(b"\n".join(lines) + b"\n")
    return logs


def page_of(logs: Path) -> str:
    return index(str(logs), str(logs.with_suffix("")), str(logs))[0]


def test_the_pages_to_look_at_come_in_order(tmp_path: Path) -> None:
    usual = [page(f"usual{number}") for number in range(20)]
    odd = [
        page("failed", state="failed", reason="took longer than 60 s"),
        page("empty", kept=0, reason="every block was removed"),
        page("doubtful", evidence="default", encoding="windows-1252"),
        page("tiny", words=3, kept=0),
    ]
    logs = run(tmp_path, usual + odd)
    (tmp_path / "txt").mkdir()
    (tmp_path / "txt" / "empty.txt").touch()
    found = page_of(logs)
    listed = re.findall(r'<th scope="row">html/(\w+)\.html', found.split("Pages to look at first")[1])
    assert listed == ["failed", "empty", "doubtful", "tiny"]
    assert "took longer than 60 s" in found
    assert 'href="../txt/empty.txt"' in found
    assert "doubtful.txt" not in found  # its text is in a pack, or is gone
    assert "24 pages: 23 written, 1 failed" in found
    assert "half of the pages keep 50% or more" in found


def test_long_pages_that_keep_all_come_after_those_that_lose_nearly_all(tmp_path: Path) -> None:
    usual = [page(f"usual{number}", kept=340) for number in range(20)]
    odd = [page("all", 90_000, 90_000), page("empty", kept=0), page("little", kept=8), page("long", 90_000, 1_800)]
    listed = re.findall(r"html/(\w+)\.html", page_of(run(tmp_path, usual + odd)))
    assert listed[:4] == ["empty", "long", "little", "all"]


def test_only_the_first_of_many_pages_to_look_at_are_listed() -> None:
    pairs = [[page(f"{words}{name}", words, state="failed") for name in "ab"] for words in range(SUSPICIOUS_COUNT)]
    listed = [outcome for _, outcome in suspects([page("usual"), *chain(*pairs)], 0.0)]
    assert listed == list(chain(*reversed(pairs)))[:SUSPICIOUS_COUNT]


def test_counts_of_shares_languages_encodings_and_reasons(tmp_path: Path) -> None:
    logs = run(tmp_path, [page("a", kept=400), page("b", kept=399), page("c", language="", kept=0)])
    rows = [{"keep": False, "rule": "link density", "text": "menu"}, {"keep": True, "rule": "good", "text": "x"}]
    (logs / "a.jsonl").write_bytes(b"\n".join(map(orjson.dumps, rows)) + b"\n")
    found = page_of(logs)
    counts = dict(re.findall(r'<th scope="row">([^<]+)</th><td>(\d+)</td>', found))
    assert (counts["90 to 100 %"], counts["0 to 10 %"], counts["10 to 20 %"]) == ("2", "1", "0")
    assert (counts["eu"], counts["not stated"], counts["utf-8, valid utf-8"]) == ("2", "1", "3")
    assert counts["link density"] == "1"
    assert "good" not in counts


def test_logs_of_earlier_runs_are_told_of_and_not_counted(tmp_path: Path) -> None:
    """They were counted although their pages were not, and those of packs twice if other shards had their pages."""
    logs = run(tmp_path, [page("a"), page("c/journal"), page("d", state="failed")])
    (logs / "c").mkdir()
    line = b'{"keep":false,"rule":"menu"}\n'
    for name, data in (("a.jsonl", line), ("c/journal.page.jsonl.gz", gzip.compress(line)), ("d.jsonl", b"")):
        (logs / name).write_bytes(data)
    assert "the last run" not in page_of(logs)
    (logs / "b.jsonl").write_bytes(line)
    found = page_of(logs)
    assert f"{logs}/b.jsonl: not from the last run; what was removed there is not counted" in found
    assert '<th scope="row">menu</th><td>2</td>' in found


def test_logs_of_packs_that_earlier_runs_left_are_told_of(tmp_path: Path) -> None:
    logs = run(tmp_path, [page("a", pack="0-8b-d9"), page("b", pack="12-8b-d9")])
    for name in ("00000.jsonl", "00012.jsonl"):
        (logs / name).touch()
    assert "the last run" not in page_of(logs)
    lines = [b'{"started":{"time":1}}', orjson.dumps(asdict(page("a", pack="0-8b-d9")))]
    (logs / "journal-0-of-2.jsonl").write_bytes(b"\n".join(lines) + b"\n")
    (logs / "0-of-2-00000.jsonl").touch()
    assert "00000.jsonl and 1 more: not from the last run" in page_of(logs)


def test_where_texts_went_elsewhere_nothing_is_said_of_their_logs(tmp_path: Path) -> None:
    logs = run(tmp_path, [replace(page("a"), output="")])
    (logs / "a.jsonl").touch()
    assert "the last run" not in page_of(logs)


def test_reasons_are_those_of_pages_without_a_text() -> None:
    found = Found()
    for one in (
        page("a"),
        page("b", reason="a dump"),
        page("c", kept=0, reason="every block was removed"),
        page("d", state="failed", reason="killed"),
        page("e", state="skipped", reason="no HTML"),
        page("f", kept=0),
    ):
        found.add(one)
    assert found.reasons == {"written: every block was removed": 1, "failed: killed": 1, "skipped: no HTML": 1}


def test_reasons_for_skipping_that_differ_in_brackets_only_are_one() -> None:
    """Reasons of --language filled the table, with a row for each probability, and hid all others."""
    found = Found()
    for number in range(50, 100):
        language = f"its language is de (probability 0.{number}); asked for eu"
        found.add(page(f"{number}", state="skipped", reason=language))
        found.add(page(f"f{number}", state="failed", reason=f"killed ({number // 90})"))
    assert found.reasons == {
        "skipped: its language is de; asked for eu": 50,
        "failed: killed (0)": 40,
        "failed: killed (1)": 10,
    }


@pytest.mark.parametrize(
    ("outcome", "why"),
    [
        (page("a", evidence="default", encoding="windows-1252"), "keeps 50% of 400 words, windows-1252 (default)"),
        (page("a", 1200, 0), "keeps 0% of 1,200 words"),
        (page("a", state="failed", reason="killed"), "killed"),
        (page("a", state="skipped", reason="no HTML"), ""),
        (page("a", 0, 0), ""),
    ],
)
def test_why_a_page_deserves_a_look(outcome: Outcome, why: str) -> None:
    weight, said = suspicion(outcome, 0.0)
    assert said == why
    assert (weight > 0) == bool(why)


@given(st.lists(st.integers(0, 400), max_size=9))
def test_the_usual_share_is_the_median(kept: list[int]) -> None:
    found = Found()
    for count in kept:
        found.add(page("a", kept=count))
    steps = sorted(found.odds.elements())
    assert len(steps) == len(kept)
    assert found.usual_odds() == (steps[(len(steps) - 1) // 2] * ODDS_STEP if steps else 0)


@pytest.mark.parametrize(("count", "more"), [(ROW_COUNT, False), (ROW_COUNT + 1, True)])
def test_of_very_many_notes_the_first_are_told(tmp_path: Path, count: int, more: bool) -> None:
    logs = run(tmp_path, [page("a")])
    for number in range(count):
        (logs / f"journal-{number}-of-{count}.jsonl").write_bytes(b'{"started":{"time":1}}\n')
    (logs / "journal.jsonl").unlink()
    assert ("and 1 more" in page_of(logs)) == more


def test_pages_that_failed_without_a_place_are_counted_each(tmp_path: Path) -> None:
    """As are those whose output belongs to another file: in the journal of a resumed run they have no output."""
    lost = [Outcome(input=name, output="", state="failed", reason="taken") for name in "abc"]
    assert "3 pages: 3 failed" in page_of(run(tmp_path, [*lost, *lost], started=2))


def test_of_pages_without_a_word_nothing_is_said_of_what_they_keep(tmp_path: Path) -> None:
    logs = run(tmp_path, [page("a", state="skipped", reason="not HTML but a PDF document"), page("b", words=0, kept=0)])
    assert "<p>2 pages: 1 skipped, 1 written; no words.</p>" in page_of(logs)


def test_of_a_resumed_run_the_last_line_of_a_page_counts(tmp_path: Path) -> None:
    logs = run(tmp_path, [page("a", state="failed", reason="killed"), page("b"), page("a")], started=2)
    found = page_of(logs)
    assert "2 pages: 2 written" in found
    assert "failed" not in found


def test_of_two_runs_at_once_a_page_counts_once(tmp_path: Path) -> None:
    """The later run empties the journal: one beginning and two ends are left."""
    logs = run(tmp_path, [page("a"), page("b"), page("a"), page("b")])
    with (logs / "journal.jsonl").open("ab") as journal:
        journal.write(b'{"finished":{}}\n' * 2)
    assert "2 pages: 2 written" in page_of(logs)


def test_a_page_in_journals_of_several_divisions_counts_once(tmp_path: Path) -> None:
    logs = run(tmp_path, [page("a"), page("b")])
    for number, name in enumerate("ab"):
        lines = [b'{"started":{"time":1}}', orjson.dumps(asdict(page(name, state="failed", reason="killed")))]
        (logs / f"journal-{number}-of-2.jsonl").write_bytes(b"\n".join(lines) + b"\n")
    found = page_of(logs)
    assert "2 pages: 2 failed" in found  # the run of the shards began later
    (logs / "journal.jsonl").unlink()
    assert "2 pages: 2 failed" in page_of(logs)


def test_shards_that_did_not_begin_are_told(tmp_path: Path) -> None:
    """If a task of an array job never ran, the report looked as if all pages were there."""
    logs = run(tmp_path, [page("a"), page("b")])
    for number in (0, 2):
        lines = [b'{"started":{"time":1}}', orjson.dumps(asdict(page(f"{number}"))), b'{"finished":{"not_reached":0}}']
        (logs / f"journal-{number}-of-5.jsonl").write_bytes(b"\n".join(lines) + b"\n")
    told = "journal-1-of-5.jsonl and 2 more: not there; what the shards without a journal have to clean is not counted"
    assert told in page_of(logs)
    with (logs / "journal.jsonl").open("ab") as journal:
        journal.write(b'{"started":{"time":2}}\n')  # a later run of all pages
    assert "not there" not in page_of(logs)


@pytest.mark.parametrize("other", [["-f", "jsonl"], ["--keep-suffix"]])
def test_a_page_whose_shard_is_another_under_another_name_counts_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, other: list[str]
) -> None:
    monkeypatch.setattr("cleanweb.cli.cleaning.Pool", InProcess)
    pages = tmp_path / "html"
    pages.mkdir()
    for number in range(8):
        (pages / f"{number}.html").write_text("<p>Green tea of the first harvest is not sold.")
    tree = str(tmp_path / "txt")
    for options in ([], other):
        for number in range(2):
            arguments = ["clean", str(pages), "-o", tree, "--shard", f"{number}/2", "--resume", "-j1", *options]
            assert not CliRunner().invoke(cli, arguments).exit_code
    assert "<p>8 pages: 8 written" in page_of(tmp_path / "txt.log")


def test_texts_are_found_whatever_bytes_their_names_are(tmp_path: Path) -> None:
    logs = run(
        tmp_path, [page(name, kept=0, reason="every block was removed") for name in ("caf\\xe9", "a\\x62", "茶")]
    )
    texts = tmp_path / "txt"
    texts.mkdir()
    for name in (b"caf\xe9.txt", b"a\\x62.txt", "茶.txt".encode()):
        Path(os.fsdecode(os.fsencode(texts) + b"/" + name)).touch()
    found = page_of(logs)
    assert set(re.findall(r'href="../txt/([^"]*)"', found)) == {"caf%E9.txt", "a%5Cx62.txt", "%E8%8C%B6.txt"}


def test_a_name_that_no_file_system_takes_gets_no_link(tmp_path: Path) -> None:
    logs = run(tmp_path, [page("x" * 5000, kept=0), page("a")])
    assert "href" not in page_of(logs)


def test_names_are_text(tmp_path: Path) -> None:
    logs = run(tmp_path, [page("<script>x</script>", state="failed", reason="<b>")])
    found = page_of(logs)
    assert "<script" not in found
    assert "&lt;b&gt;" in found


@settings(max_examples=50)
@given(st.lists(st.tuples(st.integers(1, 500), st.floats(0, 1)), min_size=1, max_size=30))
def test_the_most_usual_page_is_the_least_suspicious(sizes: list[tuple[int, float]]) -> None:
    pages = [page(str(number), words, int(words * share)) for number, (words, share) in enumerate(sizes)]
    found = Found()
    for one in pages:
        found.add(one)
    usual = found.usual_odds()
    weights = [suspicion(one, usual)[0] for one in pages]
    assert min(weights) <= 0.05  # half a step of the histogram
    assert all(weight >= 0 for weight in weights)


def test_the_command(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "html").mkdir()
    (tmp_path / "html" / "a.html").write_text('<html lang="eu-ES"><p>Kaixo, mundua.</p>')
    ran("clean", "html", "-o", "txt", "-j1", "-q", "--system", "ice-bl")
    ran("report", "txt/")
    assert '<th scope="row">eu</th><td>1</td>' in (tmp_path / "txt.log" / "index.html").read_text()
    assert '<th scope="row">eu</th><td>1</td>' in ran("report", "txt", "-o", "-").stdout
    with pytest.raises(UsageError, match=r"html: expected pages, or a directory that .* wrote; found no html\.log"):
        ran("report", "html")
    (tmp_path / "html.log").mkdir()
    with pytest.raises(InputError, match="no journal"):
        ran("report", "html")
    with pytest.raises(UsageError, match="one directory"):
        ran("report", "txt", "html")


@pytest.mark.parametrize("name", ["journal.jsonl", "a.jsonl"])
def test_no_log_is_overwritten_by_the_report(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    monkeypatch.chdir(tmp_path)
    log = run(tmp_path, [page("a")]) / name
    (tmp_path / "txt").mkdir()
    log.touch()
    before = log.read_bytes()
    report = ["report", "txt", "-o", f"txt.log/{name}"]
    with pytest.raises(UsageError, match=rf"-o txt\.log/{name}: that is a log of the run; expected another file"):
        CliRunner().invoke(cli, report, catch_exceptions=False, standalone_mode=False)
    assert log.read_bytes() == before


def test_what_is_not_counted_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Damaged lines of a block log, and pages that a killed run did not reach, were silently ignored."""
    monkeypatch.chdir(tmp_path)
    journal = run(tmp_path, [page("a"), page("b")]) / "journal.jsonl"
    (tmp_path / "txt").mkdir()

    def told() -> tuple[int, list[str]]:
        result = CliRunner().invoke(cli, ["report", "txt"], catch_exceptions=False, standalone_mode=False)
        lines = [line.removeprefix("cleanweb: ") for line in result.stderr.splitlines()]
        assert lines[0] == "txt.log/index.html"
        written = Path("txt.log/index.html").read_text()
        assert all(f"<strong>{escape(line)}</strong>" in written for line in lines[1:])
        return result.return_value, lines[1:]

    killed = "txt.log/journal.jsonl: the run goes on, or was killed; --resume cleans what it has not reached"
    assert told() == (0, [killed])
    whole = journal.read_bytes()
    journal.write_bytes(whole[:-20])
    assert told() == (0, [killed])
    finished = b'{"finished":{"not_reached":0,"stopped":""}}\n'
    journal.write_bytes(whole[:-20] + b'\n{"started":{}}\n' + finished)
    assert told() == (0, [])
    journal.write_bytes(whole[:-20] + b"\n" + finished[:-1].replace(b"0", b"7").replace(b'""', b'"full"'))
    stopped = "txt.log/journal.jsonl: the run did not reach 7 pages (full); --resume cleans them"
    line = "txt.log/journal.jsonl: line 3: expected the record of a page or a run, found neither; it is not counted"
    assert told() == (1, [stopped, line])
    journal.write_bytes(whole + b"\xff\n" + finished + b"{}\n")
    assert told() == (1, [line.replace("line 3", "line 4 and 1 more")])
    journal.write_bytes(whole + finished)
    Path("txt.log/a.jsonl").write_text('{"keep":false,"rule":"menu"}\nno line\n')
    (note,) = told()[1]
    assert note.startswith("txt.log/a.jsonl: line 2 is no line of a block log: ")
