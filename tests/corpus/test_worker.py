"""One page from its bytes to its files, in this process: the outcome, and which files exist afterwards."""

import gzip
import json
import os
from dataclasses import replace
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest
from selectolax.lexbor import SelectolaxError

from cleanweb import cleaner
from cleanweb.corpus import worker
from cleanweb.corpus.inputs import Page
from cleanweb.corpus.journal import AGAIN, Outcome
from cleanweb.corpus.outputs import output_digest
from cleanweb.corpus.worker import DUMPED, STATED, Task, clean_page
from cleanweb.records import Format

HTML = "<html lang=en-GB><meta charset=windows-1252><p>Tea at the café.<p hidden>Menu".encode("windows-1252")
DIGEST = sha256(HTML).hexdigest()
TEXT = "<p>Tea at the café.\n<p>Menu\n"


@pytest.fixture
def task(tmp_path: Path) -> Task:
    """A task that writes text and log; the page is `in/a.html`."""
    for folder in ("in", "out", "log"):
        (tmp_path / folder).mkdir()
    (tmp_path / "in" / "a.html").write_bytes(HTML)
    pipeline = cleaner("ice-bl")
    return Task(
        pipeline=pipeline, output=str(tmp_path / "out"), log=str(tmp_path / "log"), log_blocks="all", options="o"
    )


def page_of(tmp_path: Path, **values: Any) -> Page:
    return Page(name="a.html", path=str(tmp_path / "in" / "a.html"), **values)


@pytest.mark.parametrize("max_memory", [0, 1 << 30])
def test_a_tree_for_which_there_is_no_memory_is_told_as_that(
    tmp_path: Path, task: Task, monkeypatch: pytest.MonkeyPatch, max_memory: int
) -> None:
    """The reason used to be `SelectolaxError: Can't parse HTML.`"""

    def no_room(*_: object, **__: object) -> None:
        raise SelectolaxError("Can't parse HTML.")

    monkeypatch.setattr("cleanweb.parse.lexbor.LexborHTMLParser", no_room)
    limited = replace(task, max_memory=max_memory)
    if max_memory:
        with pytest.raises(MemoryError):
            clean_page(page_of(tmp_path), limited)
    else:
        assert clean_page(page_of(tmp_path), limited).outcome.reason.startswith("SelectolaxError: Can't parse HTML.")


def test_what_is_told_of_a_page(tmp_path: Path, task: Task) -> None:
    done = clean_page(page_of(tmp_path), task)
    assert replace(done.outcome, ms=0.0) == Outcome(
        input=str(tmp_path / "in" / "a.html"),
        output="a.txt",
        state="written",
        encoding="windows-1252",
        evidence="meta",
        language="en",
        bytes=len(HTML),
        blocks=2,
        kept_blocks=2,
        words=5,
        kept_words=5,
        digest=DIGEST,
        options="o",
        output_digest=output_digest(TEXT.encode()),
        log_lines=2,
    )
    assert done.outcome.ms > 0
    assert (tmp_path / "out" / "a.txt").read_text("utf-8") == TEXT
    assert [json.loads(line)["text"] for line in (tmp_path / "log" / "a.jsonl").open()] == ["Tea at the café.", "Menu"]
    assert (done.record, done.log, done.signature, dict(done.times), done.peak_memory) == (b"", b"", b"", {}, 0)


def test_bytes_that_are_lost_are_counted(tmp_path: Path, task: Task) -> None:
    page = page_of(tmp_path)
    Path(page.path).write_bytes(b"<p>Tea at the caf\xe9 \xff of " + "Zoë, Zoë, Zoë, Zoë.".encode())
    assert clean_page(page, task).outcome.replaced == 2


def test_what_has_no_file_goes_back(tmp_path: Path, task: Task) -> None:
    done = clean_page(page_of(tmp_path), replace(task, output="", log=""))
    assert (done.record.decode(), done.log, done.outcome.output) == (TEXT, b"", "")
    packed = clean_page(page_of(tmp_path), replace(task, pack=2, form="jsonl", gzip=True))
    assert json.loads(gzip.decompress(packed.record))["text"] == TEXT
    assert [json.loads(line)["page"] for line in gzip.decompress(packed.log).splitlines()] == ["a.html"] * 2
    assert packed.record[4:8] == packed.log[4:8] == bytes(4)  # no date: the same bytes every time
    assert not list((tmp_path / "out").iterdir())


def test_a_page_that_fails_after_its_log_is_made_sends_none_back(
    tmp_path: Path, task: Task, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object) -> bytes:
        raise ValueError("no text")

    monkeypatch.setattr(worker, "record", fail)
    done = clean_page(page_of(tmp_path), replace(task, pack=2, form="jsonl"))
    assert (done.outcome.state, done.record, done.log) == ("failed", b"", b"")


def test_where_no_log_is_wanted_none_is_written(tmp_path: Path, task: Task) -> None:
    assert clean_page(page_of(tmp_path), replace(task, log_blocks="none")).log == b""
    assert not list((tmp_path / "log").iterdir())


def test_files_may_keep_the_suffix_of_the_page(tmp_path: Path, task: Task) -> None:
    (tmp_path / "xhtml").mkdir()
    clean_page(page_of(tmp_path), replace(task, keep_suffix=True, normalized=str(tmp_path / "xhtml")))
    names = [path.name for folder in ("out", "log", "xhtml") for path in (tmp_path / folder).iterdir()]
    assert names == ["a.html.txt", "a.html.jsonl", "a.html.xhtml"]
    assert "Tea at the café." in (tmp_path / "xhtml" / "a.html.xhtml").read_text("utf-8")


def test_a_dump_is_told_as_that(tmp_path: Path, task: Task) -> None:
    page = page_of(tmp_path, data=b"<template>Boil water</template>")
    outcome = clean_page(page, replace(task, pipeline=cleaner("kitten"))).outcome
    assert (outcome.state, outcome.reason, outcome.kept_words) == ("written", DUMPED, 2)


def test_a_text_of_the_head_is_told_as_that(tmp_path: Path, task: Task) -> None:
    data = b'<script type="application/ld+json">{"@type": "NewsArticle", "articleBody": "Boil water"}</script>'
    outcome = clean_page(page_of(tmp_path, data=data), replace(task, pipeline=cleaner("cleanweb"))).outcome
    assert (outcome.state, outcome.reason, outcome.kept_words) == ("written", STATED, 2)


def test_times_are_told_where_they_are_asked_for(tmp_path: Path, task: Task) -> None:
    done = clean_page(page_of(tmp_path), replace(task, metrics=True))
    assert done.times and all(seconds >= 0 for seconds in done.times.values())
    assert done.peak_memory > 1 << 20


@pytest.mark.parametrize(
    ("html", "reason"),
    [(b"<img src=x>", "no text in the page"), (b"<p>...<p>!", "every block was removed"), (HTML, "")],
)
def test_why_a_page_is_empty(tmp_path: Path, task: Task, html: bytes, reason: str) -> None:
    dropping = replace(task, pipeline=cleaner("ice-hr"))
    outcome = clean_page(page_of(tmp_path, data=html), task if html == HTML else dropping).outcome
    assert (outcome.state, outcome.reason) == ("written", reason)


def test_a_page_of_which_the_linearizer_takes_out_all_is_empty(tmp_path: Path, task: Task) -> None:
    walks = "".join(f"<tr><td>Walk {n}<td>{n} km<td>{n + 1} hours" for n in range(4))
    page = page_of(tmp_path, data=f"<table border=1><tr><th>Walk<th>Length<th>Time{walks}</table>".encode())
    assert clean_page(page, task).outcome.kept_words == 27
    outcome = clean_page(page, replace(task, pipeline=cleaner("ice-bl", tables="drop"))).outcome
    assert (outcome.kept_blocks, outcome.words, outcome.kept_words) == (15, 27, 0)
    assert outcome.reason == "the linearizer took out all that was kept"


@pytest.mark.parametrize(
    ("done", "there", "state"),
    [
        (f"{DIGEST}.html", ("out/a.txt", "log/a.jsonl"), "done"),
        (f"{DIGEST}.html {output_digest(b'earlier')}", ("out/a.txt", "log/a.jsonl"), "done"),
        (f"{DIGEST}.html {output_digest(b'another')}", ("out/a.txt", "log/a.jsonl"), "written"),
        (f"{DIGEST}.html", ("log/a.jsonl",), "written"),
        (f"{DIGEST}.html", ("out/a.txt",), "written"),
        (f"{DIGEST}.html.gz", ("out/a.txt", "log/a.jsonl"), "written"),
        ("other.html", ("out/a.txt", "log/a.jsonl"), "written"),
        ("", ("out/a.txt", "log/a.jsonl"), "written"),
    ],
)
def test_a_page_that_an_earlier_run_wrote_is_done(
    tmp_path: Path, task: Task, done: str, there: tuple[str, ...], state: str
) -> None:
    for name in there:
        (tmp_path / name).write_text("earlier")
    assert clean_page(page_of(tmp_path, done=done), task).outcome.state == state
    assert (tmp_path / "out" / "a.txt").read_text("utf-8") == ("earlier" if state == "done" else TEXT)


@pytest.mark.parametrize(
    ("done", "output_time", "state"),
    [("", 200, "done"), ("", 100, "done"), ("", 99, "written"), ("", None, "written"), (AGAIN, 200, "written")],
)
def test_with_newer_times_decide(tmp_path: Path, task: Task, done: str, output_time: int | None, state: str) -> None:
    os.utime(tmp_path / "in" / "a.html", (100, 100))
    if output_time is not None:
        (tmp_path / "out" / "a.txt").write_text("earlier")
        os.utime(tmp_path / "out" / "a.txt", (output_time, output_time))
    assert clean_page(page_of(tmp_path, done=done), replace(task, newer=True)).outcome.state == state


def test_of_a_page_that_is_skipped_now_nothing_earlier_is_left(tmp_path: Path, task: Task) -> None:
    (tmp_path / "xhtml").mkdir()
    files = ("out/a.txt", "log/a.jsonl", "xhtml/a.xhtml")
    for file in (*files, "out/b.txt"):
        (tmp_path / file).write_text("earlier")
    pdf = page_of(tmp_path, data=b"%PDF-1.4 ")
    outcome = clean_page(pdf, replace(task, normalized=str(tmp_path / "xhtml"))).outcome
    assert (outcome.state, outcome.kept_words) == ("skipped", 0)
    assert outcome.reason.endswith("a PDF document; the text at its place is removed")
    assert clean_page(pdf, task).outcome.reason.endswith("a PDF document")
    assert [file for file in (*files, "out/b.txt") if (tmp_path / file).exists()] == ["out/b.txt"]


def test_texts_of_packs_are_not_those_of_pages(tmp_path: Path, task: Task) -> None:
    (tmp_path / "out" / "a.jsonl").write_text("a pack")
    clean_page(page_of(tmp_path, data=b"%PDF-1.4 "), replace(task, pack=2, form="jsonl"))
    assert (tmp_path / "out" / "a.jsonl").exists()
    done = page_of(tmp_path, done=f"{DIGEST}.html")
    assert clean_page(done, replace(task, pack=2, form="jsonl", log="")).outcome.state == "written"


def test_without_an_output_directory_no_file_is_that_of_a_page(
    tmp_path: Path, task: Task, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "a.txt").write_text("earlier")
    for more in ({}, {"newer": True}):
        bare = replace(task, output="", log="", **more)
        done = clean_page(page_of(tmp_path, done=f"{DIGEST}.html"), bare)
        assert (done.outcome.state, done.record) == ("written", TEXT.encode())
    clean_page(page_of(tmp_path, data=b"%PDF-1.4 "), bare)
    assert (tmp_path / "a.txt").read_text() == "earlier"


@pytest.mark.parametrize(("form", "has_metadata"), [("jsonl", True), ("vert", True), ("plain", False)])
def test_what_a_page_says_of_itself_is_in_formats_that_have_a_place_for_it(
    tmp_path: Path, task: Task, form: Format, has_metadata: bool
) -> None:
    page = page_of(tmp_path, data=b"<html lang=en><title>Green tea</title><p>Boil the water.")
    record = clean_page(page, replace(task, form=form, output="")).record.decode()
    assert "Boil" in record
    assert ("Green tea" in record) == has_metadata


def test_where_files_of_a_page_may_be(tmp_path: Path, task: Task) -> None:
    page, bare = page_of(tmp_path), replace(task, output="", log="")
    logs = ["log/a.jsonl", "log/a.jsonl.gz"]
    assert [*bare.places(page)] == []
    assert [*replace(bare, output="out").places(page)] == ["out/a.txt"]
    assert [*replace(bare, output="out", log="log", normalized="x").places(page)] == ["out/a.txt", *logs, "x/a.xhtml"]
    assert [*replace(bare, output="out", log="log", normalized="x", pack=2).places(page)] == ["x/a.xhtml"]


def test_a_page_that_is_not_there_fails(tmp_path: Path, task: Task) -> None:
    outcome = clean_page(replace(page_of(tmp_path), path=str(tmp_path / "none.html")), task).outcome
    assert (outcome.state, outcome.reason, outcome.digest) == ("failed", "no such file or directory", "")
